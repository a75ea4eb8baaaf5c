// A batch of look-ups: every question asked once, whatever happens in between, and a file that keeps every byte.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { guarded } from "../../../src/export/formulaGuard";
import { guessMapping, guessTableKind, questionOfRow, type ColumnMapping } from "../../../src/lookups/batchMapping";
import { writeBatchResult, type ResultColumns } from "../../../src/lookups/batchResult";
import { openBatchJournal, withBatchResults } from "../../../src/lookups/batchJournal";
import { countBatch, runBatch, type BatchEnd } from "../../../src/lookups/batchRun";
import { openBatches, type BatchOrder, type Batches } from "../../../src/lookups/batches";
import type { BatchAnswer, BatchState } from "../../../src/lookups/batchState";
import { openCsvTable, type CsvTable, type TableRow } from "../../../src/lookups/csvTable";
import type { ByteSource } from "../../../src/lookups/csvRows";
import { lookUpOnce } from "../../../src/lookups/lookUpOnce";
import { Budgets } from "../../../src/runs/budget";
import { realDisk } from "../../../src/runs/disk";
import { openLedger } from "../../../src/runs/ledger";
import { realProcesses } from "../../../src/runs/processTable";
import { openRunStore } from "../../../src/runs/runStore";
import type { ServiceClient } from "../../../src/service/serviceClient";
import { createSystemClock } from "../../../src/service/systemClock";
import { answeringClient } from "./answeringClient";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const connection = { id: "c1", label: "Test", origin: "https://api.service.example", workspaceId: "w1" };
const clock = createSystemClock();
const bytesSource = (bytes: Uint8Array): ByteSource =>
  async function* () {
    yield bytes;
  };
const fixture = async (name: string): Promise<{ readonly bytes: Buffer; readonly table: CsvTable }> => {
  const bytes = await fs.readFile(path.resolve("test/fixtures/csv", name));
  return { bytes, table: await openCsvTable(bytesSource(bytes)) };
};
const tableOf = (text: string): Promise<CsvTable> => openCsvTable(bytesSource(Buffer.from(text)));

async function resultOf(table: CsvTable, mapping: ColumnMapping, state: BatchState, columns: ResultColumns): Promise<{ readonly bytes: Buffer; readonly counts: Awaited<ReturnType<typeof writeBatchResult>> }> {
  const pieces: Buffer[] = [];
  const counts = await writeBatchResult({ table, mapping, state, columns, write: async (bytes) => void pieces.push(Buffer.from(bytes)) });
  return { bytes: Buffer.concat(pieces), counts };
}

const expectedDomains = ["northwind.example", "contoso.example", "tokyo-data.example", "fabrikam.example"];

async function allRows(table: CsvTable): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  for await (const part of table.rows()) {
    rows.push(...part);
  }
  return rows;
}

/** Answers held in memory, for tests that need no disk. */
function memoryState(answers: Readonly<Record<string, BatchAnswer>> = {}): BatchState {
  const held = new Map(Object.entries(answers));
  return {
    answer: (key) => held.get(key),
    get answered() {
      return held.size;
    },
    entries: () => held.entries(),
    append: async (key, answer) => void held.set(key, answer),
    close: async () => undefined,
  };
}

