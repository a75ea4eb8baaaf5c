// Lookups, tracked enrichments, and the purge of everything, against a service that charges; by keyboard and by mouse.
import assert from "node:assert/strict";
import { connectTo } from "./connectTo";
import { picturesOfFailures } from "./picturesOfFailures";
import { ResultsView } from "./resultsView";
import { serveForTest, type ServiceUnderTest } from "./serviceUnderTest";
import { sharedWindow } from "./sharedWindow";
import { storedRows } from "./storedData";
import type { WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const key = "purge-key-0a1b2c3d4e5f60718293a4b5c6d7e8f9";
const companyLookup = "/api/v2/company/lookup";

describe("lookups and enrichments with a paid key", () => {
  let service: ServiceUnderTest;
  let host: WorkbenchHost;
  let window: WorkbenchPage;

  before(async () => {
    service = await serveForTest([{ key, workspaceId: "workspace-of-the-lookups", balance: 20_000 }]);
    ({ host, window } = await sharedWindow({
      "Targets.prospect.json": '{ "search": "company", "filters": {}, "fetch": { "records": 5 } }\n',
      "lines.txt": "northwind.example\nnobody-knows-this.example\n",
    }));
    await connectTo(window, service.origin, key, "20,000 credits");
  });
  after(() => service.stop());
  picturesOfFailures(() => window);

  const asked = (): number => service.requests.filter(({ path }) => path === companyLookup).length;
  const inTitle = (text: string | RegExp): Promise<void> => window.quickInput.title.filter({ hasText: text }).waitFor();
  /** Waits for where the answer is from, and what it cost. */
  const fromWhere = (text: RegExp): Promise<void> =>
    window.quickInput.box.locator(".quick-input-list").getByText(text).first().waitFor();

  async function lookUpContoso(): Promise<void> {
    await window.runCommand("Prospect Desk: Look Up…");
    await window.quickInput.type("contoso.example");
    await window.quickInput.entry("Company contoso.example").first().waitFor();
    await window.quickInput.accept();
    await inTitle("Contoso");
  }

  it("a lookup by keyboard answers from what is owned, with its age, and asks again for a shown price", async () => {
    await lookUpContoso();
    await fromWhere(/just now, for 0\.25 credits/u);
    await window.quickInput.cancel();
    await lookUpContoso();
    await fromWhere(/from an earlier lookup, answered .+, free/u);
    assert.equal(asked(), 1);
    await window.quickInput.type("Refresh");
    const [refresh] = (await window.quickInput.list()).filter(({ label }) => label === "Refresh");
    assert.equal(refresh?.description, "asks the service again for up to 0.25 credits");
    await window.quickInput.acceptFocused("Refresh");
    await window.quickInput.entries.filter({ hasText: "contoso.example" }).first().waitFor();
    await fromWhere(/just now, for 0\.25 credits/u);
    assert.equal(asked(), 2);
    await window.quickInput.cancel();
  });

  it("the same by mouse", async () => {
    await lookUpContoso();
    await fromWhere(/from an earlier lookup, answered .+, free/u);
    await window.quickInput.titleButton("Refresh: asks the service again for up to 0.25 credits").click();
    await fromWhere(/just now, for 0\.25 credits/u);
    assert.equal(asked(), 3);
    await window.quickInput.cancel();
  });

  it("enrichments that have finished when they are tracked are one notification that leads to them", async () => {
    await window.notifications.dismissAll();
    await window.runCommand("Prospect Desk: Track Enrichment…");
    await inTitle("Track enrichments: ");
    await window.quickInput.answer("enr-demo-finished, enr-demo-empty enr-demo-large enr-demo-rate-limit");
    const text = /^\d of \d enrichments have finished\. Contacts: \d+ of 5\d\d enriched/u;
    await window.notifications.message(text, 60_000);
    const all = (await window.notifications.messages()).filter((message) => /finished|contacts|ended/u.test(message));
    assert.equal(all.length, 1, all.join("\n"));
    await window.notifications.press(text, "Show Enrichments");
    const { rows } = window.view("Enrichments");
    await rows.nth(3).waitFor();
    await rows.filter({ hasText: "Empty list" }).click({ button: "right" });
    const menu = window.page.locator(".monaco-menu").first();
    await menu.getByText("Remove Enrichment…").waitFor();
    assert.equal(await menu.getByText("Open Contacts").count(), 0);
    await window.press("Escape");
  });

  describe("the purge of everything", () => {
    before(async () => {
      await window.openFile("Targets.prospect.json");
      await window.runCommand("Prospect Desk: Run Search");
      await new ResultsView(window).waitForStatus("5 of 500");
      await window.openFile("lines.txt");
      await window.editorLines().filter({ hasText: "nobody-knows-this.example" }).waitFor();
      await window.press("Control+1", "Control+a");
      await window.page.locator(".part.statusbar .statusbar-item", { hasText: /selected/u }).waitFor();
      await window.runCommand("Prospect Desk: Look Up Selection");
      await window.quickInput.acceptFocused("Companies");
      assert.match(await window.dialog.text(), /2 rows: 1 already fetched \(free\), 1 to look up/u);
      await window.press("Enter");
      await window.notifications.message("2 rows: 1 found, 1 no match.", 60_000);
    });

    it("says by keyboard how much of each kind there is, and what fetching it again would cost", async () => {
      await window.runCommand("Prospect Desk: Purge Run Data…");
      await inTitle("Purge run data");
      await window.quickInput.acceptFocused("Everything");
      const lines = (await window.dialog.text()).split("\n");
      assert.ok(lines.includes("1 run: fetching again costs about 1.25 credits"), lines.join("\n"));
      assert.ok(lines.includes("3 lookups: fetching again costs about 0.75 credits"), lines.join("\n"));
      assert.ok(lines.includes("1 lookup batch: fetching again costs about 0 credits"), lines.join("\n"));
      assert.ok(lines.includes("2 enrichments: fetching again is free"), lines.join("\n"));
      await window.press("Escape");
      await window.view("Runs").rows.filter({ hasText: "2 selected lines" }).waitFor();
    });

    it("deletes them by mouse", async () => {
      await window.notifications.dismissAll();
      await window.runCommand("Prospect Desk: Purge Run Data…");
      await inTitle("Purge run data");
      await window.quickInput.choose("Everything");
      await window.dialog.press("Purge");
      await window.notifications.message(/^Deleted: 1 run, 3 lookups, 1 lookup batch, 2 enrichments · \d+ records\.$/u);
      await window.view("Runs").rows.filter({ hasText: "2 selected lines" }).waitFor({ state: "detached" });
      assert.deepEqual(storedRows(host, "select id from runs"), []);
    });
  });
});
