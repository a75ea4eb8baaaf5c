// Whole exports to a real disk: which records, their bytes, cancellation, text.
import assert from "node:assert/strict";
import * as disk from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import type { ColumnFormat, ExportFormat } from "../../../src/export/formats";
import type { ExportedFile } from "../../../src/export/storeExport";
import type { ColumnProfile } from "../../../src/searches/columnProfiles";
import { listFields, type RecordKind } from "../../../src/service/operations";
import type { CallWatch } from "../../../src/store/protocol";
import { StoreError } from "../../../src/store/storeError";
import type { ViewOrder } from "../../../src/store/viewSource";
import { csvPresets } from "../../../src/tables/writer";
import type { InProcessStore } from "../store/inProcess";
import { addPage, beginRun, newFolder, now, openTestStore, removeFolders, type TestStore } from "../store/rig";

const names: ColumnProfile = { name: "x", lists: "joined", columns: [{ id: "id" }, { id: "name" }] };
const csv: ColumnFormat = { kind: "csv", profile: names, options: csvPresets.Plain };
const formats: readonly ExportFormat[] = [csv, { kind: "json" }, { kind: "ndjson" }];
const company = (index: number): object => ({
  id: `c${index}`,
  name: `Company ${index}`,
  headcount: (index * 7) % 100,
});
const companies = (count: number): object[] => Array.from({ length: count }, (_, index) => company(index));

const isRefused =
  (code: string, message = /./) =>
  (error: unknown): boolean =>
    error instanceof StoreError && error.code === code && message.test(error.message);

