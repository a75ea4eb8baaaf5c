// The states of the pages, for looking at each: by axe-core and by people.
import type { Browser, Page } from "playwright-core";
import {
  creditUsageProcedures,
  type CreditUsageProcedures,
  type CreditUsageUpdates,
} from "../../webview-ui/messages/creditUsage";
import type { Message } from "../../webview-ui/messages/procedures";
import { builderStates, unsaved } from "./builderStates";
import { showInBrowser } from "./pageInBrowser";
import { hostOf, openResultsPage, sendUpdate, type FakeRun } from "./resultsPageHost";
import { cell } from "./resultsPageInTest";

/** The page in a state, once it is there to be seen. */
export type Open = (browser: Browser, look: { readonly width: number }) => Promise<Page>;
export type Then = (page: Page) => Promise<unknown>;

// Results

const searchRuns = ["甲", "乙", "丙"].map((when, at) => ({ id: `run-${3 - at}`, when, what: "12.480" }));

/** Records with everything that can be done about them. */
const companies: FakeRun = {
  rows: 200,
  columns: 8,
  kind: "company",
  run: { actions: ["fetchMore"], everything: { total: 12_480, creditsAbout: 3_120 } },
};

function results(run: Partial<FakeRun> = {}, then: Then = async () => undefined): Open {
  return async (browser, look) => {
    const page = await openResultsPage(browser, {
      run: {
        rows: 3,
        columns: 4,
        kind: "company",
        texts: ["柏林", "维也纳"],
        ...run,
        header: { runs: searchRuns, ...run.header },
        run: { sentence: "12.480", ...run.run },
      },
      ...look,
    });
    await page.locator("prospect-results").first().waitFor();
    if (run.unavailable === undefined) {
      await page
        .locator(`prospect-grid [role=${run.rows === 0 ? "grid" : "gridcell"}]`)
        .first()
        .waitFor({ state: "attached" });
    }
    await then(page);
    return page;
  };
}

const openDetails: Then = async (page) => {
  await cell(page, 1, 1).dblclick();
  await page.locator("prospect-details h3").first().waitFor();
};
/** On a narrow page they are closed at first. */
const openFilters: Then = async (page) => {
  if ((await page.locator("aside.filters").count()) === 0) {
    await page.locator("#filters-toggle").click();
  }
  await page.locator("aside.filters .value").first().waitFor();
};
/** Opens the filter of a column through the menu of its header. */
async function openColumnFilter(page: Page, column: number): Promise<void> {
  await cell(page, -1, column).click({ button: "right" });
  await page.locator("prospect-grid [role=menuitem]").first().click();
  await page.locator("prospect-column-filter dialog").waitFor();
}
/** Opens a menu of the page; narrow pages have all of them under "…". */
const openMenu =
  (name: string, item = "[role^=menuitem]"): Then =>
  async (page) => {
    const own = page.locator(`prospect-menu.${name}`).filter({ visible: true });
    const menu = (await own.count()) > 0 ? own.first() : page.locator("prospect-menu.more").filter({ visible: true });
    await menu.getByRole("button").click();
    await menu.locator(item).first().waitFor();
  };
