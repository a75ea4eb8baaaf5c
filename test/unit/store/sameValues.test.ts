// Every column shows the same text whether the database's columns or the record's JSON is read; so do title and id of
// a record with the documented fields.
import assert from "node:assert/strict";
import fc from "fast-check";
import { cellText, columnOf, columnsOf } from "../../../src/records/columns";
import { recordId, recordTitle } from "../../../src/records/record";
import { parseExact } from "../../../src/service/exactJson";
import { listFields, recordKinds, type RecordKind } from "../../../src/service/operations";
import { recordSchemas } from "../../../src/service/recordSchemas";
import { moreColumns, mainColumns } from "../../../src/store/kinds";
import type { StoredRun } from "../../../src/store/runs";
import type { InProcessStore } from "./inProcess";
import { addPage, beginRun, now, type TestStore, useTestStore } from "./rig";

/** Texts of JSON, because numbers such as 1.0 cannot be written by `JSON.stringify`. */
const scalar = fc.constantFrom(
  ...['"a"', '"A; b"', '""', '" "', '"[1]"', '"{}"', '"12"', '"1-10"', '"é\\u0000\\n"', '"true"', '"2024-01-01"'],
  ...["0", "-0", "0.0", "1", "1.0", "-1.50", "1e3", "1E400", "1e-7", "123456789012345678", "9007199254740993"],
  ...[
    "true",
    "false",
    "null",
    "{}",
    '{"a":1}',
    "[]",
    '{"name":"n","number":"1","email":"e","function":"f","line2":"l"}',
  ],
);
const list = fc.array(
  fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 2 }).map((items) => `[${items.join()}]`),
  ),
  {
    maxLength: 3,
  },
);
const value = fc.oneof(
  { weight: 3, arbitrary: scalar },
  list.map((items) => `[${items.join()}]`),
);

/** Node 22 reads a text of SQLite up to its first NUL. */
const untilNul = (text: string | undefined): string | undefined => text?.split("\0", 1)[0];

const pathsOf = (kind: RecordKind): readonly string[] => [
  ...new Set(columnsOf(kind).flatMap(({ paths = [] }) => paths.map((path) => path.replace(/\[\].*/, "")))),
];

/** A record as JSON with these values at these paths; a value at `a` and one at `a.b` exclude each other. */
function recordText(entries: readonly (readonly [path: string, json: string])[]): string {
  const tree: Record<string, unknown> = {};
  for (const [path, text] of entries) {
    const names = path.split(".");
    let here = tree;
    for (const name of names.slice(0, -1)) {
      const next = (here[name] ??= {});
      if (typeof next !== "object") {
        return recordText(entries.filter(([other]) => other !== path));
      }
      here = next as Record<string, unknown>;
    }
    here[names.at(-1) ?? ""] ??= text;
  }
  const write = (node: unknown): string =>
    typeof node === "string"
      ? node
      : `{${Object.entries(node as object)
          .map(([name, child]) => `${JSON.stringify(name)}:${write(child)}`)
          .join()}}`;
  return write(tree);
}

describe("the texts of cells", function () {
  let opened: InProcessStore<TestStore>;
  useTestStore((one) => (opened = one), "all");

  /** Compares all columns, the main ones, which are read without JSON, and each alone. */
  async function compare(run: StoredRun, kind: RecordKind): Promise<void> {
    const all = columnsOf(kind).map(({ id }) => id);
    const stored = [...mainColumns[kind], ...moreColumns[kind]];
    for (const columns of [all, stored, ...all.map((id) => [id])]) {
      const { views, records } = opened.store;
      const { view, count } = await views.open({ kind: "run", run: run.id }, { columns, now });
      for (let start = 0; start < count; start += 500) {
        const rows = await views.rows(view, start, 500);
        const json = await records.jsonOf(rows.map(({ key }) => key));
        rows.forEach((row, at) => {
          const record = parseExact(json[at] ?? "");
          const expected = columns.map((id) => cellText(columnOf(kind, id)?.value(record)));
          if (recordSchemas[kind].safeParse(record).success) {
            assert.equal(untilNul(row.title), untilNul(recordTitle(kind, record)));
            assert.equal(untilNul(row.id), untilNul(recordId(kind, record)));
          }
          if (expected.join("\0") !== row.cells.join("\0")) {
            assert.deepEqual(row.cells, expected, `${columns.join()} of ${json[at] ?? ""}`);
          }
        });
      }
      await views.close(view);
    }
  }

  for (const kind of recordKinds) {
    it(`are those of the record, whatever it holds: ${kind}`, async () => {
      const record = fc
        .array(fc.tuple(fc.constantFrom(...pathsOf(kind)), value), { maxLength: 12 })
        .map((entries) => recordText(entries));
      const odd = fc.constantFrom("null", "3", '"text"', "[]");
      const some = fc.oneof({ weight: 6, arbitrary: record }, { weight: 1, arbitrary: odd });
      await fc.assert(
        fc.asyncProperty(fc.array(some, { minLength: 1, maxLength: 30 }), async (records) => {
          const run = await beginRun(opened.store, kind);
          const body = Buffer.from(`{"${listFields[kind]}":[${records.join()}],"metadata":{}}`);
          await addPage(opened.store, run, [], { body });
          await compare(run, kind);
        }),
        { numRuns: 8, examples: [[['{"id":"é\\u0000\\n"}', "{}"]]] },
      );
    });
  }
});
