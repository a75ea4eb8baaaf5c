// A results tab over a database: the calls of its page and what it sends.
import assert from "node:assert/strict";
import type { StoredRun } from "../../../src/store/runs";
import { StoreError, storeError } from "../../../src/store/storeError";
import type { RecordScope } from "../../../src/workbench/runActivity";
import type { ResultsInitial, ResultsInput, ResultsState, ResultsUpdates } from "../../../webview-ui/messages/results";
import { until } from "../../support/until";
import { addPage, beginRun, now, owner } from "../store/rig";
import { plain, replacing, search, TabRig, type Tab } from "./tabRig";

const germany = { kind: "oneOf" as const, column: "country", values: ["Germany"] };
const byName = { column: "name", descending: false };
const company = (row: number) => ({
  id: `c${row}`,
  name: `Company ${String((row * 7) % 100).padStart(2, "0")}`,
  domain: `c${row}.example`,
  locations: { headquarters: { country: row % 3 === 0 ? "Germany" : "Austria" } },
});
const companies = (from: number, to: number): readonly object[] =>
  Array.from({ length: to - from }, (_, index) => company(from + index));
const name = (row: number): string => company(row).name;

describe("a results tab", function () {
  const rig = new TabRig();
  const { vscode, asked } = rig;
  let run: StoredRun;
  let tab: Tab;

  beforeEach(async () => {
    run = await beginRun(rig.store, "company");
    await addPage(rig.store, run, companies(0, 30));
    tab = await rig.openTab(run.id);
  });

  const addCompanies = async (records: readonly object[], body?: string): Promise<void> => {
    await addPage(rig.store, run, records, { body: body === undefined ? undefined : Buffer.from(body) });
    await rig.refreshed(tab, run);
  };
  const keyOf = (row: number): number => run.no * 2 ** 32 + row;
  /** What commands and exports see of the tab. */
  const seen = () => rig.shown.shownAt({ kind: "run", run: run.id })?.state ?? assert.fail("nothing is shown");
  const visible = ({ layout }: ResultsState): readonly string[] =>
    layout.filter((column) => column.visible).map(({ id }) => id);
  const recorded = (what: string): readonly unknown[] =>
    vscode.shown.filter((one) => one.what === what).map(({ args }) => args[0]);
  const copied = (): readonly unknown[] => recorded("clipboard.writeText");
  const hasNotice = (): boolean => tab.posted.some((message) => message.name === "notice");

  it("opens with the records of its run in the visible columns", async () => {
    const { recordKind, view, columns, synthetic } = tab.state();
    assert.deepEqual([recordKind, synthetic, view.count, view.records, view.selection], ["company", false, 30, 30, []]);
    const rows = await tab.rows(2, 2);
    assert.deepEqual(
      rows.map((row) => row.title),
      [name(2), name(3)],
    );
    assert.equal(rows[0]?.cells[visible(tab.state()).indexOf("country")], "Austria");
    assert.equal(columns.find(({ id }) => id === "year_founded")?.type, "number");
  });

  it("sorts and filters, and keeps the selection", async () => {
    await tab.select([0, 2], [3, 4]);
    const { selected: chosen, shown: all } = seen();
    assert.deepEqual([chosen, all?.count, all?.order.filter], [[keyOf(0), keyOf(1), keyOf(3)], 30, ""]);
    const before = tab.state().view.revision;
    const view = await tab.arrange({ columnFilters: [germany], sort: { column: "name", descending: true } });
    assert.deepEqual([view.count, view.records, view.columnFilters, view.revision > before], [10, 30, [germany], true]);
    const titles = await tab.titles();
    assert.deepEqual(titles, [...titles].sort().reverse());
    assert.deepEqual(
      view.selection.flatMap(([from, to]) => titles.slice(from, to)),
      [name(3), name(0)],
    );
    const { selected, shown } = seen();
    assert.deepEqual([selected, shown?.count, shown?.order.columnFilters], [[keyOf(3), keyOf(0)], 10, [germany]]);
    assert.deepEqual((await tab.arrange({})).selection, [
      [0, 2],
      [3, 4],
    ]);
  });

  it("ignores requests for rows that have moved", async () => {
    const row = tab.row(0);
    const { revision } = row;
    await tab.arrange({ sort: byName });
    assert.deepEqual(
      [await tab.answer("getRows", { revision, start: 0, count: 5 }), await tab.answer("getDetails", row)],
      [undefined, undefined],
    );
    tab.call({ name: "copyRaw", payload: row });
    tab.call({ name: "copy", payload: { format: "csv", headers: false, revision, rows: [[0, 1]] } });
    tab.call({ name: "lookUp", payload: { ...row, what: "company" } });
    tab.call({ name: "select", payload: { revision, selection: [[0, 1]], keepHidden: false } });
    await tab.settled();
    assert.deepEqual([hasNotice(), seen().selected, copied(), asked], [false, [], [], []]);
  });

  it("does not change its rows when sorting is canceled", async () => {
    await addCompanies(companies(30, 1200));
    const before = await tab.titles();
    const arranging = tab.arrange({ sort: { column: "description", descending: true }, columnFilters: [germany] });
    tab.call({ name: "cancelArrange" });
    const view = await arranging;
    assert.deepEqual([view.count, view.sort, view.columnFilters, hasNotice()], [1200, undefined, [], false]);
    assert.deepEqual(await tab.titles(), before);
  });

  describe("of a run in progress", () => {
    it("adds records at the end, and rows stay where they are", async () => {
      await tab.select([29, 30]);
      const before = tab.state().view.revision;
      await addCompanies(companies(30, 40));
      const { view } = tab.state();
      assert.deepEqual([view.count, view.records, view.revision, view.selection], [40, 40, before, [[29, 30]]]);
      assert.equal((await tab.titles())[39], name(39));
    });

    it("inserts them when the rows are sorted", async () => {
      await tab.select([0, 1]);
      const sorted = await tab.arrange({ sort: byName });
      await addCompanies([{ id: "first", name: "Aachen" }]);
      const { view } = tab.state();
      assert.deepEqual([view.revision > sorted.revision, view.count, view.selection], [true, 31, [[1, 2]]]);
      assert.deepEqual(seen().selected, [keyOf(0)]);
      assert.deepEqual((await tab.titles()).slice(0, 2), ["Aachen", name(0)]);
    });

    it("shows progress without new records, and reads the run once for several changes", async () => {
      tab.posted.length = 0;
      const summary = rig.runs.summary.bind(rig.runs);
      let reads = 0;
      rig.runs.summary = (id) => ((reads += 1), summary(id));
      for (let change = 0; change < 20; change += 1) {
        rig.runs.notify({ id: run.id, kind: "changed" });
      }
      // Refused after the run is read again.
      await tab.next("notice", { name: "fetchMore", payload: { state: "" } });
      assert.deepEqual(
        tab.posted.map((message) => message.name),
        ["run", "header", "notice"],
      );
      assert.equal(reads, 1);
    });
  });

  it("shows after a reload what was chosen, and the selection while there are no other records", async () => {
    await tab.arrange({ sort: byName, filter: "company", columnFilters: [germany] });
    await tab.select([2, 4]);
    const { page = assert.fail("nothing is open") } = await tab.ready();
    const kept = { ...page, details: true, place: { row: 3, column: 2, top: 24, left: 7 } };
    tab.call({ name: "keep", payload: kept });
    const before = [await tab.titles(), seen().selected];
    tab.close();
    tab = await rig.openTab(run.id);
    const first = tab.posted.find(({ name }) => name === "initial")?.payload as ResultsInitial;
    assert.deepEqual(first.kind === "open" && first.page, kept);
    assert.deepEqual((await tab.ready()).page, kept);
    const { view } = tab.state();
    assert.deepEqual(
      [view.sort, view.filter, view.columnFilters, view.count, view.selection],
      [byName, "company", [germany], 10, [[2, 4]]],
    );
    assert.deepEqual([await tab.titles(), seen().selected], before);
    tab.close();
    await addPage(rig.store, run, companies(30, 31));
    tab = await rig.openTab(run.id);
    assert.deepEqual([tab.state().view.filter, tab.state().view.selection], ["company", []]);
  });

  it("shows a record that is asked for in its details, once, in a tab that is open or not", async () => {
    const at = { kind: "run", run: run.id } as const;
    const asked = async (): Promise<unknown> => {
      const { page, state } = await tab.ready();
      return [page?.details, page?.place.row, state.view.selection];
    };
    await tab.arrange({ filter: "nothing has this" });
    const opened = tab.next("initial");
    rig.shown.show(at, { run: run.id, record: keyOf(7) });
    await opened;
    assert.deepEqual(await asked(), [true, 7, [[7, 8]]]);
    tab.close();
    rig.shown.show(at, { run: run.id, record: keyOf(9) });
    tab = await rig.openTab(run.id);
    assert.deepEqual(await asked(), [true, 9, [[9, 10]]]);
    await tab.select();
    tab.close();
    tab = await rig.openTab(run.id);
    assert.deepEqual(await asked(), [true, 9, []], "once");
  });

  it("saves the columns per kind of record", async () => {
    const layout = tab
      .state()
      .layout.map((place) => ({ ...place, visible: place.id === "domain" || place.id === "country", width: 77 }));
    await tab.arrange({ sort: byName });
    assert.ok((await tab.next("layout", { name: "setLayout", payload: layout })).view.revision > 1);
    const other = await rig.openTab(run.id);
    const shown = other.state().layout.filter((column) => column.visible);
    assert.deepEqual(
      shown,
      layout.filter((column) => column.visible),
    );
    assert.deepEqual([...((await other.rows(0, 1))[0]?.cells ?? [])].sort(), ["Germany", "c0.example"]);
    await tab.next("layout", { name: "resetLayout" });
    assert.ok(visible((await rig.openTab(run.id)).state()).length > 2);
  });

  it("shows and copies one record with every digit", async () => {
    const body = '{"companies":[{"id":"exact","name":"Exact","big":12345678901234567890}],"metadata":{"credits":1}}';
    await addCompanies([], body);
    const details = await tab.answer("getDetails", tab.row(30));
    assert.deepEqual(
      [details?.title, details?.record, details?.rawCut],
      ["Exact", { id: "exact", name: "Exact", big: "12345678901234567890" }, false],
    );
    assert.match(details?.raw ?? "", /\n {2}"big": 12345678901234567890\n/);
    await tab.next("notice", { name: "copyRaw", payload: tab.row(30) });
    assert.deepEqual(copied(), [details?.raw]);
  });

  it("counts the values of columns under the other filters, and lists those that contain a text", async () => {
    const values = async (query: ResultsInput<"getValues">): Promise<unknown> => {
      const country = (await tab.answer("getValues", query))?.find(({ id }) => id === "country");
      return [country?.values.map(({ value, count }) => [value, count]), country?.canNarrow];
    };
    const both = [
      ["Austria", 20],
      ["Germany", 10],
    ];
    await tab.arrange({ filter: "company" });
    assert.deepEqual(await values({ text: "" }), [both, true]);
    assert.equal((await tab.arrange({ columnFilters: [germany] })).count, 10);
    assert.deepEqual(await values({ text: "" }), [both, true], "its own filter does not hide the other values");
    assert.deepEqual(await values({ column: "country", text: "germ" }), [[["Germany", 10]], true]);
    const either = { ...germany, values: ["Germany", "Austria"] };
    assert.equal((await tab.arrange({ columnFilters: [either] })).count, 30);
  });

  describe("copies", () => {
    const copy = (
      rows: [number, number][],
      more: Partial<ResultsInput<"copy">> = {},
      from = tab,
    ): Promise<ResultsUpdates["notice"]> => {
      const { revision } = from.state().view;
      return from.next("notice", {
        name: "copy",
        payload: { format: "csv", headers: false, revision, rows, ...more },
      });
    };

    it("one record, several, and a cell", async () => {
      await tab.arrange({ sort: byName });
      const sentences = [
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
        (await copy([[1, 2]], { format: "cells", columns: ["domain"] })).text,
      ];
      assert.deepEqual(sentences, ["1 record copied as CSV.", "3 records copied as JSON.", "Cell copied."]);
      const [csv, json, cell] = copied();
      assert.ok(String(csv).startsWith(name(0)));
      assert.equal((JSON.parse(String(json)) as { readonly id: string }[])[0]?.id, "c0");
      const [, second] = await tab.titles();
      assert.equal(
        cell,
        Array.from({ length: 30 }, (_, row) => company(row)).find((one) => one.name === second)?.domain,
      );
    });

    it("nothing if there are no rows", async () => {
      const { revision } = tab.row(0);
      tab.call({ name: "copy", payload: { format: "csv", headers: true, revision, rows: [[40, 50]] } });
      await tab.settled();
      assert.deepEqual([copied(), hasNotice()], [[], false]);
    });

    it("up to 10,000 records", async () => {
      for (let at = 30; at < 10_030; at += 1_000) {
        await addPage(
          rig.store,
          run,
          Array.from({ length: 1_000 }, (_, row) => ({ name: `n ${at + row}` })),
        );
      }
      await rig.refreshed(tab, run);
      const refused = await copy([
        [0, 5_000],
        [5_000, 10_001],
      ]);
      assert.deepEqual([refused.problem, copied()], [true, []]);
      const { text } = await copy([
        [0, 99],
        [100, 10_001],
      ]);
      assert.equal(text, "10,000 records copied as CSV.");
      assert.equal(String(copied()[0]).trimEnd().split("\n").length, 10_000);
    });

    it("up to 32 MB of text", async () => {
      // No column shows it: what is not stored apart is written fast.
      const large = { name: "Large", text: "ä".repeat(500_000) };
      await addCompanies(Array.from({ length: 34 }, (_, row) => ({ id: `large${row}`, ...large })));
      const { text, problem } = await copy([[0, 64]], { format: "json" });
      assert.deepEqual(
        [text, problem, copied()],
        ["These records are more than 32 MB of text. Export them to a file instead.", true, []],
      );
      assert.equal((await copy([[0, 60]], { format: "json" })).text, "60 records copied as JSON.");
    });

    it("with progress, and changes nothing when it is canceled", async () => {
      const { store } = rig;
      const toText: typeof store.exports.toText = (_text, watch) =>
        new Promise((_resolve, reject) => {
          watch?.onProgress?.(1, 2);
          watch?.signal?.addEventListener("abort", () => reject(watch.signal?.reason));
        });
      rig.openEditor(replacing(store, "exports", replacing(store.exports, "toText", toText)));
      const slow = await rig.openTab(run.id);
      vscode.cancelsProgress = true;
      const notice = await copy([[0, 9]], { format: "json" }, slow);
      vscode.cancelsProgress = false;
      assert.deepEqual(notice, { text: "Copying was canceled. The clipboard has not changed.", problem: false });
      assert.deepEqual([copied(), recorded("withProgress")], [[], ["Copying records"]]);
    });
  });

  it("exports all rows, the filtered ones, or the selected rows", async () => {
    const exported = async (scope: "selected" | "filtered" | "all"): Promise<RecordScope> => {
      tab.call({ name: "export", payload: { scope } });
      await until(() => asked.length > 0);
      return asked.splice(0)[0]?.[2] as RecordScope;
    };
    assert.deepEqual(await exported("all"), { kind: "all" });
    await tab.arrange({ columnFilters: [germany] });
    assert.deepEqual(await exported("filtered"), {
      kind: "filtered",
      count: 10,
      shown: { ...plain, columnFilters: [germany], columns: visible(tab.state()), since: undefined },
    });
    assert.equal((await exported("all")).kind, "filtered");
    await tab.select([1, 3]);
    assert.deepEqual(await exported("selected"), { kind: "selected", keys: [keyOf(3), keyOf(6)] });
  });

  it("finds people at the selected companies: up to 100 in a new search, more in groups", async () => {
    await addCompanies(companies(30, 600));
    const reference = (row: number) => ({ id: `c${row}`, domain: `c${row}.example`, name: name(row) });
    const found = async (...selection: [number, number]): Promise<readonly unknown[] | undefined> => {
      await tab.select(selection);
      tab.call({ name: "findPeople" });
      await until(() => asked.length > 0);
      return asked.splice(0)[0];
    };
    assert.deepEqual(await found(0, 2), ["findPeople", [reference(0), reference(1)]]);
    assert.equal(((await found(0, 100))?.[1] as readonly unknown[]).length, 100);
    assert.deepEqual(await found(0, 600), ["findPeopleInGroups", 600]);
    tab.call({ name: "findPeople", payload: tab.row(1) });
    await until(() => asked.length > 0);
    assert.deepEqual(asked, [["findPeople", [reference(1)]]], "of a row, whatever is selected");
  });

  it("opens a new search for the selected records", async () => {
    await tab.select([1, 3]);
    tab.call({ name: "newSearch" });
    await until(() => asked.length > 0);
    assert.deepEqual(asked, [["newSearch", [keyOf(1), keyOf(2)]]]);
  });

  it("looks up the company and the person of a row, or says why it cannot", async () => {
    tab.call({ name: "lookUp", payload: { ...tab.row(2), what: "company" } });
    await tab.settled();
    assert.deepEqual(asked, [["lookUp", "company", "c2.example"]]);
    assert.ok((await tab.next("notice", { name: "lookUp", payload: { ...tab.row(2), what: "person" } })).problem);
    assert.equal(asked.length, 1);
  });

  it("adds the record of a row to a leave-out list, or all selected records if it is one of them", async () => {
    run = await beginRun(rig.store, "person");
    const people = [0, 1, 2].map((row) => ({
      id: `p${row}`,
      full_name: `Person ${row}`,
      profile_url: `https://www.linkedin.com/in/p${row}`,
      employment: { current: { company: { name: `Company ${row}`, domain: `c${row}.example` } } },
    }));
    await addPage(rig.store, run, people);
    tab = await rig.openTab(run.id);
    let labels: readonly string[] = [];
    vscode.answers.set("createQuickPick", ({ items }: { readonly items: readonly { readonly label: string }[] }) => {
      labels = items.map(({ label }) => label);
    });
    await tab.select([1, 3]);
    for (const [at, what] of [
      [0, "This person only"],
      [2, "2 people only"],
    ] as const) {
      tab.call({ name: "leaveOut", payload: tab.row(at) });
      await until(() => labels.includes(what));
    }
  });

  it("shows what leave-out lists hide, at once when a list changes", async () => {
    assert.deepEqual([tab.state().view.records, tab.state().view.leftOut], [30, 0]);
    const entries = [{ kind: "domain" as const, value: "c2.example" }];
    const list = { uri: "file:///never.txt", hash: "1", everywhere: true, entries, at: now };
    await rig.store.leaveOut.save(list);
    const shown = tab.next("view", undefined, ({ arranging }) => !arranging);
    rig.leaveOutChanged();
    const { count, records, leftOut } = await shown;
    assert.deepEqual([count, records, leftOut], [29, 29, 1]);
    assert.ok(!(await tab.titles()).includes(name(2)));
  });

  it("adds the selected rows or one row to a list, removes them, and shows lists and notes in details", async () => {
    const { recordLists } = rig;
    const saved = await recordLists.create("Favorites");
    const count = async (): Promise<unknown> => (await recordLists.stored.get(saved.id))?.counts.company;
    vscode.answers.set("createQuickPick", ({ items }: { readonly items: readonly unknown[] }) => items[0]);
    await tab.select([0, 3]);
    assert.equal((await tab.next("notice", { name: "addToList" })).text, "3 records added to Favorites.");
    const row = tab.row(2);
    assert.equal(
      (await tab.next("notice", { name: "addToList", payload: row })).text,
      "Favorites has these records already, or they have no ID.",
    );
    assert.equal(await count(), 3);
    tab.call({ name: "removeFromList", payload: row });
    tab.call({ name: "addToList", payload: { revision: row.revision + 1, at: 5 } });
    await recordLists.change((lists) => lists.setNote(saved.id, "company", keyOf(2), "call in May"));
    assert.deepEqual((await tab.answer("getDetails", row))?.remarks, ["★ Favorites: call in May"]);
    assert.equal(await count(), 3, "nothing is removed where no list is shown, nor added for rows that have moved");
  });

  it("has the name of the run or list that it shows, also after the list was renamed", async () => {
    assert.match(tab.name(), /^Results: \S/);
    const { recordLists } = rig;
    const list = await recordLists.create("Favorites");
    const ofList = await rig.openTab(`list=${list.id}`);
    assert.equal(ofList.name(), "Favorites");
    await recordLists.change((lists) => lists.rename(list.id, "Fair"));
    await until(() => ofList.name() === "Fair");
  });

  it("opens only plain web addresses of cells", async () => {
    const websites = ["https://good.example/a", "command:workbench.action.quit"];
    await addCompanies(websites.map((website) => ({ id: website, website })));
    tab.call({ name: "openCell", payload: { ...tab.row(30), column: "website" } });
    tab.call({ name: "openCell", payload: { ...tab.row(4), column: "domain" } });
    const refused = await tab.next("notice", { name: "openCell", payload: { ...tab.row(31), column: "website" } });
    const opened = recorded("openExternal").map(String);
    assert.deepEqual([opened, refused.problem], [["https://good.example/a", "https://c4.example/"], true]);
  });

  it("keeps the selection when its run is compared, and tells what is new and gone", async () => {
    const older = await beginRun(rig.store, "company", { id: "a", source: search });
    await addPage(rig.store, older, [...companies(3, 30), { id: "new", name: "Zzz", domain: "z.example" }]);
    await tab.select([0, 1], [4, 5]);
    for (const { id } of [older, run]) {
      await rig.store.runs.stop(id, owner, { kind: "complete" }, now);
    }
    rig.runs.notify({ id: run.id, kind: "changed" });
    await until(() => tab.state().header.comparedTo !== undefined);
    const selection = [
      [0, 1],
      [4, 5],
    ];
    assert.deepEqual(tab.state().view.selection, selection);
    const only = (value: string) => ({
      columnFilters: [{ kind: "oneOf" as const, column: "change", values: [value] }],
    });
    assert.equal((await tab.arrange(only("new"))).count, 3);
    assert.deepEqual([...(await tab.titles())].sort(), [0, 1, 2].map(name).sort());
    await tab.arrange(only("gone"));
    assert.deepEqual(await tab.titles(), ["Zzz"]);
    const details = await tab.answer("getDetails", tab.row(0));
    assert.deepEqual([details?.title, details?.change], ["Zzz", "gone"]);
    assert.equal(seen().shown?.order.since, older.id, "exports compare with the same run");
    await rig.store.retention.deleteRun(older.id, { now: now });
    rig.runs.notify({ id: older.id, kind: "deleted" });
    await until(() => tab.state().header.comparedTo === undefined);
    assert.deepEqual([tab.state().view.columnFilters, tab.state().view.count], [[], 30]);
  });

  it("opens its records again, as they were, when the store's worker has stopped, but not twice at once", async () => {
    const { views } = rig.store;
    let isStopped = false;
    const rows: typeof views.rows = async (...call) => {
      if (isStopped) {
        isStopped = false;
        throw new StoreError("FAILED", "The database stopped unexpectedly.");
      }
      return views.rows(...call);
    };
    tab.close();
    rig.openEditor(replacing(rig.store, "views", replacing(views, "rows", rows)));
    tab = await rig.openTab(run.id);
    await tab.arrange({ sort: byName, columnFilters: [germany] });
    await tab.select([1, 3]);
    const before = [await tab.titles(), seen().selected, [[1, 3]]];
    isStopped = true;
    const again = tab.next("initial");
    assert.deepEqual(await tab.rows(), []);
    await again;
    assert.deepEqual([await tab.titles(), seen().selected, tab.state().view.selection], before);
    assert.equal(hasNotice(), false);
    isStopped = true;
    const notice = tab.next("notice");
    assert.deepEqual([await tab.rows(), (await notice).text], [[], "The database stopped unexpectedly."]);
  });

  it("is closed with the store's sentence when the database is damaged", async () => {
    const { store } = rig;
    const damaged = storeError(Object.assign(new Error(), { errcode: 11 }), "desk.db");
    const rows = (): Promise<never> => Promise.reject(damaged);
    rig.openEditor(replacing(store, "views", replacing(store.views, "rows", rows)));
    const other = await rig.openTab(run.id);
    await other.rows();
    await until(() => other.isUnavailable());
    assert.equal(other.unavailable().sentence, damaged.message);
  });

  it("shows the number that a quick filter has found instead of a dead one, and keeps the user's columns", async () => {
    run = await beginRun(rig.store, "contact");
    const dead = { number: "+12025550101", line_type: "MOBILE", line_status: "INACTIVE" };
    const mobile = { number: "+12025550102", line_type: "MOBILE", line_status: "ACTIVE" };
    await addPage(rig.store, run, [
      { contact_info: { most_probable_phone: dead, phones: [dead, mobile] }, profile: { full_name: "Ada" } },
      { contact_info: { most_probable_phone: dead }, profile: { full_name: "Jo" } },
    ]);
    tab = await rig.openTab(run.id);
    const before = visible(tab.state());
    assert.ok(before.includes("phone") && !before.includes("mobile_phone"));
    const shown = (layout: ResultsState["layout"]): readonly string[] => visible({ ...tab.state(), layout });
    const plain = { sort: undefined, filter: "", columnFilters: [] };
    const on = await tab.next("layout", { name: "arrange", payload: { ...plain, quick: ["mobilePhone"] } });
    assert.deepEqual(
      shown(on.layout),
      before.map((id) => (id === "phone" ? "mobile_phone" : id)),
    );
    await tab.next("layout", { name: "setLayout", payload: [...on.layout].reverse() });
    const off = await tab.next("layout", { name: "arrange", payload: { ...plain, quick: [] } });
    assert.deepEqual(new Set(shown(off.layout)), new Set(before));
  });

  it("shows the caller's own values of contacts as columns, and finds a phone number as it is pasted", async () => {
    run = await beginRun(rig.store, "contact");
    const phone = { most_probable_phone: { number: "+12025550101" } };
    await addPage(rig.store, run, [
      { custom: { crm_id: "lead-1", "my.key": 7 }, contact_info: phone, profile: { full_name: "Ada" } },
      { custom: null, profile: { full_name: "Jo" } },
      { custom: { owner: "Ben", crm_id: "lead-2" }, profile: { full_name: "Kim" } },
    ]);
    tab = await rig.openTab(run.id);
    const own = tab.state().columns.filter(({ id }) => id.startsWith("custom") && id !== "custom");
    assert.deepEqual(
      own.map(({ id, label }) => [id, label]),
      [
        ["custom.crm_id", "crm_id"],
        ['custom["my.key"]', "my.key"],
        ["custom.owner", "owner"],
      ],
    );
    assert.deepEqual(
      visible(tab.state()).slice(-3),
      own.map(({ id }) => id),
    );
    await tab.arrange({ sort: { column: "custom.crm_id", descending: true } });
    assert.deepEqual((await tab.titles()).slice(0, 2), ["Kim", "Ada"]);
    for (const filter of ["+12025550101", "+1 2025550101", "+1-202-555-0101"]) {
      assert.equal((await tab.arrange({ filter })).count, 1, filter);
    }
  });
});
