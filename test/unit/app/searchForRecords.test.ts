// A table of records becomes a search whose one filter names them.
import assert from "node:assert/strict";
import { mostNamed, namedColumns, rowsNamed, searchForRecords } from "../../../src/app/searchForRecords";
import { parseSearch } from "../../../src/searches/parseSearch";
import { openCsvTable, type CsvTable } from "../../../src/tables/table";

const tableOf = (text: string): Promise<CsvTable> =>
  openCsvTable(async function* () {
    yield Buffer.from(text);
  });
const choices = (table: CsvTable): readonly string[] =>
  namedColumns(table).map(({ kind, by, column }) => `${kind} by ${by} in ${column}`);

/** The search for what the surest column of a table names. */
async function searchFor(text: string) {
  const table = await tableOf(text);
  const [column] = namedColumns(table);
  assert.ok(column);
  const named = await rowsNamed(table, column);
  const { document, problems } = parseSearch(searchForRecords(named));
  assert.ok(document && problems.length === 0);
  return { ...document, unnamed: named.unnamed, total: named.total };
}
const exactly = (...values: readonly string[]) => values.map((value) => ({ value, exact_match: true }));

describe("a search for records of a table", () => {
  it("names people by their ids, each once", async () => {
    const found = await searchFor("Name,Person id\nAda Lovelace,p1\nAlan Turing,p2\nAda Lovelace,p1\nNobody,\n");
    assert.deepEqual(
      [found.search, found.filters, found.fetch.records, found.unnamed],
      ["people", { person_ids: exactly("p1", "p2") }, 2, 1],
    );
  });

  it("names people by their profiles, and companies by theirs", async () => {
    const people = await searchFor(
      "Who,LinkedIn\nAda,https://www.linkedin.com/in/ada\nAlan,https://linkedin.com/in/alan\n",
    );
    assert.deepEqual(people.filters, {
      person_professional_network_urls: exactly("https://www.linkedin.com/in/ada", "https://linkedin.com/in/alan"),
    });
    const companies = await searchFor("LinkedIn\nhttps://www.linkedin.com/company/acme\n");
    assert.deepEqual(
      [companies.search, companies.filters],
      ["company", { professional_network_urls: exactly("https://www.linkedin.com/company/acme") }],
    );
  });

  it("names companies by the exact domains of web pages and addresses", async () => {
    const { search, filters, unnamed } = await searchFor(
      "Website\nhttps://www.Acme.example/about\nsales@b.example\n?\n",
    );
    assert.deepEqual([search, filters, unnamed], ["company", { domains: exactly("acme.example", "b.example") }, 1]);
  });

  it("offers every column that names records, ids first", async () => {
    const table = await tableOf(
      "Id,Name,Profile URL,Company domain\np1,Ada Lovelace,https://www.linkedin.com/in/ada,acme.example\n",
    );
    assert.deepEqual(choices(table), [
      "person by id in 0",
      "company by id in 0",
      "person by profile in 2",
      "company by domain in 3",
    ]);
    assert.deepEqual(choices(await tableOf("c1\nc2\n")), ["company by id in 0", "person by id in 0"]);
    assert.deepEqual(choices(await tableOf("Company ID,Note\nc1,x\n")), ["company by id in 0"]);
    assert.deepEqual(choices(await tableOf("Note,Amount\nx,3\n")), []);
  });

  it("names the first of more records than a search may name", async () => {
    const ids = Array.from({ length: mostNamed + 100 }, (_, nth) => `c${nth}`);
    const { filters, fetch, total } = await searchFor(`company_id\n${ids.join("\n")}\n`);
    assert.deepEqual(filters, { company_ids: exactly(...ids.slice(0, mostNamed)) });
    assert.deepEqual([fetch.records, total], [mostNamed, mostNamed + 100]);
  });
});
