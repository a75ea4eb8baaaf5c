// States in which the three pages show most of their texts, on a narrow page, with data that is not in any language.
import type { Browser, Page } from "playwright-core";
import { documentState } from "../../src/workbench/searchEditor/documentState";
import type { PageLanguage } from "../../src/language/language";
import { newSearchText } from "../../src/searches/searchEdits";
import type { InitialBuilderState, ShownAccount } from "../../webview-ui/messages/filterBuilder";
import type { ResultsState } from "../../webview-ui/messages/results";
import { quietRun, showBuilder } from "./builderInBrowser";
import { showInBrowser } from "./pageInBrowser";
import { openResultsPage, sendUpdate, type FakeRun } from "./resultsPageHarness";

/** A way to bring a page to a state. */
export type PageScene = (browser: Browser, language: PageLanguage, width: number) => Promise<Page>;

const later = Date.now() + 3_600_000;
const accounts = {
  none: { kind: "noConnection" },
  checking: { kind: "checking", label: "甲", sandbox: false },
  rejected: { kind: "keyRejected", label: "甲", reason: "乙" },
  offline: { kind: "offline", label: "甲", reason: "乙" },
  limited: { kind: "rateLimited", label: "甲", until: later },
  locked: { kind: "secretsUnavailable", reason: "乙" },
  sandbox: { kind: "ready", label: "甲", sandbox: true, balance: 1_204, balanceAt: 0 },
} as const satisfies Readonly<Record<string, ShownAccount>>;
const quiet = { ...quietRun, refreshNote: "12.480" };
const filled = JSON.stringify({
  search: "company",
  filters: {
    industries: [{ value: "柏林" }, { value: "维也纳", exclude: true }, { value: "苏黎世", exact_match: true }],
    domains: [{ value: "柏林" }],
    professional_network_ids: [{ value: 7 }],
    headcounts: [{ min: 11, max: 50 }, { min: 10_001 }, { min: 3, exclude: true }],
    unheard_of: [{ value: "柏林" }],
  },
  fetch: { records: 200 },
});
const position = JSON.stringify({
  search: "people",
  filters: {
    current_position_years_in: [{ max: 0 }],
    current_company_days_since_last_job_change: [{ max: 30 }],
    person_ids: [],
    person_skills: Array.from({ length: 70 }, (_, at) => ({ value: `柏林${at}` })),
  },
});

/** Sentences of the host are its own matter. */
function stateOf(text: string): ReturnType<typeof documentState> {
  const state = documentState("检索", text);
  const sentences = new Set(state.problems.map(({ message }) => message));
  return JSON.parse(JSON.stringify(state), (_key, value: unknown) =>
    typeof value === "string" && sentences.has(value) ? "乙" : value,
  ) as typeof state;
}

const builder =
  (
    text: string,
    start: Partial<InitialBuilderState> = {},
    then: (page: Page) => Promise<void> = async () => undefined,
  ): PageScene =>
  async (browser, language, width) => {
    const { page } = await showBuilder(
      browser,
      text,
      { state: stateOf(text), account: accounts.sandbox, run: quiet, ...start },
      { language, width, name: "检索.prospect.json" },
    );
    await page.emulateMedia({ reducedMotion: "no-preference" }); // else progress rings are hidden
    await then(page);
    return page;
  };

const searchRuns = ["甲", "乙", "丙"].map((when, at) => ({ id: `run-${3 - at}`, when, what: "12.480" }));
const results =
  (run: Partial<FakeRun>, then: (page: Page) => Promise<void> = async () => undefined, kept?: unknown): PageScene =>
  async (browser, language, width) => {
    const page = await openResultsPage(browser, {
      run: {
        rows: 3,
        columns: 4,
        kind: "company",
        texts: ["柏林", "维也纳"],
        header: { runs: searchRuns, comparable: searchRuns.slice(1) },
        ...run,
        run: { sentence: "12.480", ...run.run },
      },
      width,
      language,
      kept,
    });
    await page.locator("prospect-results").first().waitFor();
    if (run.unavailable === undefined) {
      await page.locator("prospect-grid [role=grid]").waitFor({ state: "attached" });
    }
    await then(page);
    return page;
  };

