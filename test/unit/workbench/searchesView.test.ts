// The Searches view: searches with their runs, counts apart, runs without a search, and what it offers before there is
// a connection.
import assert from "node:assert/strict";
import { commands, Uri } from "vscode";
import type { RunStore } from "../../../src/runs/runStore";
import type { NewRun } from "../../../src/store/runs";
import { StoreError } from "../../../src/store/storeError";
import { RecordLists } from "../../../src/workbench/lists/recordLists";
import { openSearchesView } from "../../../src/workbench/views/searchesView";
import { testClock } from "../../support/testClock";
import { deskOver, useTestDesks, type OpenTestDesk } from "../../support/testDesk";
import { until } from "../../support/until";
import { useVscode } from "../../support/vscode";
import { connection, newRun, owner } from "../store/rig";

interface Item {
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  readonly contextValue: string;
  readonly collapsibleState: string;
  readonly iconPath: { readonly id: string };
  readonly command: { readonly command: string; readonly arguments: readonly unknown[] };
}
interface Rows {
  getChildren(node?: unknown): Promise<readonly object[]>;
  getTreeItem(node: unknown): Item;
  showAll(list: string): void;
  dispose(): void;
}

const nothing = { dispose: () => undefined };

/** A Friday. */
const today = new Date(2026, 10, 20, 12, 0).getTime();
const hourMs = 3_600_000;

const makers = Uri.file("/w/Makers.prospect.json");
const banks = Uri.file("/w/Banks.prospect.json");
const elsewhere = Uri.file("/other/searches/Insurers.prospect.json");

