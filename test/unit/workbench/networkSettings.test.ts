// The user's settings for the network: a workspace changes none of them.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { deadlinesFor, standardDeadlines } from "../../../src/service/exchange";
import type * as Settings from "../../../src/workbench/connections/networkSettings";
import { importWithVscode } from "./bundleWithVscode";

describe("the wait for a slow service", function () {
  this.timeout(60_000);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prospect-desk-network-"));
  let values: Readonly<Record<string, object>> = {};
  let product: typeof Settings;

  before(async () => {
    const workspace = { getConfiguration: () => ({ inspect: (name: string) => values[name] }) };
    const file = "src/workbench/connections/networkSettings.ts";
    product = (await importWithVscode([file], folder, { workspace })) as typeof Settings;
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  const waitFor = (setting: object | undefined): number | undefined => {
    values = setting === undefined ? {} : { [product.waitSetting]: setting };
    return product.readNetworkSettings().deadlines?.headers;
  };

  it("is the user's, between 30 and 300 seconds, and never a workspace's", () => {
    assert.equal(waitFor({ defaultValue: 30, globalValue: 120 }), 120_000);
    assert.equal(waitFor({ defaultValue: 30 }), 30_000);
    assert.equal(waitFor({ defaultValue: 30, workspaceValue: 300, workspaceFolderValue: 300 }), 30_000);
    for (const [globalValue, expected] of [
      [0, 30_000],
      [-5, 30_000],
      [1e9, 300_000],
      [Number.NaN, 30_000],
      [Number.POSITIVE_INFINITY, 30_000],
      ["300", 30_000],
      [null, 30_000],
    ] as const) {
      assert.equal(waitFor({ globalValue }), expected, String(globalValue));
    }
    assert.equal(waitFor(undefined), 30_000);
  });

  it("leaves as much time for the body as before", () => {
    assert.deepEqual(deadlinesFor(30), standardDeadlines);
    assert.deepEqual(deadlinesFor(300), { connect: 10_000, headers: 300_000, whole: 360_000 });
  });

  it("is declared with the same limits", () => {
    const manifest = JSON.parse(fs.readFileSync("package.json", "utf8")) as {
      readonly contributes: { readonly configuration: { readonly properties: Record<string, object> } };
    };
    const { markdownDescription: _text, ...declared } = manifest.contributes.configuration.properties[
      product.waitSetting
    ] as { readonly markdownDescription: string };
    assert.deepEqual(declared, { type: "integer", default: 30, minimum: 30, maximum: 300, scope: "application" });
  });
});
