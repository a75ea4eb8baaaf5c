// For tests of the grid in the results page: what is selected, the columns, and dragging.
import type { Locator, Page } from "playwright-core";
import { focusOf } from "./resultsPageInTest";

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
