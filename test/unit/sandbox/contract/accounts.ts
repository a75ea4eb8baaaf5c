// Credits, the rate limit and errors.
import assert from "node:assert/strict";
import { key, paths } from "../support/sandboxUnderTest";
import { isError, type Open } from "./rules";

export function accountRules(sandbox: Open): void {
  describe("Limits and endpoint 6: credits", () => {
    it("each returned record is charged, and metadata says so", async () => {
      const { post, get, sandbox: service } = await sandbox();
      const { json } = await post(paths.peopleSearch, { limit: 7 });
      assert.equal(json.metadata.credits, 1.75);
      assert.equal(service.balance(key), 998.25);
      assert.deepEqual(service.charges, [{ path: paths.peopleSearch, records: 7, credits: 1.75 }]);
      assert.deepEqual((await get(paths.credits)).json, { balance: 998 });
    });

    it("the balance can be reported with its fraction", async () => {
      const { post, get } = await sandbox({ fractionalBalance: true, prices: { all: 0.1 } });
      await post(paths.companySearch, { limit: 3 });
      assert.deepEqual((await get(paths.credits)).json, { balance: 999.7 });
    });

    it("a call that costs more than the balance is refused with 402, for free", async () => {
      const { post, get, sandbox: service } = await sandbox({ prices: { all: 0.25 } });
      service.setBalance(key, 2);
      isError(await post(paths.companySearch, { limit: 10 }), 402, "error.credits.insufficient");
      assert.equal((await post(paths.companySearch, { limit: 8 })).status, 200);
      isError(await post(paths.companyLookup, { domain: "northwind.example" }), 402);
      assert.equal((await post(paths.companyLookup, { domain: "nowhere.example" })).status, 200);
      assert.deepEqual((await get(paths.credits)).json, { balance: 0 });
    });

    it("a key's consumption limit caps what it reports and spends; keys of a workspace share its balance", async () => {
      const {
        get,
        post,
        sandbox: service,
      } = await sandbox({
        prices: { all: 0.25 },
        keys: [
          { key, workspaceId: "workspace-1", balance: 100, consumptionLimit: 5 },
          { key: "another-key", workspaceId: "workspace-1" },
        ],
      });
      assert.deepEqual((await get(paths.credits)).json, { balance: 5 });
      await post(paths.peopleSearch, { limit: 20 });
      assert.equal(service.balance(key), 0);
      assert.equal(service.balance("another-key"), 95);
      isError(await post(paths.peopleSearch, { limit: 1 }), 402);
    });

    it("can be reported some paid calls late", async () => {
      const {
        get,
        post,
        sandbox: service,
      } = await sandbox({
        prices: { all: 1 },
        keys: [{ key, workspaceId: "workspace-1", balance: 100, balanceLag: 2 }],
      });
      const reported: unknown[] = [];
      for (const limit of [10, 20, 30, 5]) {
        await post(paths.peopleSearch, { limit });
        reported.push((await get(paths.credits)).json);
      }
      assert.deepEqual(reported, [{ balance: 100 }, { balance: 100 }, { balance: 90 }, { balance: 70 }]);
      assert.equal(service.balance(key), 35);
    });
  });

  describe("Errors", () => {
    it("429 error.rate.limit with the wait appended, over all endpoints of the workspace", async () => {
      const { get, post, clock } = await sandbox({ rateLimit: { calls: 2, windowMs: 90_500 } });
      assert.equal((await get(paths.verify)).status, 200);
      clock.advance(500);
      assert.equal((await post(paths.companySearch, {})).status, 200);
      const refused = await post(paths.peopleSearch, {});
      isError(refused, 429, "error.rate.limit");
      assert.equal(refused.json.message, "Too many requests. Try again in 1m30s");
      clock.advance(89_999);
      assert.equal((await get(paths.verify)).json.message, "Too many requests. Try again in 1ms");
      clock.advance(1);
      assert.equal((await get(paths.verify)).status, 200);
    });

    it("an unknown path is 404 and another method 405, as error bodies", async () => {
      const { get, post } = await sandbox();
      isError(await get("/api/v2/account/credits"), 404);
      isError(await get("/api/v1/company/search"), 404);
      isError(await get("/"), 404);
      isError(await get(paths.companySearch), 405);
      isError(await post(paths.credits, {}), 405);
    });
  });
}
