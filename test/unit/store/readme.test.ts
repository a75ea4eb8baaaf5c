// What the README promises to SQL tools: its views have these columns, and its queries answer what they say, as they
// are there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { runRig, type Rig } from "../runs/runRig";
import type { HttpReply } from "../../../src/service/wire";
import { removeFolders } from "./rig";

const [, section = ""] = /\n## Your data is yours\n([^]*?)\n## /.exec(readFileSync("README.md", "utf8")) ?? [];
const queries = [...section.matchAll(/```sql\n([^]*?)```/g)].map(([, sql]) => sql ?? "");

interface Body {
  readonly people?: readonly { readonly id: string; readonly employment: { readonly current: object } }[];
  readonly companies?: readonly object[];
  readonly metadata: object;
}

const changed = (reply: HttpReply, change: (body: Body) => object): HttpReply => ({
  ...reply,
  body: Buffer.from(JSON.stringify(change(JSON.parse(Buffer.from(reply.body).toString("utf8")) as Body))),
});

/** Another title for some people. */
const promoted =
  (ids: ReadonlySet<string>) =>
  (body: Body): object => ({
    ...body,
    people: body.people?.map((one) =>
      ids.has(one.id)
        ? {
            ...one,
            employment: { ...one.employment, current: { ...one.employment.current, title: "Chief of Everything" } },
          }
        : one,
    ),
  });

/** The first company has moved, and the reply does not say what it cost. */
const movedAndUnpriced = ({ companies = [], metadata }: Body): object => ({
  companies: companies.map((one, nth) =>
    nth === 0 ? { ...one, locations: { headquarters: { country: "Atlantis" } } } : one,
  ),
  metadata: { ...metadata, credits: undefined },
});

describe("the README, section “Your data is yours”", () => {
  const source = "file:///home/ada/searches/Engineers.prospect.json";
  const promotedIds = new Set<string>();
  let change: (body: Body) => object = (body) => body;
  let rig: Rig;
  /** A program that is not ours, with the database open while we have it open. */
  let tool: DatabaseSync;

  const query = (nth: number): readonly Record<string, unknown>[] => {
    rig.db.exec("begin immediate");
    try {
      return tool.prepare(queries[nth] ?? assert.fail("the README has fewer queries")).all();
    } finally {
      rig.db.exec("rollback");
    }
  };

  before(async () => {
    rig = runRig({
      transport: (through) => async (request, signal) => changed(await through(request, signal), change),
    });
    const search = { title: "Engineers", source, limits: { records: 120 } };
    await rig.run(search);
    const first = await rig.run({
      ...search,
      title: "Others",
      source: "file:///home/ada/searches/Others.prospect.json",
    });
    (await rig.rowIds(first.header.id)).slice(5, 8).forEach((id) => promotedIds.add(id));
    rig.clock.advance(86_400_000);
    change = promoted(promotedIds);
    await rig.run(search);
    await rig.run({ title: "Makers", task: { kind: "companySearch", filters: {} }, limits: { records: 100 } });
    rig.clock.advance(86_400_000);
    change = movedAndUnpriced;
    await rig.run({ title: "Makers", task: { kind: "companySearch", filters: {} }, limits: { records: 60 } });
    tool = new DatabaseSync(rig.file, { readOnly: true });
  });
  after(() => {
    tool.close();
    rig.db.close();
    removeFolders();
  });

  it("names each view with all of its columns", () => {
    const documented = new Map(
      [...section.matchAll(/^\| `(\w+)` +\|[^|]*\| (.*?) +\|$/gm)].map(([, view = "", columns = ""]) => [
        view,
        columns.split(", ").map((name) => name.replaceAll("`", "")),
      ]),
    );
    const views = tool
      .prepare("select name from sqlite_schema where type = 'view'")
      .all()
      .map(({ name }) => String(name));
    assert.deepEqual([...documented.keys()].sort(), views.sort());
    for (const [view, columns] of documented) {
      assert.deepEqual(
        columns,
        tool
          .prepare(`select name from pragma_table_info('${view}')`)
          .all()
          .map(({ name }) => String(name)),
        view,
      );
    }
  });

  it("has three queries", () => {
    assert.equal(queries.length, 3);
  });

  it("finds who has changed jobs since the last run of a search", () => {
    const found = query(0);
    assert.equal(found.length, 3);
    for (const row of found) {
      assert.deepEqual(Object.keys(row), ["name", "old_title", "old_company", "title", "company"]);
      assert.equal(row["title"], "Chief of Everything");
      assert.notEqual(row["old_title"], "Chief of Everything");
      assert.equal(row["company"], row["old_company"]);
    }
  });

  it("counts companies by country and size, each once", () => {
    const found = query(1);
    assert.equal(
      found.reduce((sum, { companies }) => sum + Number(companies), 0),
      100,
    );
    assert.ok(found.length > 10, String(found.length));
    assert.deepEqual(
      found.filter(({ country }) => country === "Atlantis").map(({ companies }) => companies),
      [1],
      "as it was when it was last fetched",
    );
    const sizes = found
      .filter(({ country }) => country === found[0]?.["country"])
      .map(({ headcount_range: range }) => Number.parseInt(String(range).replaceAll(",", ""), 10));
    assert.deepEqual(
      sizes,
      [...sizes].sort((one, other) => one - other),
    );
  });

  it("adds up credits per search", () => {
    assert.deepEqual(
      query(2).map((row) => ({ ...row })),
      [
        { search: source, credits: 60, records: 240, calls_of_unknown_cost: 0 },
        {
          search: "file:///home/ada/searches/Others.prospect.json",
          credits: 30,
          records: 120,
          calls_of_unknown_cost: 0,
        },
        { search: "Makers", credits: 25, records: 160, calls_of_unknown_cost: 1 },
      ],
    );
  });
});
