// A walk by mouse through the packaged and installed extension: a new search, its run, exports, and its files.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "csv-parse/sync";
import type { Company } from "../../src/service/recordSchemas";
import { exactly } from "./exactly";
import { FilterBuilderView } from "./filterBuilderView";
import { picturesOfFailures } from "./picturesOfFailures";
import { ResultsView } from "./resultsView";
import { sandboxRecords } from "./sandboxRecords";
import { assertSoon } from "./soon";
import { startHost, type WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const search = (industry: string): string =>
  `{\n  "search": "company",\n  "filters": {\n    "industries": [{ "value": "${industry}" }]\n  }\n}\n`;

describe("a walk by mouse", () => {
  let host: WorkbenchHost;
  let window: WorkbenchPage;
  let builder: FilterBuilderView;
  let results: ResultsView;
  /** The company that would be first if its network id were not excluded. */
  let unwanted: Company;
  let expected: readonly Company[];
  /** The results of the search that was not saved yet. */
  let unsavedResults = "";

  before(async () => {
    const filters = {
      types: [
        { value: "Privately Held", exact_match: true },
        { value: "Self-Employed", exclude: true },
      ],
      headcounts: [{ min: 11, max: 1000 }],
    };
    const [first] = await sandboxRecords("companies", filters, 1);
    assert.ok(first);
    unwanted = first;
    expected = await sandboxRecords(
      "companies",
      { ...filters, professional_network_ids: [{ value: networkId(first), exclude: true }] },
      250,
    );
    host = await startHost({
      files: { "customers.csv": "Domain\nnobody-knows-this.example\n" },
      settings: { "files.enableTrash": false },
    });
    window = await host.open();
    builder = new FilterBuilderView(window);
    results = new ResultsView(window);
  });
  after(() => host.stop());
  picturesOfFailures(() => window);

  const searches = () => window.view("Searches");
  const active = (title: string) => window.tab(title).and(window.page.locator(".active"));

  it("uses the sandbox, shows its balance in the status bar, and opens a new search", async () => {
    await window.openContainer("Prospect Desk");
    await searches().pressWelcome("Use the Sandbox");
    await window.statusItems().filter({ hasText: "5,000 sandbox credits" }).waitFor();
    await searches().pressWelcome("New Company Search");
    await builder.ready("New company search");
    await window.waitForDirty("New company search", true);
  });

  it("adds filters, which undo and redo take back and repeat", async () => {
    await builder.openFilter("Types");
    await builder.input("Types").pressSequentially("priv");
    await builder.frame.getByRole("option", { name: "Privately Held" }).click();
    await builder.matchExactly("Privately Held");
    await builder.addValue("Types", "Self-Employed");
    await builder.exclude("Self-Employed");
    await builder.openFilter("Professional-network ids");
    await builder.addValue("Professional-network ids", String(networkId(unwanted)));
    await builder.exclude(String(networkId(unwanted)));
    await builder.openFilter("Headcount");
    await builder.bound("From").fill("11");
    await builder.bound("To").fill("1,000");
    await builder.records.fill("250");
    await builder.credits.click();
    await builder.plan.filter({ hasText: "about 250 credits" }).waitFor();
    await builder.chip("Self-Employed").getByRole("button", { name: "Remove Self-Employed" }).click();
    await builder.chip("Self-Employed").waitFor({ state: "detached" });
    await window.press("Control+z");
    await builder.chip("Self-Employed, excluded").waitFor();
    await window.press("Control+Shift+z");
    await builder.chip("Self-Employed").waitFor({ state: "detached" });
    await window.press("Control+z");
    await builder.chip("Self-Employed, excluded").waitFor();
  });

  it("adds a leave-out list and runs the search, which is not saved yet, over three pages", async () => {
    await builder.button("Add a Leave-Out List…").click();
    await window.quickInput.choose("customers.csv");
    await window.quickInput.choose("Add to the Search");
    await builder.frame.getByText("1 domain", { exact: true }).waitFor();
    await builder.button("Run").click();
    await results.button("Export 250").waitFor();
    await results.waitForStatus("62.5 credits");
    await window.statusItems().filter({ hasText: "4,937 sandbox credits" }).waitFor();
    unsavedResults = await window.activeTab();
    assert.match(unsavedResults, /^Results: /);
  });

  it("shows the records in a grid, and all details of one", async () => {
    await (await results.cell(1, "Name")).filter({ hasText: exactly(expected[0]?.name ?? "") }).waitFor();
    await (await results.cell(3, "Name")).dblclick();
    await results.details.getByRole("heading", { name: expected[2]?.name ?? "" }).waitFor();
    await results.details.getByText(expected[2]?.id ?? "", { exact: true }).waitFor();
    await results.button("Close the details").click();
    await results.details.waitFor({ state: "detached" });
    await results.button("Export 250").waitFor();
  });

  it("exports to the suggested file, reports how many records were written, and opens it", async () => {
    await results.button("Export 250").click();
    const { quickInput } = window;
    await quickInput.choose("CSV");
    await quickInput.choose("Main columns");
    await quickInput.title.filter({ hasText: "Export 250 fetched records: file in" }).waitFor();
    const offered = await quickInput.waitForValue(/^exports\/.* \d{4}-\d\d-\d\d\.csv$/);
    await quickInput.accept();
    assert.equal(await window.notifications.message("records written"), `250 records written to ${offered}.`);
    await window.notifications.press("records written", "Open");
    await window.tab(offered.slice("exports/".length)).waitFor();
    await window.editorLines().filter({ hasText: "Name,Domain,Industry" }).waitFor();
    const rows = parse(host.readFile(offered), { columns: true }) as readonly {
      readonly Name: string;
      readonly Id: string;
    }[];
    assert.deepEqual(
      rows.map((row) => [row.Name, row.Id]),
      expected.map(({ id, name }) => [name, id]),
    );
  });

  it("exports the records unchanged as JSON", async () => {
    await window.tab(unsavedResults).click();
    await results.button("Export 250").click();
    const { quickInput } = window;
    await quickInput.choose("JSON");
    await quickInput.title.filter({ hasText: "file in" }).waitFor();
    const offered = await quickInput.waitForValue(/^exports\/.*\.json$/);
    await quickInput.accept();
    await window.notifications.message(`written to ${offered}`);
    assert.ok(isDeepStrictEqual(JSON.parse(host.readFile(offered)), expected));
  });

  it("asks for a name when the search is saved first, and keeps its run, list, and typed words", async () => {
    const unsaved = unsavedResults.replace("Results: ", "");
    await window.tab(unsaved).click();
    await builder.ready(unsaved);
    await builder.addFilter.pressSequentially("banks in Ber");
    await window.press("Control+s");
    await window.quickInput.waitForValue(unsaved);
    await window.quickInput.answer("Mid-size companies");
    await window.tab("Results: Mid-size companies").waitFor();
    await builder.button("Open Last Result").waitFor();
    await assertSoon(() => builder.addFilter.inputValue(), "banks in Ber");
    assert.deepEqual(JSON.parse(host.readFile("searches/Mid-size companies.prospect.json")), {
      search: "company",
      leaveOut: ["../customers.csv"],
      filters: {
        types: [
          { value: "Privately Held", exact_match: true },
          { value: "Self-Employed", exclude: true },
        ],
        professional_network_ids: [{ value: networkId(unwanted), exclude: true }],
        headcounts: [{ min: 11, max: 1000 }],
      },
      fetch: { records: 250 },
    });
    await (await searches().below("Mid-size companies", "Limit reached")).waitFor();
    assert.match(
      (await searches().texts()).join("\n"),
      /^today \d\d:\d\d · Limit reached · 250 of [\d,]+ · 62\.5 credits/m,
    );
  });

  it("saves copies, with VS Code's own command and in the personal library", async () => {
    await window.runCommand("File: Save As...");
    await window.quickInput.waitForValue(`${host.workspace}/searches/Mid-size companies.prospect.json`);
    await window.quickInput.type(`${host.workspace}/Copied.prospect.json`);
    await window.quickInput.entry("searches").waitFor(); // OK does nothing before VS Code has read the folder.
    await window.quickInput.box.getByRole("button", { name: "OK" }).click();
    await window.tab("Copied.prospect.json").waitFor();
    await builder.ready("Copied");
    await assertSoon(() => builder.addFilter.inputValue(), "banks in Ber");
    const saved = host.readFile("searches/Mid-size companies.prospect.json");
    assert.equal(host.readFile("Copied.prospect.json"), saved.replace("../customers", "customers"));
    await builder.more("Save to Library…");
    await window.quickInput.title.filter({ hasText: "personal library" }).waitFor();
    await window.quickInput.waitForValue("Copied");
    await window.quickInput.answer("Everywhere");
    await searches().row("Personal library").waitFor();
    await searches().row("Everywhere").waitFor();
  });

  it("goes from the results to the search and back, and renames both", async () => {
    await searches().row("Mid-size companies").click();
    await active("Mid-size companies.prospect.json").waitFor();
    await builder.button("Open Last Result").click();
    await active("Results: Mid-size companies").waitFor();
    await results.fromMore("Edit Search");
    await active("Mid-size companies.prospect.json").waitFor();
    await window.tab("Results: Mid-size companies").click();
    await results.fromMore("Rename…");
    await window.quickInput.answer("Firms");
    await active("Results: Firms").waitFor();
    await results.frame.getByRole("heading", { name: "Firms", level: 1, exact: true }).waitFor();
    await results.button("Export 250").waitFor();
    await window.tab("Firms.prospect.json").waitFor();
  });

  it("shows what another program writes to a file", async () => {
    host.writeFile("Banks.prospect.json", search("Banking"));
    await searches().row("Banks").click();
    await builder.chip("Banking").waitFor();
    host.writeFile("Banks.prospect.json", search("Venture Capital"));
    await builder.chip("Venture Capital").waitFor();
  });

  it("opens a search as text and in the filter builder again, in one tab and with unsaved changes", async () => {
    await builder.openFilter("Technologies");
    await builder.addValue("Technologies", "COBOL");
    await builder.more("Open as Text");
    await window.editorLines().filter({ hasText: "COBOL" }).waitFor();
    await window.waitForDirty("Banks.prospect.json", true);
    await assertSoon(async () => (await window.tabTitles()).filter((title) => title.startsWith("Banks.")).length, 1);
    const titles = await window.tabTitles();
    await window.codeLens("Open in Filter Builder").click();
    await builder.chip("COBOL").waitFor();
    await assertSoon(() => window.tabTitles(), titles);
    await window.press("Control+s");
    await window.waitForDirty("Banks.prospect.json", false);
    assert.match(host.readFile("Banks.prospect.json"), /COBOL/);
  });

  it("deletes a search after a confirmation", async () => {
    const row = searches().row("Banks");
    const file = path.join(host.workspace, "Banks.prospect.json");
    await window.contextMenu(row, "Delete…");
    assert.match(await window.dialog.text(), /Delete Banks\?/);
    assert.ok(existsSync(file), "nothing is deleted without an agreement");
    await window.dialog.press("Move to Trash");
    // Where there is no trash, as on some servers, VS Code asks for another confirmation.
    await assertSoon(async () => {
      if (await window.dialog.box.isVisible()) {
        await window.dialog.press("Delete Permanently");
      }
      return existsSync(file) || (await row.count()) > 0;
    }, false);
  });

  it("has completed every step of the walkthrough", async () => {
    await window.runCommand("Welcome: Open Walkthrough...");
    await window.quickInput.chooseWithKeyboard("Get Started with Prospect Desk");
    for (const id of ["connection", "search", "run", "export"]) {
      await window.page.locator(`[data-done-step-id$="#${id}"][aria-checked=true]`).waitFor();
    }
  });
});

function networkId(company: Company): number {
  const id = company.social_profiles?.professional_network?.id;
  assert.ok(typeof id === "number");
  return id;
}
