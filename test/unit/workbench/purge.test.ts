// Purging in the whole extension: the texts of the choices, and what is deleted.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { commandIds } from "../../../src/workbench/commandIds";
import type { NewRun, RunPurpose } from "../../../src/store/runs";
import {
  connection,
  lease,
  newFolder,
  openTestStore,
  owner,
  removeFolders,
  replyOf,
  type TestStore,
} from "../store/rig";
import { createScriptedVscode, TabInputCustom, TabInputText, Uri, type Shown } from "./scriptedVscode";
import { activateExtension, until, type WholeExtension } from "./wholeExtension";

const canary = "Zephyrine Quackenbush";
const dayMs = 86_400_000;

interface Choice {
  readonly label: string;
  readonly description: string;
}

describe("Purge Run Data", function () {
  this.timeout(60_000);
  let vscode: ReturnType<typeof createScriptedVscode>;
  let extension: WholeExtension | undefined;
  let folder: string;
  let file: string;

  beforeEach(() => {
    vscode = createScriptedVscode();
    folder = newFolder();
    file = path.join(folder, "storage", "store", "prospect-desk.db");
  });
  afterEach(async () => {
    await extension?.deactivate();
    extension = undefined;
  });
  after(removeFolders);

  /** Works on the database as another window would, before or while this one is open. */
  async function inAnotherWindow<T>(work: (store: TestStore) => Promise<T>): Promise<T> {
    const { store, close } = openTestStore({ file });
    try {
      return await work(store);
    } finally {
      await close();
    }
  }

  let runCount = 0;
  const newRun = (change: Partial<NewRun>): NewRun => {
    runCount += 1;
    const id = `20260101T000000000-${String(runCount).padStart(12, "0")}`;
    return {
      id,
      purpose: "search",
      title: canary,
      recordKind: "person",
      task: { kind: "peopleSearch", filters: {} },
      connection,
      limits: { records: 100 },
      startedAt: Date.now(),
      ...change,
    };
  };

  async function storeRun(store: TestStore, daysAgo: number, purpose: RunPurpose, records: number): Promise<string> {
    const at = Date.now() - daysAgo * dayMs;
    const run = await store.runs.create(newRun({ purpose, startedAt: at }), { owner, now: at, ms: 60_000 });
    const people = Array.from({ length: records }, (_none, nth) => ({
      id: `${run.id} ${nth}`,
      full_name: `${canary} ${nth}`,
    }));
    await store.records.storePage({
      run: run.id,
      owner,
      request: { limit: 100 },
      status: 200,
      receivedAt: at,
      body: replyOf("person", people, { credits: records / 4 }),
    });
    await store.runs.stop(run.id, owner, { kind: "complete" }, at);
    return run.id;
  }

  async function call(id: string): Promise<readonly Shown[]> {
    vscode.shown.length = 0;
    await vscode.commands.get(id)?.();
    return [...vscode.shown];
  }

  /** Selects the item with this label and presses Purge. */
  function choose(label: string): { choices(): readonly Choice[] } {
    let seen: readonly Choice[] = [];
    vscode.answers.set("showQuickPick", (items: readonly Choice[]) => {
      seen = items.map(({ label: one, description }) => ({ label: one, description }));
      return items.find((item) => item.label === label);
    });
    vscode.answers.set("showWarningMessage", (_question: string, _options: object, button: string) => button);
    return { choices: () => seen };
  }

  const filesWithCanary = (): readonly string[] =>
    fs
      .readdirSync(path.dirname(file))
      .filter((name) => fs.readFileSync(path.join(path.dirname(file), name)).includes("Quackenbush"));

  it("shows what each choice deletes and what fetching it again costs, and deletes only that", async () => {
    const young = await inAnotherWindow(async (store) => {
      await storeRun(store, 100, "search", 40);
      await storeRun(store, 40, "lookup", 1);
      return storeRun(store, 5, "lookup", 1);
    });
    extension = await activateExtension(folder, vscode);
    const { choices } = choose("Older than 30 days");
    const seen = await call(commandIds.purgeRuns);
    assert.deepEqual(choices(), [
      { label: "Older than 30 days", description: "1 run, 1 lookup · 41 records · 10.25 credits" },
      { label: "Older than 90 days", description: "1 run · 40 records · 10 credits" },
      { label: "Older than 365 days", description: "0 runs · 0 records · 0 credits" },
      { label: "Everything", description: "1 run, 2 lookups · 42 records · 10.5 credits" },
    ]);
    const question = seen.find(({ what }) => what === "showWarningMessage");
    assert.equal(question?.args[0], "Purge data older than 30 days?");
    assert.deepEqual((question?.args[1] as { readonly detail: string }).detail.split("\n"), [
      "1 run: fetching again costs about 10 credits",
      "1 lookup: fetching again costs about 0.25 credits",
      "41 records",
      "",
      "This cannot be undone.",
    ]);
    const deleted = "Deleted: 1 run, 1 lookup · 41 records.";
    assert.deepEqual(seen.at(-1), { what: "showInformationMessage", args: [deleted] });
    assert.deepEqual(
      extension.query("select id from run").map(({ id }) => id),
      [young],
    );
  });

  it("of everything leaves the leave-out lists for every search in force", async () => {
    const listed = path.join(folder, "never.txt");
    fs.writeFileSync(listed, "acme.example\n");
    vscode.settings.set("leaveOut.lists", [listed]);
    const { workspace } = vscode.api as { readonly workspace: { readonly fs: object } };
    Object.assign(workspace.fs, {
      stat: async ({ fsPath }: Uri) => ({ mtime: 1, size: (await fs.promises.stat(fsPath)).size }),
      readFile: ({ fsPath }: Uri) => fs.promises.readFile(fsPath),
    });
    await inAnotherWindow((store) => storeRun(store, 1, "search", 2));
    extension = await activateExtension(folder, vscode);
    const query = extension.query;
    await until(() => query("select uri from leave_out_list").length === 1);
    choose("Everything");
    const seen = await call(commandIds.purgeRuns);
    assert.equal(seen.at(-1)?.args[0], "Deleted: 1 run · 2 records.");
    const asked = { kind: "company", origin: "", identifiers: { domain: "acme.example" } } as const;
    assert.deepEqual(await inAnotherWindow((store) => store.lookups.findAnswer(asked)), { kind: "leftOut" });
  });

  it("deletes nothing when the question is not answered", async () => {
    await inAnotherWindow((store) => storeRun(store, 100, "search", 4));
    extension = await activateExtension(folder, vscode);
    choose("Everything");
    vscode.answers.delete("showWarningMessage");
    assert.equal(
      (await call(commandIds.purgeRuns)).some(({ what }) => what === "showInformationMessage"),
      false,
    );
    assert.equal(extension.query("select id from run").length, 1);
  });

  it("of everything leaves no byte of a person, and closes the tabs of deleted runs", async () => {
    const run = await inAnotherWindow((store) => storeRun(store, 1, "search", 30));
    extension = await activateExtension(folder, vscode);
    assert.ok(filesWithCanary().length > 0);
    vscode.tabs = [
      new TabInputCustom(Uri.from({ scheme: "prospect-run", path: `/${canary}`, query: run })),
      new TabInputText(Uri.file("/a.txt")),
    ];
    choose("Everything");
    const seen = await call(commandIds.purgeRuns);
    assert.equal(seen.find(({ what }) => what === "showWarningMessage")?.args[0], "Purge everything?");
    assert.equal(seen.at(-1)?.args[0], "Deleted: 1 run · 30 records.");
    assert.deepEqual(filesWithCanary(), []);
    const closed = seen
      .filter(({ what }) => what === "tabGroups.close")
      .flatMap(({ args }) => args[0] as readonly { readonly input: unknown }[]);
    assert.deepEqual(
      closed.map(({ input }) => input),
      [vscode.tabs[0]],
    );
  });

  it("of everything also deletes last exports, layouts, recent lookups, suggestions, and shown runs", async () => {
    const source = `file:///w/${canary}.prospect.json`;
    const traces = (store: TestStore): Promise<readonly unknown[]> =>
      Promise.all([
        store.profiles.lastExport(source, "shown"),
        store.profiles.lastExport(source, "selection"),
        store.profiles.gridLayout("person"),
        store.lookups.recentLookups(connection.origin, 10),
        store.values.seenValues({ columns: { person: ["name"] }, origin: connection.origin }),
      ]);
    const before = await inAnotherWindow(async (store) => {
      await storeRun(store, 1, "search", 3);
      await storeRun(store, 1, "lookup", 1);
      await store.profiles.saveLastExport(source, "shown", { file: `file:///w/${canary}.csv` }, 1);
      await store.profiles.saveLastExport(source, "selection", { file: `file:///w/${canary}.csv` }, 1);
      await store.profiles.saveGridLayout("person", [{ id: "name", width: 100, visible: true }]);
      await store.profiles.saveColumnProfile("person", "Mine", { name: "Mine", columns: [{ id: "name" }] });
      return traces(store);
    });
    assert.ok(JSON.stringify(before).includes(canary));
    extension = await activateExtension(folder, vscode);
    const { state } = extension;
    (state as Map<string, unknown>).set("results.shownRuns", { [source]: { run: "1", comparison: "none" } });
    choose("Everything");
    await call(commandIds.purgeRuns);
    assert.deepEqual(await inAnotherWindow(traces), [undefined, undefined, [], [], []]);
    assert.equal(JSON.stringify([...state.values()]).includes(canary), false);
    assert.ok(![...state.keys()].some((key) => key.includes(canary)));
    assert.deepEqual(filesWithCanary(), []);
    const profiles = await inAnotherWindow((store) => store.profiles.columnProfiles("person"));
    assert.equal(profiles.length, 1, "a column profile is a setting of the user");
  });

  it("of everything deletes nothing while something is running in any window, and reports it", async () => {
    await inAnotherWindow(async (store) => {
      await storeRun(store, 1, "search", 3);
      await store.runs.create(newRun({}), { ...lease, now: Date.now() });
    });
    extension = await activateExtension(folder, vscode);
    choose("Everything");
    const seen = await call(commandIds.purgeRuns);
    assert.deepEqual(seen.at(-1), {
      what: "showErrorMessage",
      args: ["Not everything could be deleted. This is running, here or in another window. Stop it there first."],
    });
    assert.equal(extension.query("select id from run").length, 2);
  });

  it("closes tabs of runs that another window purged, when this window gets the focus", async () => {
    const [purged, remaining] = await inAnotherWindow(async (store) => [
      await storeRun(store, 1, "search", 3),
      await storeRun(store, 1, "search", 3),
    ]);
    extension = await activateExtension(folder, vscode);
    vscode.tabs = [purged, remaining].map(
      (query) => new TabInputCustom(Uri.from({ scheme: "prospect-run", path: `/${canary}`, query })),
    );
    await inAnotherWindow((store) => store.retention.deleteRun(purged ?? "", { now: Date.now() }));
    vscode.shown.length = 0;
    vscode.focusWindow();
    await until(() => vscode.shown.some(({ what }) => what === "tabGroups.close"));
    const closed = vscode.shown.flatMap(({ what, args }) =>
      what === "tabGroups.close" ? (args[0] as readonly { readonly input: unknown }[]) : [],
    );
    assert.deepEqual(
      closed.map(({ input }) => input),
      [vscode.tabs[0]],
    );
  });

  it("happens automatically to everything older than the setting", async () => {
    const young = await inAnotherWindow(async (store) => {
      await storeRun(store, 8, "search", 3);
      await storeRun(store, 8, "lookup", 1);
      await storeRun(store, 8, "batch", 2);
      return storeRun(store, 6, "search", 3);
    });
    vscode.settings.set("runs.keepDays", 7);
    extension = await activateExtension(folder, vscode);
    const { query } = extension;
    await until(() => query("select id from run").length === 1);
    await until(() => vscode.shown.some(({ what }) => what === "showInformationMessage"));
    assert.equal(
      vscode.shown.find(({ what }) => what === "showInformationMessage")?.args[0],
      "Deleted, because it was older than 7 days: 1 run, 1 lookup, 1 lookup batch · 6 records.",
    );
    assert.deepEqual(
      extension.query("select id from run").map(({ id }) => id),
      [young],
    );
  });

  it("has an alternative: Copy Database Path shows where the file is", async () => {
    extension = await activateExtension(folder, vscode);
    vscode.answers.set("showInformationMessage", (_sentence: string, button: string) => button);
    const seen = await call(commandIds.copyDatabasePath);
    assert.deepEqual(
      seen.map(({ what }) => what),
      ["clipboard.writeText", "showInformationMessage", "revealFileInOS"],
    );
    assert.equal(seen[0]?.args[0], file);
    assert.ok(String(seen[1]?.args[0]).includes(file));
    assert.equal((seen[2]?.args[0] as Uri).fsPath, file);
    assert.ok(fs.existsSync(file));
  });
});