const select = async (page: Page, ...rows: readonly number[]): Promise<void> => {
  for (const row of rows) {
    await cell(page, row, 0).click();
  }
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
const kinds = [
  { id: "company", when: "甲", what: "12" },
  { id: "person", when: "乙", what: "200" },
];
const ofManyRuns = { choosesKind: true, canEditSearch: false, canRunAgain: false } as const;
const list: Partial<FakeRun> = {
  rows: 200,
  pinned: true,
  lists: ["甲", "乙"],
  remarks: ["★ 甲", "★ 乙"],
  header: { ...ofManyRuns, title: "甲", run: "company", runs: kinds, isList: true, canRename: true },
  run: { actions: [], noRows: "乙" },
};
/** What three refreshes said of the first company. */
const versions = [120, 150, 141].map((headcount, at) => ({
  run: `R${at}`,
  runTitle: "甲",
  receivedAt: Date.UTC(2026, 8 + at, 1),
  values: { headcount, name: "柏林", city: "维也纳", country: "苏黎世" },
}));

const resultsStates: Readonly<Record<string, Open>> = {
  companies: results(
    {
      rows: 200,
      compared: true,
      pinned: true,
      run: { actions: ["resume", "connect", "fetchMore"], more: 12_480, moreCreditsAbout: 25, finished: false },
    },
    async (page) => {
      await cell(page, 1, 1).click();
      await cell(page, 4, 3).click({ modifiers: ["Shift"] });
    },
  ),
  "some companies selected": results(companies, async (page) => {
    await cell(page, -1, 2).click({ position: { x: 20, y: 10 } });
    await page.locator("prospect-grid [aria-sort=ascending]").waitFor();
    await select(page, 2, 3);
    await openMenu("copy")(page);
  }),
  "a company that is gone": results({ rows: 200, compared: true }, async (page) => {
    await page.locator(".badge.gone").click();
    await page.locator("prospect-grid [data-change=gone]").first().waitFor();
    await openDetails(page);
  }),
  "a person who changed": results({ kind: "person", rows: 200, columns: 8, compared: true }, async (page) => {
    await cell(page, 2, 1).dblclick();
    await page.locator("prospect-details .changed").first().waitFor();
  }),
  people: results(
    {
      kind: "person",
      run: {
        activity: { fetched: 100, wanted: 12_480, waitingUntil: Date.now() + 3_600_000, stopping: false },
        finished: false,
      },
    },
    openDetails,
  ),
  contacts: results(
    { kind: "contact", run: { activity: { fetched: 100, wanted: 12_480, stopping: true }, finished: false } },
    openDetails,
  ),
  "a page that is only in memory": results({
    kind: "person",
    run: { activity: { fetched: 100, wanted: 12_480, unsaved, stopping: false }, finished: false },
  }),
  "a list, with its notes and history": results({ ...list, versions }, openDetails),
  "the menu of a record in a list": results({ ...list, kind: "person" }, async (page) => {
    await cell(page, 2, 2).click({ button: "right" });
    await page.locator("[role=menu]").waitFor();
  }),
  "an empty list": results({ ...list, rows: 0 }),
  "the kinds of a list": results(list, openMenu("runs", "[role=menuitemradio]")),
  "raw details": results({}, async (page) => {
    await openDetails(page);
    await page.locator("prospect-details prospect-menu button").click();
    await page.locator("prospect-details [role^=menuitem]").last().click();
    await page.locator("prospect-details pre").waitFor();
  }),
  "records compared": results({}, async (page) => {
    await select(page, 0, 1, 2);
    await cell(page, 2, 1).focus();
    await page.keyboard.press("Shift+Enter");
    await page.locator("prospect-comparison tbody tr").first().waitFor();
  }),
  "the menu of a column": results({ pinned: true }, async (page) => {
    await cell(page, -1, 1).click({ button: "right" });
    await page.locator("[role=menu]").waitFor();
  }),
  "filters with checks": results({ rows: 200, compared: true, changesRemark: "乙" }, async (page) => {
    await openFilters(page);
    await page.locator("aside.filters .fold").first().click();
    await page.locator("aside.filters .value input").first().check();
    await page.locator("aside.filters .more").first().click();
    await page.locator("aside.filters .picker > .text").fill("没有");
    await page.locator("aside.filters .note").waitFor();
  }),
  "the runs of a search": results({}, openMenu("runs", "[role=menuitemradio]")),
  "the filter of a text column": results({ rows: 200 }, (page) => openColumnFilter(page, 1)),
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
        ...hostOf(page).state(),
        view: {
          ...view,
          filter: "柏".repeat(60),
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
    await sendUpdate(page, "notice", { text: "乙", problem: true });
    await page.locator(".notice.problem").waitFor();
  }),
  columns: results({}, async (page) => {
    const button = page.locator("button.columns");
    if (await button.isVisible()) {
      await button.click();
    } else {
      await openMenu("more")(page);
      await page.locator("prospect-menu.more [role=menuitem]").nth(3).click(); // after Edit, Run Again, and Rename
    }
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
  "a run that stopped before its first record": results({ rows: 0, run: { finished: false, actions: ["resume"] } }),
  "a run that stopped": results({
    run: {
      ...{
        finished: false,
        title: "甲",
        remarks: ["柏".repeat(300), "乙"],
        actions: ["resume", "connect", "fetchMore"],
      },
      everything: { total: 12_480, creditsAbout: 3_120 },
    },
  }),
  "results that cannot be shown": results({ unavailable: "乙" }),
};

// Credit usage

function creditUsage(message: Message<CreditUsageUpdates> | undefined, shows = "main"): Open {
  return async (browser, look) => {
    const { page, post } = await showInBrowser<CreditUsageProcedures, CreditUsageUpdates>(browser, {
      ...look,
      script: "dist/webview/creditUsage.js",
      procedures: creditUsageProcedures,
      handlers: () => ({}),
    });
    await page.locator("credit-usage main").waitFor();
    if (message !== undefined) {
      await post(message);
    }
    await page.locator(shows).first().waitFor();
    return page;
  };
}

const usageRow = { label: "2026-11-20", credits: 1204.25, records: 12_480, calls: 3, possiblyCharged: 2 };
const usageStates: Readonly<Record<string, Open>> = {
  "credit usage being read": creditUsage(undefined),
  "credit usage": creditUsage(
    {
      name: "usage",
      payload: {
        days: 7,
        byDay: Array.from({ length: 7 }, (_, day) => ({ ...usageRow, credits: day % 2 === 0 ? day * 300 : 0 })),
        bySearch: [
          { ...usageRow, label: "柏林" },
          { ...usageRow, label: "柏".repeat(60), credits: 3 },
        ],
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
        days: 7,
        byDay: [],
        bySearch: [],
        byConnection: [],
        isSandbox: true,
        sandbox: undefined,
        agents: { creditsPerDay: 0, creditsPerMonth: null, rows: [] },
      },
    },
    ".total",
  ),
  "unknown credit usage": creditUsage({ name: "problem", payload: "乙" }, "[role=alert]"),
};

export const pageStates: Readonly<Record<string, Open>> = { ...builderStates, ...resultsStates, ...usageStates };
