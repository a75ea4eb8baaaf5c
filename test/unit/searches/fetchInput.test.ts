// How many records to fetch and how many credits to spend, as people type them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { useLanguage, type Translations } from "../../../src/language/language";
import { creditsInputText, mostCredits, parseCreditsInput, parseRecordsInput } from "../../../src/searches/fetchInput";

const german = JSON.parse(readFileSync("media/l10n/bundle.l10n.de.json", "utf8")) as Translations;

describe("records to fetch as they are typed", () => {
  for (const [text, number] of [
    ["100", 100],
    [" 7 ", 7],
    ["1,000", 1000],
    ["1 000 000", 1_000_000],
    ["1.000", 1000],
    ["10000000", 10_000_000],
    ["", undefined],
  ] as const) {
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(parseRecordsInput(text), { ok: true, value: number }));
  }
  for (const [text, message] of [
    ["-1", /whole number/],
    ["1.5", /whole number/],
    ["1,0", /whole number/],
    ["ten", /whole number/],
    ["1e3", /whole number/],
    ["0x10", /whole number/],
    ["0", /At least 1\./],
    ["10,000,001", /At most 10,000,000\./],
    ["9".repeat(400), /At most/],
  ] as const) {
    it(`refuses ${JSON.stringify(text.slice(0, 20))}`, () => {
      const parsed = parseRecordsInput(text);
      assert.match(parsed.ok ? "" : parsed.message, message);
    });
  }
});

describe("a credit limit as it is typed", () => {
  afterEach(() => useLanguage({ tag: "en" }));
  const inLanguage = (tag: string): void => useLanguage(tag === "de" ? { tag, translations: german } : { tag });

  const read: readonly (readonly [string, string, number | undefined])[] = [
    ["en", "", undefined],
    ["en", "0", 0],
    ["en", "0.5", 0.5],
    ["en", ".5", 0.5],
    ["en", "0,5", 0.5],
    ["en", "-0", 0],
    ["en", " 12.25 ", 12.25],
    ["en", "1,500", 1500],
    ["en", "1,234,567.5", 1_234_567.5],
    ["en", "1 500", 1500],
    ["en", "1.500", 1.5],
    ["en", "0.001", 0.001],
    ["en", String(mostCredits), mostCredits],
    ["de", "0,5", 0.5],
    ["de", "0.5", 0.5],
    ["de", "1.500", 1500],
    ["de", "1,500", 1.5],
    ["de", "1.234.567,5", 1_234_567.5],
  ];
  for (const [tag, text, value] of read) {
    it(`reads ${JSON.stringify(text)} in ${tag}`, () => {
      inLanguage(tag);
      const parsed = parseCreditsInput(text);
      assert.deepEqual(parsed, { ok: true, value });
      assert.deepEqual(
        value === undefined ? parsed : parseCreditsInput(creditsInputText(value)),
        parsed,
        "what the input then shows means the same",
      );
    });
  }

  for (const [text, message] of [
    ["-1", /At least 0\./],
    ["−0.5", /At least 0\./],
    ["NaN", /such as 0\.5/],
    ["Infinity", /such as 0\.5/],
    ["1e3", /such as/],
    ["0.", /such as/],
    ["lots", /such as/],
    ["1.2.3", /such as/],
    ["1,2,3", /such as/],
    ["1,234.5.6", /such as/],
    ["1000000001", /At most 1,000,000,000\./],
    ["9".repeat(400), /At most/],
  ] as const) {
    it(`refuses ${JSON.stringify(text.slice(0, 20))}`, () => {
      const parsed = parseCreditsInput(text);
      assert.match(parsed.ok ? "" : parsed.message, message);
    });
  }

  it("is shown with the decimal sign of the language", () => {
    inLanguage("de");
    assert.equal(creditsInputText(1234.5), "1234,5");
    assert.match((parseCreditsInput("viel") as { readonly message: string }).message, /zum Beispiel 0,5\./);
  });
});
