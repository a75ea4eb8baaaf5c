// The types of values and of columns in formats with types, and the names that columns have there.
import assert from "node:assert/strict";
import type { ExportColumn } from "../../../src/export/columnProfile";
import type { ColumnReader } from "../../../src/export/columnReader";
import { columnTypes, infoKey, listItems, uniqueNames, valueType } from "../../../src/export/columnTypes";
import type { CellValue, ColumnType } from "../../../src/records/columns";

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

  it("is that of numbers, of true and false, and of lists in columns of every type", () => {
    for (const type of ["text", "number", "date", "list"] as const) {
      assert.deepEqual(
        typesOf(type, [0, -5, 2 ** 53 - 1, 2 ** 53, 0.5, true, false, [], [1], {}]),
        "integer integer integer double double boolean boolean list list text".split(" "),
      );
    }
  });

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

  it("of list items is text, without those that are empty or unknown", () => {
    assert.deepEqual(listItems(["a", "", null, undefined, 0, false]), ["a", "0", "false"]);
  });
});

describe("the type of a column", () => {
  /** The types of columns with these values, which are in rows one below the other. */
  async function found(...all: readonly (readonly [ColumnType, readonly CellValue[]])[]): Promise<readonly string[]> {
    const count = Math.max(...all.map(([, values]) => values.length));
    let pauses = 0;
    let read = 0;
    const reader = {
      kind: "person",
      columns: { kind: "person" },
      beside: [],
      count,
      read: (_sql: string, from: number, to: number) => {
        assert.equal(from, read, "Every row is read, and only once.");
        assert.ok(to <= count);
        read = to;
        return Array.from({ length: to - from }, (_, at) => [from + at]);
      },
    } as const;
    const columns: ColumnReader = {
      columns: all.map(([type]) => column(type)),
      sql: "",
      cells:
        ([row]) =>
        (index) =>
          all[index]?.[1][Number(row)],
    };
    const task = { progress: () => undefined, breathe: async () => void (pauses += 1) };
    const types = await columnTypes(reader, columns, task);
    assert.equal(read, count);
    assert.equal(pauses > 0, count > 0);
    return types;
  }

  it("is that of all its values", async () => {
    assert.deepEqual(
      await found(
        ["number", [1, undefined, 2]],
        ["number", [1.5, 2]],
        ["number", [1, "1234567890123456"]],
        ["text", [true]],
        ["date", ["2024-01-01", "2024-01-02"]],
        ["date", ["2024-01-01T09:30:00Z"]],
        ["list", [["a"]]],
        ["text", ["a"]],
      ),
      ["integer", "double", "integer", "boolean", "date", "timestamp", "list", "text"],
    );
  });

  it("is text when its values have no type in common that keeps every digit", async () => {
    assert.deepEqual(
      await found(
        ["number", [1.5, "1234567890123456"]],
        ["number", [1, "many"]],
        ["date", ["2024-01-01", "2024-01-01T09:30:00Z"]],
        ["text", [true, 1]],
        ["list", [["a"], "a"]],
      ),
      ["text", "text", "text", "text", "text"],
    );
  });

  it("without values is the usual one of such a column", async () => {
    assert.deepEqual(await found(["number", []], ["date", []], ["list", []], ["text", []], ["url", [undefined]]), [
      "integer",
      "timestamp",
      "list",
      "text",
      "text",
    ]);
    assert.deepEqual(await found(["number", []]), ["integer"]);
  });

  it("depends on the very last of many rows too", async () => {
    for (const count of [199, 200, 201, 450]) {
      const values = Array.from({ length: count }, (_, index) => (index === count - 1 ? "a" : 1));
      assert.deepEqual(await found(["number", values]), ["text"]);
    }
  });
});

describe("the names of columns in formats with types", () => {
  it("are different without regard to case, also from names that are taken", () => {
    const columns = ["Name", "name", "NAME", "name (2)", "Position"].map((header) => column("text", header));
    assert.deepEqual(uniqueNames(columns, ["POSITION"]), [
      "Name",
      "name (2)",
      "NAME (3)",
      "name (2) (2)",
      "Position (2)",
    ]);
  });

  it("have no control characters, and are the id where nothing is left", () => {
    assert.deepEqual(uniqueNames([column("text", " a\n\u0000b\ud800 "), column("text", "\u0001 ", "city")]), [
      "a b",
      "city",
    ]);
  });

  it("of facts are in lower case with underscores", () => {
    assert.equal(infoKey("Run started (UTC)"), "run_started_utc_");
  });
});
