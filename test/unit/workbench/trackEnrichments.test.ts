// "Track Enrichment…" in the whole extension: what was understood of a text is shown before anything is sent.
import assert from "node:assert/strict";
import { commandIds } from "../../../src/workbench/commandIds";
import { newFolder, removeFolders } from "../store/rig";
import { createScriptedVscode, staysOpen } from "./scriptedVscode";
import { activateExtension, type WholeExtension } from "./wholeExtension";

interface Item {
  readonly label: string;
  readonly description: string;
}
interface Box {
  readonly items: readonly Item[];
  selectedItems: readonly Item[];
  fire(event: string, value?: unknown): unknown;
}

describe("Track Enrichment", function () {
  this.timeout(60_000);
  const vscode = createScriptedVscode();
  let extension: WholeExtension;

  before(async () => {
    extension = await activateExtension(newFolder(), vscode);
    await vscode.commands.get(commandIds.useSandbox)?.();
  });
  after(async () => {
    await extension.deactivate();
    removeFolders();
  });

  /** Types a text and presses Enter; `select` chooses otherwise than what is selected. */
  async function tracking(text: string, select?: (items: readonly Item[]) => readonly Item[]): Promise<Box> {
    let opened: Box | undefined;
    let offered: readonly Item[] = [];
    vscode.answers.set("createQuickPick", (box: Box) => {
      [opened, offered] = [box, box.items];
      box.fire("value", text);
      return staysOpen;
    });
    vscode.shown.length = 0;
    const done = vscode.commands.get(commandIds.trackEnrichment)?.();
    while (opened === undefined || opened.items === offered) {
      await new Promise(setImmediate);
    }
    const selected = opened.selectedItems;
    opened.selectedItems = select?.(opened.items) ?? selected;
    opened.fire("accept");
    await done;
    opened.selectedItems = selected;
    return opened;
  }
  const tracked = (): readonly unknown[] =>
    extension.query("select id from enrichment order by id").map(({ id }) => id);
  const labels = (items: readonly Item[]): readonly string[] => items.map(({ label }) => label);

  it("selects the id in a sentence, and no other word of it", async () => {
    const { items, selectedItems } = await tracking("Hi Bob, your enrichment is ready: enr-demo-large (500 contacts)");
    assert.deepEqual(labels(selectedItems), ["enr-demo-large"]);
    assert.deepEqual(
      items.filter(({ description }) => description === "probably not an id").map(({ label }) => label),
      ["Hi", "Bob", "your", "is", "ready", "500", "contacts"],
    );
    assert.deepEqual(tracked(), ["enr-demo-large"]);
  });

  it("marks what is tracked already, and says so when it is tracked again", async () => {
    const { items, selectedItems } = await tracking("enr-demo-large", (all) => all);
    assert.deepEqual(selectedItems, []);
    assert.match(items[0]?.description ?? "", /^finished, 500 contacts · already tracked: /);
    const said = vscode.shown.map(({ args }) => String(args[0]));
    assert.ok(said.some((text) => /^Tracked already, so not added again: (enr-demo-large|All leads)/.test(text)));
    assert.deepEqual(tracked(), ["enr-demo-large"]);
  });

  it("removes everything that was not found, and nothing else", async () => {
    await tracking("enr-404-a enr-404-b", (items) => items.filter(({ label }) => label.startsWith("enr-404")));
    while (extension.query("select 1 from enrichment where entry like '%notFound%'").length < 2) {
      await new Promise(setImmediate);
    }
    await vscode.commands.get(commandIds.removeNotFound)?.();
    assert.deepEqual(tracked(), ["enr-demo-large"]);
  });
});
