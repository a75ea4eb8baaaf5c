// The extension host is killed during a run, PROSPECT_TEST_UI_KILLS times (default 2): everything the database
// acknowledged is there, at most the page in flight is reported as uncertain, and Resume pays for nothing twice.
import assert from "node:assert/strict";
import { connectTo } from "./connectTo";
import { FilterBuilderView } from "./filterBuilderView";
import { ResultsView } from "./resultsView";
import { serveForTest, type ServiceUnderTest } from "./serviceUnderTest";
import { assertSoon } from "./soon";
import { processOfStore, storedRows } from "./storedData";
import { startHost, type WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const key = "key-of-the-kill-tests";
const peopleSearch = "/api/v2/people/search";
const kills = Number(process.env["PROSPECT_TEST_UI_KILLS"] ?? 2);

interface StoredRun {
  readonly id: string;
  readonly stop: string | null;
  readonly records: number;
  readonly returned: number;
  readonly credits: number;
  readonly possible_credits: number;
}

describe("a killed extension host", function () {
  this.timeout(120_000);
  let service: ServiceUnderTest;
  let host: WorkbenchHost;
  let window: WorkbenchPage;
  let builder: FilterBuilderView;

  before(async () => {
    service = await serveForTest([{ key, workspaceId: "workspace-of-the-tests", balance: 1_000_000 }]);
    host = await startHost({
      files: { "Everybody.prospect.json": '{ "search": "people", "filters": {}, "fetch": { "records": 500 } }\n' },
      settings: { "prospectDesk.spending.confirmAbove": 100_000 },
    });
    window = await host.open();
    builder = new FilterBuilderView(window);
    await connectTo(window, service.origin, key, "1,000,000 credits");
    await window.runCommand("Prospect Desk: Focus on Runs View");
  });
  after(async () => {
    await host.stop();
    await service.stop();
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") {
      await window.screenshot(`failed/killed ${this.currentTest.title.slice(0, 80)}`);
    }
  });

  const latest = (): StoredRun | undefined =>
    storedRows<StoredRun>(
      host,
      "select id, stop, records, returned, credits, possible_credits from runs order by started_at desc limit 1",
    )[0];
  const charged = (since: number): number =>
    service.charges.slice(since).reduce((sum, { records }) => sum + records, 0);
  const paid = (since: number): number => service.charges.slice(since).reduce((sum, { credits }) => sum + credits, 0);

  it("leaves results that open again by themselves when only the extension host has died", async () => {
    const results = new ResultsView(window);
    await window.view("Searches").row("Everybody").click();
    await builder.button("Run").click();
    await results.waitForStatus("500 of");
    await results.frame.locator("body").evaluate((body) => body.toggleAttribute("data-of-the-dead-host", true));
    process.kill(processOfStore(host), "SIGKILL");
    await results.frame.locator("body:not([data-of-the-dead-host])").waitFor({ timeout: 60_000 });
    await results.button("Export 500").waitFor();
    await results.frame.getByRole("textbox", { name: "Filter results" }).fill("Ada Lovelace");
    await results.waitForStatus(/ of 500 shown/);
    await window.runCommand("View: Close All Editors");
  });

  for (let nth = 0; nth < kills; nth += 1) {
    it(`keeps what was acknowledged, and resumes (${nth + 1} of ${kills})`, async () => {
      const before = service.charges.length;
      const runsBefore = storedRows(host, "select id from runs").length;
      // Pages are delayed, so that kills happen before, during and between pages.
      service.sandbox.setFaults({ faults: [{ path: peopleSearch, nth: 1, times: 99, delayMs: 120 }] });
      await window.view("Searches").row("Everybody").click();
      await window.tab("Everybody.prospect.json").and(window.page.locator(".active")).waitFor();
      const moment = window.page.waitForTimeout(150 + ((nth * 137) % 700));
      await builder.button("Run").click();
      await moment;
      process.kill(processOfStore(host), "SIGKILL");
      service.sandbox.setFaults(undefined);
      await host.restart();
      await window.reload();
      await window.statusItems().filter({ hasText: "credits" }).waitFor();
      assert.deepEqual(
        storedRows<{ readonly integrity_check: string }>(host, "pragma integrity_check").map(
          (row) => row.integrity_check,
        ),
        ["ok"],
      );
      const run = latest();
      if (storedRows(host, "select id from runs").length === runsBefore || run === undefined) {
        assert.equal(charged(before), 0, "a run that was not begun has asked for nothing");
        return;
      }
      assert.ok(
        charged(before) - run.returned <= 100,
        `${charged(before)} records were charged, ${run.returned} are there`,
      );
      await window
        .view("Runs")
        .rows.filter({ hasText: /Everybody.*(Interrupted|Limit reached|Complete)/ })
        .first()
        .waitFor({ timeout: 40_000 });
      if (run.stop === null) {
        await window.view("Runs").pressRowAction("Everybody", "Resume Run");
        await window.dialog.press("Resume").catch(() => undefined);
        await assertSoon(() => latest()?.stop !== null, true);
      }
      const ended = latest();
      assert.equal(ended?.records, 500);
      const [ledger] = storedRows<{ readonly records: number }>(
        host,
        "select sum(records) as records from calls where run_id = ? and state = 'answered'",
        run.id,
      );
      assert.equal(ledger?.records, ended?.returned, "the ledger and the records agree");
      assert.ok((ended?.credits ?? 0) + (ended?.possible_credits ?? 0) >= paid(before), "what was paid is counted");
      await window.runCommand("View: Close All Editors");
    });
  }
});
