// One view of the side bar: its tree, its welcome text, its buttons.
import type { Locator, Page } from "playwright-core";
import { exactly } from "./exactly";

export class SideBarView {
  readonly pane: Locator;
  /** The tree's rows that are drawn; a long tree draws only those in sight. */
  readonly rows: Locator;
  /** The welcome text of an empty view. */
  readonly welcome: Locator;

  constructor(
    private readonly page: Page,
    title: string,
  ) {
    this.pane = page.locator(".part.sidebar .pane", { has: page.locator(`.pane-header[aria-label^="${title}"]`) });
    this.rows = this.pane.locator(".pane-body .monaco-list-row[role=treeitem]");
    this.welcome = this.pane.locator(".welcome-view-content");
  }

  /** @returns each row as `label` or `label · description` */
  async texts(): Promise<readonly string[]> {
    return this.rows.evaluateAll((rows) =>
      rows.map((row) =>
        [".monaco-icon-name-container", ".label-description"]
          .map((part) => row.querySelector(part)?.textContent?.trim())
          .filter(Boolean)
          .join(" · "),
      ),
    );
  }

  row(label: string): Locator {
    return this.rows.filter({ has: this.page.locator(".monaco-icon-name-container", { hasText: exactly(label) }) });
  }

  /** Expands a row. VS Code loses a click on a row that it is drawing again. */
  async expandRow(label: string): Promise<void> {
    const folded = this.row(label).and(this.page.locator("[aria-expanded=false]"));
    const open = this.row(label).and(this.page.locator("[aria-expanded=true]"));
    for (const deadline = Date.now() + 30_000; Date.now() < deadline && !(await open.isVisible());) {
      await folded
        .locator(".monaco-tl-twistie")
        .click(soon)
        .catch(() => undefined);
      await open.waitFor(soon).catch(() => undefined);
    }
    await open.waitFor();
  }

  /** The rows below a search, once it has some, that have this text. */
  async below(label: string, text: string | RegExp): Promise<Locator> {
    await this.row(label).and(this.page.locator("[aria-expanded]")).waitFor();
    await this.expandRow(label);
    return this.rows.filter({ hasText: text });
  }

  /** A button or link of the welcome text. */
  async pressWelcome(text: string): Promise<void> {
    await this.welcome.locator("a", { hasText: text }).click();
  }
}

const soon = { timeout: 2_000 };
