// What records cost, by default and by a price plan.
import assert from "node:assert/strict";
import { openSandbox, key, paths } from "../support/sandboxUnderTest";
import { isError } from "./rules";

export function priceRules(): void {
  describe("“Credit price per operation”, which the interface does not show", () => {
    it("by default a record costs 0.25, and nothing once the workspace has received it", async () => {
      const { post, sandbox: service } = openSandbox({
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
      const { post, sandbox: service } = openSandbox();
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
      const { post, sandbox: service } = openSandbox();
      service.setBalance(key, 1);
      isError(await post(paths.companySearch, { limit: 5 }), 402, "error.credits.insufficient");
      assert.equal((await post(paths.companySearch, { limit: 4 })).json.metadata.credits, 1);
      assert.equal((await post(paths.companySearch, { limit: 4 })).status, 200);
      assert.deepEqual(
        service.charges.map(({ credits }) => credits),
        [1, 0],
      );
    });

    it("a list has a price for each call, the last one repeated; refused calls do not count", async () => {
      const { post, sandbox: service } = openSandbox({
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
  });
}
