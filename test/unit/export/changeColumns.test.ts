// The columns that tell how a record differs from an earlier run.
import assert from "node:assert/strict";
import { changeColumn, changeColumnsOf } from "../../../src/export/changeColumns";
import { comparedColumns } from "../../../src/store/changes";

describe("columns about changes", () => {
  it("are what the record is, and the earlier value of each compared column", () => {
    for (const kind of ["company", "person", "contact"] as const) {
      const columns = changeColumnsOf(kind);
      assert.deepEqual(columns, [{ id: "change" }, ...comparedColumns(kind).map((id) => ({ id: `before.${id}` }))]);
      for (const { id } of columns) {
        assert.equal(changeColumn(kind, id)?.id, id);
      }
    }
  });

  it("have headers and values", () => {
    const value = (id: string, before: Readonly<Record<string, string | null>>): unknown =>
      changeColumn("person", id)?.value({ change: "changed", before });
    assert.equal(changeColumn("person", "change")?.header, "Change");
    assert.equal(changeColumn("person", "before.title")?.header, "Previous title");
    assert.equal(value("change", {}), "changed");
    assert.equal(value("before.title", { title: "VP Sales" }), "VP Sales");
    assert.equal(value("before.title", { title: "12" }), "12");
    assert.equal(value("before.title", { title: null }), undefined);
    assert.equal(value("before.title", {}), undefined);
  });

  it("are no other columns, also of records themselves", () => {
    for (const id of ["title", "before.", "before.id", "before.first_name", "Change", "befor.title", ""]) {
      assert.equal(changeColumn("person", id), undefined, id);
    }
  });

  it("have numbers where the earlier text is exactly a number", () => {
    const column = comparedColumns("company")
      .map((id) => changeColumn("company", `before.${id}`))
      .find((one) => one?.type === "number");
    assert.ok(column !== undefined);
    const value = (text: string | null): unknown =>
      column.value({ change: "changed", before: { [column.id.slice("before.".length)]: text } });
    assert.deepEqual(
      ["120", "0", "007", "9007199254740993", "11-50", null].map((text) => value(text)),
      [120, 0, "007", "9007199254740993", "11-50", undefined],
    );
  });
});
