// For tests of the results page: opens it, fails a test in which the page had errors, and finds cells and the focus.
import assert from "node:assert/strict";
import type { Browser, Locator, Page } from "playwright-core";
import { launchBrowser } from "./pageInBrowser";
import { openResultsPage, type OpenOptions } from "./resultsPageHarness";

export interface ResultsPageInTest {
  /** Resolves once the text is shown. */
  open(options: OpenOptions, readyText?: string): Promise<Page>;
}

/** Called in a `describe`; all its tests share one browser. */
export function useResultsPage(): ResultsPageInTest {
  let browser: Browser;
  let pages: Page[] = [];
  let faults: string[] = [];
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());
  beforeEach(() => {
    faults = [];
    pages = [];
  });
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.context().close()));
    assert.deepEqual(faults, [], "errors in the page, or breaches of its content-security policy");
  });
  return {
    open: async (options, readyText) => {
      const page = await openResultsPage(browser, options, (fault) => faults.push(fault));
      page.setDefaultTimeout(10_000);
      pages.push(page);
      if (readyText !== undefined) {
        await page.getByText(readyText, { exact: true }).first().waitFor();
      }
      return page;
    },
  };
}

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
}

/** Chooses from the Copy menu of the details. */
export async function chooseInDetails(page: Page, item: string): Promise<void> {
  await page.locator("prospect-details prospect-menu button").click();
  await page.locator("prospect-details [role^=menuitem]", { hasText: item }).click();
}

/** Rows count from 0, the header is -1; column 0 has the check boxes. */
export function cell(page: Page, row: number, column: number): Locator {
  return page.locator(`prospect-grid [role=row][aria-rowindex="${row + 2}"] [aria-colindex="${column + 1}"]`);
}

export interface Focus {
  readonly role: string | null;
  /** As in {@link cell}; NaN elsewhere. */
  readonly row: number;
  readonly column: number;
  readonly text: string;
  /** Id or name of the element. */
  readonly name: string;
}

/** What has the focus, inside any shadow roots. */
export function focusOf(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) {
      element = element.shadowRoot.activeElement;
    }
    return {
      role: element?.getAttribute("role") ?? null,
      row: Number(element?.closest("[aria-rowindex]")?.getAttribute("aria-rowindex") ?? NaN) - 2,
      column: Number(element?.closest("[aria-colindex]")?.getAttribute("aria-colindex") ?? NaN) - 1,
      text: element?.textContent ?? "",
      name: element?.id || element?.getAttribute("aria-label") || element?.localName || "",
    };
  });
}

/** Resolves once screen readers are told this text by the page. */
export const announced = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator(".unseen[role=status]", { hasText: text }).waitFor({ state: "attached" });
