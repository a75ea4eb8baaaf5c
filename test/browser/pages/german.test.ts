// The three pages in another language: no English is left in them, and German has room on a narrow page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { getL10nPseudoLocalized } from "@vscode/l10n-dev";
import type { Browser } from "playwright-core";
import type { PageLanguage, Translations } from "../../../src/language/language";
import { companyFilters, peopleFilters } from "../../../src/service/filterCatalogue";
import { launchBrowser } from "../pageInBrowser";
import { pageStates } from "../pageStates";
import { spokenTexts, textsThatDoNotFit } from "../pageWords";

const translations = JSON.parse(readFileSync("media/l10n/bundle.l10n.de.json", "utf8")) as Translations;
/** As wide as an editor beside another one and a side bar. */
const narrow = 400;
const german: PageLanguage = { tag: "de", translations };
/** Every letter of every sentence in a strange dress; the months and marks of Chinese have no Latin letters either. */
const strange: PageLanguage = { tag: "zh", translations: getL10nPseudoLocalized({ ...translations }) as Translations };

/** What no language changes: names, the service's own words, and what the made-up host says. */
const data: readonly string[] = [
  "Prospect Desk",
  "POST",
  "/api/v2/company/search",
  "/api/v2/people/search",
  "JSON",
  ...["Shift+Alt+", "Ctrl+C", "Ctrl+D", "Enter"],
  "unheard_of",
  "unheard of",
  "prospect.json",
  ...[...companyFilters, ...peopleFilters]
    .map(({ example }) => example)
    .filter((example) => example !== "an ID of a record"),
  ...[
    "Acme search",
    "Name",
    "Domain",
    "Industry",
    "Headcount",
    "Country",
    "City",
    "Founded",
    "Type",
    "Contoso",
    "Engineer",
    "Platform",
    "cloud",
  ],
  ...[
    "first name",
    "company domain",
    "northwind.example",
    "tag",
    "native or bilingual",
    "deliverable",
    "catch all",
    "DELIVERABLE",
    "CATCH_ALL",
    "mobile",
    "active",
    "confirmed",
    "highest",
    "AT",
  ],
  ...[
    "a@northwind.example",
    "Since the last run",
    "Contoso before",
    "https://www.northwind.example/about",
    "northwind.example/about",
    "https://network.example/company/northwind",
    "network.example/company/northwind",
    "https://network.example/in/ada",
    "network.example/in/ada",
    "mailto:",
  ],
];

/** An address as it is opened whose name is in another script. */
const internationalAddress = /https:\/\/xn--[\w.-]+\//gu;

describe("the pages in another language", function () {
  this.timeout(60_000);
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  for (const [name, open] of Object.entries(pageStates)) {
    it(`say nothing in English: ${name}`, async () => {
      const page = await open(browser, { width: narrow, language: strange });
      const texts = await spokenTexts(page);
      const left = texts.filter((text) => /[A-Za-z]{2,}/u.test(withoutData(text)));
      await page.context().close();
      assert.ok(texts.length > 1, "the page shows something");
      assert.deepEqual(left, []);
    });

    it(`have room for German: ${name}`, async () => {
      const page = await open(browser, { width: narrow, language: german });
      const tight = await textsThatDoNotFit(page);
      await page.context().close();
      assert.deepEqual(tight, []);
    });
  }
});

function withoutData(text: string): string {
  const longestFirst = [...data].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((left, known) => left.replaceAll(known, ""), text.replace(internationalAddress, ""));
}
