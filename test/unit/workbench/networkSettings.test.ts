// The user's settings for the network: a workspace changes none of them.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { deadlinesFor, standardDeadlines } from "../../../src/service/exchange";
import type * as Settings from "../../../src/workbench/connections/serviceAccess";
import { importWithVscode } from "./bundleWithVscode";
import { fakeConfiguration } from "./fakeSettings";

describe("the wait for a slow service", function () {
  this.timeout(60_000);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prospect-desk-network-"));
  const [user, ofWorkspace] = [new Map<string, unknown>(), new Map<string, unknown>()];
  let product: typeof Settings;

  before(async () => {
    const workspace = { getConfiguration: fakeConfiguration(user, ofWorkspace) };
    const file = "src/workbench/connections/serviceAccess.ts";
    product = (await importWithVscode([file], folder, { workspace })) as typeof Settings;
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  const waitFor = (value?: unknown): number | undefined => {
    user.set("service.waitSeconds", value);
    return product.readNetworkSettings().deadlines?.headers;
  };

  it("is the user's, between 30 and 300 seconds, and never a workspace's", () => {
    assert.equal(waitFor(120), 120_000);
    assert.equal(waitFor(), 30_000);
    ofWorkspace.set("service.waitSeconds", 300);
    assert.equal(waitFor(), 30_000);
    for (const [value, expected] of [
      [0, 30_000],
      [-5, 30_000],
      [1e9, 300_000],
      [Number.NaN, 30_000],
      [Number.POSITIVE_INFINITY, 30_000],
      ["300", 30_000],
      [null, 30_000],
    ] as const) {
      assert.equal(waitFor(value), expected, String(value));
    }
  });

  it("leaves as much time for the body as before", () => {
    assert.deepEqual(deadlinesFor(30), standardDeadlines);
    assert.deepEqual(deadlinesFor(300), { connect: 10_000, headers: 300_000, whole: 360_000 });
  });
});
