// Credits are only spent as confirmed when the price rises, and after notifications that nobody answered.
import assert from "node:assert/strict";
import { connectTo } from "./connectTo";
import { FilterBuilderView } from "./filterBuilderView";
import { picturesOfFailures } from "./picturesOfFailures";
import { ResultsView } from "./resultsView";
import { serveForTest, type ServiceUnderTest } from "./serviceUnderTest";
import { sharedWindow } from "./sharedWindow";
import type { WorkbenchPage } from "./workbenchPage";

const key = "spending-key-6f4922f45568161a8cdf4ad2299f6d23";
const peopleSearch = "/api/v2/people/search";
const search = (records: number, filters: object = {}): string =>
  `${JSON.stringify({ search: "people", filters, fetch: { records } })}\n`;

describe("spending", () => {
  let service: ServiceUnderTest;
  let window: WorkbenchPage;
  let builder: FilterBuilderView;
  let results: ResultsView;

  before(async () => {
    service = await serveForTest([{ key, workspaceId: "workspace-of-the-spending", balance: 20_000 }]);
    ({ window } = await sharedWindow({
      "Rising.prospect.json": search(500, { person_ids: [{ value: "nobody", exclude: true }] }),
      "Unlucky.prospect.json": search(30, { person_ids: [{ value: "no one", exclude: true }] }),
    }));
    builder = new FilterBuilderView(window);
    results = new ResultsView(window);
    await connectTo(window, service.origin, key, "20,000 credits");
    await window.notifications.dismissAll();
  });
  after(() => service.stop());
  picturesOfFailures(() => window);

  const charged = (): number => service.charges.reduce((sum, { credits }) => sum + credits, 0);
  /** A run below its search. */
  const run = async (search: string, text: RegExp, nth = 0): Promise<void> =>
    (await window.view("Searches").below(search, text)).nth(nth).waitFor();

  async function openSearch(name: string): Promise<void> {
    await window.view("Searches").row(name).click();
    await window.tab(`${name}.prospect.json`).and(window.page.locator(".active")).waitFor();
    await builder.ready();
  }

  async function pressRun(name: string): Promise<void> {
    await openSearch(name);
    await builder.button("Run").click();
  }

  describe("with a price that rises during the run", () => {
    let before: number;
    const paid = (): number => charged() - before;

    it("pauses with everything saved when the confirmed budget is used up", async () => {
      service.sandbox.setPrices({ peopleSearch: { perRecord: [0.25, 0.25, 0.25, 6, 20, 20], repeated: "charged" } });
      before = charged();
      await pressRun("Rising");
      assert.match(
        await window.dialog.text(),
        new RegExp(
          String.raw`^Run Rising\?\s+Fetch 500 records\. The price is not known yet; ` +
            String.raw`at 1 credit per record it is 500 credits\.` +
            String.raw`[^]*The run pauses and asks again before it spends more than 500 credits\.`,
        ),
      );
      // The first page of an unknown price has one record.
      const release = service.holdAfter(3, peopleSearch);
      await window.dialog.press("Run");
      await results.waitForStatus("201 of 500");
      await window.tab("Rising.prospect.json").click();
      release();
      assert.equal(
        await window.notifications.message("Rising: Paused"),
        "Rising: Paused: budget used up. The service charged 650.25 credits, more than the 500 you agreed to. " +
          "The price rose from 0.25 to 6 credits per record. 301 of 500 records saved.",
      );
      await window.tab("Results: Rising").click();
      await results.waitForStatus("301 of 500 · 650.25 credits");
      await results.button("Export 301").waitFor();
      await run("Rising", /Paused: budget used up · 301 of 500 · 650.25 credits/);
      assert.equal(paid(), 650.25);
      assert.ok(paid() <= 500 + 600, "what was agreed and one page");
    });

    it("continues from the notification up to the credits on its button", async () => {
      await window.notifications.press("301 of 500 records saved.", "Continue for up to 1,194 credits");
      await results.waitForStatus(
        "The service charged 2,000 credits, more than the 1,194 you agreed to. " +
          "The price rose from 6 to 20 credits per record. 401 of 500 records saved.",
      );
      await results.waitForStatus("401 of 500 · 2,650.25 credits");
      assert.deepEqual(await window.notifications.messages(), [], "the page says it");
      assert.equal(paid(), 2650.25);
      assert.ok(paid() <= 500 + 1194 + 2000, "what was agreed and one page");
    });

    it("continues from the results page after a confirmation that shows the credits", async () => {
      await results.button("Continue…").click();
      const question = await window.dialog.text();
      assert.match(
        question,
        new RegExp(String.raw`^Continue Rising\?\s+Fetch 99 of 500 records, about 1,980 credits\.`),
      );
      assert.match(
        question,
        new RegExp(
          [
            String.raw`The run pauses and asks again before it spends more than 1,980 credits\.`,
            String.raw`Only the page in flight when the price rises can cost more\.`,
            String.raw`Connection: 127\.0\.0\.1`,
          ].join(String.raw`\s+`),
        ),
      );
      await window.dialog.press("Cancel");
      assert.equal(paid(), 2650.25);
      await results.button("Continue…").click();
      await window.dialog.press("Continue");
      await results.waitForStatus("500 of 500 · 4,630.25 credits");
      await results.waitForStatus("Complete. All 500 matching records fetched.");
      assert.equal(paid(), 4630.25);
      assert.ok(paid() <= 500 + 1194 + 2000 + 1980, "what was agreed and one page");
      assert.equal(await results.button("Continue…").count(), 0);
    });
  });

  describe("after an unanswered notification", () => {
    before(() => service.sandbox.setPrices({ all: 0.25 }));

    /** The service refuses the next page before it costs anything. */
    const refuseNext = (): void =>
      service.sandbox.setFaults({
        faults: [{ path: peopleSearch, nth: 1, status: 400, body: '{"code":"bad.request","message":"Not today."}' }],
      });

    it("continues: the same search runs again while its last notification is still open", async () => {
      await window.runCommand("Notifications: Clear All Notifications");
      refuseNext();
      await pressRun("Unlucky");
      const release = service.holdAfter(0, peopleSearch);
      await window.dialog.press("Run");
      await window.tab("Results: Unlucky").and(window.page.locator(".active")).waitFor();
      await window.tab("Unlucky.prospect.json").click();
      await builder.ready(); // the results are hidden then, so that a notification says why the run stopped
      release();
      await window.notifications.message("Unlucky: Refused by the service.");
      await pressRun("Unlucky");
      await window.dialog.press("Run");
      await run("Unlucky", /Limit reached · 30 of 500 · 7\.5 credits/);
      assert.equal(await window.notifications.toast("is already running").count(), 0);
    });

    it("continues: the same search runs again while notifications are turned off", async () => {
      await window.runCommand("Notifications: Toggle Do Not Disturb Mode");
      refuseNext();
      await pressRun("Unlucky");
      await window.dialog.press("Fetch Again");
      await run("Unlucky", /Refused by the service/, 1);
      assert.deepEqual(await window.notifications.messages(), []);
      await pressRun("Unlucky");
      await window.dialog.press("Fetch Again");
      await run("Unlucky", /Limit reached · 30 of 500 · 7\.5 credits/, 1);
      await window.runCommand("Notifications: Toggle Do Not Disturb Mode");
    });
  });
});
