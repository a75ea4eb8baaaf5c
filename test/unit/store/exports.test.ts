// Exports of a comparison.
import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { builtInProfiles } from "../../../src/export/columnProfile";
import { crmProfiles } from "../../../src/export/crmProfiles";
import type { ExportFormat } from "../../../src/export/formats";
import { csvPresets } from "../../../src/tables/writer";
import { addPage, beginRun, now, type TestStore, useTestStore } from "./rig";

describe("exports of the store", function () {
  let store: TestStore;
  useTestStore((opened) => (store = opened.store), "all");

  it("tell of each record of a comparison what it is, in every format of text; copies do not", async () => {
    const [earlier, later] = [await beginRun(store, "company"), await beginRun(store, "company")];
    await addPage(store, earlier, [{ id: "1", name: "A" }, { id: "2" }]);
    const body = Buffer.from(
      '{"companies":[{"id":"1","name":"B"},{"id":"2"},{"id":"4","change":"mine","list":[{}]},{ }],"metadata":{}}',
    );
    await addPage(store, later, [], { body });
    const source = { kind: "run", run: later.id, since: earlier.id } as const;
    const { view } = await store.views.open(source, { columns: [], now });
    const textOf = async (format: ExportFormat): Promise<string> =>
      Buffer.from(await store.exports.toBytes({ view, format })).toString();
    const changes = ["changed", "unchanged", "new", ""];
    for (const profile of [...builtInProfiles("company"), ...crmProfiles("company")]) {
      const format = { kind: "csv", profile, options: csvPresets.Plain } as const;
      const rows = parse(await textOf(format), { columns: true }) as unknown as readonly Record<string, string>[];
      assert.deepEqual(
        rows.map((row) => row["Change"]),
        changes,
        profile.name,
      );
      const { headers } = await store.exports.preview({ view, profile });
      assert.ok(headers.includes("Change"), profile.name);
    }
    const expected = [
      { id: "1", name: "B", change: "changed" },
      { id: "2", change: "unchanged" },
      { id: "4", change: "new", list: [{}] },
      { change: null },
    ];
    assert.deepEqual(JSON.parse(await textOf({ kind: "json" })), expected);
    const lines = (text: string): readonly unknown[] =>
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown);
    assert.deepEqual(lines(await textOf({ kind: "ndjson" })), expected);
    const copied = Buffer.from(await store.exports.toText({ view, format: { kind: "ndjson" } })).toString();
    assert.deepEqual(lines(copied)[0], { id: "1", name: "B" });
  });
});
