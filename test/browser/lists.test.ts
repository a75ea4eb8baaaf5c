// Lists of records, everything fetched, and people at a list of companies, by keyboard and by mouse.
import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { connectTo } from "./connectTo";
import { FilterBuilderView } from "./filterBuilderView";
import { picturesOfFailures } from "./picturesOfFailures";
import { ResultsView } from "./resultsView";
import { serveForTest, type ServiceUnderTest } from "./serviceUnderTest";
import { sharedWindow } from "./sharedWindow";
import { assertSoon } from "./soon";
import type { WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const key = "lists-key-45c48cce2e2d7fbdea1afc51c7c6ad26";
/** Searches without filters ask before they run. */
const everyRecord = {
  company: { industries: [{ value: "Beekeeping", exclude: true }] },
  people: { person_names: [{ value: "Beekeeper", exclude: true }] },
};
const search = (kind: "company" | "people", records: number): string =>
  `${JSON.stringify({ search: kind, filters: everyRecord[kind], fetch: { records } })}\n`;

describe("lists of records and of companies", () => {
  let service: ServiceUnderTest;
  let host: WorkbenchHost;
  let window: WorkbenchPage;
  let results: ResultsView;
  /** Of the first companies. */
  let names: readonly string[];
  let domains: readonly string[];

  before(async () => {
    service = await serveForTest([{ key, workspaceId: "workspace-of-the-lists", balance: 20_000 }]);
    ({ host, window } = await sharedWindow({
      "Targets.prospect.json": search("company", 20),
      "Engineers.prospect.json": search("people", 60),
    }));
    results = new ResultsView(window);
    await connectTo(window, service.origin, key, "20,000 credits");
    await window.openFile("Targets.prospect.json");
    await window.runCommand("Prospect Desk: Run Search");
    await results.waitForStatus("20 of 500");
    const column = (name: string): Promise<readonly string[]> =>
      Promise.all(Array.from({ length: 12 }, async (_, nth) => (await results.cell(nth + 1, name)).innerText()));
    [names, domains] = [await column("Name"), await column("Domain")];
  });
  after(() => service.stop());
  picturesOfFailures(() => window);

  const inTree = (name: string) => window.view("Searches").row(name);
  const notice = (text: string) => results.frame.locator("footer .notice", { hasText: text });
  const title = (text: string | RegExp) => window.quickInput.title.filter({ hasText: text });

  /** Until the record of a row is named as one in this list. */
  const waitForStar = (row: number, list: string): Promise<void> =>
    results.grid.locator(`[role=row][aria-rowindex="${row + 1}"] [aria-label$=", in list: ${list}"]`).waitFor();

  /** Goes to a row of the Searches view with the arrow keys. */
  async function focusInTree(name: string): Promise<void> {
    await window.runCommand("Prospect Desk: Focus on Searches View");
    await window.view("Searches").pane.locator(".monaco-list:focus").waitFor();
    await window.press("Home");
    const focused = inTree(name).and(window.page.locator(".focused"));
    for (let moves = 0; (await focused.count()) === 0; moves++) {
      assert.ok(moves < 30, `The arrow keys do not reach ${name}.`);
      await window.press("ArrowDown");
    }
  }

  it("are made, filled, annotated, renamed, and deleted by keyboard", async () => {
    await window.tabTo(names[0] ?? "");
    await window.press("Control+d");
    await title("New list").waitFor();
    await window.quickInput.answer("Fair");
    await notice("1 record added to Fair.").waitFor();
    await waitForStar(1, "Fair");
    await window.waitForFocus(names[0] ?? "");
    await window.press("ArrowDown");
    await window.waitForFocus(names[1] ?? "");
    await window.press("Control+d");
    await title("Add 1 record to").waitFor();
    await window.quickInput.acceptFocused("Fair");
    await waitForStar(2, "Fair");
    await focusInTree("Fair");
    await window.press("Enter");
    await window.tab("Fair").and(window.page.locator(".active")).waitFor();
    await results.grid
      .getByRole("gridcell", { name: names[1] ?? "" })
      .first()
      .waitFor();
    await window.tabTo(await (await results.cell(1, "Name")).innerText());
    await window.press("Shift+F10");
    await results.frame.getByRole("menuitem", { name: "Note…" }).press("Enter");
    await title("Note").waitFor();
    await window.quickInput.answer("Call on Monday");
    await window.waitForFocus(await (await results.cell(1, "Name")).innerText());
    await (await results.cell(1, "Name")).dblclick();
    await results.details.getByText("Call on Monday").waitFor();
    const note = results.grid.locator("input.editor");
    await (await results.cell(1, "Name")).click();
    await window.press("End", "F2");
    await note.fill("Call on Tuesday");
    await window.press("Enter");
    await results.details.getByText("Call on Tuesday").waitFor();
    await (await results.cell(1, "Note")).dblclick();
    await note.fill("Call on Friday");
    await window.press("Escape");
    await note.waitFor({ state: "detached" });
    assert.equal(await (await results.cell(1, "Note")).innerText(), "Call on Tuesday");
    await results.frame.getByRole("button", { name: "People Here" }).press("Enter");
    await window.waitForFocus("Add a filter");
    await new FilterBuilderView(window).chip(names[0] ?? "").waitFor();
    await window.tab("Fair").click();
    await focusInTree("Fair");
    await window.press("F2");
    await window.quickInput.waitForValue("Fair");
    await window.quickInput.answer("Trade fair");
    await results.frame.getByRole("heading", { name: "Trade fair" }).waitFor();
    await focusInTree("Trade fair");
    await window.press("Delete");
    const question = await window.dialog.text();
    assert.match(question, /^Delete Trade fair\?\s/u);
    assert.match(question, /The records themselves stay\.$/u);
    await window.press("Escape");
    await inTree("Trade fair").waitFor();
  });

  it("are exported and deleted by mouse", async () => {
    await window.openContainer("Prospect Desk");
    await window.view("Searches").pressRowAction("Trade fair", "Export…");
    await window.quickInput.choose("CSV");
    await window.quickInput.choose("Main columns");
    await title("file in").waitFor();
    await window.quickInput.answer("fair.csv");
    await assertSoon(() => (parse(host.readFile("fair.csv"), { bom: true }) as readonly unknown[]).length, 3);
    await window.notifications.dismissAll();
    await window.contextMenu(inTree("Trade fair"), "Delete…");
    await window.dialog.press("Delete");
    await inTree("Trade fair").waitFor({ state: "detached" });
  });

  describe("everything fetched", () => {
    const command = "Find in Everything Fetched…";
    const all = () => window.quickInput.entries.filter({ hasText: "show as results" });

    it("is found from the palette: what is found opens as results that can be exported", async () => {
      await window.runCommand(`Prospect Desk: ${command}`);
      await title("Find in everything fetched").waitFor();
      await window.quickInput.type(names[2] ?? "");
      await all().first().waitFor();
      const [first] = await window.quickInput.list();
      assert.match(`${first?.label} ${first?.description}`, /^1 company show as results$/u);
      await window.press("Enter");
      await window.tab(`Everything fetched: ${names[2] ?? ""}`).waitFor();
      await results.grid
        .getByRole("gridcell", { name: names[2] ?? "" })
        .first()
        .waitFor();
      await results.button("Export 1").waitFor();
    });

    it("is found from the Searches view, by mouse", async () => {
      await window.openContainer("Prospect Desk");
      await window.openBoxOf(window.view("Searches"), command);
      await title("Find in everything fetched").waitFor();
      await window.quickInput.type(domains[3] ?? "");
      await all().first().waitFor();
      await window.quickInput.choose(names[3] ?? "");
      await results.grid
        .getByRole("gridcell", { name: names[3] ?? "" })
        .first()
        .waitFor();
      await results.frame.getByRole("button", { name: /^Export \d/u }).waitFor();
    });
  });

  it("of companies lead to their people: from the Explorer to a grid with the company's row", async () => {
    const rows = domains.map((domain, nth) => `"${names[nth] ?? ""}",https://${domain}/about`);
    host.writeFile("accounts.csv", ["Account,Website", ...rows, "No domain,", ""].join("\n"));
    await window.openFile("accounts.csv");
    await window.runCommand("File: Reveal Active File in Explorer View");
    // The row is marked before the tree has the focus: until then, the key opens the menu of the editor.
    const focused = window.page.locator(".explorer-folders-view .monaco-list:focus .monaco-list-row.focused");
    await focused.filter({ hasText: "accounts.csv" }).waitFor();
    await window.press("Shift+F10");
    await window.contextMenu(undefined, "Find People at Companies…");
    await title("Which column of accounts.csv").waitFor();
    await window.quickInput.acceptFocused("Website");
    await title("Companies in accounts.csv").waitFor();
    const [first] = await window.quickInput.list();
    assert.deepEqual([first?.label, first?.description], ["Continue", "13 rows: 12 companies, 1 not understood."]);
    await window.press("Enter");
    await title("Which people").waitFor();
    await window.quickInput.acceptFocused("Engineers");
    await title("How many people per company?").waitFor();
    await window.press("Enter");
    await title("At most how many people in all?").waitFor();
    await window.quickInput.waitForValue("60");
    await window.press("Enter");
    const plan = await window.dialog.text();
    assert.match(
      plan,
      /13 rows: 12 companies, 1 not understood\.\s+Each company is asked for alone, four at a time\./u,
    );
    await window.press("Enter");
    await results.grid.getByRole("columnheader", { name: "Company row", exact: true }).waitFor();
    const cell = await results.cell(1, "Company row");
    await cell.filter({ hasText: /^\d+$/u }).waitFor(); // its row is empty until its record is there
    const row = Number(await cell.innerText());
    assert.ok(row >= 2 && row <= 13, String(row));
    const inList = await (await results.cell(1, "Company in list")).innerText();
    assert.equal(inList, names[row - 2]);
  });
});
