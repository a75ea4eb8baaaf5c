// Saved searches with what VS Code does to them: files, trash, both editors, undo, and Save As.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { FilterBuilderView } from "./filterBuilderView";
import { picturesOfFailures } from "./picturesOfFailures";
import { sharedWindow } from "./sharedWindow";
import { assertSoon } from "./soon";
import type { WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const search = (industry: string): string =>
  `{\n  "search": "company",\n  "filters": {\n    "industries": [{ "value": "${industry}" }]\n  }\n}\n`;

describe("saved searches", () => {
  let host: WorkbenchHost;
  let window: WorkbenchPage;
  let builder: FilterBuilderView;

  before(async () => {
    ({ host, window } = await sharedWindow({}));
    builder = new FilterBuilderView(window);
    await window.openContainer("Prospect Desk");
    await window.runCommand("Prospect Desk: Use the Sandbox");
    await window.statusItems().filter({ hasText: "sandbox credits" }).waitFor();
  });
  picturesOfFailures(() => window);

  const searches = () => window.view("Searches");

  it("appear when their files are created, follow them, and are renamed and deleted", async () => {
    host.writeFile("markets/Insurers.prospect.json", search("Insurance"));
    host.writeFile("Banks.prospect.json", search("Banking")); // VS Code can miss the first file of a new folder
    await searches().row("Insurers").waitFor();
    await searches().row("Banks").click();
    await builder.chip("Banking").waitFor();
    host.writeFile("Banks.prospect.json", search("Venture Capital"));
    await builder.chip("Venture Capital").waitFor();
    await window.contextMenu(searches().row("Banks"), "Rename…");
    await window.quickInput.waitForValue("Banks");
    await window.quickInput.answer("Venture capital");
    await window.tab("Venture capital.prospect.json").waitFor();
    const row = searches().row("Venture capital");
    const file = path.join(host.workspace, "Venture capital.prospect.json");
    await window.contextMenu(row, "Delete…");
    assert.match(await window.dialog.text(), /Delete Venture capital\?/);
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

  it("reopen as text and in the filter builder, with unsaved changes", async () => {
    await searches().row("Insurers").click();
    await window.tab("Insurers.prospect.json").and(window.page.locator(".active")).waitFor();
    await builder.ready("Insurers");
    await builder.openFilter("Technologies");
    await builder.addValue("Technologies", "COBOL");
    await builder.more("Open as Text");
    await window.editorLines().filter({ hasText: "COBOL" }).waitFor();
    await window.waitForDirty("Insurers.prospect.json", true);
    // The text stands in the builder's place, and the builder in the text's.
    await assertSoon(async () => (await window.tabTitles()).filter((title) => title.startsWith("Insurers.")).length, 1);
    const titles = await window.tabTitles();
    await window.codeLens("Open in Filter Builder").click();
    await builder.chip("COBOL").waitFor();
    await assertSoon(() => window.tabTitles(), titles);
    await window.press("Control+s");
    await window.waitForDirty("Insurers.prospect.json", false);
    assert.match(host.readFile("markets/Insurers.prospect.json"), /COBOL/);
  });

  it("that are new undo what is typed, then their filters, and stay searches", async () => {
    await window.runCommand("Prospect Desk: New Company Search");
    await builder.noFilters.waitFor();
    await window.waitForFocus("Add a filter");
    await builder.addFilter.pressSequentially("banks");
    await window.press("Enter");
    await builder.chip("Banking").waitFor();
    await builder.addFilter.pressSequentially("Bonn");
    // Several letters at once.
    for (let typed = await builder.addFilter.inputValue(); typed !== "";) {
      const before = typed;
      await window.press("Control+z");
      await assertSoon(async () => (typed = await builder.addFilter.inputValue()) === before, false);
    }
    await builder.chip("Banking").waitFor();
    for (const _press of ["the filter", "the search itself"]) {
      await window.press("Control+z");
      await builder.noFilters.waitFor();
    }
    await window.press("Control+Shift+z");
    await builder.chip("Banking").waitFor();
  });

  it("that are new ask for a name when they are saved first, and keep runs, lists, and typed words", async () => {
    host.writeFile("customers.csv", "Domain\nnobody-knows-this.example\n");
    await window.runCommand("Prospect Desk: New Company Search");
    await builder.noFilters.waitFor();
    await builder.openFilter("Industries");
    await builder.addValue("Industries", "Insurance");
    await builder.button("Add a Leave-Out List…").click();
    await window.quickInput.choose("customers.csv");
    await window.quickInput.choose("Add to the Search");
    await builder.records.fill("10");
    await builder.button("Run").click();
    await window.tab("Results: Insurance").waitFor();
    await window.tab("Insurance").click();
    await builder.ready("Insurance");
    await window.waitForFocus("Add a filter");
    await builder.addFilter.pressSequentially("banks in Ber");
    await window.press("Control+s");
    await window.quickInput.waitForValue("Insurance");
    await window.quickInput.answer("Old insurers");
    await window.tab("Results: Old insurers").waitFor();
    await builder.button("Open Last Result").waitFor();
    await window.waitForFocus("Add a filter");
    await assertSoon(() => builder.addFilter.inputValue(), "banks in Ber");
    const saved = host.readFile("searches/Old insurers.prospect.json");
    assert.deepEqual((JSON.parse(saved) as { leaveOut: unknown }).leaveOut, ["../customers.csv"]);
    await saveAs("searches/Old insurers", "Copied");
    await assertSoon(() => builder.addFilter.inputValue(), "banks in Ber");
    assert.equal(host.readFile("Copied.prospect.json"), saved.replace("../customers", "customers"));
    await window.runCommand("Prospect Desk: New People Search");
    await builder.noFilters.waitFor();
    await window.waitForFocus("Add a filter");
    await builder.addFilter.pressSequentially("nurses in Ber");
    await saveAs("New people search", "Nurses");
    await assertSoon(() => builder.addFilter.inputValue(), "nurses in Ber");
  });

  /** With VS Code's own command. */
  async function saveAs(before: string, name: string): Promise<void> {
    await window.runCommand("File: Save As...");
    await window.quickInput.waitForValue(`${host.workspace}/${before}.prospect.json`);
    await window.quickInput.type(`${host.workspace}/${name}.prospect.json`);
    await window.quickInput.entry("markets").waitFor(); // OK does nothing before VS Code has read the folder.
    await window.quickInput.box.getByRole("button", { name: "OK" }).click();
    await window.tab(`${name}.prospect.json`).waitFor();
  }
});
