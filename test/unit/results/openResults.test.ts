// Where the results of a run are opened, and what follows a search that is renamed, moved or saved for the first time.
import assert from "node:assert/strict";
import { TabInputCustom, Uri } from "vscode";
import { resultsOpener, type OpenResults } from "../../../src/workbench/resultsEditor/openResults";
import { ResultsTabs, type OpenTab } from "../../../src/workbench/resultsEditor/resultsTabs";
import { followSearchDocuments } from "../../../src/workbench/running/followSearchDocuments";
import { LiveRuns, RunProgressNotice } from "../../../src/workbench/running/liveRuns";
import { useVscode } from "../../support/vscode";
import { mementoOf } from "./tabRig";

interface Group {
  readonly viewColumn: number;
  readonly isActive: boolean;
  tabs: { readonly input: unknown; readonly isActive: boolean; readonly group: Group }[];
}

const run = "20261120T120409123-0123456789ab";
const makers = "file:///w/Makers.prospect.json";
const ofSearch = { id: run, title: "Makers", purpose: "search", source: makers } as const;

describe("results are opened", function () {
  const vscode = useVscode();
  const events = new Map<string, (event: unknown) => unknown>();
  let groups: Group[];
  let told: unknown[];
  let inFront: { readonly label: string; readonly input?: object };
  let open: OpenResults;

  before(() => {
    Object.assign(vscode.window, {
      tabGroups: {
        get all() {
          return groups;
        },
        get activeTabGroup() {
          return { viewColumn: 1, activeTab: inFront };
        },
        close: async ({ input }: { readonly input: TabInputCustom }) => void told.push(["close", input.uri.toString()]),
      },
    });
    const on = (name: string) => (listener: (event: unknown) => unknown) => (
      events.set(name, listener),
      { dispose: () => events.delete(name) }
    );
    const names = ["onDidRenameFiles", "onWillSaveTextDocument", "onDidSaveTextDocument"];
    Object.assign(vscode.workspace, Object.fromEntries(names.map((name) => [name, on(name)])));
  });
  beforeEach(() => {
    groups = [];
    told = [];
    const shown = { show: (...args: readonly unknown[]) => void told.push(args) };
    open = resultsOpener(shown as never);
  });

  const opened = (): readonly unknown[] =>
    vscode.shown
      .filter(({ what }) => what === "vscode.openWith")
      .map(({ args: [uri, editor, options] }) => [String(uri), editor, options]);
  function group(viewColumn: number, isActive: boolean, ...addresses: readonly string[]): void {
    const own: Group = { viewColumn, isActive, tabs: [] };
    own.tabs = addresses.map((address, at) => ({
      input: new TabInputCustom(Uri.parse(address), ""),
      isActive: at === 0,
      group: own,
    }));
    groups.push(own);
  }
  const newTabs = (): ResultsTabs => new ResultsTabs(mementoOf(new Map()) as never);
  const idle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

  it("in one tab per search, with its name", async () => {
    await open(ofSearch);
    assert.deepEqual(opened(), [
      [`prospect-run:/Results: Makers?search=${makers}`, "prospectDesk.results", { preview: false }],
    ]);
    assert.deepEqual(told, [
      [
        { kind: "search", source: makers },
        { run, first: undefined, record: undefined },
      ],
    ]);
  });

  it("in the tab that is open, whatever its name and group", async () => {
    group(1, true, "prospect-run:/Others?search=file:///w/Others.prospect.json");
    group(2, false, "prospect-run:/Others?search=file:///w/Others.prospect.json", `prospect-run:/Old?search=${makers}`);
    await open(ofSearch, { preserveFocus: true });
    assert.deepEqual(opened(), [
      [
        `prospect-run:/Old?search=${makers}`,
        "prospectDesk.results",
        { preview: false, viewColumn: 2, preserveFocus: true },
      ],
    ]);
  });

  it("in front of who waits for them, and in the background of who went elsewhere", async () => {
    const live = new LiveRuns(newTabs(), open, (line) => assert.fail(line));
    const header = { ...ofSearch, task: { kind: "peopleSearch", filters: {} }, limits: { records: 1 } };
    const summary = { header, records: 0 } as never;
    const search = { label: "New people search", input: { uri: Uri.parse("untitled:new.prospect.json") } };
    // The filters that were just added are the name of a search that was never saved.
    for (const next of [{ ...search, label: "VP · Germany" }, { label: "notes.md" }]) {
      inFront = search;
      const { call, end } = live.follow(new AbortController(), "shown");
      await idle();
      inFront = next;
      call.onProgress(0, undefined, "", { kind: "started", summary });
      await live.opened(run);
      end();
    }
    assert.deepEqual(
      opened().map((one) => (one as readonly unknown[])[2]),
      [{ preview: false }, { preview: false, background: true, preserveFocus: true }],
    );
  });

  it("in a tab of their own for counts and look-ups", async () => {
    await open({ ...ofSearch, purpose: "count" });
    await open({ id: run, title: "acme.example" });
    const queries = opened().map((one) => String((one as readonly unknown[])[0]).split("?")[1]);
    assert.deepEqual([queries, told], [[run, run], []]);
  });

  describe("and follow their search", () => {
    let moved: unknown[];
    let companiesMoved: unknown[];
    let tabsMoved: unknown[];
    /** From where and to where a page takes what is typed in it. */
    let typed: unknown[];
    beforeEach(() => {
      moved = [];
      companiesMoved = [];
      tabsMoved = [];
      typed = [];
      followSearchDocuments({
        app: {
          runs: {
            sources: async () => [{ source: makers }],
            moveSource: async (from: string, to: string) => void moved.push([from, to]),
          },
        },
        runner: { moveSource: () => undefined },
        shown: { move: (...args: readonly unknown[]) => void tabsMoved.push(args) },
        companiesOfSearches: { move: async (from: string, to: Uri) => void companiesMoved.push([from, to.toString()]) },
        uncommittedInput: { carryOver: (from: Uri, to: Uri) => typed.push([from.toString(), to.toString()]) },
        log: (line: string) => assert.fail(line),
      } as never);
    });
    afterEach(() => assert.deepEqual(companiesMoved, moved));
    const renamed = async (oldUri: string, newUri: string): Promise<void> => {
      events.get("onDidRenameFiles")?.({ files: [{ oldUri: Uri.parse(oldUri), newUri: Uri.parse(newUri) }] });
      await idle();
    };
    const document = (uri: string, text: string): object => ({
      uri: Uri.parse(uri),
      isUntitled: uri.startsWith("untitled:"),
      getText: () => text,
    });

    it("when it is renamed: the tab is opened under the new name in the same place", async () => {
      group(1, true, `prospect-run:/Makers?search=${makers}`);
      await renamed(makers, "file:///w/Builders.prospect.json");
      assert.deepEqual(moved, [[makers, "file:///w/Builders.prospect.json"]]);
      assert.deepEqual(opened(), [
        [
          "prospect-run:/Results: Builders?search=file:///w/Builders.prospect.json",
          "prospectDesk.results",
          { preview: false, viewColumn: 1, preserveFocus: false, background: false },
        ],
      ]);
      assert.deepEqual(told, [["close", `prospect-run:/Makers?search=${makers}`]]);
      const renamedTo = "file:///w/Builders.prospect.json";
      assert.deepEqual(tabsMoved, [[makers, renamedTo].map((source) => ({ kind: "search", source }))]);
    });

    it("when it gets another kind of file, they stay", async () => {
      await renamed(makers, "file:///w/Makers.txt");
      await renamed("file:///w/notes.md", "file:///w/other.md");
      assert.deepEqual(moved, []);
    });

    it("when it is saved for the first time: to its path, or to another one while it is in front", async () => {
      const unsaved = ["untitled:/w/searches/New.prospect.json", "untitled:/w/searches/New 2.prospect.json"] as const;
      vscode.workspace["textDocuments"] = [
        document(unsaved[0], "one"),
        document(unsaved[1], "two"),
        document(makers, "three"),
      ];
      const saved = async (uri: string, text: string, front: string): Promise<void> => {
        inFront = { label: "in front", input: new TabInputCustom(Uri.parse(front), "") };
        const file = document(uri, text);
        events.get("onWillSaveTextDocument")?.({ document: file, waitUntil: () => undefined });
        events.get("onDidSaveTextDocument")?.(file);
        await idle();
      };
      await saved("file:///w/searches/New.prospect.json", "one", makers);
      await saved("file:///w/Two.prospect.json", "two", unsaved[1]);
      await saved("file:///w/Three.prospect.json", "three", makers); // a copy: the runs stay
      await saved("file:///w/Two.prospect.json", "something else", unsaved[1]);
      vscode.workspace["textDocuments"] = [];
      assert.deepEqual(moved, [
        [unsaved[0], "file:///w/searches/New.prospect.json"],
        [unsaved[1], "file:///w/Two.prospect.json"],
      ]);
      assert.deepEqual(typed, [...moved, [makers, "file:///w/Three.prospect.json"]]);
    });
  });

  describe("and say alone how far a run is", () => {
    const toasts = (): number => vscode.shown.filter(({ what }) => what === "withProgress").length;
    const untilShown = async (): Promise<void> => {
      for (let tries = 0; tries < 200 && toasts() === 0; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };

    it("VS Code's progress appears while no tab shows the run, and only then", async () => {
      const tabs = newTabs();
      const tab = { runId: run, isVisible: () => true } as OpenTab;
      const close = tabs.add(tab);
      const notice = new RunProgressNotice("Fetching Makers", run, tabs, () => undefined);
      notice.update("100 of 400");
      assert.equal(toasts(), 0);
      close();
      tabs.add(tab)();
      await untilShown();
      assert.equal(toasts(), 1, "a tab that is opened again at once leaves none");
      notice.dispose();
    });
  });
});
