// The price plan: what is really charged, and what the reply reports.
import assert from "node:assert/strict";
import type { PricePlan } from "../../../sandboxServer/sandbox";
import { key, paths } from "../support/sandboxUnderTest";
import { isError, type Open } from "./rules";

const flat: PricePlan = { all: 0.25 };

export function priceRules(sandbox: Open): void {
  describe("“Credit price per operation”, which the interface does not show", () => {
    it("by default a record costs 0.25, and nothing once the workspace has received it", async () => {
      const { post, sandbox: service } = await sandbox({
        keys: [
          { key, workspaceId: "workspace-1", balance: 100 },
          { key: "same-workspace", workspaceId: "workspace-1" },
          { key: "other-workspace", workspaceId: "workspace-2", balance: 100 },
        ],
      });
      const as = (other: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${other}` });
      assert.equal((await post(paths.peopleSearch, { limit: 4 })).json.metadata.credits, 1);
      assert.equal((await post(paths.peopleSearch, { limit: 6 })).json.metadata.credits, 0.5);
      assert.equal((await post(paths.peopleSearch, { limit: 6 }, as("same-workspace"))).json.metadata.credits, 0);
      assert.equal((await post(paths.peopleSearch, { limit: 6 }, as("other-workspace"))).json.metadata.credits, 1.5);
      assert.deepEqual([service.balance(key), service.balance("other-workspace")], [98.5, 98.5]);
      assert.deepEqual(
        service.charges.map(({ records, credits }) => [records, credits]),
        [
          [4, 1],
          [6, 0.5],
          [6, 0],
          [6, 1.5],
        ],
      );
    });

    it("a lookup of a record that a search returned is free, and companies are not confused with people", async () => {
      const { post, sandbox: service } = await sandbox();
      const { json } = await post(paths.companySearch, { limit: 1 });
      assert.equal((await post(paths.peopleSearch, { limit: 1 })).json.metadata.credits, 0.25);
      const domain = json.companies[0]?.domain;
      const network = json.companies[0]?.social_profiles.professional_network.id;
      for (const body of [{ domain }, { professional_network_id: network }]) {
        const found = (await post(paths.companyLookup, body)).json;
        assert.deepEqual([found.companies[0]?.id, found.metadata.credits], [json.companies[0]?.id, 0]);
      }
      assert.deepEqual(
        service.charges.map(({ path, records, credits }) => [path, records, credits]),
        [
          [paths.companySearch, 1, 0.25],
          [paths.peopleSearch, 1, 0.25],
          [paths.companyLookup, 1, 0],
          [paths.companyLookup, 1, 0],
        ],
      );
    });

    it("records that were refused were not received: they cost the next time", async () => {
      const { post, sandbox: service } = await sandbox();
      service.setBalance(key, 1);
      isError(await post(paths.companySearch, { limit: 5 }), 402, "error.credits.insufficient");
      assert.equal((await post(paths.companySearch, { limit: 4 })).json.metadata.credits, 1);
      assert.equal((await post(paths.companySearch, { limit: 4 })).status, 200);
      assert.deepEqual(
        service.charges.map(({ credits }) => credits),
        [1, 0],
      );
    });

    it("a number is a flat price, charged for repeated records too", async () => {
      const { post } = await sandbox({ prices: flat });
      for (let call = 0; call < 2; call += 1)
        assert.equal((await post(paths.companySearch, { limit: 4 })).json.metadata.credits, 1);
    });

    it("each operation has its own price, the others that of all", async () => {
      const { post } = await sandbox({ prices: { all: 2, companySearch: 0, peopleLookup: { perRecord: 7 } } });
      assert.equal((await post(paths.companySearch, { limit: 3 })).json.metadata.credits, 0);
      assert.equal((await post(paths.companyLookup, { domain: "northwind.example" })).json.metadata.credits, 2);
      assert.equal((await post(paths.peopleSearch, { limit: 3, offset: 10 })).json.metadata.credits, 6);
      assert.equal(
        (await post(paths.peopleLookup, { person_professional_network_id: 48_213 })).json.metadata.credits,
        7,
      );
      assert.equal(
        (await post(paths.peopleLookup, { person_professional_network_id: 48_213 })).json.metadata.credits,
        0,
      );
    });

    it("a list has a price for each call, the last one repeated; refused calls do not count", async () => {
      const { post, sandbox: service } = await sandbox({
        prices: { peopleSearch: { perRecord: [0, 0.1, 10], repeated: "charged" } },
      });
      const call = async (): Promise<number> => (await post(paths.peopleSearch, { limit: 2 })).json.metadata.credits;
      assert.deepEqual([await call(), await call()], [0, 0.2]);
      service.setBalance(key, 19);
      isError(await post(paths.peopleSearch, { limit: 2 }), 402);
      service.setBalance(key, 100);
      assert.deepEqual([await call(), await call()], [20, 20]);
      assert.equal(service.balance(key), 60);
    });

    it("prices change at once, and received records stay known", async () => {
      const { post, sandbox: service } = await sandbox({ prices: { all: { perRecord: [1, 2] } } });
      const call = async (offset: number): Promise<number> =>
        (await post(paths.companySearch, { limit: 1, offset })).json.metadata.credits;
      assert.deepEqual([await call(0), await call(1)], [1, 2]);
      service.setPrices({ all: { perRecord: [5, 6] } });
      assert.deepEqual([await call(2), await call(3), await call(0)], [5, 6, 0]);
      service.setPrices(undefined);
      assert.equal(await call(4), 0.25);
    });

    for (const [reported, said] of [
      ["missing", undefined],
      ["null", null],
      ["string", "0.75"],
      ["unusable", "n/a"],
      ["negative", -0.75],
      [0, 0],
      [1e300, 1e300],
    ] as const) {
      it(`credits reported as ${reported}: the real charge is deducted and recorded`, async () => {
        const { post, sandbox: service } = await sandbox({ prices: { all: { reported } } });
        const search = (await post(paths.companySearch, { limit: 3 })).json.metadata;
        assert.equal(search.credits, said);
        assert.equal("credits" in search, reported !== "missing");
        assert.equal(search.total, 300);
        assert.deepEqual(service.charges, [{ path: paths.companySearch, records: 3, credits: 0.75 }]);
        assert.equal(service.balance(key), 999.25);
        const lookup = (await post(paths.peopleLookup, { person_professional_network_id: 48_213 })).json;
        assert.equal(lookup.people.length, 1);
        assert.equal("credits" in lookup.metadata, reported !== "missing");
        assert.equal(service.balance(key), 999);
      });
    }
  });
}
