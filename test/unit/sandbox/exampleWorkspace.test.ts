// What a newcomer tries first: the searches and the table of the example workspace find something in the sandbox.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { defaultSize } from "../../../src/sandbox/sandbox";
import { parseSearch } from "../../../src/searches/parseSearch";
import { openCsvTable } from "../../../src/tables/table";
import { exampleWorkspace } from "../../host/paths.mjs";
import { openSandbox, paths, type UnderTest } from "./support/sandboxUnderTest";

const read = (...names: readonly string[]): Buffer => readFileSync(path.join(exampleWorkspace, ...names));
const searches = readdirSync(path.join(exampleWorkspace, "searches")).map((name) => {
  const { document, problems } = parseSearch(read("searches", name).toString());
  assert.ok(document && problems.length === 0, name);
  return { name, document };
});

describe("the example workspace", () => {
  let service: UnderTest;
  before(async () => {
    service = openSandbox(defaultSize);
  });

  it("has a search for companies and one for people", () => {
    assert.deepEqual(searches.map(({ document }) => document.search).sort(), ["company", "people"]);
  });

  for (const { name, document } of searches) {
    it(`${name}: fills a page without a question about credits, and has changes a month later`, async () => {
      const { search, filters } = document;
      const body = { ...filters, limit: 1 };
      const reply = await service.post(search === "company" ? paths.companySearch : paths.peopleSearch, body);
      const { total } = reply.json.metadata;
      assert.ok(total >= 20 && total <= 100, String(total));
      const changes = await service.sandbox.changes(search, filters, 0, 1);
      const { length: appeared } = changes.new;
      assert.ok(appeared + changes.gone.length > 0 && changes.changed.size > 0);
    });
  }

  it("has a table whose rows are all found", async () => {
    const table = await openCsvTable(async function* () {
      yield read("companies.csv");
    });
    const domains = table.sample.map((cells) => cells[table.header?.indexOf("domain") ?? -1]);
    const found: (string | undefined)[] = [];
    for (const domain of domains) {
      found.push((await service.post(paths.companyLookup, { domain })).json.companies[0]?.domain);
    }
    assert.equal(domains.length, 12);
    assert.deepEqual(found, domains);
  });
});
