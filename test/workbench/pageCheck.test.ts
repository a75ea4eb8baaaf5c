// The extension host lets the extension start the thread that looks at large pages, from the file it ships.
import assert from "node:assert/strict";
import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import * as vscode from "vscode";
import { createPageCheck } from "../../src/service/pageCheck";

describe("the page check in the extension host", () => {
  it("runs", async () => {
    const extension = vscode.extensions.getExtension("prospect-desk.prospect-desk");
    assert.ok(extension);
    const thread = new Worker(path.join(extension.extensionPath, "dist", "pageCheckThread.js"), { env: {}, execArgv: [] });
    const online = once(thread, "online");
    const check = createPageCheck(() => thread);
    const page = (people: string): Parameters<typeof check.isSound>[1] => ({ status: 200, headers: { "content-type": "application/json" }, body: Buffer.from(`{"people":[${people}],"metadata":{}}`.padEnd(70_000)) });
    check.isSound("person", page(""));
    check.isSound("person", page(""));
    await online;
    try {
      assert.deepEqual(await Promise.all([check.isSound("person", page('{"full_name":"Ada"}')), check.isSound("person", page('{"full_name":7}'))]), [true, false]);
    } finally {
      await check.close();
    }
  });
});
