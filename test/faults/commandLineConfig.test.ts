// `prospect config`: the settings of people without VS Code, through the real command line.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { storeSettings } from "../../src/app/settings";
import type { Store } from "../../src/store/client";
import { openStore } from "../unit/store/inProcess";
import { newFolder, removeFolders } from "../unit/store/rig";
import { command } from "./scenarios/headlessDoors";
import { storeWorker } from "./storeJob";
import { chargedRecords, serviceUnderTest, writeSearch, type ServiceUnderTest } from "./support/commandLine";

describe("prospect config", function () {
  let service: ServiceUnderTest;
  let folder = "";
  beforeEach(async () => {
    service = await serviceUnderTest();
    folder = newFolder();
    mkdirSync(folder, { recursive: true });
  });
  afterEach(async () => {
    await service.close();
    removeFolders();
  });
  const run = (...args: readonly string[]) =>
    command({ folder, home: path.join(folder, "home"), origin: service.origin, connection: "first" }, args);

  it("lets a command spend what was set, until VS Code sets less", async () => {
    const file = writeSearch(folder, 60);
    assert.equal((await run("run", file)).code, 3);
    assert.equal((await run("config", "set", "agents.creditsPerDay", "100")).code, 0);
    assert.equal((await run("run", file)).code, 0);
    assert.equal(chargedRecords(service), 60);
    const { store, close } = await openStore<Store>(storeWorker, {
      file: path.join(folder, "home", "store", "desk.db"),
    });
    await storeSettings(store, (name) => (name === "agents.creditsPerDay" ? 7 : undefined));
    await close();
    assert.deepEqual(await run("config", "get", "agents.creditsPerDay"), {
      code: 0,
      stdout: "7\n",
      stderr: "agents.creditsPerDay is set in VS Code, and that value counts.\n",
    });
    const { stdout } = await run("config");
    assert.match(stdout, /^agents\.creditsPerDay = 7 \(set in VS Code; the 100 set by config does not count\)$/mu);
    assert.match(stdout, /^spending\.confirmAbove = 25 \(default\)$/mu);
    assert.equal((await run("run", file, "--records", "61")).code, 3);
  });

  it("names lists with lines that identify nobody, which every command says once", async () => {
    const file = writeSearch(folder, 5);
    writeFileSync(path.join(folder, "optout.txt"), "acme.example\nSomebody\n# a comment\n\nAnybody\n");
    const remark =
      "2 lines of the leave-out list “optout.txt” identify nobody, so they leave out nobody. " +
      "The first is line 2, “Somebody”.";
    assert.equal((await run("config", "set", "leaveOut.lists", "optout.txt")).stderr.split("\n")[0], remark);
    for (const command of [
      ["plan", file],
      ["lookup", "company", "acme.example"],
    ]) {
      const { stdout, stderr } = await run(...command, "--json");
      assert.deepEqual(
        (JSON.parse(stdout) as { readonly notes: readonly string[] }).notes.filter((one) => one === remark),
        [remark],
      );
      assert.equal(stderr.split(remark).length, 2, stderr);
    }
  });

  it("names lists for every search: at once, whole, and no longer when they are unset", async () => {
    const file = writeSearch(folder, 5);
    assert.equal((await run("run", file, "--max-credits", "5")).code, 0);
    const names = async (): Promise<readonly string[]> =>
      (await run("export", "latest", "--fields", "network_url")).stdout.trim().split("\n").slice(1);
    const [first = "", ...others] = await names();
    writeFileSync(path.join(folder, "optout.txt"), `${first}\n`);
    assert.equal((await run("config", "set", "leaveOut.lists", "optout.txt", "missing.txt")).code, 2);
    assert.equal((await run("config", "get", "leaveOut.lists")).stdout, "");
    assert.equal((await run("config", "set", "leaveOut.lists", "optout.txt")).code, 0);
    assert.deepEqual(await names(), others);
    assert.equal((await run("config", "unset", "leaveOut.lists")).code, 0);
    assert.deepEqual(await names(), [first, ...others]);
  });

  it("prints one object with --json, and ends with 2 for what no setting takes", async () => {
    assert.equal((await run("config", "set", "prospectDesk.service.waitSeconds", "90")).code, 0);
    assert.deepEqual(JSON.parse((await run("config", "get", "service.waitSeconds", "--json")).stdout), {
      ...{ name: "service.waitSeconds", value: 90, from: "config", configured: 90, default: 30, notes: [] },
    });
    for (const [args, sentence] of [
      ["get agents.creditPerDay", "There is no such setting. Did you mean “agents.creditsPerDay”?"],
      ["set agents.creditsPerDay lots", "agents.creditsPerDay takes a number of at least 0."],
      ["set leaveOut.sentItems 1.5", "leaveOut.sentItems takes a whole number of at least 0."],
      ["set service.waitSeconds 10", "service.waitSeconds takes a whole number from 30 to 300."],
      ["set agents.creditsPerDay", "Name a setting and its value"],
      ["raise agents.creditsPerDay", "Say what to do with settings: get, set, or unset."],
    ] as const) {
      const { code, stdout, stderr } = await run("config", ...args.split(" "));
      assert.deepEqual([code, stdout, stderr.startsWith(sentence)], [2, "", true], stderr);
    }
  });
});
