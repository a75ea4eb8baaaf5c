// A window or a command as a process of its own, with the store in its worker thread: it makes random steps, and says
// each that was acknowledged.
import { readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { writeKept } from "../../src/store/keptPages";
import type { Asynchronous } from "../../src/store/protocol";
import { codeOf } from "../../src/store/storeError";
import { openStore } from "../unit/store/inProcess";
import { newRun, replyOf, replyTo, openCall, type TestStore } from "../unit/store/rig";
import { pageRecords, seeded, type TortureJob, type TortureLine } from "./storeTorturePlan";
import type { content } from "./storeTortureWorker";

const { file, out, name, seed, until, steps } = JSON.parse(process.argv[2] ?? "{}") as TortureJob;
const random = seeded(seed);
const below = (most: number): number => Math.floor(random() * most);
const say = (line: TortureLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const worker = pathToFileURL(path.resolve("dist/test/nightly/storeTortureWorker.js"));
const opened = openStore<TestStore & Asynchronous<{ content: typeof content }>>(worker, { file });
const { store, close } = await opened.catch((error: unknown) => {
  say({ kind: "error", what: "open", code: codeOf(error), message: String(error) });
  process.exit(0);
});
const leaseMs = 4_000;
const folders = [path.dirname(file)];
let made = 0;

async function begin(): Promise<{ readonly run: string; readonly before: string }> {
  made += 1;
  const run = `${name}-${made}`;
  const before = await store.content.id();
  const now = Date.now();
  await store.runs.create(newRun("person", { id: run, startedAt: now }), { owner: name, now, ms: leaseMs });
  return { run, before };
}

const reserve = (run: string): Promise<number> =>
  openCall(store, { run, owner: name, at: Date.now(), wanted: pageRecords });

function bodyOf(run: string, page: number): Uint8Array {
  const text = "x".repeat(500);
  const records = Array.from({ length: pageRecords }, (_, n) => ({ id: `${run}-${page}-${n}`, full_name: run, text }));
  return replyOf("person", records, { credits: pageRecords, total: 10 * pageRecords });
}

async function run(): Promise<void> {
  const { run, before } = await begin();
  const pages = 1 + below(3);
  for (let page = 0; page < pages; page += 1) {
    await store.runs.renew(run, { owner: name, now: Date.now(), ms: leaseMs });
    const call = await reserve(run);
    await store.records.storePage(replyTo(run, bodyOf(run, page), { owner: name, call, receivedAt: Date.now() }));
    say({ kind: "paid", call });
  }
  if (await store.runs.stop(run, name, { kind: "complete" }, Date.now())) {
    say({ kind: "run", run, before, after: await store.content.id(), records: pages * pageRecords });
  }
}

/** A page that the database refuses, in a process that ends. */
async function keep(): Promise<void> {
  const { run, before } = await begin();
  const call = await reserve(run);
  const [body, receivedAt] = [bodyOf(run, 0), Date.now()];
  const page = { run, owner: name, call, request: { limit: pageRecords }, status: 200, receivedAt, body };
  writeKept(folders, page);
  say({ kind: "kept", run, before, after: await store.content.id() });
}

async function read(): Promise<void> {
  const runs = await store.runs.list({ now: Date.now() });
  const one = runs[below(runs.length)];
  if (one !== undefined) {
    const { view, count } = await store.views.open(
      { kind: "run", run: one.id },
      { columns: ["name"], now: Date.now() },
    );
    await store.views.rows(view, 0, count);
    await store.views.close(view);
  }
}

/** Tries until nobody has a run in progress. */
async function whenIdle(work: () => Promise<unknown>): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      await work();
      return true;
    } catch (error) {
      if (codeOf(error) !== "IN_USE") {
        throw error;
      }
      await sleep(10 + below(30));
    }
  }
  return false;
}

async function restore(): Promise<void> {
  const all = readdirSync(out).filter((one) => one.endsWith(".db"));
  const from = all[below(all.length)];
  if (from === undefined) {
    return;
  }
  const { copy } = await store.backups.prepareRestore(path.join(out, from));
  try {
    say({ kind: "restoring", copy: from });
    if (await whenIdle(() => store.backups.restore({ copy, now: Date.now() }))) {
      say({ kind: "done", what: "restore" });
    }
  } finally {
    await store.backups.discardRestore(copy);
  }
}

async function purge(): Promise<void> {
  say({ kind: "purging" });
  if (await whenIdle(() => store.retention.purgeEverything({ now: Date.now() }))) {
    say({ kind: "done", what: "purge" });
  }
}

async function backUp(): Promise<void> {
  made += 1;
  await store.backups.write({ file: path.join(out, `${name}-${made}.db`), replace: false });
  say({ kind: "done", what: "backup" });
}

async function copyWeekly(): Promise<void> {
  // A week or more later each time.
  if (await store.backups.copyWeekly(Date.now() + below(20) * 604_800_000)) {
    say({ kind: "done", what: "copy" });
  }
}

async function attempt(what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    say({ kind: "error", what, code: codeOf(error), message: String(error) });
  }
}

const all = { run, keep, read, restore, purge, backUp, copyWeekly };
const often: readonly (keyof typeof all)[] = [
  ...Array.from({ length: 12 }, () => "run" as const),
  ...(["read", "read", "read", "backUp", "backUp", "restore", "restore", "copyWeekly", "purge", "keep"] as const),
];

await attempt("saveKept", () => store.keptPages.saveAll(folders, Date.now()));
for (let step = 0; step < steps && Date.now() < until; step += 1) {
  const what = often[below(often.length)] ?? "run";
  await attempt(what, all[what]);
  await sleep(below(steps > 10 ? 250 : 20));
}
await close();
