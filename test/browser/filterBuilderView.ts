// The filter builder in a VS Code window: its controls by role and name.
import type { FrameLocator, Locator } from "playwright-core";
import type { WorkbenchPage } from "./workbenchPage";

export class FilterBuilderView {
  readonly frame: FrameLocator;
  readonly addFilter: Locator;
  readonly records: Locator;
  readonly credits: Locator;
  /** What a run costs and how many records matched. */
  readonly plan: Locator;
  /** The sentence of a search that has no filters. */
  readonly noFilters: Locator;

  constructor(window: WorkbenchPage) {
    this.frame = window.webviewFrame();
    this.addFilter = this.frame.getByRole("combobox", { name: "Add a filter" });
    this.records = this.frame.getByRole("textbox", { name: "Records to fetch" });
    this.credits = this.frame.getByRole("textbox", { name: "Credit limit" });
    this.plan = this.frame.locator("prospect-run-bar section");
    this.noFilters = this.frame.getByText("Without filters, the search matches every");
  }

  /** Until the page of this search is seen: the page of the editor before it stays for a moment. */
  async ready(name: string): Promise<void> {
    await this.frame.getByRole("heading", { name, level: 1, exact: true }).waitFor();
    await this.addFilter.waitFor();
  }

  /** A button by its whole name. */
  button(name: string): Locator {
    return this.frame.getByRole("button", { name, exact: true });
  }

  /** Chooses from what is rare. */
  async more(item: string): Promise<void> {
    await this.button("More Actions").click();
    await this.frame.getByRole("menuitem", { name: item, exact: true }).click();
  }

  /** A chip by its value, which its accessible name starts with. */
  chip(name: string): Locator {
    return this.frame.getByRole("group", { name: new RegExp(`^${name}(, |$)`, "u") });
  }

  input(filter: string): Locator {
    return this.frame.getByRole("combobox", { name: `Add to ${filter}` });
  }

  bound(which: "From" | "To"): Locator {
    return this.frame.getByRole("textbox", { name: which, exact: true });
  }

  // With the mouse

  async openFilter(label: string): Promise<void> {
    await this.addFilter.click();
    await this.addFilter.pressSequentially(label);
    await this.frame.getByRole("option", { name: new RegExp(`^${label}`, "u") }).click();
  }

  /** Types a value and presses the button that adds it. */
  async addValue(filter: string, value: string): Promise<void> {
    await this.input(filter).pressSequentially(value);
    await this.button(`Add “${value}”`).click();
    await this.chip(value).waitFor();
  }

  async exclude(value: string): Promise<void> {
    await this.choose(value, "Exclude");
    await this.chip(`${value}, excluded`).waitFor();
  }

  async matchExactly(value: string): Promise<void> {
    await this.choose(value, "Match Exactly");
    await this.frame.getByRole("group", { name: new RegExp(`^${value}, .*exact match$`, "u") }).waitFor();
  }

  /** Chooses an item of the menu of a value. */
  private async choose(value: string, item: string): Promise<void> {
    await this.chip(value).locator("button.value").click();
    await this.frame.getByRole("menuitem", { name: item, exact: true }).click();
  }
}
