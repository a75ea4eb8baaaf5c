// From an empty window to a CSV file with the keyboard alone, on the packaged and installed extension.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { Person } from "../../src/service/recordSchemas";
import { assertCsv, assertJson, peopleTable, sandboxRecords } from "./expectedFiles";
import { FilterBuilderView } from "./filterBuilderView";
import { picturesOfFailures } from "./picturesOfFailures";
import { ResultsView } from "./resultsView";
import { assertSoon } from "./soon";
import { startHost, type WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const file = "Heads in mid-size firms.prospect.json";
const name = "Heads in mid-size firms";

describe("the main path with the keyboard alone", () => {
  let host: WorkbenchHost;
  let window: WorkbenchPage;
  let builder: FilterBuilderView;
  let results: ResultsView;
  let unwanted: Person;
  let expected: readonly Person[];
  const pressed: string[] = [];

  before(async () => {
    const filters = {
      current_position_seniority_level: [{ value: "Director" }, { value: "VP", exact_match: true }],
      person_locations: [{ value: "Berlin", exclude: true }],
      current_company_headcounts: [{ min: 51, max: 1000 }],
    };
    const [first] = await sandboxRecords("people", filters, 1);
    assert.ok(first);
    unwanted = first;
    expected = await sandboxRecords(
      "people",
      { ...filters, person_professional_network_ids: [{ value: networkId(first), exclude: true }] },
      250,
    );
    host = await startHost();
    // Records any use of the mouse, in the workbench or in a page.
    await host.context.exposeBinding("pointerWasUsed", ({ frame }, where: string) =>
      pressed.push(`${where} in ${frame.name() || "the workbench"}`),
    );
    await host.context.addInitScript(() => {
      const report = (event: Event): void =>
        void (globalThis as unknown as { pointerWasUsed(where: string): void }).pointerWasUsed(
          `${event.type} on ${(event.target as Element).tagName}`,
        );
      addEventListener("pointerdown", report, true);
      addEventListener("wheel", report, true);
    });
    window = await host.open();
    builder = new FilterBuilderView(window);
    results = new ResultsView(window);
  });
  after(() => host.stop());
  picturesOfFailures(() => window);
  afterEach(async function () {
    assert.deepEqual(pressed, []);
  });

  /** Adds a filter by its name and leaves the focus in its field. */
  async function openFilter(label: string, field: string | RegExp): Promise<void> {
    await window.tabTo("Add a filter");
    await window.typeText(label);
    await builder.frame.getByRole("option", { name: new RegExp(`^${label}`, "u") }).waitFor();
    await window.press("Enter");
    await window.waitForFocus(field);
  }

  /** From a filter's input to its last value, whose menu has the item after this many steps down. */
  async function onLastChip(value: string, item: string, steps: number): Promise<void> {
    await window.press("ArrowLeft");
    await window.waitForFocus(value);
    await window.press("Enter");
    await builder.frame.getByRole("menuitem").and(builder.frame.locator(":focus")).waitFor();
    await window.press(...Array.from({ length: steps }, () => "ArrowDown"));
    await window.waitForFocus(item);
    await window.press("Enter");
  }

  it("uses the sandbox and shows its balance in the status bar", async () => {
    await window.runCommand("Prospect Desk: Use the Sandbox");
    await window.statusItems().filter({ hasText: "5,000 sandbox credits" }).waitFor();
  });

  it("opens a new people search and reaches the filters", async () => {
    await window.runCommand("Prospect Desk: New People Search");
    await builder.ready("New people search");
    await window.waitForPageFocus();
    await window.tabTo("Add a filter");
    await window.typeText("senior");
    await builder.frame.getByRole("option", { name: /^Seniority: Senior/ }).waitFor();
    await window.press("Enter");
    await builder.chip("Senior").waitFor();
    await window.tabTo("Add to Seniority");
    await window.press("Backspace");
    await builder.chip("Senior").waitFor({ state: "detached" });
  });

  it("adds text values: one suggested, one typed and exact, one excluded", async () => {
    await window.typeText("dir");
    await builder.frame.getByRole("option", { name: "Director" }).waitFor();
    await window.press("Enter");
    await builder.chip("Director").waitFor();
    await window.typeText("VP");
    await window.press("Enter");
    await builder.chip("VP").waitFor();
    await onLastChip("VP", "Match Exactly", 1);
    await builder.frame.getByRole("group", { name: "VP, included, exact match" }).waitFor();

    await openFilter("Person's location", "Add to Person's location");
    await window.typeText("Berlin");
    await window.press("Enter");
    await builder.chip("Berlin").waitFor();
    await onLastChip("Berlin", "Exclude", 0);
    await builder.chip("Berlin, excluded").waitFor();
  });

  it("explains an invalid number, and accepts a valid one", async () => {
    await openFilter("Person's professional-network ids", "Add to Person's professional-network ids");
    await window.typeText("4 8");
    await window.press("Enter");
    await builder.valueProblem("Enter digits only.").waitFor();
    // Control+A takes a detour through the workbench, and simulated typing does not wait for it.
    await window.press("End", "Shift+Home");
    await window.typeText(String(networkId(unwanted)));
    await window.press("Enter");
    await builder.chip(String(networkId(unwanted))).waitFor();
    await onLastChip(String(networkId(unwanted)), "Exclude", 0);
    await builder.chip(`${networkId(unwanted)}, excluded`).waitFor();
  });

  it("explains an invalid range beside its field", async () => {
    await openFilter("Company headcount", "From");
    await window.typeText("51");
    await window.tabTo("To");
    await window.typeText("a thousand");
    await window.press("Enter");
    await builder.rangeProblem("To: Enter digits only.").waitFor();
    await window.press("End", "Shift+Home");
    await window.typeText("1000");
    await window.press("Enter");
    await builder.rangeProblem("digits").waitFor({ state: "detached" });
    await assertSoon(() => builder.bound("To").inputValue(), "1000");
  });

  it("undoes and redoes", async () => {
    await window.tabTo("Records to fetch", "Shift+Tab");
    await window.press("End", "Shift+Home");
    await window.typeText("250");
    await window.press("Enter");
    await builder.plan.filter({ hasText: "about 250 credits" }).waitFor();
    await window.page.locator(".tab.active.dirty").waitFor();
    await window.tabTo("Add to Seniority");
    await window.press("Backspace");
    await builder.chip("VP").waitFor({ state: "detached" });
    await window.press("Control+z");
    await builder.chip("VP").waitFor();
    await window.press("Control+Shift+z");
    await builder.chip("VP").waitFor({ state: "detached" });
    await window.press("Control+z");
    await builder.frame.getByRole("group", { name: "VP, included, exact match" }).waitFor();
  });

  it("saves into the workspace and into the personal library, and finds both in the Searches view", async () => {
    await window.runCommand("File: Save As...");
    await window.quickInput.waitForValue(`${host.workspace}/New people search.prospect.json`);
    await window.quickInput.answer(`${host.workspace}/${file}`);
    await window.tab(file).waitFor();
    await window.waitForDirty(file, false);
    await builder.ready(name);
    await window.waitForPageFocus();
    await window.runCommand("Prospect Desk: Save to Personal Library…");
    await window.quickInput.waitForValue(name);
    await window.quickInput.answer("Heads everywhere");
    await window.tab("Heads everywhere.prospect.json").waitFor();
    await builder.ready("Heads everywhere");
    await window.waitForPageFocus();
    await window.runCommand("Prospect Desk: Focus on Searches View");
    const searches = window.view("Searches");
    await assertSoon(
      async () => (await searches.texts()).map((text) => text.split(" · ")[0]),
      ["This workspace", name, "Personal library", "Heads everywhere"],
    );
  });

  it("opens the search from the view and runs it, over three pages", async () => {
    const searches = window.view("Searches");
    const isFocused = (row: Locator): Promise<void> => row.and(window.page.locator(".focused")).waitFor();
    await window.runCommand("Prospect Desk: Focus on Searches View");
    await window.waitForFocus("Searches");
    await window.press("Home");
    await isFocused(searches.rows.first());
    await window.press("ArrowDown");
    await isFocused(searches.row(name));
    await window.press("Enter");
    await window.tab(file).and(window.page.locator(".active")).waitFor();
    await builder.ready(name);
    await window.runCommand("View: Focus Active Editor Group");
    await window.waitForPageFocus();
    await window.tabTo(/^Run\s+Ctrl/);
    await window.press("Enter");
    await results.button("Export 250").waitFor();
    await results.waitForStatus("62.5 credits");
    await window.statusItems().filter({ hasText: "4,937 sandbox credits" }).waitFor();
  });

  it("moves through the grid and shows all details of a record", async () => {
    // After Run, the keys go to the records by themselves.
    await window.waitForFocus(expected[0]?.full_name ?? "");
    await window.press("ArrowUp");
    await window.waitForFocus("Name");
    await window.press("ArrowDown");
    await window.waitForFocus(expected[0]?.full_name ?? "");
    await window.press("ArrowDown", "ArrowDown");
    await window.waitForFocus(expected[2]?.full_name ?? "");
    await window.press("Enter");
    await results.details.getByText(expected[2]?.id ?? "", { exact: true }).waitFor();
    await window.press("Escape");
    await results.details.waitFor({ state: "detached" });
    await window.waitForFocus(expected[2]?.full_name ?? "");
    await window.press("Control+End", "Home");
    await window.waitForFocus(expected[249]?.full_name ?? "");
  });

  it("exports to the suggested file, reports how many records were written, and opens it", async () => {
    await window.tabTo("Export 250", "Shift+Tab");
    await window.press("Enter");
    const { quickInput } = window;
    await quickInput.chooseWithKeyboard("CSV");
    await quickInput.title.filter({ hasText: "columns" }).waitFor();
    await quickInput.chooseWithKeyboard("Main columns");
    const offered = await quickInput.waitForValue(/^exports\/Heads in mid-size firms \d{4}-\d\d-\d\d\.csv$/);
    await quickInput.accept();
    assert.equal(await window.notifications.message("records written"), `250 records written to ${offered}.`);
    await window.runCommand("Notifications: Accept Notification Primary Action");
    await window.tab(offered.slice("exports/".length)).waitFor();
    await window.editorLines().filter({ hasText: "Name,Title,Seniority" }).waitFor();
    assertCsv(host.readFile(offered), peopleTable(expected));
  });

  it("exports the records unchanged as JSON", async () => {
    await window.runCommand("Prospect Desk: Export…");
    const { quickInput } = window;
    await quickInput.title.filter({ hasText: /^Export/u }).waitFor();
    await quickInput.acceptFocused(name);
    await quickInput.title.filter({ hasText: "format" }).waitFor();
    await quickInput.chooseWithKeyboard("JSON");
    const offered = await quickInput.waitForValue(/^exports\/.*\.json$/);
    await quickInput.accept();
    await window.notifications.message(`written to ${offered}`);
    assertJson(host.readFile(offered), expected);
  });
});

function networkId(person: Person): number {
  const id = person.social_profiles?.professional_network?.id;
  assert.ok(typeof id === "number");
  return id;
}
