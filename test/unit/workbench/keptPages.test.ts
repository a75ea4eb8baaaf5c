// A window saves at its start what was paid for and kept in a file, and says so.
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { until } from "../../support/until";
import { ExtensionRig, said } from "../../support/wholeExtension";
import { newRun, openCall, replyOf } from "../store/rig";

describe("a window with pages that were kept in files", function () {
  const rig = new ExtensionRig();

  it("saves them at its start, once", async () => {
    const place = path.dirname(rig.file);
    const now = Date.now();
    const run = newRun("person", { title: "Engineers $(bug)", startedAt: now });
    const call = await rig.inAnotherWindow(async (store) => {
      await store.runs.create(run, { owner: "dead", now: now - 60_000, ms: 6_000 });
      return openCall(store, { run: run.id, wanted: 2, owner: "dead", at: now - 59_000 });
    });
    const page = { run: run.id, owner: "dead", call, request: { limit: 2 }, status: 200, receivedAt: now };
    const reply = replyOf("person", [{ id: "p1" }, { id: "p2" }]);
    const file = path.join(place, "prospect-desk-page-1.kept");
    writeFileSync(file, JSON.stringify({ ...page, body: Buffer.from(reply).toString("base64") }));

    const extension = await rig.start();
    const texts = (): readonly string[] => said(rig.vscode.shown);
    await until(() => texts().length > 0 && !existsSync(file));
    assert.ok(
      texts().includes("Engineers $\u2009(bug): a page that was paid for and could not be saved before is saved now."),
      texts().join("\n"),
    );
    assert.deepEqual(
      extension.query("select pages, records, credits, possible_credits, stop from run").map((row) => ({ ...row })),
      [{ pages: 1, records: 2, credits: 2, possible_credits: 0, stop: null }],
    );
    assert.deepEqual(
      extension.query("select state, credits from call").map((row) => ({ ...row })),
      [{ state: "answered", credits: 2 }],
    );
  });
});
