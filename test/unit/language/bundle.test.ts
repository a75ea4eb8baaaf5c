// The German bundle and the sentences of the source: each has its translation, and no translation is left over.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { columnsOf } from "../../../src/rows/columns";
import { filtersOf, type FilterDefinition } from "../../../src/service/filterCatalogue";
import { askedSentences, sourceFiles, type AskedSentence } from "./sourceSentences";

const german = JSON.parse(readFileSync("media/l10n/bundle.l10n.de.json", "utf8")) as Readonly<Record<string, string>>;

/** Where a key is no literal: it is a name out of a table of data, which is read here in its place. */
const keysOfTables: Readonly<Record<string, () => readonly string[]>> = {
  "src/service/filterWords.ts": () => [...filtersOf("company"), ...filtersOf("people")].flatMap(wordsOf),
  "src/rows/columnWords.ts": () =>
    (["company", "person", "contact"] as const).flatMap((kind) => columnsOf(kind).map(({ header }) => header)),
};

function wordsOf({ label, group, meaning, unit, presets }: FilterDefinition): readonly string[] {
  const open = (presets ?? []).filter(({ min, max }) => min === undefined || max === undefined);
  return [label, group, meaning, ...(unit === undefined ? [] : [unit]), ...open.map((preset) => preset.label)];
}

/** `src/runs`, `src/workbench`, `webview-ui`. */
const roomOf = (file: string): string => /^(?:src\/[^/.]+|[^/]+)(?=\/)/u.exec(file)?.[0] ?? file;

describe("the German bundle", function () {
  this.timeout(60_000);
  const asked = new Map<string, readonly AskedSentence[]>();
  const files = [...sourceFiles("src"), ...sourceFiles("webview-ui")];

  before(() => {
    for (const file of files) {
      asked.set(file, askedSentences(file));
    }
  });

  for (const room of new Set(files.map(roomOf))) {
    it(`translates every sentence of ${room}`, () => {
      const inRoom = [...asked].filter(([file]) => roomOf(file) === room);
      const literal = inRoom
        .flatMap(([, sentences]) => sentences)
        .filter(({ key }) => key !== undefined && german[key] === undefined)
        .map(({ place, key }) => `${place}: ${key}`);
      const ofTables = inRoom.flatMap(([file]) =>
        (keysOfTables[file]?.() ?? []).filter((key) => german[key] === undefined).map((key) => `${file}: ${key}`),
      );
      assert.deepEqual(
        [...literal, ...new Set(ofTables)],
        [],
        `media/l10n/bundle.l10n.de.json lacks sentences of ${room}`,
      );
    });
  }

  it("can be read out of the source: sentences are literals, but for the names in tables", () => {
    const computed = [...asked].flatMap(([file, sentences]) =>
      keysOfTables[file] === undefined
        ? sentences.filter(({ key }) => key === undefined).map(({ place }) => place)
        : [],
    );
    assert.deepEqual(computed, []);
  });

  it("holds nothing that is said nowhere", () => {
    const used = new Set([
      ...[...asked.values()].flat().map(({ key }) => key),
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

  it("is kept in the order of its keys, one to a line, so that two changes seldom meet", () => {
    const ordered = Object.fromEntries(Object.entries(german).sort(([one], [other]) => (one < other ? -1 : 1)));
    assert.equal(readFileSync("media/l10n/bundle.l10n.de.json", "utf8"), `${JSON.stringify(ordered, undefined, 2)}\n`);
  });
});
