// The results page with a host of generated rows, whose filters, order, values, runs and changes work.
import type { Browser, Page } from "playwright-core";
import type { ColumnValue } from "../../src/store/columnValues";
import type { RowChange } from "../../webview-ui/messages/changes";
import type { Handlers, Post } from "../../webview-ui/messages/procedures";
import {
  resultsProcedures,
  type ColumnFilter,
  type GridColumn,
  type GridRow,
  type PageState,
  type RecordDetails,
  type ResultsAnswers,
  type ResultsHeader,
  type ResultsInitial,
  type ResultsInput,
  type ResultsProcedures,
  type ResultsState,
  type ResultsUpdates,
  type RunStatus,
  type ShownValues,
} from "../../webview-ui/messages/results";
import { showInBrowser, type Look, type PageInBrowser } from "./pageInBrowser";
import { fakeRecord } from "./resultsPageRecords";
import { assertSoon } from "./soon";

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
  /** Rows, or values after the first ones, are sent only when they are released. */
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

/** What a host keeps of a page. */
export interface KeptState {
  readonly order: Order;
  readonly page: PageState | undefined;
}

export interface OpenOptions extends Look {
  readonly run: FakeRun;
  /** What the host kept of the page before a reload. */
  readonly kept?: KeptState;
}

type Order = ResultsInput<"arrange">;

interface ShownResults extends PageInBrowser<ResultsProcedures, ResultsUpdates> {
  readonly host: ResultsHost;
}

const shown = new WeakMap<Page, ShownResults>();

export async function openResultsPage(browser: Browser, { run, kept, ...look }: OpenOptions): Promise<Page> {
  const host = new ResultsHost(run, kept);
  const opened = await showInBrowser<ResultsProcedures, ResultsUpdates, ResultsAnswers>(browser, {
    ...{ width: 1200, height: 760, hasMotion: true, ...look },
    script: "dist/webview/results.js",
    initial: host.current(),
    procedures: resultsProcedures,
    handlers: (send) => host.handlers(send),
    isDead: () => host.isDead,
  });
  shown.set(opened.page, { ...opened, host });
  return opened.page;
}

function shownIn(page: Page): ShownResults {
  const found = shown.get(page);
  if (found === undefined) {
    throw new Error("The page shows no results.");
  }
  return found;
}

export const hostOf = (page: Page): ResultsHost => shownIn(page).host;
export const faultsOf = (page: Page): readonly string[] => shownIn(page).faults;

/** The inputs of the page's calls of a procedure so far. */
export async function callsOf<Name extends keyof ResultsProcedures>(
  page: Page,
  name: Name,
): Promise<readonly ResultsInput<Name>[]> {
  const { arrived, calls } = shownIn(page);
  await arrived();
  return calls.filter((call) => call.name === name).map(({ payload }) => payload as ResultsInput<Name>);
}

/** Sends an update to the page; resolves once the page has handled it. */
export function sendUpdate<Name extends keyof ResultsUpdates>(
  page: Page,
  name: Name,
  payload: ResultsUpdates[Name],
): Promise<void> {
  return shownIn(page).post({ name, payload } as Parameters<ShownResults["post"]>[0]);
}

// What the records say

const countries = [
  ..."Germany Austria France Spain Italy Poland Portugal Ireland Finland Sweden Norway Denmark Greece".split(" "),
  ..."Hungary Romania Bulgaria Croatia Slovenia Estonia Latvia Lithuania Malta Cyprus Luxembourg Belgium".split(" "),
  ..."Switzerland Iceland Serbia Albania Moldova Ukraine Turkey Israel Egypt Kenya Ghana Nigeria India".split(" "),
  ..."Japan China Chile Peru".split(" "),
];
const sizes = ["1-10", "11-50", "51-200", "201-500", "501-1,000", "1,001-5,000"];
/** The first values are the most frequent. */
const pick = (row: number, step: number, count: number): number =>
  Math.floor(count * (((row * step) % 1009) / 1009) ** 2);
const countryOf = (row: number): string =>
  row % 20 === 19 ? "" : (countries[pick(row, 7919, countries.length)] ?? "");
const sizeOf = (row: number): string => sizes[pick(row, 104_729, sizes.length)] ?? "";
const atColumn = (id: string): number => Number(id.slice("column".length));
/** Only as many rows are counted for the values of a column. */
const mostCounted = 20_000;

export class ResultsHost {
  /** Nobody answers any more. */
  isDead = false;
  private readonly opened: ResultsInitial;
  private header: ResultsHeader;
  private view: ResultsState["view"];
  private page: PageState | undefined;
  private order: readonly number[];
  private readonly starred = new Set<number>();
  private readonly held: (() => void)[] = [];
  private readonly gone: readonly number[];
  private readonly counts: Record<string, readonly ShownValues[]> = {};

