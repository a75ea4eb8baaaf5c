// The user's settings for the network.
import assert from "node:assert/strict";
import { deadlinesFor, standardDeadlines } from "../../../src/service/exchange";
import type * as Settings from "../../../src/workbench/connections/serviceAccess";
import { useVscode } from "./bundleWithVscode";
import { createScriptedVscode } from "./scriptedVscode";

describe("the wait for a slow service", function () {
  const vscode = createScriptedVscode();
  const product = useVscode<typeof Settings>(["src/workbench/connections/serviceAccess.ts"], vscode);

  it("is that of the setting, with as much time for the body as before", () => {
    vscode.settings.set("service.waitSeconds", 120);
    assert.equal(product.readNetworkSettings().deadlines?.headers, 120_000);
    assert.deepEqual(deadlinesFor(30), standardDeadlines);
    assert.deepEqual(deadlinesFor(300), { connect: 10_000, headers: 300_000, whole: 360_000 });
  });
});
