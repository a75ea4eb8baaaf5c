// The product without a window: an app over a database, with the sandbox as the service unless a test replaces it.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { callTool, type CallResult } from "../../src/agents/callTool";
import { allTools } from "../../src/agents/tools/allTools";
import type { App, AppConnection, Answer, Question } from "../../src/app/app";
import { createLeaveOutLists, searchFileAt } from "../../src/app/headless/leaveOutLists";
import { createNodeFiles, fileBytes } from "../../src/app/headless/nodeFiles";
import { EnrichmentList } from "../../src/enrichments/enrichmentList";
import { Budgets } from "../../src/runs/budget";
import type { RunConnection } from "../../src/runs/run";
import { RunStore } from "../../src/runs/runStore";
import { createServiceClient } from "../../src/service/client";
import type { RateLimitGate } from "../../src/service/rateLimitGate";
import type { ServiceClient } from "../../src/service/serviceClient";
import type { Clock, Transport } from "../../src/service/wire";
import type { Store } from "../../src/store/client";
import type { PageKeeper } from "../../src/store/keptPages";
import type { StoreDb } from "../../src/store/storeDb";
import { bytesSource } from "../../src/tables/textLines";
import { Sandbox } from "../sandboxServer/sandbox";
import { newFolder, openTestStore, removeFolders, type TestStore } from "../unit/store/rig";
import { MemoryGate } from "./memoryGate";
import { testClock, type TestClock } from "./testClock";

export const random = (bytes: number): Uint8Array => randomBytes(bytes);

export const sandboxConnection = {
  id: "c1",
  label: "Sandbox",
  origin: "sandbox:",
  workspaceId: "workspace-synthetic",
};

/** Of agents and of commands. */
export const testAccount = {
  id: "c1",
  label: "Test account",
  origin: "https://service.example",
  workspaceId: "w1",
};

export const peopleSearch = {
  search: "people",
  filters: { current_position_seniority_level: [{ value: "VP" }] },
  fetch: { records: 20 },
} as const;

/** Credits for a record in the sandbox of these tests. */
export const price = 0.25;
let shared: Sandbox | undefined;

/**
 * One small sandbox for all tests that change nothing in it; its price is flat, so that no test depends on earlier
 * ones.
 */
const sharedSandbox = (): Sandbox =>
  (shared ??= new Sandbox({
    clock: testClock(),
    companies: 300,
    people: 900,
    keys: [{ key: "sandbox-key", workspaceId: sandboxConnection.workspaceId, balance: 1e6 }],
    prices: { all: price },
  }));

export const clientOver = (transport: Transport, clock: Clock, gate: RateLimitGate = new MemoryGate(clock)) =>
  createServiceClient({
    ...{ transport, clock, gate, key: "sandbox-key", userAgent: "prospect-desk/test", random: () => 0.5 },
  });

export interface TestDeskOptions {
  readonly clock?: Clock;
  readonly random?: App["random"];
  /** The name of this process in leases. */
  readonly owner?: string;
  readonly connection?: RunConnection;
  /** Whether credits of the connection are worth nothing. */
  readonly isSandbox?: boolean;
  readonly sandbox?: Sandbox | undefined;
  /** Wraps or replaces the transport to the sandbox. */
  readonly transport?: ((through: Transport) => Transport) | undefined;
  readonly client?: ((client: ServiceClient) => ServiceClient) | undefined;
  readonly gate?: RateLimitGate | undefined;
  readonly keeper?: PageKeeper | undefined;
  /** The number of credits up to which no confirmation is needed; 25 if omitted. */
  readonly confirmAbove?: number | (() => number) | undefined;
  readonly creditsPerDay?: number;
  readonly creditsPerMonth?: number | null;
  /** The answer to each question. */
  readonly answer?: Answer;
  /** The workspace's folder. */
  readonly folder?: string;
}

export interface TestDesk {
  readonly app: App;
  readonly store: TestStore;
  readonly runs: RunStore;
  readonly budgets: Budgets;
  readonly client: ServiceClient;
  /** Paths of the requests that cost credits. */
  readonly paid: string[];
  /** Questions that were asked. */
  readonly asked: Question[];
}

