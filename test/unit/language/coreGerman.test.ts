// What is said in German besides the sentences of the bundle: numbers, times, tables, and what is English everywhere.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { openCsvTable } from "../../../src/csv/table";
import { csvPresets } from "../../../src/csv/writer";
import { builtInProfiles, resolveProfile } from "../../../src/export/columnProfile";
import { csvLines, markdownWriter } from "../../../src/export/textFormats";
import { countText, inEnglish, momentText, useLanguage } from "../../../src/language/language";
import { questionOfRow, type ColumnMapping } from "../../../src/lookups/batchMapping";
import { writeBatchResult } from "../../../src/lookups/batchResult";
import { pathColumn } from "../../../src/rows/column";
import { columnInfo, columnOf, columnsOf } from "../../../src/rows/columns";
import type { RunSummary, StopReason } from "../../../src/runs/run";
import { describeRun } from "../../../src/runs/runState";
import { describeSearch, requestAsCurl, requestAsJson } from "../../../src/searches/describeSearch";
import { parseRangeInput } from "../../../src/searches/filterInput";
import {
  filterExample,
  filterLabel,
  filterMeaning,
  filterOf,
  filtersOf,
  groupLabel,
  presetLabel,
  unitLabel,
  type FilterDefinition,
  type SearchKind,
} from "../../../src/service/filterCatalogue";
import { createSystemClock } from "../../../src/service/systemClock";
import { pickedColumn } from "../../../src/store/valueGroups";
import { secondText, timeOrDateText } from "../../../src/workbench/times";
import { Sandbox } from "../../sandboxServer/sandbox";
import { writerRequest, writtenText } from "../export/writtenText";
import { readBatch } from "../runs/batchRig";
import { runRig } from "../runs/runRig";
import { runSummary } from "../runs/runSummary";
import { removeFolders } from "../store/rig";

const translations = JSON.parse(readFileSync("media/l10n/bundle.l10n.de.json", "utf8")) as Readonly<
  Record<string, string>
>;
const now = 1_000_000_000;

const filter = (search: SearchKind, field: string): FilterDefinition => {
  const found = filterOf(search, field);
  assert.ok(found !== undefined, field);
  return found;
};

const summary = (stop: StopReason, change: Partial<RunSummary> = {}): RunSummary => {
  const { connection } = runSummary().header;
  return runSummary({
    header: { connection: { ...connection, label: "Arbeit" }, limits: { records: 5000 } },
    ...{ pages: 2, records: 1204, returned: 1204, credits: 301, lastTotal: 12_480, stop },
    ...change,
  });
};
const stopped = (stop: StopReason, change?: Partial<RunSummary>): string => {
  const { title, sentence } = describeRun(summary(stop, change), { now });
  return `${title}: ${sentence}`;
};

describe("the core in German", () => {
  before(() => useLanguage({ tag: "de", translations }));
  after(() => useLanguage({ tag: "en" }));

  it("says why a run stopped, with counts in German", () => {
    assert.equal(
      stopped({ kind: "limitReached" }),
      "Limit erreicht: Die 1.204 angeforderten Datensätze wurden abgerufen. 12.480 entsprechen der Suche.",
    );
    assert.equal(
      stopped({ kind: "complete" }, { skipped: 11_276 }),
      "Vollständig: Alle 12.480 passenden Datensätze wurden abgerufen. Davon waren 11.276 schon vorhanden und " +
        "wurden übersprungen.",
    );
  });

  it("says a search in words", () => {
    const filters = {
      industries: [{ value: "Banking" }, { value: "Insurance" }, { value: "Retail", exclude: true }],
      domains: [{ value: "northwind.example", exact_match: true }],
      headcounts: [{ min: 501, max: 1000 }, { min: 10_001 }, { max: 10 }],
      founded_years: [{ min: 2015 }],
    };
    assert.equal(
      describeSearch({ search: "company", filters, fetch: {} }),
      "Alle Unternehmen, für die gilt: Branche „Banking“ oder „Insurance“, aber nicht „Retail“; Domain genau " +
        "„northwind.example“; Mitarbeiterzahl 501–1.000, 10.001 oder mehr oder höchstens 10; Gründungsjahr 2015 " +
        "oder mehr.",
    );
    assert.equal(describeSearch({ search: "people", filters: {}, fetch: {} }), "Alle Personen.");
  });

  it("names filters, groups, ranges and units, and leaves values to the service", () => {
    const headcount = filter("company", "headcounts");
    assert.deepEqual(
      [filterLabel(headcount), groupLabel(headcount.group), filterMeaning(headcount), unitLabel("employees")],
      ["Mitarbeiterzahl", "Größe und Alter", "Zahl der Mitarbeitenden", "Mitarbeitende"],
    );
    assert.deepEqual(headcount.presets?.map(presetLabel).slice(-3), ["1.001–5.000", "5.001–10.000", "10.001 und mehr"]);
    assert.deepEqual(
      ["industries", "company_ids", "headcounts", "founded_years"].map((field) =>
        filterExample(filter("company", field)),
      ),
      ["Software Development", "die ID eines Datensatzes", "11–50", "2015+"],
    );
  });

  it("understands and refuses what is typed", () => {
    assert.deepEqual(parseRangeInput(headcounts(), "10.001 und mehr", ""), { ok: true, item: { min: 10_001 } });
    assert.deepEqual(parseRangeInput(headcounts(), "51 bis 200", ""), { ok: true, item: { min: 51, max: 200 } });
    assert.deepEqual(parseRangeInput(filter("company", "founded_years"), "20155", ""), {
      ok: false,
      message: "„Gründungsjahr“ muss zwischen 1000 und 2100 liegen. Die Ziffern prüfen.",
    });
  });

  it("names the columns and groups of values that are shown", () => {
    const shown = ["name", "company_headcount", "position_since"].map((id) => columnOf("person", id));
    assert.deepEqual(
      shown.map((column) => column && columnInfo(column).label),
      ["Name", "Mitarbeiterzahl des Unternehmens", "In der Position seit"],
    );
    const named = (id: string, value: string): unknown => pickedColumn({ kind: "person" }, id, 0).name?.(value);
    assert.equal(named("company_year_founded", "2010s"), "2010er");
    assert.equal(named("position_since", "11+"), "mehr als 10 Jahre");
    assert.equal(named("company_headcount", "1001-5000"), "1.001-5.000");
  });

  it("tells times as German does, whatever the system's language is", () => {
    const afternoon = new Date(2026, 10, 20, 15, 4, 9).getTime();
    assert.deepEqual([momentText(afternoon), secondText(afternoon)], ["20.11.2026, 15:04:09", "15:04:09"]);
    const next = [60_000, 86_400_000].map((later) => timeOrDateText(afternoon, afternoon + later));
    assert.deepEqual(next, ["15:04", "20.11.2026"]);
    useLanguage({ tag: "en" });
    assert.equal(timeOrDateText(afternoon, afternoon + 86_400_000), "11/20/2026");
    useLanguage({ tag: "de", translations });
  });

  it("keeps a field's path as it is, also where it reads like a word", () => {
    assert.equal(translations["years"], "Jahre");
    assert.deepEqual([pathColumn("years").label, pathColumn("years").header], ["years", "years"]);
  });
});

