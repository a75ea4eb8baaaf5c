// The companies of a list, as they are asked for and named.
import assert from "node:assert/strict";
import {
  columnsByLikelihood,
  CompanyListReader,
  readCompanyFile,
  readCompanyLines,
  readCompanyTable,
  type CompanyList,
} from "../../../src/tables/companyList";
import { openCsvTable } from "../../../src/tables/table";
import { turnsDuring } from "./turnsDuring";

const tableOf = (text: string) =>
  openCsvTable(async function* () {
    yield Buffer.from(text);
  });

describe("a list of companies", () => {
  it("is read from a table by its column of domains, with names from the column that has them", async () => {
    const table = await tableOf(
      "Customer,Web page,Name\nAcme,https://www.Acme.example/about,x\n\n ,b.example,y\nAgain,acme.example,z\n" +
        "Nothing,,q\n , ,\nOnly a word,Acme GmbH,s\nOnly a profile,https://network.example/company/only,r\n",
    );
    assert.deepEqual(columnsByLikelihood(table), [1, 0, 2]);
    assert.deepEqual(await readCompanyTable(table, 1), {
      companies: [
        { row: 2, entry: "Acme", domain: "acme.example", cells: { Name: "x" } },
        { row: 4, entry: "b.example", domain: "b.example", cells: { Name: "y" } },
      ],
      columns: ["Name"],
      rows: 6,
      repeated: 1,
      unusable: [
        { row: 6, entry: "Nothing", isWithoutDomain: false, reason: "There is no domain in this row." },
        {
          row: 8,
          entry: "Only a word",
          isWithoutDomain: false,
          reason:
            "“Acme GmbH” does not identify a company. Type a company's domain, web page or email address, or its " +
            "professional-network address or id.",
        },
        {
          row: 9,
          entry: "Only a profile",
          isWithoutDomain: true,
          reason: "People are found by the domain of the company, not by its profile address or ID.",
        },
      ],
    });
  });

  it("is read from the email address where the recognized column has no domain, and only there", async () => {
    const text = Buffer.from("Account,Website,Email\nA,a.example,x@other.example\nB,,x@b.example\nC,facebook.com/c,\n");
    const domainsOf = ({ companies }: CompanyList): unknown => companies.map(({ domain }) => domain);
    const list = await readCompanyFile(text, "list.csv");
    assert.deepEqual([domainsOf(list), list.unusable.map(({ row }) => row)], [["a.example", "b.example"], [4]]);
    assert.deepEqual(domainsOf(await readCompanyFile(text, "list.csv", () => 1)), ["a.example"]);
  });

  it("has what each row says in the columns with a name, each name once", async () => {
    const names = Array.from({ length: 40 }, (_, nth) => `C${nth}`);
    const table = await tableOf(
      `Web page,Owner,"Two\nlines", owner ,,${names.join(",")}\nacme.example,${"o".repeat(600)}, b ,c,d,e\nb.example\n`,
    );
    const { columns = [], companies } = await readCompanyTable(table, 0);
    assert.deepEqual(columns, ["Owner", "Two lines", ...names.slice(0, 28)]);
    const [first, second] = companies.map(({ cells = {} }) => Object.values(cells).slice(0, 4));
    assert.deepEqual(first, ["o".repeat(500), "b", "e", ""]);
    assert.deepEqual(second, ["", "", "", ""]);
  });

  it("has no names from the column of the domains, or where no column is one of names", async () => {
    const named = await tableOf("Name,Country\nacme.example,Germany\n");
    assert.deepEqual((await readCompanyTable(named, 0)).companies, [
      { row: 2, entry: "acme.example", domain: "acme.example", cells: { Country: "Germany" } },
    ]);
    const without = await tableOf("acme.example,Acme\nb.example,B\n");
    assert.deepEqual(columnsByLikelihood(without), [0, 1]);
    assert.deepEqual((await readCompanyTable(without, 0)).companies, [
      { row: 1, entry: "acme.example", domain: "acme.example" },
      { row: 2, entry: "b.example", domain: "b.example" },
    ]);
  });

  it("counts its rows as a spreadsheet does, without the line that names the separator", async () => {
    const table = await tableOf("sep=;\nDomain;Name\nacme.example;Acme\n");
    assert.deepEqual((await readCompanyTable(table, 0)).companies, [{ row: 2, entry: "Acme", domain: "acme.example" }]);
  });

  it("is read from the lines of a text in any encoding and with any line ends", async () => {
    const text = "acme.example\r\n\r\nWWW.B.example\rmüller.example\nacme.example\nnot a company at all!";
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      Buffer.from(`\ufeff${text}`, "utf16le"),
      Buffer.from(text, "latin1"),
    ]) {
      const { companies, rows, repeated, unusable } = await readCompanyLines(bytes);
      assert.deepEqual(
        companies.map(({ row, domain }) => [row, domain]),
        [
          [1, "acme.example"],
          [3, "b.example"],
          [4, "xn--mller-kva.example"],
        ],
      );
      assert.deepEqual([rows, repeated, unusable.map(({ row }) => row)], [5, 1, [6]]);
    }
    assert.deepEqual((await readCompanyLines(new Uint8Array())).rows, 0);
  });

  it("lets other work run while it is read from a long text", async () => {
    const bytes = Buffer.from(Array.from({ length: 60_000 }, (_, nth) => `c${nth}.example`).join("\n"));
    let companies: CompanyList["companies"] = [];
    const turns = await turnsDuring(async () => {
      ({ companies } = await readCompanyLines(bytes));
    });
    assert.equal(companies.length, 60_000);
    assert.deepEqual(companies.at(-1), { row: 60_000, entry: "c59999.example", domain: "c59999.example" });
    assert.ok(turns > 2, `${turns} turns`);
  });

  it("names what is not understood in at most 200 characters", () => {
    const reader = new CompanyListReader();
    reader.add(1, "x".repeat(300), "");
    reader.addWithoutDomain(2, ` ${"y".repeat(300)}`);
    const { unusable, rows } = reader.list();
    assert.equal(rows, 2);
    assert.deepEqual(
      unusable.map(({ entry }) => entry),
      ["x".repeat(200), "y".repeat(200)],
    );
  });
});
