// The card in the chat, in a frame of a host that speaks the app bridge, with the MCP server behind it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { CallToolResult } from "@modelcontextprotocol/client";
import type { Browser } from "playwright-core";
import { cardKey } from "../../../src/agents/cardWords";
import type { Card } from "../../../src/agents/tool";
import { agentRig, peopleSearch, type AgentRig } from "../../unit/agents/agentRig";
import { cardClient, type CardClient, type CardClientOptions } from "../../unit/agents/cardRig";
import { hostileTexts } from "../../unit/agents/hostileRecords";
import { removeFolders } from "../../unit/store/rig";
import { axeFindings } from "../axe";
import { showCard, type CardOptions, type ShownCard } from "../cardInBrowser";
import { launchBrowser } from "../pageInBrowser";
import { pageThemes, type PageTheme } from "../pageThemes";
import { assertSoon } from "../soon";

const script = readFileSync("dist/webview/agentCard.js", "utf8");
const file = "vice-presidents.prospect.json";
const runButton = { name: "Run for up to 5 credits" };

describe("the card in the chat", function () {
  this.timeout(60_000);
  let browser: Browser;
  let rig: AgentRig;
  let agent: CardClient;
  let shown: ShownCard | undefined;

  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  beforeEach(async () => {
    rig = agentRig({ answer: "yes" });
    rig.write(file, JSON.stringify(peopleSearch));
    // So that the price is known.
    await rig.call("run_search", { file, records: 2, max_credits: 10 });
    rig.paid.length = 0;
    agent = await connect();
  });
  afterEach(async () => {
    assert.deepEqual(shown?.faults ?? [], []);
    await shown?.close();
    shown = undefined;
    await agent.close();
    await rig.close();
    removeFolders();
  });

  const connect = (options: CardClientOptions = {}): Promise<CardClient> => cardClient(rig.app, { script, ...options });

  const open = async (result: CallToolResult, options?: CardOptions): Promise<ShownCard> =>
    (shown = await showCard(browser, agent, result, options));

  const plan = async (options?: CardOptions): Promise<ShownCard> =>
    open(await agent.call("plan_search", { file }), options);

  const spent = async (): Promise<number> => {
    const { credits = Number.NaN } = (await rig.app.runs.list({ limit: 1 }))[0] ?? {};
    return credits;
  };

  const expectRun = async ({ frame, told, called }: ShownCard): Promise<void> => {
    await frame.getByRole("status").filter({ hasText: "Run ended." }).waitFor();
    assert.deepEqual([called, await spent()], [["run_search"], 5]);
    assert.equal(await frame.getByRole("button").count(), 0);
    assert.equal(await frame.getByRole("row").count(), 11);
    assert.equal(await frame.evaluate(() => document.activeElement?.tagName), "H1");
    assert.match(told.join("\n"), /^The user ran this plan from its card\. Run .+ 20 of \d+, 5 credits/);
  };

  it("shows a plan with what is there already, and pays nothing for it", async () => {
    const { frame, height } = await plan();
    assert.equal(await frame.getByRole("heading").textContent(), "vice-presidents");
    const text = await frame.locator("main").innerText();
    assert.match(text, /Fetch 20 of \d+ records, about 5 credits\./);
    assert.match(text, /You already have \d+ records that match\./);
    const table = frame.getByRole("table", { name: "Fetched just now: 2 of 2 records" });
    assert.deepEqual(await table.getByRole("columnheader").allTextContents(), [
      "Name",
      "Title",
      "Company name",
      "Country",
    ]);
    assert.ok(height() > 100 && height() < 690, `${height()}`);
    assert.deepEqual(rig.paid, []);
  });

  it("runs a plan by a click, for the sum on the button", async () => {
    const card = await plan();
    await card.frame.getByRole("button", runButton).dblclick();
    await expectRun(card);
  });

  it("runs a plan by keyboard", async () => {
    const card = await plan();
    await card.frame.getByRole("heading").focus();
    for (const name of ["region", "button"] as const) {
      await card.page.keyboard.press("Tab");
      assert.equal(
        await card.frame
          .getByRole(name)
          .first()
          .evaluate((one) => one === document.activeElement),
        true,
      );
    }
    await card.page.keyboard.press("Enter");
    await expectRun(card);
  });

  it("runs nothing after Not now, and tells the model", async () => {
    const { frame, told, called } = await plan();
    await frame.getByRole("button", { name: "Not now" }).click();
    assert.equal(await frame.getByRole("status").textContent(), "Not run. Nothing was spent.");
    assert.equal(await frame.getByRole("button").count(), 0);
    await assertSoon(() => /“Not now”.*Nothing was spent/.test(told.join()), true);
    assert.deepEqual([called, rig.paid], [[], []]);
  });

  it("says why a click has run nothing", async () => {
    const result = await agent.call("plan_search", { file });
    await agent.close();
    agent = await connect();
    const { frame } = await open(result);
    await frame.getByRole("button", runButton).click();
    await frame.getByRole("status").filter({ hasText: "Nobody can be asked here, so nothing was sent." }).waitFor();
    assert.deepEqual(rig.paid, []);
  });

  it("has no buttons where the host calls no tools for it", async () => {
    const { frame } = await plan({ capabilities: {} });
    assert.equal(await frame.getByRole("button").count(), 0);
  });

  it("shows texts of records as texts", async () => {
    const texts = [
      ...hostileTexts,
      '<img src="x" onerror="parent.postMessage(1, \'*\')">',
      "<script>alert(1)</script>",
    ];
    const card: Card = {
      title: texts.at(-2) ?? "",
      lines: texts,
      table: { caption: texts.at(-1) ?? "", columns: [texts.at(-2) ?? ""], rows: texts.map((text) => [text]) },
    };
    const { frame } = await open({ content: [], _meta: { [cardKey]: card } });
    assert.equal(await frame.locator("main :is(img, script, a, iframe, style)").count(), 0);
    assert.deepEqual(await frame.locator("td").allTextContents(), texts);
  });

  it("listens to its host alone", async () => {
    const { frame } = await plan();
    await frame.evaluate(
      () =>
        new Promise<void>((resolve) => {
          window.addEventListener("message", () => resolve(), { once: true });
          const params = { content: [{ type: "text", text: "Of another" }] };
          window.postMessage({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params }, "*");
        }),
    );
    assert.equal(await frame.getByRole("heading").textContent(), "vice-presidents");
  });

  it("shows an answer without a card as its text", async () => {
    const { frame } = await open({ content: [{ type: "text", text: "<b>No</b>" }], isError: true });
    assert.equal(await frame.locator("main p").textContent(), "<b>No</b>");
  });

  for (const width of [300, 700]) {
    it(`has nothing that axe-core finds, with and without a theme of its host, at ${width} px`, async () => {
      const { page, frame, wear } = await plan({ width });
      assert.deepEqual(await axeFindings(frame), []);
      await page.emulateMedia({ colorScheme: "dark" });
      assert.deepEqual(await axeFindings(frame, { colorsOnly: true }), []);
      for (const theme of Object.keys(pageThemes) as PageTheme[]) {
        await wear(theme);
        assert.deepEqual(await axeFindings(frame, { colorsOnly: true }), [], theme);
      }
      const [needed, there] = await frame.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      assert.ok(needed <= there, `${needed} pixels wide in a window of ${there}`);
    });
  }
});
