import assert from "node:assert/strict";
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { realDisk } from "../../../src/runs/disk";
import { openLedger, type Ledger } from "../../../src/runs/ledger";
import { purgedRuns, spendBySearch } from "../../../src/runs/ledgerBySearch";
import type { LedgerEntry } from "../../../src/runs/ledgerEntries";
import type { RunSummary } from "../../../src/runs/run";
import { removeFolder, temporaryFolder } from "./runRig";

const noon = Date.UTC(2026, 10, 20, 12);
const day = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

describe("the ledger", () => {
  let folder: string;
  const opened: Ledger[] = [];
  const open = (): Ledger => {
    const ledger = openLedger({ folder: path.join(folder, "ledger"), disk: realDisk, dayOf });
    opened.push(ledger);
    return ledger;
  };
  type Sent = Extract<LedgerEntry, { kind: "sent" }>;
  const sent = (call: string, at: number, change: Partial<Sent> = {}): Sent => ({ kind: "sent", at, call, run: "r1", connection: "c1", operation: "peopleSearch", records: 100, reserved: 25, unasked: true, ...change });
  const paid = async (ledger: Ledger, call: string, at: number, credits: number | undefined, records: number, change: Partial<Sent> = {}): Promise<void> => {
    await ledger.append(sent(call, at, change));
    await ledger.append({ kind: "answered", at: at + 500, call, records, credits, counted: credits ?? 40 });
  };
  const price = (ledger: Ledger, operation: Sent["operation"], connection = "c1"): Promise<number | undefined> => ledger.highestPrice({ connection, operation, since: noon - 10 * day });

  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((ledger) => ledger.close()));
    removeFolder(folder);
  });

  it("is empty and touches no disk before the first line", async () => {
    const ledger = open();
    assert.deepEqual(await ledger.spend({ since: 0, by: "day" }), []);
    assert.equal(await price(ledger, "peopleSearch"), undefined);
    assert.equal(await ledger.spentUnasked(), 0);
    assert.deepEqual(readdirSync(folder), []);
  });

  it("adds up per day, per run and per connection", async () => {
    const ledger = open();
    await paid(ledger, "a", noon - day, 25, 100);
    await paid(ledger, "b", noon, 10.1, 40, { run: "r2" });
    await paid(ledger, "c", noon + 1, 0.2, 1, { run: "r2", connection: "c2" });
    const rows = async (by: "day" | "run" | "connection"): Promise<unknown[]> => (await ledger.spend({ since: 0, by })).map(({ key, credits, records, calls }) => [key, credits, records, calls]);
    assert.deepEqual(await rows("day"), [["2026-11-19", 25, 100, 1], ["2026-11-20", 10.3, 41, 2]]);
    assert.deepEqual(await rows("run"), [["r1", 25, 100, 1], ["r2", 10.3, 41, 2]]);
    assert.deepEqual(await rows("connection"), [["c1", 35.1, 140, 2], ["c2", 0.2, 1, 1]]);
    assert.deepEqual((await ledger.spend({ since: noon, until: noon + 1, by: "run" })).map(({ credits }) => credits), [10.1]);
  });

  it("has one file a day, readable by the user alone, and joins a call over midnight", async () => {
    const ledger = open();
    const late = Date.UTC(2026, 10, 20, 23, 59, 59, 900);
    await paid(ledger, "a", late, 5, 20);
    const files = readdirSync(path.join(folder, "ledger")).sort();
    assert.deepEqual(files, ["2026-11-20.ndjson", "2026-11-21.ndjson"]);
    assert.equal(statSync(path.join(folder, "ledger", files[0] ?? "")).mode & 0o777, 0o600);
    assert.deepEqual((await ledger.spend({ since: late, until: late + 1, by: "day" })).map(({ key, credits }) => [key, credits]), [["2026-11-20", 5]]);
  });

  it("tells what was certainly free from what may have been charged", async () => {
    const ledger = open();
    await ledger.append(sent("refused", noon), { kind: "failed", at: noon, call: "refused", charged: "no", counted: 0 });
    await ledger.append(sent("lost", noon), { kind: "failed", at: noon, call: "lost", charged: "maybe", counted: 25 });
    await ledger.append(sent("killed", noon, { records: 7 }));
    await paid(ledger, "silent", noon, undefined, 3);
    assert.deepEqual((await ledger.possiblyCharged()).map(({ call, asked }) => [call, asked]), [["lost", 100], ["killed", 7]]);
    assert.deepEqual(await ledger.spend({ since: 0, by: "run" }), [{ key: "r1", credits: 0, records: 3, calls: 1, possiblyCharged: 110 }]);
  });

  it("tells the highest price above 0 of an operation since a moment, also of a call over midnight", async () => {
    const ledger = open();
    await paid(ledger, "old", noon - 20 * day, 900, 100);
    await paid(ledger, "a", noon - 3 * day, 50, 100);
    await paid(ledger, "b", noon - day, 25, 100);
    await paid(ledger, "c", noon, 1, 0, { operation: "companyLookup" });
    await paid(ledger, "d", noon, 0, 100);
    assert.deepEqual([await price(ledger, "peopleSearch"), await price(ledger, "companyLookup"), await price(ledger, "companySearch"), await price(ledger, "peopleSearch", "c2")], [0.5, 1, undefined, undefined]);
    await paid(ledger, "late", Date.UTC(2026, 10, 20, 23, 59, 59, 900), 70, 100);
    assert.equal(await price(ledger, "peopleSearch"), 0.7);
  });

  it("sums up what was spent without a question since the last agreement, by all windows", async () => {
    const [one, other] = [open(), open()];
    await paid(one, "a", noon - day, 5, 20);
    await paid(other, "b", noon, 2, 8);
    await paid(other, "agreed before", noon, 50, 200, { unasked: false });
    await one.append(sent("under way", noon, { reserved: 4 }));
    await one.append(sent("lost", noon), { kind: "failed", at: noon, call: "lost", charged: "maybe", counted: 25 });
    await one.append(sent("refused", noon), { kind: "failed", at: noon, call: "refused", charged: "no", counted: 0 });
    await paid(one, "silent", noon, undefined, 3);
    assert.equal(await other.spentUnasked(), 5 + 2 + 4 + 25 + 40);
    await other.append({ kind: "agreed", at: noon + 1, call: "agreement", credits: 100 });
    assert.equal(await one.spentUnasked(), 0);
    await paid(one, "c", noon + 2, 1, 4);
    assert.equal(await other.spentUnasked(), 1);
  });

  it("sees what another window wrote, and loses nothing to a line cut off", async () => {
    const one = open();
    const other = open();
    await paid(one, "a", noon, 1, 4);
    assert.equal((await other.spend({ since: 0, by: "run" }))[0]?.credits, 1);
    appendFileSync(path.join(folder, "ledger", "2026-11-20.ndjson"), '\n{"kind":"sent","at":17');
    await paid(other, "b", noon, 2, 8);
    assert.equal((await one.spend({ since: 0, by: "run" }))[0]?.credits, 3);
  });

  it("goes on in a new file when its file was removed", async () => {
    const ledger = open();
    await paid(ledger, "a", noon, 1, 4);
    rmSync(path.join(folder, "ledger"), { recursive: true });
    await paid(ledger, "b", noon, 2, 8);
    assert.equal((await ledger.spend({ since: 0, by: "run" }))[0]?.credits, 2);
  });

  it("tells that it changed", async () => {
    const ledger = open();
    let told = 0;
    const unsubscribe = ledger.onDidChange(() => (told += 1));
    await paid(ledger, "a", noon, 1, 4);
    unsubscribe();
    await paid(ledger, "b", noon, 1, 4);
    assert.equal(told, 2);
  });

  it("holds no title: spend per search comes from the journals, and what was purged has no name", async () => {
    const ledger = open();
    await paid(ledger, "a", noon, 1, 4, { run: "r1" });
    await paid(ledger, "b", noon, 2, 8, { run: "r2" });
    await paid(ledger, "c", noon, 9, 8, { run: "gone" });
    const summary = (id: string): RunSummary => ({ header: { id, title: "Acme people" } }) as RunSummary;
    const rows = spendBySearch(await ledger.spend({ since: 0, by: "run" }), [summary("r1"), summary("r2")]);
    assert.deepEqual(rows.map(({ key, credits }) => [key, credits]), [[purgedRuns(), 9], ["Acme people", 3]]);
    assert.doesNotMatch(readFileSync(path.join(folder, "ledger", "2026-11-20.ndjson"), "utf8"), /Acme/);
  });
});
