// Every page in every state and every kind of theme: axe-core finds nothing, and nothing is wider than the window.
import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import type { StopReason } from "../../../src/runs/run";
import { runStatus } from "../../../src/workbench/resultsEditor/runStatus";
import { ofCompanies, runSummary } from "../../unit/runs/runSummary";
import { axeFindings } from "../axe";
import { launchBrowser } from "../pageInBrowser";
import { companies, pageStates, results } from "../pageStates";
import { pageThemes, wearTheme, type PageTheme } from "../pageThemes";
import { sendUpdate } from "../resultsPageHarness";

/** Every way a run can stop. */
const reasons: Readonly<Record<StopReason["kind"], StopReason>> = {
  complete: { kind: "complete" },
  limitReached: { kind: "limitReached" },
  partialResult: { kind: "partialResult", outcomes: { enriched: 4, nothingFound: 0, notProcessed: 6 } },
  endedEarly: { kind: "endedEarly" },
  unanswered: { kind: "unanswered", rows: 4 },
  creditLimit: { kind: "creditLimit", limit: 100 },
  budgetUsedUp: { kind: "budgetUsedUp", agreed: 100 },
  costUnknown: { kind: "costUnknown" },
  sameRecords: { kind: "sameRecords" },
  cancelled: { kind: "cancelled" },
  disconnected: { kind: "disconnected" },
  rateLimited: { kind: "rateLimited", until: 90_000 },
  keyRejected: { kind: "keyRejected", message: "Unknown API key." },
  creditsExhausted: { kind: "creditsExhausted", message: "No credits are left.", balance: { after: 10, known: 0 } },
  offline: { kind: "offline", message: "The service could not be reached." },
  ambiguous: {
    kind: "ambiguous",
    message: "The connection broke off.",
    balance: { before: 1_204, after: 900, known: 25 },
  },
  notUnderstood: {
    kind: "notUnderstood",
    message: "The reply does not have the documented structure.",
  },
  interrupted: { kind: "interrupted", requestInFlight: true },
  windowClosed: { kind: "windowClosed" },
  storage: { kind: "storage", message: "The disk is full." },
  refused: { kind: "refused", message: "This filter is not allowed." },
};

const stopped = runSummary({
  header: { ...ofCompanies, title: "Acme", limits: { records: 1_000 } },
  ...{
    pages: 2,
    records: 200,
    returned: 203,
    repeated: 3,
    credits: 50.75,
    possibleCredits: 25,
  },
  ...{ unknownCosts: 1 },
  ...{ firstTotal: 12_480, lastTotal: 12_511, cursor: "next" },
});

/** What axe-core finds in each theme. */
async function violations(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [at, theme] of (Object.keys(pageThemes) as PageTheme[]).entries()) {
    await wearTheme(page, theme);
    // A theme changes colors alone, so all other rules are checked in one of them.
    const inTheme = await axeFindings(page, { colorsOnly: at > 0 });
    found.push(...inTheme.map((line) => `${theme}: ${line}`));
  }
  return [...found, ...(await overflow(page))];
}

async function overflow(page: Page): Promise<readonly string[]> {
  const [needed, there] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  return needed > there ? [`${needed} pixels wide in a window of ${there}`] : [];
}

describe("every state of every page, in four themes", function () {
  let browser: Browser;

  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  for (const [at, [name, open]] of Object.entries(pageStates).entries()) {
    // Wide and narrow in turn.
    const width = at % 2 === 0 ? 1200 : 400;
    it(`${name}, at ${width} px`, async () => {
      const page = await open(browser, { width });
      assert.deepEqual(await violations(page), []);
      await page.context().close();
    });
  }

  it("results, stopped for every reason there is, at 400 px", async () => {
    const page = await results(companies)(browser, { width: 400 });
    for (const stop of Object.values(reasons)) {
      const run = runStatus({ ...stopped, stop }, undefined, 0);
      await sendUpdate(page, "run", run);
      await page
        .locator(".banner, footer")
        .filter({ hasText: run.remarks[0] ?? "" })
        .filter({ hasText: run.title ?? "" })
        .waitFor();
      const scope = stop.kind === "complete" || stop.kind === "limitReached" ? "footer" : ".banner";
      assert.deepEqual([...(await axeFindings(page, { scope })), ...(await overflow(page))], [], stop.kind);
    }
    // They differ in words and buttons alone, so the colors of one are those of all.
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  });
});
