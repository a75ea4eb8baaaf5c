// The user's settings for the network.
import assert from "node:assert/strict";
import { deadlinesFor, standardDeadlines } from "../../../src/service/exchange";
import { readNetworkSettings } from "../../../src/workbench/connections/serviceAccess";
import { useVscode } from "../../support/vscode";

describe("the wait for a slow service", function () {
  const vscode = useVscode();

  it("is that of the setting, with as much time for the body as before", () => {
    vscode.settings.set("service.waitSeconds", 120);
    assert.equal(readNetworkSettings().deadlines?.headers, 120_000);
    assert.deepEqual(deadlinesFor(30), standardDeadlines);
    assert.deepEqual(deadlinesFor(300), { connect: 10_000, headers: 300_000, whole: 360_000 });
  });
});
