// Tables without a header: what identifies a row is recognized by the values alone.
import assert from "node:assert/strict";
import {
  guessMapping,
  guessTableKind,
  hasCompanyNames,
  questionOfRow,
  understoodRows,
} from "../../../src/tables/batchMapping";
import { openCsvTable } from "../../../src/tables/table";

const guess = (...rows: readonly (readonly string[])[]): unknown => {
  const kind = guessTableKind(undefined, rows);
  const mapping = guessMapping(kind, undefined, rows);
  return { kind, ...mapping.columns, understood: understoodRows(mapping, rows) };
};

describe("a table without a header", () => {
  it("of names and companies is one of people", () => {
    assert.deepEqual(guess(["Ada Lovelace", "acme.example"], ["Grace Hopper", "other.example"]), {
      kind: "person",
      name: 0,
      companyDomain: 1,
      understood: 2,
    });
  });

  it("of addresses is one of companies or people, by the addresses", () => {
    assert.deepEqual(guess(["x1", "acme.example"], ["x2", "https://www.other.example/about"]), {
      kind: "company",
      domain: 1,
      understood: 2,
    });
    assert.deepEqual(guess(["https://www.linkedin.com/company/acme"]), {
      kind: "company",
      networkUrl: 0,
      understood: 1,
    });
    assert.deepEqual(guess(["https://www.linkedin.com/in/ada"]), { kind: "person", profileUrl: 0, understood: 1 });
  });

  it("uses a column only if more than 60 % of its values fit, empty ones not counted", () => {
    const rows = (...cells: readonly string[]): readonly (readonly string[])[] => cells.map((cell) => [cell]);
    const domains = (...cells: readonly string[]): unknown =>
      guessMapping("company", undefined, rows(...cells)).columns;
    assert.deepEqual(domains("a.example", "b.example", "", "", "c.example", "no address"), { domain: 0 });
    assert.deepEqual(domains("a.example", "b.example", "c.example", "no address", "no address"), {});
    assert.deepEqual(domains("", ""), {});
  });

  it("with a header, a column of names is not taken for the name of a person by its values", () => {
    assert.deepEqual(guessMapping("person", ["x"], [["Ada Lovelace"]]).columns, {});
    assert.deepEqual(guessMapping("person", undefined, [["Ada Lovelace"]]).columns, { name: 0 });
  });

  it("asks for no number in a column of domains, which may be a total", () => {
    const mapping = guessMapping("company", ["Company", "Website", "Network ID"], [["A", "a.example", "7"]]);
    const of = (...cells: readonly string[]): unknown => {
      const row = questionOfRow(mapping, cells);
      return row.kind === "question" ? row.identifiers : row.reason;
    };
    assert.equal(of("Total", "12"), "There is no identifier in this row.");
    assert.deepEqual(of("A", "", "12"), { professional_network_id: 12 });
  });

  it("of names of companies is not one of people, and its first row is data", async () => {
    const rows = [["Ada Foods GmbH"], ["Grace Shipping"], ["Northwind Tools, Inc."]];
    assert.deepEqual(guess(...rows), { kind: "company", understood: 0 });
    assert.equal(hasCompanyNames(rows), true);
    assert.equal(hasCompanyNames([["Ada Lovelace", "Parent company", "GmbH"]]), false);
    const table = await openCsvTable(async function* () {
      yield Buffer.from("Ada Foods GmbH\nGrace Shipping\n");
    });
    assert.deepEqual([table.header, table.sample], [undefined, [["Ada Foods GmbH"], ["Grace Shipping"]]]);
  });

  it("understands @acme.example as the domain of everybody there", () => {
    assert.deepEqual(guess(["@acme.example"], ["*@other.example"]), { kind: "company", domain: 0, understood: 2 });
    assert.deepEqual(guess(["Ada Lovelace", "@acme.example"]), {
      kind: "person",
      name: 0,
      companyDomain: 1,
      understood: 1,
    });
  });
});
