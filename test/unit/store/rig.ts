// What the store's tests share: a database in a folder of its own, runs with pages, and records that may be odd.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { storeBackups } from "../../../src/export/storeBackup";
import { storeExports, type StoreExports } from "../../../src/export/storeExport";
import type { RecordKind } from "../../../src/service/operations";
import { listFields } from "../../../src/service/operations";
import type { BatchToStore } from "../../../src/store/batches";
import { endCall, type CallToOpen, type Estimate } from "../../../src/store/calls";
import type { Store } from "../../../src/store/client";
import { functions } from "../../../src/store/functions";
import type { OpenOptions } from "../../../src/store/protocol";
import type { NewRun, StoredRun } from "../../../src/store/runs";
import type { StoreDb } from "../../../src/store/storeDb";
import type { PageToStore, StoredPage } from "../../../src/store/storePage";
import type { ViewRow } from "../../../src/store/views";
import type { ViewOrder, ViewSource } from "../../../src/store/viewSource";
import { openInProcess, type InProcessStore } from "./inProcess";

export type TestStore = Store & StoreExports;

export const now = Date.UTC(2026, 0, 15);
export const connection = { id: "c1", label: "Sandbox", origin: "https://service.example", workspaceId: "w1" };
export const owner = "window-1";
export const lease = { owner, now, ms: 60_000 };

const folders: string[] = [];

export function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "pd-store-"));
  folders.push(folder);
  return folder;
}

/** For `afterEach`: removes what the tests made. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** SQLite's own check of the whole file: empty if it is sound. */
export async function damageOf(store: Pick<Store, "file">): Promise<readonly unknown[]> {
  const database = new DatabaseSync(await store.file.path(), { readOnly: true, timeout: 10_000 });
  try {
    const found = database.prepare("pragma integrity_check").all();
    return found.map((row) => row["integrity_check"]).filter((line) => line !== "ok");
  } finally {
    database.close();
  }
}

/** With the write-ahead log, or as on a network file system. */
export const journal = (isNetwork: boolean): Pick<OpenOptions, "statfs"> => ({
  statfs: () => ({ type: isNetwork ? 0x6969 : 0xef53 }),
});

export function openTestStore(options: Partial<OpenOptions> = {}): InProcessStore<TestStore> {
  return openInProcess<TestStore>(
    { file: path.join(newFolder(), "store", "desk.db"), ...options },
    { ...functions, exports: storeExports, backups: storeBackups },
  );
}

/** Hooks of the describe that calls it: each test gets a database of its own, or all of them get one. */
export function useTestStore(use: (opened: InProcessStore<TestStore>) => void, one: "each" | "all" = "each"): void {
  let opened: InProcessStore<TestStore>;
  const [begin, end] = one === "each" ? [beforeEach, afterEach] : [before, after];
  begin(() => {
    opened = openTestStore();
    use(opened);
  });
  end(async () => {
    await opened.close();
    removeFolders();
  });
}

let runs = 0;

export const newRun = (recordKind: RecordKind = "person", change: Partial<NewRun> = {}): NewRun => {
  runs += 1;
  return {
    id: `run-${runs}`,
    purpose: "search",
    title: "Engineers",
    recordKind,
    task: { kind: "peopleSearch", filters: {} },
    source: "file:///w/engineers.prospect.json",
    connection,
    limits: { records: 1000 },
    startedAt: now,
    ...change,
  };
};

export const beginRun = (store: Store, recordKind?: RecordKind, change?: Partial<NewRun>): Promise<StoredRun> =>
  store.runs.create(newRun(recordKind, change), lease);

export const replyOf = (
  kind: RecordKind,
  records: readonly unknown[],
  metadata: object = { credits: records.length, total: records.length },
): Uint8Array =>
  Buffer.from(JSON.stringify({ [listFields[kind]]: records, [kind === "contact" ? "cost" : "metadata"]: metadata }));

export interface PageOptions {
  readonly metadata?: object | undefined;
  readonly call?: number | undefined;
  readonly body?: Uint8Array | undefined;
}

/** A reply of the service, as a window stores it. */
export const replyTo = (run: string, body: Uint8Array, change: Partial<PageToStore> = {}): PageToStore => ({
  run,
  owner,
  request: { limit: 100 },
  status: 200,
  receivedAt: now,
  body,
  ...change,
});

export const addPage = (
  store: Store,
  run: StoredRun,
  records: readonly unknown[],
  { metadata, call, body }: PageOptions = {},
): Promise<StoredPage> =>
  store.records.storePage(replyTo(run.id, body ?? replyOf(run.recordKind, records, metadata), { call }));

/** Stores the reply to a row, which a call has paid for. */
export async function answerRow(
  store: Pick<Store, "calls" | "records">,
  run: string,
  row: number | undefined,
  body: Uint8Array,
  receivedAt = now,
): Promise<StoredPage> {
  const call = await openCall(store, { run, wanted: 1 });
  return store.records.storePage(replyTo(run, body, { call, row, receivedAt }));
}

/** Opens a call without an allowance, at 1 credit a record while no price is known. Resolves to its number. */
export async function openCall(
  { calls }: Pick<Store, "calls">,
  call: Partial<CallToOpen> & Pick<CallToOpen, "run" | "wanted">,
): Promise<number> {
  const opened = await calls.openCall({ owner, operation: "peopleSearch", at: now, ...call });
  return opened.kind === "open" ? opened.call : assert.fail(opened.kind);
}

/** Stores that a call was answered, as a page does. */
export const answerCall = (
  db: StoreDb,
  call: number,
  records: number,
  credits: number | undefined,
  estimate: Estimate = { counted: credits ?? 0, possibleCredits: 0 },
): void =>
  endCall(
    db,
    call,
    { state: "answered", settled_at: now, status: 200, records, credits, price: credits && credits / records },
    estimate,
  );

export const people = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, n) => ({ id: `p${n}`, full_name: `Person ${n}`, text: "x".repeat(3000) }));

/** A run with records, which has ended. */
export async function storeRun(store: TestStore, count: number): Promise<string> {
  const run = await beginRun(store);
  const call = await openCall(store, { run: run.id, wanted: count });
  await addPage(store, run, people(count), { call });
  await store.runs.stop(run.id, owner, { kind: "complete" }, now);
  return run.id;
}

/** All rows of a view. */
export async function rowsOf(
  store: Store,
  source: ViewSource,
  order: Partial<ViewOrder> = {},
): Promise<readonly ViewRow[]> {
  const { view, count } = await store.views.open(source, { columns: ["name"], now, ...order });
  const rows = await store.views.rows(view, 0, count);
  assert.equal(rows.length, count);
  await store.views.close(view);
  return rows;
}

/** The JSON of the records of a run. */
export async function jsonOfRun(store: Store, run: string): Promise<readonly (string | undefined)[]> {
  const { view } = await store.views.open({ kind: "run", run }, { columns: [], now });
  const json = await store.records.jsonOf(await store.views.keysAt(view));
  await store.views.close(view);
  return json;
}

/** The records of a run as they are kept, parsed. */
export const keptRecords = async (store: Store, run: string): Promise<readonly unknown[]> =>
  (await jsonOfRun(store, run)).map((text) => JSON.parse(text ?? "null") as unknown);

/** A batch of lookups, without questions yet. */
export const newBatch = (
  recordKind: RecordKind,
  batch: Partial<Omit<BatchToStore, "run">> = {},
  run: Partial<NewRun> = {},
): BatchToStore => ({
  run: newRun(recordKind, { purpose: "batch", ...run }),
  source: "file:///w/table.csv",
  mapping: {},
  columns: [],
  ...batch,
});
