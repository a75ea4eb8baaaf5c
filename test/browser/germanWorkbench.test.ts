// The installed extension in a VS Code whose display language is German: none of its texts is English.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { picturesOfFailures } from "./picturesOfFailures";
import { startHost, type WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

type Texts = Readonly<Record<string, string>>;
const titles = JSON.parse(readFileSync("package.nls.de.json", "utf8")) as Texts;
const sentences = JSON.parse(readFileSync("media/l10n/bundle.l10n.de.json", "utf8")) as Texts;

function said(texts: Texts, key: string): string {
  const text = texts[key];
  assert.ok(text !== undefined, `there is no German for “${key}”`);
  return text;
}

describe("a workbench in German", () => {
  let host: WorkbenchHost;
  let window: WorkbenchPage;

  before(async () => {
    host = await startHost({ language: "de" });
    window = await host.open();
  });
  after(() => host.stop());
  picturesOfFailures(() => window);

  it("names views and commands", async () => {
    await window.openContainer("Prospect Desk");
    for (const view of ["searches", "enrichments", "runs"]) {
      await window.view(said(titles, `view.${view}.name`)).pane.waitFor();
    }
    for (const command of ["newCompanySearch", "lookUpCompany", "purgeRuns", "showLog"]) {
      const title = `Prospect Desk: ${said(titles, `command.${command}.title`)}`;
      assert.equal((await window.commandsFor(title))[0], title);
    }
  });

  it("shows its welcome texts and the sandbox balance", async () => {
    await window.view(said(titles, "view.searches.name")).pressWelcome("Sandbox verwenden");
    await window.statusItems().filter({ hasText: "5.000 Sandbox-Credits" }).waitFor();
  });

  it("shows the filter builder", async () => {
    await window.view(said(titles, "view.searches.name")).pressWelcome(said(titles, "command.newCompanySearch.title"));
    const page = window.webviewFrame();
    await page.getByRole("combobox", { name: said(sentences, "Add a filter") }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "de");
    await page.getByRole("button", { name: "Zählen · 1 Datensatz", exact: true }).click();
    for (const text of [/5\.000 Unternehmen/u, /gerade eben gefunden/u, /etwa 25 Credits/u]) {
      await page.getByText(text).first().waitFor();
    }
    await window
      .statusItems()
      .filter({ hasText: /4\.999(?:,\d+)? Sandbox-Credits/u })
      .waitFor();
    await window.screenshot("german/builder");
  });

  it("runs the search and shows its state in the grid and in the view", async () => {
    await window.webviewFrame().getByRole("button", { name: "Ausführen", exact: true }).click();
    const page = window.webviewFrame();
    await page.getByRole("button", { name: "100 exportieren", exact: true }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "de");
    await page
      .locator("footer")
      .filter({ hasText: /100 von 5\.000 · 24,75 Credits/u })
      .waitFor();
    const runs = window.view(said(titles, "view.runs.name"));
    await runs.rows.filter({ hasText: /Limit erreicht.*100 von 5\.000.*24,75 Credits/u }).waitFor();
    assert.match(
      (await runs.texts()).join("\n"),
      /^New company search · heute \d\d:\d\d · Limit erreicht · 100 von 5\.000 · 24,75 Credits$/mu,
    );
    await window.screenshot("german/results");
  });

  it("shows notifications and quick picks", async () => {
    // The pointer is where Run was, over a part of the editor whose tooltip would cover the button.
    await window.page.mouse.move(700, 600);
    await window.webviewFrame().getByRole("button", { name: "100 exportieren", exact: true }).click();
    const { quickInput } = window;
    await quickInput.title.filter({ hasText: "Export (100 abgerufene Datensätze): Format" }).waitFor();
    await window.screenshot("german/export");
    await quickInput.choose("CSV");
    await quickInput.choose("Wichtigste Spalten");
    await quickInput.title.filter({ hasText: "Export (100 abgerufene Datensätze): Datei in" }).waitFor();
    const file = await quickInput.value();
    assert.match(
      file,
      /^exports\/New company search \d{4}-\d\d-\d\d\.csv$/u,
      "files are named alike in every language",
    );
    await window.press("Enter");
    assert.equal(await window.notifications.message("Datensätze in"), `100 Datensätze in „${file}“ geschrieben.`);
    assert.match(host.readFile(file), /^Name,Domain,/u, "headers in files are English");
  });
});
