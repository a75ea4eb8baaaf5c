// The built results page in a real browser, under the extension's CSP, with a fake host and generated rows.
import type { Browser, Page } from "playwright-core";
import type {
  GridColumn,
  ResultsHeader,
  RecordDetails,
  ResultsInitial,
  ResultsInput,
  ResultsProcedures,
  ResultsState,
  ResultsUpdates,
  RunStatus,
} from "../../webview-ui/messages/results";
import { showInBrowser, type PageOptions } from "./pageInBrowser";
import { fakeHost, type KeptState } from "./resultsPageFakeHost";
import { fakeRecord } from "./resultsPageRecords";

export interface FakeRun {
  readonly rows: number;
  readonly columns: number;
  readonly kind: "company" | "person" | "contact";
  /** Instead of made-up columns. */
  readonly shown?: Pick<ResultsState, "columns" | "layout">;
  /** Used one after another wherever a record shows text. */
  readonly texts?: readonly string[];
  readonly run?: Partial<RunStatus>;
  readonly unavailable?: string;
  /** Rows, or values after the first ones, are sent only when `window.fake.release()` is called. */
  readonly hold?: "getRows" | "getValues";
  readonly header?: Partial<ResultsHeader>;
  /** The first column stays in place. */
  readonly pinned?: boolean;
  /** The run is compared with an earlier one. */
  readonly compared?: boolean;
  readonly changesRemark?: string;
  /** Records that leave-out lists hide. */
  readonly leftOut?: number;
  /** Names of the lists that have every third record. */
  readonly lists?: readonly string[];
  /** What the details say besides the fields. */
  readonly remarks?: readonly string[];
  readonly versions?: RecordDetails["versions"];
}

export interface OpenOptions extends Pick<PageOptions, "theme" | "width" | "height"> {
  readonly run: FakeRun;
  /** What the host kept of the page before a reload. */
  readonly kept?: KeptState;
}

/** `onFault` is called for errors, dialogs and violations of the content-security policy. */
export async function openResultsPage(
  browser: Browser,
  { run, kept, ...options }: OpenOptions,
  onFault: (fault: string) => void = () => undefined,
): Promise<Page> {
  const initial = initialOf(run);
  const { page } = await showInBrowser(browser, {
    ...{ width: 1200, height: 760, ...options, onFault },
    script: "dist/webview/results.js",
    hasMotion: true,
    prepare: async (prepared) => {
      await prepared.addInitScript(`window.fakeRecord = ${fakeRecord.toString()}`);
      await prepared.addInitScript(fakeHost, { run, initial, kept });
    },
  });
  return page;
}

/** The inputs of the page's calls of a procedure so far. */
export async function callsOf<Name extends keyof ResultsProcedures>(
  page: Page,
  name: Name,
): Promise<readonly ResultsInput<Name>[]> {
  const calls = await page.evaluate(() => window.fake.calls);
  return calls.filter((call) => call.name === name).map(({ payload }) => payload as ResultsInput<Name>);
}

/** What the page was opened with. */
export async function openedState(page: Page): Promise<ResultsState> {
  const state = await page.evaluate(() => window.fake.opened);
  if (state === undefined) {
    throw new Error("The page shows no results.");
  }
  return state;
}

/** Sends an update to the page, as its host would; resolves once the page has handled it. */
export async function sendUpdate<Name extends keyof ResultsUpdates>(
  page: Page,
  name: Name,
  payload: ResultsUpdates[Name],
): Promise<void> {
  await page.evaluate(
    (update) =>
      new Promise<void>((resolve) => {
        window.fake.send(update.name, update.payload as never);
        // The fake host sends in a later task, which precedes this one.
        setTimeout(resolve, 0);
      }),
    { name, payload: payload as unknown },
  );
}

function columnsOf(count: number): readonly GridColumn[] {
  const names = "Name Domain Industry Headcount City Country Founded Type Website Specialties".split(" ");
  return Array.from({ length: count }, (_, at) => ({
    id: `column${at}`,
    label: at < names.length ? (names[at] ?? "") : `${names[at % names.length]} ${Math.floor(at / names.length) + 1}`,
    type: ({ 3: "number", 6: "date", 8: "url" } as const)[at % names.length] ?? "text",
  }));
}

/** Three runs of the search, newest first. */
const runs = [
  { id: "run-3", when: "Today 00:15", what: "5,000 of 12,480 records · 1,250 credits · limit reached" },
  { id: "run-2", when: "October 12, 09:30", what: "12,480 records · 3,120 credits · complete" },
  { id: "run-1", when: "September 11, 17:05", what: "100 of 12,410 records · 25 credits · limit reached" },
];

function headerOf(run: FakeRun): ResultsHeader {
  return {
    title: "Acme search",
    run: "run-3",
    runs,
    ...(run.compared === true && { comparedTo: "October 12, 09:30" }),
    canEditSearch: true,
    canRunAgain: true,
    canRename: true,
    ...run.header,
  };
}

const quiet: RunStatus = { state: "state-1", sentence: "", remarks: [], actions: [], finished: true, more: 100 };

function initialOf(run: FakeRun): ResultsInitial {
  if (run.unavailable !== undefined) {
    return { kind: "unavailable", sentence: run.unavailable };
  }
  const columns = columnsOf(run.columns);
  return {
    kind: "open",
    state: {
      header: headerOf(run),
      recordKind: run.kind,
      columns,
      layout: columns.map(({ id, type }, at) => ({
        id,
        width: type === "number" || type === "date" ? 90 : 160,
        visible: true,
        pinned: at === 0 && run.pinned === true,
      })),
      ...run.shown,
      view: {
        revision: 1,
        count: run.rows,
        records: run.rows,
        leftOut: run.leftOut ?? 0,
        filter: "",
        columnFilters: [],
        quick: [],
        arranging: false,
        selection: [],
      },
      run: { ...quiet, sentence: `${run.rows.toLocaleString("en")} of 12,480 · 25 credits`, ...run.run },
      synthetic: false,
    },
  };
}
