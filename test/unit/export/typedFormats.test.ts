// Formats with types, each opened by a reader that is not ours: values, types, unknown values, order, hostile texts.
import assert from "node:assert/strict";
import * as disk from "node:fs/promises";
import path from "node:path";
import { builtInProfiles, columnsText } from "../../../src/export/columnProfile";
import { crmProfiles } from "../../../src/export/crmProfiles";
import type { ColumnFormat } from "../../../src/export/formats";
import { sqliteWriter } from "../../../src/export/sqliteFormat";
import type { ExportInfo } from "../../../src/export/writeView";
import { columnOf } from "../../../src/records/columns";
import { recordKinds } from "../../../src/service/operations";
import { StoreError } from "../../../src/store/storeError";
import { ByteSink } from "../../../src/tables/byteSink";
import type { InProcessStore } from "../store/inProcess";
import { addPage, beginRun, newFolder, now, openTestStore, owner, removeFolders, type TestStore } from "../store/rig";
import {
  hostileTexts,
  person,
  queryParquet,
  querySqlite,
  readWorkbook,
  sheetOf,
  typedFormat,
  typedProfile,
  viewOf,
  viewOfRecords,
  type TypedKind,
} from "./typedFormats";
import { writerRequest } from "./writtenText";

const kinds: readonly TypedKind[] = ["xlsx", "sqlite", "parquet"];
const info: ExportInfo = [
  ["Search", "Engineers <&> in 東京"],
  ["Records", 3],
  ["Run started", new Date(Date.UTC(2026, 0, 15, 9, 30))],
];

