// The results editor around a tab: runs that are gone, a damaged database, replies that were not understood.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type * as Editor from "../../../src/workbench/resultsEditor/registerResultsEditor";
import type * as Replies from "../../../src/workbench/resultsEditor/rawReply";
import type { RunChange } from "../../../src/runs/runStore";
import type { InProcessStore } from "../store/inProcess";
import type { StoredRun } from "../../../src/store/runs";
import type * as Errors from "../../../src/store/storeError";
import { importWithVscode } from "../workbench/bundleWithVscode";
import { createScriptedVscode, Uri } from "../workbench/scriptedVscode";
import type * as Rig from "../store/rig";

type Product = typeof Editor & typeof Replies & typeof Rig & typeof Errors;
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

describe("the results editor", function () {
  this.timeout(60_000);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prospect-desk-editor-"));
  const vscode = createScriptedVscode();
  let provider: Provider;
  let replier: Replier;
  let product: Product;
  let opened: InProcessStore<Rig.TestStore>;
  let run: StoredRun;
  let changed: (change: RunChange) => void;
  let editor: Editor.ResultsEditor;
  const closers: (() => void)[] = [];
  /** Tabs that commands may mean. */
  let tabs: number;
  let summary: () => Promise<unknown>;

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
    run = await product.beginRun(store, "company");
    await product.addPage(store, run, [{ id: "1", name: "Acme" }]);
    tabs = 0;
    summary = async () => {
      const found = await store.runs.get(run.id, product.now);
      return (
        found && { header: found, ...found, possibleCredits: 0, unpriced: { pages: 0 }, stop: { kind: "complete" } }
      );
    };
    editor = product.openResultsEditor({
      extensionUri: Uri.file("/extension") as never,
      store,
      runs: {
        summary: () => summary(),
        onDidChange: (listener: typeof changed) => ((changed = listener), () => (changed = () => undefined)),
      } as never,
      runner: { activity: () => undefined, onDidProgress: () => new Disposable(() => undefined) } as never,
      exporter: { exportRun: async () => undefined },
      shown: { add: () => ((tabs += 1), () => (tabs -= 1)) },
      log: () => undefined,
      openPeopleSearch: async () => undefined,
    });
    provider = editor.provider as unknown as Provider;
  });
  afterEach(async () => {
    closers.splice(0).forEach((close) => close());
    editor.dispose();
    await opened.close();
    product.removeFolders();
  });

  async function openTab(): Promise<{ html(): string; close(): void }> {
    const webview = {
      html: "",
      options: {},
      cspSource: "",
      asWebviewUri: (uri: Uri) => uri,
      onDidReceiveMessage: () => new Disposable(() => undefined),
      postMessage: async () => true,
    };
    let onClose: () => void = () => undefined;
    const panel = {
      webview,
      visible: true,
      active: true,
      onDidDispose: (listener: () => void) => (onClose = listener),
      onDidChangeViewState: () => new Disposable(() => undefined),
    };
    await provider.resolveCustomEditor(
      { uri: Uri.from({ scheme: "prospect-run", path: "/Engineers", query: run.id }) },
      panel,
    );
    closers.push(() => onClose());
    return { html: () => webview.html, close: () => onClose() };
  }
  const views = (): number => opened.db.all("select name from temp.sqlite_master where name like 'view%'").length;

  it("shows a run, and releases it when the tab is closed", async () => {
    const tab = await openTab();
    assert.match(tab.html(), /"kind":"open"/);
    assert.equal(tabs, 1);
    tab.close();
    assert.deepEqual([tabs, views()], [0, 0]);
  });

  it("shows that a run was deleted", async () => {
    summary = async () => undefined;
    assert.match((await openTab()).html(), /This run was deleted\. Run the search again/);
    assert.equal(tabs, 0);
  });

  it("shows it in an open tab too", async () => {
    const tab = await openTab();
    changed({ id: "another", kind: "deleted" });
    assert.match(tab.html(), /"kind":"open"/);
    changed({ id: run.id, kind: "deleted" });
    assert.match(tab.html(), /This run was deleted\./);
    assert.equal(tabs, 0);
  });

  it("shows the store's sentence when the database cannot be read", async () => {
    summary = () => Promise.reject(product.setAsideError("desk.db", "desk.db.damaged"));
    assert.match((await openTab()).html(), /The database desk\.db was damaged\. It was moved to desk\.db\.damaged/);
    summary = () => Promise.reject(new Error("not for people"));
    const { html } = await openTab();
    assert.match(html(), /could not be read\. Open the run again/);
    assert.ok(!html().includes("not for people"));
  });

  it("shows the last reply that could not be read, unchanged", async () => {
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