describe("an export", () => {
  let opened: InProcessStore<TestStore>;
  let store: TestStore;
  let folder = "";
  before(() => {
    opened = openTestStore();
    store = opened.store;
  });
  after(() => opened.close());
  beforeEach(() => {
    folder = newFolder();
  });
  after(removeFolders);

  /** A view of the records, stored in pages of a hundred. Records given as text are stored unchanged. */
  async function viewOf(
    records: readonly unknown[],
    kind: RecordKind = "company",
    order: Partial<ViewOrder> = {},
  ): Promise<number> {
    return (await store.views.open({ kind: "run", run: await runOf(records, kind) }, { columns: [], now, ...order }))
      .view;
  }
  async function runOf(records: readonly unknown[], kind: RecordKind = "company"): Promise<string> {
    const run = await beginRun(store, kind);
    for (let from = 0; from < records.length; from += 100) {
      const texts = records
        .slice(from, from + 100)
        .map((record) => (typeof record === "string" ? record : JSON.stringify(record)));
      await addPage(store, run, [], {
        body: Buffer.from(
          `{"${listFields[kind]}":[${texts.join(",")}],"${kind === "contact" ? "cost" : "metadata"}":{}}`,
        ),
      });
    }
    return run.id;
  }
  const at = (name: string): string => path.join(folder, name);
  const read = (name: string): Promise<string> => disk.readFile(at(name), "utf8");
  const toFile = (view: number, format: ExportFormat, name = "a", watch?: CallWatch): Promise<ExportedFile> =>
    store.exports.toFile({ view, format, file: at(name), replace: true }, watch);
  const count = (format: ExportFormat, text: string): number =>
    format.kind === "csv"
      ? parse(text).length - 1
      : format.kind === "json"
        ? (JSON.parse(text) as unknown[]).length
        : text.split("\n").filter((line) => JSON.parse(line === "" ? "null" : line) !== null).length;

  for (const format of formats) {
    for (const records of [0, 1, 200, 201, 1001]) {
      it(`as ${format.kind} of ${records} records contains each of them`, async () => {
        const view = await viewOf(companies(records));
        const result = await toFile(view, format);
        const text = await read("a");
        assert.equal(count(format, text), records);
        assert.deepEqual([result.records, result.bytes, result.file], [records, Buffer.byteLength(text), at("a")]);
        assert.equal(Buffer.from(await store.exports.toBytes({ view, format })).toString(), text);
      });
    }

    it(`as ${format.kind} is valid UTF-8 whatever bytes the service sent`, async () => {
      const run = await beginRun(store, "company");
      const invalid = [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xc0, 0x80]];
      const odd = invalid.map((bytes, nth) =>
        Buffer.concat([Buffer.from(`{"id":"o${nth}","name":"Zoë `), Buffer.from(bytes), Buffer.from(' end"},')]),
      );
      const escaped = '{"id":"e","name":"\\ud800 \\u0000 \\u2028 \\"","more":"\u2028\ufeff"}';
      await addPage(store, run, [], {
        body: Buffer.concat([Buffer.from('{"companies":['), ...odd, Buffer.from(`${escaped}],"metadata":{}}`)]),
      });
      const { view } = await store.views.open({ kind: "run", run: run.id }, { columns: [], now });
      await toFile(view, format);
      const bytes = await disk.readFile(at("a"));
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      assert.equal(count(format, text), invalid.length + 1);
      assert.equal(text.match(/Zoë \ufffd+ end/gu)?.length, invalid.length);
    });

    it(`as ${format.kind} of chosen records contains those, in their order`, async () => {
      const all = await viewOf(companies(10));
      const keys = await store.views.keysAt(all);
      for (const rows of [[], [3], [4, 0, 2]]) {
        const { view } = await store.views.open(
          { kind: "keys", recordKind: "company", keys: rows.map((row) => keys[row] ?? 0) },
          { columns: [], now },
        );
        await toFile(view, format);
        const text = await read("a");
        assert.equal(count(format, text), rows.length);
        assert.deepEqual(
          [...text.matchAll(/c\d/g)].map(([id]) => id),
          rows.map((row) => `c${row}`),
        );
      }
    });

    it(`as ${format.kind} writes no partial file when its records are deleted meanwhile`, async () => {
      const view = await viewOf(companies(1500));
      await disk.writeFile(at("a"), "old");
      const anotherWindowDeletes = (): void => opened.db.exec("delete from record_json; delete from company_record");
      await assert.rejects(toFile(view, format, "a", { onProgress: anotherWindowDeletes }), isRefused("NOT_FOUND"));
      assert.equal(await read("a"), "old");
      assert.deepEqual(await disk.readdir(folder), ["a"]);
    });
  }

  it("of a filtered and sorted grid contains exactly what the grid shows", async () => {
    const view = await viewOf(companies(300), "company", {
      filter: "company 1",
      columns: ["name"],
      sort: { column: "headcount", descending: true },
    });
    const { records } = await toFile(view, csv);
    const ids = (parse(await read("a"), { from: 2 }) as string[][]).map(([id]) => id);
    assert.equal(records, 138);
    assert.deepEqual(
      ids,
      (await store.views.rows(view, 0, 300)).map(({ id }) => id),
    );
    const headcounts = ids.map((id) => (Number(id?.slice(1)) * 7) % 100);
    assert.deepEqual(
      headcounts,
      headcounts.toSorted((a, b) => b - a),
    );
  });

  it("as JSON and NDJSON has the bytes of each record: unknown fields, digits, escapes", async () => {
    const sent = [
      '{"id":"1","new":1.10,"big":123456789012345678901234567890,"t":"\\u00e9\\ud83d"}',
      '{"id":"2","text":"a\\nb"}',
    ];
    const view = await viewOf([sent[0], '{\n  "id": "2",\r\n  "text": "a\\nb"\n}']);
    await toFile(view, { kind: "json" });
    assert.equal(await read("a"), `[\n${sent.join(",\n")}\n]\n`);
    await toFile(view, { kind: "ndjson" }, "b");
    assert.equal(await read("b"), `${sent.join("\n")}\n`);
  });

  it("contains records of many megabytes, in order", async () => {
    const sizes = [10, 1_500_000, 10, 1_048_576, 10];
    const view = await viewOf(sizes.map((size, index) => ({ id: String(index), name: "ü".repeat(size) })));
    await toFile(view, { kind: "json" });
    assert.deepEqual(
      (JSON.parse(await read("a")) as { name: string }[]).map(({ name }) => name.length),
      sizes,
    );
    const { bytes } = await toFile(view, csv, "b");
    const text = await read("b");
    assert.deepEqual(
      (parse(text, { from_line: 2 }) as string[][]).map(([id, name]) => [id, name?.length]),
      sizes.map((size, index) => [String(index), size]),
    );
    assert.equal(bytes, Buffer.byteLength(text));
  });

  it("that is canceled leaves the old file and nothing else", async () => {
    const view = await viewOf(companies(2500));
    await disk.writeFile(at("a"), "old");
    for (const format of formats) {
      const cancel = new AbortController();
      await assert.rejects(
        toFile(view, format, "a", { signal: cancel.signal, onProgress: () => cancel.abort() }),
        isRefused("CANCELLED"),
      );
      assert.equal(await read("a"), "old");
      assert.deepEqual(await disk.readdir(folder), ["a"]);
    }
  });

  it("can be previewed", async () => {
    const keys = (await store.views.keysAt(await viewOf(companies(10)))).slice(7);
    const { view } = await store.views.open({ kind: "keys", recordKind: "company", keys }, { columns: [], now });
    assert.deepEqual(await store.exports.preview({ view, profile: names, count: 2 }), {
      headers: ["Id", "Name"],
      rows: [
        ["c7", "Company 7"],
        ["c8", "Company 8"],
      ],
    });
    const profile: ColumnProfile = { ...names, columns: [{ id: "name" }] };
    const risky = await viewOf([{ id: "1", name: "=1+1" }]);
    assert.deepEqual((await store.exports.preview({ view: risky, profile, options: csvPresets.Plain })).rows, [
      ["'=1+1"],
    ]);
    assert.deepEqual((await store.exports.preview({ view: risky, profile })).rows, [["=1+1"]]);
    assert.deepEqual((await store.exports.preview({ view: await viewOf([]), profile: names })).rows, []);
  });

  it("lists the fields found in the first records", async () => {
    const view = await viewOf([
      { id: "1", new: { field: 5 }, list: [{ a: 1 }], tags: ["x"] },
      { id: "2", later: true },
    ]);
    assert.deepEqual(await store.exports.fields({ view, count: 1 }), ["id", "new.field", "list[].a", "tags"]);
    assert.ok((await store.exports.fields({ view, count: 500 })).includes("later"));
  });
});