describe("the Searches view", () => {
  const vscode = useVscode();
  before(() => {
    Object.assign(commands, {
      executeCommand: async (...args: unknown[]) => void contexts.push(args),
    });
    const existing = new Set([elsewhere.toString()]);
    vscode.fs["stat"] = async (uri: Uri) => {
      if (!existing.has(uri.toString())) {
        throw Object.assign(new Error("no file"), { code: "FileNotFound" });
      }
      return { size: 40 };
    };
    vscode.fs["readFile"] = async () => Buffer.from('{ "search": "company", "filters": {} }');
  });
  afterEach(() => rows.dispose());
  const newDesk = useTestDesks();
  let opened: OpenTestDesk;
  let runs: RunStore;
  /** How often the view has read which searches have runs. */
  let reads: number;
  let rows: Rows;
  let view: { message?: string; visible: boolean };
  let redraws: number;
  /** The rows that were redrawn last; `undefined` for all. */
  let redrawnRows: readonly unknown[] | undefined;
  /** By the id of the run, or the URI of the search. */
  let running: ReadonlyMap<string, object>;
  let recordLists: RecordLists;
  let activeId: string | undefined;
  let enrichments: readonly object[];
  let changeFiles: () => void;
  let files: readonly object[];
  let hasMore: boolean;
  const contexts: unknown[][] = [];

  beforeEach(() => {
    opened = newDesk({ clock: testClock(today) });
    activeId = "sandbox";
    enrichments = [];
    hasMore = false;
    contexts.length = 0;
    files = [
      { uri: banks, name: "Banks", place: "workspace", kind: "company", words: "Every bank." },
      { uri: makers, name: "Makers", place: "workspace", kind: "people", words: "Every maker." },
    ];
    ({ runs } = opened);
    reads = 0;
    const read = runs.sources.bind(runs);
    runs.sources = async () => ((reads += 1), read());
    recordLists = new RecordLists(runs.deps as never);
    openView(runs);
  });

  function openView(store: RunStore): void {
    view = { visible: true };
    redraws = 0;
    running = new Map();
    const deps = {
      app: { ...store.deps, runs: store, enrichments: { list: async () => enrichments } },
      trees: {
        searches: {
          view: Object.assign(view, {
            onDidChangeVisibility: () => nothing,
            onDidCollapseElement: () => nothing,
            selection: [],
          }),
          redraw: (only?: readonly unknown[]): void => {
            redraws += 1;
            redrawnRows = only;
          },
        },
      },
      runner: {
        activity: (id: string) => running.get(id),
        activityOf: (uri: object) => running.get(String(uri)),
        onDidProgress: () => nothing,
      },
      recordLists,
      searchFiles: {
        find: async () => ({ files, hasMore }),
        onDidChange: (listener: () => void) => ((changeFiles = listener), nothing),
      },
      connections: {
        get activeId() {
          return activeId;
        },
        onDidChange: () => nothing,
      },
    };
    rows = openSearchesView(deps as never) as never;
  }

  let started = 0;
  async function start(source: Uri | string, change: Partial<NewRun> = {}, stop = true): Promise<string> {
    started += 1;
    const uri = String(source);
    const title = /([^/:]*)\.prospect\.json$/.exec(uri)?.[1] ?? "Nothing";
    const own = { id: `r${String(started).padStart(4, "0")}`, title, source: uri, startedAt: today };
    const run = newRun("company", { ...own, ...change });
    const { id } = await opened.store.runs.create(run, { owner, now: today, ms: 60_000 });
    if (stop) {
      await opened.store.runs.stop(id, owner, { kind: "complete" }, run.startedAt);
    }
    return id;
  }

  const items = async (node?: unknown): Promise<readonly Item[]> =>
    (await rows.getChildren(node)).map((child) => rows.getTreeItem(child));
  const labels = async (node?: unknown): Promise<readonly string[]> => (await items(node)).map(({ label }) => label);
  /** The node with this label below the nodes with the other labels. */
  async function node(...path: readonly string[]): Promise<unknown> {
    let found: unknown;
    for (const label of path) {
      found = (await rows.getChildren(found)).find((child) => rows.getTreeItem(child).label === label);
      assert.ok(found, `${label} is not there`);
    }
    return found;
  }
  /** Resolves once this is another number. */
  const changes = (number: () => number): Promise<unknown> => {
    const before = number();
    return until(() => number() !== before);
  };
  const redrawn = () => changes(() => redraws);

  it("lets a search without runs be a leaf, and keeps the runs of others apart", async () => {
    await start(makers);
    const [bank] = await items(await node("This workspace"));
    assert.deepEqual([bank?.collapsibleState, bank?.contextValue], ["none", "search.workspace"]);
    assert.deepEqual(await labels(await node("This workspace", "Banks")), []);
  });

  it("lists the first 20 of many runs, and the older ones in a group below them", async () => {
    for (let number = 0; number < 24; number += 1) {
      await start(makers, { startedAt: today - number * hourMs });
    }
    const listed = await items(await node("This workspace", "Makers"));
    assert.deepEqual([listed.length, listed.at(-1)?.label], [21, "4 older runs"]);
    const older = await items(await node("This workspace", "Makers", "4 older runs"));
    assert.deepEqual([older.length, older.some(({ label }) => label === listed[19]?.label)], [4, false]);
  });

  it("keeps counts apart from runs, below them", async () => {
    await start(makers);
    await start(makers, { purpose: "count", startedAt: today - hourMs });
    const listed = await items(await node("This workspace", "Makers"));
    assert.deepEqual(
      listed.map(({ label, description }) => [label, description.split(" · ")[0]]),
      [
        ["today 12:00", "Complete"],
        ["Counts", "1"],
      ],
    );
  });

  it("lists runs of deleted and unsaved searches together, with their names", async () => {
    await start("untitled:New people search.prospect.json");
    await start("file:/w/Gone.prospect.json");
    assert.deepEqual(await labels(), ["This workspace", "Recent"]);
    const listed = await items(await node("Recent"));
    assert.deepEqual(
      listed.map(({ label, description }) => [label, description.split(" · ")[0]]),
      [
        ["Gone", "today 12:00"],
        ["New people search", "today 12:00"],
      ],
    );
  });

  it("lists lookups, and contacts whose enrichment is gone, with them: the newest 20, and Find", async () => {
    await start("", { purpose: "lookup", title: "Nobody", startedAt: today - 1 });
    await start("", { purpose: "enrichment", title: "Spring fair", startedAt: today - 2 });
    const tracked = await start("", { purpose: "enrichment", title: "Webinar", startedAt: today - 3 });
    await start("file:/w/Gone.prospect.json", { startedAt: today - 4 });
    await start("file:/w/Gone.prospect.json", { purpose: "count", title: "Gone (count)", startedAt: today - 5 });
    enrichments = [{ results: { runId: tracked } }];
    assert.deepEqual(await labels(await node("Recent")), ["Spring fair", "Gone", "Gone (count)"]);
    for (let number = 0; number < 18; number += 1) {
      await start("", { purpose: "lookup", title: `Lookup ${number}`, startedAt: today + number }, false);
    }
    runs.notify({ id: tracked, kind: "changed" });
    await redrawn();
    const listed = await items(await node("Recent"));
    assert.deepEqual([listed.length, listed[0]?.label, listed[19]?.label], [21, "Lookup 17", "Gone"]);
    assert.deepEqual([listed[20]?.label, listed[20]?.command.command], ["Find an older run…", "prospectDesk.openRun"]);
  });

  it("says of a table how many of its rows are answered, and offers to resume it once its window is gone", async () => {
    const { batches, rows, calls } = opened.store;
    const lease = { owner, now: today, ms: 1_000 };
    const run = newRun("company", { title: "big.csv", purpose: "batch", startedAt: today });
    await batches.create({ run, source: "file:///big.csv", mapping: {}, columns: [] }, lease);
    const questions = Array.from({ length: 1_200 }, (_, row) => ({
      identifiers: { domain: `c${row}.example` },
      words: `c${row}.example`,
    }));
    await batches.addQuestions(run.id, questions, today);
    for (const { key } of await rows.open(run.id, 349)) {
      await calls.failCall(undefined, { charged: "no", row: { key, state: "failed" }, at: today });
    }
    const asked = newRun("company", {
      title: "new.csv",
      purpose: "batch",
      startedAt: today - 1,
      limits: { records: 0 },
    });
    await batches.create({ run: asked, source: "file:///new.csv", mapping: {}, columns: [] });
    await batches.addQuestions(asked.id, [{ identifiers: { domain: "a.example" }, words: "a" }], today);
    const shown = async () =>
      (await items(await node("Recent"))).map(({ label, description, contextValue }) => [
        label,
        description.replace(/^today \d\d:\d\d · /u, ""),
        contextValue,
      ]);
    const fresh = ["new.csv", "Not started · 0 of 1 rows", "batch unfinished"];
    assert.deepEqual(await shown(), [["big.csv", "Running · 349 of 1,200 rows", "batch"], fresh]);
    await opened.store.runs.stop(run.id, owner, { kind: "interrupted" }, today);
    runs.notify({ id: run.id, kind: "changed" });
    await redrawn();
    assert.deepEqual(await shown(), [["big.csv", "Interrupted · 349 of 1,200 rows", "batch unfinished"], fresh]);
  });

  it("lists searches in other folders that have runs, as searches", async () => {
    await start(elsewhere);
    assert.deepEqual(await labels(), ["This workspace", "Other folders"]);
    const [search] = await items(await node("Other folders"));
    assert.equal(search?.label, "Insurers");
    assert.match(search?.description ?? "", /^searches · /);
    assert.deepEqual(await labels(await node("Other folders", "Insurers")), ["today 12:00"]);
  });

  it("follows new runs and a search that is deleted", async () => {
    await start(makers);
    assert.deepEqual(await labels(await node("This workspace", "Makers")), ["today 12:00"]);
    const id = await start(makers);
    runs.notify({ id, kind: "created" });
    await redrawn();
    assert.equal((await labels(await node("This workspace", "Makers"))).length, 2);
    files = files.slice(0, 1);
    changeFiles();
    await redrawn();
    assert.deepEqual(await labels(), ["This workspace", "Recent"]);
    assert.equal((await labels(await node("Recent"))).length, 2);
  });

  it("redraws only the rows that changed: VS Code loses a click on a row that it redraws", async () => {
    const lookup = await start("", { purpose: "lookup", title: "Nobody" }, false);
    const other = await start("", { purpose: "lookup", title: "Somebody", startedAt: today - 1 }, false);
    await labels(await node("This workspace"));
    const row = await node("Recent", "Nobody");
    const before = redraws;
    runs.notify({ id: other, kind: "changed" });
    await changes(() => reads);
    await opened.store.runs.stop(lookup, owner, { kind: "cancelled" }, today);
    runs.notify({ id: lookup, kind: "changed" });
    await redrawn();
    assert.equal(redraws, before + 1, "what did not change was redrawn");
    assert.deepEqual([redrawnRows?.length, redrawnRows?.[0] === row], [1, true]);
    assert.match(rows.getTreeItem(row).description, /Canceled/u);
    const group = await node("This workspace");
    runs.notify({ id: await start(makers), kind: "created" });
    await redrawn();
    assert.deepEqual([redrawnRows?.length, redrawnRows?.[0] === group], [1, true], "VS Code aligns a search by others");
  });

  it("reads nothing while it is hidden, and what happened meanwhile when it is shown", async () => {
    assert.deepEqual(await labels(await node("This workspace", "Makers")), []);
    view.visible = false;
    reads = 0;
    runs.notify({ id: await start(makers), kind: "created" });
    await redrawn();
    assert.equal(reads, 0);
    assert.deepEqual(await labels(await node("This workspace", "Makers")), ["today 12:00"]);
  });

  it("shows which run and which search are running", async () => {
    const id = await start(makers, {}, false);
    running = new Map([
      [id, { stopping: false, fetched: 0, wanted: 100 }],
      [makers.toString(), { stopping: false, fetched: 300, wanted: 1_000 }],
    ]);
    const [, search] = await items(await node("This workspace"));
    assert.match(search?.description ?? "", /^Running: 300 of 1,000 records · /);
    const [run] = await items(await node("This workspace", "Makers"));
    assert.equal(run?.iconPath.id, "sync~spin");
    assert.match(run?.contextValue ?? "", /\brunning\b/);
  });

  it("says when the service has refreshed its data since the last run", async () => {
    await start(makers, { startedAt: today - 40 * 24 * hourMs });
    const sandbox = { ...connection, id: "sandbox", origin: "sandbox:" };
    await start(banks, { startedAt: today - 40 * 24 * hourMs, connection: sandbox });
    const [bank, maker] = await items(await node("This workspace"));
    assert.match(maker?.description ?? "", /^Last run 40 days ago\./);
    assert.match(maker?.tooltip ?? "", /refreshes its data monthly/);
    assert.equal(bank?.description, "Every bank.");
  });

  it("shows the welcome when there are no searches", async () => {
    const shown = async (): Promise<unknown> => (await labels(), contexts.at(-1));
    assert.deepEqual(await shown(), ["setContext", "prospectDesk.hasNoSearches", false]);
    files = [];
    changeFiles();
    await redrawn();
    assert.deepEqual(await shown(), ["setContext", "prospectDesk.hasNoSearches", true]);
  });

  it("says at the end that there are more searches, and offers to open them by name", async () => {
    hasMore = true;
    const listed = await items(await node("This workspace"));
    const more = listed.at(-1);
    assert.deepEqual(
      [listed.length, more?.label, more?.command.command, more?.command.arguments],
      [3, "Only the first 2,000 searches are shown", "workbench.action.quickOpen", [".prospect.json"]],
    );
    assert.match(more?.tooltip ?? "", /open a folder with fewer/);
  });

  it("tells searches of one name apart by their folder", async () => {
    const named = (path: string): object => ({ uri: Uri.file(path), name: "Banks", place: "workspace", words: "All." });
    files = [{ ...named("/w/eu/Banks.prospect.json"), folder: "eu" }, named("/w/Banks.prospect.json")];
    changeFiles();
    const listed = await items(await node("This workspace"));
    assert.deepEqual(
      listed.map(({ description }) => description),
      ["eu · All.", "All."],
    );
  });

  it("lists the searches while the database cannot be read, and says why it has no runs", async () => {
    const failing = {
      ...opened.store,
      runs: { sources: () => Promise.reject(new StoreError("OTHER_VERSION", "Too new.")) },
    };
    rows.dispose();
    openView(deskOver({ ...failing, file: opened.store.file } as never).runs);
    assert.deepEqual(await labels(), ["This workspace"]);
    assert.equal(view.message, "Too new.");
  });
});
