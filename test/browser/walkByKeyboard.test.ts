// A walk with the keyboard alone through the packaged and installed extension: a search, its records, and look-ups.
import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import type { Locator } from "playwright-core";
import type { Company, Person } from "../../src/service/recordSchemas";
import { FilterBuilderView } from "./filterBuilderView";
import { picturesOfFailures } from "./picturesOfFailures";
import { ResultsView } from "./resultsView";
import { sandboxRecords } from "./sandboxRecords";
import { assertSoon } from "./soon";
import { startHost, type WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const file = "Heads in mid-size firms.prospect.json";
const name = "Heads in mid-size firms";

describe("a walk with the keyboard alone", () => {
  let host: WorkbenchHost;
  let window: WorkbenchPage;
  let builder: FilterBuilderView;
  let results: ResultsView;
  let unwanted: Person;
  let expected: readonly Person[];
  /** Companies to look up, each with a domain of its own. */
  let companies: readonly Company[];
  const pressed: string[] = [];

  const domainOf = (nth: number): string => companies[nth]?.domain ?? "";
  const nameOf = (nth: number): string => companies[nth]?.name ?? "";

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
    const found = await sandboxRecords("companies", {}, 50);
    companies = found.filter(
      ({ domain }, nth) =>
        typeof domain === "string" && domain !== "" && found.findIndex((other) => other.domain === domain) === nth,
    );
    const rows = [3, 4, 5, 6, 7, 8, 3].map(
      (nth) => `"${nameOf(nth).replaceAll('"', '""')}";https://www.${domainOf(nth)}/about;ä`,
    );
    host = await startHost({
      files: {
        "note.md": `See https://www.${domainOf(0)}/jobs?utm_source=x for more.\n`,
        "lines.txt": `${domainOf(1)}\n${domainOf(2)}\nnobody-knows-this.example\n`,
        "accounts.csv": `\ufeffFirma;Webseite;Notiz\r\n${rows.join("\r\n")}\r\n;;leer\r\n`,
      },
    });
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
  afterEach(() => assert.deepEqual(pressed, []));

  const inTitle = (text: string | RegExp): Promise<void> => window.quickInput.title.filter({ hasText: text }).waitFor();

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

  it("opens a new people search, whose words become a filter; undo takes back words, then the filter", async () => {
    await window.runCommand("Prospect Desk: New People Search");
    await builder.ready("New people search");
    await window.waitForPageFocus();
    await window.waitForFocus("Add a filter");
    await window.typeText("senior");
    await builder.frame.getByRole("option", { name: /^Seniority: Senior/ }).waitFor();
    await window.press("Enter");
    await builder.chip("Senior").waitFor();
    await window.typeText("Bonn");
    // Several letters at once.
    for (let typed = await builder.addFilter.inputValue(); typed !== "";) {
      const before = typed;
      await window.press("Control+z");
      await assertSoon(async () => (typed = await builder.addFilter.inputValue()) === before, false);
    }
    await builder.chip("Senior").waitFor();
    for (const _press of ["the filter", "the search itself"]) {
      await window.press("Control+z");
      await builder.noFilters.waitFor();
    }
    await window.press("Control+Shift+z");
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

  it("adds a number and a range", async () => {
    await openFilter("Person's professional-network ids", "Add to Person's professional-network ids");
    await window.typeText(String(networkId(unwanted)));
    await window.press("Enter");
    await builder.chip(String(networkId(unwanted))).waitFor();
    await onLastChip(String(networkId(unwanted)), "Exclude", 0);
    await builder.chip(`${networkId(unwanted)}, excluded`).waitFor();
    await openFilter("Company headcount", "From");
    await window.typeText("51");
    await window.tabTo("To");
    await window.typeText("1000");
    await window.tabTo("Records to fetch", "Shift+Tab");
    // Control+A takes a detour through the workbench, and simulated typing does not wait for it.
    await window.press("End", "Shift+Home");
    await window.typeText("250");
    await window.press("Enter");
    await builder.plan.filter({ hasText: "about 250 credits" }).waitFor();
  });

  it("saves the search in the workspace", async () => {
    await window.runCommand("File: Save As...");
    await window.quickInput.waitForValue(`${host.workspace}/New people search.prospect.json`);
    await window.quickInput.answer(`${host.workspace}/${file}`);
    await window.tab(file).waitFor();
    await window.waitForDirty(file, false);
    await builder.ready(name);
    await window.waitForPageFocus();
  });

  it("opens the search from the view and runs it, over three pages", async () => {
    const searches = window.view("Searches");
    const isFocused = (row: Locator): Promise<void> => row.and(window.page.locator(".focused")).waitFor();
    await window.runCommand("Prospect Desk: Focus on Searches View");
    await window.waitForFocus("Searches");
    await searches.row(name).waitFor();
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
    const rows = parse(host.readFile(offered), { columns: true }) as readonly {
      readonly Name: string;
      readonly Id: string;
    }[];
    assert.deepEqual(
      rows.map((row) => [row.Name, row.Id]),
      expected.map(({ id, full_name: fullName }) => [fullName, id]),
    );
  });

  it("shows the parsed question while typing, answers in the same place and copies a value", async () => {
    await window.runCommand("Prospect Desk: Look Up…");
    await window.quickInput.type(`https://www.${domainOf(0)}/about?utm_source=x`);
    await window.quickInput.entry(`Company ${domainOf(0)}`).waitFor();
    await window.quickInput.accept();
    await inTitle(new RegExp(`^${nameOf(0)}$`));
    await window.quickInput.type("Domain");
    await window.quickInput.acceptFocused(domainOf(0));
    await window.page.waitForFunction(
      (text) => navigator.clipboard.readText().then((now) => now === text),
      domainOf(0),
    );
    await window.quickInput.cancel();
  });

  /** Takes the first company that the box proposes, until it is shown. */
  const acceptCompany = async (): Promise<void> => {
    await window.quickInput
      .entry(`Company ${domainOf(0)}`)
      .first()
      .waitFor();
    await window.quickInput.accept();
    await inTitle(new RegExp(`^${nameOf(0)}$`));
  };

  it("adds the record of an answer to a list, shows its details, and answers from the grid", async () => {
    const lookUp = async (): Promise<void> => {
      await window.runCommand("Prospect Desk: Look Up…");
      await window.quickInput.type(domainOf(0));
      await acceptCompany();
    };
    await lookUp();
    await window.press("Control+d");
    await inTitle("New list");
    await window.quickInput.answer("Prospects");
    await window.notifications.message("1 record added to Prospects.");
    await lookUp();
    await window.quickInput.chooseWithKeyboard("Open Details");
    await results.details.getByRole("heading", { name: nameOf(0), exact: true }).waitFor();
    await window.press("Escape");
    await results.grid.locator("[tabindex='0']:focus").waitFor();
    await window.press("Control+k", "l");
    await inTitle(new RegExp(`^${nameOf(0)}$`));
    await window.quickInput.cancel();
  });

  it("suggests the word at the cursor, answers from the saved records, and inserts the record as JSON", async () => {
    await window.openFile("note.md");
    await window.waitForEditorFocus("See https");
    await window.press(...Array.from({ length: 8 }, () => "ArrowRight"));
    await window.page.locator(".part.statusbar .statusbar-item", { hasText: "Ln 1, Col 9" }).waitFor();
    await window.runCommand("Prospect Desk: Look Up…");
    await acceptCompany();
    assert.match(await window.quickInput.box.locator(".quick-input-list").innerText(), /, free/);
    await window.quickInput.type("Insert as JSON");
    await window.quickInput.acceptFocused("Insert as JSON");
    await window.quickInput.waitUntilClosed();
    await window.waitForDirty("note.md", true);
    await window.press("Control+s");
    await window.waitForDirty("note.md", false);
    assert.ok(host.readFile("note.md").includes(`"domain": "${domainOf(0)}"`));
  });

  it("looks up what was typed last, also when Enter follows at once, and finds people at that company", async () => {
    await window.runCommand("Prospect Desk: Look Up…");
    await window.quickInput.type(domainOf(0));
    await window.quickInput.accept();
    await inTitle(new RegExp(`^${nameOf(0)}$`));
    await window.quickInput.type("Find People Here");
    await window.quickInput.acceptFocused("Find People Here");
    await window.waitForFocus("Add a filter");
  });

  it("makes a batch of several selected lines", async () => {
    await window.openFile("lines.txt");
    await window.waitForEditorFocus("nobody-knows-this.example");
    await window.press("Control+a");
    await window.page.locator(".part.statusbar .statusbar-item", { hasText: /selected/ }).waitFor();
    await window.openBox("Prospect Desk: Look Up Selection");
    await window.quickInput.acceptFocused("Companies");
    await window.notifications.message(/3 rows: 2 found, 1 no match/, 60_000);
    await window.waitForDirty("Looked up.csv", true);
    await window.waitForEditorFocus("Line,Name,Domain");
    await window.press("Control+s");
    await window.waitForDirty("Looked up.csv", false);
    assert.match(host.readFile("Looked up.csv"), /^Line,Name,Domain,.*\n[^,]+,.*,found\n/);
  });

  it("looks up every row of a CSV file and keeps its cells", async () => {
    await window.openFile("accounts.csv");
    await window.runCommand("File: Reveal Active File in Explorer View");
    await window.page
      .locator(".explorer-folders-view .monaco-list:focus-within .monaco-list-row.focused", { hasText: "accounts.csv" })
      .waitFor();
    await window.contextMenuByKeyboard("Look Up Every Row of a CSV File…");
    await window.quickInput.acceptFocused("Companies");
    await inTitle("Map columns");
    await window.quickInput.acceptFocused("Continue");
    await inTitle("Which columns do you want to append?");
    await window.quickInput.accept();
    await window.notifications.message(/8 rows: 7 found, 1 skipped/, 60_000);
    const before = host.readFile("accounts.csv").split("\r\n");
    const after = host.readFile("accounts (looked up).csv").split("\r\n");
    assert.equal(after.length, before.length);
    // Only quotes that no cell needs may go.
    const plain = (line = ""): string => line.replaceAll('"', "");
    assert.deepEqual(
      after.filter((line, nth) => !plain(line).startsWith(plain(before[nth]))),
      [],
    );
    assert.ok(after[0]?.startsWith("\ufeffFirma;Webseite;Notiz;Name;Domain;"));
    assert.ok(after[1]?.includes(`;${domainOf(3)};`) && after[1].endsWith(";found"));
  });

  it("tracks enrichments, notifies about one that has finished, and opens its contacts", async () => {
    await window.runCommand("Prospect Desk: Track Enrichment…");
    await window.quickInput.type("enr-demo-finished enr-demo-in-progress-400");
    await window.quickInput.accept();
    await window.notifications.message(/Conference visitors has finished\. \d+ of 25 enriched/);
    await window.runCommand("Prospect Desk: Focus on Enrichments View");
    await window.view("Enrichments").rows.filter({ hasText: "in progress" }).waitFor();
    await window.openBox("Prospect Desk: Open Contacts");
    await window.quickInput.type("Conference");
    await window.quickInput.acceptFocused("Conference visitors");
    await results.waitForStatus("25 records");
    await window.waitForPageFocus();
    await window.tabTo("Mobile phone");
    await window.press("Enter");
    await results.waitForStatus(/\d+ of 25 shown/);
  });
});

function networkId(person: Person): number {
  const id = person.social_profiles?.professional_network?.id;
  assert.ok(typeof id === "number");
  return id;
}
