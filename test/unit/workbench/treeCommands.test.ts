// Delete and Rename on what is selected in the Searches view, in the whole extension.
import assert from "node:assert/strict";
import type { InputBoxOptions } from "vscode";
import { Uri } from "vscode";
import type { RunPurpose } from "../../../src/store/kinds";
import { commandIds } from "../../../src/workbench/commandIds";
import { type Shown } from "../../support/vscode";
import { ExtensionRig } from "../../support/wholeExtension";
import { connection, owner, replyOf, type TestStore } from "../store/rig";

const makers = Uri.file("/w/Makers.prospect.json");
const banks = Uri.file("/w/Banks.prospect.json");

describe("what is selected in the Searches view", function () {
  const rig = new ExtensionRig();
  let ids: readonly string[];

  beforeEach(async () => {
    ids = await rig.inAnotherWindow(storeEverything);
    await rig.start();
    rig.vscode.answers.set("delete", () => undefined);
  });

  async function storeEverything(store: TestStore): Promise<readonly string[]> {
    const start = async (
      number: number,
      source: Uri,
      records: number,
      { purpose = "search", isLive = false }: { purpose?: RunPurpose; isLive?: boolean } = {},
    ): Promise<string> => {
      const at = Date.now() - 60_000 * (100 - number);
      const run = await store.runs.create(
        {
          ...{ id: `20260101T000000000-${String(number).padStart(12, "0")}`, purpose, connection, startedAt: at },
          ...{ title: /(\w+)\.prospect/.exec(source.path)?.[1] ?? "", recordKind: "person", source: source.toString() },
          ...{ task: { kind: "peopleSearch", filters: {} }, limits: { records: 100 } },
        },
        { owner, now: Date.now(), ms: 60_000 },
      );
      const people = Array.from({ length: records }, (_none, nth) => ({ id: `${number} ${nth}`, full_name: "Ada" }));
      await store.records.storePage({
        ...{ run: run.id, owner, request: { limit: 100 }, status: 200, receivedAt: at },
        body: replyOf("person", people),
      });
      if (!isLive) {
        await store.runs.stop(run.id, owner, { kind: "complete" }, at);
      }
      return run.id;
    };
    const stored = [
      await start(1, makers, 2),
      await start(2, makers, 3),
      await start(3, banks, 4),
      await start(4, makers, 1, { purpose: "count" }),
      await start(5, makers, 5, { isLive: true }),
    ];
    await store.recordLists.create({ id: "fair", name: "Fair" });
    await store.recordLists.create({ id: "calls", name: "Calls" });
    const { view } = await store.views.open({ kind: "run", run: stored[4] ?? "" }, { columns: [], now: 0 });
    await store.recordLists.add("fair", "person", await store.views.keysAt(view), 2);
    return stored;
  }

  const run = (number: number): object => ({ run: { header: { id: ids[number - 1] } } });
  const search = (uri: Uri): object => ({ file: { uri } });
  const call = (id: string, selected: readonly unknown[]): Promise<readonly Shown[]> =>
    rig.call(id, selected[0], selected);
  /** As by the key, with this selected in the view. */
  const press = (id: string, ...selected: readonly unknown[]): Promise<readonly Shown[]> => {
    rig.vscode.treeSelection = selected;
    return rig.call(id, "searches");
  };
  const choose = (answer: string): unknown =>
    rig.vscode.answers.set("showWarningMessage", (question: string) =>
      question.startsWith("Delete") ? answer : undefined,
    );
  const stored = (): readonly string[] =>
    rig.extension.query("select id from run order by no").map(({ id }) => String(id).slice(-1));
  /** Question, detail and buttons of the first dialog. */
  function dialog(seen: readonly Shown[]): readonly [question: string, detail: string, buttons: readonly unknown[]] {
    const [question, options, ...buttons] = seen[0]?.args ?? [];
    return [String(question), (options as { readonly detail: string }).detail, buttons];
  }

  it("is deleted only after one question that says how many runs and records, and their cost", async () => {
    const seen = await call(commandIds.delete, [run(1), run(2), run(3)]);
    const [question, detail, buttons] = dialog(seen);
    assert.equal(question, "Delete 3 items?");
    assert.match(detail, /^3 runs · 9 records\n/);
    assert.match(detail, /Fetching them again costs about 9 credits\.\nExported files are kept\.$/);
    assert.deepEqual(buttons, ["Delete"]);
    assert.deepEqual([seen.length, stored()], [1, ["1", "2", "3", "4", "5"]], "nothing without an answer");
  });

  describe("with lists of records", () => {
    const [fair, calls] = [{ list: { id: "fair" } }, { list: { id: "calls" } }];
    const names = (): readonly unknown[] =>
      rig.extension.query("select name from record_list order by name").map(({ name }) => name);

    it("is renamed by the key, and a name that another list has is refused", async () => {
      rig.vscode.answers.set("showInputBox", ({ value, validateInput }: InputBoxOptions) => {
        assert.equal(value, "Fair");
        assert.equal(validateInput?.("calls"), "There is already a list with this name.");
        return "Trade fair";
      });
      await press(commandIds.rename, fair);
      assert.deepEqual(names(), ["Calls", "Trade fair"]);
    });

    it("is deleted by the key after one question that names the records, which stay", async () => {
      const [question, detail, buttons] = dialog(await press(commandIds.delete, fair));
      assert.equal(question, "Delete Fair?");
      assert.match(detail, /^Notes are deleted .+ The records themselves stay\.$/);
      assert.deepEqual([buttons, names()], [["Delete"], ["Calls", "Fair"]], "nothing without an answer");
      rig.confirm();
      await press(commandIds.delete, fair);
      assert.deepEqual(names(), ["Calls"]);
      assert.equal(rig.extension.query("select count(*) as records from person_record")[0]?.["records"], 15);
    });

    it("is deleted with other things after one question", async () => {
      const seen = await call(commandIds.delete, [calls, search(Uri.file("/w/Hotels.prospect.json")), run(5)]);
      const [question, , buttons] = dialog(seen);
      assert.deepEqual([question, buttons], ["Delete 3 items?", ["Move to Trash"]]);
      rig.confirm();
      await call(commandIds.delete, [calls]);
      assert.deepEqual(names(), ["Fair"]);
    });
  });

  it("can contain searches, whose runs stay or are deleted with them", async () => {
    const [question, detail, buttons] = dialog(await call(commandIds.delete, [search(makers), run(3)]));
    assert.equal(question, "Delete 2 items?");
    assert.match(detail, /Runs that stay, under “Recent”: 4 runs · 11 records\./);
    assert.deepEqual(buttons, ["Move to Trash", "Move to Trash and Delete Runs"]);
  });

  it("is deleted together; a run in progress is kept, and said to be", async () => {
    rig.confirm();
    const seen = await call(commandIds.delete, [run(3), run(5)]);
    assert.deepEqual(stored(), ["1", "2", "4", "5"]);
    assert.match(String(seen.at(-1)?.args[0]), /^1 run is in progress and was not deleted/);
  });

  it("keeps the runs of a search that is moved to the trash, unless the user chooses otherwise", async () => {
    rig.confirm();
    const seen = await call(commandIds.delete, [search(makers)]);
    assert.ok(seen.some(({ what, args }) => what === "delete" && String(args[0]) === makers.toString()));
    assert.deepEqual(stored(), ["1", "2", "3", "4", "5"]);
    choose("Move to Trash and Delete Runs");
    await call(commandIds.delete, [search(makers)]);
    assert.deepEqual(stored(), ["3", "5"], "run 5 is in progress");
  });

  it("keeps everything of a search that cannot be deleted", async () => {
    rig.vscode.answers.set("delete", () => assert.fail("read-only"));
    choose("Move to Trash and Delete Runs");
    await call(commandIds.delete, [search(makers)]);
    assert.deepEqual(stored(), ["1", "2", "3", "4", "5"]);
  });

  it("is renamed one at a time: a run gets a title, and an empty one takes it away", async () => {
    const title = (): unknown => rig.extension.query("select title from run where id like '%5'")[0]?.["title"];
    const [message] = await call(commandIds.rename, [run(5), search(makers)]);
    assert.match(String(message?.args[0]), /^Only one/);
    rig.vscode.answers.set("showInputBox", () => "  For the fair ");
    await call(commandIds.rename, [run(5)]);
    assert.equal(title(), "For the fair");
    rig.vscode.answers.set("showInputBox", ({ value }: { readonly value: string }) =>
      value === "For the fair" ? "" : undefined,
    );
    await call(commandIds.rename, [run(5)]);
    assert.equal(title(), "Makers");
  });

  it("is what the view has selected when a key is pressed there", async () => {
    const sentence = async (...selected: readonly unknown[]): Promise<string> =>
      String((await press(commandIds.delete, ...selected))[0]?.args[0]);
    assert.match(await sentence(), /Select one in the Searches view and try again\.$/);
    assert.match(await sentence(run(5), search(banks)), /^Delete 2 items\?$/);
  });
});
