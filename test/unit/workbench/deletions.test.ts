// Purging and erasing in the whole extension: what is asked and shown, and what is deleted.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { TabInputCustom, TabInputText, Uri } from "vscode";
import type { RunPurpose } from "../../../src/store/kinds";
import { commandIds, editorIds } from "../../../src/workbench/commandIds";
import { until } from "../../support/until";
import { type Shown } from "../../support/vscode";
import { ExtensionRig, said } from "../../support/wholeExtension";
import { addPage, beginRun, connection, lease, newRun, owner, replyOf, type TestStore } from "../store/rig";

const canary = "Zephyrine Quackenbush";
const dayMs = 86_400_000;

interface Choice {
  readonly label: string;
  readonly description: string;
}

async function storeRun(store: TestStore, daysAgo: number, purpose: RunPurpose, records: number): Promise<string> {
  const at = Date.now() - daysAgo * dayMs;
  const run = await store.runs.create(newRun("person", { title: canary, purpose, startedAt: at }), {
    ...lease,
    now: at,
  });
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

const closedTabs = (seen: readonly Shown[]): readonly unknown[] =>
  seen
    .filter(({ what }) => what === "tabGroups.close")
    .flatMap(({ args }) => args[0] as readonly { readonly input: unknown }[])
    .map(({ input }) => input);
const tabOf = (query: string): TabInputCustom =>
  new TabInputCustom(Uri.from({ scheme: "prospect-run", path: `/${canary}`, query }), editorIds.results);

describe("Purge Run Data", function () {
  const rig = new ExtensionRig({ readsDisk: true });
  const inAnotherWindow = rig.inAnotherWindow.bind(rig);
  const runIds = (): readonly unknown[] => rig.extension.query("select id from run").map(({ id }) => id);
  const filesWithCanary = (): readonly string[] =>
    fs
      .readdirSync(path.dirname(rig.file), { recursive: true, encoding: "utf8" })
      .map((name) => path.join(path.dirname(rig.file), name))
      .filter((file) => fs.statSync(file).isFile() && fs.readFileSync(file).includes("Quackenbush"));

  let choices: readonly Choice[];
  /** Selects the item with this label and presses Purge. */
  function purge(label: string): Promise<readonly Shown[]> {
    rig.vscode.answers.set("showQuickPick", (items: readonly Choice[]) => {
      choices = items.map((item) => ({ label: item.label, description: item.description }));
      return items.find((item) => item.label === label);
    });
    rig.confirm();
    return rig.call(commandIds.purgeRuns);
  }

  it("shows what each choice deletes and what fetching it again costs, and deletes only that", async () => {
    const young = await inAnotherWindow(async (store) => {
      await storeRun(store, 100, "search", 40);
      await storeRun(store, 40, "lookup", 1);
      return storeRun(store, 5, "lookup", 1);
    });
    await rig.start();
    const seen = await purge("Older than 30 days");
    assert.deepEqual(choices, [
      { label: "Older than 30 days", description: "1 run, 1 lookup · 41 records · 10.25 credits" },
      { label: "Older than 90 days", description: "1 run · 40 records · 10 credits" },
      { label: "Older than 365 days", description: "0 runs · 0 records · 0 credits" },
      { label: "Everything", description: "1 run, 2 lookups · 42 records · 10.5 credits" },
    ]);
    const question = seen.find(({ what }) => what === "showWarningMessage");
    assert.deepEqual((question?.args[1] as { readonly detail: string }).detail.split("\n"), [
      "1 run: fetching again costs about 10 credits",
      "1 lookup: fetching again costs about 0.25 credits",
      "41 records",
      "",
      "This cannot be undone.",
    ]);
    assert.deepEqual(said(seen), ["Purge data older than 30 days?", "Deleted: 1 run, 1 lookup · 41 records."]);
    assert.deepEqual(runIds(), [young]);
  });

  it("of everything leaves the leave-out lists for every search in force", async () => {
    const listed = path.join(rig.folder, "never.txt");
    fs.writeFileSync(listed, "acme.example\n");
    rig.vscode.settings.set("leaveOut.lists", [listed]);
    await inAnotherWindow((store) => storeRun(store, 1, "search", 2));
    const { query } = await rig.start();
    await until(() => query("select uri from leave_out_list").length === 1);
    assert.equal(said(await purge("Everything")).at(-1), "Deleted: 1 run · 2 records.");
    const asked = { kind: "company", origin: "", identifiers: { domain: "acme.example" } } as const;
    assert.deepEqual(await inAnotherWindow((store) => store.lookups.findAnswer(asked)), { kind: "leftOut" });
  });

  it("deletes nothing when the question is not answered", async () => {
    await inAnotherWindow((store) => storeRun(store, 100, "search", 4));
    await rig.start();
    rig.vscode.answers.set("showQuickPick", (items: readonly Choice[]) => items.at(-1));
    assert.deepEqual(said(await rig.call(commandIds.purgeRuns)), ["Purge everything?"]);
    assert.equal(runIds().length, 1);
  });

  it("of everything leaves no byte of a person in records, traces, and settings, and closes the tabs", async () => {
    const source = `file:///w/${canary}.prospect.json`;
    const traces = (store: TestStore): Promise<readonly unknown[]> =>
      Promise.all([
        store.profiles.lastExport(source, "shown"),
        store.profiles.lastExport(source, "selection"),
        store.profiles.gridLayout("person"),
        store.lookups.recentLookups(connection.origin, 10),
        store.values.seenValues({ columns: { person: ["name"] }, origin: connection.origin }),
      ]);
    let run = "";
    const before = await inAnotherWindow(async (store) => {
      run = await storeRun(store, 1, "search", 30);
      await storeRun(store, 1, "lookup", 1);
      await store.profiles.saveLastExport(source, "shown", { file: `file:///w/${canary}.csv` }, 1);
      await store.profiles.saveLastExport(source, "selection", { file: `file:///w/${canary}.csv` }, 1);
      await store.profiles.saveGridLayout("person", [{ id: "name", width: 100, visible: true }]);
      await store.profiles.saveColumnProfile("person", "Mine", { name: "Mine", columns: [{ id: "name" }] });
      return traces(store);
    });
    assert.ok(JSON.stringify(before).includes(canary) && filesWithCanary().length > 0);
    const { state } = await rig.start();
    (state as Map<string, unknown>).set("results.tabs", { [`search=${source}`]: { run: "1" } });
    rig.vscode.tabs = [tabOf(run), new TabInputText(Uri.file("/a.txt"))];
    const seen = await purge("Everything");
    assert.equal(said(seen).at(-1), "Deleted: 1 run, 1 lookup · 31 records.");
    assert.deepEqual(closedTabs(seen), [rig.vscode.tabs[0]]);
    assert.deepEqual(await inAnotherWindow(traces), [undefined, undefined, [], [], []]);
    assert.equal(JSON.stringify([...state]).includes(canary), false);
    assert.deepEqual(filesWithCanary(), []);
    const profiles = await inAnotherWindow((store) => store.profiles.columnProfiles("person"));
    assert.equal(profiles.length, 1, "a column profile is a setting of the user");
  });

  it("of everything waits while something is running in any window, which it names, and can be canceled", async () => {
    await inAnotherWindow(async (store) => {
      await storeRun(store, 1, "search", 3);
      await store.runs.create(newRun("person", { title: "Makers" }), { ...lease, now: Date.now() });
    });
    await rig.start();
    rig.vscode.cancelsProgress = true;
    const shown = await purge("Everything");
    assert.deepEqual(said(shown), [
      "Purge everything?",
      "Deleted: 0 runs · 0 records. Not deleted, because it is running or you canceled: 2 runs · 3 records.",
    ]);
    assert.deepEqual(
      shown.filter(({ what }) => what === "withProgress").map(({ args }) => args[0]),
      ["“Makers” is in progress, here or in another window. Waiting for its end"],
    );
    assert.equal(runIds().length, 2);
    rig.vscode.cancelsProgress = false;
  });

  it("closes tabs of runs that another window purged, when this window gets the focus", async () => {
    const [purged = "", remaining = ""] = await inAnotherWindow(async (store) => [
      await storeRun(store, 1, "search", 3),
      await storeRun(store, 1, "search", 3),
    ]);
    await rig.start();
    const { vscode } = rig;
    vscode.tabs = [tabOf(purged), tabOf(remaining)];
    await inAnotherWindow((store) => store.retention.deleteRun(purged, { now: Date.now() }));
    vscode.focusWindow();
    await until(() => vscode.shown.some(({ what }) => what === "tabGroups.close"));
    assert.deepEqual(closedTabs(vscode.shown), [vscode.tabs[0]]);
  });

  it("happens automatically to everything older than the setting", async () => {
    const young = await inAnotherWindow(async (store) => {
      await storeRun(store, 8, "search", 3);
      await storeRun(store, 8, "lookup", 1);
      await storeRun(store, 8, "batch", 2);
      return storeRun(store, 6, "search", 3);
    });
    const { vscode } = rig;
    vscode.settings.set("runs.keepDays", 7);
    await rig.start();
    await until(() => said(vscode.shown).length > 0);
    assert.deepEqual(said(vscode.shown), [
      "Deleted, because it was older than 7 days: 1 run, 1 lookup, 1 lookup batch · 6 records.",
    ]);
    assert.deepEqual(runIds(), [young]);
  });
});

describe("Erase Person or Company", function () {
  const rig = new ExtensionRig({ readsDisk: true });
  const left = (): readonly unknown[] => rig.extension.query("select id from person_record").map((row) => row["id"]);
  let list: string;

  /** Types this, and picks the first item with this label in every picker. */
  const erase = async (typed: string | undefined, ...picks: readonly string[]): Promise<readonly string[]> => {
    rig.vscode.answers.set("createInputBox", () => typed);
    rig.vscode.answers.set("createQuickPick", ({ items }: { readonly items: readonly { readonly label: string }[] }) =>
      items.find(({ label }) => picks.some((pick) => label.includes(pick))),
    );
    return said(await rig.call(commandIds.eraseRecord));
  };
  const ada = { id: "pe_ada1815", full_name: "Ada Lovelace" };
  const start = async (): Promise<void> => {
    await rig.inAnotherWindow(async (store) => {
      const run = await beginRun(store);
      const url = "https://network.example/in/ada";
      await addPage(store, run, [
        { ...ada, social_profiles: { professional_network: { url } } },
        { id: "pe_eve1953", full_name: "Eve Moneypenny" },
        { id: "pe_eve1962", full_name: "Eve Kendall" },
      ]);
      await store.runs.stop(run.id, owner, { kind: "complete" }, Date.UTC(2026, 0, 15));
      // A table without a file: its rows are only in the database.
      const { run: batch } = await store.batches.create({
        run: newRun("person", { purpose: "batch", title: "Pasted" }),
        ...{ source: "", mapping: { kind: "person", columns: { profileUrl: 1 } }, columns: [] },
        input: Buffer.from(`note;profile\r\n${ada.full_name};${url}\r\nnobody;https://network.example/in/no\r\n`),
      });
      const asked = [{ identifiers: { person_professional_network_url: url }, words: url }];
      await store.batches.addQuestions(batch.id, asked, Date.UTC(2026, 0, 15));
    });
    list = path.join(rig.folder, "never.txt");
    fs.writeFileSync(list, "acme.example\n");
    rig.vscode.settings.set("leaveOut.lists", [list]);
    await rig.start();
  };

  it("shows what goes, deletes it when that is confirmed, and adds what identifies them to the list", async () => {
    await start();
    let detail = "";
    rig.vscode.answers.set("showWarningMessage", (_question: string, options: { readonly detail: string }) => {
      detail = options.detail;
    });
    assert.deepEqual(await erase(undefined), []);
    assert.deepEqual(await erase(ada.id), [`Erase “${ada.id}”?`]);
    // The weekly copy may be there already.
    const shown = detail.split("\n").filter((line) => !line.startsWith("Copies of the database"));
    assert.deepEqual(shown, [
      "Found: Ada Lovelace",
      "Records of people: 1",
      "Rows of looked-up tables: 1",
      "All of it is deleted from this machine permanently. Runs stay, without them.",
      "Files that you exported or backed up elsewhere are not changed.",
    ]);
    rig.confirm();
    assert.deepEqual(await erase("ada lovelace"), ["Erase “ada lovelace”?"], "no list was chosen");
    assert.equal(left().length, 3);

    assert.deepEqual(await erase("ada lovelace", "never.txt"), [
      "Erase “ada lovelace”?",
      `Erased. 2 entries added to ${list}, which every search and lookup leaves out.`,
    ]);
    assert.deepEqual(left(), ["pe_eve1953", "pe_eve1962"]);
    assert.equal(fs.readFileSync(list, "utf8"), `acme.example\n${ada.id}\nnetwork.example/in/ada\n`);
    const asked = {
      kind: "person",
      origin: connection.origin,
      identifiers: { person_professional_network_url: "https://network.example/in/ada" },
    } as const;
    assert.deepEqual(await rig.inAnotherWindow((store) => store.lookups.findAnswer(asked)), { kind: "leftOut" });
    const [table] = rig.extension.query("select cast(input as text) as input from batch");
    assert.equal(table?.["input"], "\u{FEFF}note;profile\r\nnobody;https://network.example/in/no\r\n");
  });

  it("asks which of several with a name, erases without a list, and says when nothing is stored", async () => {
    await start();
    rig.confirm();
    assert.deepEqual(await erase("Eve", "Eve Kendall", "No List"), [
      "Erase “Eve”?",
      "Erased. They may come back with a later search.",
    ]);
    assert.deepEqual(left(), [ada.id, "pe_eve1953"]);
    assert.deepEqual(await erase("xq4711nobody"), [
      "Nothing was erased. Nothing is stored with this id or name. " +
        "Type an id, a name, an email, a profile, or a domain.",
    ]);
  });
});
