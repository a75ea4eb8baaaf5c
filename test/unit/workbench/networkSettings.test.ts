// The user's settings for the network: a workspace changes none of them.
import assert from "node:assert/strict";
import { deadlinesFor, standardDeadlines } from "../../../src/service/exchange";
import type * as Settings from "../../../src/workbench/connections/serviceAccess";
import { useVscode } from "./bundleWithVscode";
import { createScriptedVscode } from "./scriptedVscode";

describe("the wait for a slow service", function () {
  const vscode = createScriptedVscode();
  const { settings: user, workspaceSettings: ofWorkspace } = vscode;
  const product = useVscode<typeof Settings>(["src/workbench/connections/serviceAccess.ts"], vscode);

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