const headcounts = (): FilterDefinition => filter("company", "headcounts");

describe("what is written while German is spoken", () => {
  before(() => useLanguage({ tag: "de", translations }));
  after(() => useLanguage({ tag: "en" }));

  it("has the headers of files in English", async () => {
    for (const kind of ["company", "person", "contact"] as const) {
      for (const profile of builtInProfiles(kind)) {
        const headers = (): string =>
          csvLines(
            resolveProfile(kind, profile, {
              leaves: { joined: [], indexed: [], json: [], tooMany: false },
              longestLists: new Map(),
              customNames: [],
            }),
            csvPresets.Plain,
          ).beginning;
        assert.equal(headers(), inEnglish(headers), profile.name);
      }
    }
    assert.deepEqual(
      columnsOf("person")
        .slice(3, 5)
        .map(({ header, label }) => [header, label]),
      [
        ["Title", "Titel"],
        ["Seniority", "Karrierestufe"],
      ],
    );
    const markdown = await markdownWriter(writerRequest("person", columnsOf("person").slice(3, 5)));
    assert.match(await writtenText(markdown, []), /^\| Title \| Seniority \|/u);
  });

  it("has the remarks of a batch in English, while the same reason is shown in German", async () => {
    const table = await openCsvTable(async function* () {
      yield Buffer.from("Domain,Note\nnorthwind.example,x\n,y\n");
    });
    const mapping: ColumnMapping = { kind: "company", columns: { domain: 0 } };
    const pieces: Buffer[] = [];
    const rig = runRig();
    const { id } = await readBatch(rig, table, mapping);
    await writeBatchResult({
      store: rig.store,
      id,
      table,
      mapping,
      columns: { headers: ["Name"], cells: () => [""] },
      write: async (bytes) => void pieces.push(Buffer.from(bytes)),
    });
    removeFolders();
    const lines = Buffer.concat(pieces).toString().trimEnd().split("\n");
    assert.deepEqual(lines, [
      "Domain,Note,Name,Lookup status",
      "northwind.example,x,,not looked up yet",
      ",y,,skipped: There is no identifier in this row.",
    ]);
    const shown = questionOfRow(mapping, ["", "y"]);
    assert.equal(shown.kind === "skipped" ? shown.reason : "", "In dieser Zeile steht keine Kennung.");
    assert.equal(countText(12_480), "12.480");
  });

  it("has requests and what the sandbox answers in English", async () => {
    const document = { search: "company", filters: { headcounts: [{ min: 10_001 }] }, fetch: {} } as const;
    assert.equal(
      requestAsJson(document),
      inEnglish(() => requestAsJson(document)),
    );
    assert.ok(requestAsCurl(document, "https://api.service.example").includes('"min": 10001'));
    const sandbox = new Sandbox({ clock: createSystemClock(), companies: 5, people: 5 });
    const reply = await sandbox.transport(
      { method: "GET", path: "/api/v1/account/credits", headers: {} },
      new AbortController().signal,
    );
    assert.match(Buffer.from(reply.body).toString(), /Authorization headers not set/u);
  });
});

describe("the words of the catalogue in English", () => {
  it("are those of the catalogue itself", () => {
    for (const definition of [...filtersOf("company"), ...filtersOf("people")]) {
      assert.deepEqual(
        [filterLabel(definition), groupLabel(definition.group), filterMeaning(definition)],
        [definition.label, definition.group, definition.meaning],
      );
      assert.deepEqual(
        definition.presets?.map(presetLabel),
        definition.presets?.map(({ label }) => label),
      );
    }
  });
});
