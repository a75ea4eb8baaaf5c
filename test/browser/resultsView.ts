// The results of a run in a VS Code window: the grid and the controls around it.
import type { FrameLocator, Locator } from "playwright-core";
import type { WorkbenchPage } from "./workbenchPage";

export class ResultsView {
  readonly frame: FrameLocator;
  readonly grid: Locator;
  /** The lines under the grid with the state of the run. */
  readonly status: Locator;
  readonly details: Locator;

  constructor(window: WorkbenchPage) {
    this.frame = window.webviewFrame();
    this.grid = this.frame.getByRole("grid");
    this.status = this.frame.locator("footer:has(.actions)");
    this.details = this.frame.locator("prospect-details section");
  }

  button(name: string): Locator {
    return this.frame.getByRole("button", { name, exact: true });
  }

  /** A cell by its row, counted from 1, and its column's name. Only visible rows exist. */
  async cell(row: number, column: string): Promise<Locator> {
    const index = await this.grid
      .getByRole("columnheader", { name: column, exact: true })
      .getAttribute("aria-colindex");
    return this.grid.locator(`[role=row][aria-rowindex="${row + 1}"] [aria-colindex="${index}"]`);
  }

  /** Waits for this text in the status line. */
  async waitForStatus(text: string | RegExp): Promise<void> {
    await this.status.filter({ hasText: text }).waitFor();
  }
}
