// Plays the host of the results page inside the browser: generated rows, filters that work, values, runs and changes.
import type { ColumnValue } from "../../src/store/columnValues";
import type { RowChange } from "../../webview-ui/messages/changes";
import type { Call } from "../../webview-ui/messages/procedures";
import type {
  ColumnFilter,
  GridRow,
  PageState,
  RecordDetails,
  ResultsHeader,
  ResultsInitial,
  ResultsInput,
  ResultsProcedures,
  ResultsState,
  ResultsUpdates,
  ShownValues,
} from "../../webview-ui/messages/results";
import type { FakeRun } from "./resultsPageHarness";

/** What a host keeps of a page. */
export interface KeptState {
  readonly order: ResultsInput<"arrange">;
  readonly page: PageState | undefined;
}

/** What tests read and do in the page, as `window.fake`. */
interface FakeHost {
  readonly calls: readonly Call<ResultsProcedures>[];
  readonly send: <Name extends keyof ResultsUpdates>(name: Name, payload: ResultsUpdates[Name]) => void;
  /** What hostile texts have executed. */
  readonly executed: readonly string[];
  /** What the page was opened with. */
  readonly opened: ResultsState | undefined;
  readonly kept: () => KeptState;
  /** Nobody answers any more. */
  isDead: boolean;
  /** As in a new tab. */
  readonly forget: () => void;
  /** Sends the answers that were held. */
  readonly release: () => void;
}

declare global {
  interface Window {
    fake: FakeHost;
    fakeRecord(run: FakeRun, row: number): unknown;
  }
}

interface FakeParameters {
  readonly run: FakeRun;
  readonly initial: ResultsInitial;
  readonly kept: KeptState | undefined;
}

