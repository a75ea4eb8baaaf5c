// `makeFiles.mjs FOLDER` writes exports full of hostile strings for a spreadsheet to open, and a list of the expected
// cells.
import { createHash } from "node:crypto";
import * as disk from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { builtInProfiles } from "../../src/export/columnProfile";
import { storeExports, type DeskStore } from "../../src/export/storeExport";
import type { ColumnProfile } from "../../src/searches/columnProfiles";
import { listFields, recordKinds, type RecordKind } from "../../src/service/operations";
import { functions } from "../../src/store/functions";
import { csvPresets, type CsvOptions } from "../../src/tables/writer";
import { openInProcess } from "../unit/store/inProcess";

export interface OfficeFile {
  readonly name: string;
  readonly file: string;
  /** Absent for a workbook. */
  readonly options?: CsvOptions;
  /** Each cell, including the header: of CSV as csv-parse reads it, of a workbook as it is shown. */
  readonly cells: readonly (readonly string[])[];
}

/** Texts that were used to make a spreadsheet run a cell, or to break a file. */
const hostile = [
  "=1+1",
  '=HYPERLINK("http://a.example","x")',
  "=cmd|' /C calc'!A0",
  "+1+1",
  "-1+1",
  "@SUM(1+1)",
  " =1+1",
  "\t=1+1",
  "\n=1+1",
  "\r=1+1",
  "\r\n=1+1",
  "＝1+1",
  "＋1+1",
  "－1+1",
  "＠SUM(1)",
  "\u00a0=1+1",
  "\u200b=1+1",
  "\ufeff=1+1",
  "'=1+1",
  '"=1+1"',
  '"""=1+1',
  '=1+1",=2+2,"',
  ";=1+1",
  ",=1+1",
  "|=1+1",
  "%0A=1+1",
  "=1+1;=2+2",
  "a\n=1+1",
  "a;\n=1+1",
  'a,"\n"=1+1',
  "{=1+1}",
  "=-1",
  "--1",
  "+-1",
  "-=1",
  "@=1",
  "= 1+1",
  "=\t1",
  '=DDE("a";"b";"c")',
  '=WEBSERVICE("http://a.example")',
  '=IMPORTXML("http://a.example","//a")',
  'a"b',
  '"',
  '""',
  "a,b",
  "a;b",
  "a\tb",
  "two\nlines",
  "two\r\nlines",
  " leading",
  "trailing ",
  "ä東😀",
  "null",
  "TRUE",
  "#REF!",
  "#N/A",
  "1e5",
  "007",
  "1-10",
  "11-50",
  "1/2",
  "2019-04-01",
  "12:30",
  "50%",
  "$5",
  "(5)",
  "1,5",
  "1.5",
  "1 000",
  "+49 30 123456",
  "-",
  "+",
  "=",
  "@",
  "sep=;",
  "ID",
  "x".repeat(2000),
] as const;
/** The list of the files. */
const listOfFiles = "files.json";

const recordsOfKind = 500;

/** Selects by a hash, so that the files are the same each time. */
function pick(...of: readonly (string | number)[]): string {
  const digest = createHash("sha256").update(of.join(" ")).digest();
  const one = hostile[digest.readUInt32LE(0) % hostile.length] ?? "";
  return digest.readUInt8(4) % 3 === 0 ? `${one}${hostile[digest.readUInt32LE(5) % hostile.length] ?? ""}` : one;
}

function recordOf(kind: RecordKind, index: number): object {
  const text = (field: string): string => pick(kind, index, field);
  // Unique: of records with the same id only the first is kept.
  const id = `${text("id")}${index}`;
  const place = { city: text("city"), country: text("country"), region: text("region") };
  switch (kind) {
    case "company":
      return {
        id,
        name: text("name"),
        domain: text("domain"),
        description: text("description"),
        headcount: index,
        headcount_range: ["1-10", "11-50", "10001+"][index % 3],
        company_type: text("type"),
        year_founded: 1900 + (index % 120),
        industry: { main_industry: text("industry") },
        locations: { headquarters: place },
        specialties: [text("s1"), text("s2"), text("s3")],
      };
    case "person":
      return {
        id,
        full_name: text("name"),
        location: place,
        skills: [text("k1"), text("k2")],
        employment: {
          current: {
            title: text("title"),
            seniority: text("seniority"),
            start_at: "2020-05-01T12:00:00Z",
            company: { name: text("company"), domain: text("domain"), headcount: index, headcount_range: "11-50" },
          },
        },
      };
    case "contact":
      return {
        input: { first_name: text("first"), last_name: text("last"), company_name: text("company") },
        profile: { id, full_name: text("full") },
        emails: [{ email: text("mail"), status: text("status") }],
        phones: [
          { number: ["+49 30 123456", "+4930123456", "0049-30-123456", text("phone")][index % 4], type: text("kind") },
        ],
      };
  }
}

