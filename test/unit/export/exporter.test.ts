// Exports as a user starts them, with a scripted VS Code: which records, to which file, again, inserted.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import type { QuickPickItem } from "vscode";
import { Uri } from "vscode";
import { rowsOfRun, type RowSource, type RowsOrder } from "../../../src/app/rowSource";
import { Budgets } from "../../../src/runs/budget";
import type { RunSummary } from "../../../src/runs/run";
import { RunStore } from "../../../src/runs/runStore";
import { createSystemClock } from "../../../src/service/systemClock";
import type { StoredRun } from "../../../src/store/runs";
import { askInWindow } from "../../../src/workbench/askInWindow";
import { Exporter } from "../../../src/workbench/exporting/exporter";
import type { ResultsTabState } from "../../../src/workbench/resultsEditor/resultsTabs";
import type { RunActivity } from "../../../src/workbench/runActivity";
import { goesBack, staysOpen, useVscode } from "../../support/vscode";
import type { InProcessStore } from "../store/inProcess";
import { addPage, beginRun, newFolder, openTestStore, owner, removeFolders, type TestStore } from "../store/rig";

const person = (id: number, name: string): object => ({ id: `p${id}`, full_name: name });
interface ChangesBox {
  readonly title: string;
  readonly items: readonly QuickPickItem[];
  readonly selectedItems: readonly QuickPickItem[];
}
interface PreviewBox {
  readonly title: string;
  readonly items: readonly QuickPickItem[];
  fire(event: string, value: unknown): void;
}
const onlyA: RowsOrder = { filter: "a", columns: ["name"], sort: { column: "name", descending: false } };

