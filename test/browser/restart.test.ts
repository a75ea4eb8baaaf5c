// What survives a window: unsaved searches, open results, and an interrupted run.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { connectTo } from "./connectTo";
import { exactly } from "./exactly";
import { FilterBuilderView } from "./filterBuilderView";
import { picturesOfFailures } from "./picturesOfFailures";
import { ResultsView } from "./resultsView";
import { serveForTest, type ServiceUnderTest } from "./serviceUnderTest";
import { sharedWindow } from "./sharedWindow";
import { assertSoon } from "./soon";
import type { WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const key = "key-of-the-restart-tests";
const companySearch = "/api/v2/company/search";

describe("after a restart", () => {
  let service: ServiceUnderTest;
  let host: WorkbenchHost;
  let window: WorkbenchPage;
  let builder: FilterBuilderView;
  let results: ResultsView;
  let firstName = "";

  before(async () => {
    service = await serveForTest([{ key, workspaceId: "workspace-of-the-tests", balance: 500 }]);
    ({ host, window } = await sharedWindow({
      "Everything.prospect.json": '{ "search": "company", "filters": {}, "fetch": { "records": 300 } }\n',
    }));
    builder = new FilterBuilderView(window);
    results = new ResultsView(window);
    await connectTo(window, service.origin, key, "500 credits");
    await window.notifications.dismissAll();
  });
  after(() => service.stop());
  picturesOfFailures(() => window);

  const searchesAsked = () => service.requests.filter(({ path }) => path === companySearch).length;
  const recordsPaid = () => service.charges.reduce((sum, { credits }) => sum + credits, 0) / 0.25;

  /** Waits for VS Code's backup of unsaved text, about a second after the last change. */
  async function backedUp(text: RegExp): Promise<void> {
    const folder = path.join(host.userData, "User", "Backups");
    const there = (): boolean =>
      existsSync(folder) &&
      readdirSync(folder, { recursive: true, withFileTypes: true }).some(
        (entry) => entry.isFile() && text.test(readFileSync(path.join(entry.parentPath, entry.name), "utf8")),
      );
    for (const deadline = Date.now() + 30_000; !there();) {
      assert.ok(Date.now() < deadline, `no backup holds ${String(text)}`);
      await window.page.waitForTimeout(100);
    }
  }

  it("a canceled run is shown as canceled and kept its pages", async () => {
    // The first page of an unknown price has one record.
    const release = service.holdAfter(2, companySearch);
    await window.view("Searches").row("Everything").click();
    await builder.ready("Everything");
    await builder.button("Run").click();
    await window.dialog.press("Run");
    await results.waitForStatus("101 of 500");
    await results.button("Stop").click();
    await results.status.getByText("Stopping after this page…").waitFor();
    release();
    await results.waitForStatus(
      /Canceled\. You stopped the run\. 201 records saved\. Resume continues where it stopped\./,
    );
    await results.button("Export 201").waitFor();
    assert.deepEqual(await window.notifications.messages(), [], "the page alone says it");
    await (await window.view("Searches").below("Everything", /Canceled.*201 of 500/)).waitFor();
    assert.deepEqual([searchesAsked(), recordsPaid()], [3, 201]);
  });

  it("a search that was never saved is restored with its filters, still unsaved", async () => {
    firstName = await (await results.cell(1, "Name")).innerText();
    await window.runCommand("Prospect Desk: New Company Search");
    await builder.ready("New company search");
    await builder.openFilter("Industries");
    await builder.addValue("Industries", "Beekeeping");
    await builder.exclude("Beekeeping");
    await backedUp(/Beekeeping.*exclude/);
    await window.reloadWindow();
    await window.waitForDirty("New company search", true);
    await builder.chip("Beekeeping, excluded").waitFor();
    await builder.addValue("Industries", "Pottery");
    await window.press("Control+z");
    await builder.chip("Pottery").waitFor({ state: "detached" });
    await window.waitForDirty("New company search", true);
  });

  it("results are restored in their tab, with rows and actions", async () => {
    await window.tab("Results: Everything").click();
    await results.button("Export 201").waitFor();
    await (await results.cell(1, "Name")).filter({ hasText: exactly(firstName) }).waitFor();
    await results.waitForStatus("Canceled.");
    // The tab's way is its name, without the search's address.
    await assertSoon(() => window.breadcrumb(), "Results: Everything");
    await window
      .statusItems()
      .filter({ hasText: /credits/ })
      .waitFor();
  });

  it("an interrupted run is an item of the status bar and a badge, with Resume", async () => {
    // Runs from the text with the keys. The first page of an unknown price has one record.
    host.writeFile("Staff.prospect.json", '{ "search": "people", "filters": {}, "fetch": { "records": 400 } }\n');
    await window.openFile("Staff.prospect.json");
    await window.runCommand("View: Reopen Editor with Text Editor");
    await window.editorLines().first().click();
    const release = service.holdAfter(2, "/api/v2/people/search");
    await window.press("Control+Enter");
    await window.dialog.press("Run");
    await results.waitForStatus("101 of ");
    await host.restart();
    release();
    await window.reload();
    const item = window.statusItems().filter({ hasText: "1 unfinished" });
    await item.waitFor({ timeout: 60_000 });
    const said = await item.locator("[role=button]").first().getAttribute("aria-label");
    assert.match(said ?? "", /^1 unfinished: Staff 101 of \d+/u);
    await window.page.getByRole("tab", { name: /^Prospect Desk\b.* 1 unfinished/u }).waitFor();
    await item.click();
    const [first] = await window.quickInput.list();
    assert.match(first?.label ?? "", /^Staff 101 of \d+$/u);
    await window.quickInput.choose(first?.label ?? "");
    await window.dialog.press("Resume");
    await item.waitFor({ state: "hidden" });
    await (await window.view("Searches").below("Staff", /Limit reached/u)).first().waitFor();
  });
});
