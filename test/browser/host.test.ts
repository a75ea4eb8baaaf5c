// The installed package, and the helpers of these tests, tried out on VS Code's own user interface.
import assert from "node:assert/strict";
import { listExtensions } from "../host/codeServer.mjs";
import { readManifest } from "../host/paths.mjs";
import { startHost, type WorkbenchHost } from "./workbenchHost";
import { themeSettings, type WorkbenchPage } from "./workbenchPage";

describe("the installed extension in a VS Code window", () => {
  let host: WorkbenchHost;
  let window: WorkbenchPage;

  before(async () => {
    host = await startHost({ files: { "notes.txt": "first line\n" } });
    window = await host.open();
  });
  after(() => host.stop());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") {
      await window.screenshot(`failed/host ${this.currentTest.title}`);
    }
  });

  it("is the only installed extension, in this version", async () => {
    const { publisher, name, version } = readManifest();
    assert.deepEqual(await listExtensions(host), [`${publisher}.${name}@${version}`]);
  });

  it("shows its views in the activity bar", async () => {
    await window.openContainer("Prospect Desk");
    await window.view("Searches").pane.waitFor();
  });

  it("offers its commands in the palette under its name", async () => {
    const titles = await window.commandsFor("Prospect Desk: ");
    assert.ok(titles.length > 0);
    assert.ok(titles[0]?.startsWith("Prospect Desk: "), titles.join("\n"));
  });

  it("opens, edits and saves a file of the workspace", async () => {
    await window.openFile("notes.txt");
    assert.equal(await window.activeTab(), "notes.txt");
    await window.editorLines().first().click();
    await window.press("Control+Home");
    await window.typeText("zeroth line, ");
    await window.waitForDirty("notes.txt", true);
    await window.press("Control+s");
    await window.waitForDirty("notes.txt", false);
    assert.equal(host.readFile("notes.txt"), "zeroth line, first line\n");
  });

  it("asks for a key in the quick input, and explains what is wrong", async () => {
    await window.press("Control+g");
    await window.quickInput.waitUntilOpen();
    await window.quickInput.type(":1");
    assert.match((await window.quickInput.labels()).join("\n"), /line 1/i);
    await window.quickInput.cancel();
    assert.deepEqual(await window.tabTitles(), ["notes.txt"]);
  });

  it("follows a change of the color theme", async () => {
    for (const theme of ["hc-light", "light", "hc-dark", "dark"] as const) {
      await window.setTheme(theme);
    }
  });

  it("restores the open editor after a restart, with changed settings", async () => {
    host.changeSettings(themeSettings("light"));
    await host.restart();
    await window.reload();
    await window.tab("notes.txt").waitFor();
    await window.editorLines().filter({ hasText: "zeroth line, first line" }).waitFor();
    await window.waitForTheme("light");
  });
});
