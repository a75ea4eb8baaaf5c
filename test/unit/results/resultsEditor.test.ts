// The results editor around a tab: which run it shows, its first line, runs that are deleted, a damaged database.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { RunHeader, StopReason } from "../../../src/runs/run";
import type * as Runs from "../../../src/runs/runStore";
import type { StoredRun } from "../../../src/store/runs";
import type * as Errors from "../../../src/store/storeError";
import type * as Replies from "../../../src/workbench/resultsEditor/rawReply";
import type * as Editor from "../../../src/workbench/resultsEditor/registerResultsEditor";
import type * as Tabs from "../../../src/workbench/resultsEditor/resultsTabs";
import type * as Shown from "../../../src/workbench/resultsEditor/shownRuns";
import type { ResultsInitial, ResultsProcedures, ResultsState } from "../../../webview-ui/messages/results";
import type { Call, Message } from "../../../webview-ui/messages/procedures";
import type { ResultsUpdates } from "../../../webview-ui/messages/results";
import type { InProcessStore } from "../store/inProcess";
import type * as Rig from "../store/rig";
import { importWithVscode } from "../workbench/bundleWithVscode";
import { createScriptedVscode, Uri } from "../workbench/scriptedVscode";

type Product = typeof Editor & typeof Replies & typeof Rig & typeof Errors & typeof Tabs & typeof Shown & typeof Runs;
interface Provider {
  resolveCustomEditor(document: { readonly uri: Uri }, panel: object): Promise<void>;
}
interface Replier {
  provideTextDocumentContent(uri: Uri): Promise<string>;
}