const openDetails = async (page: Page): Promise<void> => {
  await page.locator("prospect-grid [role=row][aria-rowindex='2'] [aria-colindex='2']").click();
  await page.keyboard.press("Enter");
  await page.locator("prospect-details h3").first().waitFor();
};
const view = {
  revision: 9,
  count: 3,
  records: 3,
  leftOut: 0,
  filter: "",
  columnFilters: [],
  quick: [],
  arranging: false,
  selection: [],
};
const openFilters = async (page: Page): Promise<void> => {
  await page.locator("#filters-toggle").click();
  await page.locator("aside.filters .value").first().waitFor();
};
/** Opens the filter of a column through the menu of its header. */
const openColumnFilter = async (page: Page, column: number): Promise<void> => {
  await page.locator(`prospect-grid [role=columnheader][aria-colindex="${column + 1}"]`).click({ button: "right" });
  await page.locator("prospect-grid prospect-context-menu [role=menuitem]").first().click();
  await page.locator("prospect-column-filter dialog").waitFor();
};

const usageRow = { label: "2026-11-20", credits: 1204.25, records: 12_480, calls: 3, possiblyCharged: 2 };
const creditUsage =
  (message: unknown, shows: string): PageScene =>
  async (browser, language, width) => {
    const { page, post } = await showInBrowser(browser, { script: "dist/webview/creditUsage.js", language, width });
    await page.locator("credit-usage main").waitFor();
    await post(message);
    await page.locator(shows).first().waitFor();
    return page;
  };

