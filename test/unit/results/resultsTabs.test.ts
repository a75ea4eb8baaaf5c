// Which results tab a command acts on.
import assert from "node:assert/strict";
import { ResultsTabs, type ResultsTab } from "../../../src/workbench/resultsEditor/resultsTabs";

const tab = (
  runId: string,
  selected: readonly number[],
  more: { readonly visible?: boolean; readonly active?: boolean } = {},
): ResultsTab => ({
  runId,
  isVisible: () => more.visible ?? true,
  isActive: () => more.active ?? false,
  state: () => ({ selected }),
});

describe("visible results", () => {
  it("have the selection of a run's tab, while the tab is visible", () => {
    const tabs = new ResultsTabs();
    tabs.add(tab("hidden", [1], { visible: false }));
    const remove = tabs.add(tab("visible", [3, 2]));
    assert.equal(tabs.tabStateOf("hidden"), undefined);
    assert.deepEqual(tabs.tabStateOf("visible"), { selected: [3, 2] });
    remove();
    assert.equal(tabs.tabStateOf("visible"), undefined);
  });

  it("use the active one of two tabs of a run, or else the one with a selection", () => {
    const tabs = new ResultsTabs();
    tabs.add(tab("a", []));
    tabs.add(tab("a", [5]));
    assert.deepEqual(tabs.tabStateOf("a"), { selected: [5] });
    tabs.add(tab("a", [], { active: true }));
    assert.deepEqual(tabs.tabStateOf("a"), { selected: [] });
  });

  it("have one run, unless it is ambiguous", () => {
    const tabs = new ResultsTabs();
    assert.equal(tabs.visibleRun(), undefined);
    tabs.add(tab("a", []));
    assert.equal(tabs.visibleRun(), "a");
    const remove = tabs.add(tab("b", [1]));
    assert.equal(tabs.visibleRun(), "b");
    tabs.add(tab("a", [2]));
    assert.equal(tabs.visibleRun(), undefined);
    remove();
    assert.equal(tabs.visibleRun(), "a");
  });
});
