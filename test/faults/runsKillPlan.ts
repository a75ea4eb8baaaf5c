// Every point of a run at which its window is killed, and what it runs.
import type { RunTask } from "../../src/runs/run";
import { Sandbox } from "../sandboxServer/sandbox";

export interface Kill {
  readonly folder: string;
  /**
   * A call of the store such as `calls.reserve`, the service, the progress report, or a moment in ms after the first
   * page.
   */
  readonly point: string;
  readonly when: "before" | "after";
  /** The how manieth time, from 1; of a moment the ms. */
  readonly nth: number;
  /** The run to resume; a new one is started when absent. */
  readonly resume?: string | undefined;
}

export type KillPoint = Pick<Kill, "point" | "when" | "nth"> & { readonly resumes: boolean };

export const task: RunTask = { kind: "companySearch", filters: {} };
/** As many as the sandbox has: the run is complete after five pages, the last one short. */
export const records = 460;
/** Credits that need no question: enough for all of it, however often a window dies. */
export const needsNoQuestion = 10_000;

export const killSandbox = (): Sandbox =>
  new Sandbox({
    clock: { now: () => Date.UTC(2026, 10, 20), sleep: async () => undefined },
    companies: records,
    people: 1,
    seed: 7,
    keys: [{ key: "sandbox-key", workspaceId: "w", balance: 1e9 }],
  });

const edges = ["before", "after"] as const;
type Whens = readonly Kill["when"][];

/** Met once for each page. */
const ofPages: readonly (readonly [point: string, whens: Whens])[] = [
  ["calls.reserve", edges],
  ["service", edges],
  ["records.storePage", edges],
  ["told", ["before"]],
];
const ofNewRuns: typeof ofPages = [["runs.create", edges]];
const ofEnds: typeof ofPages = [["runs.stop", edges]];
const ofResumes: typeof ofPages = [["runs.take", edges]];

const spread = (points: typeof ofPages, nths: readonly number[], resumes: boolean): KillPoint[] =>
  points.flatMap(([point, whens]) => whens.flatMap((when) => nths.map((nth) => ({ point, when, nth, resumes }))));

/** Moments spread over the time of a run, each a little further on than the one before. */
export const moments = (count: number): readonly KillPoint[] =>
  Array.from({ length: count }, (_, index) => ({
    point: "moment",
    when: "before",
    nth: Math.round((index * 137.7) % 90),
    resumes: index % 3 === 2,
  }));

export const killPoints: readonly KillPoint[] = [
  ...spread(ofPages, [1, 2, 5], false),
  ...spread(ofNewRuns, [1], false),
  ...spread(ofEnds, [1], false),
  ...spread(ofPages, [1, 3], true),
  ...spread(ofEnds, [1], true),
  ...spread(ofResumes, [1], true),
];