const lease = { owner: "office", now: 0, ms: 1 };

/** A view of hostile records. */
async function viewOf(store: DeskStore, recordKind: RecordKind): Promise<number> {
  const connection = { id: "office", label: "Office", origin: "https://office.example", workspaceId: "office" };
  const { id } = await store.runs.create(
    {
      id: recordKind,
      purpose: "search",
      title: recordKind,
      recordKind,
      task: {},
      connection,
      limits: {},
      startedAt: 0,
    },
    lease,
  );
  const records = Array.from({ length: recordsOfKind }, (_, index) => recordOf(recordKind, index));
  const body = Buffer.from(
    JSON.stringify({ [listFields[recordKind]]: records, [recordKind === "contact" ? "cost" : "metadata"]: {} }),
  );
  await store.records.storePage({ run: id, owner: lease.owner, request: {}, status: 200, receivedAt: 0, body });
  return (await store.views.open({ kind: "run", run: id }, { columns: [], now: 0 })).view;
}

/** One file per preset and kind of record, and one without the guard, to prove that the spreadsheet runs formulas. */
async function makeFiles(folder: string): Promise<readonly OfficeFile[]> {
  const { store, close } = openInProcess<DeskStore>(
    { file: path.join(folder, "store", "records.db") },
    { ...functions, exports: storeExports },
  );
  const views = {
    company: await viewOf(store, "company"),
    person: await viewOf(store, "person"),
    contact: await viewOf(store, "contact"),
  };
  const presets: readonly (readonly [string, CsvOptions])[] = [
    ["Excel", csvPresets.Excel],
    ["Plain", csvPresets.Plain],
    ["Excel, semicolons", { ...csvPresets.Excel, delimiter: ";" }],
    ["raw", { ...csvPresets.Plain, guard: false }],
  ];
  const files: OfficeFile[] = [];
  for (const [preset, options] of presets) {
    for (const kind of preset === "Excel" || preset === "Plain" ? recordKinds : (["company"] as const)) {
      const file = path.join(folder, `${preset.replace(/\W+/g, "-")}-${kind}.csv`);
      const all = allColumns(kind);
      await store.exports.toFile({
        view: views[kind],
        format: { kind: "csv", profile: all, options },
        file,
        replace: true,
      });
      const cells = parse(await disk.readFile(file, "utf8"), {
        bom: options.bom,
        delimiter: options.delimiter,
      }) as string[][];
      files.push({ name: `${preset}, ${kind}`, file, options, cells });
    }
  }
  for (const kind of recordKinds) {
    files.push(await makeWorkbook(store, views[kind], kind, folder));
  }
  await close();
  return files;
}

function allColumns(kind: RecordKind): ColumnProfile {
  const [, all] = builtInProfiles(kind);
  if (all === undefined) {
    throw new Error(`There are no columns for ${kind}.`);
  }
  return all;
}

/** A workbook whose cells are shown like those of CSV without the guard, except for dates. */
async function makeWorkbook(store: DeskStore, view: number, kind: RecordKind, folder: string): Promise<OfficeFile> {
  const file = path.join(folder, `workbook-${kind}.xlsx`);
  const choice = { profile: allColumns(kind), options: { ...csvPresets.Plain, guard: false } };
  await store.exports.toFile({ view, format: { kind: "xlsx", ...choice }, file, replace: true });
  const csv = Buffer.from(await store.exports.toBytes({ view, format: { kind: "csv", ...choice } }));
  const [headers = [], ...rows] = parse(csv) as string[][];
  const isDate = (column: number): boolean => / since$| until$/.test(headers[column] ?? "");
  const cells = rows.map((row) =>
    row.map((cell, column) => (isDate(column) ? cell.replace(/^(\S+)T(\d\d:\d\d:\d\d)Z$/, "$1 $2") : cell)),
  );
  return { name: `workbook, ${kind}`, file, cells: [headers, ...cells] };
}

const [folder = ""] = process.argv.slice(2);
await disk.writeFile(path.join(folder, listOfFiles), JSON.stringify(await makeFiles(folder)));
