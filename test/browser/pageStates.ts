// The states of the pages, for looking at each: by axe-core and by people.
import type { Browser, Page } from "playwright-core";
import { newSearchText } from "../../src/searches/searchEdits";
import type { InitialBuilderState } from "../../webview-ui/messages/filterBuilder";
import type { CreditUsageUpdates, Usage } from "../../webview-ui/messages/creditUsage";
import type { Message } from "../../webview-ui/messages/procedures";
import { quietRun, showBuilder } from "./builderInBrowser";
import { showInBrowser } from "./pageInBrowser";
import { pageThemes, type PageTheme } from "./pageThemes";
import { cell, chooseInDetails } from "./resultsPageInTest";
import { openResultsPage, sendUpdate, type FakeRun } from "./resultsPageHarness";

/** The page in a state, once it is there to be seen. */
export type Open = (browser: Browser, width: number) => Promise<Page>;

export interface PageState {
  /** "results, copy menu" */
  readonly name: string;
  readonly open: Open;
}

// Filter builder

const full = newSearchText("company", {
  industries: [{ value: "Banking" }, { value: "Gaming", exclude: true }],
  domains: [{ value: "a.example", exact_match: true }],
  headcounts: [{ min: 51, max: 200 }],
});

const invalidFields = full
  .replace('{ "value": "Gaming", "exclude": true }', '{ "value": 5, "exclude": true }')
  .replace('"max": 200', '"max": 20')
  .replace('"records": 100', '"records": 100, "credits": "abc", "leaveOutKnown": "yes"');

function builder(
  text: string,
  start: Partial<InitialBuilderState> = {},
  then: (page: Page) => Promise<void> = async () => undefined,
): Open {
  return async (browser, width) => {
    const { page } = await showBuilder(browser, text, start, { width });
    await then(page);
    return page;
  };
}

const builderStates: readonly PageState[] = [
  { name: "empty", open: builder(newSearchText("people"), { run: { hasResult: false, hints: [], counting: false } }) },
  { name: "filled", open: builder(full) },
  {
    name: "choosing a filter",
    open: builder(full, {}, (page) => page.getByRole("combobox", { name: "Add a filter" }).click()),
  },
  {
    name: "rare commands",
    open: builder(full, {}, (page) => page.getByRole("button", { name: "More Actions" }).click()),
  },
  {
    name: "suggested ranges",
    open: builder(full, {}, (page) => page.getByRole("textbox", { name: "From", exact: true }).click()),
  },
  {
    name: "numbers with a mistake",
    open: builder(full, {}, async (page) => {
      await page.locator("prospect-range-field input").first().fill("900");
      await page.getByRole("textbox", { name: "Records to fetch" }).fill("0");
      await page.getByRole("textbox", { name: "Credit limit" }).fill("0.5 or so");
      await page.getByText("such as 0.5").waitFor();
    }),
  },
  {
    name: "invalid fields",
    open: builder(invalidFields, {}, async (page) => {
      await page.locator("[data-field=industries] input").first().fill("Retail tr");
    }),
  },
  {
    name: "invalid",
    open: builder('{\n  "search": "company",\n  "filters": {\n    "industries": [{ "value": "Banking" ]\n  }\n}\n'),
  },
  {
    name: "unknown filters and warnings",
    open: builder(
      full
        .replace('"filters": {', '"filters": {\n    "moods": [{ "value": "happy" }],')
        .replace('"search"', '"notes": "mine", "search"'),
    ),
  },
  {
    name: "zero results",
    open: builder(full, {
      run: {
        ...quietRun,
        found: { total: 0, at: Date.now(), isOutdated: false },
        hints: [{ field: "industries", value: "Bankink", near: ["Banking", "Insurance"] }],
      },
    }),
  },
  {
    name: "leave-out lists",
    open: builder(full.replace('"filters"', '"leaveOut": ["customers.csv", "lists/gone.txt"],\n  "filters"'), {
      run: {
        ...quietRun,
        plan: {
          ...{ records: 100, credits: 25, priceKnown: true, exceedsBalance: false },
          leaveOut: { sent: 100, local: 1_152 },
        },
        leaveOut: [
          { name: "customers.csv", everywhere: false, summary: "1,240 domains, 3 lines not understood" },
          {
            name: "lists/gone.txt",
            everywhere: false,
            problem: "The leave-out list lists/gone.txt does not exist.",
          },
          { name: "never.txt", everywhere: true, summary: "12 email addresses" },
        ],
      },
    }),
  },
  { name: "counting", open: builder(full, { run: { ...quietRun, counting: true } }) },
  {
    name: "waiting",
    open: builder(full, {
      run: {
        ...quietRun,
        activity: { fetched: 200, wanted: 12_480, waitingUntil: Date.now() + 3_600_000, stopping: false },
      },
    }),
  },
  {
    name: "more than the balance, rate limited",
    open: builder(full, {
      account: { kind: "rateLimited", label: "api.example", until: Date.now() + 3_600_000 },
      run: { ...quietRun, plan: { records: 100, credits: 2_000, priceKnown: true, exceedsBalance: true } },
    }),
  },
  {
    name: "no connection",
    open: builder(full, { account: { kind: "noConnection" }, run: { hasResult: false, hints: [], counting: false } }),
  },
  {
    name: "key rejected",
    open: builder(full, { account: { kind: "keyRejected", label: "api.example", reason: "Unknown API key." } }),
  },
];

