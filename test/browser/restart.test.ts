// What survives a window: unsaved searches, open results, interrupted runs, and what remains after a purge.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { exactly } from "./exactly";
import { filesBelow, filesWith } from "./files";
import { FilterBuilderView } from "./filterBuilderView";
import { picturesOfFailures } from "./picturesOfFailures";
import { ResultsView } from "./resultsView";
import { serveForTest, type ServiceUnderTest } from "./serviceUnderTest";
import { assertSoon } from "./soon";
import { processOfStore, storedRows } from "./storedData";
import { startHost, type WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const key = "canary-key-8f14e45fceea167a5a36dedd4bea2543";
const peopleSearch = "/api/v2/people/search";
/** A filter, because a search without one asks before it runs. */
const everyPerson = { person_names: [{ value: "Beekeeper", exclude: true }] };
const search = (fetch: object): string => `${JSON.stringify({ search: "people", filters: everyPerson, fetch })}\n`;

describe("what survives a window", () => {
  let service: ServiceUnderTest;
  let host: WorkbenchHost;
  let window: WorkbenchPage;
  let builder: FilterBuilderView;
  let results: ResultsView;
  let firstName = "";

  before(async () => {
    service = await serveForTest([{ key, workspaceId: "workspace-of-the-tests", balance: 1000 }]);
    host = await startHost({
      files: {
        "Quackenbush canary.prospect.json": search({ records: 400 }),
        "Capped.prospect.json": search({ records: 150, credits: 25 }),
      },
    });
    window = await host.open();
    builder = new FilterBuilderView(window);
    results = new ResultsView(window);
    await window.openContainer("Prospect Desk");
    await window.runCommand("Prospect Desk: Connect…");
    await window.quickInput.title.filter({ hasText: "1 of 2" }).waitFor();
    await window.quickInput.answer(service.origin);
    await window.quickInput.title.filter({ hasText: "2 of 2" }).waitFor();
    await window.quickInput.answer(key);
    await window.statusItems().filter({ hasText: "1,000 credits" }).waitFor();
  });
  after(async () => {
    await host.stop();
    await service.stop();
  });
  picturesOfFailures(() => window);

  const charged = (): number => service.charges.reduce((sum, { records }) => sum + records, 0);
  /** A run below its search. */
  const run = async (search: string, text: RegExp): Promise<void> =>
    (await window.view("Searches").below(search, text)).first().waitFor();
  const active = (title: string) => window.tab(title).and(window.page.locator(".active"));

  async function runSearch(name: string): Promise<void> {
    await window.view("Searches").row(name).click();
    await builder.ready(name);
    await builder.button("Run").click();
  }

  it("a run behind another tab says that it stopped, and continues when its limit is raised", async () => {
    // The first page of an unknown price has one record.
    const release = service.holdAfter(1, peopleSearch);
    await runSearch("Capped");
    await active("Results: Capped").waitFor();
    await window.tab("Capped.prospect.json").click();
    // The extension knows of the change of tabs once it has answered the builder's page.
    await builder.button("Stop").waitFor();
    release();
    await window.notifications.message("Stopped at your credit limit of 25. 100 of 500 records saved.");
    await window.notifications.press("Credit limit reached", "Raise the Limit…");
    await window.quickInput.waitForValue("37.5");
    await window.quickInput.answer("37.5");
    await run("Capped", /Limit reached · 150 of 500 · 37\.5 credits/);
    assert.equal(charged(), 150);
    await window.notifications.dismissAll();
  });

  it("a search that was never saved is restored with its filters, still unsaved", async () => {
    await window.tab("Results: Capped").click();
    firstName = await (await results.cell(1, "Name")).innerText();
    await window.runCommand("Prospect Desk: New Company Search");
    await builder.ready("New company search");
    await builder.openFilter("Industries");
    await builder.addValue("Industries", "Beekeeping");
    await builder.exclude("Beekeeping");
    // VS Code writes its backup of unsaved text about a second after the last change.
    const backups = path.join(host.userData, "User", "Backups");
    await assertSoon(() => existsSync(backups) && filesWith(["Beekeeping"], filesBelow(backups)).length > 0, true);
    await window.reloadWindow();
    await window.waitForDirty("New company search", true);
    await builder.chip("Beekeeping, excluded").waitFor();
    await builder.addValue("Industries", "Pottery");
    await window.press("Control+z");
    await builder.chip("Pottery").waitFor({ state: "detached" });
    await window.waitForDirty("New company search", true);
  });

  it("results are restored in their tab, with rows and actions", async () => {
    await window.tab("Results: Capped").click();
    await results.button("Export 150").waitFor();
    await (await results.cell(1, "Name")).filter({ hasText: exactly(firstName) }).waitFor();
    // The tab's way is its name, without the search's address.
    await assertSoon(() => window.breadcrumb(), "Results: Capped");
    await window
      .statusItems()
      .filter({ hasText: /credits/ })
      .waitFor();
  });

  it("a run whose extension host was killed is in the status bar, with a badge, and continues there", async () => {
    // The third page is never answered, and not charged.
    service.sandbox.setFaults({ faults: [{ path: peopleSearch, nth: 3, delayMs: 3_600_000, status: 503 }] });
    await runSearch("Quackenbush canary");
    await window.dialog.press("Run");
    await run("Quackenbush canary", /Running.*200 of 500/);
    process.kill(processOfStore(host), "SIGKILL");
    await host.restart();
    await window.reload();
    await run("Quackenbush canary", /Interrupted · 200 of 500 · at least 50 credits/);
    service.sandbox.setFaults(undefined);
    await window.statusItems().filter({ hasText: "912 credits" }).waitFor();
    await window.page.getByRole("tab", { name: /^Prospect Desk\b.* 1 unfinished/u }).waitFor();
    const item = window.statusItems().filter({ hasText: "1 unfinished" });
    await item.click();
    await window.quickInput.choose("Quackenbush canary 200 of 500");
    const question = await window.dialog.text();
    assert.match(question, /^Resume Quackenbush canary\?/);
    assert.match(question, /sent and not answered\. Asking again may charge it twice: up to 25 credits\./);
    assert.match(question, /Fetch 200 of 500 records, about 50 credits\. Balance: 912, read /);
    await window.dialog.press("Resume");
    // The lost page may have been charged.
    await run("Quackenbush canary", /Limit reached · 400 of 500 · at least 100 credits/);
    await item.waitFor({ state: "hidden" });
    assert.equal(charged(), 550);
  });

  it("results open again by themselves when only the extension host has died", async () => {
    await window.tab("Results: Quackenbush canary").click();
    await results.button("Export 400").waitFor();
    await results.frame.locator("body").evaluate((body) => body.toggleAttribute("data-of-the-dead-host", true));
    process.kill(processOfStore(host), "SIGKILL");
    await results.frame.locator("body:not([data-of-the-dead-host])").waitFor();
    await results.button("Export 400").waitFor();
    await results.frame.getByRole("textbox", { name: "Filter results" }).fill("Ada Lovelace");
    await results.waitForStatus(/ of 400 shown/);
  });

  it("Purge Run Data deletes everything, and the logs contain no names", async () => {
    const names = new Set(
      storedRows<{ readonly name: string }>(host, "select distinct name from people limit 20").map(({ name }) => name),
    );
    assert.ok(names.size > 10 && holding([...names]).length > 0, "the database has the names before");
    await window.runCommand("Prospect Desk: Purge Run Data…");
    await window.quickInput.choose("Everything");
    await window.dialog.press("Purge");
    await window.notifications.message(/Deleted: 2 runs · [\d,]+ records\./);
    const rows = window.view("Searches").rows.filter({ hasText: /credits/ });
    await assertSoon(() => rows.count(), 0);
    assert.deepEqual(storedRows(host, "select id from runs"), []);
    // VS Code caches the manifests of extensions; ours has the name of an example.
    assert.deepEqual(
      holding([...names]).filter((file) => !/extensions\.\w+(?:\.\w+)?\.cache$/.test(file)),
      [],
    );
    // Tabs of what is gone are closed.
    await assertSoon(async () => (await window.tabTitles()).filter((title) => title.startsWith("Results: ")), []);
    const logs = filesBelow(host.userData).filter((file) => file.endsWith(".log"));
    assert.ok(filesWith(["Account: ready"], logs).length > 0, "the extension's own log was searched");
    assert.deepEqual(
      holding(["Quackenbush canary ", key]).filter((file) => logs.includes(file)),
      [],
    );
    assert.deepEqual(holding([key]), []);
  });

  /** Files in the user's folder that contain one of these texts. */
  function holding(texts: readonly string[]): readonly string[] {
    return filesWith(texts, filesBelow(host.userData));
  }
});
