// Authentication: how a key is sent, and the replies without a valid one.
import assert from "node:assert/strict";
import { key, paths } from "../support/sandboxUnderTest";
import { isError, type Open } from "./rules";

export function authenticationRules(sandbox: Open): void {
  describe("Authentication", () => {
    it("3: a missing header gives 401 error.authorization.not_set", async () => {
      const { post, get } = await sandbox();
      isError(await get(paths.verify, {}), 401, "error.authorization.not_set");
      isError(await post(paths.companySearch, {}, {}), 401, "error.authorization.not_set");
    });

    it("3: a header without the bearer prefix gives 401 error.authorization.not_bearer", async () => {
      const { get } = await sandbox();
      isError(await get(paths.credits, { authorization: key }), 401, "error.authorization.not_bearer");
      isError(await get(paths.credits, { authorization: `Basic ${key}` }), 401, "error.authorization.not_bearer");
    });

    it("3: an unrecognized key gives 401 error.api.key", async () => {
      const { get } = await sandbox();
      isError(await get(paths.verify, { authorization: "Bearer of-no-use" }), 401, "error.api.key");
    });

    it("1: every endpoint requires the key", async () => {
      const { post, get } = await sandbox();
      for (const path of [paths.companySearch, paths.companyLookup, paths.peopleSearch, paths.peopleLookup])
        isError(await post(path, {}, {}), 401);
      for (const path of [`${paths.enrichment}enr-demo-finished`, paths.credits, paths.verify])
        isError(await get(path, {}), 401);
    });

    it("2: verification names the workspace of the key", async () => {
      const { get } = await sandbox();
      const reply = await get(paths.verify);
      assert.equal(reply.status, 200);
      assert.deepEqual(reply.json, { workspace_id: "workspace-1" });
    });

    it("3: a revoked key is unrecognized", async () => {
      const { get, sandbox: service } = await sandbox();
      service.revokeKey(key);
      isError(await get(paths.verify), 401, "error.api.key");
    });
  });
}
