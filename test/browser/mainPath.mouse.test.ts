// From an empty window to a CSV file with the mouse, on the packaged and installed extension.
import assert from "node:assert/strict";
import type { Company } from "../../src/service/recordSchemas";
import { listExtensions } from "../host/codeServer.mjs";
import { readManifest } from "../host/paths.mjs";
import { exactly } from "./exactly";
import { assertCsv, assertJson, companyTable, sandboxRecords } from "./expectedFiles";
import { FilterBuilderView } from "./filterBuilderView";
import { picturesOfFailures } from "./picturesOfFailures";
import { ResultsView } from "./resultsView";
import { assertSoon } from "./soon";
import { startHost, type WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const file = "Mid-size companies.prospect.json";
const name = "Mid-size companies";
const tab = `Results: ${name}`;

describe("the main path with the mouse", () => {
  let host: WorkbenchHost;
  let window: WorkbenchPage;
  let builder: FilterBuilderView;
  let results: ResultsView;
  /** The company that would be first if its network id were not excluded. */
  let unwanted: Company;
  let expected: readonly Company[];

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
    assert.ok(!expected.some(({ id }) => id === first.id));
    host = await startHost();
    window = await host.open();
    builder = new FilterBuilderView(window);
    results = new ResultsView(window);
  });
  after(() => host.stop());
  picturesOfFailures(() => window);

  it("has no other extension than this one, in this version", async () => {
    const { publisher, name, version } = readManifest();
    assert.deepEqual(await listExtensions(host), [`${publisher}.${name}@${version}`]);
  });

  it("uses the sandbox and shows its balance in the status bar", async () => {
    await window.openContainer("Prospect Desk");
    await window.view("Searches").pressWelcome("Use the Sandbox");
    await window.statusItems().filter({ hasText: "5,000 sandbox credits" }).waitFor();
  });

  it("opens a new company search in the filter builder", async () => {
    await window.view("Searches").pressWelcome("New Company Search");
    await builder.ready("New company search");
    await window.waitForDirty("New company search", true);
  });

  it("adds text values, one exact and one excluded", async () => {
    await builder.openFilter("Types");
    await builder.input("Types").pressSequentially("priv");
    await builder.frame.getByRole("option", { name: "Privately Held" }).click();
    await builder.matchExactly("Privately Held");
    await builder.addValue("Types", "Self-Employed");
    await builder.exclude("Self-Employed");
  });

  it("explains an invalid number, and accepts a valid one", async () => {
    await builder.openFilter("Professional-network ids");
    await builder.input("Professional-network ids").pressSequentially("12 monkeys");
    await builder.button("Add “12 monkeys”").click();
    await builder.valueProblem("Enter digits only.").waitFor();
    await builder.input("Professional-network ids").clear();
    await builder.addValue("Professional-network ids", String(networkId(unwanted)));
    await builder.exclude(String(networkId(unwanted)));
  });

  it("explains an invalid range beside its field", async () => {
    await builder.openFilter("Headcount");
    await builder.bound("From").fill("11");
    await builder.bound("To").fill("5");
    await builder.rangeProblem("“From” (11) is greater than “To” (5). Swap them.").waitFor();
    await builder.button("Swap them.").click();
    await builder.rangeProblem("Swap them.").waitFor({ state: "detached" });
    await assertSoon(() => builder.bound("From").inputValue(), "5");
    await builder.bound("From").fill("11");
    await builder.bound("To").fill("1,000");
  });

  it("undoes and redoes", async () => {
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

  it("saves the search into the workspace, where the Searches view shows it", async () => {
    await window.runCommand("File: Save As...");
    const { quickInput } = window;
    await quickInput.waitUntilOpen();
    await quickInput.waitForValue(`${host.workspace}/New company search.prospect.json`);
    await quickInput.type(`${host.workspace}/${file}`);
    await quickInput.box.getByRole("button", { name: "OK" }).click();
    await window.tab(file).waitFor();
    await window.waitForDirty(file, false);
    const row = window.view("Searches").row(name);
    await row.waitFor();
    assert.deepEqual(JSON.parse(host.readFile(file)), {
      search: "company",
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
  });

  it("saves a copy in the personal library", async () => {
    await builder.more("Save to Library…");
    await window.quickInput.title.filter({ hasText: "personal library" }).waitFor();
    await window.quickInput.waitForValue(name);
    await window.quickInput.answer("Everywhere");
    await window.view("Searches").row("Everywhere").waitFor();
    const [workspaceGroup, inWorkspace, libraryGroup, inLibrary] = await window.view("Searches").texts();
    assert.deepEqual([workspaceGroup, libraryGroup], ["This workspace", "Personal library"]);
    assert.match(inWorkspace ?? "", /^Mid-size companies · Every company where type is exactly “Privately Held”/);
    assert.match(inLibrary ?? "", /^Everywhere · Every company where/);
  });

  it("opens the search from the view and runs it, over three pages", async () => {
    await window.view("Searches").row(name).click();
    await window.tab(file).and(window.page.locator(".active")).waitFor();
    await builder.ready(name);
    await builder.button("Run").click();
    await results.button("Export 250").waitFor();
    await results.waitForStatus("62.5 credits");
    await window.statusItems().filter({ hasText: "4,937 sandbox credits" }).waitFor();
    assert.equal(await window.activeTab(), tab);
    await (await window.view("Searches").below(name, "Limit reached")).waitFor();
    assert.match(
      (await window.view("Searches").texts()).join("\n"),
      /^today \d\d:\d\d · Limit reached · 250 of [\d,]+ · 62\.5 credits/m,
    );
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
    const offered = await quickInput.waitForValue(/^exports\/Mid-size companies \d{4}-\d\d-\d\d\.csv$/);
    await quickInput.accept();
    assert.equal(await window.notifications.message("records written"), `250 records written to ${offered}.`);
    await window.notifications.press("records written", "Open");
    await window.tab(offered.slice("exports/".length)).waitFor();
    await window.editorLines().filter({ hasText: "Name,Domain,Industry" }).waitFor();
    assertCsv(host.readFile(offered), companyTable(expected));
  });

  it("exports the records unchanged as JSON", async () => {
    await window.tab(tab).click();
    await results.button("Export 250").click();
    const { quickInput } = window;
    await quickInput.choose("JSON");
    await quickInput.title.filter({ hasText: "file in" }).waitFor();
    const offered = await quickInput.waitForValue(/^exports\/.*\.json$/);
    await quickInput.accept();
    await window.notifications.message(`written to ${offered}`);
    assertJson(host.readFile(offered), expected);
  });
});

function networkId(company: Company): number {
  const id = company.social_profiles?.professional_network?.id;
  assert.ok(typeof id === "number");
  return id;
}
