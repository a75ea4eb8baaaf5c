// The header row: found by what rows have in common, not by one cell.
import assert from "node:assert/strict";
import { columnsOf } from "../../../src/records/columns";
import { openCsvTable } from "../../../src/tables/table";

const headerRowOf = async (...lines: readonly string[]): Promise<number | undefined> => {
  const { headerRow } = await openCsvTable(async function* () {
    yield Buffer.from(lines.join("\n"));
  });
  return headerRow;
};

describe("the header row", () => {
  const cases: readonly (readonly [what: string, row: number | undefined, lines: readonly string[]])[] = [
    ["names that look like domains", 1, ["properties.email,properties.company", "ada@a.example,A", "bob@b.example,B"]],
    ["a property that is a domain", 1, ["properties.website,company.name", "a.example,A", "b.example,B"]],
    ["a name of a program", 1, ["Company,Website,Node.js,React 18", "A,a.example,yes,no", "B,b.example,no,no"]],
    [
      "a prefix before names",
      1,
      ["hs.name,hs.domain,hs.createdate", "A,a.example,2024-01-01", "B,b.example,2024-02-01"],
    ],
    ["years", 1, ["Company,Domain,2023,2024", "A,a.example,10,20", "B,b.example,7,9"]],
    ["names with digits", 1, ["Firma,Webseite,Umsatz 2024", "A,a.example,1", "B,b.example,2"]],
    ["another language", 1, ["会社名,ドメイン", "アクメ,a.example", "ベータ,b.example"]],
    ["unknown names above addresses", 1, ["Foo,Bar", "A,a.example", "B,b.example"]],
    ["a title above", 3, ["Customers 2024", "", "Name,Domain", "A,a.example", "B,b.example"]],
    ["a title with empty cells", 2, ["Customers 2024,,", "Name,Domain,City", "A,a.example,X", "B,b.example,Y"]],
    ["comments above", 3, ["# exported by X", "# on 2026-11-28, by Ada", "Name,Domain", "A,a.example", "B,b.example"]],
    ["groups of columns above", 2, ["Who,,Where,", "Name,Email,City,Zip", "A,a@a.example,X,1", "B,b@b.example,Y,2"]],
    [
      "facts of a report above",
      5,
      [
        "Report:,Accounts",
        "Date:,2026-01-01",
        "Owner:,Ada",
        "",
        "Company,Website,City",
        "A,a.example,X",
        "B,b.example,Y",
      ],
    ],
    [
      "terms of a vocabulary",
      1,
      ["https://schema.org/name,https://schema.org/url", "A,https://a.example", "B,b.example"],
    ],
    ["an example in a name", 1, ["Company,Website (https://acme.example)", "A,https://a.example", "B,b.example"]],
    [
      "more lines of comments than of data",
      6,
      ["# ---", "# Traffic", "#", "# All Users", "# 2026", "Source,Users", "a.example,1", "b.example,2"],
    ],
    [
      "more notes than data",
      5,
      ["Report: A,,", "Time: B,,", "By: C,,", ",,", "Page URL,Shown,Clicked", "a.example,1,2", "b.example,1,2"],
    ],
    ["numbers of rows without a name", 1, [",domain", "0,a.example", "1,b.example"]],
    ["a column without a name", 1, ["Name,,Domain", "A,1,a.example", "B,2,b.example"]],
    ["only data", undefined, ["A,a.example,12", "B,b.example,13"]],
    ["only domains", undefined, ["a.example", "b.example"]],
    ["only addresses of profiles", undefined, ["https://www.linkedin.com/in/a", "https://www.linkedin.com/in/b"]],
    ["pages named like columns", undefined, ["https://a.example/contact,X", "https://b.example/about,Y"]],
    ["only emails and names", undefined, ["Ada Lovelace,ada@a.example", "Bob Babbage,bob@b.example"]],
    ["data with job titles", undefined, ["Ada Lovelace,a.example,Marketing Manager", "Bob Babbage,b.example,CTO"]],
    ["a list with a name", 1, ["Domain", "a.example", "b.example"]],
    ["a list with another name", 1, ["Kundenliste", "a.example", "b.example"]],
    ["one row", 1, ["Name,Domain", "A,a.example"]],
  ];
  for (const [what, row, lines] of cases) {
    it(`is ${row ?? "none"} with ${what}`, async () => assert.equal(await headerRowOf(...lines), row));
  }

  it("is the first one of our own exports, in every column", async () => {
    for (const kind of ["company", "person"] as const) {
      const names = columnsOf(kind).map(({ header }) => `"${header}"`);
      const values = names.map((_, nth) => (nth % 3 === 0 ? "a.example" : nth % 3 === 1 ? "12" : "text"));
      assert.equal(await headerRowOf(names.join(","), values.join(","), values.join(",")), 1);
    }
  });

  it("is the one that is named, or none", async () => {
    const source = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from("a.example,A\nb.example,B\n");
    };
    assert.deepEqual((await openCsvTable(source, { headerRow: 1 })).header, ["a.example", "A"]);
    assert.equal((await openCsvTable(source, { headerRow: "none" })).sample.length, 2);
    await assert.rejects(openCsvTable(source, { headerRow: 7 }), /Row 7 is blank or not among the first rows/u);
  });
});
