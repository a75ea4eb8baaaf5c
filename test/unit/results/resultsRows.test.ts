// The rows a results tab shows, and what is copied of them.
import assert from "node:assert/strict";
import { copyText, cellCopy, laidOutJson } from "../../../src/editor/resultsEditor/copyText";
import { createResultsRows, type RowsOrder } from "../../../src/editor/resultsEditor/resultsRows";
import type { RecordSource } from "../../../src/runs/run";

const encoder = new TextEncoder();
const never = new AbortController().signal;

function companies(count: number): RecordSource & { add(more: number): void } {
  const bytes: Uint8Array[] = [];
  const add = (more: number): void => {
    for (let index = 0; index < more; index++) {
      const row = bytes.length;
      bytes.push(encoder.encode(JSON.stringify({ id: `c${row}`, name: `Company ${String((row * 7) % 100).padStart(2, "0")}`, locations: { headquarters: { country: row % 3 === 0 ? "Germany" : "Austria" } }, big: "x" }).replace('"x"', "12345678901234567890")));
    }
  };
  add(count);
  return {
    recordKind: "company",
    get count() {
      return bytes.length;
    },
    read: async (start, length) => bytes.slice(start, start + length),
    readMany: async (rows) => rows.map((row) => bytes[row] ?? new Uint8Array()),
    add,
  };
}

const pace = { clock: { monotonic: () => 0 }, yieldToOthers: async () => undefined };
const germany = { id: "country", label: "Country", bucket: "Germany" };
const order = (more: Partial<RowsOrder> = {}): RowsOrder => ({ filter: "", columns: ["name", "country"], ...more });

describe("results rows", () => {
  it("stand in the journal's order until something else is asked", async () => {
    const rows = createResultsRows(companies(10), pace, () => 0);
    await rows.arrange(order(), never);
    assert.equal(rows.plain, true);
    assert.deepEqual((await rows.rows(2, 3)).map(({ row, cells }) => [row, cells[0]]), [[2, "Company 14"], [3, "Company 21"], [4, "Company 28"]]);
  });

  it("show only the records of one bar, with filter and sort on top, by their journal rows", async () => {
    const rows = createResultsRows(companies(30), pace, () => 0);
    await rows.arrange(order({ facet: germany, sort: { column: "name", descending: true } }), never);
    const shown = await rows.rows(0, 100);
    assert.equal(rows.count, 10);
    assert.ok(shown.every(({ row, cells }) => row % 3 === 0 && cells[1] === "Germany"));
    assert.deepEqual(shown.map(({ cells }) => cells[0]), shown.map(({ cells }) => cells[0]).sort().reverse());
    assert.deepEqual(rows.journalRows([[0, 2]]), shown.slice(0, 2).map(({ row }) => row));
    await rows.arrange(order(), never);
    assert.equal(rows.count, 30);
  });

  it("show only the contacts that pass every ready-made choice, under a bar as well", async () => {
    const contacts = ["DELIVERABLE MOBILE", "DELIVERABLE LANDLINE", "INVALID MOBILE", "DELIVERABLE MOBILE"].map((words, nth) => {
      const [status, line_type] = words.split(" ");
      return { contact_info: { most_probable_work_email: { email: `c${nth}@acme.example`, status }, most_probable_phone: { number: `+4312345${nth}`, line_type } }, profile: { id: `p${nth}`, location: { country: nth === 3 ? "Austria" : "Germany" } } };
    });
    const bytes = contacts.map((contact) => encoder.encode(JSON.stringify(contact)));
    const source: RecordSource = { recordKind: "contact", count: bytes.length, read: async (start, count) => bytes.slice(start, start + count), readMany: async (rows) => rows.map((row) => bytes[row] ?? new Uint8Array()) };
    const rows = createResultsRows(source, pace, () => 0);
    const shown = async (more: Partial<RowsOrder>): Promise<readonly number[]> => {
      await rows.arrange(order({ columns: [], ...more }), never);
      return rows.journalRows([[0, rows.count]]);
    };
    assert.deepEqual(await shown({ quick: ["deliverableEmail"] }), [0, 1, 3]);
    assert.deepEqual(await shown({ quick: ["mobilePhone", "deliverableEmail"] }), [0, 3]);
    assert.equal(rows.plain, false);
    assert.deepEqual(await shown({ quick: ["deliverableEmail"], facet: { id: "profile_country", label: "Country", bucket: "Germany" } }), [0, 1]);
    assert.deepEqual(await shown({}), [0, 1, 2, 3]);
  });

  it("take in what was fetched since, also under a bar", async () => {
    const source = companies(9);
    const rows = createResultsRows(source, pace, () => 0);
    await rows.arrange(order({ facet: germany }), never);
    source.add(9);
    await rows.grow();
    assert.equal(rows.count, 6);
    assert.deepEqual(rows.journalRows([[0, 6]]), [0, 3, 6, 9, 12, 15]);
  });

  it("find selected journal rows again wherever they stand", async () => {
    const rows = createResultsRows(companies(10), pace, () => 0);
    await rows.arrange(order({ sort: { column: "name", descending: true } }), never);
    const chosen = new Set(rows.journalRows([[1, 3], [7, 8]]));
    assert.deepEqual(rows.rangesOf(chosen), [[1, 3], [7, 8]]);
    await rows.arrange(order(), never);
    assert.deepEqual(new Set(rows.journalRows(rows.rangesOf(chosen))), chosen);
  });

  it("stay as they are when a new order is given up", async () => {
    const rows = createResultsRows(companies(10), pace, () => 0);
    await rows.arrange(order(), never);
    await assert.rejects(rows.arrange(order({ facet: germany }), AbortSignal.abort()));
    assert.equal(rows.count, 10);
    assert.equal(rows.plain, true);
  });
});

describe("copying", () => {
  const source = companies(3);

  it("takes the columns shown, with or without headers", async () => {
    assert.equal(await copyText(source, [1, 0], ["name", "country"], { format: "csv", headers: true }), "Name,Country\nCompany 07,Austria\nCompany 00,Germany\n");
    assert.equal(await copyText(source, [0], ["name"], { format: "csv", headers: false }), "Company 00\n");
    assert.equal(await copyText(source, [0], ["name", "country"], { format: "markdown", headers: true }), "| Name | Country |\n| --- | --- |\n| Company 00 | Germany |\n");
    assert.equal(await copyText(source, [0], ["name", "country"], { format: "markdown", headers: false }), "| Company 00 | Germany |\n");
  });

  it("takes whole records as JSON, every digit as it came", async () => {
    const text = await copyText(source, [2], ["name"], { format: "json" });
    assert.match(text, /"big": 12345678901234567890/);
    assert.equal((JSON.parse(text) as { id: string }[])[0]?.id, "c2");
  });

  it("takes one cell, and one record's JSON laid out", async () => {
    assert.equal(await cellCopy(source, 1, "country"), "Austria");
    assert.equal(laidOutJson(encoder.encode('{"a":{"b":[1,{}]},"c":"x\\ny"}')), '{\n  "a": {\n    "b": [\n      1,\n      {}\n    ]\n  },\n  "c": "x\\ny"\n}');
  });
});
