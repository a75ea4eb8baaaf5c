// Searches: pages, limits, offsets, cursors and bad bodies.
import assert from "node:assert/strict";
import { openSandbox, key, paths, type PersonBody } from "../support/sandboxUnderTest";
import { isError } from "./rules";

const searches = [
  { path: paths.companySearch, list: "companies", filter: { names: [{ value: "nobody has this name at all" }] } },
  { path: paths.peopleSearch, list: "people", filter: { person_names: [{ value: "nobody has this name at all" }] } },
] as const;

export function searchRules(): void {
  describe("Endpoints 1 and 3, searches", () => {
    for (const { path, list, filter } of searches) {
      it(`${path}: returns ${list} and metadata of total, credits, offset and search_after`, async () => {
        const { post } = openSandbox();
        const reply = await post(path, {});
        assert.equal(reply.status, 200);
        assert.deepEqual(Object.keys(reply.json), [list, "metadata"]);
        assert.deepEqual(Object.keys(reply.json.metadata), ["total", "credits", "offset", "search_after"]);
        assert.equal(reply.json.metadata.total, list === "companies" ? 300 : 2000);
        assert.equal(reply.json.metadata.offset, 0);
      });

      it(`${path}: limit is 10 when absent and 100 at most`, async () => {
        const { post } = openSandbox();
        assert.equal((await post(path, {})).json[list].length, 10);
        assert.equal((await post(path, { limit: 100 })).json[list].length, 100);
        isError(await post(path, { limit: 101 }), 400);
        isError(await post(path, { limit: 0 }), 400);
      });

      it(`${path}: offset skips results and is 10,000 at most`, async () => {
        const { post } = openSandbox();
        const first = (await post(path, { limit: 8 })).json;
        const skipped = (await post(path, { limit: 3, offset: 5 })).json;
        assert.deepEqual(skipped[list], first[list].slice(5));
        assert.equal(skipped.metadata.offset, 5);
        assert.deepEqual((await post(path, { offset: 10_000 })).json[list], []);
        isError(await post(path, { offset: 10_001 }), 400);
      });

      it(`${path}: the cursor gives the next page, at any position`, async () => {
        const { post } = openSandbox();
        const ten = (await post(path, { limit: 10 })).json[list];
        const from = (await post(path, { limit: 1, offset: 4 })).json.metadata.search_after;
        assert.deepEqual((await post(path, { limit: 5, search_after: from })).json[list], ten.slice(5));
      });

      it(`${path}: an invented cursor is refused`, async () => {
        const { post } = openSandbox();
        isError(await post(path, { search_after: "bm90IGEgY3Vyc29y" }), 400);
      });

      it(`${path}: the last page has a cursor too, and its page is empty`, async () => {
        const { post } = openSandbox();
        let cursor: string | undefined;
        let seen = 0;
        for (let page = 0; page <= 21; page += 1) {
          const { json } = await post(path, { limit: 100, ...(cursor === undefined ? {} : { search_after: cursor }) });
          cursor = json.metadata.search_after;
          assert.equal(typeof cursor, "string");
          seen += json[list].length;
          if (json[list].length === 0) break;
        }
        assert.equal(seen, list === "companies" ? 300 : 2000);
      });

      it(`${path}: no match is an empty array, not an error, and costs nothing`, async () => {
        const { post } = openSandbox();
        const reply = await post(path, filter);
        assert.equal(reply.status, 200);
        assert.deepEqual(reply.json[list], []);
        assert.equal(reply.json.metadata.total, 0);
        assert.equal(reply.json.metadata.credits, 0);
      });

      it(`${path}: a bad body is 400 with code and message`, async () => {
        const { post, send } = openSandbox();
        for (const body of [{ unheard_of: [] }, { limit: "10" }, { headcounts: [{ value: "5" }] }, [], null, "x"])
          isError(await post(path, body), 400, "error.request.invalid");
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
        isError(
          await send("POST", path, headers, new TextEncoder().encode('{"limit": 1')),
          400,
          "error.request.invalid",
        );
        isError(
          await send(
            "POST",
            path,
            { authorization: headers.authorization, "content-type": "text/plain" },
            new TextEncoder().encode("{}"),
          ),
          400,
          "error.request.invalid",
        );
      });
    }

    it("3: beyond offset 10,000 the cursor continues", async () => {
      const { post } = openSandbox({
        people: 12_000,
        companies: 20,
        keys: [{ key, workspaceId: "workspace-1", balance: 5000 }],
      });
      let cursor = (await post(paths.peopleSearch, { limit: 100, offset: 10_000 })).json.metadata.search_after;
      const ids = new Set<string>();
      for (let page = 0; page < 19; page += 1) {
        const { json } = await post(paths.peopleSearch, { limit: 100, search_after: cursor });
        for (const person of json.people) ids.add(person.id);
        cursor = json.metadata.search_after;
      }
      assert.equal(ids.size, 1900);
    });

    it("“Pagination rules”: after the monthly update a cursor still works and can show other results", async () => {
      const { post, sandbox: service } = openSandbox();
      const before = (await post(paths.peopleSearch, { limit: 100, offset: 100 })).json.people;
      const cursor = (await post(paths.peopleSearch, { limit: 100 })).json.metadata.search_after;
      service.refresh();
      const after = await post(paths.peopleSearch, { limit: 100, search_after: cursor });
      assert.equal(after.status, 200);
      const ids = (people: readonly PersonBody[]): readonly string[] => people.map((person) => person.id);
      assert.notDeepEqual(ids(after.json.people), ids(before));
      assert.notEqual(after.json.metadata.total, 2000);
    });
  });
}