describe("a batch of look-ups", function () {
  // Every answer is put on the medium: the time that takes depends on the machine alone.
  this.timeout(60_000);
  let folder: string;
  let batches: Batches;
  const locks = { disk: realDisk, clock, random: (bytes: number) => randomBytes(bytes), processes: realProcesses() };
  const reopen = (): Batches => openBatches({ folder: path.join(folder, "batches"), files: fs, locks });

  beforeEach(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), "batch-"));
    batches = reopen();
  });
  afterEach(() => fs.rm(folder, { recursive: true, force: true }));

  const order = (mapping: ColumnMapping): Promise<BatchOrder> =>
    batches.create({ title: "table.csv", source: "file:///table.csv", mapping, columns: ["name"], connection, questions: 0 });

  async function run(batch: BatchOrder, table: CsvTable, client: ServiceClient, options: { readonly signal?: AbortSignal; readonly paidBefore?: (key: string) => BatchAnswer | undefined } = {}): Promise<BatchEnd> {
    const taken = await batches.take(batch);
    const ledger = openLedger({ folder: path.join(folder, "ledger"), disk: realDisk });
    const budget = new Budgets({ ledger, clock, confirmAbove: () => 0, exclusively: (work) => work() }).unlimited();
    const parts = { store: batches.runsOf(batch.id), budget, client, clock };
    try {
      return await runBatch(
        {
          table,
          mapping: batch.mapping,
          state: taken.state,
          batchId: batch.id,
          paidBefore: options.paidBefore ?? (() => undefined),
          ask: (identifiers, words, signal) => lookUpOnce(parts, { kind: batch.mapping.kind, identifiers, words, connection }, signal, () => undefined),
          onProgress: () => undefined,
        },
        options.signal ?? new AbortController().signal,
      );
    } finally {
      await taken.release();
      await ledger.close();
    }
  }

  async function write(batch: BatchOrder, table: CsvTable): Promise<Awaited<ReturnType<typeof resultOf>>> {
    const taken = await batches.take(batch);
    const cells = async (answer: Extract<BatchAnswer, { readonly run: string }>): Promise<readonly string[]> => {
      const journal = await batches.runsOf(answer.kept).open(answer.run);
      const [record] = await journal.read(0, 1);
      await journal.close();
      return [guarded((JSON.parse(Buffer.from(record ?? []).toString()) as { readonly name: string }).name)];
    };
    try {
      return await resultOf(table, batch.mapping, taken.state, { headers: ["Name"], cells });
    } finally {
      await taken.release();
    }
  }

  it("asks each question once and appends columns to the untouched bytes", async () => {
    const { bytes, table } = await fixture("excel-utf8-semicolons.csv");
    const mapping = guessMapping("company", table.header, table.sample);
    assert.deepEqual(mapping.columns, { domain: 1 });
    const { client, asked } = answeringClient(({ domain }) => (domain === "unlu.example" ? { id: "1", name: '=Ünlü; "A.Ş."' } : undefined));
    const batch = await order(mapping);
    assert.deepEqual(await countBatch(table, mapping, () => false), { rows: 5, toAsk: 2, answered: 0, duplicates: 1, skipped: 2 });
    assert.deepEqual(await run(batch, table, client), { kind: "complete" });
    assert.deepEqual(asked, [{ domain: "mueller-soehne.example" }, { domain: "unlu.example" }]);
    const result = await write(batch, table);
    const expected = bytes
      .toString("utf8")
      .replace("Umsatz\r\n", "Umsatz;Name;Look-up status\r\n")
      .replace("1.234,50\r\n", "1.234,50;;no match\r\n")
      .replace("99\r\n", `99;"'=Ünlü; ""A.Ş.""";found\r\n`)
      .replace(";;;\r\n", ";;;;;skipped: There is no identifier in this row.\r\n")
      .replace(";0\r\n", ";0;;skipped: There is no identifier in this row.\r\n")
      .replace(";x;1\r\n", `;x;1;"'=Ünlü; ""A.Ş.""";found\r\n`);
    assert.equal(result.bytes.toString("utf8"), expected);
    assert.deepEqual(result.counts, { rows: 5, found: 2, noMatch: 1, skipped: 2, failed: 0, notAsked: 0, lostLetters: 0 });
  });

  for (const name of ["libreoffice-saved-utf8-semicolons.csv", "libreoffice-saved-utf16-tabs.csv", "libreoffice-saved-utf8-quoted.csv"]) {
    it(`looks up ${name} and keeps every byte of it`, async () => {
      const { bytes, table } = await fixture(name);
      const mapping = guessMapping("company", table.header, table.sample);
      assert.deepEqual(mapping.columns, { domain: 1 });
      const { client, asked } = answeringClient(({ domain }) => (domain === "contoso.example" ? undefined : { id: "1", name: `会社 "${String(domain)}"` }));
      const batch = await order(mapping);
      assert.deepEqual(await run(batch, table, client), { kind: "complete" });
      assert.deepEqual(asked.map(({ domain }) => domain), expectedDomains);
      const result = await write(batch, table);
      assert.equal(result.counts.found + result.counts.noMatch + result.counts.skipped, 4);
      const again = await openCsvTable(bytesSource(result.bytes));
      const [before, after] = [await allRows(table), await allRows(again)];
      assert.deepEqual(after[0]?.cells.slice(-3), ["Phone", "Name", "Look-up status"]);
      assert.deepEqual(after[1]?.cells.slice(-3), ["+49 30 123456", '会社 "northwind.example"', "found"]);
      assert.deepEqual(after[2]?.cells.slice(-2), ["", "no match"]);
      assert.equal(after.length, before.length);
      for (const [nth, row] of before.entries()) {
        const then = after[nth];
        assert.deepEqual(then?.bytes.slice(0, row.bytes.length), row.bytes);
        assert.deepEqual(then.lineEnd, row.lineEnd);
      }
      assert.ok(result.bytes.subarray(0, table.dialect.mark.length).equals(bytes.subarray(0, table.dialect.mark.length)));
    });
  }

  it("writes UTF-16 back as UTF-16", async () => {
    const { bytes, table } = await fixture("excel-utf16le-tabs.csv");
    const mapping = guessMapping(guessTableKind(table.header, table.sample), table.header, table.sample);
    assert.deepEqual(mapping, { kind: "person", columns: { name: 0, companyDomain: 1 } });
    const { client, asked } = answeringClient(() => ({ id: "p", name: "Ж" }));
    const batch = await order(mapping);
    await run(batch, table, client);
    assert.deepEqual(asked[1], { person_name: "山田太郎", company_domain: "xn--bcher-kva.example" });
    const text = (await write(batch, table)).bytes.toString("utf16le");
    assert.ok(text.startsWith("\ufeffName\tCompany domain\tRemark\tName (looked up)\tLook-up status\r\n"));
    assert.ok(text.includes('"two\r\nlines"\tЖ\tfound\r\n'));
    assert.equal(text.replaceAll("\tЖ\tfound", "").replace("\tName (looked up)\tLook-up status", ""), bytes.toString("utf16le"));
  });

  it("goes on after a cancel, in another window, without paying twice", async () => {
    const table = await tableOf(`Domain\n${Array.from({ length: 9 }, (_, nth) => `c${nth}.example`).join("\n")}\n`);
    const mapping: ColumnMapping = { kind: "company", columns: { domain: 0 } };
    const stop = new AbortController();
    const first = answeringClient((_, nth) => {
      if (nth === 4) {
        stop.abort();
      }
      return { id: String(nth), name: `N${nth}` };
    });
    const batch = await order(mapping);
    assert.deepEqual(await run(batch, table, first.client, { signal: stop.signal }), { kind: "cancelled" });
    assert.equal(first.asked.length, 4);
    batches = reopen();
    const [found] = await batches.list();
    assert.deepEqual(found, batch);
    const second = answeringClient(() => ({ id: "x", name: "second" }));
    assert.deepEqual(await run(batch, table, second.client), { kind: "complete" });
    assert.deepEqual(second.asked.map(({ domain }) => domain), ["c4.example", "c5.example", "c6.example", "c7.example", "c8.example"]);
    assert.equal((await write(batch, table)).counts.found, 9);
  });

  it("finds an answer whose line was lost when the window was killed", async () => {
    const table = await tableOf("Domain\na.example\nb.example\n");
    const mapping: ColumnMapping = { kind: "company", columns: { domain: 0 } };
    const batch = await order(mapping);
    await run(batch, table, answeringClient(() => ({ id: "1", name: "A" })).client);
    const answers = path.join(folder, "batches", batch.id, "answers.ndjson");
    const text = await fs.readFile(answers, "utf8");
    // The first line is whole; of the second only the beginning came to the disk.
    await fs.writeFile(answers, text.slice(0, text.indexOf("\n") + 20));
    batches = reopen();
    const again = answeringClient(() => ({ id: "2", name: "B" }));
    assert.deepEqual(await run(batch, table, again.client), { kind: "complete" });
    assert.equal(again.asked.length, 0);
    assert.equal((await write(batch, table)).counts.found, 2);
  });

  it("stops when the reply is lost or the key rejected, and asks that question again on resume", async () => {
    const table = await tableOf("Domain\na.example\nb.example\nc.example\n");
    const batch = await order({ kind: "company", columns: { domain: 0 } });
    const lost = { fail: { code: "network", message: "Lost.", creditsSpent: "maybe", sent: true, certificate: false } } as const;
    const end = await run(batch, table, answeringClient((_, nth) => (nth === 2 ? lost : { id: "1", name: "A" })).client);
    assert.equal(end.kind === "stopped" ? end.summary.stop?.kind : end.kind, "ambiguous");
    const rejected = { fail: { code: "unauthorised", message: "No.", creditsSpent: "no", reason: "unknownKey", serviceMessage: "" } } as const;
    const next = await run(batch, table, answeringClient(() => rejected).client);
    assert.equal(next.kind === "stopped" ? next.summary.stop?.kind : next.kind, "keyRejected");
    const { client, asked } = answeringClient(() => undefined);
    await run(batch, table, client);
    assert.deepEqual(asked.map(({ domain }) => domain), ["b.example", "c.example"]);
  });

  it("marks a refused row as failed and goes on, but not through ten in a row", async () => {
    const table = await tableOf(`Domain\n${Array.from({ length: 30 }, (_, nth) => `c${nth}.example`).join("\n")}\n`);
    const batch = await order({ kind: "company", columns: { domain: 0 } });
    const refused = { fail: { code: "badRequest", message: "The service did not accept the request.", creditsSpent: "no", serviceCode: "", serviceMessage: "" } } as const;
    const { client, asked } = answeringClient((_, nth) => (nth === 2 || nth > 5 ? refused : undefined));
    const end = await run(batch, table, client);
    assert.equal(end.kind, "stopped");
    assert.equal(asked.length, 15);
    const { bytes, counts } = await write(batch, table);
    assert.match(bytes.toString(), /c1\.example,,failed: The service did not accept the request\.\n/);
    assert.match(bytes.toString(), /c29\.example,,not asked yet\n/);
    assert.equal(counts.failed, 10);
  });

  it("opens as one list of records, in the order asked, and takes in what is answered meanwhile", async () => {
    const table = await tableOf("Domain\na.example\nb.example\nc.example\nd.example\n");
    const mapping: ColumnMapping = { kind: "company", columns: { domain: 0 } };
    const stop = new AbortController();
    const { client } = answeringClient(({ domain }, nth) => {
      if (nth === 2) {
        stop.abort();
      }
      return domain === "b.example" ? undefined : { id: String(domain), name: String(domain) };
    });
    const single = openRunStore({ folder: path.join(folder, "runs"), ...locks });
    const batch = await order(mapping);
    await run(batch, table, client, { signal: stop.signal });
    const journal = await openBatchJournal(batches, single, batch.id);
    const names = async (): Promise<readonly unknown[]> => (await journal.read(0, 100)).map((bytes) => (JSON.parse(Buffer.from(bytes).toString()) as { readonly name: unknown }).name);
    assert.deepEqual(await names(), ["a.example"]);
    assert.equal(journal.summary().stop, undefined);
    await run(batch, table, client);
    assert.equal(await journal.refresh(), true);
    assert.deepEqual(await names(), ["a.example", "c.example", "d.example"]);
    assert.deepEqual([journal.recordKind, journal.summary().records], ["company", 3]);
    assert.equal(await journal.refresh(), false);
    const shown = withBatchResults(single, batches);
    assert.equal((await shown.summary(batch.id))?.records, 3);
    assert.equal((await shown.open(batch.id)).count, 3);
    assert.equal(await shown.summary("20261120T120409123-0123456789ab"), undefined);
    await batches.runsOf(batch.id).purge();
    assert.equal(Buffer.from((await journal.readMany([1]))[0] ?? []).toString(), "{}");
    assert.deepEqual(journal.damage().map(({ rows }) => rows), [[1]]);
    await batches.delete(batch.id);
    await assert.rejects(openBatchJournal(batches, single, batch.id), /no longer there/);
  });

  it("keeps the table of lines that are in no file, to go on with them later", async () => {
    const input = Buffer.from('"Selected"\n"a.example"\n');
    const batch = await batches.create({ title: "1 line", source: "", mapping: { kind: "company", columns: { domain: 0 } }, columns: [], connection, questions: 1 }, input);
    batches = reopen();
    assert.deepEqual(Buffer.from((await batches.input(batch.id)) ?? []), input);
    assert.deepEqual(await batches.get(batch.id), batch);
    assert.equal((await batches.answers(batch.id)).size, 0);
    const other = await order({ kind: "company", columns: { domain: 0 } });
    assert.equal(await batches.input(other.id), undefined);
    await batches.delete(batch.id);
    assert.equal(await batches.get(batch.id), undefined);
  });

  it("is run by one window at a time", async () => {
    const batch = await order({ kind: "company", columns: { domain: 0 } });
    const taken = await batches.take(batch);
    await assert.rejects(reopen().take(batch), /under way/);
    await taken.release();
    await (await reopen().take(batch)).release();
  });

  it("uses answers that other batches paid for, of the same service and kind only", async () => {
    const table = await tableOf("Domain\na.example\nb.example\n");
    const mapping: ColumnMapping = { kind: "company", columns: { domain: 0 } };
    await run(await order(mapping), table, answeringClient(() => ({ id: "1", name: "A" })).client);
    const paid = await batches.paidAnswers(connection.origin, "company");
    assert.equal(paid.size, 2);
    assert.equal((await batches.paidAnswers("https://other.example", "company")).size, 0);
    assert.equal((await batches.paidAnswers(connection.origin, "person")).size, 0);
    const next = await order(mapping);
    const { client, asked } = answeringClient(() => undefined);
    await run(next, table, client, { paidBefore: (key) => paid.get(key) });
    assert.equal(asked.length, 0);
    assert.equal((await write(next, table)).counts.found, 2);
  });

  it("leaves nothing behind when deleted", async () => {
    const table = await tableOf("Domain\na.example\n");
    const batch = await order({ kind: "company", columns: { domain: 0 } });
    await run(batch, table, answeringClient(() => ({ id: "1", name: "A" })).client);
    await batches.delete(batch.id);
    assert.deepEqual(await batches.list(), []);
    assert.deepEqual(await fs.readdir(path.join(folder, "batches")), []);
  });

  it("goes with a purge, also when its order cannot be read; by age, and not while it is under way", async () => {
    const place = path.join(folder, "batches");
    const [old, broken, running] = [await order({ kind: "company", columns: { domain: 0 } }), await order({ kind: "company", columns: { domain: 0 } }), await order({ kind: "company", columns: { domain: 0 } })];
    const table = await tableOf("Domain\na.example\n");
    await run(old, table, answeringClient(() => ({ id: "1", name: "A" })).client);
    await fs.writeFile(path.join(place, broken.id, "order.json"), "{");
    const taken = await batches.take(running);
    assert.deepEqual(await batches.purge({ olderThan: 1 }), { deleted: [], kept: [] });
    assert.deepEqual(new Set(await fs.readdir(place)), new Set([old.id, broken.id, running.id]));
    const { deleted, kept } = await batches.purge();
    assert.deepEqual([new Set(deleted), kept], [new Set([old.id, broken.id]), [running.id]]);
    await taken.release();
    assert.deepEqual((await batches.purge()).deleted, [running.id]);
    assert.deepEqual(await fs.readdir(place), []);
  });

  it("says of a record that was deleted since that it was found", async () => {
    const table = await tableOf("Domain\na.example\n");
    const mapping: ColumnMapping = { kind: "company", columns: { domain: 0 } };
    const batch = await order(mapping);
    await run(batch, table, answeringClient(() => ({ id: "1", name: "A" })).client);
    const taken = await batches.take(batch);
    const { bytes } = await resultOf(table, mapping, taken.state, { headers: ["Name"], cells: async () => undefined });
    await taken.release();
    assert.match(bytes.toString(), /a\.example,,"?found, but its record was deleted/);
  });

  it("pads short rows, keeps blank lines and the missing line end of the last row", async () => {
    const table = await tableOf("Domain,Owner\na.example\n\nb.example,Ada,more");
    const state = memoryState();
    const { bytes } = await resultOf(table, { kind: "company", columns: { domain: 0 } }, state, { headers: ["Name"], cells: async () => [""] });
    assert.equal(bytes.toString(), "Domain,Owner,,Name,Look-up status\na.example,,,,not asked yet\n\nb.example,Ada,more,,not asked yet");
  });

  it("reads, counts and writes 100,000 rows with flat memory", async () => {
    const rows = 100_000;
    const piece = Buffer.from(Array.from({ length: 1000 }, (_, nth) => `row ${nth};"a ""quoted"" remark\r\nover two lines";company-${nth}.example;${"x".repeat(120)}\r\n`).join(""));
    const source: ByteSource = async function* () {
      yield Buffer.from("Name;Remark;Domain;Filler\r\n");
      for (let nth = 0; nth < rows / 1000; nth += 1) {
        yield piece;
      }
    };
    const table = await openCsvTable(source);
    const mapping: ColumnMapping = { kind: "company", columns: { domain: 2 } };
    const before = heap();
    let [written, writes, most] = [0, 0, 0];
    const count = await countBatch(table, mapping, () => false);
    const counts = await writeBatchResult({
      table,
      mapping,
      state: memoryState(),
      columns: { headers: ["Name found"], cells: async () => [""] },
      write: async (bytes) => {
        written += bytes.length;
        writes += 1;
        most = writes % 10 === 0 ? Math.max(most, heap() - before) : most;
      },
    });
    assert.deepEqual(count, { rows, toAsk: 1000, answered: 0, duplicates: rows - 1000, skipped: 0 });
    assert.equal(counts.notAsked, rows);
    assert.equal(written, rows / 1000 * piece.length + rows * Buffer.byteLength(";;not asked yet") + Buffer.byteLength("Name;Remark;Domain;Filler;Name found;Look-up status\r\n"));
    assert.ok(written > 18_000_000, "the table is larger than what may be held");
    assert.ok(most < 12_000_000, `memory grew by ${most} bytes`);
  });

  it("counts 100,000 different questions with a few bytes for each", async () => {
    const rows = 100_000;
    let most = 0;
    const before = heap();
    const source: ByteSource = async function* () {
      yield Buffer.from("Domain\n");
      for (let nth = 0; nth < rows; nth += 1000) {
        most = nth % 10_000 === 0 ? Math.max(most, heap() - before) : most;
        yield Buffer.from(Array.from({ length: 1000 }, (_, more) => `company-${nth + more}.example\n`).join(""));
      }
      most = Math.max(most, heap() - before);
    };
    const table = await openCsvTable(source);
    const count = await countBatch(table, { kind: "company", columns: { domain: 0 } }, () => false);
    assert.deepEqual(count, { rows, toAsk: rows, answered: 0, duplicates: 0, skipped: 0 });
    assert.ok(most < 5_000_000, `memory grew by ${most} bytes`);
  });

  it("skips rows with a reason that a reader understands", () => {
    const skipped = (mapping: ColumnMapping, ...cells: string[]): string => {
      const question = questionOfRow(mapping, cells);
      return question.kind === "skipped" ? question.why : JSON.stringify(question.identifiers);
    };
    assert.match(skipped({ kind: "company", columns: { domain: 0 } }, "n/a"), /“n\/a” is no identifier\./);
    assert.match(skipped({ kind: "company", columns: { domain: 0 } }, ""), /no identifier in this row/);
    assert.match(skipped({ kind: "person", columns: { name: 0 } }, "Ada"), /first and last name/);
    assert.equal(skipped({ kind: "person", columns: { firstName: 0, lastName: 1, companyDomain: 2 } }, "Ada", "Lovelace", "ada@acme.example"), '{"person_name":"Ada Lovelace","company_domain":"acme.example"}');
    assert.equal(skipped({ kind: "company", columns: { domain: 0, networkUrl: 1 } }, "acme.example", "https://network.example/company/acme"), '{"domain":"acme.example","professional_network_url":"https://network.example/company/acme"}');
  });

  it("maps the columns of usual tables", () => {
    const guess = (header: readonly string[], ...row: string[]): unknown => {
      const kind = guessTableKind(header, [row]);
      return { kind, ...guessMapping(kind, header, [row]).columns };
    };
    assert.deepEqual(guess(["Account Name", "Website", "LinkedIn Company URL"], "Acme", "acme.example", "https://www.linkedin.com/company/acme"), { kind: "company", domain: 1, networkUrl: 2 });
    assert.deepEqual(guess(["first_name", "last_name", "company_domain"], "Ada", "Lovelace", "acme.example"), { kind: "person", firstName: 0, lastName: 1, companyDomain: 2 });
    assert.deepEqual(guess(["Vorname", "Nachname", "E-Mail"], "Ada", "Lovelace", "ada@acme.example"), { kind: "person", firstName: 0, lastName: 1, companyDomain: 2 });
    assert.deepEqual(guess(["x", "y"], "1", "https://network.example/in/ada"), { kind: "person", profileUrl: 1 });
  });
});

/** Bytes held, after everything that is no longer needed is gone. */
function heap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
}
