// Lookup batches by keyboard and by mouse: their row under Runs, what survives a reload, and what goes wrong meanwhile.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { Locator } from "playwright-core";
import { connectTo } from "./connectTo";
import { exactly } from "./exactly";
import { sandboxRecords } from "./expectedFiles";
import { picturesOfFailures } from "./picturesOfFailures";
import { serveForTest, type ServiceUnderTest } from "./serviceUnderTest";
import { sharedWindow } from "./sharedWindow";
import { assertSoon } from "./soon";
import type { WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const key = "batches-key-1f2e3d4c5b6a79880f1e2d3c4b5a6978";
const companyLookup = "/api/v2/company/lookup";
const rows = 30;
const answeredFirst = 10;

describe("lookup batches", () => {
  let service: ServiceUnderTest;
  let host: WorkbenchHost;
  let window: WorkbenchPage;
  let domains: readonly string[];

  before(async () => {
    service = await serveForTest([{ key, workspaceId: "workspace-of-the-batches", balance: 20_000 }]);
    const companies = await sandboxRecords("companies", {}, 60);
    domains = [...new Set(companies.flatMap(({ domain }) => domain ?? []))];
    ({ host, window } = await sharedWindow({
      "accounts.csv": table(domains.slice(0, rows)),
      "others.csv": table(domains.slice(rows - 5, rows + 10)),
    }));
    await connectTo(window, service.origin, key, "credits");
  });
  after(() => service.stop());
  picturesOfFailures(() => window);

  const table = (values: readonly string[]): string => ["Domain", ...values, ""].join("\n");
  const lookups = (): number => service.requests.filter(({ path }) => path === companyLookup).length;
  const title = (text: string | RegExp): Promise<void> => window.quickInput.title.filter({ hasText: text }).waitFor();
  const row = (file: string, state: string | RegExp): Locator =>
    window.view("Searches").rows.filter({ hasText: file }).filter({ hasText: state });
  const statuses = (file: string): readonly string[] =>
    (parse(host.readFile(file), { columns: true }) as readonly Readonly<Record<string, string>>[]).map(
      (cells) => cells["Lookup status"] ?? "",
    );

  /** Goes to a row of the Searches view with the arrow keys. */
  async function focusRow(file: string): Promise<void> {
    await window.runCommand("Prospect Desk: Focus on Searches View");
    await window.view("Searches").pane.locator(".monaco-list:focus").waitFor();
    await window.press("Home");
    const focused = row(file, "").and(window.page.locator(".focused"));
    for (let moves = 0; (await focused.count()) === 0; moves++) {
      assert.ok(moves < 30, `The arrow keys do not reach ${file}.`);
      await window.press("ArrowDown");
    }
  }

  /** Opens the context menu of what has the focus, and presses Enter on an entry. */
  async function chooseFromMenu(entry: string): Promise<void> {
    await window.press("Shift+F10");
    const focused = window.page.locator(".monaco-menu .action-item.focused", { hasText: entry });
    await window.page.locator(".monaco-menu .action-item", { hasText: entry }).first().waitFor();
    for (let moves = 0; (await focused.count()) === 0; moves++) {
      assert.ok(moves < 30, `The arrow keys do not reach ${entry}.`);
      await window.press("ArrowDown");
    }
    await window.press("Enter");
  }

  /** Once the Explorer lists the files that are there: those that come and go while it opens move the others. */
  async function chooseInExplorer(file: string, entry: string): Promise<void> {
    await window.openContainer("Explorer");
    const files = window.page.locator(".explorer-folders-view .monaco-list-row");
    await assertSoon(
      async () => (await files.allInnerTexts()).map((text) => text.trim()).sort(),
      readdirSync(host.workspace).sort(),
    );
    await window.contextMenu(files.filter({ hasText: exactly(file) }), entry);
  }

  describe("by keyboard", () => {
    it("are a row under Runs with their progress", async () => {
      const release = service.holdAfter(answeredFirst, companyLookup);
      await window.openFile("accounts.csv");
      await window.runCommand("Prospect Desk: Look Up Every Row of a CSV File…");
      await window.quickInput.acceptFocused("Companies");
      await title("Map columns");
      await window.quickInput.acceptFocused("Continue");
      await title("Which columns do you want to append?");
      await window.quickInput.accept();
      assert.match(
        await window.dialog.text(),
        /30 rows: 30 to look up \(the price is not known yet; 30 credits at 1 credit/u,
      );
      await row("accounts.csv", "Not started · 0 of 30 rows").waitFor();
      await window.press("Enter");
      await window.runCommand("Prospect Desk: Focus on Searches View");
      await row("accounts.csv", `Running · ${answeredFirst} of ${rows} rows`).waitFor();
      // The row shows an answer before the next lookup is sent.
      await assertSoon(() => lookups() > answeredFirst, true);
      assert.ok(lookups() <= answeredFirst + 4, String(lookups()));
      await host.restart();
      release();
    });

    it("say after a reload where they stopped, and that the table has changed when they are resumed", async () => {
      host.writeFile("accounts.csv", table([...domains.slice(0, rows), domains[rows + 20] ?? ""]));
      await window.reload();
      await window.statusItems().filter({ hasText: "credits" }).waitFor();
      await window.openContainer("Prospect Desk");
      await row("accounts.csv", /(?:Interrupted|Stopped).* · \d+ of 30 rows/u).waitFor({
        timeout: 45_000,
      });
      await focusRow("accounts.csv");
      await chooseFromMenu("Resume…");
      const plan = await window.dialog.text();
      assert.match(plan, /^Resume accounts\.csv\?/u);
      assert.match(plan, /31 rows: 1\d already fetched \(free\), \d+ to look up/u);
      assert.match(plan, /The table has changed since the batch was read/u);
    });

    it("skip what was in flight, and go on after an error of the service, which marks its row alone", async () => {
      service.sandbox.setFaults({ faults: [{ path: companyLookup, nth: 5, status: 500 }] });
      await window.press("Enter");
      const message = await window.notifications.message(/31 rows: \d+ found, [1-5] possibly charged\./u, 60_000);
      service.sandbox.setFaults(undefined);
      const written = statuses("accounts (looked up).csv");
      const lost = written.filter((status) => status.startsWith("possibly charged: "));
      assert.equal(written.length, rows + 1);
      assert.equal(Number(/(\d) possibly charged/u.exec(message)?.[1]), lost.length);
      assert.equal(written.filter((status) => status === "found").length, rows + 1 - lost.length);
      assert.equal(lost.filter((status) => /500/u.test(status)).length, 1, lost.join("\n"));
      await row("accounts.csv", /Lookups without an answer · \d+ of 31 rows · [1-5] possibly charged/u).waitFor();
    });

    it("look up again what may have been charged, from their list", async () => {
      const asked = lookups();
      await window.notifications.dismissAll();
      await window.runCommand("Prospect Desk: Resume…");
      await title("Resume: what is open, and what it may cost");
      await window.quickInput.accept();
      assert.match(await window.dialog.text(), /31 rows: \d+ already fetched \(free\), [1-5] possibly charged/u);
      await window.press("Enter");
      await window.notifications.message(/31 rows: 31 found\./u, 60_000);
      assert.ok(lookups() - asked <= 5, String(lookups() - asked));
    });
  });

  describe("by mouse", () => {
    it("are started from the Explorer, stopped, and resumed with the button of their row", async () => {
      await window.notifications.dismissAll();
      const release = service.holdAfter(2, companyLookup);
      await chooseInExplorer("others.csv", "Look Up Every Row of a CSV File…");
      await window.quickInput.choose("Companies");
      await title("Map columns");
      await window.quickInput.choose("Continue");
      await title("Which columns do you want to append?");
      await window.quickInput.box.getByRole("button", { name: "OK" }).click();
      assert.match(await window.dialog.text(), /15 rows: 5 already fetched \(free\), 10 to look up/u);
      await window.dialog.press("Run");
      await window.openContainer("Prospect Desk");
      await row("others.csv", "Running · 7 of 15 rows").waitFor();
      await window.notifications.press(/Looking up others\.csv/u, "Cancel");
      release();
      await window.notifications.message(/others\.csv stopped after \d+ of 15 lookups\. .* You canceled it\./u);
      await window.notifications.dismissAll();
      await row("others.csv", /Canceled · \d+ of 15 rows/u).waitFor();
      await window.view("Searches").pressRowAction("others.csv", "Resume…");
      await window.dialog.press("Resume");
      // Its message may be the fourth within a second here: VS Code lists that one only behind its bell.
      await row("others.csv", /Complete · 15 of 15 rows/u).waitFor();
      await assertSoon(() => statuses("others (looked up).csv"), Array(15).fill("found"));
    });
  });
});
