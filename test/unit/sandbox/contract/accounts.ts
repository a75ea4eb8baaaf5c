// Credits, the rate limit and errors.
import assert from "node:assert/strict";
import { openSandbox, key, paths } from "../support/sandboxUnderTest";
import { isError } from "./rules";

export function accountRules(): void {
  describe("Limits and endpoint 6: credits", () => {
    it("each returned record is charged, and metadata says so", async () => {
      const { post, get, sandbox: service } = openSandbox();
      const { json } = await post(paths.peopleSearch, { limit: 7 });
      assert.equal(json.metadata.credits, 1.75);
      assert.equal(service.balance(key), 998.25);
      assert.deepEqual(service.charges, [{ path: paths.peopleSearch, records: 7, credits: 1.75 }]);
      assert.deepEqual((await get(paths.credits)).json, { balance: 998 });
    });

    it("a call that costs more than the balance is refused with 402, for free", async () => {
      const { post, get, sandbox: service } = openSandbox({ prices: { all: 0.25 } });
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
      const { get, post } = openSandbox();
      isError(await get("/api/v2/account/credits"), 404);
      isError(await get("/api/v1/company/search"), 404);
      isError(await get("/"), 404);
      isError(await get(paths.companySearch), 405);
      isError(await post(paths.credits, {}), 405);
    });
  });
}

export function authenticationRules(): void {
  describe("Authentication", () => {
    it("3: a missing header gives 401 error.authorization.not_set", async () => {
      const { post, get } = openSandbox();
      isError(await get(paths.verify, {}), 401, "error.authorization.not_set");
      isError(await post(paths.companySearch, {}, {}), 401, "error.authorization.not_set");
    });

    it("3: a header without the bearer prefix gives 401 error.authorization.not_bearer", async () => {
      const { get } = openSandbox();
      isError(await get(paths.credits, { authorization: key }), 401, "error.authorization.not_bearer");
      isError(await get(paths.credits, { authorization: `Basic ${key}` }), 401, "error.authorization.not_bearer");
    });

    it("3: an unrecognized key gives 401 error.api.key", async () => {
      const { get } = openSandbox();
      isError(await get(paths.verify, { authorization: "Bearer of-no-use" }), 401, "error.api.key");
    });

    it("1: every endpoint requires the key", async () => {
      const { post, get } = openSandbox();
      for (const path of [paths.companySearch, paths.companyLookup, paths.peopleSearch, paths.peopleLookup])
        isError(await post(path, {}, {}), 401);
      for (const path of [`${paths.enrichment}enr-demo-finished`, paths.credits, paths.verify])
        isError(await get(path, {}), 401);
    });

    it("2: verification names the workspace of the key", async () => {
      const { get } = openSandbox();
      const reply = await get(paths.verify);
      assert.equal(reply.status, 200);
      assert.deepEqual(reply.json, { workspace_id: "workspace-1" });
    });

    it("3: a revoked key is unrecognized", async () => {
      const { get, sandbox: service } = openSandbox();
      service.revokeKey(key);
      isError(await get(paths.verify), 401, "error.api.key");
    });
  });
}
