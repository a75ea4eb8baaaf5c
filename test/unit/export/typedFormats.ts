// What the tests of formats with types share: a run full of values that are hard to write, and readers that are not
// ours. Each reader gives the rows of a file as plain values.
import assert from "node:assert/strict";
import { execFile, fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { inflateRawSync } from "node:zlib";
import readExcel from "read-excel-file/node";
import type { ColumnFormat } from "../../../src/export/formats";
import type { ColumnProfile } from "../../../src/searches/columnProfiles";
import { listFields, type RecordKind } from "../../../src/service/operations";
import type { ViewSource } from "../../../src/store/viewSource";
import { csvPresets } from "../../../src/tables/writer";
import { addPage, beginRun, now, type TestStore } from "../store/rig";

export type TypedKind = "xlsx" | "sqlite" | "parquet";

/** Texts that run a cell, break a file, or are lost on the way. */
export const hostileTexts = [
  "=1+1",
  '=HYPERLINK("http://a.example","x")',
  "+49 30 1234",
  "-1+1",
  "@SUM(1)",
  "<b>&amp;</b> ]]>",
  "'; drop table people; --",
  ' "quoted" ',
  "\ttab and\nline",
  "windows\r\nline",
  "日本語 مرحبا 🙂 e\u0301",
  "zero\u200dwidth\u200cjoiners\ufeff",
  "_x0041_ is no escape",
  "007",
  "1e5",
  "11-50",
  "2024-02-30",
  "null",
  "true",
] as const;

/** A person whose values have every type; records given as text are stored unchanged. */
export const person = (index: number, change: object = {}): object => ({
  id: `p${index}`,
  full_name: hostileTexts[index % hostileTexts.length],
  score: index + 0.5,
  skills: ["SQL", "R; S"].slice(0, index % 3),
  social_profiles: { professional_network: { id: 1000 + index, connection_count: index * 7 } },
  employment: {
    current: {
      start_at: new Date(Date.UTC(2020, 0, 1 + index, index % 24)).toISOString(),
      is_current: index % 2 === 0,
      company: { headcount: index % 4 === 0 ? 0 : index, headcount_range: "11-50" },
    },
  },
  ...change,
});

export const typedProfile: ColumnProfile = {
  name: "typed",
  lists: "joined",
  columns: [
    { id: "id" },
    { id: "name", header: "Full name" },
    { id: "network_id" },
    { id: "score" },
    { id: "employment.current.is_current", header: "Current?" },
    { id: "position_since", header: "Since" },
    { id: "position_since", header: "since", format: "dateOnly" },
    { id: "skills" },
    { id: "company_headcount" },
    { id: "company_website" },
  ],
};

export const typedFormat = (kind: TypedKind, profile: ColumnProfile = typedProfile): ColumnFormat => ({
  kind,
  profile,
  options: csvPresets.Plain,
});

/** Opens a view of a new run with these records. */
export async function viewOfRecords(
  store: TestStore,
  records: readonly unknown[],
  kind: RecordKind = "person",
): Promise<number> {
  const run = await beginRun(store, kind);
  for (let from = 0; from < records.length; from += 1000) {
    const texts = records
      .slice(from, from + 1000)
      .map((record) => (typeof record === "string" ? record : JSON.stringify(record)));
    const rest = kind === "contact" ? "cost" : "metadata";
    await addPage(store, run, [], { body: Buffer.from(`{"${listFields[kind]}":[${texts.join(",")}],"${rest}":{}}`) });
  }
  return viewOf(store, { kind: "run", run: run.id });
}

export const viewOf = async (store: TestStore, source: ViewSource): Promise<number> =>
  (await store.views.open(source, { columns: [], now })).view;

/** The sheets of a workbook by name, as rows of cells. */
export async function readWorkbook(file: string): Promise<Readonly<Record<string, readonly (readonly unknown[])[]>>> {
  const sheets = (await readExcel(file, { trim: false })) as unknown as readonly {
    readonly sheet: string;
    readonly data: readonly (readonly unknown[])[];
  }[];
  return Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data]));
}

/** The XML of the first sheet. */
export async function sheetOf(file: string): Promise<string> {
  const bytes = await readFile(file);
  const name = "xl/worksheets/sheet1.xml";
  const at = bytes.indexOf(name);
  const extra = bytes.readUInt16LE(at - 2);
  return inflateRawSync(bytes.subarray(at + name.length + extra)).toString();
}

const parquetQuery = path.join("test", "unit", "export", "parquetQuery.mjs");

interface ParquetAnswer {
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
  readonly error?: string;
}

let duckDb: ChildProcess | undefined;

/**
 * The rows of a query over a Parquet file, which it calls `file`. In one process for all queries: DuckDB reserves more
 * memory than the machine has, and no program can be started from such a process.
 */
export async function queryParquet(file: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  duckDb ??= fork(parquetQuery, { serialization: "advanced" });
  const answered = once(duckDb, "message") as Promise<[ParquetAnswer]>;
  duckDb.send(sql.replaceAll("$file", `'${file.replaceAll("'", "''")}'`));
  const [{ rows, error }] = await answered;
  return rows ?? assert.fail(error);
}

const pythonQuery = `
import json, sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
cursor = connection.execute(sys.argv[2])
names = [column[0] for column in cursor.description]
print(json.dumps([dict(zip(names, row)) for row in cursor]))
`;

/** The rows of a query over an SQLite file, by a program that is not Node. */
export async function querySqlite(file: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const programs: readonly (readonly [string, readonly string[]])[] = [
    ["sqlite3", ["-readonly", "-json", file, sql]],
    ["python3", ["-c", pythonQuery, file, sql]],
    ["python", ["-c", pythonQuery, file, sql]],
  ];
  for (const [program, parameters] of programs) {
    try {
      const { stdout } = await promisify(execFile)(program, parameters, { maxBuffer: 1 << 28 });
      return stdout.trim() === "" ? [] : (JSON.parse(stdout) as readonly Readonly<Record<string, unknown>>[]);
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== "ENOENT") {
        throw error;
      }
    }
  }
  throw new Error("This test opens files with the program sqlite3, or with Python. Install one of them.");
}
