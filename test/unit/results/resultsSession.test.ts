// A results tab over a database: the calls of its page and what it sends.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type * as Session from "../../../src/workbench/resultsEditor/resultsSession";
import type * as Subjects from "../../../src/workbench/resultsEditor/resultsSubject";
import type { CompanyReference } from "../../../src/rows/companyReference";
import type { RecordScope } from "../../../src/workbench/runActivity";
import type { RowSource } from "../../../src/app/rowSource";
import type { ResultsDesk } from "../../../src/workbench/resultsEditor/resultsDesk";
import type { RecordKind } from "../../../src/service/operations";
import type { InProcessStore } from "../store/inProcess";
import type { StoredRun } from "../../../src/store/runs";
import type * as Lists from "../../../src/workbench/lists/recordLists";
import type * as Errors from "../../../src/store/storeError";
import { answerName, type Answer, type Call, type Message } from "../../../webview-ui/messages/procedures";
import type {
  GridRow,
  ResultsAnswers,
  ResultsInitial,
  ResultsInput,
  ResultsProcedures,
  ResultsState,
  ResultsUpdates,
  ViewState,
} from "../../../webview-ui/messages/results";
import { importWithVscode } from "../workbench/bundleWithVscode";
import { createScriptedVscode } from "../workbench/scriptedVscode";
import type * as Rig from "../store/rig";

type Product = typeof Session & typeof Subjects & typeof Rig & typeof Errors & typeof Lists;
type UpdateName = keyof ResultsUpdates;

const germany = { kind: "oneOf" as const, column: "country", values: ["Germany"] };
const plain = { filter: "", columnFilters: [], quick: [] };
const byName = { column: "name", descending: false };
const company = (row: number): object => ({
  id: `c${row}`,
  name: `Company ${String((row * 7) % 100).padStart(2, "0")}`,
  domain: `c${row}.example`,
  locations: { headquarters: { country: row % 3 === 0 ? "Germany" : "Austria" } },
});
const companies = (from: number, to: number): readonly object[] =>
  Array.from({ length: to - from }, (_, index) => company(from + index));

