// What docs/database.md promises to SQL tools: its views have these columns, and its query answers what it says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { HttpReply } from "../../../src/service/wire";
import { runRig, type Rig } from "../runs/runRig";
import { removeFolders } from "./rig";

const section = readFileSync("docs/database.md", "utf8");
const [, query = ""] = /```sql\n([^]*?)```/.exec(section) ?? [];

interface Body {
  readonly people?: readonly { readonly id: string; readonly employment: { readonly current: object } }[];
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

describe("docs/database.md", () => {
  const source = "file:///home/ada/searches/Engineers.prospect.json";
  const promotedIds = new Set<string>();
  let change: (body: Body) => object = (body) => body;
  let rig: Rig;
  /** A program that is not ours, with the database open while we have it open. */
  let tool: DatabaseSync;

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

  it("finds who has changed jobs since the last run of a search", () => {
    // The file is open in both, and a write of ours is in progress.
    rig.db.exec("begin immediate");
    const found = tool.prepare(query).all();
    rig.db.exec("rollback");
    assert.equal(found.length, 3);
    for (const row of found) {
      assert.deepEqual(Object.keys(row), ["name", "old_title", "old_company", "title", "company"]);
      assert.equal(row["title"], "Chief of Everything");
      assert.notEqual(row["old_title"], "Chief of Everything");
      assert.equal(row["company"], row["old_company"]);
    }
  });
});
