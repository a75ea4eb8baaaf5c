// What each command acts on, in the whole extension with a `vscode` without a window.
import assert from "node:assert/strict";
import fs from "node:fs";
import { TabInputCustom, TabInputText, Uri } from "vscode";
import { commandIds } from "../../../src/workbench/commandIds";
import { until } from "../../support/until";
import type { Shown } from "../../support/vscode";
import { ExtensionRig, type WholeExtension } from "../../support/wholeExtension";

interface MenuItem {
  readonly command?: string;
}

const { contributes } = JSON.parse(fs.readFileSync("package.json", "utf8")) as {
  readonly contributes: { readonly menus: Readonly<Record<string, readonly MenuItem[]>> };
};
const commandsOf = (...menus: readonly string[]): readonly string[] => [
  ...new Set(menus.flatMap((menu) => (contributes.menus[menu] ?? []).flatMap(({ command }) => command ?? []))),
];

/** Menu commands that ignore the item they were selected on. */
const withoutTarget: ReadonlySet<string> = new Set([
  commandIds.newCompanySearch,
  commandIds.newPeopleSearch,
  commandIds.connect,
  commandIds.enterNewKey,
  commandIds.useSandbox,
  commandIds.switchConnection,
  commandIds.disconnect,
  commandIds.removeConnection,
  commandIds.showCreditUsage,
  commandIds.findEverything,
  commandIds.purgeRuns,
  commandIds.eraseRecord,
  commandIds.trackEnrichment,
]);
const ofMenus = commandsOf(
  ...["view/item/context", "view/title", "prospectDesk.newSearch"],
  ...["editor/title", "editor/context", "explorer/context"],
);
const onTargets = ofMenus.filter((id) => !withoutTarget.has(id));

const runId = "20261120T120409123-0123456789ab";
const hostile: Readonly<Record<string, unknown>> = {
  null: null,
  "a text": runId,
  "a number": 7,
  "an empty object": {},
  "an empty list": [],
  "a group of the Searches view": { group: "workspace", files: [] },
  "a node without its run": { run: undefined },
  "a run without an id": { run: { header: {} } },
  "a run whose id is a path": { run: { header: { id: "../../etc/passwd" } } },
  "a search without a URI": { file: { uri: "file:///a.prospect.json" } },
  "a search at a URI that cannot be opened": {
    file: { uri: Uri.from({ scheme: "https", path: "/a.prospect.json" }) },
  },
  "an enrichment whose key is a path": { enrichment: { key: "../../etc/passwd" } },
  "results of no run": Uri.from({ scheme: "prospect-run", path: "/Acme", query: "../../etc/passwd" }),
  "a web page": Uri.from({ scheme: "https", path: "/a.prospect.json" }),
  "an object whose properties throw": new Proxy(
    {},
    { get: () => assert.fail("a trap"), has: () => assert.fail("a trap"), getPrototypeOf: () => assert.fail("a trap") },
  ),
};

