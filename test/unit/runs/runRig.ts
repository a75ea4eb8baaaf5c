// Runs in tests: a desk whose runs are followed.
import path from "node:path";
import { unlimited, type Budget, type Budgets } from "../../../src/runs/budget";
import type { Execution } from "../../../src/runs/execution";
import { startRun, resumeRun } from "../../../src/runs/loop";
import type { RunLimits, RunProgress, RunSummary } from "../../../src/runs/run";
import type { RunOrder, RunStore } from "../../../src/runs/runStore";
import type { Store } from "../../../src/store/client";
import {
  openTestDesk,
  sandboxConnection as connection,
  type OpenTestDesk,
  type OpenTestDeskOptions,
} from "../../support/testDesk";
import { keptRecords, newFolder } from "../store/rig";

/** What to run, and the balance as it was last read. */
type RigOrder = RunOrder & Pick<Execution, "balance">;

/** For runs that nobody stops. */
export const unstopped: Pick<Execution, "signal" | "onProgress"> = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
};

export interface Rig extends OpenTestDesk, Pick<Execution, "budget"> {
  readonly order: RunOrder;
  readonly seen: RunProgress[];
  readonly controller: AbortController;
  run(change?: Partial<RigOrder>, onProgress?: (progress: RunProgress) => void): Promise<RunSummary>;
  resume(id: string, limits?: RunLimits, budget?: Budget): Promise<RunSummary>;
  /** The ids of a run's records, in their order. */
  rowIds(id: string): Promise<readonly string[]>;
}

export interface RigOptions extends OpenTestDeskOptions {
  /** What runs may spend; any sum when absent. */
  readonly budget?: (budgets: Budgets) => Budget;
}

/** Credits need no question, unless `confirmAbove` says from which sum on. */
export function runRig({ budget: budgetOf, ...options }: RigOptions = {}): Rig {
  const desk = openTestDesk({
    ...{ owner: "window-1", connection, confirmAbove: Number.POSITIVE_INFINITY },
    file: path.join(newFolder(), "desk.db"),
    ...options,
  });
  const { runs, client, store, budgets } = desk;
  const budget = budgetOf?.(budgets) ?? unlimited;
  const deps = { runs, budgets, budget, client };
  const seen: RunProgress[] = [];
  const controller = new AbortController();
  const order: RunOrder = {
    purpose: "search",
    title: "A search",
    task: { kind: "peopleSearch", filters: {} },
    connection,
    limits: { records: 250 },
  };
  return {
    ...desk,
    ...{ budget, order, seen, controller },
    run: async ({ balance, ...change } = {}, onProgress = () => undefined) => {
      const { signal } = controller;
      const tell = (progress: RunProgress): void => {
        seen.push(progress);
        onProgress(progress);
      };
      return startRun({ ...deps, balance, signal, onProgress: tell }, { ...order, ...change });
    },
    resume: (id, limits, other) => {
      const onProgress = (progress: RunProgress): void => void seen.push(progress);
      return resumeRun({ ...deps, ...unstopped, onProgress, budget: other ?? budget }, id, { limits });
    },
    rowIds: async (id) =>
      (await keptRecords(store, id)).map((record) => String((record as { readonly id?: unknown }).id)),
  };
}

/** A run of a company search, with one page that is stored. */
export async function storeSearch(
  { runs, store }: { readonly runs: RunStore; readonly store: Pick<Store, "records"> },
  { title, body, receivedAt }: { readonly title: string; readonly body: string; readonly receivedAt: number },
): Promise<Awaited<ReturnType<RunStore["create"]>>> {
  const run = await runs.create({
    purpose: "search",
    title,
    task: { kind: "companySearch", filters: {} },
    connection,
    limits: { records: 1 },
  });
  await store.records.storePage({
    ...{ run: run.id, owner: run.owner, request: {}, status: 200, receivedAt },
    body: Buffer.from(body),
  });
  return run;
}
