// CSV files of spreadsheet programs, read as tables.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ByteSource } from "../../../src/tables/bytes";
import { openCsvTable, type CsvTable, type TableRow } from "../../../src/tables/table";

const fixture = (name: string): Promise<Uint8Array> => readFile(path.resolve("test/fixtures/csv", name));

/** The bytes in pieces of one size; small sizes put every character at a border between pieces. */
function inPieces(bytes: Uint8Array, size: number): ByteSource {
  return async function* () {
    for (let from = 0; from < bytes.length; from += size) {
      yield bytes.slice(from, from + size);
    }
  };
}

async function allRows(table: CsvTable): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  for await (const batch of table.rows()) {
    rows.push(...batch);
  }
  return rows;
}

const dataOf = (rows: readonly TableRow[]): readonly (readonly string[])[] =>
  rows.filter(({ kind }) => kind === "data").map(({ cells }) => cells);

describe("CSV tables", () => {
  const saved = {
    header: ["Company", "Website", "Contact", "E-mail", "Note", "Started", "Employees", "Phone"],
    first: [
      ...["Northwind GmbH", "northwind.example", "Jürgen Müller", "juergen@northwind.example", 'says "hello"; often'],
      ...["2019-04-01", "120", "+49 30 123456"],
    ],
    rows: 4,
  };
  const files = [
    { name: "libreoffice-saved-utf8-semicolons.csv", dialect: ["utf-8", ";", "\n", false], ...saved },
    { name: "libreoffice-saved-utf16-tabs.csv", dialect: ["utf-16le", "\t", "\n", true], ...saved },
    { name: "libreoffice-saved-utf8-quoted.csv", dialect: ["utf-8", ",", "\n", false], ...saved },
    {
      name: "excel-utf8-semicolons.csv",
      dialect: ["utf-8", ";", "\r\n", true],
      header: ["Firma", "Webseite", "Notiz", "Umsatz"],
      first: [
        ...["Müller & Söhne", "https://www.mueller-soehne.example/de"],
        ...['Zeile eins\nZeile "zwei"; mit Semikolon', "1.234,50"],
      ],
      rows: 5,
    },
    {
      name: "excel-utf16le-tabs.csv",
      dialect: ["utf-16le", "\t", "\r\n", true],
      header: ["Name", "Company domain", "Remark"],
      first: ["Łukasz Żółć", "acme.example", "a\tb"],
      rows: 3,
    },
    {
      name: "plain-utf8-commas.csv",
      dialect: ["utf-8", ",", "\n", false],
      header: ["Company", "Website", "Comment"],
      first: ["Acme, Inc.", "acme.example", 'said "hello"'],
      rows: 3,
    },
    {
      name: "plain-windows1252-quoted.csv",
      dialect: ["windows-1252", ";", "\n", false],
      header: ["Société", "Site web", "Prix"],
      first: ["Crème brûlée", "creme.example", "12 €"],
      rows: 2,
    },
    {
      name: "excel-separator-line.csv",
      dialect: ["utf-8", ";", "\r\n", false],
      header: ["Domain", "Owner"],
      first: ["acme.example", "Ada"],
      rows: 1,
    },
  ];
  for (const file of files) {
    it(`reads ${file.name} in pieces of any size and finds how it is written`, async () => {
      const bytes = await fixture(file.name);
      for (const size of [1, 2, 3, 7, 64, 100_000]) {
        const table = await openCsvTable(inPieces(bytes, size));
        const { encoding, separator, lineEnd, hasMark } = table;
        assert.deepEqual([encoding, separator, lineEnd, hasMark], file.dialect);
        assert.deepEqual(table.header, file.header);
        const rows = await allRows(table);
        assert.equal(dataOf(rows).length, file.rows);
        assert.deepEqual(dataOf(rows)[0], file.first);
      }
    });
  }

  it("tells the delimiter by the rows it makes alike, however many they are", async () => {
    const text = 'name,text\nA,"one; two\nthree; four\nfive\nsix"\nB,"x"\n';
    const { separator, header } = await openCsvTable(inPieces(Buffer.from(text), 100));
    assert.deepEqual([separator, header], [",", ["name", "text"]]);
  });

  it("tells the delimiter by what most rows have alike, not by the one with the most cells", async () => {
    const text = `name,text\n${"A,x\n".repeat(8)}B,one; two; three; four; five\n`;
    assert.equal((await openCsvTable(inPieces(Buffer.from(text), 100))).separator, ",");
  });

  it("reads UTF-16 of both orders with and without a byte-order mark", async () => {
    const text = "Domain,Owner\r\nacme.example,Ada\r\nbücher.example,Łukasz\r\n";
    for (const mark of ["", "\ufeff"]) {
      const little = Buffer.from(mark + text, "utf16le");
      for (const [encoding, bytes] of [
        ["utf-16le", little],
        ["utf-16be", Buffer.from(little).swap16()],
      ] as const) {
        const table = await openCsvTable(inPieces(bytes, 5));
        assert.equal(table.encoding, encoding);
        assert.deepEqual(dataOf(await allRows(table)), [
          ["acme.example", "Ada"],
          ["bücher.example", "Łukasz"],
        ]);
      }
    }
  });

  it("treats a first row with an address as data, not as a header", async () => {
    const table = await openCsvTable(inPieces(Buffer.from("acme.example\nother.example\n"), 100));
    assert.equal(table.header, undefined);
    const rows = await allRows(table);
    assert.equal(dataOf(rows).length, 2);
    assert.deepEqual(
      rows.map(({ row }) => row),
      [1, 2],
    );
  });

  it("shows the first 50 rows with data as a sample, with and without a header", async () => {
    const domains = Array.from({ length: 60 }, (_, nth) => `company-${nth}.example`);
    for (const header of [undefined, ["Domain"]]) {
      const text = [...(header ?? []), "", ...domains].join("\n");
      const table = await openCsvTable(inPieces(Buffer.from(text), 100));
      assert.deepEqual(table.header, header);
      assert.deepEqual(
        table.sample,
        domains.slice(0, 50).map((domain) => [domain]),
      );
    }
  });

  it("names the row whose quotation mark is never closed", async () => {
    await assert.rejects(
      openCsvTable(inPieces(Buffer.from('Domain\nacme.example\n"open\nmore\n'), 9)),
      /Row 3 has a quotation mark that is never closed/,
    );
  });

  it("reports that an empty file has no rows", async () => {
    await assert.rejects(openCsvTable(inPieces(Buffer.from("\ufeff\r\n\r\n"), 9)), /has no rows/);
  });

  it("detects letters of Windows-1252 after the first 256 KiB", async () => {
    const bytes = Buffer.concat([
      Buffer.from("Domain;Name\n"),
      Buffer.from("acme.example;plain\n".repeat(20_000)),
      Buffer.from("last.example;Ren\u00e9\n", "latin1"),
    ]);
    const table = await openCsvTable(inPieces(bytes, 65_536));
    assert.equal(table.encoding, "windows-1252");
    assert.deepEqual(dataOf(await allRows(table)).at(-1), ["last.example", "René"]);
  });
});
