// Records whose JSON is no longer valid, as after a bad disk: no export writes them, and every export counts and names
// them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { builtInProfiles } from "../../../src/export/columnProfile";
import { formatWith, type ExportFormat } from "../../../src/export/formats";
import { csvPresets } from "../../../src/tables/writer";
import type { InProcessStore } from "../store/inProcess";
import { addPage, beginRun, newFolder, now, openTestStore, removeFolders, type TestStore } from "../store/rig";

/** What a disk leaves of a record. */
const damages: Readonly<Record<string, string>> = {
  "zero bytes": "cast(zeroblob(length(json)) as text)",
  "its beginning": "substr(json, 1, length(json) - 40)",
  "its end": "substr(json, 20)",
  "zero bytes in the middle": "substr(json, 1, 30) || cast(zeroblob(9) as text) || substr(json, 40)",
  "bytes that are no text":
    "cast(cast(substr(json, 1, 20) as blob) || x'ff' || cast(substr(json, 22) as blob) as text)",
  nothing: "''",
};

describe("a record whose JSON is no longer valid", () => {
  let opened: InProcessStore<TestStore>;
  let store: TestStore;
  beforeEach(() => {
    opened = openTestStore();
    store = opened.store;
  });
  afterEach(async () => {
    await opened.close();
    removeFolders();
  });

  /** A view of 250 people, of whom the third and the last but one were damaged. */
  async function damagedView(damage: string): Promise<number> {
    const run = await beginRun(store);
    for (let from = 0; from < 250; from += 50) {
      const page = Array.from({ length: 50 }, (_, n) => ({
        id: `p${from + n}`,
        full_name: `Person ${from + n}`,
        text: `Zoë ${"x".repeat(100)}`,
      }));
      await addPage(store, run, page);
    }
    opened.db.run(
      `update record_json set json = ${damage} where key in (select key from person_record where id in ('p2', 'p248'))`,
    );
    return (await store.views.open({ kind: "run", run: run.id }, { columns: [], now })).view;
  }

  const everything = { name: "", columns: "everything", lists: "joined" } as const;
  const ofText = { name: "", columns: [{ id: "id" }, { id: "text.x" }], lists: "joined" } as const;
  const withJson: readonly (readonly [string, ExportFormat])[] = (
    ["csv", "json", "ndjson", "xlsx", "sqlite", "parquet", "markdown"] as const
  ).flatMap((kind) =>
    [everything, ofText].map(
      (profile) =>
        [
          `${kind}, ${profile === everything ? "all columns" : "a field"}`,
          formatWith(kind, { profile, options: csvPresets.Plain }),
        ] as const,
    ),
  );

  for (const [what, damage] of Object.entries(damages)) {
    it(`of which there is ${what}: it is in no file, and is named`, async () => {
      const view = await damagedView(damage);
      for (const [title, format] of withJson) {
        const file = path.join(newFolder(), "out");
        const { records } = await store.exports.toFile({ view, format, file, replace: true });
        assert.equal(records, 248, title);
        assert.deepEqual(await store.views.unreadable(view), { count: 2, names: ["Person 2", "Person 248"] }, title);
        if (format.kind === "ndjson" || format.kind === "json") {
          const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
          const ids =
            format.kind === "json"
              ? (JSON.parse(text) as { readonly id: string }[]).map(({ id }) => id)
              : text
                  .trim()
                  .split("\n")
                  .map((line) => (JSON.parse(line) as { readonly id: string }).id);
          assert.equal(ids.length, 248);
          assert.equal(ids.includes("p2"), false);
        }
      }
    });
  }

  it("is exported with columns that are stored beside its JSON, which are not damaged", async () => {
    const view = await damagedView("''");
    const [profile] = builtInProfiles("person");
    const format = formatWith("csv", { profile, options: csvPresets.Plain });
    const text = Buffer.from(await store.exports.toBytes({ view, format })).toString();
    assert.ok(text.includes("Person 248"));
    assert.deepEqual(await store.views.unreadable(view), { count: 0, names: [] });
  });

  it("is left out of what is inserted and previewed", async () => {
    const view = await damagedView("''");
    const { view: again } = await store.views.open(
      { kind: "keys", recordKind: "person", keys: await store.views.keysAt(view, [[0, 5]]) },
      { columns: [], now },
    );
    const inserted = await store.exports.toText({ view: again, format: formatWith("json", {} as never) });
    assert.equal((JSON.parse(Buffer.from(inserted).toString()) as unknown[]).length, 4);
    const { rows } = await store.exports.preview({ view: again, profile: everything });
    assert.equal(rows.length, 4);
    assert.deepEqual(await store.views.unreadable(again), { count: 1, names: ["Person 2"] });
  });
});
