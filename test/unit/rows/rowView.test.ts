// Filtering, sorting and growing views of records.
import assert from "node:assert/strict";
import fc from "fast-check";
import { cellText, columnOf } from "../../../src/rows/columns";
import { createRowView, type RowOrder } from "../../../src/rows/rowView";
import { memorySource, testPace } from "./memorySource";

const companies = [
  { id: "0", name: "Žilina Motors", headcount: 9, locations: { headquarters: { country: "Slovakia" } } },
  { id: "1", name: "acme", headcount: 0, headcount_range: "11-50", locations: { headquarters: { country: "Österreich" } } },
  { id: "2", name: "Acme 10", headcount: 100, locations: { headquarters: { country: "Germany" } } },
  { id: "3", name: "Acme 9", headcount: 0 },
  { id: "4", name: "Émile Straße", headcount: 20 },
  { id: "5" },
];
const columns = ["name", "headcount", "country"];
const order = (filter: string, sort?: RowOrder["sort"]): RowOrder => ({ filter, columns, ...(sort === undefined ? {} : { sort }) });

async function names(orderBy: RowOrder): Promise<readonly (string | undefined)[]> {
  const view = createRowView(memorySource("company", companies), testPace());
  await view.arrange(orderBy);
  return (await view.rows(0, 100)).map(({ id }) => id);
}

describe("a view of records", () => {
  it("is the source's order at first, reading nothing until rows are asked for", async () => {
    const source = memorySource("company", companies);
    const view = createRowView(source, testPace());
    await view.arrange(order(""));
    assert.deepEqual([view.count, view.sourceCount, source.reads], [6, 6, 0]);
    assert.deepEqual(await view.rows(1, 2), [
      { row: 1, id: "1", title: "acme", cells: ["acme", "11-50", "Österreich"] },
      { row: 2, id: "2", title: "Acme 10", cells: ["Acme 10", "100", "Germany"] },
    ]);
    assert.equal(source.reads, 1);
  });

  it("gives fewer rows at its end, none beyond it", async () => {
    const view = createRowView(memorySource("company", companies), testPace());
    await view.arrange(order(""));
    assert.equal((await view.rows(4, 100)).length, 2);
    assert.deepEqual(await view.rows(6, 10), []);
    assert.deepEqual(await createRowView(memorySource("company", []), testPace()).rows(0, 10), []);
  });

  it("is filtered by all words in any shown column, without regard to case and accents", async () => {
    assert.deepEqual(await names(order("ACME")), ["1", "2", "3"]);
    assert.deepEqual(await names(order("acme osterreich")), ["1"]);
    assert.deepEqual(await names(order("zilina")), ["0"]);
    assert.deepEqual(await names(order("emile strasse")), ["4"]);
    assert.deepEqual(await names(order("nothing like it")), []);
    assert.deepEqual(await names({ filter: "osterreich", columns: ["name"] }), []);
  });

  it("is sorted numbers by size, texts as people do, the unknown last both ways", async () => {
    assert.deepEqual(await names(order("", { column: "headcount", descending: false })), ["0", "1", "4", "2", "3", "5"]);
    assert.deepEqual(await names(order("", { column: "headcount", descending: true })), ["2", "4", "1", "0", "3", "5"]);
    assert.deepEqual(await names(order("", { column: "name", descending: false })), ["1", "3", "2", "4", "0", "5"]);
    assert.deepEqual(await names(order("acme", { column: "headcount", descending: true })), ["2", "1", "3"]);
  });

  it("takes in rows that came since, each in its place", async () => {
    const source = memorySource("company", companies);
    const sorted = createRowView(source, testPace());
    await sorted.arrange(order("a", { column: "headcount", descending: false }));
    const plain = createRowView(source, testPace());
    await plain.arrange(order(""));
    source.reads = 0;
    source.add({ id: "6", name: "Alpha", headcount: 15 }, { id: "7", name: "xyz", headcount: 1 });
    await plain.grow();
    assert.deepEqual([plain.count, source.reads], [8, 0]);
    await sorted.grow();
    assert.equal(source.reads, 1);
    assert.deepEqual((await sorted.rows(0, 10)).map(({ id }) => id), ["0", "1", "6", "4", "2", "3"]);
  });

  it("gives way while it works, and is as it was when it is cancelled", async () => {
    const source = memorySource("company", Array.from({ length: 2000 }, (_, index) => ({ id: String(index), name: `n ${2000 - index}` })));
    const pace = testPace(1);
    const view = createRowView(source, pace);
    await view.arrange(order(""));
    const stop = new AbortController();
    pace.onTurn = () => {
      stop.abort(new Error("enough"));
    };
    await assert.rejects(view.arrange(order("", { column: "name", descending: false }), stop.signal), /enough/);
    assert.deepEqual([view.order, view.count], [order(""), 2000]);
    assert.ok(pace.turns > 0);
    pace.onTurn = () => undefined;
    await view.arrange(order("", { column: "name", descending: false }));
    assert.equal((await view.rows(0, 1))[0]?.id, "1999");
  });

  it("follows the last order when several come at once, and a growing that is overtaken is no failure", async () => {
    const source = memorySource("company", companies);
    const view = createRowView(source, testPace(10));
    const first = view.arrange(order("zilina")).then(() => "done", (error: Error) => error.name);
    const grown = view.grow();
    const second = view.arrange(order("acme"));
    assert.equal(await first, "AbortError");
    await Promise.all([grown, second]);
    assert.equal(view.count, 3);
  });

  it("is what sorting and filtering all at once would give, however it grew", async () => {
    const cell = fc.record({ name: fc.option(fc.constantFrom("a", "B", "ä", "a 10", "a 9", "z"), { nil: undefined }), headcount: fc.option(fc.nat(5), { nil: undefined }) });
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { maxLength: 700 }), fc.nat(700), fc.constantFrom("name", "headcount"), fc.boolean(), fc.constantFrom("", "a"), async (records, cut, column, descending, filter) => {
        const source = memorySource("company", records.slice(0, cut));
        const view = createRowView(source, testPace(0.01));
        await view.arrange(order(filter, { column, descending }));
        source.add(...records.slice(cut));
        await view.grow();
        const read = columnOf("company", column);
        const key = (row: number): string | number | undefined => read?.sortKey(records[row]);
        const collator = new Intl.Collator(undefined, { numeric: true });
        const expected = records
          .map((record, row) => ({ record, row }))
          .filter(({ record }) => filter === "" || columns.some((id) => cellText(columnOf("company", id)?.value(record)).normalize("NFD").toLowerCase().includes(filter)))
          .map(({ row }) => row)
          .sort((a, b) => {
            const [left, right] = [key(a), key(b)];
            if (left === undefined || right === undefined) {
              return (left === undefined ? 1 : 0) - (right === undefined ? 1 : 0);
            }
            const by = typeof left === "number" && typeof right === "number" ? left - right : collator.compare(String(left), String(right));
            return descending ? -by : by;
          });
        assert.deepEqual([...view.indices], expected);
      }),
      { numRuns: 60 },
    );
  });
});
