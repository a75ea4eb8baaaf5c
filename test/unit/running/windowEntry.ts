// One window of the user with the real coordinator of runs, over a service and a disk in memory. Built with `vscode` replaced.
import { createRunCoordinator, type RunCoordinator } from "../../../src/editor/running/runCoordinator";
import { confirmAbove } from "../../../src/editor/running/planning";
import type { AccountMonitor } from "../../../src/editor/connections/accountMonitor";
import type { AccountState, ConnectionInfo } from "../../../src/editor/account";
import { Budgets } from "../../../src/runs/budget";
import type { Disk } from "../../../src/runs/disk";
import { withLock } from "../../../src/runs/exclusiveLock";
import { openLedger, type Ledger } from "../../../src/runs/ledger";
import { openRunStore, type RunStore } from "../../../src/runs/runStore";
import type { ProcessTable } from "../../../src/runs/processTable";
import { createServiceClient } from "../../../src/service/client";
import { createMemoryGate, type RateLimitGate } from "../../../src/service/rateLimitGate";
import type { Clock, Transport } from "../../../src/service/wire";
import { EventEmitter, host, Uri } from "./fakeVscode";

export { createMemoryGate, host, Uri };

export interface WindowOptions {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly transport: Transport;
  /** Shared by the windows of one user. */
  readonly gate: RateLimitGate;
  readonly pid: number;
  readonly random: (bytes: number) => Uint8Array;
}

export interface Window {
  readonly runner: RunCoordinator;
  readonly store: RunStore;
  readonly ledger: Ledger;
  /** Lines of the log: what the user is not shown. */
  readonly log: readonly string[];
  /** Reads the balance, as the extension does after each run. */
  refreshBalance(): Promise<void>;
}

const connection: ConnectionInfo = { id: "c1", label: "Work", origin: "https://api.example", workspaceId: "w", sandbox: false };

export function openWindow({ disk, clock, transport, gate, pid, random }: WindowOptions): Window {
  const processes: ProcessTable = { pid, host: "here", alive: () => true, every: () => () => undefined };
  const shared = { disk, clock, random };
  const ledger = openLedger({ folder: "/data/ledger", disk });
  const store = openRunStore({ folder: "/data/runs", processes, ...shared });
  const budgets = new Budgets({ ledger, clock, confirmAbove, exclusively: (work) => withLock({ processes, ...shared }, "/data/ledger/spending.lock", work) });
  const client = createServiceClient({ transport, key: "a-key-of-the-test", userAgent: "prospect-desk/test", clock, random: () => 0.5, gate });
  const changed = new EventEmitter<void>();
  let current: AccountState = { kind: "offline", connection, reason: "" };
  const refreshBalance = async (): Promise<void> => {
    try {
      const { balance } = await client.credits();
      current = { kind: "ready", connection, balance, balanceAt: clock.now() };
    } catch {
      current = { kind: "offline", connection, reason: "" };
    }
  };
  const account = {
    get current() {
      return current;
    },
    onDidChange: changed.event,
    refresh: refreshBalance,
    refreshBalance,
    dispose: () => undefined,
  } as unknown as AccountMonitor;
  const log: string[] = [];
  const runner = createRunCoordinator({ account, clientOf: async () => client, store, budgets, clock, openResults: async () => undefined, log: (line) => log.push(line) });
  return { runner, store, ledger, log, refreshBalance };
}
