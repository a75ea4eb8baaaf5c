// The command line when a page that is paid for cannot be stored: a file keeps it, and a later command saves it once.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync, watch } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { runMain, type CommandEnd } from "../support/runMain";
import { newFolder, removeFolders } from "../unit/store/rig";
import { Answers } from "./scenarios/door";
import { command, openTransport } from "./scenarios/headlessDoors";
import {
  chargedRecords,
  environmentOf,
  lastLine,
  searchPath,
  serviceUnderTest,
  writeSearch,
  type ServiceUnderTest,
} from "./support/commandLine";
import { withEnvironment } from "./support/environment";
import { canMount, fillDisk, mountSmallDisk } from "./support/smallDisk";

describe("the command line with a page that cannot be stored", function () {
  let service: ServiceUnderTest;
  let folder = "";
  let store = "";
  let temporary = "";
  let file = "";
  let undo: (() => void)[] = [];

  beforeEach(async () => {
    service = await serviceUnderTest();
    folder = newFolder();
    store = path.join(folder, "home", "store");
    temporary = path.join(folder, "tmp");
    mkdirSync(temporary);
    undo = [withEnvironment({ TMPDIR: temporary })];
    file = path.join(store, "desk.db");
  });
  afterEach(async () => {
    undo.forEach((one) => one());
    await service.close();
    removeFolders();
  });

  const run = (...args: readonly string[]): Promise<CommandEnd> =>
    runMain(args, { cwd: folder, variables: environmentOf({ folder, origin: service.origin }), openTransport });
  const kept = (inside: string): readonly string[] => readdirSync(inside).filter((name) => name.endsWith(".kept"));

  /** Called once, when the nth page is asked for. */
  function atPage(nth: number, work: () => void): void {
    let count = 0;
    service.onRequest = ({ path: asked }) => {
      count += asked === searchPath ? 1 : 0;
      if (count === nth) {
        count = Number.NEGATIVE_INFINITY;
        work();
      }
    };
  }

  /** The database refuses pages until one is kept in a file, or the result is called. */
  function refusePages(): () => void {
    const other = new DatabaseSync(file, { timeout: 10_000 });
    other.exec("create trigger refused before insert on page begin select raise(abort, 'no pages today'); end");
    const accept = (): void => {
      if (other.isOpen) {
        other.exec("drop trigger refused");
        other.close();
      }
    };
    const watcher = watch(store, (_event, name) => name?.endsWith(".kept") === true && accept());
    undo.push(accept, () => watcher.close());
    return accept;
  }

  it("does not spend again unasked when the kept reply does not say its cost", async () => {
    await run("runs");
    atPage(3, () => {
      service.sandbox.setPrices({ all: { perRecord: 1, repeated: "charged", reported: "missing" } });
      refusePages();
    });
    const { run: id } = lastLine(await run("run", writeSearch(folder, 250), "--yes", "--json"));
    assert.deepEqual([kept(store).length, chargedRecords(service)], [1, 201]);
    const refused = await run("resume", String(id), "--yes", "--max-credits", "100");
    assert.equal(refused.code, 3, refused.stderr);
    assert.ok(refused.stderr.includes(`is saved in run ${String(id)}`), refused.stderr);
    assert.match(
      refused.stderr,
      /what the last page cost\. Your balance was 10,000 before and is 9,799 now\..*--accept-unknown-costs/su,
    );
    assert.deepEqual([kept(store), chargedRecords(service)], [[], 201]);
    const end = await run("resume", String(id), "--yes", "--accept-unknown-costs", "--json");
    assert.deepEqual([end.code, lastLine(end)["records"], chargedRecords(service)], [0, 250, 250], end.stderr);
  });

  it("is tried again at a terminal, where somebody can make room, and the run continues", async () => {
    await run("runs");
    let accept = (): void => undefined;
    atPage(3, () => (accept = refusePages()));
    const place = { folder, home: path.join(folder, "home"), origin: service.origin, connection: "first" } as const;
    const words = ["run", writeSearch(folder, 250), "--yes", "--json"];
    const end = await command(place, words, new Answers({}), (text) => text.includes("tried again") && accept());
    assert.match(end.stderr, /no pages today.*The last reply is paid for.*Stop the run/s);
    assert.deepEqual([end.code, lastLine(end)["records"], chargedRecords(service)], [0, 250, 250], end.stderr);
    assert.deepEqual(kept(store), []);
  });

  if (canMount()) {
    it("keeps it in the folder for temporary files while the disk of the database is full", async () => {
      mkdirSync(store, { recursive: true });
      undo.push(mountSmallDisk(store));
      await run("runs");
      atPage(3, () => fillDisk(path.join(store, "filler")));
      const end = await run("run", writeSearch(folder, 250), "--yes", "--json");
      assert.equal(end.code, 4, end.stderr);
      assert.deepEqual([kept(store), kept(temporary).length], [[], 1]);
      assert.match(end.stdout, /The disk is full.*Free some space.*kept in/);
      const { run: id } = lastLine(end);
      rmSync(path.join(store, "filler"));
      const resumed = await run("resume", String(id), "--yes", "--json");
      assert.deepEqual([resumed.code, lastLine(resumed)["records"], kept(temporary)], [0, 250, []], resumed.stderr);
    });
  }
});
