// Which results tab a command means that is given from elsewhere.
import assert from "node:assert/strict";
import { createShownResults, type ResultsTab } from "../../../src/workbench/resultsEditor/shownResults";

const tab = (
  runId: string,
  selected: readonly number[],
  more: { readonly visible?: boolean; readonly active?: boolean } = {},
): ResultsTab => ({
  runId,
  isVisible: () => more.visible ?? true,
  isActive: () => more.active ?? false,
  choice: () => ({ selected }),
});

describe("results in sight", () => {
  it("tell what is selected in a run's tab, while the tab is in sight", () => {
    const shown = createShownResults();
    shown.add(tab("hidden", [1], { visible: false }));
    const remove = shown.add(tab("seen", [3, 2]));
    assert.equal(shown.choiceIn("hidden"), undefined);
    assert.deepEqual(shown.choiceIn("seen"), { selected: [3, 2] });
    remove();
    assert.equal(shown.choiceIn("seen"), undefined);
  });

  it("of two tabs of a run mean the active one, or else the one with a selection", () => {
    const shown = createShownResults();
    shown.add(tab("a", []));
    shown.add(tab("a", [5]));
    assert.deepEqual(shown.choiceIn("a"), { selected: [5] });
    shown.add(tab("a", [], { active: true }));
    assert.deepEqual(shown.choiceIn("a"), { selected: [] });
  });

  it("name their run when there is no doubt which", () => {
    const shown = createShownResults();
    assert.equal(shown.runInSight(), undefined);
    shown.add(tab("a", []));
    assert.equal(shown.runInSight(), "a");
    const remove = shown.add(tab("b", [1]));
    assert.equal(shown.runInSight(), "b");
    shown.add(tab("a", [2]));
    assert.equal(shown.runInSight(), undefined);
    remove();
    assert.equal(shown.runInSight(), "a");
  });
});
