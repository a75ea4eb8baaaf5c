// Every page in every state and every kind of theme: axe-core finds nothing, and nothing is wider than the window.
import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { axeFindings } from "../axe";
import { launchBrowser } from "../pageInBrowser";
import { pageStates } from "../pageStates";
import { pageThemes, wearTheme, type PageTheme } from "../pageThemes";

/** What axe-core finds in each theme. */
async function violations(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [at, theme] of (Object.keys(pageThemes) as PageTheme[]).entries()) {
    await wearTheme(page, theme);
    // A theme changes colors alone, so all other rules are checked in one of them.
    const inTheme = await axeFindings(page, at > 0);
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
});
