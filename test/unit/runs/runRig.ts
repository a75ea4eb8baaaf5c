// What tests of runs need: a database, a clock that stands still until told, and the sandbox as the service.
import { randomBytes } from "node:crypto";
import path from "node:path";
import { Budgets, callsInFlightMs, type Budget } from "../../../src/runs/budget";
import { startRun, resumeRun, type PaidOrder } from "../../../src/runs/engine";
import type { Execution } from "../../../src/runs/execution";
import type { RunLimits, RunProgress, RunSummary } from "../../../src/runs/run";
import { RunStore } from "../../../src/runs/runStore";
import { createServiceClient } from "../../../src/service/client";
import type { ServiceClient } from "../../../src/service/serviceClient";
import type { Clock, Transport } from "../../../src/service/wire";
import type { Store } from "../../../src/store/client";
import type { PageKeeper } from "../../../src/store/keptPages";
import type { StoreDb } from "../../../src/store/storeDb";
import { Sandbox } from "../../sandboxServer/sandbox";
import { MemoryGate } from "../../support/memoryGate";
import { openInProcess } from "../store/inProcess";
import { keptRecords, newFolder } from "../store/rig";

export interface TestClock extends Clock {
  /** Moves time on and ends the waits that are over. */
  advance(ms: number): void;
  readonly waiting: number;
}

export function testClock(start = Date.UTC(2026, 10, 20, 12)): TestClock {
  let now = start;
  const waits = new Set<{ readonly end: number; readonly over: () => void }>();
  return {
    now: () => now,
    monotonic: () => now - start,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason as Error);
          return;
        }
        if (ms === callsInFlightMs) {
          // Other calls end without the clock, so the wait for them does, too.
          setImmediate(resolve);
          return;
        }
        const wait = { end: now + ms, over: resolve };
        waits.add(wait);
        signal?.addEventListener("abort", () => {
          waits.delete(wait);
          reject(signal.reason as Error);
        });
      }),
    advance(ms) {
      now += ms;
      for (const wait of [...waits]) {
        if (wait.end <= now) {
          waits.delete(wait);
          wait.over();
        }
      }
    },
    get waiting() {
      return waits.size;
    },
  };
}

export const random = (bytes: number): Uint8Array => randomBytes(bytes);

export const connection = { id: "c1", label: "Sandbox", origin: "sandbox:", workspaceId: "workspace-synthetic" };

let shared: Sandbox | undefined;

/**
 * One small sandbox for all tests that change nothing in it; its price is flat, so that no test depends on the ones
 * before.
 */
function sharedSandbox(): Sandbox {
  shared ??= new Sandbox({
    clock: testClock(),
    companies: 300,
    people: 900,
    keys: [{ key: "sandbox-key", workspaceId: "workspace-synthetic", balance: 1e6 }],
    prices: { all: 0.25 },
  });
  return shared;
}

export function clientOver(transport: Transport, clock: Clock): ServiceClient {
  return createServiceClient({
    transport,
    key: "sandbox-key",
    userAgent: "prospect-desk/test",
    clock,
    random: () => 0.5,
    gate: new MemoryGate(clock),
  });
}

/** What to run, and the balance as it was last read. */
type RigOrder = PaidOrder & Pick<Execution, "balance">;

/** For runs that nobody follows or stops. */
export const unfollowed: Pick<Execution, "signal" | "onProgress"> = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
};

export interface Rig extends Pick<Execution, "runs" | "client" | "budget"> {
  /** Of the database. */
  readonly file: string;
  readonly store: Store;
  readonly db: StoreDb;
  readonly budgets: Budgets;
  readonly clock: TestClock;
  readonly sandbox: Sandbox;
  readonly order: PaidOrder;
  readonly seen: RunProgress[];
  readonly controller: AbortController;
  run(change?: Partial<RigOrder>, onProgress?: (progress: RunProgress) => void): Promise<RunSummary>;
  resume(id: string, limits?: RunLimits, budget?: Budget): Promise<RunSummary>;
  /** The ids of a run's records, in their order. */
  rowIds(id: string): Promise<readonly string[]>;
}

export interface RigOptions {
  readonly sandbox?: Sandbox;
  /** Stands between the runs and their database. */
  readonly store?: (store: Store) => Store;
  readonly transport?: (through: Transport) => Transport;
  readonly client?: (client: ServiceClient) => ServiceClient;
  /** Of a database that another rig has made. */
  readonly file?: string;
  readonly clock?: TestClock;
  readonly owner?: string;
  readonly keeper?: PageKeeper;
  /** What runs may spend; any sum when absent. */
  readonly budget?: (budgets: Budgets) => Budget;
  /** Credits that need no question; any sum when absent. */
  readonly confirmAbove?: number;
}

export function runRig(options: RigOptions = {}): Rig {
  const clock = options.clock ?? testClock();
  const sandbox = options.sandbox ?? sharedSandbox();
  const file = options.file ?? path.join(newFolder(), "desk.db");
  const transport = (options.transport ?? ((through) => through))(sandbox.transport);
  const client = (options.client ?? ((one) => one))(clientOver(transport, clock));
  const { store: whole, db } = openInProcess({ file });
  const store = (options.store ?? ((one) => one))(whole);
  const keeper = options.keeper ?? { folders: [path.dirname(file)], waits: false };
  const runs = new RunStore({ store, clock, random, owner: options.owner ?? "window-1", keeper });
  const seen: RunProgress[] = [];
  const controller = new AbortController();
  const budgets = new Budgets({
    calls: store.calls,
    clock,
    confirmAbove: () => options.confirmAbove ?? Number.POSITIVE_INFINITY,
  });
  const budget = options.budget?.(budgets) ?? budgets.unlimited();
  const deps = { runs, budget, client };
  const order: PaidOrder = {
    purpose: "search",
    title: "A search",
    task: { kind: "peopleSearch", filters: {} },
    connection,
    limits: { records: 250 },
  };
  return {
    ...deps,
    file,
    store,
    db,
    budgets,
    clock,
    sandbox,
    order,
    seen,
    controller,
    run: ({ balance, ...change } = {}, onProgress) =>
      startRun(
        {
          ...deps,
          balance,
          signal: controller.signal,
          onProgress: (progress) => {
            seen.push(progress);
            onProgress?.(progress);
          },
        },
        { ...order, ...change },
      ),
    resume: (id, limits, other) => {
      const onProgress = (progress: RunProgress): void => void seen.push(progress);
      const execution = { ...deps, budget: other ?? budget, signal: new AbortController().signal, onProgress };
      return resumeRun(execution, id, { limits });
    },
    rowIds: async (id) =>
      (await keptRecords(store, id)).map((record) => String((record as { readonly id?: unknown }).id)),
  };
}

/** Waits for the work while the clock goes on. */
export async function ticking<T>(clock: TestClock, work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = (): void => void (isDone = true);
  work.then(done, done);
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(10);
  }
  return work;
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
