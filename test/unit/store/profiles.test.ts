// What users chose, kept as it was given: column profiles, last exports, layouts and settings.
import assert from "node:assert/strict";
import { now, type TestStore, useTestStore } from "./rig";

describe("choices in the store", () => {
  let store: TestStore;
  useTestStore((fresh) => {
    store = fresh.store;
  });

  it("are column profiles by name, whatever its case, for each kind of record", async () => {
    const { columnProfiles, saveColumnProfile, removeColumnProfile } = store.profiles;
    assert.deepEqual(await columnProfiles("person"), []);
    await saveColumnProfile("person", "Mail", { n: 1 });
    await saveColumnProfile("person", "all", { n: 2 });
    await saveColumnProfile("company", "mail", { n: 3 });
    await saveColumnProfile("person", "  MAIL ", { n: 4 });
    assert.deepEqual(await columnProfiles("person"), [{ n: 2 }, { n: 4 }]);
    await removeColumnProfile("person", "mail ");
    assert.deepEqual(await columnProfiles("person"), [{ n: 2 }]);
    assert.deepEqual(await columnProfiles("company"), [{ n: 3 }]);
  });

  it("are the last exports of each search", async () => {
    const { lastExport, saveLastExport } = store.profiles;
    assert.equal(await lastExport("file:///a", "shown"), undefined);
    await saveLastExport("file:///a", "shown", { n: 1 }, now);
    await saveLastExport("file:///a", "selection", { n: 2 }, now);
    await saveLastExport("file:///b", "shown", { n: 3 }, now);
    await saveLastExport("file:///a", "shown", { n: 4 }, now + 1);
    assert.deepEqual(
      [
        await lastExport("file:///a", "shown"),
        await lastExport("file:///a", "selection"),
        await lastExport("file:///b", "shown"),
        await lastExport("file:///b", "selection"),
      ],
      [{ n: 4 }, { n: 2 }, { n: 3 }, undefined],
    );
    await store.runs.moveSource("file:///a", "file:///c");
    assert.deepEqual(
      [await lastExport("file:///a", "shown"), await lastExport("file:///c", "shown")],
      [undefined, { n: 4 }],
    );
    await store.runs.moveSource("file:///c", "file:///b");
    assert.deepEqual(
      [await lastExport("file:///b", "shown"), await lastExport("file:///b", "selection")],
      [{ n: 3 }, { n: 2 }],
      "an export that is there already stays",
    );
  });

  it("are the columns of the grid, until they are reset", async () => {
    const { gridLayout, saveGridLayout } = store.profiles;
    assert.deepEqual(await gridLayout("person"), []);
    await saveGridLayout("person", ["name", { id: "city" }]);
    await saveGridLayout("person", ["city"]);
    assert.deepEqual([await gridLayout("person"), await gridLayout("company")], [["city"], []]);
    await saveGridLayout("person", []);
    assert.deepEqual(await gridLayout("person"), []);
  });

  it("are settings by name, of which others stay", async () => {
    assert.deepEqual(await store.settings.all(), {});
    await store.settings.save({ limit: 5, agents: { on: true } });
    await store.settings.save({ limit: null, language: "de" });
    assert.deepEqual(await store.settings.all(), { limit: null, agents: { on: true }, language: "de" });
  });
});