describe("an export that a user asks for", function () {
  const vscode = useVscode();
  let opened: InProcessStore<TestStore>;
  let store: TestStore;
  let exporter: Exporter;
  let runs: RunStore;
  let folder = "";
  let choice: ResultsTabState | undefined;
  let activity: RunActivity | undefined;

  beforeEach(() => {
    folder = newFolder();
    choice = undefined;
    opened = openTestStore();
    store = opened.store;
    const clock = createSystemClock();
    activity = undefined;
    const runner = { activity: () => activity, fetchMore: () => Promise.reject(new Error("Nothing is fetched.")) };
    runs = new RunStore({ store, clock, random: (bytes) => new Uint8Array(bytes), owner });
    const budgets = new Budgets({ calls: store.calls, clock, confirmAbove: () => 0 });
    const app = { store, runs, clock, budgets, searchAt: async () => undefined, ask: askInWindow };
    const core = { app, context: { workspaceState: { get: () => true } }, log: () => undefined };
    exporter = new Exporter(core as never, runner as never, { stateOf: () => choice } as never);
  });
  afterEach(() => opened.close());
  after(removeFolders);

  const at = (name: string): string => path.join(folder, name);
  const read = (name: string): string => readFileSync(at(name), "utf8");
  const said = (what: string): readonly unknown[] =>
    vscode.shown.filter((shown) => shown.what === what).map(({ args }) => args[0]);

  async function runWith(...people: readonly object[]): Promise<StoredRun> {
    const run = await beginRun(store);
    await addPage(store, run, people);
    return run;
  }
  async function summaryOf(id: string): Promise<RunSummary> {
    const summary = await runs.summary(id);
    assert.ok(summary, id);
    return summary;
  }
  const sourceOf = async (id: string): Promise<RowSource> => rowsOfRun(await summaryOf(id));
  /** Selects items of the lists one after the other, then calls `meanwhile` and selects the file. */
  function answer(
    picks: readonly (string | readonly string[])[],
    file: Uri,
    meanwhile: () => unknown = () => undefined,
  ): void {
    const left = [...picks];
    vscode.answers.set("createQuickPick", (box: { readonly items: readonly QuickPickItem[] }) => {
      const wanted = left.shift();
      const ticked = box.items.filter(({ label }) => wanted?.includes(label) === true && typeof wanted === "object");
      const item = box.items.find(({ label }) => label === wanted);
      assert.ok(item ?? ticked[0], `${String(wanted)} is none of ${box.items.map(({ label }) => label).join(", ")}`);
      return item ?? ticked;
    });
    vscode.answers.set("showSaveDialog", async () => {
      await meanwhile();
      return file;
    });
  }

  it("asks step by step, and Back returns to the step before", async () => {
    const run = await runWith(person(1, "Ada"));
    const eye = "eye: ";
    const picks = ["CSV for Excel", goesBack, "CSV", `${eye}Main columns`, goesBack, `${eye}All columns`, "Name"];
    const titles: string[] = [];
    vscode.answers.set("createQuickPick", (box: PreviewBox) => {
      titles.push(box.title);
      const wanted = picks.shift();
      const item = box.items.find(({ label }) => label === String(wanted).replace(eye, ""));
      if (typeof wanted !== "string" || !wanted.startsWith(eye)) {
        return wanted === goesBack ? goesBack : item;
      }
      box.fire("itemButton", { item, button: item?.buttons?.[0] });
      return staysOpen;
    });
    vscode.answers.set("showSaveDialog", () => Uri.file(at("a.csv")));
    await exporter.export(await sourceOf(run.id), { kind: "all" });
    assert.deepEqual(
      titles.map((title) => title.replace(/, \d+ columns$/, "")),
      [
        "Export 1 fetched record: format",
        "Export 1 fetched record: columns",
        "Export 1 fetched record: format",
        "Export 1 fetched record: columns",
        "Preview: 1 record",
        "Export 1 fetched record: columns",
        "Preview: 1 record",
      ],
    );
    assert.match(read("a.csv"), /^Name,First name,.*,Id,Note,Lists,Email at former employer\nAda,/);
  });

  it("does not write what a leave-out list names, also when its file is gone", async () => {
    const run = await runWith(person(1, "Ada"), person(2, "Bob"));
    const entries = [{ kind: "id" as const, value: (person(1, "Ada") as { readonly id: string }).id }];
    await store.leaveOut.save({ uri: "file:///never.txt", hash: "1", everywhere: true, entries });
    answer(["NDJSON"], Uri.file(at("a.ndjson")));
    await exporter.export(await sourceOf(run.id), { kind: "all" });
    const names = read("a.ndjson")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { readonly full_name: string }).full_name);
    assert.deepEqual(names, ["Bob"]);
  });

  it("writes no file when a step is dismissed", async () => {
    const run = await runWith(person(1, "Ada"));
    for (const picks of [[], ["CSV"], ["JSON"]]) {
      const left = [...picks];
      vscode.answers.set("createQuickPick", ({ items }: { readonly items: readonly QuickPickItem[] }) => {
        const wanted = left.shift();
        return items.find(({ label }) => label === wanted);
      });
      vscode.answers.set("showSaveDialog", () => undefined);
      await exporter.export(await sourceOf(run.id), { kind: "all" });
    }
    assert.deepEqual(readdirSync(folder), []);
    assert.deepEqual(said("showErrorMessage"), []);
  });

  it("offers what the grid shows first: its columns, and with Enter alone its filter and order", async () => {
    const run = await runWith(person(1, "Cara"), person(2, "Bo"), person(3, "Ada"));
    const order: RowsOrder = { ...onlyA, columns: ["id", "name"] };
    choice = { selected: [], shown: { order, count: 2 } };
    const first: string[] = [];
    vscode.answers.set("createQuickPick", ({ items }: { readonly items: readonly QuickPickItem[] }) => {
      first.push(`${items[0]?.label ?? ""}: ${items[0]?.description ?? ""}`);
      return items[0];
    });
    vscode.answers.set("showSaveDialog", () => Uri.file(at("a.csv")));
    await exporter.export(await sourceOf(run.id), { kind: "all" });
    assert.deepEqual(first, ["CSV: comma, UTF-8, ISO dates", "As shown: 2 columns, 2 records, filtered, sorted"]);
    assert.equal(read("a.csv"), "Id,Name\np3,Ada\np1,Cara\n");

    answer(["CSV", "HubSpot: contacts"], Uri.file(at("b.csv")));
    await exporter.export(await sourceOf(run.id), { kind: "filtered", shown: order, count: 2 });
    assert.match(read("b.csv"), /^First Name,Last Name,Email,.*\n(?:.*\n){2}$/);
  });

  it("offers the columns that the grid would show when the results are not open", async () => {
    const run = await runWith(person(1, "Ada"));
    const layout = [
      { id: "id", width: 100, visible: true },
      { id: "name", width: 100, visible: true },
    ];
    await store.profiles.saveGridLayout("person", layout);
    answer(["CSV", "As shown"], Uri.file(at("a.csv")));
    await exporter.export(await sourceOf(run.id), { kind: "all" });
    assert.equal(read("a.csv"), "Id,Name\np1,Ada\n");
  });

  it("says that a run is still fetching, in every step and at the end", async () => {
    const run = await runWith(person(1, "Ada"));
    activity = { runId: run.id, fetched: 1, wanted: 1000, stopping: false };
    const placeholders: (string | undefined)[] = [];
    vscode.answers.set(
      "createQuickPick",
      (box: { readonly items: readonly QuickPickItem[]; readonly placeholder?: string }) => {
        placeholders.push(box.placeholder);
        return box.items[0];
      },
    );
    vscode.answers.set("showSaveDialog", () => Uri.file(at("a.csv")));
    await exporter.export(await sourceOf(run.id), { kind: "all" });
    const sentence = "This run is still fetching: 1 of 1,000 records so far.";
    assert.deepEqual(placeholders, [sentence, sentence]);
    assert.deepEqual(said("showInformationMessage"), [`1 record written to ${at("a.csv")}. ${sentence}`]);
  });

  it("writes what has changed since the run before, with the earlier values", async () => {
    const at = (title: string): object => ({ employment: { current: { title } } });
    const ran = async (startedAt: number, ...people: readonly object[]): Promise<StoredRun> => {
      const id = `changes-${startedAt}`;
      const run = await beginRun(store, "person", { id, source: "file:///w/a.prospect.json", startedAt });
      await addPage(store, run, people);
      await store.runs.stop(run.id, owner, { kind: "complete" }, startedAt);
      return run;
    };
    const before = await ran(
      Date.UTC(2026, 0, 1),
      { ...person(1, "Ada"), ...at("VP Sales") },
      person(2, "Bo"),
      person(3, "Cara"),
    );
    await exporter.exportChanges(await summaryOf(before.id));
    assert.deepEqual(said("showInformationMessage"), ["There is no earlier run of this search to compare with."]);

    const run = await ran(
      Date.UTC(2026, 1, 1),
      { ...person(1, "Ada"), ...at("CEO") },
      person(3, "Cara"),
      person(4, "Dana"),
    );
    answer([["New", "Changed", "Gone"], "CSV", "As shown"], Uri.file(path.join(folder, "a.csv")));
    await exporter.exportChanges(await summaryOf(run.id));
    const [header = [], ...rows] = parse(read("a.csv")) as unknown as readonly (readonly string[])[];
    const columns = ["Name", "Title", "Change", "Previous title"].map((name) => header.indexOf(name));
    assert.deepEqual(
      rows.map((row) => columns.map((column) => row[column])),
      [
        ["Ada", "CEO", "changed", "VP Sales"],
        ["Dana", "", "new", ""],
        ["Bo", "", "gone", ""],
      ],
    );

    const later = await ran(Date.UTC(2026, 2, 1), person(1, "Ada"), person(3, "Cara"), person(4, "Dana"));
    await exporter.exportAgain(await sourceOf(later.id));
    assert.match(read("a (2).csv"), /^Name,.*\nAda,.*,changed,CEO,.*\n$/);

    type Ticks = Readonly<Record<string, boolean | string>>;
    /** The ticks of the step when it begins, with its counts; then these changes are exported. */
    const ticks = async (format: readonly string[], changes: readonly string[], name: string): Promise<Ticks> => {
      let found: Ticks = {};
      answer([changes, ...format], Uri.file(path.join(folder, name)));
      const pick = vscode.answers.get("createQuickPick") as (box: ChangesBox) => unknown;
      vscode.answers.set("createQuickPick", (box: ChangesBox) => {
        if (box.title.startsWith("Export which changes since")) {
          const isTicked = ({ label }: QuickPickItem): boolean => box.selectedItems.some((one) => one.label === label);
          found = Object.fromEntries(box.items.map((one) => [`${one.label}: ${one.description}`, isTicked(one)]));
        }
        return pick(box);
      });
      await exporter.exportChanges(await summaryOf(run.id));
      return found;
    };
    const names = ["New: 1 record", "Changed: 1 record", "Gone: 1 record"] as const;
    const of = (...ticked: readonly boolean[]): Ticks =>
      Object.fromEntries(names.map((label, nth) => [label, ticked[nth] ?? false]));
    const crm = ["CSV", "HubSpot: contacts"];
    assert.deepEqual(await ticks(crm, ["New"], "crm.csv"), of(true, true, true));
    assert.match(read("crm.csv"), /^First Name,.*,Change\n(?:.*,new\n)$/);
    assert.deepEqual(await ticks(crm, ["New", "Gone"], "crm2.csv"), of(true, false, false), "as last time");
    assert.deepEqual(await ticks(["JSON"], ["Gone"], "a.json"), of(true, false, true), "as last time");
    assert.deepEqual(JSON.parse(read("a.json")), [{ ...person(2, "Bo"), change: "gone" }]);
    assert.deepEqual(await ticks(["JSON"], ["Changed"], "b.json"), of(false, false, true), "as last time");

    const same = await ran(Date.UTC(2026, 3, 1), person(1, "Ada"), person(3, "Cara"), person(4, "Dana"));
    await exporter.exportChanges(await summaryOf(same.id));
    assert.match(String(said("showInformationMessage").at(-1)), /^Nothing has changed since .+\.$/);
    assert.deepEqual(said("showErrorMessage"), []);
  });

  it("writes what the grid shows when the file is written, and repeats that with new results", async () => {
    const run = await runWith(person(1, "Cara"), person(2, "Bo"));
    answer(["CSV", "Main columns"], Uri.file(at("a.csv")), () => addPage(store, run, [person(3, "Ada")]));
    await exporter.export(await sourceOf(run.id), { kind: "filtered", shown: onlyA, count: 1 });
    assert.deepEqual(
      read("a.csv")
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",")[0]),
      ["Ada", "Cara"],
    );
    assert.deepEqual(said("showInformationMessage"), [`2 records written to ${at("a.csv")}.`]);

    const next = await runWith(person(4, "Dana"), person(5, "Bob"), person(6, "Alma"));
    await exporter.exportAgain(await sourceOf(next.id));
    assert.deepEqual(
      read("a (2).csv")
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",")[0]),
      ["Alma", "Dana"],
    );
    assert.deepEqual(said("showErrorMessage"), []);
  });

  it("counts the values that are too long for the fields of a CRM, and says what becomes of them", async () => {
    const long = {
      ...person(1, "Ada"),
      first_name: "A".repeat(41),
      employment: { current: { title: "x".repeat(129) } },
    };
    const sentence =
      "2 values are too long for their fields: 1 of First Name is cut to 40 characters, 1 of Title is cut to 128 " +
      "characters.";
    const run = await runWith(long, person(2, "Bo"));
    answer(["CSV", "Salesforce: leads"], Uri.file(at("a.csv")));
    await exporter.export(await sourceOf(run.id), { kind: "all" });
    await exporter.exportAgain(await sourceOf(run.id));
    assert.deepEqual(said("showInformationMessage"), [
      `2 records written to ${at("a.csv")}. ${sentence}`,
      `2 records written to ${at("a (2).csv")}. ${sentence}`,
    ]);
    assert.deepEqual(read("a.csv").split("\n")[1]?.split(",").slice(0, 3), ["A".repeat(40), "", "x".repeat(128)]);
    vscode.folders = [Uri.file(folder)];
    answer(["CSV", "Salesforce: leads"], Uri.file(at("b.csv")));
    await exporter.export(await sourceOf(run.id), { kind: "all" });
    vscode.folders = [];
    const [box] = vscode.shown.find(({ what }) => what === "createInputBox")?.args as [{ readonly prompt: string }];
    assert.equal(box.prompt, `${sentence} A path inside the workspace. Missing folders are created.`);
  });

  it("reports that no new result matches the filter of the last export", async () => {
    const run = await runWith(person(1, "Ada"));
    answer(["JSON"], Uri.file(at("a.json")));
    await exporter.export(await sourceOf(run.id), { kind: "filtered", shown: onlyA, count: 1 });
    await exporter.exportAgain(await sourceOf((await runWith(person(2, "Bo"))).id));
    assert.match(String(said("showErrorMessage")[0]), /None of these records matches the filter/);
  });

  it("makes missing folders that nobody else can read", async () => {
    Object.assign(vscode.workspace, { getWorkspaceFolder: () => ({ uri: Uri.file(folder) }) });
    const run = await runWith(person(1, "Ada"));
    answer(["NDJSON"], Uri.file(at("exports/today/a.ndjson")));
    await exporter.export(await sourceOf(run.id), { kind: "all" });
    Object.assign(vscode.workspace, { getWorkspaceFolder: () => undefined });
    assert.match(read("exports/today/a.ndjson"), /Ada/u);
    // Windows has no modes.
    for (const made of process.platform === "win32" ? [] : ["exports", "exports/today"]) {
      assert.equal(statSync(at(made)).mode & 0o777, 0o700);
    }
  });

  it("asks before it writes outside the workspace through a link, and names the real place", async () => {
    const [workspace, outside] = [at("workspace"), at("outside")];
    mkdirSync(workspace);
    mkdirSync(outside);
    symlinkSync(outside, path.join(workspace, "exports"));
    const run = await runWith(person(1, "Ada"));
    answer(["CSV", "Main columns"], Uri.file(path.join(workspace, "exports", "a.csv")));
    await exporter.export(await sourceOf(run.id), { kind: "all" });
    assert.deepEqual(said("showWarningMessage"), [], "no workspace is open");
    vscode.folders = [Uri.file(workspace)];
    try {
      const details: string[] = [];
      let agrees = false;
      vscode.answers.set("showWarningMessage", (_question: string, { detail }: { detail: string }, button: string) => {
        details.push(detail);
        return agrees ? button : undefined;
      });
      await exporter.exportAgain(await sourceOf(run.id));
      assert.deepEqual(said("showWarningMessage"), [`Write “${workspace}/exports/a.csv” outside the workspace?`]);
      assert.deepEqual(details, [
        `This path contains a link. The file would be “${path.join(realpathSync(outside), "a.csv")}”.`,
      ]);
      assert.equal(said("showInformationMessage").at(-1), "The export was canceled. No file was changed.");
      assert.deepEqual(readdirSync(outside), ["a.csv"]);
      agrees = true;
      await exporter.exportAgain(await sourceOf(run.id));
      await exporter.exportAgain(await sourceOf(run.id));
      assert.equal(readdirSync(outside).length, 3);
      assert.equal(details.length, 2, "asked once for the same folder");
    } finally {
      vscode.folders = [];
    }
  });

  it("writes once to a virtual file system", async () => {
    const run = await runWith(person(1, "Ada"));
    answer(["JSON"], Uri.parse("vfs:/a.json"));
    await exporter.export(await sourceOf(run.id), { kind: "all" });
    const writes = vscode.shown.filter(({ what }) => what === "writeFile");
    assert.deepEqual(
      writes.map(({ args }) => [
        String(args[0]),
        (JSON.parse(Buffer.from(args[1] as Uint8Array).toString()) as unknown[]).length,
      ]),
      [["vfs:/a.json", 1]],
    );
  });

  it("that are only sorted are not called filtered", async () => {
    const run = await runWith(person(1, "Ada"), person(2, "Bo"));
    const titles: string[] = [];
    vscode.answers.set("createQuickPick", ({ title }: { readonly title: string }) => void titles.push(title));
    const sorted = { ...onlyA, filter: "" };
    await exporter.export(await sourceOf(run.id), { kind: "filtered", shown: sorted, count: 2 });
    await exporter.export(await sourceOf(run.id), { kind: "filtered", shown: onlyA, count: 1 });
    assert.deepEqual(titles, ["Export 2 fetched records: format", "Export 1 filtered record: format"]);
  });

  it("says why nothing was exported", async () => {
    const run = await runWith(person(1, "Ada"));
    answer(["JSON"], Uri.file(at("gone/a.json")));
    await exporter.export(await sourceOf(run.id), { kind: "all" });
    await exporter.export(await sourceOf(run.id), { kind: "selected", keys: [] });
    const gone = await sourceOf((await runWith(person(2, "Bo"))).id);
    await runs.delete(gone.run?.header.id ?? "");
    await exporter.export(gone, { kind: "all" });
    await exporter.export(await sourceOf((await runWith()).id), { kind: "all" });
    assert.deepEqual(
      said("showErrorMessage").map((text) => String(text).replace(folder, "…")),
      [
        "Nothing was exported. The folder “…/gone” no longer exists, so “a.json” was not written. " +
          "Create it again or choose another one.",
        "This run was deleted.",
      ],
    );
    assert.deepEqual(said("showInformationMessage"), [
      "There is nothing to export: no record is selected.",
      "There is nothing to export: there are no records.",
    ]);
  });
});
