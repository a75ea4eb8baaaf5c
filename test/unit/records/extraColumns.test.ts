// The columns that are no part of a record: lists, notes, changes, and the row of a list of companies.
import assert from "node:assert/strict";
import { changeColumns, columnInfo, columnOf, columnsOf, offeredColumns } from "../../../src/records/columns";
import { comparedColumns } from "../../../src/records/extraColumns";
import type { RecordKind } from "../../../src/service/operations";

describe("columns beside records", () => {
  const kinds = ["company", "person", "contact"] as const;
  const ids = (kind: RecordKind, ...given: [Parameters<typeof offeredColumns>[1]?]): readonly string[] =>
    offeredColumns(kind, ...given).map(({ id }) => id);

  it("are offered where a source has them, and found by their ids everywhere", () => {
    for (const kind of kinds) {
      const own = columnsOf(kind).map(({ id }) => id);
      const marks = ["note", "lists", ...(kind === "company" ? [] : ["email_at_former_employer"])];
      const changes = ["change", ...comparedColumns(kind).map((id) => `before.${id}`)];
      assert.deepEqual(ids(kind), [...own, ...marks]);
      assert.deepEqual(ids(kind, { isCompared: true }), [...own, ...marks, ...changes]);
      assert.deepEqual(
        ids(kind, { hasCompanies: true }),
        kind === "person" ? ["list_row", "list_entry", ...own, ...marks] : [...own, ...marks],
      );
      assert.deepEqual(ids(kind, { isTable: true, listColumns: ["City", "Name"] }), [
        ...["table/City", "table/Name", "lookup_status", ...own, ...marks],
      ]);
      assert.deepEqual(
        changeColumns(kind).map(({ id }) => id),
        changes,
      );
      for (const id of [...changes, ...marks]) {
        assert.notEqual(columnOf(kind, id)?.extra, undefined, id);
        assert.equal(
          columnOf(kind, id)?.value({ note: "a", lists: ["a"], change: "a", before: { title: "a" } }),
          undefined,
        );
      }
    }
  });

  it("have English headers, and the type of the column whose earlier value they are", () => {
    assert.equal(columnOf("person", "before.title")?.header, "Previous title");
    assert.equal(columnOf("person", "before.title")?.label, "Previously: Title");
    assert.deepEqual(
      [columnOf("company", "before.headcount")?.type, columnOf("contact", "before.phone")?.type],
      ["number", "phone"],
    );
  });

  it("are fields of the record where nothing is compared by that name", () => {
    for (const id of ["before.id", "before.first_name", "befor.title", "Change"]) {
      assert.equal(columnOf("person", id)?.extra, undefined, id);
    }
  });

  it("can be typed into where they are a note in a list", () => {
    const editable = (isList: boolean): readonly string[] =>
      offeredColumns("person", { isList }).flatMap((column) =>
        columnInfo(column).isEditable === true && column.visible ? [column.id] : [],
      );
    assert.deepEqual([editable(true), editable(false)], [["note"], []]);
  });
});