describe("formats with types", () => {
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

  /** The ending lets readers recognize the format. */
  const at = (kind: string): string => path.join(folder, `out.${kind}`);
  const write = (view: number, format: ColumnFormat): Promise<{ readonly records: number; readonly bytes: number }> =>
    store.exports.toFile({ view, format, file: at(format.kind), replace: true, info });
  const views = new Map<number, Promise<number>>();
  /** So many people; opened once for all formats. */
  const viewOfPeople = (count: number): Promise<number> => {
    const view =
      views.get(count) ??
      viewOfRecords(
        store,
        Array.from({ length: count }, (_, index) => person(index)),
      );
    views.set(count, view);
    return view;
  };
  /** The cells of a file, without the header. */
  const readCells: Readonly<Record<TypedKind, (table?: string) => Promise<readonly (readonly unknown[])[]>>> = {
    xlsx: async () => (Object.values(await readWorkbook(at("xlsx")))[0] ?? []).slice(1),
    sqlite: async (table = "people") => {
      const rows = await querySqlite(at("sqlite"), `select * from ${table} order by position`);
      return rows.map((row) => Object.values(row).slice(1, -1));
    },
    parquet: async () => (await queryParquet(at("parquet"), "select * from $file")).map((row) => Object.values(row)),
  };

  for (const kind of kinds) {
    for (const count of [0, 1, 1001]) {
      it(`${kind}: ${count} records, in their order`, async () => {
        const { records: written, bytes } = await write(await viewOfPeople(count), typedFormat(kind));
        assert.deepEqual([written, bytes], [count, (await disk.stat(at(kind))).size]);
        const cells = await readCells[kind]();
        assert.equal(cells.length, count);
        assert.ok(cells.every(([id], index) => id === `p${index}`));
        assert.deepEqual(await disk.readdir(folder), [`out.${kind}`]);
      });
    }

    it(`${kind}: hostile texts as they are`, async () => {
      const records = hostileTexts.map((_, index) => person(index));
      await write(await viewOfRecords(store, records), typedFormat(kind));
      assert.deepEqual(
        (await readCells[kind]()).map(([, name]) => name),
        hostileTexts,
      );
    });

    it(`${kind}: records without values, in every built-in profile of every kind`, async () => {
      for (const recordKind of recordKinds) {
        const view = await viewOfRecords(store, [{}, { id: "1", name: null, profile: {} }], recordKind);
        for (const profile of builtInProfiles(recordKind)) {
          await write(view, typedFormat(kind, profile));
          const table = { company: "companies", person: "people", contact: "contacts" }[recordKind];
          const cells = await readCells[kind](table);
          const values = cells.flat().filter((value) => value !== null && value !== "1");
          assert.ok(cells.length === 2 || kind === "xlsx", `${recordKind}, ${profile.name}: ${cells.length} rows`);
          assert.deepEqual(values, [], `${recordKind}, ${profile.name}`);
        }
      }
    });

    it(`${kind}: chosen records, one of them twice, and the same bytes for virtual file systems`, async () => {
      const all = await viewOfRecords(store, [person(0), person(1), person(2)]);
      const keys = await store.views.keysAt(all);
      const chosen = [2, 0, 2].map((row) => keys[row] ?? 0);
      const view = await viewOf(store, { kind: "keys", recordKind: "person", keys: chosen });
      await write(view, typedFormat(kind));
      const ids = (await readCells[kind]()).map(([id]) => id);
      assert.deepEqual(ids, ["p2", "p0", "p2"]);
      const bytes = await store.exports.toBytes({ view, format: typedFormat(kind), info });
      assert.ok(Buffer.from(bytes).equals(await disk.readFile(at(kind))));
    });

    it(`${kind}: changes in every profile, with as many columns as the dialog says`, async () => {
      const search = { source: `file:///w/${kind}.prospect.json` };
      const [earlier, later] = [await beginRun(store, "person", search), await beginRun(store, "person", search)];
      await addPage(store, earlier, [person(0), person(1), person(2)]);
      // It has a field that is named like the column.
      await addPage(store, later, [person(1), person(2), person(3, { change: "x" })]);
      for (const { id } of [earlier, later]) {
        await store.runs.stop(id, owner, { kind: "complete" }, now);
      }
      const conditions = [{ kind: "oneOf", column: "change", values: ["new", "gone"] }] as const;
      const source = { kind: "run", run: later.id, since: earlier.id } as const;
      const { view } = await store.views.open(source, { columns: [], now, conditions });
      for (const { columns, lists, name } of [...builtInProfiles("person"), ...crmProfiles("person"), typedProfile]) {
        await write(view, typedFormat(kind, { name, columns, lists }));
        const rows = await readCells[kind]();
        assert.deepEqual(
          rows.map((cells) => cells.at(-1)),
          ["new", "gone"],
          name,
        );
        if (columns !== "everything") {
          const said = columnsText("person", { name, columns, lists }, { isTyped: true, isCompared: true });
          assert.equal(said, `${rows[0]?.length} columns`, name);
        }
      }
    });

    it(`${kind}: every column, list items apart or as JSON, and names that differ only in case`, async () => {
      const records = [person(2, { Score: "x", "odd \u0000\"name'": 1 }), person(5, { skills: ["a", "b", "c"] })];
      const view = await viewOfRecords(store, records);
      for (const lists of ["joined", "indexed", "json"] as const) {
        await write(view, typedFormat(kind, { name: "x", columns: "everything", lists }));
        const [first, second] = await readCells[kind]();
        assert.equal(first?.includes("x"), true);
        assert.equal(second?.includes(lists === "json" ? '["a","b","c"]' : "c"), lists !== "joined");
      }
    });
  }

  for (const kind of kinds) {
    it(`${kind}: an export that is canceled in the middle leaves the old file and nothing else`, async () => {
      const view = await viewOfPeople(1001);
      await disk.writeFile(at(kind), "old");
      const cancel = new AbortController();
      const watch = { signal: cancel.signal, onProgress: () => cancel.abort() };
      const request = { view, format: typedFormat(kind), file: at(kind), replace: true };
      const running = store.exports.toFile(request, watch);
      await assert.rejects(running, (error) => error instanceof StoreError && error.code === "CANCELLED");
      assert.equal(await disk.readFile(at(kind), "utf8"), "old");
      assert.deepEqual(await disk.readdir(folder), [`out.${kind}`]);
    });
  }

  it("xlsx: filters over one column alone", async () => {
    const columns = typedProfile.columns === "everything" ? [] : typedProfile.columns.slice(0, 1);
    await write(await viewOfPeople(2), typedFormat("xlsx", { ...typedProfile, columns }));
    assert.match(await sheetOf(at("xlsx")), /<autoFilter ref="A1:A3"\/>/u);
  });

  it("xlsx: typed cells, a frozen header with filters, and a sheet about the search", async () => {
    const long = "🙂".repeat(20_000);
    const records = [person(3), person(4, { full_name: long }), person(5, { score: 12345678901234567n.toString() })];
    const texts = records.map((record) => JSON.stringify(record).replace('"12345678901234567"', "12345678901234567"));
    await write(await viewOfRecords(store, texts), typedFormat("xlsx"));
    const { People, Search } = await readWorkbook(at("xlsx"));
    assert.match(await sheetOf(at("xlsx")), /<autoFilter ref="A1:K4"\/><\/worksheet>$/u);
    assert.deepEqual(
      People?.[0],
      typedProfile.columns === "everything"
        ? []
        : typedProfile.columns.flatMap(({ id, header }) => [
            header ?? columnOf("person", id)?.header,
            ...(id === "company_headcount" ? ["Company headcount range"] : []),
          ]),
    );
    assert.deepEqual(People?.[1], [
      "p3",
      "-1+1",
      1003,
      3.5,
      false,
      new Date(Date.UTC(2020, 0, 4, 3)),
      new Date(Date.UTC(2020, 0, 4)),
      null,
      3,
      "11-50",
      null,
    ]);
    assert.deepEqual(People?.[2]?.slice(7, 10), ["SQL", null, "11-50"]);
    assert.deepEqual(People?.[3]?.slice(3, 8), [
      "12345678901234567",
      false,
      new Date(Date.UTC(2020, 0, 6, 5)),
      new Date(Date.UTC(2020, 0, 6)),
      "SQL; R; S",
    ]);
    const cut = String(People?.[2]?.[1]);
    assert.ok(cut.length <= 32_767 && !/\p{Cs}/u.test(cut) && long.startsWith(cut.slice(0, -1)) && cut.endsWith("…"));
    assert.deepEqual(Search, [
      ["Fact", "Value"],
      ["Search", "Engineers <&> in 東京"],
      ["Records", 3],
      ["Run started", new Date(Date.UTC(2026, 0, 15, 9, 30))],
      ["Texts cut to 32,767 characters", 1],
    ]);
  });

  it("sqlite: lets other calls run, and can be canceled, while the file is copied", async () => {
    let isEnding = false;
    const breathe = (): Promise<void> => (isEnding ? Promise.reject(new Error("canceled")) : Promise.resolve());
    const writer = await sqliteWriter({
      ...writerRequest("person", [{ id: "id" }]),
      task: { breathe, progress: () => undefined },
      file: path.join(folder, "a.sqlite"),
    });
    const sink = new ByteSink(() => Promise.resolve());
    await writer.begin(sink);
    isEnding = true;
    await assert.rejects(async () => writer.end(sink), /canceled/u);
    await writer.close?.();
  });

  it("sqlite: a typed table with an index of ids, the JSON of each record, and facts about the export", async () => {
    const texts = [
      JSON.stringify(person(3)),
      `{"id":"p9","social_profiles":{"professional_network":{"id":9007199254740993}},"new":{"field":[1,{"a":null}]}}`,
    ];
    await write(await viewOfRecords(store, texts), typedFormat("sqlite"));
    const columns = await querySqlite(at("sqlite"), "select name, type, pk from pragma_table_info('people')");
    assert.deepEqual(
      columns.map((column) => Object.values(column).join(" ")),
      [
        "position INTEGER 1",
        "id TEXT 0",
        "name TEXT 0",
        "network_id TEXT 0",
        "score TEXT 0",
        "employment.current.is_current BOOLEAN 0",
        "position_since TEXT 0",
        "position_since (2) TEXT 0",
        "skills TEXT 0",
        "company_headcount_exact NUMERIC 0",
        "company_headcount_range TEXT 0",
        "company_website TEXT 0",
        "json TEXT 0",
      ],
    );
    const [first, second] = await querySqlite(at("sqlite"), "select * from people order by position");
    assert.deepEqual(Object.values(first ?? {}), [
      1,
      "p3",
      "-1+1",
      "1003",
      "3.5",
      0,
      "2020-01-04T03:00:00.000Z",
      "2020-01-04",
      "[]",
      3,
      "11-50",
      null,
      texts[0],
    ]);
    assert.equal(second?.["json"], texts[1]);
    const [exact] = await querySqlite(
      at("sqlite"),
      `select network_id as digits, json_extract(json, '$.new.field[0]') as field, typeof(json) as json
       from people where id = 'p9'`,
    );
    assert.deepEqual(exact, { digits: "9007199254740993", field: 1, json: "text" });
    assert.deepEqual(await querySqlite(at("sqlite"), "select * from export_info order by rowid"), [
      { name: "search", value: "Engineers <&> in 東京" },
      { name: "records", value: 3 },
      { name: "run_started", value: "2026-01-15T09:30:00.000Z" },
    ]);
    const [index] = await querySqlite(at("sqlite"), `select "unique" from pragma_index_list('people')`);
    assert.deepEqual(index, { unique: 1 });
    assert.deepEqual(await querySqlite(at("sqlite"), "select name from pragma_index_info('people_id')"), [
      { name: "id" },
    ]);
    assert.deepEqual(await querySqlite(at("sqlite"), "pragma integrity_check"), [{ integrity_check: "ok" }]);
  });

  it("parquet: typed columns and facts about the export", async () => {
    const texts = [
      ...Array.from({ length: 10 }, (_, index) => JSON.stringify(person(index))),
      `{"id":"p10","skills":[null,{"a":1},5,""],"social_profiles":{"professional_network":{"id":9007199254740993}}}`,
      `{"id":"p11"}`,
    ];
    await write(await viewOfRecords(store, texts), typedFormat("parquet"));
    const columns = await queryParquet(
      at("parquet"),
      "select column_name, column_type from (describe select * from $file)",
    );
    assert.deepEqual(
      columns.map((column) => Object.values(column).join(" ")),
      [
        "id VARCHAR",
        "name VARCHAR",
        "network_id VARCHAR",
        "score VARCHAR",
        "employment.current.is_current BOOLEAN",
        "position_since TIMESTAMP WITH TIME ZONE",
        "position_since (2) TIMESTAMP WITH TIME ZONE",
        "skills VARCHAR[]",
        "company_headcount_exact DOUBLE",
        "company_headcount_range VARCHAR",
        "company_website VARCHAR",
      ],
    );
    const rows = (await queryParquet(at("parquet"), "select * from $file")).map((row) => Object.values(row));
    assert.deepEqual(rows[3], [
      "p3",
      "-1+1",
      "1003",
      "3.5",
      false,
      new Date(Date.UTC(2020, 0, 4, 3)),
      new Date(Date.UTC(2020, 0, 4)),
      [],
      3,
      "11-50",
      null,
    ]);
    assert.deepEqual(rows[4]?.slice(7), [["SQL"], null, "11-50", null]);
    assert.deepEqual(rows[10]?.[2], "9007199254740993");
    assert.deepEqual(rows[10]?.[7], ['{"a":1}', "5"]);
    assert.deepEqual(rows[11], ["p11", ...Array.from({ length: 10 }, () => null)]);
    const facts = await queryParquet(
      at("parquet"),
      "select decode(key) as key, decode(value) as value from parquet_kv_metadata($file)",
    );
    assert.deepEqual(facts, [
      { key: "search", value: "Engineers <&> in 東京" },
      { key: "records", value: "3" },
      { key: "run_started", value: "2026-01-15T09:30:00.000Z" },
    ]);
  });

  it("parquet: several groups of rows, and statistics that find a row", async () => {
    const records = Array.from({ length: 900 }, (_, index) => person(index, { full_name: `${index} `.repeat(3000) }));
    await write(await viewOfRecords(store, records), typedFormat("parquet"));
    const [groups] = await queryParquet(
      at("parquet"),
      "select count(distinct row_group_id) as groups from parquet_metadata($file)",
    );
    assert.ok(Number(groups?.["groups"]) > 1);
    const found = await queryParquet(at("parquet"), "select id from $file where network_id = '1899'");
    assert.deepEqual(found, [{ id: "p899" }]);
  });

  it("refuse more columns than they have room for, before a file is written", async () => {
    const many = Object.fromEntries(Array.from({ length: 2100 }, (_, index) => [`field${index}`, index]));
    const view = await viewOfRecords(store, [many]);
    const everything = { name: "x", columns: "everything", lists: "joined" } as const;
    await assert.rejects(
      write(view, typedFormat("sqlite", everything)),
      (error) => error instanceof StoreError && /room for 1,998 columns, and these are 2,100/.test(error.message),
    );
    assert.deepEqual(await disk.readdir(folder), []);
    await write(view, typedFormat("xlsx", everything));
    await write(view, typedFormat("parquet", everything));
  });
});
