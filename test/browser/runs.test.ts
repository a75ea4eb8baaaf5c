// Runs that stop early (a killed extension host, a rejected key, a credit limit) and what remains after a purge.
import assert from "node:assert/strict";
import { connectTo } from "./connectTo";
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
/** A search without filters asks before it runs. */
const everyPerson = { person_names: [{ value: "Beekeeper", exclude: true }] };
const search = (fetch: object): string => `${JSON.stringify({ search: "people", filters: everyPerson, fetch })}\n`;

describe("runs that stop early", () => {
  let service: ServiceUnderTest;
  let host: WorkbenchHost;
  let window: WorkbenchPage;
  let builder: FilterBuilderView;
  let results: ResultsView;

  before(async () => {
    service = await serveForTest([{ key, workspaceId: "workspace-of-the-tests", balance: 1000 }]);
    host = await startHost({
      files: {
        "Quackenbush canary.prospect.json": search({ records: 400 }),
        "Capped.prospect.json": search({ records: 150, credits: 25 }),
        "Nowhere.prospect.json":
          '{ "search": "people", "filters": { "current_position_seniority_level": [{ "value": "Directr" }] } }\n',
      },
    });
    window = await host.open();
    builder = new FilterBuilderView(window);
    results = new ResultsView(window);
    await connectTo(window, service.origin, key, "1,000 credits");
  });
  after(async () => {
    await host.stop();
    await service.stop();
  });
  picturesOfFailures(() => window);

  const charged = (): number => service.charges.reduce((sum, { records }) => sum + records, 0);
  /** A run below its search. */
  const run = async (search: string, text: RegExp, nth = 0): Promise<void> =>
    (await window.view("Searches").below(search, text)).nth(nth).waitFor();

  const active = (title: string) => window.tab(title).and(window.page.locator(".active"));
  const resultsTabs = async (): Promise<readonly string[]> =>
    (await window.tabTitles()).filter((title) => !title.endsWith(".json"));

  async function runSearch(name: string, button = "Run"): Promise<void> {
    await window.view("Searches").row(name).click();
    await builder.ready(name);
    await builder.button("Run").click();
    await window.dialog.press(button);
  }

  it("a run whose extension host is killed is listed as interrupted, with its saved records", async () => {
    // The first page, of an unknown price, has one record. The fourth is never answered, and not charged.
    service.sandbox.setFaults({ faults: [{ path: peopleSearch, nth: 4, delayMs: 3_600_000, status: 503 }] });
    await runSearch("Quackenbush canary");
    await run("Quackenbush canary", /Running.*201 of 500/);
    process.kill(processOfStore(host), "SIGKILL");
    await host.restart();
    await window.reload();
    await run("Quackenbush canary", /Interrupted · 201 of 500 · at least 50\.25 credits/);
    assert.equal(charged(), 201);
  });

  it("Resume shows what the page in flight may cost, continues there, and pays for nothing twice", async () => {
    service.sandbox.setFaults(undefined);
    await window.statusItems().filter({ hasText: "949 credits" }).waitFor();
    const searches = window.view("Searches");
    await searches.pressRowAction(await searches.below("Quackenbush canary", /Interrupted/), "Resume…");
    const question = await window.dialog.text();
    assert.match(question, /^Resume Quackenbush canary\?/);
    assert.match(question, /sent and not answered\. Asking again may charge it twice: up to 25 credits\./);
    assert.match(question, /Fetch 199 of 500 records, about 49\.75 credits\. Balance: 949, read /);
    await window.dialog.press("Resume");
    // The lost page may have been charged.
    await run("Quackenbush canary", /Limit reached · 400 of 500 · at least 100 credits/);
    await active("Results: Quackenbush canary").waitFor();
    await results.waitForStatus(/Limit reached\./);
    assert.equal(charged(), 400);
  });

  it("a run whose key is rejected offers to enter another one, and continues when the key is valid again", async () => {
    service.sandbox.setFaults({
      faults: [
        { path: peopleSearch, nth: 1, status: 401, body: '{"code":"unauthorized","message":"Unknown api key"}' },
      ],
    });
    await runSearch("Quackenbush canary", "Fetch Again");
    await results.waitForStatus(/Key rejected\./);
    await run("Quackenbush canary", /Key rejected/);
    assert.deepEqual(await window.notifications.messages(), [], "the page alone says it");
    await results.button("Enter a New Key…").click();
    await window.quickInput.title.filter({ hasText: `New API key for ${service.origin}` }).waitFor();
    await window.quickInput.cancel();
    await results.button("Resume").click();
    await window.dialog.press("Resume");
    await run("Quackenbush canary", /Limit reached · 400 of 500 · 100 credits/);
    assert.equal(charged(), 800);
  });

  it("a run behind another tab says that it stopped, and continues when its limit is raised", async () => {
    await window.view("Searches").row("Capped").click();
    await builder.ready("Capped");
    const release = service.holdAfter(0, peopleSearch);
    await builder.button("Run").click();
    await window.dialog.press("Fetch Again");
    await window.tab("Results: Capped").and(window.page.locator(".active")).waitFor();
    await window.tab("Capped.prospect.json").click();
    release();
    await window.notifications.message("Stopped at your credit limit of 25. 100 of 500 records saved.");
    assert.equal(charged(), 900);
    await window.notifications.press("Credit limit reached", "Raise the Limit…");
    await window.quickInput.waitForValue("37.5");
    await window.quickInput.answer("20");
    await window.quickInput.waitForMessage("Type a number above 25.");
    await window.quickInput.answer("37.5");
    await run("Capped", /Limit reached · 150 of 500 · 37\.5 credits/);
    assert.equal(charged(), 950);
  });

  it("a search without matches suggests similar values when it is opened again", async () => {
    await window.view("Searches").row("Nowhere").click();
    await builder.ready("Nowhere");
    await builder.button("Run").click();
    await run("Nowhere", /0 records/);
    // The results take the focus when they open, which closes an open command palette.
    await results.waitForStatus(/0 of 0/);
    await window.runCommand("View: Close All Editors");
    await window.view("Searches").row("Nowhere").click();
    await builder.frame.getByRole("heading", { name: "No matches" }).waitFor();
    await builder.frame.getByRole("button", { name: "Director", exact: true }).first().click();
    await builder.frame.getByRole("heading", { name: "No matches" }).waitFor({ state: "hidden" });
    await window.waitForDirty("Nowhere.prospect.json", true);
    await window.press("Control+s");
    await window.waitForDirty("Nowhere.prospect.json", false);
  });

  it("runs of one search are one tab with its name, which shows its next run and no toast", async () => {
    await window.runCommand("View: Close All Editors");
    const ended = await window
      .view("Searches")
      .below("Quackenbush canary", /Key rejected|Limit reached · .*100 credits/);
    await ended.first().click();
    await active("Results: Quackenbush canary").waitFor();
    const release = service.holdAfter(1, peopleSearch);
    await results.fromMore("Run Again");
    await window.dialog.press("Fetch Again");
    await results.frame.getByText("Fetching: 100 of 400").waitFor();
    await assertSoon(resultsTabs, ["Results: Quackenbush canary"]);
    assert.deepEqual(await window.notifications.messages(), []);
    release();
    await results.waitForStatus("400 of 500 · 100 credits");
    assert.deepEqual(await window.notifications.messages(), []);
  });

  it("runs of one search are chosen with the mouse and with the keyboard; a reload shows the same one", async () => {
    await results.runPicker.click();
    await assertSoon(() => results.menuItem(/./).count(), 3);
    await results.menuItem(/./).last().click();
    await results.waitForStatus("400 of 500 · at least 100 credits");
    await results.runPicker.focus();
    await window.press("Enter", "Home", "ArrowDown", "Enter");
    await results.waitForStatus("400 of 500 · 100 credits");
    await results.runPicker.focus();
    await window.press("Enter", "End", "Enter");
    await results.waitForStatus("at least 100 credits");
    await window.reloadWindow();
    await results.waitForStatus("at least 100 credits");
    await assertSoon(resultsTabs, ["Results: Quackenbush canary"]);
  });

  it("results open again by themselves when only the extension host has died", async () => {
    await results.frame.locator("body").evaluate((body) => body.toggleAttribute("data-of-the-dead-host", true));
    process.kill(processOfStore(host), "SIGKILL");
    await results.frame.locator("body:not([data-of-the-dead-host])").waitFor({ timeout: 60_000 });
    await results.button("Export 400").waitFor();
    await results.frame.getByRole("textbox", { name: "Filter results" }).fill("Ada Lovelace");
    await results.waitForStatus(/ of 400 shown/);
    await results.frame.getByRole("textbox", { name: "Filter results" }).fill("");
    await results.button("Export 400").waitFor();
  });

  it("runs of one search lead back to the search, which is edited and renamed from them", async () => {
    await results.fromMore("Edit Search");
    await active("Quackenbush canary.prospect.json").waitFor();
    await window.tab("Results: Quackenbush canary").click();
    await results.fromMore("Rename…");
    await window.quickInput.answer("Quackenbush canary II");
    await active("Results: Quackenbush canary II").waitFor();
    await results.frame.getByRole("heading", { name: "Quackenbush canary II", level: 1, exact: true }).waitFor();
    await results.waitForStatus("at least 100 credits");
    await assertSoon(resultsTabs, ["Results: Quackenbush canary II"]);
    await results.runPicker.click();
    await assertSoon(() => results.menuItem(/./).count(), 3); // its runs have followed
    await window.press("Escape");
  });

  it("Purge Run Data deletes everything, and the logs contain no names", async () => {
    const names = new Set(
      storedRows<{ readonly name: string }>(host, "select distinct name from people limit 20").map(({ name }) => name),
    );
    assert.ok(names.size > 10 && holding([...names]).length > 0, "the database has the names before");
    await window.runCommand("Prospect Desk: Purge Run Data…");
    await window.quickInput.choose("Everything");
    await window.dialog.press("Purge");
    await window.notifications.message(/Deleted: 5 runs · [\d,]+ records\./);
    const rows = window.view("Searches").rows.filter({ hasText: /credits/ });
    await assertSoon(() => rows.count(), 0);
    assert.deepEqual(storedRows(host, "select id from runs"), []);
    // VS Code caches the manifests of extensions; ours has the name of an example.
    assert.deepEqual(
      holding([...names]).filter((file) => !/extensions\.\w+(?:\.\w+)?\.cache$/.test(file)),
      [],
    );
    await assertSoon(resultsTabs, []); // tabs of what is gone are closed
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
