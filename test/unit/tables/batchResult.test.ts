// The file that a batch writes: the table with its cells as they were, the selected columns, and a status on each row.
import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { guessMapping, guessTableKind, type ColumnMapping } from "../../../src/tables/batchMapping";
import { writeBatchResult } from "../../../src/tables/batchResult";
import type { ByteSource } from "../../../src/tables/bytes";
import { openCsvTable, type CsvTable, type TableRow } from "../../../src/tables/table";
import { answeringClient } from "../runs/answeringClient";
import { askBatch, byDomain, bytesSource, fixture, readBatch, resultOf, tableOf } from "../runs/batchRig";
import { runRig, type Rig } from "../runs/runRig";
import { removeFolders } from "../store/rig";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const expectedDomains = ["northwind.example", "contoso.example", "tokyo-data.example", "fabrikam.example"];

async function allRows(table: CsvTable): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  for await (const part of table.rows()) {
    rows.push(...part);
  }
  return rows;
}

describe("the result of a batch", () => {
  afterEach(removeFolders);

  /** Answers to all questions of a table. */
  async function answered(
    table: CsvTable,
    mapping: ColumnMapping,
    answer: Parameters<typeof answeringClient>[0],
  ): Promise<{ readonly rig: Rig; readonly id: string; readonly asked: ReturnType<typeof answeringClient>["asked"] }> {
    const { client, asked } = answeringClient(answer);
    const rig = runRig({ client: () => client });
    const { id } = await readBatch(rig, table, mapping);
    assert.deepEqual((await askBatch(rig, id)).stop, { kind: "complete" });
    return { rig, id, asked };
  }

  it("appends columns to the unchanged rows", async () => {
    const { bytes, table } = await fixture("excel-utf8-semicolons.csv");
    const mapping = guessMapping("company", table.header, table.sample);
    assert.deepEqual(mapping.columns, { domain: 1 });
    const { rig, id, asked } = await answered(table, mapping, ({ domain }) =>
      domain === "unlu.example" ? { id: "1", name: '=Ünlü; "A.Ş."' } : undefined,
    );
    assert.deepEqual(asked, [{ domain: "mueller-soehne.example" }, { domain: "unlu.example" }]);
    const result = await resultOf(rig, id, table, mapping);
    const expected = bytes
      .toString("utf8")
      .replace("Umsatz\r\n", "Umsatz;Name;Lookup status\r\n")
      .replace("1.234,50\r\n", '"1.234,50";;no match\r\n')
      .replace("99\r\n", `99;"'=Ünlü; ""A.Ş.""";found\r\n`)
      .replace(";;;\r\n", ";;;;;skipped: There is no identifier in this row.\r\n")
      .replace(";0\r\n", ";0;;skipped: There is no identifier in this row.\r\n")
      .replace(";x;1\r\n", `;x;1;"'=Ünlü; ""A.Ş.""";found\r\n`);
    assert.equal(result.bytes.toString("utf8"), expected);
    assert.deepEqual(result.counts, {
      rows: 5,
      found: 2,
      noMatch: 1,
      skipped: 2,
      failed: 0,
      possiblyCharged: 0,
      notUnderstood: 0,
      leftOut: 0,
      open: 0,
    });
  });

  for (const name of [
    "libreoffice-saved-utf8-semicolons.csv",
    "libreoffice-saved-utf16-tabs.csv",
    "libreoffice-saved-utf8-quoted.csv",
  ]) {
    it(`keeps every cell of ${name}`, async () => {
      const { table } = await fixture(name);
      const mapping = guessMapping("company", table.header, table.sample);
      assert.deepEqual(mapping.columns, { domain: 1 });
      const { rig, id, asked } = await answered(table, mapping, ({ domain }) =>
        domain === "contoso.example" ? undefined : { id: String(domain), name: `会社 "${String(domain)}"` },
      );
      assert.deepEqual(
        asked.map(({ domain }) => domain),
        expectedDomains,
      );
      const result = await resultOf(rig, id, table, mapping);
      assert.equal(result.counts.found + result.counts.noMatch + result.counts.skipped, 4);
      const again = await openCsvTable(bytesSource(result.bytes));
      const [before, after] = [await allRows(table), await allRows(again)];
      assert.deepEqual(after[0]?.cells.slice(-3), ["Phone", "Name", "Lookup status"]);
      assert.deepEqual(after[1]?.cells.slice(-3), ["+49 30 123456", '会社 "northwind.example"', "found"]);
      assert.deepEqual(after[2]?.cells.slice(-2), ["", "no match"]);
      assert.equal(after.length, before.length);
      for (const [nth, row] of before.entries()) {
        const then = after[nth];
        assert.deepEqual(then?.cells.slice(0, row.cells.length), row.cells);
      }
      assert.deepEqual([again.encoding, again.hasMark], ["utf-8", table.encoding !== "utf-8"]);
    });
  }

  it("is UTF-8 with a mark where the table has another encoding, and keeps its separator", async () => {
    const { table } = await fixture("excel-utf16le-tabs.csv");
    const mapping = guessMapping(guessTableKind(table.header, table.sample), table.header, table.sample);
    assert.deepEqual(mapping, { kind: "person", columns: { name: 0, companyDomain: 1 } });
    const { rig, id, asked } = await answered(table, mapping, () => ({ id: "p", name: "Ж" }));
    assert.deepEqual(asked[1], { person_name: "山田太郎", company_domain: "xn--bcher-kva.example" });
    const text = (await resultOf(rig, id, table, mapping)).bytes.toString();
    assert.ok(text.startsWith("\ufeffName\tCompany domain\tRemark\tName (looked up)\tLookup status\r\n"));
    assert.ok(text.includes('"two\r\nlines"\tЖ\tfound\r\n'));
  });

  it("says which people were found by a name that others may have", async () => {
    const table = await tableOf("Name,Company\nAda Lovelace,acme.example\nAda Lovelace,\n");
    const mapping: ColumnMapping = { kind: "person", columns: { name: 0, companyDomain: 1 } };
    const { rig, id } = await answered(table, mapping, () => ({ id: "1", name: "Ada" }));
    assert.equal(
      (await resultOf(rig, id, table, mapping)).bytes.toString(),
      "Name,Company,Name (looked up),Lookup status\nAda Lovelace,acme.example,Ada,found\n" +
        "Ada Lovelace,,Ada,found by name only: may be another person with this name\n",
    );
  });

  it("says where a company was found at another domain than the one that was asked", async () => {
    const table = await tableOf("Domain\na.example\nb.example\nc.example\n");
    const { rig, id } = await answered(table, byDomain, ({ domain }) => ({
      id: String(domain),
      name: "A",
      ...(domain !== "c.example" && { domain: domain === "a.example" ? "www.A.example" : "owner.example" }),
    }));
    assert.equal(
      (await resultOf(rig, id, table)).bytes.toString(),
      "Domain,Name,Lookup status\na.example,A,found\nb.example,A,found at another domain: owner.example\n" +
        "c.example,A,found\n",
    );
  });

  it("reports that a record was found, even when it was deleted", async () => {
    const table = await tableOf("Domain\na.example\n");
    const { rig, id } = await answered(table, byDomain, () => ({ id: "1", name: "A" }));
    const store = {
      ...rig.store,
      batches: rig.store.batches,
      records: { ...rig.store.records, jsonOf: async (keys: readonly number[]) => keys.map(() => undefined) },
    };
    const { bytes, counts } = await resultOf({ store }, id, table);
    assert.match(bytes.toString(), /a\.example,,"?found, but its record was deleted/);
    assert.equal(counts.found, 1);
  });

  it("pads short rows, and keeps blank lines", async () => {
    const table = await tableOf("Domain,Owner\na.example\n\nb.example,Ada,more");
    const rig = runRig();
    const { id } = await readBatch(rig, table);
    const { bytes } = await resultOf(rig, id, table);
    assert.equal(
      bytes.toString(),
      "Domain,Owner,,Name,Lookup status\na.example,,,,not looked up yet\n\nb.example,Ada,more,,not looked up yet\n",
    );
  });

  it("finds a column whose name has marks around it", () => {
    assert.deepEqual(guessMapping("person", ["Id", "_Nombre_"], [["1", "Ada"]]).columns, { firstName: 1 });
    for (const names of [
      "Nome,Cognome",
      "Voornaam,Achternaam",
      "Imię,Nazwisko",
      "Primeiro nome,Sobrenome",
      "Имя,Фамилия",
    ]) {
      const { columns } = guessMapping("person", names.split(","), [["Ada", "Lovelace"]]);
      assert.deepEqual(columns, { firstName: 0, lastName: 1 }, names);
    }
    assert.deepEqual(guessMapping("person", ["氏名"], [["山田 太郎"]]).columns, { name: 0 });
  });

  it("names its columns differently from those of the table, also with other spaces and capitals", async () => {
    const table = await tableOf("Domain, NAME , lookup status\na.example,A,\n");
    const rig = runRig();
    const { id } = await readBatch(rig, table);
    const [header] = (await resultOf(rig, id, table)).bytes.toString().split("\n");
    assert.equal(header, 'Domain," NAME "," lookup status",Name (looked up),Lookup status (looked up)');
  });

  it("of 6,000 long rows is read, counted and written with flat memory", async function () {
    const rows = 6_000;
    const piece = (from: number): Buffer =>
      Buffer.from(
        Array.from(
          { length: 200 },
          (_, nth) =>
            `row ${nth};"a ""quoted"" remark\r\nover two lines";` +
            `company-${(from + nth) % 3_000}.example;${"x".repeat(3_200)}\r\n`,
        ).join(""),
      );
    let most = 0;
    const before = heap();
    const measure = (): void => void (most = Math.max(most, heap() - before));
    const source: ByteSource = async function* () {
      yield Buffer.from("Name;Remark;Domain;Filler\r\n");
      for (let nth = 0; nth < rows; nth += 200) {
        if (nth % 1_200 === 0) {
          measure();
        }
        yield piece(nth);
      }
    };
    const table = await openCsvTable(source);
    const mapping: ColumnMapping = { kind: "company", columns: { domain: 2 } };
    const rig = runRig();
    const { id, count } = await readBatch(rig, table, mapping);
    let written = 0;
    const counts = await writeBatchResult({
      store: rig.store,
      id,
      table,
      mapping,
      columns: { headers: ["Name found"], cells: () => [""] },
      write: async (bytes) => void (written += bytes.length),
    });
    measure();
    assert.deepEqual(count, { rows, toAsk: rows / 2, answered: 0, duplicates: rows / 2, skipped: 0 });
    assert.equal(counts.open, rows);
    assert.ok(written > 18_000_000, "the table is larger than the memory it may use");
    assert.ok(most < 16_000_000, `memory grew by ${most} bytes`);
  });
});

/** Memory in use after garbage collection. */
function heap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
}
