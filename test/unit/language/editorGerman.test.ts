// German of the editor where it needs no VS Code: how a run stands, and times in the language of the sentences around
// them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resultsName } from "../../../src/workbench/resultsEditor/resultsAddress";
import { sizeText } from "../../../src/runs/runState";
import { runStatus } from "../../../src/workbench/resultsEditor/runStatus";
import { secondText, timeOrDateText } from "../../../src/workbench/times";
import { useLanguage, type Translations, momentText } from "../../../src/language/language";
import { ofCompanies, runSummary } from "../runs/runSummary";

const translations = JSON.parse(readFileSync("media/l10n/bundle.l10n.de.json", "utf8")) as Translations;
const afternoon = new Date(2026, 10, 20, 15, 4, 9).getTime();

const summary = runSummary({
  header: { ...ofCompanies, id: "20261120T150409123-0123456789ab", title: "Acme", limits: { records: 100 } },
  ...{ records: 1_100, returned: 1_105, repeated: 2, skipped: 3, mismatched: 1, credits: 25.5 },
  ...{ firstTotal: 12_480, lastTotal: 12_511, cursor: "next", stop: { kind: "limitReached" } },
});

describe("the editor in German", () => {
  before(() => useLanguage({ tag: "de", translations }));
  after(() => useLanguage({ tag: "en" }));

  it("describes the state of a run", () => {
    assert.equal(
      sizeText(summary),
      "1.100 von 12.511 · 25,5 Credits · 3 übersprungen (schon vorhanden) · 2 wiederholt · 1 mit unerwarteten " +
        "Daten · Gesamtzahl von 12.480 auf 12.511 verändert",
    );
    assert.equal(
      sizeText({
        ...summary,
        records: 1,
        credits: 1,
        repeated: 0,
        skipped: 0,
        mismatched: 0,
        firstTotal: undefined,
        lastTotal: undefined,
      }),
      "1 Datensatz · 1 Credit",
    );
    assert.equal(
      sizeText({
        ...summary,
        repeated: 0,
        skipped: 0,
        mismatched: 0,
        firstTotal: undefined,
        lastTotal: undefined,
        possibleCredits: 10,
      }),
      "1.100 Datensätze · mindestens 25,5 Credits",
    );
    assert.equal(
      runStatus({ ...summary, unpriced: { pages: 2, balanceBefore: 1_204, balanceAfter: 1_179 } }, undefined, 0)
        .remarks[1],
      "Die Kosten sind eine Untergrenze: Der Dienst hat nicht angegeben, was 2 Seiten gekostet haben. Das " +
        "Guthaben betrug vorher 1.204 und beträgt jetzt 1.179.",
    );
    assert.equal(
      runStatus({ ...summary, mismatchExample: "Das Feld." }, undefined, 0).remarks.at(-1),
      "Unerwartete Daten, zum Beispiel: Das Feld.",
    );
  });

  it("tells times as German does, whatever the system's language is", () => {
    assert.deepEqual([momentText(afternoon), secondText(afternoon)], ["20.11.2026, 15:04:09", "15:04:09"]);
    assert.deepEqual(
      [timeOrDateText(afternoon, afternoon + 60_000), timeOrDateText(afternoon, afternoon + 86_400_000)],
      ["15:04", "20.11.2026"],
    );
    assert.match(resultsName(summary.header.id, "Acme"), /^Acme · \d\d:\d\d$/u);
  });
});

describe("times in English", () => {
  it("are those of the English sentences around them, whatever the system's language is", () => {
    assert.equal(secondText(afternoon), "15:04:09");
    assert.equal(timeOrDateText(afternoon, afternoon + 86_400_000), "11/20/2026");
  });
});
