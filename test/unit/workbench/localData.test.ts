// The user's data on this machine: opened by the first call, with a message when it is damaged or cannot be opened.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Uri } from "vscode";
import { createSystemClock } from "../../../src/service/systemClock";
import type { Clock } from "../../../src/service/wire";
import { openLocalData } from "../../../src/workbench/startup/localData";
import { until } from "../../support/until";
import { useVscode } from "../../support/vscode";
import { addPage, beginRun, newFolder, newRun, openTestStore, removeFolders, storeRun } from "../store/rig";

const now = Date.now();

describe("the data on this machine", function () {
  const vscode = useVscode();
  let storage: string;
  let log: string[];
  let onLogLine: () => void;
  let opened: ReturnType<typeof openLocalData>[] = [];

  beforeEach(() => {
    storage = newFolder();
    log = [];
    onLogLine = () => undefined;
  });
  afterEach(async () => {
    await Promise.all(opened.map(({ close }) => close()));
    opened = [];
  });
  after(removeFolders);

  const databaseFile = (): string => path.join(storage, "store", "desk.db");

  function open(clock: Clock = createSystemClock()): ReturnType<typeof openLocalData> {
    const line = (text: string): void => {
      log.push(text);
      onLogLine();
    };
    const context = { globalStorageUri: Uri.file(storage), extensionUri: Uri.file(process.cwd()) } as never;
    const data = openLocalData(context, clock, line, () => undefined);
    opened.push(data);
    return data;
  }

  it("is not opened until something is read or stored", async () => {
    const { store, owner, libraryUri } = open();
    assert.deepEqual(fs.readdirSync(storage), []);
    assert.deepEqual(await store.runs.list({ now }), []);
    assert.equal(await store.file.path(), databaseFile());
    assert.equal(fs.statSync(path.dirname(databaseFile())).mode & 0o077, 0);
    assert.equal(libraryUri.fsPath, path.join(storage, "library"));
    assert.notEqual(open().owner, owner);
  });

  it("is named when it is damaged, in one message that can restore a copy or show the file", async () => {
    fs.mkdirSync(path.dirname(databaseFile()), { recursive: true });
    fs.writeFileSync(databaseFile(), "noise ".repeat(9_999));
    for (const [nth, does] of [
      [0, ["prospectDesk.restoreDatabase"]],
      [1, ["revealFileInOS", databaseFile()]],
    ] as const) {
      vscode.shown.length = 0;
      vscode.answers.set("showErrorMessage", (_sentence: string, ...buttons: string[]) => buttons[nth]);
      const { store, close } = open();
      await assert.rejects(store.runs.list({ now }), { code: "CORRUPT" });
      await assert.rejects(store.runs.create(newRun()), { code: "CORRUPT" });
      const shown = vscode.shown.map(({ what, args }) => [
        what,
        ...args.map((one) => (one instanceof Uri ? one.fsPath : one)),
      ]);
      assert.deepEqual(shown.slice(0, 1), [
        [
          "showErrorMessage",
          "SQLite reports that the database desk.db is damaged: file is not a database. The file was left as it is. " +
            "There is no copy in backups. If you have a backup, restore it; if not, the page on the database in the " +
            "documentation names what SQLite itself can recover.",
          "Restore…",
          "Open Folder",
        ],
      ]);
      assert.deepEqual(shown.slice(1), [does]);
      await close();
    }
  });

  it("is opened by the next call when it could not be opened before", async () => {
    fs.writeFileSync(path.join(storage, "store"), "in the way");
    const { store } = open();
    await assert.rejects(store.runs.list({ now }), (error) => (error as Error).name === "StoreError");
    fs.rmSync(path.join(storage, "store"));
    assert.deepEqual(await store.runs.list({ now }), []);
    assert.deepEqual(vscode.shown, []);
  });

  it("finishes an interrupted deletion when it is opened", async () => {
    const before = openTestStore({ file: databaseFile() });
    const run = await beginRun(before.store);
    await addPage(before.store, run, [{ id: "p1", full_name: "Ada" }]);
    before.db.run("delete from run");
    await before.close();
    const finished = new Promise<void>((resolve) => {
      onLogLine = resolve;
    });
    const { store, close } = open();
    await store.runs.list({ now });
    await finished;
    assert.deepEqual(log, ["Interrupted deletions were completed: 1."]);
    await close();
    const after = openTestStore({ file: databaseFile() });
    assert.deepEqual(after.db.all("select key from record_json"), []);
    await after.close();
  });

  it("is copied when it is opened, unless a setting is off", async () => {
    const before = openTestStore({ file: databaseFile() });
    await storeRun(before.store, 1);
    await before.close();
    const copies = (): number => fs.readdirSync(path.join(storage, "store", "backups")).length;
    vscode.settings.set("database.weeklyCopies", false);
    const off = open();
    await off.store.runs.list({ now });
    await new Promise(setImmediate);
    // Calls are answered in their order.
    await off.store.runs.list({ now });
    await off.close();
    assert.equal(fs.existsSync(path.join(storage, "store", "backups")), false);
    vscode.settings.delete("database.weeklyCopies");
    const copied = new Promise<void>((resolve) => {
      onLogLine = resolve;
    });
    const { store } = open();
    await store.runs.list({ now });
    await copied;
    assert.deepEqual([log, copies()], [["The database was copied, as every week."], 1]);
  });

  it("is readable by the user alone, with all its files, whatever they were", async () => {
    const file = databaseFile();
    fs.mkdirSync(path.join(storage, "library"), { mode: 0o755 });
    fs.mkdirSync(path.dirname(file), { mode: 0o755 });
    fs.writeFileSync(file, "", { mode: 0o644 });
    fs.chmodSync(storage, 0o755);
    const { store, addToLibrary } = open();
    await store.runs.create(newRun());
    await addToLibrary("Makers", '{ "search": "company" }');
    const modes = (): readonly (readonly [string, number])[] =>
      ["", ...fs.readdirSync(storage, { recursive: true, encoding: "utf8" })].flatMap((name) => {
        // The first weekly copy is being made, in a temporary file.
        const found = fs.statSync(path.join(storage, name), { throwIfNoEntry: false });
        return found === undefined ? [] : [[name, found.mode & 0o777] as const];
      });
    const open077 = (): readonly unknown[] => modes().filter(([, mode]) => (mode & 0o077) !== 0);
    await until(() => open077().length === 0);
    assert.deepEqual(
      modes()
        .map(([name]) => name)
        .sort()
        .slice(0, 4),
      ["", "library", path.join("library", "Makers.prospect.json"), "store"],
    );
  });

  it("loses temporary files of ended processes, but no others, and none outside the workspace", async () => {
    const dead = spawnSync(process.execPath, ["--version"]).pid;
    const [workspace, outside] = [path.join(storage, "w"), path.join(storage, "outside")];
    const folders = [path.join(workspace, "exports"), path.join(storage, "library"), outside];
    const minute = 60_000;
    const ages: Record<string, number> = {
      [`.old.csv.${dead}-0.prospect-desk.part`]: 61 * minute,
      [`.young.csv.${dead}-0.prospect-desk.part`]: 59 * minute,
      [`.asleep.csv.${process.pid}-0.prospect-desk.part`]: 23 * 60 * minute,
      [`.reused.csv.${process.pid}-0.prospect-desk.part`]: 25 * 60 * minute,
      "mine.csv": 10_000 * minute,
    };
    for (const folder of folders) {
      fs.mkdirSync(folder, { recursive: true });
      for (const [name, age] of Object.entries(ages)) {
        fs.writeFileSync(path.join(folder, name), "Ada");
        fs.utimesSync(path.join(folder, name), (Date.now() - age) / 1000, (Date.now() - age) / 1000);
      }
    }
    const linked = path.join(storage, "linked");
    fs.mkdirSync(linked);
    fs.symlinkSync(outside, path.join(linked, "exports"));
    vscode.folders = [Uri.file(linked), Uri.file(workspace)];
    try {
      await open().store.runs.list({ now });
      const left = (folder: string | undefined): number => fs.readdirSync(folder ?? "").length;
      // The last folder to be tidied.
      await until(() => left(folders[0]) === 3);
      assert.equal(left(folders[1]), 3);
      assert.deepEqual(
        fs.readdirSync(folders[0] ?? "").map((name) => name.split(".")[1]),
        ["asleep", "young", "csv"],
      );
      assert.equal(left(outside), 5);
    } finally {
      vscode.folders = [];
    }
  });
});