/** A desk over a store that is open already. */
export function deskOver(store: TestStore, options: TestDeskOptions = {}): TestDesk {
  const { clock = testClock(), owner = "window-1", connection = sandboxConnection, confirmAbove = 25 } = options;
  const { creditsPerDay = 0, creditsPerMonth = null, answer = "cannot" } = options;
  // Made when it is used: a transport may take its place.
  const sandbox = (): Sandbox => options.sandbox ?? sharedSandbox();
  const folders = options.folder === undefined ? [] : [options.folder];
  const paid: string[] = [];
  const asked: Question[] = [];
  const counting: Transport = (request, signal) => {
    if (request.method === "POST") {
      paid.push(request.path);
    }
    return sandbox().transport(request, signal);
  };
  const plain = clientOver(options.transport?.(counting) ?? counting, clock, options.gate);
  const client = options.client?.(plain) ?? plain;
  const keeper = options.keeper;
  const use = { store, clock, random: options.random ?? random, owner };
  const app: App = {
    ...use,
    runs: new RunStore(keeper === undefined ? use : { ...use, keeper }),
    enrichments: new EnrichmentList({ store, clock, owner }),
    budgets: new Budgets({
      calls: store.calls,
      clock,
      confirmAbove: typeof confirmAbove === "number" ? () => confirmAbove : confirmAbove,
    }),
    files: createNodeFiles(folders),
    lists: createLeaveOutLists(store, folders),
    searchAt: searchFileAt,
    settings: async () => ({ creditsPerDay, creditsPerMonth, sentItems: 100 }),
    connection: async () => ({
      info: connection,
      client,
      sandbox: options.isSandbox ?? false,
      free: options.isSandbox ?? false,
    }),
    origin: () => connection.origin,
    bytesOf: fileBytes,
    spent: () => undefined,
    ask: async (question) => {
      asked.push(question);
      return answer;
    },
  };
  const { runs, budgets } = app;
  return { app, store, runs, budgets, client, paid, asked };
}

export interface OpenTestDeskOptions extends TestDeskOptions {
  readonly clock?: TestClock;
  /** The database's file; the file of another desk is shared with it. */
  readonly file?: string | undefined;
  /** Wraps the store between the desk and its database. */
  readonly store?: ((store: Store, db: StoreDb) => Store) | undefined;
}

export interface OpenTestDesk extends TestDesk {
  readonly clock: TestClock;
  readonly db: StoreDb;
  /** The database's file. */
  readonly file: string;
  readonly folder: string;
  close(): Promise<void>;
  /** Calls a tool as an agent does. */
  call(tool: string, input: unknown, signal?: AbortSignal): Promise<CallResult>;
  /** Writes a file of the workspace. */
  write(name: string, content: string): void;
}

/** A desk as agents and commands have it, unless the options say otherwise. */
export function openTestDesk({
  store: through,
  clock = testClock(),
  ...options
}: OpenTestDeskOptions = {}): OpenTestDesk {
  const base = newFolder();
  const { file = path.join(base, "store", "desk.db"), folder = path.join(base, "workspace") } = options;
  mkdirSync(folder, { recursive: true });
  const { store, db, close } = openTestStore({ file });
  const keeper = options.keeper ?? { folders: [path.dirname(file)], waits: false };
  const desk = deskOver((through?.(store, db) as TestStore | undefined) ?? store, {
    ...{ owner: "agents", connection: testAccount },
    ...options,
    ...{ clock, keeper, folder },
  });
  return {
    ...desk,
    ...{ clock, db, file, folder, close },
    call: (name, input, signal = new AbortController().signal) => {
      const tool = allTools.find((one) => one.name === name) ?? assert.fail(`There is no tool ${name}.`);
      return callTool(desk.app, tool, input, { signal, onProgress: () => undefined });
    },
    write: (name, content) => {
      const written = path.join(folder, name);
      mkdirSync(path.dirname(written), { recursive: true });
      writeFileSync(written, content);
    },
  };
}

/** Hooks of the describe that calls it: opens desks with these files in their folders, closed after their test. */
export function useTestDesks(
  defaults: OpenTestDeskOptions = {},
  files: Readonly<Record<string, string>> = {},
): (options?: OpenTestDeskOptions) => OpenTestDesk {
  const desks: OpenTestDesk[] = [];
  afterEach(async () => {
    await Promise.all(desks.splice(0).map(({ close }) => close()));
    removeFolders();
  });
  return (options) => {
    const desk = openTestDesk({ ...defaults, ...options });
    Object.entries(files).forEach(([name, content]) => desk.write(name, content));
    desks.push(desk);
    return desk;
  };
}

/** A fact of a result. */
export const fact = (result: CallResult, name: string): unknown => result.data[name];

export interface PersonOptions {
  readonly ask: App["ask"];
  readonly connection?: Partial<AppConnection>;
  /** Rejects while a leave-out list cannot be read. */
  readonly reload?: App["lists"]["reload"];
  /** Text of files that are not on the disk, by URI. */
  readonly texts?: ReadonlyMap<string, string>;
}

/** The app of a desk as a person at a window uses it. */
export function personApp({ app }: Pick<TestDesk, "app">, { ask, connection, reload, texts }: PersonOptions): App {
  const none = async () => ({ ofSearch: [], entries: [], remarks: [] });
  return {
    ...app,
    ask,
    lists: { read: none, reload: reload ?? none },
    connection: async () => ({ ...(await app.connection()), ...connection }),
    origin: () => connection?.info?.origin ?? app.origin(),
    bytesOf: (uri) => {
      const text = texts?.get(uri);
      return text === undefined ? fileBytes(uri) : bytesSource(Buffer.from(text));
    },
  };
}
