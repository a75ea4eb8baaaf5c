// For tests of the results page: opens it, fails a test in which the page had errors, and finds cells and the focus.
import assert from "node:assert/strict";
import type { Browser, Locator, Page } from "playwright-core";
import { launchBrowser } from "./pageInBrowser";
import { faultsOf, openResultsPage, type OpenOptions } from "./resultsPageHost";

/** Called in a `describe`; all its tests share one browser. `open` resolves once the grid shows the text. */
export function useResultsPage(): { open(options: OpenOptions, readyText?: string): Promise<Page> } {
  let browser: Browser;
  let pages: Page[] = [];
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());
  afterEach(async () => {
    const faults = pages.flatMap(faultsOf);
    await Promise.all(pages.map((page) => page.context().close()));
    pages = [];
    assert.deepEqual(faults, [], "errors in the page, or breaches of its content-security policy");
  });
  return {
    open: async (options, readyText) => {
      const page = await openResultsPage(browser, options);
      pages.push(page);
      if (readyText !== undefined) {
        await page.locator("prospect-grid").getByText(readyText, { exact: true }).first().waitFor();
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

/** Presses keys; each line says at which row and column the focus is then. */
export async function focusGoes(
  page: Page,
  ...steps: readonly (readonly [keys: string, row: number, column: number])[]
) {
  for (const [keys, row, column] of steps) {
    await press(page, ...keys.split(" "));
    assert.deepEqual(await focusedPlace(page), [row, column], keys);
  }
}

/** The selected records that are drawn. */
export function selectedRows(page: Page): Promise<readonly number[]> {
  return page
    .locator("prospect-grid .body [role=row][aria-selected=true]:not([hidden])")
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("aria-rowindex")) - 2).sort((a, b) => a - b));
}

/** The cells of the range, as "row:column". */
export function rangeCells(page: Page): Promise<readonly string[]> {
  return page.locator("prospect-grid [role=gridcell][aria-selected=true]").evaluateAll((cells) =>
    cells
      .map((cell) => {
        const row = Number(cell.closest("[aria-rowindex]")?.getAttribute("aria-rowindex")) - 2;
        return `${row}:${Number(cell.getAttribute("aria-colindex")) - 1}`;
      })
      .sort(),
  );
}

/** Labels of the headers, from left to right as they are shown. */
export function headerLabels(page: Page): Promise<readonly string[]> {
  return page.locator("prospect-grid [role=columnheader] .label").evaluateAll((labels) =>
    labels
      .map((label) => ({ text: label.textContent ?? "", left: label.getBoundingClientRect().left }))
      .sort((a, b) => a.left - b.left)
      .map(({ text }) => text),
  );
}

export function header(page: Page, column: number): Locator {
  return page.locator(`prospect-grid [role=columnheader][aria-colindex="${column + 1}"]`);
}

/** Row and column of the focus. */
export async function focusedPlace(page: Page): Promise<readonly [number, number]> {
  const { row, column } = await focusOf(page);
  return [row, column];
}

/** Resolves once the grid tells screen readers this. */
export function gridAnnounced(page: Page, text: string): Promise<void> {
  return page.locator("prospect-grid [role=status]", { hasText: text }).waitFor({ state: "attached" });
}

/** Presses at the middle of one element, moves to a point in steps, and releases. */
export async function drag(
  page: Page,
  from: Locator,
  to: { readonly x: number; readonly y: number },
  whileDown: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const box = await boxOf(from);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await whileDown();
  await page.mouse.up();
}

export async function boxOf(
  locator: Locator,
): Promise<{ readonly x: number; readonly y: number; readonly width: number; readonly height: number }> {
  const box = await locator.boundingBox();
  if (box === null) {
    throw new Error("The element is not visible.");
  }
  return box;
}

/** Resolves once the grid has scrolled to this row or beyond: rows that were passed are no longer drawn. */
export async function scrolledTo(page: Page, row: number): Promise<void> {
  const viewport = page.locator("prospect-grid .viewport");
  await viewport.evaluate(
    (element, top) =>
      new Promise<void>((resolve) => {
        const check = (): void => (element.scrollTop >= top ? resolve() : void requestAnimationFrame(check));
        check();
      }),
    row * 24,
  );
}

export function scrollLeft(page: Page): Promise<number> {
  return page.locator("prospect-grid .viewport").evaluate((viewport) => viewport.scrollLeft);
}