// Results

/** Records with everything that can be done about them. */
export const companies: FakeRun = {
  rows: 200,
  columns: 12,
  kind: "company",
  run: { actions: ["fetchMore"], everything: { total: 12_480, creditsAbout: 3_120 } },
};

export function results(run: FakeRun, then: (page: Page) => Promise<unknown> = async () => undefined): Open {
  return async (browser, width) => {
    const page = await openResultsPage(browser, { run, width, reducedMotion: true });
    await (run.rows > 0 && run.unavailable === undefined
      ? page.locator("prospect-grid [role=gridcell]").first().waitFor()
      : page.locator(".empty, .unavailable").waitFor());
    await then(page);
    return page;
  };
}

async function openDetails(page: Page): Promise<void> {
  await page.locator('prospect-grid [aria-rowindex="3"] [aria-colindex="2"]').dblclick();
  await page.locator("prospect-details h3").first().waitFor();
}

/** On a narrow page they are closed at first. */
async function openFilters(page: Page): Promise<void> {
  if ((await page.locator("aside.filters").count()) === 0) {
    await page.locator("#filters-toggle").click();
  }
  await page.locator("aside.filters .value").first().waitFor();
}

/** Opens the filter of a column through the menu of its header. */
async function openColumnFilter(page: Page, column: number): Promise<void> {
  await page.locator(`prospect-grid [role=columnheader][aria-colindex="${column + 1}"]`).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Filter…" }).click();
  await page.locator("prospect-column-filter dialog").waitFor();
}

const ofManyRuns = { comparable: [], choosesKind: true, canEditSearch: false, canRunAgain: false } as const;

const list = {
  header: {
    ...{ ...ofManyRuns, title: "Key accounts", run: "company", isList: true, canRename: true },
    runs: [
      { id: "company", when: "Companies", what: "200 records" },
      { id: "person", when: "People", what: "1 record" },
    ],
  },
  run: { sentence: "List with the latest values of its records", actions: [] },
  remarks: [
    "★ Key accounts: met in Berlin, call again in May",
    "★ In the list Berlin",
    "From Banks, fetched 3 days ago",
  ],
} as const;

/** What three refreshes said of the first company. */
const versions = [
  { headcount: 120, month: 8 },
  { headcount: 150, month: 9 },
  { headcount: 141, month: 10 },
].map(({ headcount, month }) => ({
  ...{ run: `R${month}`, runTitle: "Key accounts", receivedAt: Date.UTC(2026, month, 1) },
  values: { headcount, name: "Northwind 0", city: "Berlin", country: "Germany" },
}));

