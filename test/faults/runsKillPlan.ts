// Every point of the write path at which a window is killed, and what it runs.
import type { RunTask } from "../../src/runs/run";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox";

export interface Kill {
  readonly folder: string;
  /** What is being done: a frame of the journal, a line of the ledger, the sidecar, the lock, the service, the telling. */
  readonly point: string;
  /** Before it, when half its bytes are written, when all are but not synced, or right after it. */
  readonly when: "before" | "half" | "unsynced" | "after";
  /** The how manieth time, from 1. */
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
  createSandbox({ clock: { now: () => Date.UTC(2026, 10, 20), sleep: async () => undefined }, companies: records, people: 1, seed: 7, keys: [{ key: "sandbox-key", workspaceId: "w", balance: 1e9 }] });

const halves = ["before", "half", "after"] as const;
const edges = ["before", "after"] as const;

/** Met once for each page. */
const ofPages: readonly (readonly [point: string, whens: readonly Kill["when"][]])[] = [
  ["run.intent", ["before", "half", "unsynced", "after"]],
  ["run.sync", edges],
  ["ledger.sent", halves],
  ["service", edges],
  ["run.page", ["before", "half", "unsynced", "after"]],
  ["ledger.answered", halves],
  ["told", ["before"]],
];

/** Met several times in a run; how often depends on how quick the disk is. */
const ofSidecars: typeof ofPages = [["idx", halves]];

/** Met once in a run. */
const ofRuns: readonly (readonly [point: string, whens: readonly Kill["when"][]])[] = [
  ["lock", halves],
  ["run.header", ["before", "half", "unsynced", "after"]],
  ["run.stop", ["before", "half", "unsynced", "after"]],
  ["ndjson.sync", edges],
  ["remove.lock", edges],
];

/** Met once when a run with a torn end is resumed. */
const ofResumes: readonly (readonly [point: string, whens: readonly Kill["when"][]])[] = [
  ["truncate", edges],
  ["run.resumed", ["before", "half", "unsynced", "after"]],
];

const spread = (points: typeof ofPages, nths: readonly number[], resumes: boolean): KillPoint[] =>
  points.flatMap(([point, whens]) => whens.flatMap((when) => nths.map((nth) => ({ point, when, nth, resumes }))));

export const killPoints: readonly KillPoint[] = [
  ...spread(ofPages, [1, 2, 3, 4, 5], false),
  ...spread(ofSidecars, [1, 2], false),
  ...spread(ofRuns, [1], false),
  ...spread(ofPages, [1, 2, 3, 4], true),
  ...spread(ofSidecars, [1, 2], true),
  ...spread(ofResumes, [1], true),
];