export const pageScenes: Readonly<Record<string, PageScene>> = {
  "an empty company search": builder(newSearchText("company"), { account: accounts.none }),
  "an empty people search": builder(newSearchText("people"), { account: accounts.checking }),
  "a filled search": builder(filled, {
    account: accounts.rejected,
    run: { ...quiet, plan: { records: 50, credits: 5000, priceKnown: false, exceedsBalance: true } },
  }),
  "a people search": builder(position, { account: accounts.offline, run: { ...quiet, plan: undefined } }),
  "a search that counts": builder(filled, { account: accounts.limited, run: { ...quiet, counting: true } }),
  "a search that runs": builder(filled, {
    run: { ...quiet, activity: { fetched: 100, wanted: 12_480, waitingUntil: later, stopping: false } },
  }),
  "a search that stops": builder(filled, {
    run: { ...quiet, activity: { fetched: 100, wanted: 12_480, stopping: true } },
  }),
  "a search that finds nothing": builder(filled, {
    account: accounts.locked,
    run: {
      ...quiet,
      found: { total: 0, at: 0, isOutdated: false },
      hints: [{ field: "industries", value: "柏林", near: ["维也纳"] }],
    },
  }),
  "a search that cannot be read": builder("{", { run: quiet }),
  "a search with invalid values": builder(
    JSON.stringify({
      search: "company",
      filters: {
        industries: Array.from({ length: 7 }, () => ({ value: 7, exclude: true })),
        headcounts: [{ min: 9, max: 3 }],
      },
      fetch: { records: 0, credits: "柏", leaveOutKnown: "柏" },
    }),
  ),
  "a search half typed": builder(filled, {}, async (page) => {
    await page.locator("prospect-run-bar input").first().fill("柏");
    await page.locator("prospect-run-bar input").nth(1).fill("9".repeat(12));
    await page.locator("prospect-range-field input").first().fill("柏");
    await page.locator("[data-field=industries] input").fill("柏");
    await page.locator("[data-field=professional_network_ids] input").fill("柏");
    await page.keyboard.press("Enter");
    await page.locator("prospect-value-field .problem").waitFor();
  }),
  "a search that was copied": builder(filled, {}, async (page) => {
    await page.locator("prospect-request-panel .copy button").nth(1).click();
    await page.locator("prospect-request-panel .status:not(:empty)").waitFor();
  }),
  "the list of filters": builder(newSearchText("people"), {}, async (page) => {
    await page.locator(".add input").click();
    await page.locator("[role=listbox]").waitFor();
  }),
  companies: results(
    {
      run: { actions: ["resume", "connect", "fetchMore"], more: 12_480, moreCreditsAbout: 25, finished: false },
      compared: true,
    },
    openDetails,
  ),
  "one company": results({ rows: 1 }, async (page) => {
    await page.locator("prospect-grid [role=row][aria-rowindex='2'] [aria-colindex='2']").click();
    await page.keyboard.press("Space");
    // Narrow pages have the formats under "…".
    const menu = page.locator("prospect-menu.copy, prospect-menu.more").filter({ visible: true }).last();
    await menu.getByRole("button").click();
    await menu.getByRole("menu").waitFor();
  }),
  people: results(
    {
      kind: "person",
      run: { activity: { fetched: 100, wanted: 12_480, waitingUntil: later, stopping: false }, finished: false },
    },
    openDetails,
  ),
  contacts: results(
    { kind: "contact", run: { activity: { fetched: 100, wanted: 12_480, stopping: true }, finished: false } },
    openDetails,
  ),
  "filters with checks": results({ rows: 200, compared: true, changesRemark: "乙" }, async (page) => {
    await openFilters(page);
    await page.locator("aside.filters .value input").first().check();
    await page.locator("aside.filters .more").first().click();
    await page.locator("aside.filters .picker > .text").fill("没有");
    await page.locator("aside.filters .note").waitFor();
  }),
  "the runs of a search": results({}, async (page) => {
    await page.locator("prospect-menu.runs button").click();
    await page.locator("prospect-menu.runs [role=menuitemradio]").first().waitFor();
  }),
  "the runs to compare with": results({ compared: true }, async (page) => {
    // A narrow page has them in this menu.
    await page.locator("prospect-menu.more button").click();
    await page.locator("prospect-menu.more [role=menuitemradio]").first().waitFor();
  }),
  "the filter of a text column": results({}, (page) => openColumnFilter(page, 1)),
  "the filter of a number column": results({ columns: 8 }, async (page) => {
    await openColumnFilter(page, 4);
    await page.locator("prospect-column-filter input[type=number]").first().fill("9");
    await page.locator("prospect-column-filter input[type=number]").last().fill("3");
    await page.locator("prospect-column-filter .problem").waitFor();
  }),
  "records filtered in every way": results({ kind: "contact" }, async (page) => {
    await sendUpdate(page, "initial", {
      kind: "open",
      state: {
        ...(await page.evaluate(() => (window as unknown as { fake: { opened: ResultsState } }).fake.opened)),
        view: {
          ...view,
          filter: "柏",
          columnFilters: [
            { kind: "oneOf", column: "column5", values: ["柏林", "维也纳", "苏黎世", "日内瓦", "洛桑"] },
            { kind: "contains", column: "column0", text: "柏" },
            { kind: "oneOf", column: "column0", values: ["柏"], exclude: true },
            { kind: "oneOf", column: "column2", values: [""] },
            { kind: "oneOf", column: "column3", values: [""], exclude: true },
            { kind: "oneOf", column: "column1", values: ["柏"] },
            { kind: "range", column: "column1", min: 1 },
            { kind: "range", column: "column2", max: 1 },
            { kind: "range", column: "column3", min: 1, max: 2 },
          ],
          quick: ["mobilePhone"],
        },
      },
    });
    await page.locator(".chip").nth(9).waitFor();
  }),
  columns: results({}, async (page) => {
    await page.locator("prospect-menu.more button").click();
    await page.locator("prospect-menu.more [role=menuitem]").nth(3).click(); // after Edit, Run Again, and Rename
    await page.locator("prospect-columns dialog li").first().waitFor();
  }),
  "records being sorted": results({}, async (page) => {
    await sendUpdate(page, "view", { ...view, arranging: true });
    await page.locator(".busy").waitFor();
  }),
  "a filter that leaves nothing": results({}, async (page) => {
    await sendUpdate(page, "view", { ...view, count: 0, filter: "柏" });
    await page.locator(".empty").waitFor();
  }),
  "no company": results({ rows: 0 }),
  "no person": results({ rows: 0, kind: "person" }),
  "no contact": results({ rows: 0, kind: "contact" }),
  "no record yet": results({ rows: 0, run: { activity: { fetched: 0, wanted: 1, stopping: false }, finished: false } }),
  "a run that stopped": results({ rows: 0, run: { finished: false, actions: ["resume"] } }),
  "results that cannot be shown": results({ unavailable: "乙" }),
  "credit usage": creditUsage(
    {
      name: "usage",
      payload: {
        days: 7,
        byDay: Array.from({ length: 7 }, () => usageRow),
        bySearch: [{ ...usageRow, label: "柏林" }],
        byConnection: [{ ...usageRow, label: "甲" }],
        isSandbox: false,
        sandbox: usageRow,
        agents: { creditsPerDay: 50, creditsPerMonth: 1_000, rows: [{ label: "甲", day: 12.5, month: 1_204.25 }] },
      },
    },
    "tbody td",
  ),
  "no credit usage": creditUsage(
    {
      name: "usage",
      payload: {
        ...{ days: 7, byDay: [], bySearch: [], byConnection: [], isSandbox: true, sandbox: undefined },
        agents: { creditsPerDay: 0, creditsPerMonth: null, rows: [] },
      },
    },
    ".total",
  ),
  "unknown credit usage": creditUsage({ name: "problem", payload: "乙" }, "[role=alert]"),
};
