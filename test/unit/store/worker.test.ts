// The store through its worker thread: the same answers, errors as errors, and windows while an export runs.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { getEventListeners } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { builtInProfiles } from "../../../src/export/columnProfile";
import type { ExportFormat } from "../../../src/export/formats";
import { StoreError } from "../../../src/store/storeError";
import { csvPresets } from "../../../src/tables/writer";
import { openStore, type OpenedStore } from "./inProcess";
import { addPage, beginRun, newFolder, now, owner, removeFolders, type TestStore } from "./rig";

const worker = pathToFileURL(path.resolve("dist/storeWorker.js"));
const [main] = builtInProfiles("person");
const csv: ExportFormat = { kind: "csv", profile: main ?? assert.fail("no profile"), options: csvPresets.Plain };
const people = (from: number, count: number): readonly object[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `p${from + n}`,
    full_name: `Person ${from + n}`,
    text: "x".repeat(500),
  }));

describe("the store's worker", function () {
  let opened: OpenedStore<TestStore>;
  let store: TestStore;
  let folder: string;
  beforeEach(async () => {
    folder = newFolder();
    opened = await openStore<TestStore>(worker, { file: path.join(folder, "store", "desk.db") });
    store = opened.store;
  });
  afterEach(async () => {
    await opened.close();
    removeFolders();
  });

  it("rejects with errors that say what happened, and with CLOSED when it has ended", async () => {
    await assert.rejects(
      store.views.rows(99, 0, 1),
      (error) =>
        error instanceof StoreError && error.code === "VIEW_CLOSED" && error.message.includes("Open them again"),
    );
    await assert.rejects(
      store.views.open({ kind: "run", run: "none" }, { columns: [], now }),
      (error) => error instanceof StoreError && error.code === "NOT_FOUND" && error.message.includes("deleted"),
    );
    const missing = { run: "none", owner, request: {}, status: 200, receivedAt: now, body: new Uint8Array() };
    await assert.rejects(
      store.records.storePage(missing),
      (error) => error instanceof StoreError && error.code === "NOT_FOUND",
    );
    await opened.close();
    await assert.rejects(store.runs.list({ now }), (error) => error instanceof StoreError && error.code === "CLOSED");
    assert.deepEqual(readdirSync(path.join(folder, "store")), ["desk.db"], "nothing is open any more");
  });

  it("is not available where Node has no SQLite", async () => {
    const without = path.join(folder, "without.mjs");
    writeFileSync(without, 'import "node:sqlite-that-is-missing";');
    await assert.rejects(
      openStore(pathToFileURL(without), { file: path.join(folder, "x.db") }),
      (error) => error instanceof StoreError && error.code === "NOT_AVAILABLE" && error.message.includes("SQLite"),
    );
  });

  it("exports a view to a file, with progress, and answers windows meanwhile", async () => {
    const run = await beginRun(store);
    for (let page = 0; page < 30; page += 1) {
      await addPage(store, run, people(page * 100, 100));
    }
    const { view } = await store.views.open(
      { kind: "run", run: run.id },
      { columns: ["name"], sort: { column: "name", descending: true }, now },
    );
    const file = path.join(folder, "people.csv");
    const progress: number[] = [];
    const order: string[] = [];
    const exporting = store.exports
      .toFile({ view, format: csv, file, replace: false }, { onProgress: (done) => progress.push(done) })
      .then((result) => (order.push("export"), result));
    await store.views.rows(view, 0, 50).then(() => order.push("window"));
    const result = await exporting;
    assert.deepEqual([result.records, result.file, progress.at(-1)], [3000, file, 3000]);
    assert.deepEqual(order, ["window", "export"]);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    assert.deepEqual(
      [lines.length, lines[0]?.startsWith("Name,"), lines[1]?.startsWith("Person 2999,")],
      [3001, true, true],
    );
    const again = await store.exports.toFile({ view, format: { kind: "ndjson" }, file, replace: false });
    assert.equal(again.file, path.join(folder, "people (2).csv"));
    assert.deepEqual(
      readFileSync(again.file, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => (JSON.parse(line) as { id: string }).id)[0],
      "p2999",
    );
    const bytes = await store.exports.toBytes({ view, format: { kind: "json" } });
    assert.equal((JSON.parse(Buffer.from(bytes).toString()) as unknown[]).length, 3000);
  });

  it("waits for no cancellation any more once a call has ended, however it ended", async () => {
    const run = await beginRun(store);
    const { signal } = new AbortController();
    for (const id of [run.id, "none"]) {
      const opening = store.views.open({ kind: "run", run: id }, { columns: [], now }, { signal });
      assert.equal(getEventListeners(signal, "abort").length, 1);
      await opening.catch((error: unknown) => assert.ok(error instanceof StoreError && error.code === "NOT_FOUND"));
      assert.equal(getEventListeners(signal, "abort").length, 0);
    }
  });

  it("shows nobody that SQLite is experimental", async () => {
    const client = path.join(folder, "client.mjs");
    await build({
      entryPoints: ["src/store/client.ts"],
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: client,
      logLevel: "error",
    });
    const script = path.join(folder, "host.mjs");
    writeFileSync(
      script,
      `import { StoreClient } from ${JSON.stringify(pathToFileURL(client).href)};
       const file = ${JSON.stringify(path.join(folder, "w.db"))};
       const client = new StoreClient(new URL(${JSON.stringify(worker.href)}), { file });
       process.emitWarning("another part's", "ExperimentalWarning");
       console.log(JSON.stringify(await client.store.runs.list({ now: 0 })));
       await client.close();`,
    );
    const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "pipe"] });
    let [said, complained] = ["", ""];
    child.stdout.on("data", (data: Buffer) => (said += data.toString()));
    child.stderr.on("data", (data: Buffer) => (complained += data.toString()));
    await new Promise((resolve) => child.once("close", resolve));
    assert.equal(said.trim(), "[]");
    assert.ok(!complained.includes("SQLite") && complained.includes("another part's"), complained);
  });
});