describe("what a command acts on", function () {
  const rig = new ExtensionRig({ one: "all" });
  const { vscode } = rig;
  const { shown, answers, commands, documents } = vscode;
  const search = Uri.file("/searches/Makers.prospect.json");
  let extension: WholeExtension;
  let results: Uri;

  const call = rig.call.bind(rig);
  const stored = (): readonly string[] =>
    extension
      .query(
        "select 'run ' || id || ' ' || pages as row from run union all select 'enrichment ' || key from " +
          "enrichment order by 1",
      )
      .map(({ row }) => String(row));
  const sentences = (seen: readonly Shown[]): readonly string[] =>
    seen.map(({ what, args }) => `${what}: ${String(args[0])}`);
  const runNode = (id: string): object => ({ run: { header: { id, title: "Makers" } } });

  before(async () => {
    extension = await rig.start();
    documents.set(
      search.toString(),
      '{ "search": "company", "filters": { "headcounts": [{ "min": 11 }] }, "fetch": { "records": 3 } }\n',
    );
    // A new user runs a search first, and selects the sandbox when asked for a connection.
    answers.set("createQuickPick", ({ items }: { readonly items: readonly { readonly label: string }[] }) =>
      items.find(({ label }) => label.includes("Use the Sandbox")),
    );
    const first = await call(commandIds.runSearch, search);
    const opened = first.find(({ what }) => what === "vscode.openWith");
    assert.ok(
      opened?.args[0] instanceof Uri,
      `Run did not continue after the question about the connection: ${sentences(first).join(" | ")}`,
    );
    results = opened.args[0];
    answers.set("createQuickPick", ({ items }: { readonly items: readonly unknown[] }) => items[0]);
    await call(commandIds.trackEnrichment);
    answers.clear();
    assert.equal(stored().filter((row) => row.startsWith("enrichment")).length, 1);
    // The finished enrichment's contacts are fetched in the background and stored as a second run. The notification
    // that says so comes last: in a test it would be taken for the answer of a command.
    await until(() => sentences(shown).some((sentence) => /^showInformationMessage: .* has finished\./.test(sentence)));
    assert.equal(stored().filter((row) => /^run .* 1$/.test(row)).length, 2);
  });

  beforeEach(() => {
    vscode.activeTab = new TabInputCustom(results, "prospectDesk.results");
  });

  it("is tested for every menu command", () => {
    assert.ok(onTargets.length >= 25, `only ${onTargets.length} commands`);
    assert.deepEqual(
      ofMenus.filter((id) => !commands.has(id)),
      [],
    );
    assert.deepEqual(
      [...withoutTarget].filter((id) => !ofMenus.includes(id)),
      [],
    );
  });

  for (const id of onTargets) {
    for (const tab of ["results", "a search"] as const) {
      it(`is nothing for ${id} when its item is gone while ${tab} is active, with one message`, async () => {
        vscode.activeTab =
          tab === "results" ? new TabInputCustom(results, "prospectDesk.results") : new TabInputText(search);
        const before = stored();
        for (const args of [[undefined, undefined], [undefined, [undefined]], [undefined], [null, null]]) {
          const seen = await call(id, ...args);
          assert.deepEqual(
            seen.map(({ what }) => what),
            ["showInformationMessage"],
            sentences(seen).join(" | "),
          );
          assert.match(String(seen[0]?.args[0]), /Try again\.$/);
          assert.equal(seen[0]?.args.length, 1, "nothing is offered");
        }
        assert.deepEqual(stored(), before);
      });
    }

    it(`is nothing for ${id} when it is called with anything else`, async () => {
      const before = stored();
      for (const [name, value] of Object.entries(hostile)) {
        const seen = await call(id, value, [value]);
        assert.deepEqual(
          seen.map(({ what }) => what),
          ["showInformationMessage"],
          `${name}: ${sentences(seen).join(" | ")}`,
        );
        assert.match(String(seen[0]?.args[0]), /try again\.$/i, name);
      }
      assert.deepEqual(stored(), before);
    });
  }

  for (const id of withoutTarget) {
    it(`does not start, export or delete anything with ${id}, whatever its argument is`, async () => {
      const before = stored();
      for (const value of [undefined, ...Object.values(hostile), runNode(runId)]) {
        const seen = await call(id, value, value);
        assert.deepEqual(
          seen.filter(({ what }) => ["withProgress", "writeFile", "delete", "showSaveDialog"].includes(what)),
          [],
        );
      }
      assert.deepEqual(stored(), before);
      await call(commandIds.useSandbox);
    });
  }

  describe("of a command called without arguments", () => {
    it("is the run of the active tab", async () => {
      for (const id of [commandIds.delete, commandIds.exportRun, commandIds.exportAgain, commandIds.openRun]) {
        const seen = await call(id);
        assert.ok(
          !seen.some(({ what }) => what === "showQuickPick" || what === "showErrorMessage"),
          `${id}: ${sentences(seen).join(" | ")}`,
        );
        assert.ok(seen.length > 0, id);
      }
      assert.match(String((await call(commandIds.delete))[0]?.args[0]), /^Delete the run of Makers\?$/);
    });

    it("is the search of the active tab, and for its results and an export the newest run", async () => {
      vscode.activeTab = new TabInputText(search);
      assert.match(String((await call(commandIds.delete))[0]?.args[0]), /^Delete Makers\?$/);
      const [first] = await call(commandIds.exportRun);
      assert.equal(first?.what, "createQuickPick", "the export asks for its format");
      const opened = (await call(commandIds.openRun)).find(({ what }) => what === "vscode.openWith");
      assert.equal(String(opened?.args[0]), String(results));
    });

    it("is selected by the user when no tab determines it", async () => {
      vscode.activeTab = undefined;
      for (const id of [commandIds.openRun, commandIds.exportRun, commandIds.openEnrichment]) {
        assert.deepEqual(
          (await call(id)).map(({ what }) => what),
          ["showQuickPick"],
          id,
        );
      }
    });
  });

  it("is the one search that is open when a button of the walkthrough is pressed", async () => {
    const isOpened = async (): Promise<boolean> =>
      (await call(commandIds.openSearch)).some(
        ({ what, args }) => what === "vscode.openWith" && String(args[0]) === String(search),
      );
    vscode.activeTab = "the walkthrough";
    vscode.tabs = [new TabInputText(search), new TabInputCustom(results, "prospectDesk.results")];
    assert.equal(await isOpened(), true);
    vscode.tabs = [new TabInputText(search), new TabInputText(Uri.file("/searches/Others.prospect.json"))];
    assert.equal(await isOpened(), false, "not one of several");
    vscode.tabs = [];
  });

  it("is the item of the view, whatever tab is active", async () => {
    vscode.activeTab = new TabInputText(Uri.file("/searches/Others.prospect.json"));
    const node = runNode(String(extension.query("select id from run order by no")[0]?.["id"]));
    assert.match(String((await call(commandIds.delete, node, [node]))[0]?.args[0]), /^Delete the run of Makers\?$/);
    const file = { file: { uri: search, name: "Makers", place: "workspace", words: "" } };
    vscode.activeTab = new TabInputCustom(results, "prospectDesk.results");
    assert.match(String((await call(commandIds.delete, file, [file]))[0]?.args[0]), /^Delete Makers\?$/);
  });

  it("is missing when the run was deleted, with a message", async () => {
    const node = runNode(runId);
    for (const id of [commandIds.openRun, commandIds.exportRun, commandIds.resumeRun, commandIds.exportAgain]) {
      assert.deepEqual(sentences(await call(id, node, [node])), ["showErrorMessage: This run was deleted."], id);
    }
    const enrichment = { enrichment: { key: "0".repeat(32) } };
    assert.deepEqual(sentences(await call(commandIds.removeEnrichment, enrichment)), [
      "showErrorMessage: This enrichment is no longer in the list.",
    ]);
  });
});