  constructor(
    private readonly run: FakeRun,
    kept: KeptState | undefined,
  ) {
    const state = stateOf(run);
    this.opened =
      run.unavailable === undefined ? { kind: "open", state } : { kind: "unavailable", sentence: run.unavailable };
    ({ header: this.header, view: this.view } = state);
    this.gone = Array.from({ length: run.rows === 0 ? 0 : 5 }, (_, at) => run.rows + at);
    this.order = this.allRows();
    if (this.header.comparedTo !== undefined) {
      this.header = { ...this.header, changes: this.countChanges() };
    }
    if (kept !== undefined) {
      this.page = kept.page;
      this.arrange(kept.order);
    }
  }

  /** What the page is opened with. */
  current(): ResultsInitial {
    const { opened, header, view, page } = this;
    return opened.kind === "open" ? { kind: "open", page, state: { ...opened.state, header, view } } : opened;
  }

  state(): ResultsState {
    const initial = this.current();
    if (initial.kind !== "open") {
      throw new Error("The records cannot be shown.");
    }
    return initial.state;
  }

  kept(): KeptState {
    const { sort, filter, columnFilters, quick } = this.view;
    return { order: { sort, filter, columnFilters, quick }, page: this.page };
  }

  /** As in a new tab. */
  forget(): void {
    this.page = undefined;
  }

  /** Sends the answers that are held, once there are some. */
  async release(): Promise<void> {
    await assertSoon(() => this.held.length > 0, true);
    this.held.splice(0).forEach((answer) => answer());
  }

  rows(start: number, end: number): readonly GridRow[] {
    return this.order.slice(start, end).map((row) => this.shownRow(row));
  }

  handlers(send: Post<ResultsUpdates>): Partial<Handlers<ResultsProcedures, ResultsAnswers>> {
    let valuesAsked = 0;
    return {
      ready: () => send("initial", this.current()),
      keep: (page) => void (this.page = page),
      getRows: async ({ revision, start, count }) => {
        await this.holding(this.run.hold === "getRows");
        return revision === this.view.revision ? this.rows(start, start + count) : undefined;
      },
      getDetails: async ({ at }) => this.details(this.order[at] ?? 0),
      getValues: async ({ column, text }) => {
        valuesAsked += 1;
        await this.holding(this.run.hold === "getValues" && valuesAsked > 1);
        // A real host counts in another process, so what was counted once delays no rows.
        const key = JSON.stringify([column, text, this.kept().order, this.header.run]);
        const ids = column === undefined ? Object.keys(this.usual()) : [column];
        return (this.counts[key] ??= ids.map((id) => this.values(id, column === undefined ? 6 : 50, text)));
      },
      arrange: (order) => {
        this.arrange(order);
        send("view", this.view);
      },
      addToList: (row) => {
        if (row !== undefined) {
          this.starred.add(this.order[row.at] ?? 0);
          send("rowsChanged", { revision: this.view.revision });
        }
      },
      showRun: ({ run }) => {
        this.header = { ...this.header, run };
        this.view = { ...this.view, revision: this.view.revision + 1, selection: [] };
        this.page = undefined;
        send("initial", this.current());
      },
    };
  }

  private async holding(isHeld: boolean): Promise<void> {
    if (isHeld) {
      await new Promise<void>((resolve) => this.held.push(resolve));
    }
  }

  // Rows

  private allRows(): readonly number[] {
    return Array.from({ length: this.run.rows }, (_, row) => row);
  }

  private cell(row: number, column: number): string {
    const { texts } = this.run;
    if (texts !== undefined) {
      return texts[(row + column) % texts.length] ?? "";
    }
    switch (column % 10) {
      case 3:
        return String((row * 7919) % 10_000);
      case 5:
        return countryOf(row);
      case 6:
        return row % 9 === 8 ? "" : `${1970 + (row % 50)}-0${1 + (row % 9)}-15T00:00:00Z`;
      case 8:
        return `https://www.northwind-${row % 97}.example/`;
      default:
        return `${["Northwind", "Contoso", "Fabrikam", "Tailspin"][(row + column) % 4] ?? ""} ${row}·${column}`;
    }
  }

  private shownRow(row: number): GridRow {
    const change = this.changeOf(row);
    const lists = [...(row % 3 === 0 ? (this.run.lists ?? []) : []), ...(this.starred.has(row) ? ["Favorites"] : [])];
    return {
      title: this.cell(row, 0),
      cells: Array.from({ length: this.run.columns }, (_, column) => this.cell(row, column)),
      ...(change !== undefined && { change }),
      ...(lists.length > 0 && { lists }),
      ...(change === "changed" && { before: { column2: "Contoso before", column3: "12", column6: null } }),
    };
  }

  private details(row: number): RecordDetails {
    const record = fakeRecord(this.run, row);
    const { title, change, before } = this.shownRow(row);
    const raw = JSON.stringify(record, undefined, 2);
    const remarks = [...(this.run.remarks ?? []), ...(this.starred.has(row) ? ["★ In the list Favorites"] : [])];
    return { title, record, raw, rawCut: false, remarks, change, before, versions: this.run.versions ?? [] };
  }

  private changeOf(row: number): RowChange | undefined {
    if (this.header.comparedTo === undefined) {
      return undefined;
    }
    return row >= this.run.rows ? "gone" : row % 16 === 1 ? "new" : row % 57 === 2 ? "changed" : undefined;
  }

