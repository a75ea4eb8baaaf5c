// Lookups: identifiers, best match, cost.
import assert from "node:assert/strict";
import { openSandbox, key, paths } from "../support/sandboxUnderTest";
import { isError } from "./rules";

export function lookupRules(): void {
  describe("Endpoints 2 and 4, lookups", () => {
    it("2: each identifier finds the company, at most one, with its credits", async () => {
      const { post } = openSandbox({ prices: { all: 0.25 } });
      for (const body of [
        { domain: "northwind.example" },
        { domain: "https://www.NORTHWIND.example/" },
        { domain: "HTTP://northwind.example?a=1#top" },
        { professional_network_url: "https://network.example/company/northwind/" },
        { professional_network_id: 1035 },
      ]) {
        const reply = await post(paths.companyLookup, body);
        assert.equal(reply.status, 200);
        assert.deepEqual(
          reply.json.companies.map((company) => company.name),
          ["Northwind"],
        );
        assert.deepEqual(reply.json.metadata, { credits: 0.25 });
        assert.ok("technologies" in (reply.json.companies[0] ?? {}));
      }
    });

    it("2 and 4: nothing found is an empty array, for free", async () => {
      const { post, sandbox: service } = openSandbox();
      assert.deepEqual((await post(paths.companyLookup, { domain: "nowhere.example" })).json, {
        companies: [],
        metadata: { credits: 0 },
      });
      assert.deepEqual((await post(paths.peopleLookup, { person_professional_network_id: 1 })).json, {
        people: [],
        metadata: { credits: 0 },
      });
      assert.equal(service.balance(key), 1000);
    });

    it("2 and 4: at least one identifier must be provided", async () => {
      const { post } = openSandbox();
      isError(await post(paths.companyLookup, {}), 400);
      isError(await post(paths.peopleLookup, {}), 400);
      isError(await post(paths.companyLookup, { professional_network_id: "1035" }), 400);
    });

    it("4: URL, id and name find the person", async () => {
      const { post } = openSandbox({ prices: { all: 0.25 } });
      for (const body of [
        { person_professional_network_id: 48_213 },
        { person_professional_network_url: "https://network.example/in/ada-lovelace-0" },
        { person_name: "ada lovelace", company_domain: "northwind.example" },
      ]) {
        const reply = await post(paths.peopleLookup, body);
        assert.equal(reply.status, 200);
        assert.deepEqual(
          reply.json.people.map((person) => person.id),
          ["p0000000"],
        );
        assert.deepEqual(reply.json.metadata, { credits: 0.25 });
      }
    });

    it("4: a company identifier distinguishes people of one name", async () => {
      const { post, sandbox: service } = openSandbox({ people: 20_000 });
      const { json } = await post(paths.peopleSearch, {
        limit: 100,
        person_names: [{ value: "Ada Lovelace", exact_match: true }],
      });
      const other = json.people.find(
        (person) => person.employment.current && person.employment.current.company.domain !== "northwind.example",
      );
      const domain = other?.employment.current?.company.domain;
      const found = (await post(paths.peopleLookup, { person_name: "Ada Lovelace", company_domain: domain })).json
        .people;
      assert.equal(found.length, 1);
      assert.ok(found[0]?.employment.all?.some((position) => position.company.domain === domain));
      assert.ok(service.person(found[0]?.id ?? ""));
      assert.deepEqual(
        (await post(paths.peopleLookup, { person_name: "Ada Lovelace", company_domain: "nowhere.example" })).json
          .people,
        [],
      );
    });
  });
}
