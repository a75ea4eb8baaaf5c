// Leave-out lists by mouse and by keyboard: made from a record, added and removed in the filter builder, left out of
// what is fetched and shown; a list that changes stops the run.
import assert from "node:assert/strict";
import { connectTo } from "./connectTo";
import { FilterBuilderView } from "./filterBuilderView";
import { picturesOfFailures } from "./picturesOfFailures";
import { ResultsView } from "./resultsView";
import { serveForTest, type ServiceUnderTest } from "./serviceUnderTest";
import { sharedWindow } from "./sharedWindow";
import { assertSoon } from "./soon";
import type { WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const key = "leave-out-key-9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d";
const companySearch = "/api/v2/company/search";
/** A search without filters asks before it runs. */
const everyCompany = { industries: [{ value: "Beekeeping", exclude: true }] };
const search = (records: number): string =>
  `${JSON.stringify({ search: "company", filters: everyCompany, fetch: { records } })}\n`;

describe("leave-out lists", () => {
  let service: ServiceUnderTest;
  let host: WorkbenchHost;
  let window: WorkbenchPage;
  let builder: FilterBuilderView;
  let results: ResultsView;
  /** Of the first companies of a search without any list. */
  let domains: readonly string[];

  before(async () => {
    service = await serveForTest([{ key, workspaceId: "workspace-of-the-lists", balance: 20_000 }]);
    ({ host, window } = await sharedWindow({
      "Targets.prospect.json": search(50),
      "Many.prospect.json": search(300),
    }));
    builder = new FilterBuilderView(window);
    results = new ResultsView(window);
    await connectTo(window, service.origin, key, "20,000 credits");
  });
  after(() => service.stop());
  picturesOfFailures(() => window);

  const list = (name: string) => builder.frame.getByRole("region", { name: "Leave out" }).getByText(name);
  const named = (file: string): unknown =>
    (JSON.parse(host.readFile(file)) as { readonly leaveOut?: unknown }).leaveOut;
  const notice = (text: string) => results.frame.locator("footer .notice", { hasText: text });
  const footer = (text: string) => results.frame.getByText(text, { exact: true });

  async function openSearch(name: string): Promise<void> {
    await window.view("Searches").row(name).click();
    await window.tab(`${name}.prospect.json`).and(window.page.locator(".active")).waitFor();
    await builder.ready();
  }

  const asked = () => service.requests.filter(({ path }) => path === companySearch);

  /** The excluded domains of the last request. */
  function lastExcluded(): readonly string[] {
    const { body } = asked().at(-1) ?? {};
    const sent = JSON.parse(Buffer.from(body ?? new Uint8Array()).toString()) as {
      readonly domains?: readonly { readonly value: string; readonly exclude?: boolean }[];
    };
    return (sent.domains ?? []).filter(({ exclude }) => exclude).map(({ value }) => value);
  }

  describe("by mouse", () => {
    it("start with a record: its company is added to a new list of the search, and is hidden at once", async () => {
      await openSearch("Targets");
      await builder.button("Run").click();
      await results.waitForStatus("50 of 500 · 12.5 credits");
      domains = await Promise.all(
        Array.from({ length: 13 }, async (_, nth) => (await results.cell(nth + 1, "Domain")).innerText()),
      );
      assert.ok(new Set(domains).size === 13 && domains.every((domain) => domain.includes(".")), domains.join());
      await (await results.cell(1, "Name")).click({ button: "right" });
      await results.frame.getByRole("menuitem", { name: "Add to Leave-Out List…" }).click();
      assert.deepEqual(
        (await window.quickInput.list()).map(({ label, description }) => `${label}: ${description}`),
        [
          "Customers: a new list for this search",
          "Customers: a new list for every search",
          "Another List…: with another name, or a file that exists",
        ],
      );
      await window.quickInput.choose("Customers");
      await notice("1 entry added to Customers.txt.").waitFor();
      await footer("1 left out").waitFor();
      assert.equal(await (await results.cell(1, "Domain")).innerText(), domains[1]);
      assert.match(host.readFile("Customers.txt"), new RegExp(`\n${domains[0]}(?: |\n)`, "u"));
      assert.deepEqual(named("Targets.prospect.json"), ["Customers.txt"]);
    });

    it("are added in the filter builder after a preview, and the plan says both numbers", async () => {
      host.writeFile("customers.csv", ["Company;Website", ...domains.slice(1).map((one) => `"x";${one}`)].join("\n"));
      await openSearch("Targets");
      await list("1 domain").waitFor();
      await builder.button("Add a Leave-Out List…").click();
      await window.quickInput.choose("customers.csv");
      await window.quickInput.entry("12 domains").waitFor();
      await window.quickInput.choose("Add to the Search");
      await list("12 domains").waitFor();
      await builder.plan
        .filter({ hasText: "Leave-out entries: 5 sent to the service, 8 filtered on this machine" })
        .waitFor();
    });

    it("leave out at the service what was sent, and here the rest", async () => {
      await window.press("Control+s");
      await builder.button("Run").click();
      await results.waitForStatus("50 of 495");
      await footer("8 left out").waitFor();
      assert.equal(lastExcluded().length, 5);
      assert.ok(lastExcluded().every((domain) => domains.includes(domain)));
      for (const row of [1, 2, 3]) {
        assert.ok(!domains.includes(await (await results.cell(row, "Domain")).innerText()));
      }
    });

    it("are removed from the search again", async () => {
      await openSearch("Targets");
      await builder.button("Remove Customers.txt").click();
      await list("1 domain").waitFor({ state: "detached" });
      await window.waitForDirty("Targets.prospect.json", true);
      await window.press("Control+s");
      await window.waitForDirty("Targets.prospect.json", false);
      assert.deepEqual(named("Targets.prospect.json"), ["customers.csv"]);
    });

    it("of email addresses say that no search finds these, and get their companies", async () => {
      const file = "mails.csv";
      host.writeFile(file, `Email\nada@${domains[1] ?? ""}\njo@gmail.com\n`);
      await openSearch("Targets");
      await builder.button("Add a Leave-Out List…").click();
      await window.quickInput.choose(file);
      await window.quickInput.entry("Email addresses match contacts only, no record of a search.").waitFor();
      await window.quickInput.choose(`Leave Out Their Company Too: @${domains[1] ?? ""}`);
      await window.quickInput.entry("1 domain").waitFor();
      assert.equal(host.readFile(file).split("\n").at(-2), `@${domains[1] ?? ""}`);
      await window.quickInput.cancel();
    });
  });

  describe("by keyboard", () => {
    it("are added to a search", async () => {
      await window.openFile("Many.prospect.json");
      await builder.ready();
      await window.tabTo("Add a Leave-Out List…");
      await window.press("Enter");
      await window.quickInput.chooseWithKeyboard("customers.csv");
      await window.quickInput.acceptFocused("Add to the Search");
      await list("12 domains").waitFor();
      await window.press("Control+s");
      await window.waitForDirty("Many.prospect.json", false);
      assert.deepEqual(named("Many.prospect.json"), ["customers.csv"]);
    });

    it("are fixed for a run; one that changes meanwhile is read by Reload Lists", async () => {
      const release = service.holdAfter(1, companySearch);
      await window.runCommand("Prospect Desk: Run Search");
      assert.match(await window.dialog.text(), /Leaves out 12 entries: 5 sent to the service, 7 filtered/u);
      await window.press("Enter");
      await results.waitForStatus("100 of 495");
      host.writeFile("customers.csv", ["Website", ...domains.slice(1, 4)].join("\n"));
      release();
      await results.waitForStatus("300 of 495");
      await footer("7 left out").waitFor();
      const excluded = lastExcluded();
      assert.equal(excluded.length, 5, "as read when the run started");
      await window.tabTo("Reload Lists");
      await window.press("Enter");
      const hidden = domains.slice(1, 4).filter((domain) => !excluded.includes(domain));
      await footer(`${hidden.length} left out`).waitFor();
    });

    it("get the company of a record from the menu of its cell", async () => {
      const domain = await (await results.cell(2, "Domain")).innerText();
      await window.tabTo(await (await results.cell(1, "Name")).innerText());
      await window.press("ArrowDown", "Shift+F10");
      await results.frame.getByRole("menuitem", { name: "Add to Leave-Out List…" }).waitFor();
      await window.press("End", "ArrowUp");
      await window.waitForFocus("Add to Leave-Out List…");
      await window.press("Enter");
      await window.quickInput.chooseWithKeyboard("customers.csv");
      await assertSoon(() => host.readFile("customers.csv").split("\n").slice(-2), [domain, ""]);
      await notice("1 entry added to customers.csv.").waitFor();
    });
  });
});
