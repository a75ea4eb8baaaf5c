// The German bundle has a translation for each text in the source, and no others.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { changeColumns, offeredColumns } from "../../../src/rows/columns";
import { filtersOf, type FilterDefinition } from "../../../src/service/filterCatalogue";
import { translatedTexts, sourceFiles, type TranslatedText } from "./sourceSentences";

const german = JSON.parse(readFileSync("media/l10n/bundle.l10n.de.json", "utf8")) as Readonly<Record<string, string>>;

/** Files whose keys are not literals but texts of a table. */
const keysOfTables: Readonly<Record<string, () => readonly string[]>> = {
  "src/service/filterCatalogue.ts": () => [...filtersOf("company"), ...filtersOf("people")].flatMap(wordsOf),
  "src/rows/column.ts": () =>
    (["company", "person", "contact"] as const).flatMap((kind) =>
      [...offeredColumns(kind, { hasCompanies: true }), ...changeColumns(kind).slice(0, 1)].map(({ header }) => header),
    ),
};

function wordsOf({ label, group, meaning, unit, presets }: FilterDefinition): readonly string[] {
  const open = (presets ?? []).filter(({ min, max }) => min === undefined || max === undefined);
  return [label, group, meaning, ...(unit === undefined ? [] : [unit]), ...open.map((preset) => preset.label)];
}

/** `src/runs`, `src/workbench`, `webview-ui` */
const layerOf = (file: string): string => /^(?:src\/[^/.]+|[^/]+)(?=\/)/u.exec(file)?.[0] ?? file;

describe("the German bundle", function () {
  this.timeout(60_000);
  const calls = new Map<string, readonly TranslatedText[]>();
  const files = [...sourceFiles("src"), ...sourceFiles("webview-ui")];

  before(() => {
    for (const file of files) {
      calls.set(file, translatedTexts(file));
    }
  });

  for (const layer of new Set(files.map(layerOf))) {
    it(`translates every sentence of ${layer}`, () => {
      const inLayer = [...calls].filter(([file]) => layerOf(file) === layer);
      const literal = inLayer
        .flatMap(([, sentences]) => sentences)
        .filter(({ key }) => key !== undefined && german[key] === undefined)
        .map(({ place, key }) => `${place}: ${key}`);
      const ofTables = inLayer.flatMap(([file]) =>
        (keysOfTables[file]?.() ?? []).filter((key) => german[key] === undefined).map((key) => `${file}: ${key}`),
      );
      assert.deepEqual(
        [...literal, ...new Set(ofTables)],
        [],
        `media/l10n/bundle.l10n.de.json lacks sentences of ${layer}`,
      );
    });
  }

  it("finds every text in the source: keys are literals, except for those in tables", () => {
    const computed = [...calls].flatMap(([file, sentences]) =>
      keysOfTables[file] === undefined
        ? sentences.filter(({ key }) => key === undefined).map(({ place }) => place)
        : [],
    );
    assert.deepEqual(computed, []);
  });

  for (const area of ["src", "webview-ui"]) {
    it(`translates texts that have one home each in ${area}: others import them from there`, () => {
      const homes = new Map<string, Set<string>>();
      for (const [file, texts] of calls) {
        for (const { key } of file.startsWith(`${area}/`) ? texts : []) {
          if (key !== undefined) {
            homes.set(key, (homes.get(key) ?? new Set()).add(file));
          }
        }
      }
      const repeated = [...homes].filter(([, found]) => found.size > 1);
      assert.deepEqual(
        repeated.map(([key, found]) => `"${key}" is in ${[...found].join(", ")}`),
        [],
      );
    });
  }

  it("contains no unused translation", () => {
    const used = new Set([
      ...[...calls.values()].flat().map(({ key }) => key),
      ...Object.values(keysOfTables).flatMap((keys) => keys()),
    ]);
    assert.deepEqual(
      Object.keys(german).filter((key) => !used.has(key)),
      [],
    );
  });

  it("has the placeholders of each sentence, and no empty translation", () => {
    const placeholders = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/gu))].sort();
    for (const [key, translation] of Object.entries(german)) {
      assert.notEqual(translation.trim(), "", `the translation of "${key}" is empty`);
      assert.deepEqual(
        placeholders(translation),
        placeholders(key.replace(/\/[^/]*$/u, "")),
        `the placeholders of "${key}" and "${translation}"`,
      );
    }
  });

  it("is sorted by key, one per line, so that changes rarely conflict", () => {
    const keys = Object.keys(german);
    assert.equal(
      keys.find((key, at) => at > 0 && key < (keys[at - 1] ?? "")),
      undefined,
      "the first key out of place",
    );
    assert.equal(readFileSync("media/l10n/bundle.l10n.de.json", "utf8"), `${JSON.stringify(german, undefined, 2)}\n`);
  });
});