const found = {
  header: {
    ...{ ...ofManyRuns, title: "Everything fetched: berlin", run: "person", canRename: false },
    runs: [
      { id: "company", when: "Companies", what: "12 records" },
      { id: "person", when: "People", what: "200 records" },
    ],
  },
  run: { sentence: "The latest values of everything you have fetched", actions: [] },
} as const;

const resultsStates: readonly PageState[] = [
  { name: "records", open: results(companies) },
  {
    name: "sorted, filtered, some selected",
    open: results({ ...companies, filter: "northwind" }, async (page) => {
      await page.locator('prospect-grid [role=columnheader][aria-colindex="3"]').click({ position: { x: 20, y: 10 } });
      await page.locator("prospect-grid [aria-sort=ascending]").waitFor();
      await page.locator('prospect-grid [aria-rowindex="4"] [aria-colindex="1"]').click();
      await page.locator('prospect-grid [aria-rowindex="5"] [aria-colindex="1"]').click();
    }),
  },
  {
    name: "range of cells, changes",
    open: results({ ...companies, compared: true, pinned: true }, async (page) => {
      await page.locator('prospect-grid [aria-rowindex="3"] [aria-colindex="2"]').click();
      await page.locator('prospect-grid [aria-rowindex="6"] [aria-colindex="4"]').click({ modifiers: ["Shift"] });
    }),
  },
  {
    name: "records that are gone",
    open: results({ ...companies, compared: true, pinned: true }, async (page) => {
      await page.getByRole("button", { name: /gone/ }).first().click();
      await page.locator("prospect-grid [data-change=gone]").first().waitFor();
      await openDetails(page);
    }),
  },
  {
    name: "details of a person who changed",
    open: results({ ...companies, kind: "person", compared: true }, async (page) => {
      await page.locator('prospect-grid [aria-rowindex="4"] [aria-colindex="2"]').dblclick();
      await page.locator("prospect-details .changed").first().waitFor();
    }),
  },
  {
    name: "menu of a column",
    open: results({ ...companies, pinned: true }, async (page) => {
      const header = page.locator('prospect-grid [role=columnheader][aria-colindex="2"]');
      await header.click({ position: { x: 20, y: 10 } });
      await page.locator("prospect-grid [aria-sort=ascending]").waitFor();
      await header.click({ button: "right" });
      await page.getByRole("menu").waitFor();
    }),
  },
  {
    name: "records in lists, compared",
    open: results({ ...companies, kind: "person", pinned: true, compared: true, lists: ["Key accounts", "Berlin"] }),
  },
  {
    name: "a list of records, with its notes",
    open: results({ ...companies, run: list.run, header: list.header, remarks: list.remarks, versions }, openDetails),
  },
  {
    name: "menu of a record in a list",
    open: results({ ...companies, kind: "person", pinned: true, run: list.run, header: list.header }, async (page) => {
      await page.locator('prospect-grid [aria-rowindex="4"] [aria-colindex="3"]').click({ button: "right" });
      await page.getByRole("menu").waitFor();
    }),
  },
  {
    name: "an empty list",
    open: results({
      ...{ ...companies, rows: 0 },
      header: { ...list.header, runs: [] },
      run: {
        ...list.run,
        noRows: "This list is empty. Select records in any results, and add them to the list.",
      },
    }),
  },
  {
    name: "everything fetched, choosing a kind",
    open: results({ ...companies, kind: "person", run: found.run, header: found.header }, async (page) => {
      await page.getByRole("button", { name: "Kind of records: People" }).click();
      await page.getByRole("menuitemradio").first().waitFor();
    }),
  },
  { name: "empty", open: results({ ...companies, rows: 0, run: {} }) },
  {
    name: "nothing passes the filters, a problem told",
    open: results(companies, async (page) => {
      await page.getByRole("textbox", { name: "Filter results" }).fill("zzz");
      await page.locator(".empty").waitFor();
      await sendUpdate(page, "notice", { text: "Some rows could not be read.", problem: true });
      await page.locator(".notice.problem").waitFor();
    }),
  },
  {
    name: "first records on their way",
    open: results({
      ...companies,
      rows: 0,
      run: { finished: false, activity: { fetched: 0, wanted: 100, stopping: false } },
    }),
  },
  {
    name: "waiting for the rate limit",
    open: results({
      ...companies,
      run: { activity: { fetched: 200, wanted: 12_480, waitingUntil: Date.now() + 3_600_000, stopping: false } },
    }),
  },
  {
    name: "stopping",
    open: results({ ...companies, run: { activity: { fetched: 200, wanted: 12_480, stopping: true } } }),
  },
  {
    name: "details of a contact, with choices",
    open: results({ ...companies, kind: "contact" }, async (page) => {
      await page.getByRole("button", { name: "Mobile phone" }).click();
      await page.locator('.quick[aria-pressed="true"]').waitFor();
      await openDetails(page);
    }),
  },
  {
    name: "raw details",
    open: results(companies, async (page) => {
      await openDetails(page);
      await chooseInDetails(page, "Raw JSON");
    }),
  },
  {
    name: "filters with checks, changes with a remark",
    open: results(
      { ...companies, rows: 5_000, compared: true, changesRemark: "What the earlier run did not fetch counts as new." },
      async (page) => {
        await openFilters(page);
        await page
          .locator("aside.filters")
          .getByRole("checkbox", { name: /^Germany/ })
          .check();
        await page.locator("aside.filters").getByRole("checkbox", { name: /^New/ }).check();
        await page.locator(".chip").nth(1).waitFor();
      },
    ),
  },
  {
    name: "search in the values of a column, another one collapsed",
    open: results({ ...companies, rows: 5_000, compared: true }, async (page) => {
      await openFilters(page);
      await page.locator("aside.filters").getByRole("button", { name: "Since the last run" }).click();
      await page.getByRole("button", { name: /^Country: show/ }).click();
      await page.getByRole("textbox", { name: "Find in Country" }).fill("an");
      await page.locator("aside.filters").getByText("France").waitFor();
    }),
  },
  {
    name: "records compared",
    open: results({ ...companies, rows: 200 }, async (page) => {
      for (const row of [1, 2, 3]) {
        await cell(page, row, 0).click();
      }
      await cell(page, 3, 1).focus();
      await page.keyboard.press("Shift+Enter");
      await page.locator("prospect-comparison tbody tr").first().waitFor();
    }),
  },
  {
    name: "filter of a text column",
    open: results({ ...companies, rows: 5_000 }, async (page) => {
      await openColumnFilter(page, 1);
      await page.locator("prospect-column-filter .value").first().waitFor();
    }),
  },
  {
    name: "filter of a number column, ends exchanged",
    open: results({ ...companies, columns: 4 }, async (page) => {
      await openColumnFilter(page, 4);
      await page.getByRole("spinbutton", { name: "From" }).fill("900");
      await page.getByRole("spinbutton", { name: "To" }).fill("500");
      await page.locator("prospect-column-filter .problem").waitFor();
    }),
  },
  {
    name: "run picker",
    open: results(companies, async (page) => {
      await page.getByRole("button", { name: "Run: Today 00:15" }).click();
      await page.getByRole("menuitemradio").first().waitFor();
    }),
  },
  {
    name: "filtered in many ways",
    open: results(companies, async (page) => {
      await page.getByRole("textbox", { name: "Filter results" }).fill("northwind");
      await page.locator(".chip").waitFor();
      // Rows that move close an open menu.
      await page.locator("footer", { hasText: / of [\d,]+ shown/ }).waitFor();
      await openColumnFilter(page, 1);
      await page.locator("prospect-column-filter .text").fill("northwind ".repeat(20));
      await page.keyboard.press("Enter");
      await page.locator(".chip").nth(1).waitFor();
    }),
  },
  {
    name: "column chooser",
    open: results(companies, async (page) => {
      const button = page.getByRole("button", { name: "Columns" });
      if (!(await button.isVisible())) {
        await page.getByRole("button", { name: "More Actions" }).click();
      }
      await button
        .or(page.getByRole("menuitem", { name: "Columns" }))
        .filter({ visible: true })
        .click();
      await page.getByRole("button", { name: "Done" }).waitFor();
    }),
  },
  {
    name: "copy menu",
    open: results(companies, async (page) => {
      const button = page.getByRole("button", { name: "Copy as" });
      await ((await button.isVisible()) ? button : page.getByRole("button", { name: "More Actions" })).click();
      await page.getByRole("menuitem").first().waitFor();
    }),
  },
  {
    name: "unavailable",
    open: results({
      ...companies,
      unavailable: "This run was deleted. Run the search again to fetch its records again; that costs credits.",
    }),
  },
];

