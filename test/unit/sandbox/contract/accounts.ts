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

    it("a call that costs more than the balance is refused with 402, for free", async () => {
      const { post, get, sandbox: service } = await sandbox({ prices: { all: 0.25 } });
      service.setBalance(key, 2);
      isError(await post(paths.companySearch, { limit: 10 }), 402, "error.credits.insufficient");
      assert.equal((await post(paths.companySearch, { limit: 8 })).status, 200);
      isError(await post(paths.companyLookup, { domain: "northwind.example" }), 402);
      assert.equal((await post(paths.companyLookup, { domain: "nowhere.example" })).status, 200);
      assert.deepEqual((await get(paths.credits)).json, { balance: 0 });
    });
  });

  describe("Errors", () => {
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
