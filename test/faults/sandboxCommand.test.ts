// `npm run sandbox` beside `npm start` in one checkout: it builds into a place of its own, so that it neither removes
// the files of a window nor those of another sandbox.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { projectFolder } from "../host/paths.mjs";

const running = new Set<ChildProcess>();

/** Resolves to the address, which is printed when the sandbox answers there. */
async function startSandbox(): Promise<string> {
  const child = spawn(process.execPath, [path.join(projectFolder, "test", "host", "sandbox.mjs"), "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  for await (const line of createInterface(child.stdout)) {
    const address = /^Address: (\S+)$/.exec(line)?.[1];
    if (address !== undefined) {
      return address;
    }
  }
  throw new Error("The sandbox ended without an address.");
}

describe("npm run sandbox", () => {
  afterEach(async () => {
    for (const child of running) {
      const ended = once(child, "exit");
      child.kill("SIGINT");
      await ended;
    }
    running.clear();
  });

  it("leaves the build of a window alone, also twice at once, and answers when it says its address", async () => {
    const built = path.join(projectFolder, "dist", "desk.js");
    const before = statSync(built);
    const addresses = await Promise.all([startSandbox(), startSandbox()]);
    for (const address of addresses) {
      const { status } = await fetch(new URL("/api/v1/account/credits", address), {
        headers: { authorization: "Bearer demo-key" },
      });
      assert.equal(status, 200);
    }
    const { ino, mtimeMs } = statSync(built);
    assert.deepEqual({ ino, mtimeMs }, { ino: before.ino, mtimeMs: before.mtimeMs });
  });
});
