// The run of the kill tests, and every point of it at which its window may die.
import { appendFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Budgets } from "../../src/runs/budget";
import type { Execution } from "../../src/runs/execution";
import { resumeRun, startRun } from "../../src/runs/loop";
import type { PaidTask } from "../../src/runs/run";
import { RunStore } from "../../src/runs/runStore";
import { createSystemClock } from "../../src/service/systemClock";
import type { Transport } from "../../src/service/wire";
import { Sandbox } from "../sandboxServer/sandbox";
import { aroundCalls } from "../support/aroundCalls";
import { clientOver, random, sandboxConnection as connection } from "../support/testDesk";
import { openStore } from "../unit/store/inProcess";

type When = "before" | "after";

/** A call of the store such as `calls.openCall`, the service, or the progress report; `nth` from 1. */
export interface KillPoint {
  readonly point: string;
  readonly when: When;
  readonly nth: number;
  readonly resumes: boolean;
}

/** Called at each point of a run at which its window may die. */
export type AtPoint = (point: string, when: When) => void;

export const task: PaidTask = { kind: "companySearch", filters: {} };
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

const edges: readonly When[] = ["before", "after"];

/** Met once for each page. */
const ofPages: readonly (readonly [point: string, whens: readonly When[]])[] = [
  ["calls.openCall", edges],
  ["service", edges],
  ["records.storePage", edges],
  ["told", ["before"]],
];
const ofNewRuns: typeof ofPages = [["runs.create", edges]];
const ofEnds: typeof ofPages = [["runs.stop", edges]];
const ofResumes: typeof ofPages = [["runs.take", edges]];

const spread = (points: typeof ofPages, nths: readonly number[], resumes: boolean): KillPoint[] =>
  points.flatMap(([point, whens]) => whens.flatMap((when) => nths.map((nth) => ({ point, when, nth, resumes }))));

export const killPoints: readonly KillPoint[] = [
  ...spread(ofPages, [1, 2, 5], false),
  ...spread(ofNewRuns, [1], false),
  ...spread(ofEnds, [1], false),
  ...spread(ofPages, [1, 3], true),
  ...spread(ofEnds, [1], true),
  ...spread(ofResumes, [1], true),
];

/** A window that runs the search, or resumes it; in the folder it notes what was charged and what it was told. */
export async function runWindow(folder: string, resume: string | undefined, at: AtPoint): Promise<void> {
  const clock = createSystemClock();
  const sandbox = killSandbox();
  const note = (file: string, line: string): void => appendFileSync(path.join(folder, file), `${line}\n`);
  const transport: Transport = async (request, signal) => {
    if (request.method !== "POST") {
      return sandbox.transport(request, signal); // the balance
    }
    at("service", "before");
    const reply = await sandbox.transport(request, signal);
    note("charged", String(sandbox.charges.at(-1)?.records));
    note("paid", String(sandbox.charges.at(-1)?.credits));
    at("service", "after");
    return reply;
  };
  const opened = await openStore(pathToFileURL(path.resolve("dist/storeWorker.js")), {
    file: path.join(folder, "desk.db"),
  });
  const store = aroundCalls(opened.store, async (name, call) => {
    at(name, "before");
    const result = await call();
    at(name, "after");
    return result;
  });
  const execution: Execution = {
    runs: new RunStore({ store, clock, random, owner: "killed" }),
    budgets: new Budgets({ calls: store.calls, clock, confirmAbove: () => needsNoQuestion }),
    budget: { kind: "unconfirmed" },
    client: clientOver(transport, clock),
    signal: new AbortController().signal,
    onProgress: (progress) => {
      if (progress.kind === "page") {
        note("told", String(progress.summary.records));
        at("told", "before");
      }
    },
  };
  await (resume === undefined
    ? startRun(execution, { purpose: "search", title: "T", task, connection, limits: { records } })
    : resumeRun(execution, resume, {}));
  await opened.close();
}
