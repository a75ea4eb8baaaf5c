// One window with the real run coordinator, a service in memory and a database.
import type { ReadLists } from "../../../src/app/app";
import type { RunStore } from "../../../src/runs/runStore";
import type { RateLimitGate } from "../../../src/service/rateLimitGate";
import type { Clock, Transport } from "../../../src/service/wire";
import type { AccountState, ConnectionInfo } from "../../../src/workbench/account";
import type { CompaniesOfSearches } from "../../../src/workbench/companiesOfSearches";
import type { AccountMonitor } from "../../../src/workbench/connections/accountMonitor";
import type { ServiceAccess } from "../../../src/workbench/connections/serviceAccess";
import { createWindowApp } from "../../../src/workbench/connections/windowApp";
import { ResultsTabs } from "../../../src/workbench/resultsEditor/resultsTabs";
import { RunCoordinator } from "../../../src/workbench/running/runCoordinator";
import { setting } from "../../../src/workbench/settings";
import { deskOver } from "../../support/testDesk";
import { openTestStore, type TestStore } from "../store/rig";

/** The user's database, with a connection for each window. */
export interface UserData {
  readonly stores: readonly TestStore[];
  /** Deletes everything, because opening a new file takes longer than most sequences. */
  clear(): void;
  close(): Promise<void>;
}

export function openUserData(file: string, windows: number): UserData {
  const opened = Array.from({ length: windows }, () => openTestStore({ file }));
  for (const { db } of opened) {
    // Without syncing: these tests do not simulate a power failure.
    db.exec("pragma synchronous = off");
  }
  const [first] = opened;
  // The tables of the full-text index are emptied by a command of its own.
  const tables =
    first?.db
      .all<{ readonly name: string }>(
        `select name from sqlite_schema
         where type = 'table' and name <> 'content'
           and name not in (select name from pragma_table_list where type <> 'table')`,
      )
      .map(({ name }) => `delete from "${name}"`) ?? [];
  const clearing = ["insert into everything (everything) values ('delete-all')", ...tables].join("; ");
  return {
    stores: opened.map(({ store }) => store),
    clear: () => first?.db.exec(`begin immediate; ${clearing}; commit`),
    close: async () => {
      await Promise.all(opened.map(({ close }) => close()));
    },
  };
}

export interface WindowOptions {
  readonly store: TestStore;
  readonly clock: Clock;
  readonly transport: Transport;
  /** Shared by all windows of a user. */
  readonly gate: RateLimitGate;
  /** Its name in leases. */
  readonly owner: string;
  readonly random: (bytes: number) => Uint8Array;
}

export interface Window {
  readonly runner: RunCoordinator;
  readonly runs: RunStore;
  /** The lines of the log. */
  readonly log: readonly string[];
  /** Reads the balance, as the extension does after each run. */
  refreshBalance(): Promise<void>;
}

const noLists: ReadLists = { ofSearch: [], entries: [], remarks: [] };

const connection: ConnectionInfo = {
  id: "c1",
  label: "Work",
  origin: "https://api.example",
  workspaceId: "w",
  sandbox: false,
};

export function openWindow({ store, clock, transport, gate, owner, random }: WindowOptions): Window {
  const desk = deskOver(store, {
    ...{ clock, random, owner, gate },
    transport: () => transport,
    confirmAbove: () => setting("spending.confirmAbove"),
  });
  const { client, runs } = desk;
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
    onDidChange: () => ({ dispose: () => undefined }),
    refresh: refreshBalance,
    refreshBalance,
    dispose: () => undefined,
  } as unknown as AccountMonitor;
  const log: string[] = [];
  const lists = { read: async () => noLists, reload: async () => noLists };
  const access = { clientOf: async () => client } as unknown as ServiceAccess;
  const app = createWindowApp(account, access, { ...desk.app, lists, searchAt: async () => undefined });
  const runner = new RunCoordinator(
    { app, account, log: (line: string) => log.push(line) } as never,
    new ResultsTabs({ get: () => undefined, update: async () => undefined } as never),
    async () => undefined,
    { of: () => undefined } as unknown as CompaniesOfSearches,
    new Map(),
  );
  return { runner, runs, log, refreshBalance };
}
