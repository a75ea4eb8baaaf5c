// What tests of runs need: a folder, a clock that stands still until told, the sandbox as the service, store and ledger.
import { mkdtempSync, rmSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { realDisk, type Disk } from "../../../src/runs/disk";
import { startRun, resumeRun, type RunOrder, type RunParts } from "../../../src/runs/engine";
import { Budgets, type Budget } from "../../../src/runs/budget";
import { openLedger, type Ledger } from "../../../src/runs/ledger";
import { realProcesses, type ProcessTable } from "../../../src/runs/processTable";
import type { RunLimits, RunProgress, RunSummary } from "../../../src/runs/run";
import { openRunStore } from "../../../src/runs/runStore";
import { createSandbox, type Sandbox } from "../../../src/sandbox/sandbox";
import { createServiceClient } from "../../../src/service/client";
import { createMemoryGate } from "../../../src/service/rateLimitGate";
import type { ServiceClient } from "../../../src/service/serviceClient";
import type { Clock, Transport } from "../../../src/service/wire";

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

export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "runs-"));
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

export const random = (bytes: number): Uint8Array => randomBytes(bytes);

/** A process of its own on the same machine, for as long as it is not ended. */
export function otherProcess(pid: number, living: Set<number>): ProcessTable {
  living.add(pid);
  return { pid, host: "here", alive: (asked) => living.has(asked), every: () => () => undefined };
}

export const connection = { id: "c1", label: "Sandbox", origin: "sandbox:", workspaceId: "workspace-synthetic" };

let shared: Sandbox | undefined;

/** One small sandbox for all tests that change nothing in it; its price is flat, so that no test depends on the ones before. */
export function sharedSandbox(): Sandbox {
  shared ??= createSandbox({ clock: testClock(), companies: 300, people: 900, keys: [{ key: "sandbox-key", workspaceId: "workspace-synthetic", balance: 1e6 }], prices: { all: 0.25 } });
  return shared;
}

export function clientOver(transport: Transport, clock: Clock): ServiceClient {
  return createServiceClient({ transport, key: "sandbox-key", userAgent: "prospect-desk/test", clock, random: () => 0.5, gate: createMemoryGate(clock) });
}

export interface Rig extends RunParts {
  readonly folder: string;
  readonly ledger: Ledger;
  readonly budgets: Budgets;
  readonly clock: TestClock;
  readonly sandbox: Sandbox;
  readonly order: RunOrder;
  readonly seen: RunProgress[];
  readonly controller: AbortController;
  run(change?: Partial<RunOrder>, onProgress?: (progress: RunProgress) => void): Promise<RunSummary>;
  resume(id: string, limits?: RunLimits, budget?: Budget): Promise<RunSummary>;
  /** The ids of a run's rows, as its records say them. */
  rowIds(id: string): Promise<readonly string[]>;
}

export interface RigOptions {
  readonly sandbox?: Sandbox;
  readonly disk?: Disk;
  readonly transport?: (through: Transport) => Transport;
  readonly client?: (client: ServiceClient) => ServiceClient;
  readonly folder?: string;
  readonly processes?: ProcessTable;
  /** What runs may spend; any sum when absent. */
  readonly budget?: (budgets: Budgets) => Budget;
  /** Credits that need no question; any sum when absent. */
  readonly confirmAbove?: number;
}

export function runRig(options: RigOptions = {}): Rig {
  const clock = testClock();
  const sandbox = options.sandbox ?? sharedSandbox();
  const folder = options.folder ?? temporaryFolder();
  const disk = options.disk ?? realDisk;
  const transport = (options.transport ?? ((through) => through))(sandbox.transport);
  const client = (options.client ?? ((one) => one))(clientOver(transport, clock));
  const store = openRunStore({ folder: path.join(folder, "runs"), disk, clock, random, processes: options.processes ?? realProcesses() });
  const ledger = openLedger({ folder: path.join(folder, "ledger"), disk });
  const seen: RunProgress[] = [];
  const controller = new AbortController();
  const budgets = new Budgets({ ledger, clock, confirmAbove: () => options.confirmAbove ?? Number.POSITIVE_INFINITY, exclusively: (work) => work() });
  const budget = options.budget?.(budgets) ?? budgets.unlimited();
  const parts: RunParts = { store, budget, client, clock };
  const order: RunOrder = { title: "A search", task: { kind: "peopleSearch", filters: {} }, connection, limits: { records: 250 } };
  return {
    ...parts,
    ledger,
    budgets,
    clock,
    folder,
    sandbox,
    order,
    seen,
    controller,
    run: (change = {}, onProgress) =>
      startRun(parts, { ...order, ...change }, controller.signal, (progress) => {
        seen.push(progress);
        onProgress?.(progress);
      }),
    resume: (id, limits, other) => resumeRun({ ...parts, budget: other ?? budget }, id, { limits }, new AbortController().signal, (progress) => seen.push(progress)),
    async rowIds(id) {
      const journal = await store.open(id);
      try {
        const rows = await journal.read(0, journal.count);
        return rows.map((row) => String((JSON.parse(Buffer.from(row).toString("utf8")) as { readonly id?: unknown }).id));
      } finally {
        await journal.close();
      }
    },
  };
}