class Disposable {
  constructor(readonly dispose: () => void) {}
  static from(...all: readonly Disposable[]): Disposable {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
}

const search = "file:///w/engineers.prospect.json";
const day = 86_400_000;

describe("the results editor", function () {
  this.timeout(60_000);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prospect-desk-editor-"));
  const vscode = createScriptedVscode();
  let provider: Provider;
  let replier: Replier;
  let product: Product;
  let opened: InProcessStore<Rig.TestStore>;
  let runs: Runs.RunStore;
  let shown: Tabs.ResultsTabs;
  let editor: Editor.ResultsEditor;
  let memory: Map<string, unknown>;
  /** What the tab asked of the search: procedure and arguments. */
  let asked: unknown[];
  let documents: object[];
  const closers: (() => void)[] = [];

  before(async () => {
    const { window, workspace } = vscode.api as { readonly window: object; readonly workspace: object };
    Object.assign(window, { onDidChangeWindowState: () => new Disposable(() => undefined) });
    Object.assign(workspace, {
      registerTextDocumentContentProvider: (_scheme: string, given: Replier) => (
        (replier = given),
        new Disposable(() => undefined)
      ),
    });
    Object.assign(vscode.api, { Disposable });
    product = (await importWithVscode(
      [
        "src/workbench/resultsEditor/registerResultsEditor.ts",
        "src/workbench/resultsEditor/rawReply.ts",
        "src/workbench/resultsEditor/resultsTabs.ts",
        "src/workbench/resultsEditor/shownRuns.ts",
        "src/runs/runStore.ts",
        "test/unit/store/rig.ts",
        "src/store/storeError.ts",
      ],
      folder,
      vscode.api,
    )) as Product;
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    opened = product.openTestStore();
    const { store } = opened;
    memory = new Map();
    asked = [];
    documents = [{ uri: Uri.parse(search), isClosed: false }];
    Object.assign((vscode.api as { readonly workspace: object }).workspace, { textDocuments: documents });
    runs = new product.RunStore({
      ...{ store, owner: product.owner, random: () => new Uint8Array(6) },
      clock: { now: () => product.now } as never,
    });
    shown = new product.ResultsTabs();
    openEditor();
  });
  afterEach(async () => {
    closers.splice(0).forEach((close) => close());
    editor.dispose();
    await opened.close();
    product.removeFolders();
  });

  function openEditor(): void {
    const ask =
      (name: string) =>
      async ({ header }: { readonly header: RunHeader }, ...more: readonly unknown[]): Promise<void> =>
        void asked.push([name, header.id, ...more]);
    editor = product.openResultsEditor({
      extensionUri: Uri.file("/extension") as never,
      ...{ store: opened.store, runs, shown },
      runner: { activity: () => undefined, onDidProgress: () => new Disposable(() => undefined) } as never,
      exporter: { exportRun: async () => undefined },
      shownRuns: new product.ShownRuns({
        get: (key: string) => memory.get(key),
        update: async (key: string, value: unknown) => void memory.set(key, value),
      } as never),
      searchOfRun: { edit: ask("edit"), runAgain: ask("runAgain"), rename: ask("rename"), narrow: ask("narrow") },
      openResults: async ({ id }) => void asked.push(["open", id]),
      log: () => undefined,
      lookUp: async () => undefined,
      openPeopleSearch: async () => undefined,
      now: () => product.now,
    });
    provider = editor.provider as unknown as Provider;
  }

  /** The run of a day in January, with these companies. */
  async function runOf(
    at: number,
    ids: readonly string[],
    stop: StopReason = { kind: "complete" },
  ): Promise<StoredRun> {
    const { store } = opened;
    const startedAt = product.now - (15 - at) * day;
    const run = await product.beginRun(store, "company", {
      ...{ id: `202601${String(at).padStart(2, "0")}T120000000-0123456789ab`, startedAt, source: search },
      task: { kind: "companySearch", filters: {} },
    });
    await product.addPage(
      store,
      run,
      ids.map((id) => ({ id, name: `Company ${id}`, domain: `${id}.example` })),
    );
    await store.runs.stop(run.id, product.owner, stop, product.now);
    runs.notify({ id: run.id, kind: "created" });
    return run;
  }
  const deleteRun = (run: StoredRun): Promise<void> => runs.delete(run.id);

  interface Tab {
    html(): string;
    /** The state that the page has now. */
    state(): ResultsState;
    unavailable(): Extract<ResultsInitial, { readonly kind: "unavailable" }>;
    call(call: Call<ResultsProcedures>): void;
    close(): void;
  }

  async function openTab(query = `search=${search}`): Promise<Tab> {
    const listeners = new Set<(call: Call<ResultsProcedures>) => void>();
    let latest: ResultsInitial | undefined;
    const initial = (): ResultsInitial => latest ?? initialOf(webview.html);
    const webview = {
      text: "",
      get html() {
        return this.text;
      },
      set html(text: string) {
        this.text = text;
        latest = undefined;
      },
      options: {},
      cspSource: "",
      asWebviewUri: (uri: Uri) => uri,
      onDidReceiveMessage: (listener: (call: Call<ResultsProcedures>) => void) => (
        listeners.add(listener),
        new Disposable(() => listeners.delete(listener))
      ),
      postMessage: async (message: Message<ResultsUpdates>) => {
        const current = initial();
        if (message.name === "initial") {
          latest = message.payload;
        } else if (current.kind === "open" && (message.name === "header" || message.name === "view")) {
          latest = { ...current, state: { ...current.state, [message.name]: message.payload } };
        }
        return true;
      },
    };
    let onClose: () => void = () => undefined;
    const panel = {
      webview,
      visible: true,
      active: true,
      onDidDispose: (listener: () => void) => (onClose = listener),
      onDidChangeViewState: () => new Disposable(() => undefined),
    };
    await provider.resolveCustomEditor({ uri: Uri.from({ scheme: "prospect-run", path: "/Engineers", query }) }, panel);
    closers.push(() => onClose());
    return {
      html: () => webview.html,
      state: () => {
        const now = initial();
        return now.kind === "open" ? now.state : assert.fail(`unavailable: ${now.sentence}`);
      },
      unavailable: () => {
        const now = initial();
        return now.kind === "unavailable" ? now : assert.fail("it shows a run");
      },
      call: (call) => [...listeners].forEach((listener) => listener(call)),
      close: () => onClose(),
    };
  }
  const initialOf = (html: string): ResultsInitial =>
    JSON.parse(/id="initial-state"[^>]*>([^<]*)</.exec(html)?.[1] ?? "") as ResultsInitial;
  const views = (): number => opened.db.all("select name from temp.sqlite_master where name like 'view%'").length;
  async function until(isSo: () => boolean): Promise<void> {
    for (let tries = 0; !isSo(); tries += 1) {
      assert.ok(tries < 500, "it did not happen");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  it("shows a run, and releases it when the tab is closed", async () => {
    const run = await runOf(3, ["a"]);
    const tab = await openTab();
    assert.deepEqual([tab.state().header.run, shown.visibilityOf(run.id)], [run.id, "visible"]);
    tab.close();
    assert.deepEqual([shown.visibilityOf(run.id), views()], ["closed", 0]);
  });

  describe("of a search", () => {
    it("shows the newest run with records, and lists all of them", async () => {
      const [first, second, empty] = [await runOf(3, ["a", "b"]), await runOf(4, ["a"]), await runOf(5, [])];
      const { header, view } = (await openTab()).state();
      assert.deepEqual([header.title, header.run, view.count], ["engineers", second.id, 1]);
      assert.deepEqual(
        header.runs.map(({ id }) => id),
        [empty.id, second.id, first.id],
      );
      assert.match(header.runs[1]?.what ?? "", /^Engineers · 1 record · 1 credit · Complete$/);
      assert.deepEqual([header.canEditSearch, header.canRunAgain, header.canRename], [true, true, true]);
    });

    it("shows the run that is chosen, keeps filters and sort, and remembers it", async () => {
      const [first, second] = [await runOf(3, ["a", "b", "c"]), await runOf(4, ["a", "b"])];
      const tab = await openTab();
      const filters = { facets: [], columnFilters: [], quick: [], filter: "company b" };
      tab.call({ name: "arrange", payload: { ...filters, sort: { column: "name", descending: true } } });
      await until(() => tab.state().view.filter !== "" && !tab.state().view.arranging);
      const { revision } = tab.state().view;
      tab.call({ name: "showRun", payload: { run: first.id } });
      await until(() => tab.state().header.run === first.id);
      const { view } = tab.state();
      assert.deepEqual(
        [view.filter, view.sort, view.count, view.records, view.revision > revision],
        ["company b", { column: "name", descending: true }, 1, 3, true],
      );
      assert.deepEqual([shown.visibilityOf(first.id), shown.visibilityOf(second.id)], ["visible", "closed"]);
      tab.close();
      assert.equal((await openTab()).state().header.run, first.id, "also after the window was reloaded");
    });

    it("ignores runs of other searches", async () => {
      const run = await runOf(3, ["a"]);
      const other = await product.beginRun(opened.store, "company", { source: "file:///w/other.prospect.json" });
      const tab = await openTab();
      tab.call({ name: "showRun", payload: { run: other.id } });
      tab.call({ name: "showRun", payload: { run: "nonsense" } });
      tab.call({ name: "getFacets", payload: { id: 1 } });
      assert.deepEqual([tab.state().header.run, asked], [run.id, []]);
    });

    it("is compared with the newest run that covers the same, with another one, or not at all", async () => {
      const first = await runOf(2, ["a", "b", "c", "d"]);
      const partial = await runOf(3, ["x"], { kind: "cancelled" });
      const second = await runOf(4, ["a", "b", "new"]);
      const tab = await openTab();
      await until(() => tab.state().header.changes !== undefined);
      const { comparedTo, comparable, changes } = tab.state().header;
      assert.deepEqual(
        [comparedTo, comparable.map(({ id }) => id), changes],
        [first.id, [partial.id, first.id], { new: 1, changed: 0, gone: 2, remark: undefined }],
      );
      tab.call({ name: "compareWith", payload: { run: partial.id } });
      await until(() => tab.state().header.comparedTo === partial.id && tab.state().header.changes !== undefined);
      assert.deepEqual([tab.state().header.changes?.new, tab.state().header.changes?.gone], [3, 1]);
      tab.call({ name: "compareWith", payload: {} });
      await until(() => tab.state().header.comparedTo === undefined);
      assert.equal(tab.state().header.changes, undefined);
      await runOf(5, ["a"]);
      shown.show({ kind: "search", source: search }, second.id);
      await until(() => tab.state().header.runs.length === 4);
      assert.equal(tab.state().header.comparedTo, undefined, "it stays off for this tab");
      tab.close();
      assert.equal((await openTab()).state().header.comparedTo, undefined);
    });

    it("drops the filter of changes when nothing is compared any more", async () => {
      await runOf(2, ["a", "b"]);
      await runOf(4, ["a", "c"]);
      const tab = await openTab();
      const facets = [{ id: "change", values: ["new"] }];
      tab.call({ name: "arrange", payload: { filter: "", facets, columnFilters: [], quick: [] } });
      await until(() => tab.state().view.count === 1);
      tab.call({ name: "compareWith", payload: {} });
      await until(() => tab.state().header.comparedTo === undefined);
      assert.deepEqual([tab.state().view.facets, tab.state().view.count], [[], 2]);
    });

    it("shows a new run as soon as it is told to, and compares it once it has stopped", async () => {
      const first = await runOf(3, ["a"]);
      const tab = await openTab();
      const next = await product.beginRun(opened.store, "company", {
        ...{ id: "20260106T120000000-0123456789ab", source: search, task: { kind: "companySearch", filters: {} } },
      });
      shown.show({ kind: "search", source: search }, next.id);
      await until(() => tab.state().header.run === next.id);
      assert.equal(tab.state().header.comparedTo, undefined);
      await product.addPage(opened.store, next, [{ id: "b", name: "B" }]);
      await opened.store.runs.stop(next.id, product.owner, { kind: "complete" }, product.now);
      runs.notify({ id: next.id, kind: "changed" });
      await until(() => tab.state().header.changes !== undefined);
      assert.deepEqual([tab.state().header.comparedTo, tab.state().header.changes?.new], [first.id, 1]);
    });

    it("shows the next older run when its run is deleted, and in the end that there is none", async () => {
      const [first, second, third] = [await runOf(3, ["a"]), await runOf(4, ["b"]), await runOf(5, ["c"])];
      const tab = await openTab();
      tab.call({ name: "showRun", payload: { run: second.id } });
      await until(() => tab.state().header.run === second.id);
      await deleteRun(second);
      await until(() => tab.state().header.run === first.id);
      await deleteRun(first);
      await until(() => tab.state().header.run === third.id);
      await deleteRun(third);
      await until(() => tab.html().includes("unavailable"));
      const { sentence, canEditSearch, canRunAgain } = tab.unavailable();
      assert.match(sentence, /^This run was deleted\. Run the search again/);
      assert.deepEqual([canEditSearch, canRunAgain], [true, true]);
      vscode.shown.length = 0;
      tab.call({ name: "runAgain" });
      tab.call({ name: "editSearch" });
      await until(() => vscode.shown.length === 2);
      assert.deepEqual(
        vscode.shown.map(({ what, args }) => [what, String(args[0])]),
        [
          ["prospectDesk.runSearch", search],
          ["vscode.openWith", search],
        ],
      );
      const again = await runOf(6, ["d"]);
      await until(() => tab.html().includes('"kind":"open"'));
      assert.equal(tab.state().header.run, again.id, "its next run is shown in the same tab");
    });

    it("is edited, run again, renamed and narrowed from the tab", async () => {
      const run = await runOf(3, ["a"]);
      const tab = await openTab();
      tab.call({ name: "editSearch" });
      tab.call({ name: "runAgain" });
      tab.call({ name: "renameSearch" });
      tab.call({ name: "narrowSearch", payload: { facet: "country", values: ["Germany"] } });
      await until(() => asked.length === 4);
      assert.deepEqual(asked, [
        ["edit", run.id],
        ["runAgain", run.id],
        ["rename", run.id],
        ["narrow", run.id, "country", ["Germany"]],
      ]);
    });

    it("that does not exist any more cannot be run again, but edited as a new one; its run has a title", async () => {
      documents.length = 0;
      await runOf(3, ["a"]);
      const { header } = (await openTab()).state();
      assert.deepEqual(
        [header.title, header.canEditSearch, header.canRunAgain, header.canRename],
        ["Engineers", true, false, true],
      );
    });

    it("continues under the name of a renamed search with the run and filters it showed", async () => {
      const first = await runOf(3, ["a", "b"]);
      await runOf(4, ["a", "b"]);
      const tab = await openTab();
      tab.call({ name: "showRun", payload: { run: first.id } });
      await until(() => tab.state().header.run === first.id);
      tab.call({ name: "arrange", payload: { filter: "company b", facets: [], columnFilters: [], quick: [] } });
      await until(() => tab.state().view.count === 1);
      const renamed = "file:///w/renamed.prospect.json";
      await runs.moveSource(search, renamed);
      shown.carryOver({ kind: "search", source: search }, { kind: "search", source: renamed });
      memory.set("results.shownRuns", { [renamed]: { run: first.id, comparison: "default" } });
      const next = await openTab(`search=${renamed}`);
      assert.deepEqual([next.state().header.run, next.state().view.filter], [first.id, "company b"]);
    });
  });

  describe("with a tab for each run", () => {
    it("shows that run, and opens the others in tabs of their own", async () => {
      const [first, second] = [await runOf(3, ["a"]), await runOf(4, ["b"])];
      const tab = await openTab(first.id);
      assert.deepEqual([tab.state().header.run, tab.state().header.runs.length], [first.id, 2]);
      tab.call({ name: "showRun", payload: { run: second.id } });
      await until(() => asked.length > 0);
      assert.deepEqual([asked, tab.state().header.run], [[["open", second.id]], first.id]);
    });

    it("shows a look-up alone", async () => {
      const run = await product.beginRun(opened.store, "company", {
        ...{
          purpose: "lookup",
          source: undefined,
          task: { kind: "companyLookup", identifiers: {} },
          title: "acme.example",
        },
      });
      const { header } = (await openTab(run.id)).state();
      assert.deepEqual(
        [header.title, header.runs.length, header.comparable.length, header.canEditSearch, header.canRunAgain],
        ["acme.example", 1, 0, false, false],
      );
      assert.ok(header.canRename);
    });

    it("shows that the run was deleted, in an open tab too", async () => {
      const run = await runOf(3, ["a"]);
      const tab = await openTab(run.id);
      await deleteRun(await runOf(2, ["b"]));
      assert.equal(tab.state().header.run, run.id);
      await deleteRun(run);
      await until(() => tab.html().includes("unavailable"));
      assert.match(tab.unavailable().sentence, /This run was deleted\./);
      assert.equal(shown.visibilityOf(run.id), "closed");
      assert.match((await openTab(run.id)).unavailable().sentence, /This run was deleted\. Run the search again/);
    });
  });

  it("shows the store's sentence when the database cannot be read", async () => {
    const run = await runOf(3, ["a"]);
    runs.summary = () => Promise.reject(product.setAsideError("desk.db", "desk.db.damaged"));
    assert.match(
      (await openTab(run.id)).unavailable().sentence,
      /^The database desk\.db was damaged\. It was moved to desk\.db\.damaged/,
    );
    runs.summary = () => Promise.reject(new Error("not for people"));
    const { html } = await openTab(run.id);
    assert.match(html(), /could not be read\. Open the run again/);
    assert.ok(!html().includes("not for people"));
  });

  it("shows the last reply that could not be read, unchanged", async () => {
    const run = await product.beginRun(opened.store, "company");
    const { calls } = opened.store;
    const reply = Uri.from({ scheme: "prospect-reply", path: "/Reply.txt", query: run.id });
    await assert.rejects(replier.provideTextDocumentContent(reply), { code: "NOT_FOUND" });
    for (const body of ["first", "<html>é</html>", `x${"é".repeat(1024 * 1024)}`]) {
      const reserved = await calls.reserve({
        run: run.id,
        connection: run.connection.id,
        operation: "companySearch",
        at: product.now,
        asked: 1,
        credits: 1,
      });
      await product.addPage(opened.store, run, [], {
        call: reserved.kind === "reserved" ? reserved.call : 0,
        body: Buffer.from(body),
      });
      const text = await replier.provideTextDocumentContent(reply);
      assert.equal(text.slice(0, 14), body.slice(0, 14));
      assert.equal(text.endsWith("Only the first 1 MiB is shown.\n"), body.length > 1000);
    }
  });
});
