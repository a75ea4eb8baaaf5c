// The results of a run in a VS Code window: the grid and the controls around it.
import type { FrameLocator, Locator } from "playwright-core";
import type { WorkbenchPage } from "./workbenchPage";

export class ResultsView {
  readonly frame: FrameLocator;
  readonly grid: Locator;
  /** The state of the run: a banner above the grid, and the line below it. */
  readonly status: Locator;
  readonly details: Locator;

  constructor(window: WorkbenchPage) {
    this.frame = window.webviewFrame();
    this.grid = this.frame.getByRole("grid");
    this.status = this.frame.locator("footer, .banner");
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

  /** Waits for this text in the run's state. An error tells what stands there instead. */
  async waitForStatus(text: string | RegExp): Promise<void> {
    try {
      await this.status.filter({ hasText: text }).first().waitFor();
    } catch (error) {
      const shown = (await this.status.allInnerTexts()).join(" | ");
      throw new Error(`The state of the run is "${shown}", not ${String(text)}.`, { cause: error });
    }
  }

  /** An action of the menu "…". */
  async fromMore(name: string): Promise<void> {
    await this.button("More Actions").click();
    await this.frame.getByRole("menuitem", { name, exact: true }).click();
  }
}