/** Runs in the page before its script, so it can use nothing but its parameter and `window.fakeRecord`. */
export function fakeHost({ run, initial, kept }: FakeParameters): void {
  const calls: Call<ResultsProcedures>[] = [];
  const held: (() => void)[] = [];
  let page = kept?.page;
  let view = initial.kind === "open" ? initial.state.view : undefined;
  let header = initial.kind === "open" ? initial.state.header : undefined;
  let order = Array.from({ length: run.rows }, (_, row) => row);
  /** Only as many are counted. */
  const mostCounted = 20_000;
  const goneRows = run.rows === 0 ? 0 : 5;

  // Records

  const countries = [
    ..."Germany Austria France Spain Italy Poland Portugal Ireland Finland Sweden Norway Denmark Greece".split(" "),
    ..."Hungary Romania Bulgaria Croatia Slovenia Estonia Latvia Lithuania Malta Cyprus Luxembourg Belgium".split(" "),
    ..."Switzerland Iceland Serbia Albania Moldova Ukraine Turkey Israel Egypt Kenya Ghana Nigeria India".split(" "),
    ..."Japan China Chile Peru".split(" "),
  ];
  const sizes = ["1-10", "11-50", "51-200", "201-500", "501-1,000", "1,001-5,000"];
  const places: Readonly<Record<string, number>> = {};
  countries.forEach((country, at) => Object.assign(places, { [country]: at }));
  /** The first values are the most frequent. */
  const pick = (row: number, step: number, count: number): number =>
    Math.floor(count * (((row * step) % 1009) / 1009) ** 2);
  const countryOf = (row: number): string =>
    row % 20 === 19 ? "" : (countries[pick(row, 7919, countries.length)] ?? "");
  const sizeOf = (row: number): string => sizes[pick(row, 104_729, sizes.length)] ?? "";
  const cell = (row: number, column: number): string => {
    if (run.texts !== undefined) {
      return run.texts[(row + column) % run.texts.length] ?? "";
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
  };
  const changeOf = (row: number): RowChange | undefined => {
    if (header?.comparedTo === undefined) {
      return undefined;
    }
    return row >= run.rows ? "gone" : row % 16 === 1 ? "new" : row % 57 === 2 ? "changed" : undefined;
  };
  const allRows = (): readonly number[] => Array.from({ length: run.rows }, (_, row) => row);
  const goneOnes = (): readonly number[] => Array.from({ length: goneRows }, (_, at) => run.rows + at);
  const countChanges = (): ResultsHeader["changes"] => {
    const found = { new: 0, changed: 0, gone: goneRows };
    for (const row of allRows()) {
      const change = changeOf(row);
      if (change !== undefined) {
        found[change] += 1;
      }
    }
    return run.changesRemark === undefined ? found : { ...found, remark: run.changesRemark };
  };

  // Filters

  const usualOf: Readonly<Record<string, string>> = {
    ...(header?.comparedTo !== undefined && { change: "Since the last run" }),
    column5: "Country",
    headcount_range: "Headcount",
    industry: "Industry",
  };
  const valueOf = (column: string, row: number): string => {
    switch (column) {
      case "change":
        return changeOf(row) ?? "";
      case "headcount_range":
        return sizeOf(row);
      case "industry":
        return "";
      default:
        return column === "column5" ? countryOf(row) : cell(row, Number(column.slice("column".length)));
    }
  };
  const passes = (filter: ColumnFilter, row: number): boolean => {
    const text = valueOf(filter.column, row);
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
  };
  type Order = Pick<ResultsInput<"arrange">, "filter" | "columnFilters" | "sort" | "quick">;
  /** Rows that match everything, except the values that are chosen of the column that is being counted. */
  const matching = (wanted: Order, except?: string): readonly number[] => {
    const words = wanted.filter.toLowerCase();
    const filters = wanted.columnFilters.filter(({ kind, column }) => kind !== "oneOf" || column !== except);
    const wantsGone = filters.some((one) => one.kind === "oneOf" && one.values.includes("gone"));
    return [...allRows(), ...(wantsGone ? goneOnes() : [])].filter(
      (row) =>
        (words === "" || cell(row, 0).toLowerCase().includes(words)) && filters.every((filter) => passes(filter, row)),
    );
  };
  const labelOf = (column: string, value: string): string =>
    run.texts !== undefined
      ? (run.texts[(places[value] ?? 0) % run.texts.length] ?? value)
      : column === "change"
        ? value.replace(/^./, (letter) => letter.toUpperCase())
        : value;
  const countValues = (column: string, rows: readonly number[]): ColumnValue[] => {
    const counts: Record<string, number> = {};
    for (const row of rows) {
      const value = valueOf(column, row);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    return Object.entries(counts)
      .filter(([value]) => value !== "")
      .map(([value, count]) => ({ value, label: labelOf(column, value), count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  };
  const shownValues = (id: string, most: number, text = ""): ShownValues => {
    const order = current();
    const rows = matching(order, id).slice(0, mostCounted);
    const found = countValues(id, id === "change" ? [...rows, ...goneOnes()] : rows).filter(({ label }) =>
      label.toLowerCase().includes(text.toLowerCase()),
    );
    const checked = order.columnFilters.flatMap((one) =>
      text === "" && one.kind === "oneOf" && one.column === id ? one.values : [],
    );
    const shown = found.filter(({ value }, at) => at < most || checked.includes(value));
    const zero = checked
      .filter((value) => value !== "" && !found.some((other) => other.value === value))
      .map((value) => ({ value, label: value, count: 0 }));
    const column = initial.kind === "open" ? initial.state.columns.find((one) => one.id === id) : undefined;
    return {
      id,
      label: usualOf[id] ?? column?.label ?? id,
      type: column?.type ?? "text",
      values: [...shown, ...zero],
      more: found.length - shown.length,
      unknown: id === "change" ? 0 : rows.filter((row) => valueOf(id, row) === "").length,
      canNarrow: id === "column5" || id === "headcount_range",
    };
  };

  // Messages

  const send = <Name extends keyof ResultsUpdates>(name: Name, payload: ResultsUpdates[Name]): void => {
    setTimeout(() => window.dispatchEvent(new MessageEvent("message", { data: { name, payload } })), 0);
  };
  const answer = (call: Call<ResultsProcedures>, result: () => unknown): void => {
    const { id } = call as unknown as { readonly id: number };
    const post = (): void => {
      const data = { name: "answer", payload: { id, result: result() } };
      setTimeout(() => window.dispatchEvent(new MessageEvent("message", { data })), 0);
    };
    const isFirst = calls.filter(({ name }) => name === call.name).length === 1;
    if (call.name === run.hold && (run.hold === "getRows" || !isFirst)) {
      held.push(post);
    } else {
      post();
    }
  };
  const arrange = (wanted: Order): void => {
    if (view === undefined) {
      return;
    }
    const { sort, filter, columnFilters, quick } = wanted;
    order = [...matching(wanted)];
    if (sort !== undefined) {
      const column = Number(sort.column.slice("column".length));
      const direction = sort.descending ? -1 : 1;
      order.sort((a, b) => direction * cell(a, column).localeCompare(cell(b, column), "en", { numeric: true }));
    }
    view = {
      ...view,
      revision: view.revision + 1,
      count: order.length,
      sort,
      filter,
      columnFilters,
      quick,
      selection: [],
    };
  };
  const sendView = (): void => {
    if (view !== undefined) {
      send("view", view);
    }
  };
  const current = (): Order => view ?? { filter: "", columnFilters: [], quick: [] };
  const starred = new Set<number>();
  const listsOf = (row: number): readonly string[] => [
    ...(run.lists !== undefined && row % 3 === 0 ? run.lists : []),
    ...(starred.has(row) ? ["Favorites"] : []),
  ];
  const shownRow = (row: number): GridRow => {
    const change = changeOf(row);
    const lists = listsOf(row);
    return {
      title: cell(row, 0),
      cells: Array.from({ length: run.columns }, (_, column) => cell(row, column)),
      ...(change !== undefined && { change }),
      ...(lists.length > 0 && { lists }),
      ...(change === "changed" && { before: { column2: "Contoso before", column3: "12", column6: null } }),
    };
  };
  const counted: Record<string, readonly ShownValues[]> = {};
  /** A real host counts in another process, so what was counted once takes no time of the page. */
  const countedValues = (column: string | undefined, text: string): readonly ShownValues[] => {
    const { filter, columnFilters, quick } = current();
    const key = JSON.stringify([column, text, filter, columnFilters, quick, header?.run, header?.comparedTo]);
    const ids = column === undefined ? Object.keys(usualOf) : [column];
    return (counted[key] ??= ids.map((id) => shownValues(id, column === undefined ? 6 : 50, text)));
  };
  const openNow = (): ResultsInitial =>
    initial.kind === "open" && view !== undefined && header !== undefined
      ? { kind: "open", page, state: { ...initial.state, header, view } }
      : initial;
  const onCall = (call: Call<ResultsProcedures>): void => {
    if ((call.name as string) === "ping") {
      if (!fake.isDead) {
        window.postMessage({ name: "pong" }, "*");
      }
      return;
    }
    calls.push(call);
    switch (call.name) {
      case "ready":
        send("initial", openNow());
        break;
      case "keep":
        page = call.payload;
        break;
      case "getRows": {
        const { revision, start, count } = call.payload;
        answer(call, () => (revision === view?.revision ? order.slice(start, start + count).map(shownRow) : undefined));
        break;
      }
      case "arrange":
        arrange(call.payload);
        sendView();
        break;
      case "getDetails": {
        const row = order[call.payload.at] ?? 0;
        const record = window.fakeRecord(run, row);
        const { title, change, before } = shownRow(row);
        const raw = JSON.stringify(record, undefined, 2);
        const remarks = [...(run.remarks ?? []), ...(starred.has(row) ? ["★ In the list Favorites"] : [])];
        const { versions = [] } = run;
        const details: RecordDetails = { title, record, raw, rawCut: false, remarks, change, before, versions };
        answer(call, () => details);
        break;
      }
      case "getValues":
        answer(call, () => countedValues(call.payload.column, call.payload.text));
        break;
      case "addToList":
        if (call.payload !== undefined && view !== undefined) {
          starred.add(order[call.payload.at] ?? 0);
          send("rowsChanged", { revision: view.revision });
        }
        break;
      case "showRun":
        if (header !== undefined && view !== undefined) {
          header = { ...header, run: call.payload.run };
          view = { ...view, revision: view.revision + 1, selection: [] };
          page = undefined;
          send("initial", openNow());
        }
        break;
      default:
        break;
    }
  };
  if (header?.comparedTo !== undefined) {
    header = { ...header, changes: countChanges() };
  }
  if (kept !== undefined) {
    arrange(kept.order);
  }
  const executed: string[] = [];
  const fake: FakeHost = {
    calls,
    send,
    executed,
    kept: (): KeptState => {
      const { sort, filter, columnFilters, quick } = current();
      return { order: { sort, filter, columnFilters, quick }, page };
    },
    isDead: false,
    opened: initial.kind === "open" ? initial.state : undefined,
    forget: () => (page = undefined),
    release: () => held.splice(0).forEach((answer) => answer()),
  };
  Object.assign(window, {
    fake,
    /** Hostile texts try to call it. */
    pwned: (how: string) => executed.push(how),
    acquireVsCodeApi: () => ({
      postMessage: (call: Call<ResultsProcedures>) => onCall(structuredClone(call)),
      getState: () => undefined,
      setState: () => undefined,
    }),
  });
}