// Credit usage

const spent = (label: string, credits: number): Usage["byDay"][number] => ({
  label,
  credits,
  records: credits * 4,
  calls: Math.ceil(credits / 25),
  possiblyCharged: credits > 60 ? 100 : 0,
});

function creditUsage(message: Message<CreditUsageUpdates> | undefined): Open {
  return async (browser, width) => {
    const { page, post } = await showInBrowser(browser, { script: "dist/webview/creditUsage.js", width });
    await page.getByRole("combobox").waitFor();
    if (message !== undefined) {
      await post(message);
      await page.locator(".total, .problem").first().waitFor();
    }
    return page;
  };
}

const days = Array.from({ length: 30 }, (_, day) => spent(`${day + 1} Nov`, day % 5 === 0 ? day * 3 : 0));
const agents = { creditsPerDay: 50, creditsPerMonth: null, rows: [] };
const real = { isSandbox: false, sandbox: undefined, agents };
const usageStates: readonly PageState[] = [
  { name: "reading", open: creditUsage(undefined) },
  {
    name: "empty",
    open: creditUsage({
      name: "usage",
      payload: { days: 30, byDay: days.map(({ label }) => spent(label, 0)), bySearch: [], byConnection: [], ...real },
    }),
  },
  {
    name: "filled",
    open: creditUsage({
      name: "usage",
      payload: {
        days: 30,
        byDay: days,
        bySearch: [spent("Berlin software", 120), spent("x".repeat(120), 3)],
        byConnection: [spent("api.example", 123)],
        isSandbox: false,
        sandbox: spent("Sandbox", 12),
        agents: { ...agents, rows: [{ label: "api.example", day: 12, month: 120 }] },
      },
    }),
  },
  { name: "unreadable", open: creditUsage({ name: "problem", payload: "Your credit usage could not be read." }) },
];

export const pageStates: readonly PageState[] = (
  [
    ["filter builder", builderStates],
    ["results", resultsStates],
    ["credit usage", usageStates],
  ] as const
).flatMap(([page, states]) => states.map(({ name, open }) => ({ name: `${page}, ${name}`, open })));

/** Gives a page the colours of another theme, as the editor does; resolves once they are seen. */
export function wearTheme(page: Page, theme: PageTheme): Promise<void> {
  return page.evaluate(
    async ({ themes, worn }) => {
      const colours: Readonly<Record<string, string>> = themes[worn];
      for (const name of new Set(Object.values(themes).flatMap((all) => Object.keys(all)))) {
        document.documentElement.style.setProperty(name, colours[name] ?? "initial");
      }
      document.body.className = worn;
      document.body.dataset["vscodeThemeKind"] = worn;
      // The controls take the new colours in the next frame, some of them gradually.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await Promise.all(
        document
          .getAnimations()
          .map((animation) =>
            animation.effect?.getComputedTiming().endTime === Infinity
              ? undefined
              : animation.finished.catch(() => undefined),
          ),
      );
    },
    { themes: pageThemes, worn: theme },
  );
}
