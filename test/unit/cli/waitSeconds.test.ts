// How long processes without VS Code wait for a slow service.
import assert from "node:assert/strict";
import path from "node:path";
import { PassThrough } from "node:stream";
import { readEnvironment } from "../../../src/app/headless/environment";
import { storeSettings } from "../../../src/app/settings";
import { main } from "../../../src/cli/main";
import { Terminal } from "../../../src/cli/terminal";
import { createSystemClock } from "../../../src/service/systemClock";
import { storeWorker } from "../../faults/storeJob";
import { Sandbox } from "../../sandboxServer/sandbox";
import { openStore } from "../store/inProcess";
import { newFolder, removeFolders } from "../store/rig";

const key = "key-of-the-test";

/** Connects as a command does. */
async function connect(stored?: number, variable?: string) {
  const folder = newFolder();
  if (stored !== undefined) {
    const { store, close } = await openStore(storeWorker, { file: path.join(folder, "store", "desk.db") });
    await storeSettings(store, (name) => (name === "service.waitSeconds" ? stored : undefined));
    await close();
  }
  const keys = [{ key, workspaceId: "w", balance: 1_000 }];
  const { transport } = new Sandbox({ clock: createSystemClock(), people: 1, companies: 1, keys });
  const waits: number[] = [];
  let errors = "";
  const sink = Object.assign(new PassThrough(), { isTTY: false, columns: 80 });
  sink.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const input = Object.assign(new PassThrough(), { isTTY: false });
  const code = await main({
    ...{
      cwd: folder,
      signal: new AbortController().signal,
      version: "1",
      worker: storeWorker,
      args: ["account"],
    },
    terminal: new Terminal({ input, output: sink, errors: sink }),
    environment: readEnvironment(
      {
        PROSPECT_DESK_ORIGIN: "https://service.example",
        PROSPECT_DESK_KEY: key,
        PROSPECT_DESK_HOME: folder,
        PROSPECT_DESK_WAIT_SECONDS: variable,
      },
      folder,
    ),
    openTransport: (_origin, waitSeconds) => {
      waits.push(waitSeconds);
      return Promise.resolve(transport);
    },
    openSandbox: () => Promise.reject(new Error("not asked for")),
    serveMcp: () => Promise.reject(new Error("not asked for")),
  });
  return { code, waits, errors };
}

describe("a command that waits for the service", () => {
  afterEach(removeFolders);

  it("waits as long as the user set in VS Code, or as usual", async () => {
    assert.deepEqual((await connect()).waits, [30]);
    assert.deepEqual((await connect(120)).waits, [120]);
  });

  it("waits as long as its environment says", async () => {
    assert.deepEqual((await connect(120, "200")).waits, [200]);
  });
});
