// Exports of journals as JSON and NDJSON: byte for byte what records read one by one give, also from a damaged file.
import assert from "node:assert/strict";
import * as disk from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { moveTogether } from "../../../src/export/copyRecords";
import { exportRecords, type ExportFormat } from "../../../src/export/exportRun";
import { jsonArray, ndjson } from "../../../src/export/jsonWriter";
import { realDisk } from "../../../src/runs/disk";
import type { RunJournal } from "../../../src/runs/journal";
import { replySpans } from "../../../src/runs/recordSpans";
import { openRunStore } from "../../../src/runs/runStore";
import { testPace } from "../rows/memorySource";
import { connection, otherProcess, random, removeFolder, temporaryFolder, testClock } from "../runs/runRig";

const formats: readonly ExportFormat[] = [{ kind: "json" }, { kind: "ndjson" }];

describe("an export of a journal", () => {
  let folder = "";
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => {
    removeFolder(folder);
  });

  /** A finished run whose pages hold these records as they are written here. */
  async function journalOf(pages: readonly (readonly string[])[], spoil: (bytes: Buffer) => void = () => undefined): Promise<RunJournal> {
    const store = openRunStore({ folder, disk: realDisk, clock: testClock(), random, processes: otherProcess(1, new Set()) });
    const run = await store.create({ title: "T", task: { kind: "companySearch", filters: {} }, recordKind: "company", connection, limits: { records: 10_000 } });
    for (const records of pages) {
      const body = Buffer.from(`{"companies":[${records.join(" ,\n")}],"metadata":{"total":9}}`);
      await run.writer.intent({ limit: 100 }, 100);
      await run.writer.page({ request: { limit: 100 }, status: 200, body, spans: replySpans(body, "company"), receivedAt: 0 }, new Set());
    }
    await run.writer.stop({ kind: "complete" });
    await store.release(run);
    const file = path.join(folder, `${run.writer.id}.run`);
    const bytes = await disk.readFile(file);
    spoil(bytes);
    await disk.writeFile(file, bytes);
    return store.open(run.writer.id);
  }

  async function exported(journal: RunJournal, format: ExportFormat, rows?: readonly number[], stop?: AbortSignal): Promise<string> {
    const file = path.join(folder, "exported");
    const { bytes } = await exportRecords({ source: journal, rows, format, target: { kind: "file", disk, file, replace: true }, pace: testPace(1, stop) });
    const text = await disk.readFile(file, "utf8");
    assert.equal(bytes, Buffer.byteLength(text));
    return text;
  }

  const whole = (format: ExportFormat, records: readonly string[]): string =>
    format.kind === "json" ? (records.length === 0 ? "[]\n" : `[\n${records.join(",\n")}\n]\n`) : records.map((record) => `${record.replace(/[\r\n]/g, " ")}\n`).join("");

  const company = (nth: number, size = nth % 700): string => `{"id":"c${nth}","t":"${"x".repeat(size)}"}`;
  const companies = (pages: number): string[][] => Array.from({ length: pages }, (_, page) => Array.from({ length: 100 }, (_unused, nth) => company(page * 100 + nth)));

  for (const format of formats) {
    it(`as ${format.kind} holds the bytes of every record, in order, and those of chosen rows in theirs`, async () => {
      const pages = companies(12);
      const journal = await journalOf(pages);
      assert.equal(await exported(journal, format), whole(format, pages.flat()));
      for (const rows of [[], [5], [7, 3, 7, 1199, 0], Array.from({ length: 400 }, (_, nth) => nth * 3), Array.from({ length: 1200 }, (_, nth) => 1199 - nth)]) {
        assert.equal(await exported(journal, format, rows), whole(format, rows.map((row) => company(row))));
      }
      await journal.close();
    });

    it(`as ${format.kind} of no records, of one, and of records larger than what is read at once`, async () => {
      for (const records of [[], [company(1)], [company(1), company(2, 3_000_000), company(3), company(4, 1 << 20), company(5, 900_000), company(6, 900_000), company(7)]]) {
        const journal = await journalOf([records]);
        assert.equal(await exported(journal, format), whole(format, records));
        await journal.close();
      }
    });

    it(`as ${format.kind} keeps what a record holds: unknown fields, digits, escapes, its layout`, async () => {
      const records = ['{"id":"1","new":1.10,"big":123456789012345678901234567890,"t":"\\u00e9\\ud83d"}', '{\n  "id": "2"\r\n}', `{"id":"3",\n"t":"${"y\\n".repeat(400_000)}"}`];
      const journal = await journalOf([records]);
      assert.equal(await exported(journal, format), whole(format, records));
      await journal.close();
    });

    it(`as ${format.kind} has an empty record where one is damaged, and the journal says which`, async () => {
      const damaged = [150, 151, 299, 1100];
      const pages = companies(12);
      const journal = await journalOf(pages, (bytes) => {
        for (const row of damaged) {
          const at = bytes.lastIndexOf(`"c${row}","t"`);
          bytes.fill(0x2e, at, at + 3);
        }
      });
      assert.equal(await exported(journal, format), whole(format, pages.flat().map((record, row) => (damaged.includes(row) ? "{}" : record))));
      assert.deepEqual(journal.damage().flatMap(({ rows }) => rows), damaged);
      await journal.close();
    });
  }

  it("stops when told, and leaves the old file as it was", async () => {
    const journal = await journalOf(companies(2));
    await disk.writeFile(path.join(folder, "exported"), "old");
    await assert.rejects(exported(journal, { kind: "json" }, undefined, AbortSignal.abort(new Error("stopped by hand"))), /stopped by hand/);
    assert.equal(await disk.readFile(path.join(folder, "exported"), "utf8"), "old");
    await journal.close();
  });

  it("says how far it is, at last that all is done", async () => {
    const journal = await journalOf(companies(12));
    const told: number[] = [];
    const target = { kind: "file", disk, file: path.join(folder, "exported"), replace: true } as const;
    await exportRecords({ source: journal, format: { kind: "json" }, target, pace: testPace(), onProgress: (done, total) => void told.push(done, total) });
    assert.ok(told.length > 2);
    assert.deepEqual(told.slice(-2), [1200, 1200]);
    await journal.close();
  });

  it("overwrites no record while those of a batch are moved together in their memory", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(3)), { maxLength: 50 }), fc.constantFrom(jsonArray, ndjson), (layout, format) => {
        const margin = 2 + 50 * 2;
        const memory = new Uint8Array(margin + layout.reduce((sum, [size, gap]) => sum + size + gap, 0)).fill(0x2d);
        const [at, length, expected]: [number[], number[], string[]] = [[], [], []];
        layout.reduce((end, [size, gap], nth) => {
          at.push(end + gap);
          length.push(size);
          const letter = 0x41 + (nth % 26);
          memory.fill(letter, margin + end + gap, margin + end + gap + size);
          expected.push(String.fromCharCode(letter).repeat(size));
          return end + gap + size;
        }, 0);
        const batch = { bytes: memory, at: Int32Array.from(at), length: Int32Array.from(length), read: async () => 0 };
        const end = moveTogether(memory, margin, batch, layout.length, Buffer.from("[\n"), format);
        const there = expected.filter((record) => record !== "");
        const text = format === jsonArray ? there.join(",\n") : there.map((record) => `${record}\n`).join("");
        assert.equal(Buffer.from(memory.subarray(0, end)).toString(), there.length === 0 ? "" : `[\n${text}`);
      }),
    );
  });
});
