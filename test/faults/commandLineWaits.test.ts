// Waits that the service asks for, on the command line: they hold for every command, and `--try-now` ends them.
import assert from "node:assert/strict";
import path from "node:path";
import { keyHashOf } from "../../src/service/keyFormat";
import type { CommandEnd } from "../support/runMain";
import { openInProcess } from "../unit/store/inProcess";
import { newFolder, removeFolders } from "../unit/store/rig";
import { command as commandAt } from "./scenarios/headlessDoors";
import {
  chargedRecords,
  lastLine,
  searchPath,
  secretKey,
  serviceUnderTest,
  writeSearch,
  type ServiceUnderTest,
} from "./support/commandLine";

describe("the command line while the service asks to wait", function () {
  let service: ServiceUnderTest;
  let folder = "";
  let requests: string[] = [];

  beforeEach(async () => {
    service = await serviceUnderTest();
    folder = newFolder();
    requests = [];
    service.onRequest = ({ path: asked }) => requests.push(asked);
  });
  afterEach(async () => {
    await service.close();
    removeFolders();
  });

  const run = (...args: readonly string[]): Promise<CommandEnd> => {
    requests = [];
    const place = { folder, home: path.join(folder, "home"), origin: service.origin, connection: "first" } as const;
    return commandAt(place, [...args, "--json"]);
  };
  const stopOf = (end: CommandEnd): { readonly kind?: string; readonly sentence?: string } =>
    (lastLine(end)["stop"] ?? {}) as { readonly kind?: string; readonly sentence?: string };

  /** How long is waited. */
  async function waitMs(): Promise<number> {
    const { store, close } = openInProcess({ file: path.join(folder, "home", "store", "desk.db") });
    const { remainingMs } = await store.pauses.state(keyHashOf(service.origin, secretKey), Date.now());
    await close();
    return remainingMs;
  }

  /** A run that was told to wait after its first page, which shows the price. */
  async function runThatMustWait(retryAfter: string): Promise<string> {
    const headers = { "retry-after": retryAfter };
    service.setFaults({ faults: [{ path: searchPath, nth: 2, tooManyRequests: "Slow down.", headers }] });
    const end = await run("run", writeSearch(folder, 50), "--yes");
    assert.deepEqual([end.code, stopOf(end).kind, lastLine(end)["records"]], [4, "rateLimited", 1], end.stderr);
    return String(lastLine(end)["run"]);
  }

  const commands: Readonly<Record<string, (id: string) => readonly string[]>> = {
    resume: (id) => ["resume", id, "--yes"],
    run: () => ["run", writeSearch(folder, 5, "Other.prospect.json"), "--yes"],
    count: () => ["count", writeSearch(folder, 5)],
    lookup: () => ["lookup", "company", String(service.sandbox.company("c0000001")?.domain)],
    account: () => ["account"],
  };
  for (const [name, wordsOf] of Object.entries(commands)) {
    it(`sends nothing for minutes, and says so, until --try-now ends the wait for all: ${name}`, async () => {
      const words = wordsOf(await runThatMustWait("600"));
      assert.ok((await waitMs()) > 500_000);
      const refused = await run(...words);
      assert.notEqual(refused.code, 0);
      assert.match(refused.stderr + refused.stdout, /wait|rate/i);
      assert.deepEqual([requests, chargedRecords(service)], [[], 1]);
      const end = await run(...words, "--try-now");
      assert.deepEqual([end.code, requests.length > 0, await waitMs()], [0, true, 0], end.stderr);
    });
  }
});
