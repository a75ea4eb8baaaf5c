// A new user who selects Run before connecting: the connection is asked for, then the run continues automatically.
import assert from "node:assert/strict";
import { filesBelow, filesWith } from "./files";
import { FilterBuilderView } from "./filterBuilderView";
import { picturesOfFailures } from "./picturesOfFailures";
import { ResultsView } from "./resultsView";
import { serveForTest, type ServiceUnderTest } from "./serviceUnderTest";
import { assertSoon } from "./soon";
import { startHost, type WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const key = "first-run-key-1f0e3dad99908345f7439f8ffabdffc4";
const file = "Companies.prospect.json";
const unsaved = "New people search";

describe("a new user who selects Run first", () => {
  let service: ServiceUnderTest;
  let host: WorkbenchHost;
  let window: WorkbenchPage;
  let builder: FilterBuilderView;
  let results: ResultsView;

  before(async () => {
    service = await serveForTest([{ key, workspaceId: "workspace-of-the-first-run", balance: 800 }]);
    host = await startHost({
      files: { [file]: '{ "search": "company", "filters": {}, "fetch": { "records": 30 } }\n' },
    });
    // As with `code . Companies.prospect.json`, in a profile that has never seen the extension.
    window = await host.open(file);
    builder = new FilterBuilderView(window);
    results = new ResultsView(window);
  });
  after(async () => {
    await host.stop();
    await service.stop();
  });
  picturesOfFailures(() => window);
  afterEach(async function () {
    // Disconnect, so that the next test starts like a new user.
    await window.runCommand("View: Close All Editors");
    await window.notifications.dismissAll();
    if (this.currentTest?.title.includes("and connect:") === true) {
      await window.runCommand("Prospect Desk: Remove Connection…");
      await window.dialog.press("Remove");
    } else if (!/^\s*Prospect Desk\s*$/u.test(await window.statusItems().first().innerText())) {
      await window.runCommand("Prospect Desk: Disconnect");
      await window.notifications.message("The sandbox is no longer in use.");
      await window.notifications.dismissAll();
    }
  });

  it("sees the search of the command line in the filter builder; as text it has Run too", async () => {
    await builder.button("Run").waitFor({ timeout: 60_000 }); // the first webview of a profile is slow
    await window.editorAction("Run Search").waitFor();
    await assertSoon(() => window.tabTitles(), [file]);
    await builder.more("Open as Text");
    await window.codeLens("Run").waitFor();
    await window.editorAction("Run Search").waitFor();
    await assertSoon(() => window.tabTitles(), [file]);
  });

  it("reloads that address and finds the tabs as they were", async () => {
    await openSearch();
    await window.runCommand("Prospect Desk: New People Search");
    await window.tab(unsaved).waitFor();
    await builder.ready(unsaved);
    await window.reloadWindow();
    await builder.ready("Companies"); // the file of the address is in front
    await assertSoon(() => window.tabTitles(), [file, unsaved]);
    await window.tab(unsaved).click();
    await window.runCommand("View: Revert and Close Editor");
  });

  async function openSearch(): Promise<void> {
    await window
      .statusItems()
      .filter({ hasText: /^\s*Prospect Desk\s*$/ })
      .waitFor();
    await window.openContainer("Prospect Desk");
    await window.view("Searches").row("Companies").click();
    await builder.ready("Companies");
  }

  /** Waits until the connection is asked for. */
  async function askedForConnection(): Promise<void> {
    await window.quickInput.input
      .and(window.page.getByPlaceholder("There is no connection yet. Select one to continue."))
      .waitFor();
    await assertSoon(
      async () => (await window.quickInput.list()).map(({ label, detail }) => [label, detail]),
      [
        ["Use the Sandbox", "Synthetic companies and people, no key needed"],
        ["Connect…", "Enter address and API key; they are verified before they are saved"],
      ],
    );
  }

  let runs = 0;
  /** Waits for the run that was requested before connecting, and checks that there is no second one. */
  async function assertOneRun(status: RegExp): Promise<void> {
    runs += 1;
    await results.button("Export 30").waitFor();
    await results.waitForStatus(status);
    await assertSoon(() => window.activeTab(), "Results: Companies");
    const listed = await window.view("Searches").below("Companies", "Limit reached");
    await listed.nth(runs - 1).waitFor();
    assert.equal(await listed.count(), runs);
  }

  it("from the palette is asked for a connection and selects the sandbox: its results follow", async () => {
    await openSearch();
    await window.openBox("Prospect Desk: Run Search");
    await askedForConnection();
    await window.quickInput.choose("Use the Sandbox");
    // The search has no filters.
    await window.dialog.press("Run");
    await assertOneRun(/30 of 5,000 · 7\.5 credits/);
    await window.statusItems().filter({ hasText: "4,992 sandbox credits" }).waitFor();
  });

  it("from the builder and cancels with Escape can select Run again and connect: the results follow", async () => {
    await openSearch();
    await builder.button("Run").click();
    await askedForConnection();
    await window.quickInput.cancel();
    await builder.button("Run").and(builder.frame.locator(":not([disabled])")).waitFor();
    await builder.button("Run").click();
    await askedForConnection();
    await window.quickInput.choose("Connect…");
    await window.quickInput.title.filter({ hasText: "Connect (1 of 2)" }).waitFor();
    await window.quickInput.cancel();
    assert.deepEqual(await window.notifications.messages(), [], "nobody is told that anything is running");
    await builder.button("Run").click();
    await askedForConnection();
    await window.quickInput.choose("Connect…");
    await window.quickInput.title.filter({ hasText: "Connect (1 of 2)" }).waitFor();
    await window.quickInput.answer(service.origin);
    await window.quickInput.title.filter({ hasText: "Connect (2 of 2)" }).waitFor();
    await window.quickInput.answer("not-the-key-of-anybody");
    await window.quickInput.waitForMessage("The service does not know this API key");
    assert.equal(await window.quickInput.value(), "not-the-key-of-anybody");
    await window.quickInput.answer(`  ${key}\t `);
    assert.match(
      await window.dialog.text(),
      /^Run Companies\?\s+This search has no filters[^]*Fetch 30 records[^]*Connection: 127\.0\.0\.1/,
    );
    assert.deepEqual(service.charges, [], "nothing was paid before the question");
    await window.dialog.press("Run");
    await assertOneRun(/30 of 500 · 7\.5 credits/);
    assert.deepEqual(
      service.charges.map(({ records }) => records),
      [1, 29],
      "one record shows the price, because this connection has never paid before",
    );
  });

  it("had the key sent only to its service, in one header, and written to no file", () => {
    assert.ok(service.requests.length > 2);
    for (const { headers, path: asked, body } of service.requests) {
      const { authorization, ...others } = headers;
      assert.ok(authorization === `Bearer ${key}` || authorization === "Bearer not-the-key-of-anybody");
      const rest = `${JSON.stringify(others)} ${asked} ${Buffer.from(body ?? new Uint8Array()).toString()}`;
      assert.ok(!rest.includes(key), `the key traveled beside Authorization to ${asked}`);
    }
    const files = [...filesBelow(host.userData), ...filesBelow(host.workspace)];
    assert.ok(
      files.some((name) => name.endsWith(".log")),
      "the logs were searched",
    );
    assert.deepEqual(filesWith([key], files), []);
  });
});
