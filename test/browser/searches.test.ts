// Saved searches as a user manages them: views, rename, duplicate, delete, both editors, broken files.
import assert from "node:assert/strict";
import { existsSync, readdirSync, rmSync } from "node:fs";
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
  });
  picturesOfFailures(() => window);

  const searches = () => window.view("Searches");
  /** The labels of the view, once a row has appeared or disappeared. */
  async function names(waitFor: string, gone = false): Promise<readonly string[]> {
    await searches()
      .row(waitFor)
      .waitFor(gone ? { state: "detached" } : {});
    return (await searches().texts()).map((text) => text.split(" · ")[0] ?? "");
  }

  it("start with views that explain what to do", async () => {
    await searches().welcome.getByText("New People Search").waitFor();
    assert.match(
      await searches().welcome.innerText(),
      new RegExp(
        String.raw`The sandbox has synthetic data and needs no API key[^]*Use the Sandbox[^]*Connect…` +
          String.raw`[^]*New Company Search[^]*New People Search`,
      ),
    );
    const enrichments = window.view("Enrichments");
    await enrichments.expand();
    assert.match(await enrichments.welcome.innerText(), /\S/);
  });

  it("appear when their files are created, anywhere in the workspace", async () => {
    host.writeFile("Banks.prospect.json", search("Banking"));
    host.writeFile("markets/Insurers.prospect.json", search("Insurance"));
    await searches().row("Banks").waitFor();
    assert.deepEqual(await names("Insurers"), ["Use the Sandbox", "Connect…", "This workspace", "Banks", "Insurers"]);
    assert.match((await searches().texts()).join("\n"), /Banks · Every company where industry is “Banking”\./);
  });

  it("are below the ways to connect, until there is a connection", async () => {
    await searches().row("Use the Sandbox").click();
    assert.deepEqual(await names("Use the Sandbox", true), ["This workspace", "Banks", "Insurers"]);
    await window.statusItems().filter({ hasText: "sandbox credits" }).waitFor();
  });

  it("follow a file that is changed on disk, in the view and in an open filter builder", async () => {
    await searches().row("Banks").click();
    await builder.chip("Banking").waitFor();
    host.writeFile("Banks.prospect.json", search("Venture Capital"));
    await builder.chip("Venture Capital").waitFor();
    await builder.chip("Banking").waitFor({ state: "detached" });
    await searches().rows.filter({ hasText: "Every company where industry is “Venture Capital”." }).waitFor();
    await window.waitForDirty("Banks.prospect.json", false);
  });

  it("are renamed, and an invalid name is explained", async () => {
    await window.contextMenu(searches().row("Banks"), "Rename…");
    const { quickInput } = window;
    await quickInput.waitForValue("Banks");
    for (const [typed, problem] of [
      ["a/b", "cannot contain /"],
      ["nul", "is a reserved name on Windows"],
      ["", "Enter a name."],
    ] as const) {
      await quickInput.type(typed);
      await quickInput.waitForMessage(problem);
    }
    await quickInput.answer("Venture capital");
    assert.deepEqual(await names("Venture capital"), ["This workspace", "Insurers", "Venture capital"]);
    await window.tab("Venture capital.prospect.json").waitFor();
    assert.equal(host.readFile("Venture capital.prospect.json"), search("Venture Capital"));
    assert.equal(existsSync(path.join(host.workspace, "Banks.prospect.json")), false);
  });

  it("are duplicated beside the original, which does not change", async () => {
    await window.contextMenu(searches().row("Insurers"), "Duplicate Search");
    await window.tab("Insurers 2.prospect.json").waitFor();
    assert.deepEqual(await names("Insurers 2"), ["This workspace", "Insurers", "Insurers 2", "Venture capital"]);
    assert.equal(host.readFile("markets/Insurers 2.prospect.json"), search("Insurance"));
    await builder.chip("Insurance").waitFor();
  });

  it("can be saved in the personal library", async () => {
    await builder.more("Save to Library");
    await window.quickInput.waitForValue("Insurers 2");
    await window.quickInput.answer("Insurers everywhere");
    assert.deepEqual((await names("Insurers everywhere")).slice(-2), ["Personal library", "Insurers everywhere"]);
    const [library] = readdirSync(path.join(host.userData, "User", "globalStorage"), {
      recursive: true,
      encoding: "utf8",
    }).filter((file) => file.endsWith("Insurers everywhere.prospect.json"));
    assert.ok(library, "the library is in the extension's own storage, not in the workspace");
    await window.contextMenu(searches().row("Insurers everywhere"), "Rename…");
    await window.quickInput.waitForValue("Insurers everywhere");
    await window.quickInput.answer("All insurers");
    assert.deepEqual((await names("All insurers")).slice(-2), ["Personal library", "All insurers"]);
  });

  it("are deleted after a confirmation, also from the library", async () => {
    await window.contextMenu(searches().row("Insurers 2"), "Delete…");
    assert.match(await window.dialog.text(), /Delete Insurers 2\?/);
    await window.dialog.press("Cancel");
    assert.ok(
      existsSync(path.join(host.workspace, "markets/Insurers 2.prospect.json")),
      "nothing is deleted without an agreement",
    );
    const files: Readonly<Record<string, string>> = {
      "Insurers 2": path.join(host.workspace, "markets", "Insurers 2.prospect.json"),
      "All insurers": path.join(
        host.userData,
        "User",
        "globalStorage",
        "prospect-desk.prospect-desk",
        "library",
        "All insurers.prospect.json",
      ),
    };
    for (const name of Object.keys(files)) {
      assert.ok(existsSync(files[name] ?? ""), files[name]);
      await window.contextMenu(searches().row(name), "Delete…");
      assert.match(await window.dialog.text(), new RegExp(`Delete ${name}\\?`));
      await window.dialog.press("Move to Trash");
      // Where there is no trash, as on some servers, VS Code asks for another confirmation.
      const row = searches().row(name);
      const deadline = Date.now() + 30_000;
      while (existsSync(files[name] ?? "") || (await row.count()) > 0) {
        assert.ok(Date.now() < deadline, `${name} is still there`);
        if (await window.dialog.box.isVisible()) {
          await window.dialog.press("Delete Permanently");
        }
        await window.page.waitForTimeout(50);
      }
    }
    assert.deepEqual(await names("All insurers", true), ["This workspace", "Insurers", "Venture capital"]);
    assert.equal(existsSync(path.join(host.workspace, "markets/Insurers 2.prospect.json")), false);
  });

  it("reopen as text and in the filter builder, with unsaved changes", async () => {
    await searches().row("Insurers").click();
    await window.tab("Insurers.prospect.json").and(window.page.locator(".active")).waitFor();
    await builder.openFilter("Technologies");
    await builder.addValue("Technologies", "COBOL");
    await builder.more("Open as Text");
    await window.editorLines().filter({ hasText: "COBOL" }).waitFor();
    await window.waitForDirty("Insurers.prospect.json", true);
    const titles = await window.tabTitles();
    assert.equal(
      titles.filter((title) => title.startsWith("Insurers.")).length,
      1,
      "the text stands in the builder's place",
    );
    await window.codeLens("Open in Filter Builder").click();
    await builder.chip("COBOL").waitFor();
    assert.deepEqual(await window.tabTitles(), titles, "and the builder in the text's");
    await window.press("Control+s");
    await window.waitForDirty("Insurers.prospect.json", false);
    assert.match(host.readFile("markets/Insurers.prospect.json"), /COBOL/);
  });

  it("with invalid JSON open with the error, its line, and a link to the text", async () => {
    host.writeFile(
      "Broken.prospect.json",
      '{\n  "search": "company",\n  "filters": {\n    "industries": [{ "value": "Banking" ]\n  }\n}\n',
    );
    await searches().row("Broken").click();
    const alert = builder.frame.getByRole("alert");
    await alert.getByRole("heading", { name: "This file is not a valid search" }).waitFor();
    await alert.getByRole("button", { name: "Line 4" }).first().waitFor();
    assert.equal(await builder.button("Run").count(), 0);
    await alert.getByRole("button", { name: "Open as Text" }).click();
    await window.editorLines().filter({ hasText: '"Banking" ]' }).waitFor();
    host.writeFile("Broken.prospect.json", search("Banking"));
    await window.editorLines().filter({ hasText: '"Banking" }]' }).waitFor();
    await window.codeLens("Open in Filter Builder").click();
    await builder.chip("Banking").waitFor();
  });

  it("with an invalid value show it in its field, and cannot be run until it is fixed", async () => {
    const odd = search("Banking").replace(/\n\}\n$/u, ',\n  "fetch": { "credits": "abc" }\n}\n');
    host.writeFile("Odd.prospect.json", odd);
    await searches().row("Odd").click();
    await builder.credits.waitFor();
    await builder.button("Fix “Credit limit” to run.").waitFor();
    assert.deepEqual(
      [
        await builder.credits.inputValue(),
        await builder.button("Run").isDisabled(),
        await builder.button("Count (buys 1 record)").isDisabled(),
      ],
      ["abc", true, true],
    );
    await window.runCommand("Prospect Desk: Run Search");
    await window.notifications.message("Fix “Credit limit” in Odd, line 6:");
    await window.notifications.press("Fix “Credit limit” in Odd", "Open as Text");
    await window.editorLines().filter({ hasText: '"credits": "abc"' }).waitFor();
    await window.codeLens("Open in Filter Builder").click();
    await builder.credits.fill("0,0.5");
    await builder.button("Fix “Credit limit” to run.").waitFor();
    await window.runCommand("Prospect Desk: Count Matches");
    await window.notifications.message("Fix “Credit limit” in Odd, line 6:");
    await window.notifications.dismissAll();
    await builder.credits.fill("0.5");
    await builder.button("Run").and(builder.frame.locator(":not([disabled])")).waitFor();
    await window.waitForDirty("Odd.prospect.json", true);
    await window.press("Control+s");
    await window.waitForDirty("Odd.prospect.json", false);
    assert.equal(host.readFile("Odd.prospect.json"), odd.replace('"abc"', "0.5"));
    await builder.credits.fill("half");
    await builder.button("Fix “Credit limit” to run.").waitFor();
    await window.runCommand("Prospect Desk: Run Search");
    await window.notifications.message(
      "The filter builder has input that is not in Odd yet. “Credit limit”: Enter a number of credits, such as 0.5.",
    );
    await window.notifications.dismissAll();
    await builder.credits.fill("0.5");
    rmSync(path.join(host.workspace, "Odd.prospect.json"));
    await names("Odd", true);
  });

  it("disappear from the view when their files are deleted", async () => {
    rmSync(path.join(host.workspace, "Broken.prospect.json"));
    assert.deepEqual(await names("Broken", true), ["This workspace", "Insurers", "Venture capital"]);
  });

  it("that are new undo what is typed, then their filters, and stay searches", async () => {
    await window.runCommand("Prospect Desk: New Company Search");
    await builder.words.filter({ hasText: "Every company." }).waitFor();
    await window.waitForFocus("Add a filter");
    await builder.addFilter.pressSequentially("banks");
    await window.press("Enter");
    await builder.words.filter({ hasText: "Banking" }).waitFor();
    await builder.addFilter.pressSequentially("Bonn");
    // Several letters at once.
    await assertSoon(async () => {
      const typed = await builder.addFilter.inputValue();
      await (typed === "" ? undefined : window.press("Control+z"));
      return typed;
    }, "");
    await builder.words.filter({ hasText: "Banking" }).waitFor();
    for (const _press of ["the filter", "the search itself"]) {
      await window.press("Control+z");
      await builder.words.filter({ hasText: "Every company." }).waitFor();
    }
    await window.press("Control+Shift+z");
    await builder.words.filter({ hasText: "Banking" }).waitFor();
  });

  it("that are new ask for a name when they are saved first, and keep runs, lists, and typed words", async () => {
    host.writeFile("customers.csv", "Domain\nnobody-knows-this.example\n");
    await window.runCommand("Prospect Desk: New Company Search");
    await builder.words.filter({ hasText: "Every company." }).waitFor();
    await builder.openFilter("Industries");
    await builder.addValue("Industries", "Insurance");
    await builder.button("Add a Leave-Out List…").click();
    await window.quickInput.choose("customers.csv");
    await window.quickInput.choose("Add to the Search");
    await builder.records.fill("10");
    await builder.button("Run").click();
    await window.tab("Results: Insurance").waitFor();
    await window.tab("Insurance").click();
    await builder.ready();
    await window.waitForFocus("Add a filter");
    await builder.addFilter.pressSequentially("banks in Ber");
    await window.press("Control+s");
    await window.quickInput.waitForValue("Insurance");
    await window.quickInput.answer("Old insurers");
    await window.tab("Results: Old insurers").waitFor();
    await builder.button("Open Last Result").waitFor();
    await window.waitForFocus("Add a filter");
    assert.equal(await builder.addFilter.inputValue(), "banks in Ber");
    const saved = host.readFile("searches/Old insurers.prospect.json");
    assert.deepEqual((JSON.parse(saved) as { leaveOut: unknown }).leaveOut, ["../customers.csv"]);
    await saveAs("searches/Old insurers", "Copied");
    await assertSoon(() => builder.addFilter.inputValue(), "banks in Ber");
    assert.equal(host.readFile("Copied.prospect.json"), saved.replace("../customers", "customers"));
    await window.runCommand("Prospect Desk: New People Search");
    await builder.words.filter({ hasText: "Every person." }).waitFor();
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
