// The command line when a page that is paid for cannot be stored: a file keeps it, and a later command saves it once.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, watch } from "node:fs";
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
  const runs = async (): Promise<readonly Record<string, unknown>[]> =>
    lastLine(await run("runs", "--json"))["runs"] as readonly Record<string, unknown>[];
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

  /** Takes it in once and resumes to 250 records, which are paid for once. */
  async function savesItOnce(id: string): Promise<void> {
    const [name = "none"] = kept(store);
    const page = path.join(store, name);
    if (process.platform !== "win32") {
      assert.equal(statSync(page).mode & 0o777, 0o600);
    }
    const copy = path.join(folder, "copy");
    copyFileSync(page, copy);
    const saved = await run("runs", "--json");
    assert.ok(saved.stderr.includes(`kept in ${page} is saved in run ${id}`), saved.stderr);
    assert.deepEqual(kept(store), []);
    const [before] = await runs();
    assert.ok(before !== undefined);
    // As if the process had been killed before it removed the file.
    copyFileSync(copy, page);
    assert.deepEqual(await runs(), [before]);
    assert.deepEqual(kept(store), []);
    const end = await run("resume", id, "--yes", "--json");
    assert.deepEqual([end.code, lastLine(end)["records"]], [0, 250], end.stderr);
    assert.deepEqual([chargedRecords(service), lastLine(end)["credits"]], [250, 250]);
  }

  it("keeps it beside the database", async () => {
    await runs();
    atPage(3, refusePages);
    const end = await run("run", writeSearch(folder, 250), "--yes", "--json");
    assert.equal(end.code, 4, end.stderr);
    const { run: id, stop } = lastLine(end) as { readonly run: string; readonly stop: { readonly sentence: string } };
    const [name = "none"] = kept(store);
    assert.ok(stop.sentence.includes(path.join(store, name)), stop.sentence);
    assert.match(stop.sentence, /no pages today.*The last reply is paid for and kept in/);
    assert.match(end.stderr, /resume/);
    await savesItOnce(id);
  });

  it("does not spend again unasked when the kept reply does not say its cost", async () => {
    await runs();
    atPage(3, () => {
      service.sandbox.setPrices({ all: { perRecord: 1, repeated: "charged", reported: "missing" } });
      refusePages();
    });
    const { run: id } = lastLine(await run("run", writeSearch(folder, 250), "--yes", "--json"));
    assert.deepEqual([kept(store).length, chargedRecords(service)], [1, 201]);
    const refused = await run("resume", String(id), "--yes", "--max-credits", "100");
    assert.equal(refused.code, 3, refused.stderr);
    assert.match(
      refused.stderr,
      /what the last page cost\. Your balance was 10,000 before and is 9,799 now\..*--accept-unknown-costs/su,
    );
    assert.deepEqual([kept(store), chargedRecords(service)], [[], 201]);
    const end = await run("resume", String(id), "--yes", "--accept-unknown-costs", "--json");
    assert.deepEqual([end.code, lastLine(end)["records"], chargedRecords(service)], [0, 250, 250], end.stderr);
  });

  it("is tried again at a terminal, where somebody can make room, and the run continues", async () => {
    await runs();
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
      await runs();
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
