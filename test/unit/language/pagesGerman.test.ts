// What the pages say when the editor speaks German: sentences for one and for many, numbers, percents, months and
// filters.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { build } from "esbuild";
import type { PageLanguage } from "../../../src/language/language";
import type { matchingOptions } from "../../../webview-ui/components/comboOptions";
import type { strings as controls } from "../../../webview-ui/components/strings";
import type { strings as usage } from "../../../webview-ui/credit-usage/strings";
import type { filterOptions } from "../../../webview-ui/filter-builder/filterOptions";
import type { strings as builder } from "../../../webview-ui/filter-builder/strings";
import type { period } from "../../../webview-ui/results/dates";
import type { detailSections } from "../../../webview-ui/results/detailSections";
import type { strings as results } from "../../../webview-ui/results/strings";

interface Pages {
  readonly controls: typeof controls;
  readonly usage: typeof usage;
  readonly builder: typeof builder;
  readonly results: typeof results;
  readonly detailSections: typeof detailSections;
  readonly period: typeof period;
  readonly filterOptions: typeof filterOptions;
  readonly matchingOptions: typeof matchingOptions;
}

const source = `
import "./webview-ui/components/pageLanguage";
export { strings as controls } from "./webview-ui/components/strings";
export { matchingOptions } from "./webview-ui/components/comboOptions";
export { strings as usage } from "./webview-ui/credit-usage/strings";
export { filterOptions } from "./webview-ui/filter-builder/filterOptions";
export { strings as builder } from "./webview-ui/filter-builder/strings";
export { detailSections } from "./webview-ui/results/detailSections";
export { period } from "./webview-ui/results/dates";
export { strings as results } from "./webview-ui/results/strings";
`;

/** The pages' modules as one page would load them: a language of their own, so that no other test hears it. */
async function pagesIn(language: PageLanguage | undefined): Promise<Pages> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    write: false,
    platform: "browser",
    format: "esm",
    target: "es2022",
    logLevel: "warning",
  });
  const code = `${outputFiles[0]?.text ?? ""}\n// ${language?.tag ?? "no language"}`;
  const before = Object.getOwnPropertyDescriptor(globalThis, "document");
  const document = {
    getElementById: (id: string) =>
      id === "page-language" && language !== undefined ? { textContent: JSON.stringify(language) } : null,
  };
  Object.defineProperty(globalThis, "document", { value: document, configurable: true });
  try {
    return (await import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`)) as Pages;
  } finally {
    if (before === undefined) {
      Reflect.deleteProperty(globalThis, "document");
    } else {
      Object.defineProperty(globalThis, "document", before);
    }
  }
}

const translations = JSON.parse(readFileSync("media/l10n/bundle.l10n.de.json", "utf8")) as Readonly<
  Record<string, string>
>;
const unknownNumbers = { id: "1", name: "Northwind", headcount: 12_480, employment_share: 0.125, active: true };

describe("the pages in German", function () {
  this.timeout(60_000);
  let german: Pages;
  before(async () => {
    german = await pagesIn({ tag: "de", translations });
  });

  it("have one sentence for one and another for many", () => {
    const { controls, results, usage } = german;
    assert.deepEqual(
      [
        controls.added(1),
        controls.added(12_480),
        results.grid.selected(0),
        results.grid.selected(1),
        results.grid.selected(12_480),
      ],
      [
        "1 hinzugefügt",
        "12.480 hinzugefügt",
        "Nichts ausgewählt",
        "1 Datensatz ausgewählt",
        "12.480 Datensätze ausgewählt",
      ],
    );
    assert.match(usage.uncertain(1), /^Möglicherweise wurde 1 weiterer Datensatz berechnet: /u);
    assert.match(usage.uncertain(12_480), /^Möglicherweise wurden 12\.480 weitere Datensätze berechnet: /u);
  });

  it("count with German marks", () => {
    const { builder, results } = german;
    assert.equal(builder.running(100, 12_480), "100 von 12.480 Datensätzen abgerufen");
    assert.equal(builder.moreToFix(1_204), "1.204 weitere Felder müssen korrigiert werden.");
    assert.equal(results.toolbar.fetchMore(12_480, undefined), "12.480 weitere abrufen");
    assert.equal(results.footer.shown(12, 12_480, true), "12 von 12.480 angezeigt");
    assert.equal(results.grid.label("Berlin", 12_480), "Berlin, 12.480 Datensätze");
  });

  it("name months and fractions as Germans do", () => {
    assert.equal(german.period("2019-03-01T00:00:00Z", "", true), "März 2019 – heute");
    assert.equal(german.period("2004-10-01T00:00:00Z", "2009-06-30T00:00:00Z", false), "Okt. 2004 – Juni 2009");
    const texts = german
      .detailSections("company", unknownNumbers)
      .flatMap(({ items }) => items.map(({ label, title }) => `${label}: ${title}`));
    for (const expected of ["Mitarbeiterzahl: 12.480", "employment share: 0,125", "active: ja"]) {
      assert.ok(texts.includes(expected), `${expected} in ${texts.join("; ")}`);
    }
  });

  for (const [typed, field] of [
    ["Mitarbeiterz", "headcounts"],
    ["headcount", "headcounts"],
    ["founded_years", "founded_years"],
    ["Hauptsitz", "headquarters_locations"],
    ["region or country", "headquarters_locations"],
  ] as const) {
    it(`find a filter by typing “${typed}”`, () => {
      const [first] = german.matchingOptions(german.filterOptions("company", new Set()), typed);
      assert.equal(first?.value, field);
    });
  }
});

describe("the pages without a language of their own", function () {
  this.timeout(60_000);

  it("speak and count in English", async () => {
    const english = await pagesIn(undefined);
    assert.equal(english.builder.running(100, 12_480), "100 of 12,480 records fetched");
    assert.equal(english.usage.total(1204.25, 1, false), "1,204.25 credits for 1 record");
    assert.equal(english.period("2019-03-01T00:00:00Z", "", true), "Mar 2019 – now");
    assert.equal(english.filterOptions("company", new Set())[0]?.label, "Industries");
  });
});
