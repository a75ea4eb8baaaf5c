// The types of values and of columns in formats with types, and the names that columns have there.
import assert from "node:assert/strict";
import type { ExportColumn } from "../../../src/export/columnProfile";
import {
  columnNames,
  columnType,
  fittingValue,
  infoKey,
  valueType,
  type ValueType,
} from "../../../src/export/columnTypes";
import type { CellValue, ColumnType } from "../../../src/records/columns";
import type { RecordKind } from "../../../src/service/operations";

const column = (type: ColumnType, header = "x", id = "x"): ExportColumn => ({
  id,
  header,
  type,
  range: false,
  value: () => undefined,
});

describe("the type of a value", () => {
  const typesOf = (type: ColumnType, values: readonly NonNullable<CellValue>[]): readonly string[] =>
    values.map((value) => valueType({ type }, value));

  it("is integer for a text of 16 to 19 digits that 64 bits represent, in a column of numbers", () => {
    const integers = ["1234567890123456", "-1234567890123456", "9223372036854775807", "-9223372036854775808"];
    assert.deepEqual(new Set(typesOf("number", integers)), new Set(["integer"]));
    assert.deepEqual(new Set(typesOf("text", integers)), new Set(["text"]));
    const texts = ["9223372036854775808", "-9223372036854775809", "12345678901234567890", "0123456789012345", "12"];
    assert.deepEqual(
      new Set(typesOf("number", [...texts, "+1234567890123456", "1234567890123456 "])),
      new Set(["text"]),
    );
  });

  it("is date or timestamp for a text that is one, in a column of dates", () => {
    assert.deepEqual(typesOf("date", ["2024-02-29", "0001-01-01", "9999-12-31"]), ["date", "date", "date"]);
    const timestamps = ["2024-03-01T09:30:00Z", "2024-03-01T23:59:59.9Z", "2024-03-01T09:30:00.123Z"];
    assert.deepEqual(new Set(typesOf("date", timestamps)), new Set(["timestamp"]));
    assert.deepEqual(new Set(typesOf("text", ["2024-02-29", ...timestamps])), new Set(["text"]));
    const texts = [
      ...["2023-02-29", "2024-13-01", "2024-03-01T25:00:00Z", "2024-02-30T09:30:00Z", "2024-03-01T09:30:00.1234Z"],
      ...["2024-03-01T09:30:00", "2024-03-01T09:30:00+01:00", "2024-03", "March 1, 2024", ""],
    ];
    for (const text of texts) {
      assert.deepEqual(typesOf("date", [text]), ["text"], text);
    }
  });
});

describe("the type of a column", () => {
  it("is the same in every file, whatever its values: by the column, or by what the service says of the field", () => {
    const typesOf = (kind: RecordKind, ...all: readonly (readonly [ColumnType, string])[]): readonly string[] =>
      all.map(([type, id]) => columnType(kind, { type, id }));
    assert.deepEqual(
      typesOf("company", ["number", "headcount"], ["text", "name"], ["number", "professional_network_id"]),
      ["double", "text", "text"],
    );
    assert.deepEqual(
      typesOf(
        "person",
        ...([
          ["date", "start"],
          ["list", "skills"],
          ["url", "profile_url"],
          ["text", "employment.current.company.headcount"],
          ["text", "employment.all[].title"],
          ["text", "employment.all[0].is_current"],
          ["text", "educations"],
          ["text", "unheard.of"],
        ] as const),
      ),
      ["timestamp", "list", "text", "double", "list", "boolean", "text", "text"],
    );
  });

  it("has no value where one does not fit", () => {
    const fitting = (type: ValueType, ...values: readonly CellValue[]): readonly CellValue[] =>
      values.map((value) => fittingValue(type, value));
    assert.deepEqual(fitting("double", 1, "2.5", "many", true, [1]), [1, 2.5, undefined, undefined, undefined]);
    assert.deepEqual(fitting("boolean", true, "true", 1), [true, undefined, undefined]);
    assert.deepEqual(fitting("timestamp", "2024-01-01", "March 1"), ["2024-01-01", undefined]);
    assert.deepEqual(fitting("list", ["a"], "a"), [["a"], ["a"]]);
    assert.deepEqual(fitting("text", "a", 1), ["a", 1]);
  });
});

describe("the names of columns in formats with types", () => {
  it("have no control characters", () => {
    assert.deepEqual(columnNames([column("text", "", " a\n\u0000b\ud800 "), column("text", "", "\u0001 ")]), [
      ...["a b", "column"],
    ]);
  });

  it("of facts are in lower case with underscores", () => {
    assert.equal(infoKey("Run started (UTC)"), "run_started_utc_");
  });
});