describe("a results tab", function () {
  this.timeout(60_000);
  const vscode = createScriptedVscode();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prospect-desk-results-"));
  let product: Product;
  let opened: InProcessStore<Rig.TestStore>;
  let store: Rig.TestStore;
  let run: StoredRun;
  let page: Page;
  let recordLists: Lists.RecordLists;

  before(async () => {
    product = (await importWithVscode(
      [
        "src/workbench/resultsEditor/resultsSession.ts",
        "src/workbench/resultsEditor/resultsSubject.ts",
        "src/workbench/lists/recordLists.ts",
        "test/unit/store/rig.ts",
        "src/store/storeError.ts",
      ],
      folder,
      vscode.api,
    )) as Product;
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    vscode.shown.length = 0;
    opened = product.openTestStore();
    store = opened.store;
    recordLists = new product.RecordLists({
      ...{ store, clock: { now: () => product.now } },
      random: (bytes) => new Uint8Array(bytes),
    });
    run = await product.beginRun(store, "company");
    await product.addPage(store, run, companies(0, 30));
    page = await openPage();
  });
  afterEach(async () => {
    page.session.dispose();
    await opened.close();
    product.removeFolders();
  });

  /** The page's side of one tab, and what the tab asked of others. */
  interface Page {
    readonly session: Session.ResultsSession;
    /** Called with what is exported next. */
    onExported: (scope: RecordScope) => void;
    readonly searched: (readonly CompanyReference[])[];
    /** How many companies each search in groups was for. */
    readonly searchedInGroups: number[];
    /** What was looked up: kind and text. */
    readonly lookedUp: unknown[];
    readonly lost: Errors.StoreError[];
    /** Summaries read, for the cost of following a run. */
    readonly reads: string[];
    readonly sent: Message<ResultsUpdates>[];
    post(call: Call<ResultsProcedures>): void;
    next<Name extends UpdateName>(
      name: Name,
      isIt?: (payload: ResultsUpdates[Name]) => boolean,
    ): Promise<ResultsUpdates[Name]>;
    /** Posts the call and waits for the update. */
    ask<Name extends UpdateName>(
      call: Call<ResultsProcedures>,
      name: Name,
      isIt?: (payload: ResultsUpdates[Name]) => boolean,
    ): Promise<ResultsUpdates[Name]>;
    /** Posts the call and waits for its answer; `undefined` if the rows have moved. */
    answer<Name extends keyof ResultsAnswers>(
      name: Name,
      payload: ResultsInput<Name>,
    ): Promise<ResultsAnswers[Name] | undefined>;
    /** The rows from `start` on. */
    rows(start?: number, count?: number): Promise<readonly GridRow[]>;
    /** Resolves once everything that was posted before is done. */
    settled(): Promise<unknown>;
    arrange(order: Partial<ResultsInput<"arrange">>): Promise<ViewState>;
    state(): ResultsState;
    /** Titles of the rows shown. */
    titles(): Promise<readonly string[]>;
  }

  async function openPage(from: Rig.TestStore = store, start: Session.SessionStart = {}): Promise<Page> {
    const listeners = new Set<(message: Message<ResultsUpdates>) => void>();
    const searchedInGroups: number[] = [];
    const [sent, searched, lost, reads, lookedUp]: [
      Message<ResultsUpdates>[],
      (readonly CompanyReference[])[],
      Errors.StoreError[],
      string[],
      unknown[],
    ] = [[], [], [], [], []];
    let receive: (call: Call<ResultsProcedures>) => void = () => undefined;
    const webview = {
      onDidReceiveMessage: (listener: typeof receive) => (
        (receive = listener),
        { dispose: () => (receive = () => undefined) }
      ),
      postMessage: async (message: Message<ResultsUpdates>) => {
        sent.push(message);
        [...listeners].forEach((listener) => listener(message));
        return true;
      },
    };
    const none = (): void => undefined;
    const header = {
      ...{ title: "Engineers", run: run.id, runs: [], comparable: [] },
      ...{ canEditSearch: true, canRunAgain: true, canRename: true },
    };
    const activity = { runId: run.id, fetched: 30, wanted: 100, stopping: false };
    const session = await product.ResultsSession.open(
      webview as never,
      async () => {
        reads.push(run.id);
        const found = await from.runs.get(run.id, product.now);
        const summary = { header: found, ...found, possibleCredits: 0, unpriced: { pages: 0 }, stop: undefined };
        return found && product.runSubject(summary as never);
      },
      {
        isActive: () => true,
        header: () => header,
        canNarrow: (column) => column === "country",
        handlers: () => ({
          showRun: none,
          compareWith: none,
          editSearch: none,
          runAgain: none,
          renameSearch: none,
          narrowSearch: none,
        }),
        onLost: (error) => void lost.push(error),
      },
      {
        app: { store: from, clock: { now: () => product.now } },
        recordLists,
        lookUp: async (kind: string, text: string) => void lookedUp.push([kind, text]),
        addToLeaveOut: async ({ keys }: { readonly keys: readonly number[] }) =>
          `${keys.map((key) => `c${key % 2 ** 32}`).join(" ")} added`,
        runner: { activity: (id: string) => (id === run.id ? activity : undefined) },
        exporter: { export: async (_source: RowSource, scope: RecordScope) => self.onExported(scope) },
        log: () => undefined,
        openPeopleSearch: async (found: readonly CompanyReference[]) => void searched.push(found),
        findPeopleAt: async ({ view }: RowSource) =>
          void searchedInGroups.push(view.kind === "keys" ? view.keys.length : -1),
      } as unknown as ResultsDesk,
      start,
    );
    const self: Page = {
      session,
      searched,
      searchedInGroups,
      lookedUp,
      lost,
      reads,
      sent,
      onExported: () => undefined,
      post: (call) => receive(call),
      next: (name, isIt = () => true) =>
        new Promise((resolve) => {
          const listener = (message: Message<ResultsUpdates>): void => {
            if (message.name === name && isIt(message.payload as never)) {
              listeners.delete(listener);
              resolve(message.payload as never);
            }
          };
          listeners.add(listener);
        }),
      ask: (call, name, isIt) => {
        const answer = self.next(name, isIt);
        self.post(call);
        return answer;
      },
      answer: (name, payload) =>
        new Promise((resolve) => {
          const id = (lastId += 1);
          const listener = ({
            name: sentName,
            payload: sentPayload,
          }: {
            readonly name: string;
            readonly payload: unknown;
          }): void => {
            const answer = sentPayload as Answer;
            if (sentName === answerName && answer.id === id) {
              listeners.delete(listener as never);
              resolve(answer.result as never);
            }
          };
          listeners.add(listener as never);
          receive({ name, payload, id } as never);
        }),
      rows: async (start = 0, count = 500) =>
        (await self.answer("getRows", { revision: self.state().view.revision, start, count })) ?? [],
      settled: () => self.answer("getValues", { text: "" }),
      arrange: (order) =>
        self.ask({ name: "arrange", payload: { ...plain, ...order } }, "view", ({ arranging }) => !arranging),
      state: () => openState(session.initial()),
      titles: async () => (await self.rows()).map(({ title }) => title),
    };
    return self;
  }

  const openState = (initial: ResultsInitial): ResultsState =>
    initial.kind === "open" ? initial.state : assert.fail("the page is closed");
  const storeWith = (change: Partial<Rig.TestStore>): Rig.TestStore =>
    new Proxy(store, { get: (real, subject: keyof Rig.TestStore) => change[subject] ?? real[subject] });
  let lastId = 0;
  const keyOf = (row: number): number => run.no * 2 ** 32 + row;
  const name = (row: number): string => (company(row) as { readonly name: string }).name;
  const select = async (from: Page, ...selection: [number, number][]): Promise<void> => {
    from.post({ name: "select", payload: { revision: from.state().view.revision, selection, keepHidden: false } });
    // What is asked next waits for the selection.
    await from.settled();
  };
  const copied = (): readonly unknown[] =>
    vscode.shown.filter(({ what }) => what === "clipboard.writeText").map(({ args }) => args[0]);

  it("opens with the records of its run in the visible columns", async () => {
    const { title, recordKind, view, layout, columns, synthetic } = page.state();
    assert.deepEqual(
      [title, recordKind, synthetic, view.count, view.records, view.selection],
      ["Engineers", "company", false, 30, 30, []],
    );
    const rows = await page.rows(2, 2);
    assert.deepEqual(
      rows.map(({ title: one }) => one),
      [name(2), name(3)],
    );
    const shown = layout.filter(({ visible }) => visible).map(({ id }) => id);
    assert.equal(rows[0]?.cells[shown.indexOf("country")], "Austria");
    assert.equal(columns.find(({ id }) => id === "year_founded")?.type, "number");
  });

  it("sorts and filters, and keeps the selection", async () => {
    await select(page, [0, 2], [3, 4]);
    const { selected: chosen, shown: all } = page.session.tabState();
    assert.deepEqual([chosen, all?.count, all?.order.filter], [[keyOf(0), keyOf(1), keyOf(3)], 30, ""]);
    const before = page.state().view.revision;
    const view = await page.arrange({ columnFilters: [germany], sort: { column: "name", descending: true } });
    assert.deepEqual([view.count, view.records, view.columnFilters, view.revision > before], [10, 30, [germany], true]);
    const titles = await page.titles();
    assert.deepEqual(titles, [...titles].sort().reverse());
    assert.deepEqual(
      view.selection.flatMap(([from, to]) => titles.slice(from, to)),
      [name(3), name(0)],
    );
    const { selected, shown } = page.session.tabState();
    assert.deepEqual([selected, shown?.count, shown?.order.columnFilters], [[keyOf(3), keyOf(0)], 10, [germany]]);
    assert.deepEqual((await page.arrange({})).selection, [
      [0, 2],
      [3, 4],
    ]);
  });

  it("ignores requests for rows that have moved", async () => {
    const { revision } = page.state().view;
    await page.arrange({ sort: byName });
    page.sent.length = 0;
    assert.deepEqual(
      [
        await page.answer("getRows", { revision, start: 0, count: 5 }),
        await page.answer("getDetails", { revision, at: 0 }),
      ],
      [undefined, undefined],
    );
    page.post({ name: "copyRaw", payload: { revision, at: 0 } });
    page.post({ name: "copy", payload: { format: "csv", headers: false, revision, rows: [[0, 1]] } });
    page.post({ name: "lookUp", payload: { revision, at: 0, what: "company" } });
    page.post({ name: "select", payload: { revision, selection: [[0, 1]], keepHidden: false } });
    await page.settled();
    assert.ok(!page.sent.some(({ name: sent }) => sent === "notice"));
    assert.deepEqual([page.session.tabState().selected, copied(), page.lookedUp], [[], [], []]);
  });

  it("does not change its rows when sorting is canceled", async () => {
    await product.addPage(store, run, companies(30, 1200));
    await page.session.refresh();
    const before = await page.titles();
    const arranging = page.arrange({ sort: { column: "description", descending: true }, columnFilters: [germany] });
    page.post({ name: "cancelArrange" });
    const view = await arranging;
    assert.deepEqual([view.count, view.sort, view.columnFilters], [1200, undefined, []]);
    assert.deepEqual(await page.titles(), before);
    assert.ok(!page.sent.some(({ name: sent }) => sent === "notice"));
  });

  describe("of a run in progress", () => {
    it("adds records at the end, and rows stay where they are", async () => {
      await select(page, [29, 30]);
      const before = page.state().view.revision;
      await product.addPage(store, run, companies(30, 40));
      const grown = page.next("view");
      await page.session.refresh();
      const view = await grown;
      assert.deepEqual([view.count, view.records, view.revision, view.selection], [40, 40, before, [[29, 30]]]);
      assert.equal((await page.titles())[39], name(39));
    });

    it("inserts them when the rows are sorted", async () => {
      await select(page, [0, 1]);
      const sorted = await page.arrange({ sort: byName });
      await product.addPage(store, run, [{ id: "first", name: "Aachen" }]);
      const grown = page.next("view");
      await page.session.refresh();
      const view = await grown;
      assert.ok(view.revision > sorted.revision);
      assert.deepEqual([view.count, view.selection], [31, [[1, 2]]]);
      assert.deepEqual(page.session.tabState().selected, [keyOf(0)]);
      assert.deepEqual((await page.titles()).slice(0, 2), ["Aachen", name(0)]);
    });

    it("shows the run's progress even without new records", async () => {
      page.sent.length = 0;
      await page.session.refresh();
      assert.deepEqual(
        page.sent.map(({ name: sent }) => sent),
        ["run"],
      );
    });

    it("reads the run once for several changes", async () => {
      page.reads.length = 0;
      await Promise.all(Array.from({ length: 20 }, () => page.session.refresh()));
      assert.equal(page.reads.length, 1);
    });
  });

  it("restores what the page saved, in a new tab", async () => {
    const kept = {
      sort: byName,
      filter: "company",
      columnFilters: [germany],
      quick: [],
      selection: [[2, 4] as [number, number]],
      records: 30,
      run: run.id,
    };
    const { view } = openState(await page.ask({ name: "ready", payload: { saved: kept } }, "initial"));
    assert.deepEqual(
      [view.sort, view.filter, view.columnFilters, view.count, view.selection],
      [byName, "company", [germany], 10, [[2, 4]]],
    );
    assert.deepEqual(
      (await page.titles()).slice(2, 4),
      [0, 3, 6, 9, 12, 15, 18, 21, 24, 27].map(name).sort().slice(2, 4),
    );
    assert.equal(page.session.tabState().selected.length, 2);
    const again = await page.ask(
      { name: "ready", payload: { saved: { ...kept, filter: "old", selection: [] } } },
      "initial",
    );
    assert.equal(openState(again).view.filter, "company", "the current state wins");
  });

  it("does not restore the selection if the number of records has changed", async () => {
    const initial = await page.ask(
      { name: "ready", payload: { saved: { ...plain, selection: [[0, 5]], records: 29, run: run.id } } },
      "initial",
    );
    assert.deepEqual(openState(initial).view.selection, []);
  });

  it("saves the columns per kind of record", async () => {
    const layout = page
      .state()
      .layout.map((place) => ({ ...place, visible: place.id === "domain" || place.id === "country", width: 77 }));
    await page.arrange({ sort: byName });
    const changed = await page.ask({ name: "setLayout", payload: layout }, "layout");
    assert.ok(changed.view.revision > 1);
    const other = await openPage();
    assert.deepEqual(
      other
        .state()
        .layout.filter(({ visible }) => visible)
        .map(({ id, width }) => [id, width]),
      layout.filter(({ visible }) => visible).map(({ id }) => [id, 77]),
    );
    const rows = await other.rows(0, 1);
    assert.deepEqual([...(rows[0]?.cells ?? [])].sort(), ["Germany", "c0.example"]);
    await page.ask({ name: "resetLayout" }, "layout");
    other.session.dispose();
    const fresh = await openPage();
    assert.ok(fresh.state().layout.filter(({ visible }) => visible).length > 2);
    fresh.session.dispose();
  });

  it("shows and copies one record with every digit", async () => {
    await product.addPage(store, run, [], {
      body: Buffer.from(
        '{"companies":[{"id":"exact","name":"Exact","big":12345678901234567890}],"metadata":{"credits":1}}',
      ),
    });
    await page.session.refresh();
    const { revision } = page.state().view;
    const details = await page.answer("getDetails", { revision, at: 30 });
    assert.ok(details);
    assert.deepEqual(
      [details.title, details.record, details.rawCut],
      ["Exact", { id: "exact", name: "Exact", big: "12345678901234567890" }, false],
    );
    assert.match(details.raw, /\n {2}"big": 12345678901234567890\n/);
    await page.ask({ name: "copyRaw", payload: { revision, at: 30 } }, "notice");
    assert.deepEqual(copied(), [details.raw]);
  });

  it("counts the values of columns under the other filters, and filters by several", async () => {
    const countries = async (): Promise<unknown> => {
      const columns = await page.answer("getValues", { text: "" });
      const country = columns?.find(({ id }) => id === "country");
      return [country?.values.map(({ value, count }) => [value, count]), country?.canNarrow];
    };
    const both = [
      ["Austria", 20],
      ["Germany", 10],
    ];
    await page.arrange({ filter: "company" });
    assert.deepEqual(await countries(), [both, true]);
    assert.equal((await page.arrange({ columnFilters: [germany] })).count, 10);
    assert.deepEqual(await countries(), [both, true], "its own filter does not hide the other values");
    assert.equal(
      (await page.arrange({ columnFilters: [{ kind: "oneOf", column: "country", values: ["Germany", "Austria"] }] }))
        .count,
      30,
    );
  });

  it("lists the values of a column that contain a text", async () => {
    const columns = await page.answer("getValues", { column: "country", text: "germ" });
    assert.deepEqual(
      columns?.map(({ id, values, more }) => [id, values.map(({ value, count }) => [value, count]), more]),
      [["country", [["Germany", 10]], 0]],
    );
    const view = await page.arrange({ columnFilters: [{ kind: "oneOf", column: "country", values: ["Germany"] }] });
    assert.equal(view.count, 10);
  });

  describe("copies", () => {
    const copy = (
      rows: [number, number][],
      more: Partial<ResultsInput<"copy">> = {},
    ): Promise<ResultsUpdates["notice"]> => {
      const { revision } = page.state().view;
      return page.ask({ name: "copy", payload: { format: "csv", headers: false, revision, rows, ...more } }, "notice");
    };

    it("one record, several, and a cell", async () => {
      await page.arrange({ sort: byName });
      assert.deepEqual(
        [
          (await copy([[0, 1]])).text,
          (
            await copy(
              [
                [0, 2],
                [5, 6],
              ],
              { format: "json" },
            )
          ).text,
        ],
        ["1 record copied as CSV.", "3 records copied as JSON."],
      );
      assert.equal((await copy([[1, 2]], { format: "cells", columns: ["domain"] })).text, "Cell copied.");
      const [csv, json, cell] = copied();
      assert.ok(String(csv).startsWith(name(0)));
      assert.deepEqual((JSON.parse(String(json)) as { readonly id: string }[]).map(({ id }) => id).slice(0, 1), ["c0"]);
      const [, second] = await page.titles();
      assert.equal(
        cell,
        (companies(0, 30) as { readonly name: string; readonly domain: string }[]).find((one) => one.name === second)
          ?.domain,
      );
    });

    it("nothing if there are no rows", async () => {
      page.sent.length = 0;
      page.post({
        name: "copy",
        payload: { format: "csv", headers: true, revision: page.state().view.revision, rows: [[40, 50]] },
      });
      await page.settled();
      assert.deepEqual([copied(), page.sent.filter(({ name: sent }) => sent === "notice")], [[], []]);
    });

    it("up to 10,000 records", async () => {
      for (let at = 30; at < 10_030; at += 1_000) {
        await product.addPage(
          store,
          run,
          Array.from({ length: 1_000 }, (_, row) => ({ name: `n ${at + row}` })),
        );
      }
      await page.session.refresh();
      const refused = await copy([
        [0, 5_000],
        [5_000, 10_001],
      ]);
      assert.deepEqual([refused.problem, copied()], [true, []]);
      assert.equal(
        (
          await copy(
            [
              [0, 99],
              [100, 10_001],
            ],
            { format: "csv" },
          )
        ).text,
        "10,000 records copied as CSV.",
      );
      assert.equal(String(copied()[0]).trimEnd().split("\n").length, 10_000);
    });

    it("up to 32 MB of text", async () => {
      await product.addPage(
        store,
        run,
        Array.from({ length: 34 }, (_, row) => ({
          id: `large${row}`,
          name: "Large",
          description: "ä".repeat(500_000),
        })),
      );
      await page.session.refresh();
      const { text, problem } = await copy([[0, 64]], { format: "json" });
      assert.deepEqual(
        [text, problem, copied()],
        ["These records are more than 32 MB of text. Export them to a file instead.", true, []],
      );
      assert.equal((await copy([[0, 60]], { format: "json" })).text, "60 records copied as JSON.");
    });

    it("with progress, and changes nothing when it is canceled", async () => {
      const never = storeWith({
        exports: {
          ...store.exports,
          toText: (_text, watch) =>
            new Promise((_resolve, reject) => {
              watch?.onProgress?.(1, 2);
              watch?.signal?.addEventListener("abort", () => reject(watch.signal?.reason));
            }),
        },
      });
      const slow = await openPage(never);
      const { revision } = slow.state().view;
      vscode.cancelsProgress = true;
      const payload = { format: "json", headers: false, revision, rows: [[0, 9]] } as const;
      const notice = slow.ask({ name: "copy", payload: { ...payload, rows: [[0, 9]] } }, "notice");
      assert.deepEqual(await notice, { text: "Copying was canceled. The clipboard has not changed.", problem: false });
      assert.deepEqual(
        [copied(), vscode.shown.filter(({ what }) => what === "withProgress").map(({ args }) => args[0])],
        [[], ["Copying records"]],
      );
      vscode.cancelsProgress = false;
      slow.session.dispose();
    });
  });

  it("exports all rows, the filtered ones, or the selected rows", async () => {
    const order = page
      .state()
      .layout.filter(({ visible }) => visible)
      .map(({ id }) => id);
    const exported = (scope: "selected" | "filtered" | "all"): Promise<RecordScope> =>
      new Promise((resolve) => {
        page.onExported = resolve;
        page.post({ name: "export", payload: { scope } });
      });
    assert.deepEqual(await exported("all"), { kind: "all" });
    await page.arrange({ columnFilters: [germany] });
    assert.deepEqual(await exported("filtered"), {
      kind: "filtered",
      count: 10,
      shown: { ...plain, columnFilters: [germany], columns: order, since: undefined },
    });
    assert.equal((await exported("all")).kind, "filtered");
    page.post({
      name: "select",
      payload: { revision: page.state().view.revision, selection: [[1, 3]], keepHidden: false },
    });
    assert.deepEqual(await exported("selected"), { kind: "selected", keys: [keyOf(3), keyOf(6)] });
  });

  it("finds people at the selected companies: up to 100 in a new search, more in groups", async () => {
    await product.addPage(store, run, companies(30, 600));
    await page.session.refresh();
    await select(page, [0, 2]);
    page.post({ name: "findPeople" });
    await page.settled();
    assert.deepEqual(
      page.searched.pop(),
      [0, 1].map((row) => ({ id: `c${row}`, domain: `c${row}.example`, name: name(row) })),
    );
    for (const count of [100, 600]) {
      page.post({
        name: "select",
        payload: { revision: page.state().view.revision, selection: [[0, count]], keepHidden: false },
      });
      page.post({ name: "findPeople" });
      await page.settled();
    }
    for (let tries = 0; tries < 50 && page.searched.length === 0; tries += 1) {
      await page.settled();
    }
    assert.deepEqual([page.searched.map((found) => found.length), page.searchedInGroups], [[100], [600]]);
  });

  it("looks up the company and the person of a row, or says why it cannot", async () => {
    const { revision } = page.state().view;
    page.post({ name: "lookUp", payload: { revision, at: 2, what: "company" } });
    await page.settled();
    assert.deepEqual(page.lookedUp, [["company", "c2.example"]]);
    const refused = await page.ask({ name: "lookUp", payload: { revision, at: 2, what: "person" } }, "notice");
    assert.ok(refused.problem);
    assert.equal(page.lookedUp.length, 1);
  });

  it("adds the record of a row to a leave-out list, or all selected records if it is one of them", async () => {
    await select(page, [5, 7]);
    const { revision } = page.state().view;
    const noticeFor = async (at: number): Promise<string> =>
      (await page.ask({ name: "leaveOut", payload: { revision, at } }, "notice")).text;
    assert.deepEqual([await noticeFor(2), await noticeFor(6)], ["c2 added", "c5 c6 added"]);
  });

  it("shows what leave-out lists hide, at once when a list changes", async () => {
    assert.deepEqual([page.state().view.records, page.state().view.leftOut], [30, 0]);
    const entries = [{ kind: "domain" as const, value: "c2.example" }];
    await store.leaveOut.save({ uri: "file:///never.txt", hash: "1", everywhere: true, entries, at: product.now });
    const shown = page.next("view", ({ arranging }) => !arranging);
    page.session.onLeaveOutChanged();
    const { count, records, leftOut } = await shown;
    assert.deepEqual([count, records, leftOut], [29, 29, 1]);
    assert.ok(!(await page.titles()).includes(name(2)));
  });

  it("finds people at the company of a row, whatever is selected", async () => {
    await select(page, [5, 6]);
    page.post({ name: "findPeople", payload: { revision: page.state().view.revision, at: 1 } });
    await page.settled();
    assert.deepEqual(page.searched, [[{ id: "c1", domain: "c1.example", name: name(1) }]]);
  });

  it("adds the selected rows or one row to a list, removes them, and shows lists and notes in details", async () => {
    const saved = await recordLists.create("Favorites");
    vscode.answers.set("createQuickPick", (({ items }: { readonly items: readonly unknown[] }) => items[0]) as never);
    vscode.answers.set("showInputBox", (() => "call in May") as never);
    await select(page, [0, 3]);
    const { revision } = page.state().view;
    const notice = (call: Call<ResultsProcedures>): Promise<string> =>
      page.ask(call, "notice").then(({ text }) => text);
    assert.equal(await notice({ name: "addToList" }), "3 records added to Favorites.");
    const row = { revision, at: 2 };
    assert.equal(
      await notice({ name: "addToList", payload: row }),
      "Favorites has these records already, or they have no ID.",
    );
    assert.deepEqual((await recordLists.get(saved.id))?.counts, { company: 3, person: 0, contact: 0 });
    page.post({ name: "removeFromList", payload: row });
    page.post({ name: "addToList", payload: { revision: revision + 1, at: 5 } });
    await recordLists.setNote(saved.id, "company", keyOf(2), "call in May");
    const details = await page.answer("getDetails", row);
    assert.deepEqual(details?.remarks, ["★ Favorites: call in May"]);
    assert.deepEqual(
      (await recordLists.get(saved.id))?.counts.company,
      3,
      "nothing is removed where no list is shown, and nothing added for rows that have moved",
    );
  });

  it("opens only plain web addresses of cells", async () => {
    await product.addPage(store, run, [
      { id: "good", website: "https://good.example/a" },
      { id: "bad", website: "command:workbench.action.quit" },
    ]);
    await page.session.refresh();
    const { revision } = page.state().view;
    page.post({ name: "openCell", payload: { revision, at: 30, column: "website" } });
    page.post({ name: "openCell", payload: { revision, at: 4, column: "domain" } });
    const { problem } = await page.ask(
      { name: "openCell", payload: { revision, at: 31, column: "website" } },
      "notice",
    );
    const opened = vscode.shown.filter(({ what }) => what === "openExternal").map(({ args }) => String(args[0]));
    assert.deepEqual([opened, problem], [["https://good.example/a", "https://c4.example/"], true]);
  });

  describe("that shows another run", () => {
    let other: StoredRun;
    beforeEach(async () => {
      other = await product.beginRun(store, "company");
      await product.addPage(store, other, [...companies(3, 30), { id: "new", name: "Zzz", domain: "z.example" }]);
    });

    it("keeps filters and sort, but not the selection, and ignores what was asked of the run before", async () => {
      await page.arrange({ columnFilters: [germany], sort: byName });
      await select(page, [0, 2]);
      const { carried } = page.session;
      run = other;
      const next = await openPage(store, { carried });
      const { view } = next.state();
      assert.deepEqual(
        [view.columnFilters, view.sort, view.count, view.selection, view.revision > carried.revision],
        [[germany], byName, 9, [], true],
      );
      next.session.dispose();
    });

    it("keeps the selection if only the comparison changes, and tells what is new and gone", async () => {
      await select(page, [0, 1], [4, 5]);
      const { carried } = page.session;
      const next = await openPage(store, { carried, since: other.id });
      assert.deepEqual(next.session.tabState().selected, [keyOf(0), keyOf(4)]);
      const shown = await next.arrange({ columnFilters: [{ kind: "oneOf", column: "change", values: ["new"] }] });
      assert.deepEqual([shown.count, [...(await next.titles())].sort()], [3, [0, 1, 2].map(name).sort()]);
      await next.arrange({ columnFilters: [{ kind: "oneOf", column: "change", values: ["gone"] }] });
      assert.deepEqual(await next.titles(), ["Zzz"]);
      const details = await next.answer("getDetails", { revision: next.state().view.revision, at: 0 });
      assert.deepEqual([details?.title, details?.change], ["Zzz", "gone"]);
      assert.equal(next.session.tabState().shown?.order.since, other.id, "exports compare with the same run");
      const without = await openPage(store, { carried: next.session.carried });
      assert.deepEqual([without.state().view.columnFilters, without.state().view.count], [[], 30]);
      without.session.dispose();
      next.session.dispose();
    });
  });

  it("is closed when its run was deleted in any window", async () => {
    await store.runs.stop(run.id, product.owner, {}, product.now);
    await store.retention.deleteRun(run.id, { now: product.now });
    await page.session.refresh();
    assert.deepEqual(
      page.lost.map(({ code }) => code),
      ["NOT_FOUND"],
    );
    await assert.rejects(openPage(), { code: "NOT_FOUND" });
  });

  it("is closed with the store's sentence when the database is damaged", async () => {
    const damaged = product.storeError(Object.assign(new Error(), { errcode: 11 }), "desk.db");
    const views = new Proxy(store.views, {
      get: (real, method: keyof Rig.TestStore["views"]) =>
        method === "rows" ? () => Promise.reject(damaged) : real[method],
    });
    const other = await openPage(storeWith({ views }));
    await other.rows();
    assert.deepEqual(other.lost, [damaged]);
    other.session.dispose();
  });

  it("releases the view when it is closed", async () => {
    await page.arrange({ sort: byName });
    const tables = (): number => opened.db.all("select name from temp.sqlite_master where name <> 'reply'").length;
    assert.ok(tables() > 0);
    page.session.dispose();
    await store.file.path();
    assert.equal(tables(), 0);
  });

  it("shows the caller's own values of contacts as columns, and finds a phone number as it is pasted", async () => {
    const contacts: RecordKind = "contact";
    run = await product.beginRun(store, contacts);
    const phone = { most_probable_phone: { number: "+12025550101" } };
    await product.addPage(store, run, [
      { custom: { crm_id: "lead-1", "my.key": 7 }, contact_info: phone, profile: { full_name: "Ada" } },
      { custom: null, profile: { full_name: "Jo" } },
      { custom: { owner: "Ben", crm_id: "lead-2" }, profile: { full_name: "Kim" } },
    ]);
    const other = await openPage();
    const { columns, layout } = other.state();
    const own = columns.filter(({ id }) => id.startsWith("custom") && id !== "custom");
    assert.deepEqual(
      own.map(({ id, label }) => [id, label]),
      [
        ["custom.crm_id", "crm_id"],
        ['custom["my.key"]', "my.key"],
        ["custom.owner", "owner"],
      ],
    );
    const visible = layout.filter((one) => one.visible).map(({ id }) => id);
    assert.deepEqual(
      visible.slice(-3),
      own.map(({ id }) => id),
    );
    await other.arrange({ sort: { column: "custom.crm_id", descending: true } });
    assert.deepEqual((await other.titles()).slice(0, 2), ["Kim", "Ada"]);
    for (const filter of ["+12025550101", "+1 2025550101", "+1-202-555-0101"]) {
      assert.equal((await other.arrange({ filter })).count, 1, filter);
    }
    other.session.dispose();
  });
});
