// Exports in a real workbench: which records, into which file, again, only what is new, and into the editor.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import type { Company } from "../../src/service/recordSchemas";
import { assertCsv, assertJson, companyTable, sandboxRecords } from "./expectedFiles";
import { FilterBuilderView } from "./filterBuilderView";
import { picturesOfFailures } from "./picturesOfFailures";
import { ResultsView } from "./resultsView";
import { sharedWindow } from "./sharedWindow";
import type { WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const file = "Large private firms.prospect.json";
const filters = { types: [{ value: "Privately Held" }], headcounts: [{ min: 1001 }] };
/** All matching records; a run fetches the first hundred. */
const total = 275;
const exported = "exports/firms.csv";

describe("exports", () => {
  let host: WorkbenchHost;
  let window: WorkbenchPage;
  let results: ResultsView;
  let expected: readonly Company[];

  before(async () => {
    expected = await sandboxRecords("companies", filters, total);
    const text = JSON.stringify({ search: "company", filters, fetch: { records: 100 } }, undefined, 2);
    ({ host, window } = await sharedWindow({ [file]: text, "seed.ts": "" }));
    execFileSync("git", ["init", "-q", host.workspace]);
    results = new ResultsView(window);
    const builder = new FilterBuilderView(window);
    await window.openContainer("Prospect Desk");
    await window.runCommand("Prospect Desk: Use the Sandbox");
    await window.statusItems().filter({ hasText: "5,000 sandbox credits" }).waitFor();
    await window.view("Searches").row("Large private firms").click();
    await builder.ready();
    await builder.button("Run").click();
    await results.button("Export 100").waitFor();
  });
  picturesOfFailures(() => window);
  afterEach(async function () {
    await window.notifications.dismissAll();
  });

  const rowsOf = (name: string): readonly (readonly string[])[] => parse(host.readFile(name));
  /** Selects the format and exports to a file of this name. */
  async function exportAs(format: string, name: string, columns?: string): Promise<void> {
    const { quickInput } = window;
    await quickInput.choose(format);
    if (columns !== undefined) {
      await quickInput.choose(columns);
    }
    await quickInput.title.filter({ hasText: "file in" }).waitFor();
    await quickInput.answer(name);
  }
  /** Selects the record of a row, or no longer. */
  const check = (row: number): Promise<void> =>
    results.grid.locator(`[role=row][aria-rowindex="${row + 1}"] [aria-colindex="1"]`).click();
  const ignored = (): string =>
    existsSync(path.join(host.workspace, ".gitignore")) ? host.readFile(".gitignore") : "";
  /** Removes records from the file, as if it had been exported earlier. */
  const keepRows = (rows: number): void =>
    host.writeFile(
      exported,
      `${host
        .readFile(exported)
        .split("\n")
        .slice(0, rows + 1)
        .join("\n")}\n`,
    );

  it("of one selected row contain that row, in a file that is named after it", async () => {
    await check(3);
    await results.button("Export 1 selected").click();
    await window.quickInput.choose("JSON");
    await window.quickInput.waitForValue(/^exports\/Large private firms 1 selected [-\d]{10}\.json$/);
    await window.quickInput.answer("exports/one.json");
    assert.equal(await window.notifications.message("written to"), "1 record written to exports/one.json.");
    assert.deepEqual(JSON.parse(host.readFile("exports/one.json")), [expected[2]]);
    await check(3);
  });

  it("of a selection cannot be repeated with other records: all are offered instead", async () => {
    await window.runCommand("Prospect Desk: Export Again");
    assert.match(
      await window.dialog.text(),
      /The last export of this search contained 1 selected record\. A selection cannot be repeated with new results\./,
    );
    await window.dialog.press("Export All 100 Fetched Records");
    assert.match(await window.dialog.text(), /“exports\/one\.json” already exists\. Replace it\?/);
    await window.dialog.press("Cancel");
    assert.deepEqual(JSON.parse(host.readFile("exports/one.json")), [expected[2]]);
  });

  it("of all records contain all", async () => {
    await results.button("Export 100").click();
    await exportAs("CSV", exported, "Main columns");
    assert.equal(await window.notifications.message("written to"), `100 records written to ${exported}.`);
    assertCsv(host.readFile(exported), companyTable(expected.slice(0, 100)));
  });

  it("as shown have the columns, the filter and the order of the grid, with Enter alone", async () => {
    const word = expected[0]?.locations?.headquarters?.country ?? "";
    const box = results.frame.getByRole("textbox", { name: "Filter results" });
    await box.fill(word);
    const button = results.frame.getByRole("button", { name: /^Export \d\d?$/ });
    await button.press("Enter");
    const { quickInput } = window;
    await quickInput.acceptFocused("CSV");
    await quickInput.title.filter({ hasText: /columns$/ }).waitFor();
    const [first] = await quickInput.list();
    assert.match(first?.description ?? "", /^11 columns, \d+ records, filtered$/);
    await quickInput.acceptFocused("As shown");
    await quickInput.title.filter({ hasText: "filtered records: file in" }).waitFor();
    await quickInput.answer("shown.csv");
    await window.notifications.message("records written to shown.csv.");
    const [header, ...rows] = rowsOf("shown.csv");
    assert.deepEqual(header?.slice(0, 5), ["Name", "Domain", "Industry", "Type", "Headcount"]);
    assert.equal(header?.at(-1), "Id", "for programs");
    assert.ok(rows.length > 1 && rows.every((row) => row.join(" ").includes(word)));
    await box.fill("");
    await results.button("Export 100").waitFor();
  });

  it("never replace a file without a confirmation", async () => {
    keepRows(60);
    const before = host.readFile(exported);
    await results.button("Export 100").click();
    await exportAs("CSV", exported, "Main columns");
    assert.match(await window.dialog.text(), /“exports\/firms\.csv” already exists\. Replace it\?/);
    await window.dialog.press("Cancel");
    assert.equal(host.readFile(exported), before);
    await results.button("Export 100").click();
    await exportAs("CSV", exported, "Main columns");
    await window.dialog.press("Replace");
    await window.notifications.message(`100 records written to ${exported}.`);
    assertCsv(host.readFile(exported), companyTable(expected.slice(0, 100)));
  });

  it("again write the new results to the same file, after a confirmation", async () => {
    await results.frame.getByRole("button", { name: /^Fetch 100 more/ }).click();
    await results.button("Export 200").waitFor();
    await window.runCommand("Prospect Desk: Export Again");
    assert.deepEqual((await window.dialog.buttons()).map((name) => name.trim()).sort(), [
      "Cancel",
      "Replace",
      "Write a New File",
    ]);
    await window.dialog.press("Replace");
    await window.notifications.message(`200 records written to ${exported}.`);
    assertCsv(host.readFile(exported), companyTable(expected.slice(0, 200)));
  });

  it("of everything show what the rest costs, fetch it, and continue", async () => {
    await results.button("Export 200").click();
    const { quickInput } = window;
    await quickInput.choose("Fetch and export all 275 (about 18.75 credits)");
    await quickInput.title.filter({ hasText: "Export 275 fetched records: format" }).waitFor();
    await exportAs("JSON", "exports/all.json");
    await window.notifications.message("275 records written to exports/all.json.");
    assertJson(host.readFile("exports/all.json"), expected);
  });

  it("preview the first records and use chosen columns, by keyboard alone, saved in the search", async () => {
    const { quickInput } = window;
    await window.runCommand("Prospect Desk: Export…");
    await quickInput.chooseWithKeyboard("CSV");
    await quickInput.chooseWithKeyboard("Options…");
    await quickInput.acceptFocused("Delimiter: comma");
    await quickInput.acceptFocused("Delimiter: semicolon");
    await quickInput.acceptFocused("Delimiter: tab");
    await quickInput.acceptFocused("Delimiter: comma");
    await quickInput.acceptFocused("Done");
    await quickInput.acceptFocused("Preview first…");
    await quickInput.chooseWithKeyboard("Choose columns…");
    await quickInput.title.filter({ hasText: /^Columns$/ }).waitFor();
    await quickInput.entry("Domain").waitFor();
    await window.press("ArrowDown", "ArrowDown", "Space");
    await quickInput.title.filter({ hasText: /^Columns: Domain$/ }).waitFor();
    await window.press("ArrowUp", "Space");
    await quickInput.title.filter({ hasText: /^Columns: Domain, Name$/ }).waitFor();
    await quickInput.accept();
    await quickInput.acceptFocused("Done: 2 columns in this order");
    await quickInput.acceptFocused("Save in this search");
    await quickInput.title.filter({ hasText: "Name of the columns" }).waitFor();
    await quickInput.answer("Short");
    await quickInput.title.filter({ hasText: "Preview: the first 5 of 275 records, 2 columns" }).waitFor();
    const [domain, name] = await quickInput.list();
    assert.deepEqual([domain?.label, name?.label], ["Domain", "Name"]);
    assert.ok(name?.description.startsWith((expected[0]?.name ?? "").slice(0, 20)), name?.description);
    await quickInput.accept();
    await quickInput.title.filter({ hasText: "file in" }).waitFor();
    await quickInput.answer("short.csv");
    await window.notifications.message("275 records written to short.csv.");
    const rows: readonly (readonly string[])[] = parse(host.readFile("short.csv"), { delimiter: ";" });
    assert.deepEqual(rows.slice(0, 2), [
      ["Domain", "Name"],
      [expected[0]?.domain, expected[0]?.name],
    ]);
    assert.deepEqual((JSON.parse(host.readFile(file)) as { readonly export?: unknown }).export, {
      profiles: [{ name: "Short", columns: ["domain", "name"] }],
    });
  });

  it("leave no temporary file behind", () => {
    assert.deepEqual(readdirSync(path.join(host.workspace, "exports")).sort(), ["all.json", "firms.csv", "one.json"]);
    assert.equal(rowsOf(exported).length, 201);
  });

  it("of people have dates as in the grid for Excel, and offer to add the folder to .gitignore", async () => {
    host.writeFile(
      "People.prospect.json",
      JSON.stringify({
        search: "people",
        filters: { current_company_headcounts: [{ min: 1001 }] },
        fetch: { records: 10 },
      }),
    );
    await window.view("Searches").row("People").click();
    const builder = new FilterBuilderView(window);
    await builder.ready();
    await builder.button("Run").click();
    await results.button("Export 10").click();
    await exportAs("CSV for Excel", "exports/people.csv", "All columns");
    assert.equal(
      await window.notifications.message("written to"),
      "10 records written to exports/people.csv. Exported records contain personal data.",
    );
    const [header = [], ...rows] = parse(host.readFile("exports/people.csv"), { bom: true });
    const since = rows.map((row: readonly string[]) => row[header.indexOf("In position since")] ?? "");
    assert.ok(
      since.every((text) => /^$|^[A-Z][a-z]{2} (\d{1,2}, )?\d{4}$/u.test(text)),
      since.join(),
    );
    assert.ok(since.some((text) => text !== ""));
    await window.notifications.press("contain personal data", "Add exports/ to .gitignore");
    // The dialog closes at once; the file is written afterwards.
    for (const deadline = Date.now() + 30_000; !ignored().includes("/exports/\n");) {
      assert.ok(Date.now() < deadline, `.gitignore holds “${ignored()}”`);
      await window.page.waitForTimeout(50);
    }
  });
});
