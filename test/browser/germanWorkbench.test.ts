// The installed extension in a VS Code whose display language is German: nothing of it is English any more.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
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
  afterEach(async function () {
    if (this.currentTest?.state === "failed") {
      await window.screenshot(`failed/German ${this.currentTest.title.slice(0, 80)}`);
    }
  });

  it("names views and commands", async () => {
    await window.openContainer("Prospect Desk");
    for (const view of ["searches", "enrichments", "runs"]) {
      await window.view(said(titles, `view.${view}.name`)).pane.waitFor();
    }
    const offered = await window.commandsFor("Prospect Desk: ");
    for (const command of ["newCompanySearch", "lookUpCompany", "purgeRuns", "showLog"]) {
      assert.ok(offered.includes(`Prospect Desk: ${said(titles, `command.${command}.title`)}`), `${command} in ${offered.join("\n")}`);
    }
  });

  it("welcomes and says in the status bar what the sandbox holds", async () => {
    await window.view(said(titles, "view.searches.name")).pressWelcome("Sandbox verwenden");
    await window.statusItems().filter({ hasText: "5.000 Sandbox-Credits" }).waitFor();
    await window.screenshot("german/welcome");
  });

  it("shows the filter builder", async () => {
    await window.view(said(titles, "view.searches.name")).pressWelcome(said(titles, "command.newCompanySearch.title"));
    const frame = window.webviewFrame();
    await frame.getByRole("combobox", { name: said(sentences, "Add a filter") }).waitFor();
    assert.equal(await frame.locator("html").getAttribute("lang"), "de");
    await window.screenshot("german/builder");
  });
});
