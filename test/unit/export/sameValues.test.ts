// The same name means the same value: every column of records of each kind in the grid, in copies and in every
// export, read back and compared cell by cell. What a format represents differently is stated in `cells.ts`.
import assert from "node:assert/strict";
import * as disk from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { csvCell, markdownCell } from "../../../src/export/cells";
import { formatWith, type ExportFormat, type FormatKind } from "../../../src/export/formats";
import { cellText, columnOf, columnsOf } from "../../../src/records/columns";
import { parseExact } from "../../../src/service/exactJson";
import { recordKinds, type RecordKind } from "../../../src/service/operations";
import { moreColumns, mainColumns } from "../../../src/store/kinds";
import { csvPresets, type CsvOptions } from "../../../src/tables/writer";
import { copiedCells, copiedRecords, type CopySource } from "../../../src/workbench/resultsEditor/copyText";
import { Sandbox } from "../../sandboxServer/sandbox";
import type { InProcessStore } from "../store/inProcess";
import { addPage, beginRun, newFolder, now, openTestStore, removeFolders, type TestStore } from "../store/rig";
import { queryParquet, querySqlite, readWorkbook } from "./typedFormats";

const records = 100;

type Table = readonly (readonly string[])[];

describe("the value of a column", () => {
  let opened: InProcessStore<TestStore>;
  let store: TestStore;
  let folder = "";
  before(() => {
    opened = openTestStore();
    store = opened.store;
    folder = newFolder();
  });
  after(async () => {
    await opened.close();
    removeFolders();
  });

  /** A view of records of the sandbox. */
  async function sandboxView(kind: RecordKind, columns: readonly string[]): Promise<number> {
    const clock = { now: () => now, sleep: async (): Promise<void> => undefined };
    const account = { key: "sandbox-key", workspaceId: "w", balance: 1_000_000 };
    const sandbox = new Sandbox({ clock, companies: 1_000, people: 2_000, keys: [account] });
    const run = await beginRun(store, kind);
    const ask = async (path: string, body?: object): Promise<void> => {
      const reply = await sandbox.handle({
        method: body === undefined ? "GET" : "POST",
        path: `/api/v2/${path}`,
        headers: { authorization: "Bearer sandbox-key", "content-type": "application/json" },
        ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
      });
      assert.equal(reply.status, 200);
      await addPage(store, run, [], { body: reply.body });
    };
    if (kind === "contact") {
      await ask("contact/enrich/bulk/enr-demo-large");
    } else {
      await ask(kind === "company" ? "company/search" : "people/search", { limit: records });
    }
    const found = await store.views.open({ kind: "run", run: run.id }, { columns: [], now });
    const keys = (await store.views.keysAt(found.view)).slice(0, records);
    const { view, count } = await store.views.open({ kind: "keys", recordKind: kind, keys }, { columns, now });
    assert.equal(count, records);
    return view;
  }

  const gridTable = async (view: number): Promise<Table> =>
    (await store.views.rows(view, 0, records)).map(({ cells }) => cells);

  /** Every cell must be the one of the grid, after the rule of the format. */
  function same(what: string, found: Table, grid: Table, rule = (text: string, _column: number): string => text): void {
    assert.equal(found.length, grid.length, what);
    const differences: unknown[] = [];
    grid.forEach((row, at) => {
      assert.equal(found[at]?.length, row.length, what);
      row.forEach((text, column) => {
        const expected = rule(text, column);
        if (found[at]?.[column] !== expected && differences.push([at, column, found[at]?.[column], expected]) > 5) {
          assert.deepEqual(differences, [], what);
        }
      });
    });
    assert.deepEqual(differences, [], what);
  }

  for (const kind of recordKinds) {
    // The caller's own values are a column each in a file.
    const shownColumns = columnsOf(kind).filter(({ id }) => id !== "custom");
    const all = shownColumns.map(({ id }) => id);
    /** Those that exports read without JSON. */
    const stored = [...mainColumns[kind], ...moreColumns[kind]].filter((id) => all.includes(id));
    /** Typed files have a headcount only as a number and as a range, each of which has a column. */
    const typed = all.filter((id) => columnOf(kind, id)?.firstOf === undefined);
    const typeOf = (column: number): string => columnOf(kind, typed[column] ?? "")?.type ?? "";

    it(`is the same everywhere: ${kind}`, async () => {
      const view = await sandboxView(kind, all);
      const grid = await gridTable(view);
      const format = (format: FormatKind, ids: readonly string[], options: CsvOptions): ExportFormat =>
        formatWith(format, { profile: { name: "", columns: ids.map((id) => ({ id })), lists: "joined" }, options });
      const written = async (name: FormatKind, ids = all, options: CsvOptions = csvPresets.Plain): Promise<string> => {
        const file = path.join(folder, `${kind}.${name}`);
        await store.exports.toFile({ view, format: format(name, ids, options), file, replace: true });
        return file;
      };
      const raw = { ...csvPresets.Plain, guard: false, header: false };
      const csv = async (file: string): Promise<Table> => parse(await disk.readFile(file, "utf8"));

      same("the grid without JSON", await gridTableOf(view, stored), pick(grid, stored));
      same("CSV, raw", await csv(await written("csv", all, raw)), grid);
      same("CSV, raw, without JSON", await csv(await written("csv", stored, raw)), pick(grid, stored));
      for (const options of [csvPresets.Plain, csvPresets.Excel]) {
        const text = await disk.readFile(await written("csv", all, { ...options, bom: false, header: false }), "utf8");
        same("CSV, guarded", parse(text), grid, (cell, column) => guarded(cell, all[column] ?? "", options));
      }
      for (const name of ["json", "ndjson"] as const) {
        const text = await disk.readFile(await written(name), "utf8");
        const lines = name === "json" ? text.split("\n").slice(1, -2) : text.trimEnd().split("\n");
        same(
          name,
          lines.map((line) => textsOf(parseExact(line.replace(/,$/, "")))),
          grid,
        );
      }
      await compareCopies(view, grid);
      await compareTyped(
        { xlsx: await written("xlsx"), sqlite: await written("sqlite"), parquet: await written("parquet") },
        pick(grid, typed),
      );
      await store.views.close(view);
    });

    const pick = (table: Table, ids: readonly string[]): Table =>
      table.map((row) => ids.map((id) => row[all.indexOf(id)] ?? ""));

    const textsOf = (record: unknown): readonly string[] =>
      shownColumns.map((column) => cellText(column.value(record)));

    async function gridTableOf(view: number, columns: readonly string[]): Promise<Table> {
      await store.views.arrange(view, { columns, now });
      const table = await gridTable(view);
      await store.views.arrange(view, { columns: all, now });
      return table;
    }

    function guarded(text: string, id: string, options: CsvOptions): string {
      const range = id.endsWith("headcount") || id.endsWith("headcount_range");
      const type = /position_(?:since|until)$/.test(id) ? "date" : "text";
      return text === "" ? "" : csvCell({ range, type }, text, options);
    }

    async function compareCopies(view: number, grid: Table): Promise<void> {
      const found = { title: "", recordKind: kind, view: { kind: "found", text: "", recordKind: kind } } as const;
      const source: CopySource = { store, source: found, columns: all, now };
      const keys = await store.views.keysAt(view);
      const csv = await copiedRecords(source, keys, { format: "csv", headers: false });
      same("copied CSV", parse(csv), grid, (cell, column) => guarded(cell, all[column] ?? "", csvPresets.Plain));
      const cells = await copiedCells(source, keys);
      same("copied cells", parse(cells, { delimiter: "\t" }), grid, (cell, column) =>
        guarded(cell, all[column] ?? "", csvPresets.Plain),
      );
      const table = (await copiedRecords(source, keys, { format: "markdown", headers: false })).trimEnd().split("\n");
      const rows = table.map((line) => line.slice(2, -2).split(" | "));
      same("copied Markdown", rows, grid, (cell) => markdownCell(cell));
      const json = JSON.parse(await copiedRecords(source, keys, { format: "json" })) as readonly unknown[];
      same("copied JSON", json.map(textsOf), grid);
    }

    async function compareTyped(
      files: { readonly xlsx: string; readonly sqlite: string; readonly parquet: string },
      grid: Table,
    ): Promise<void> {
      const [sheet = []] = Object.values(await readWorkbook(files.xlsx));
      same("Excel", texts(sheet.slice(1)), grid, timeText);
      const table = { company: "companies", person: "people", contact: "contacts" }[kind];
      const rows = await querySqlite(files.sqlite, `select * from ${table} order by rowid`);
      const lists = (values: readonly unknown[]): readonly unknown[] =>
        values.map((value, column) =>
          typeOf(column) === "list" && value !== null ? JSON.parse(String(value)) : value,
        );
      same("SQLite", texts(rows.map((row) => lists(Object.values(row).slice(1, typed.length + 1)))), grid);
      const parquet = await queryParquet(files.parquet, "select * from $file");
      same("Parquet", texts(parquet.map((row) => Object.values(row))), grid, timeText);
    }

    /** Excel and Parquet contain the moment, whose text a reader may write in another way. */
    const timeText = (text: string, column: number): string =>
      typeOf(column) === "date" && text !== "" ? new Date(text).toISOString() : text;
  }

  const texts = (rows: readonly (readonly unknown[])[]): Table =>
    rows.map((row) =>
      row.map((value) =>
        value instanceof Date
          ? value.toISOString()
          : typeof value === "bigint"
            ? String(value)
            : cellText((value ?? undefined) as string | number | undefined),
      ),
    );
});
