// Which results tab a command acts on, and which shows a run.
import assert from "node:assert/strict";
import { comparedWith, rowsOfList, type RowSource } from "../../../src/app/rowSource";
import { addressKey, readResultsUri, type RunsAddress } from "../../../src/workbench/resultsEditor/resultsAddress";
import { ResultsTabs, type OpenTab } from "../../../src/workbench/resultsEditor/resultsTabs";
import { mementoOf } from "./tabRig";

interface TabOptions {
  readonly visible?: boolean;
  readonly active?: boolean;
  readonly search?: string;
  readonly asked?: unknown[];
}

const sourceOf = (run: string): RowSource => ({ title: run, recordKind: "person", view: { kind: "run", run } });
const tab = (runId: string, selected: readonly number[], more: TabOptions = {}): OpenTab => ({
  address: more.search === undefined ? { kind: "run", run: runId } : { kind: "search", source: more.search },
  runId,
  isVisible: () => more.visible ?? true,
  isActive: () => more.active ?? false,
  shown: () => ({ source: sourceOf(runId), state: { selected } }),
  show: (choice) => void more.asked?.push(choice),
  lookUpFocused: () => false,
});
const newTabs = (): ResultsTabs => new ResultsTabs(mementoOf(new Map()) as never);
const search = (source: string): RunsAddress => ({ kind: "search", source });

describe("visible results", () => {
  it("have the selection of a run's tab, while the tab is visible", () => {
    const tabs = newTabs();
    tabs.add(tab("hidden", [1], { visible: false }));
    const remove = tabs.add(tab("visible", [3, 2]));
    assert.equal(tabs.stateOf(sourceOf("hidden")), undefined);
    assert.deepEqual(tabs.stateOf(sourceOf("visible")), { selected: [3, 2] });
    remove();
    assert.equal(tabs.stateOf(sourceOf("visible")), undefined);
  });

  it("use the active one of two tabs of a run, or else the one with a selection", () => {
    const tabs = newTabs();
    tabs.add(tab("a", []));
    tabs.add(tab("a", [5]));
    assert.deepEqual(tabs.stateOf(sourceOf("a")), { selected: [5] });
    tabs.add(tab("a", [], { active: true }));
    assert.deepEqual(tabs.stateOf(sourceOf("a")), { selected: [] });
  });

  it("have the selection of a list, whichever run its records came from", () => {
    const tabs = newTabs();
    const list = rowsOfList({ id: "1", name: "Candidates" }, "person");
    const state = { selected: [7] };
    const shown = () => ({ source: comparedWith(list, undefined), state });
    tabs.add({ ...tab("", []), address: { kind: "list", list: "1" }, runId: undefined, shown });
    assert.deepEqual(tabs.stateOf(list), state);
    assert.equal(tabs.stateOf(rowsOfList({ id: "1", name: "Candidates" }, "company")), undefined);
    assert.deepEqual(tabs.shownAt({ kind: "list", list: "1" }), shown());
  });

  it("are those of a run, also while it is compared", () => {
    const tabs = newTabs();
    tabs.add({
      ...tab("a", [1]),
      shown: () => ({ source: comparedWith(sourceOf("a"), "b"), state: { selected: [1] } }),
    });
    assert.deepEqual(tabs.stateOf(sourceOf("a")), { selected: [1] });
  });
});

describe("the tab of a search", () => {
  it("is told which run to show: the active one, else a visible one, and the newest of several", () => {
    const tabs = newTabs();
    const [hidden, visible, other, newest]: [unknown[], unknown[], unknown[], unknown[]] = [[], [], [], []];
    tabs.add(tab("a", [], { search: "file:///a", visible: false, asked: hidden }));
    tabs.add(tab("a", [], { search: "file:///b", asked: other }));
    tabs.show(search("file:///a"), { run: "b" });
    tabs.add(tab("c", [], { search: "file:///a", asked: visible }));
    tabs.show(search("file:///a"), { run: "d" });
    assert.deepEqual([hidden, visible, other], [[{ run: "b" }], [{ run: "d" }], []]);
    assert.deepEqual([tabs.runAt(search("file:///a")), tabs.runAt(search("file:///c"))], ["c", undefined]);
    tabs.add(tab("c", [], { search: "file:///d", active: true, asked: visible }));
    tabs.add(tab("c", [], { search: "file:///d", active: true, asked: newest }));
    tabs.show(search("file:///d"), { run: "e" });
    assert.deepEqual([visible, newest], [[{ run: "d" }], [{ run: "e" }]]);
  });

  it("shows a run visibly, behind another tab, or not at all", () => {
    const tabs = newTabs();
    assert.equal(tabs.visibilityOf("a"), "closed");
    const remove = tabs.add(tab("a", [], { search: "file:///a", visible: false }));
    assert.deepEqual([tabs.visibilityOf("a"), tabs.visibilityOf("b")], ["open", "closed"]);
    tabs.add(tab("a", []));
    assert.equal(tabs.visibilityOf("a"), "visible");
    remove();
    assert.equal(tabs.visibilityOf("a"), "visible");
  });

  it("tells when it is opened, shows another run, and is closed", () => {
    const tabs = newTabs();
    let changes = 0;
    const stop = tabs.onDidChange(() => (changes += 1));
    const remove = tabs.add(tab("a", []));
    tabs.changed();
    remove();
    assert.equal(changes, 3);
    stop();
    tabs.changed();
    assert.equal(changes, 3);
  });

  it("shows what it was asked for while it was not open", () => {
    const tabs = newTabs();
    const chosen = (name: string): unknown => tabs.chosenAt(search(name)).run;
    for (const run of ["2", "3"]) {
      tabs.show(search("a"), { run });
      assert.equal(chosen("a"), run);
    }
    tabs.move(search("a"), search("b"));
    assert.deepEqual([chosen("b"), chosen("a")], ["3", undefined]);
  });

  it("is as new where what is stored cannot be read", () => {
    const tabs = new ResultsTabs(mementoOf(new Map([["results.tabs", { "search=a": { run: 7 } }]])) as never);
    assert.equal(tabs.chosenAt(search("a")).run, undefined);
  });

  it("is known by its query alone, whatever is in the search's address", () => {
    for (const source of [
      "file:///a%20b/c&d=e.prospect.json",
      "untitled:New#1.prospect.json",
      "vscode-vfs://x/?search=",
    ]) {
      assert.deepEqual(readResultsUri({ query: addressKey(search(source)) }), search(source));
    }
    const run: RunsAddress = { kind: "run", run: "20261120T120409123-0123456789ab" };
    assert.deepEqual(readResultsUri({ query: addressKey(run) }), run);
  });
});