  private countChanges(): ResultsHeader["changes"] {
    const found = { new: 0, changed: 0, gone: this.gone.length };
    for (const row of this.allRows()) {
      const change = this.changeOf(row);
      if (change !== undefined) {
        found[change] += 1;
      }
    }
    return { ...found, remark: this.run.changesRemark };
  }

  // Order and filters

  private arrange({ sort, filter, columnFilters, quick }: Order): void {
    const rows = [...this.matching({ filter, columnFilters })];
    if (sort !== undefined) {
      const column = atColumn(sort.column);
      const direction = sort.descending ? -1 : 1;
      rows.sort(
        (a, b) => direction * this.cell(a, column).localeCompare(this.cell(b, column), "en", { numeric: true }),
      );
    }
    this.order = rows;
    const revision = this.view.revision + 1;
    this.view = { ...this.view, revision, count: rows.length, sort, filter, columnFilters, quick, selection: [] };
  }

  /** Rows that match everything, except the values that are chosen of the column that is being counted. */
  private matching(
    { filter, columnFilters }: Pick<Order, "filter" | "columnFilters">,
    except?: string,
  ): readonly number[] {
    const words = filter.toLowerCase();
    const filters = columnFilters.filter(({ kind, column }) => kind !== "oneOf" || column !== except);
    const wantsGone = filters.some((one) => one.kind === "oneOf" && one.values.includes("gone"));
    return [...this.allRows(), ...(wantsGone ? this.gone : [])].filter(
      (row) =>
        (words === "" || this.cell(row, 0).toLowerCase().includes(words)) &&
        filters.every((one) => this.passes(one, row)),
    );
  }

  private passes(filter: ColumnFilter, row: number): boolean {
    const text = this.valueOf(filter.column, row);
    switch (filter.kind) {
      case "contains":
        return text.toLowerCase().includes(filter.text.toLowerCase());
      case "oneOf":
        return filter.values.includes(text) !== (filter.exclude ?? false);
      case "range": {
        const number = /^\d{4}-\d\d-/.test(text) ? Date.parse(text) : text === "" ? NaN : Number(text);
        return number >= (filter.min ?? -Infinity) && number <= (filter.max ?? Infinity);
      }
    }
  }

  // Values of columns

  /** The columns beside the records, with their labels. */
  private usual(): Readonly<Record<string, string>> {
    return {
      ...(this.header.comparedTo !== undefined && { change: "Since the last run" }),
      column5: "Country",
      headcount_range: "Headcount",
      industry: "Industry",
    };
  }

  private valueOf(column: string, row: number): string {
    switch (column) {
      case "change":
        return this.changeOf(row) ?? "";
      case "headcount_range":
        return sizeOf(row);
      case "industry":
        return "";
      default:
        return column === "column5" ? countryOf(row) : this.cell(row, atColumn(column));
    }
  }

  private labelOf(column: string, value: string): string {
    const { texts } = this.run;
    if (texts !== undefined) {
      return texts[Math.max(0, countries.indexOf(value)) % texts.length] ?? value;
    }
    return column === "change" ? value.replace(/^./, (letter) => letter.toUpperCase()) : value;
  }

  private counted(column: string, rows: readonly number[]): readonly ColumnValue[] {
    const counts = new Map<string, number>();
    for (const row of rows) {
      const value = this.valueOf(column, row);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts]
      .filter(([value]) => value !== "")
      .map(([value, count]) => ({ value, label: this.labelOf(column, value), count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  }

  /** The most frequent values that contain the text, and those that are checked. */
  private values(id: string, most: number, text = ""): ShownValues {
    const rows = this.matching(this.view, id).slice(0, mostCounted);
    const found = this.counted(id, id === "change" ? [...rows, ...this.gone] : rows).filter(({ label }) =>
      label.toLowerCase().includes(text.toLowerCase()),
    );
    const checked = this.view.columnFilters.flatMap((one) =>
      text === "" && one.kind === "oneOf" && one.column === id ? one.values : [],
    );
    const values = found.filter(({ value }, at) => at < most || checked.includes(value));
    const zero = checked
      .filter((value) => value !== "" && !found.some((other) => other.value === value))
      .map((value) => ({ value, label: value, count: 0 }));
    const column = this.opened.kind === "open" ? this.opened.state.columns.find((one) => one.id === id) : undefined;
    return {
      id,
      label: this.usual()[id] ?? column?.label ?? id,
      type: column?.type ?? "text",
      values: [...values, ...zero],
      more: found.length - values.length,
      unknown: id === "change" ? 0 : rows.filter((row) => this.valueOf(id, row) === "").length,
      canNarrow: id === "column5" || id === "headcount_range",
    };
  }
}

// What the page is opened with

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

const quiet: RunStatus = { state: "state-1", sentence: "", remarks: [], actions: [], finished: true, more: 100 };

function stateOf(run: FakeRun): ResultsState {
  const columns = columnsOf(run.columns);
  return {
    header: {
      title: "Acme search",
      run: "run-3",
      runs,
      ...(run.compared === true && { comparedTo: "October 12, 09:30" }),
      canEditSearch: true,
      canRunAgain: true,
      canRename: true,
      ...run.header,
    },
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
  };
}
