// Adding enrichments in the whole extension: what was understood of a text is shown before anything is sent.
import assert from "node:assert/strict";
import { commandIds, viewIds } from "../../../src/workbench/commandIds";
import { until } from "../../support/until";
import { staysOpen } from "../../support/vscode";
import { ExtensionRig, said } from "../../support/wholeExtension";

interface Item {
  readonly label: string;
  readonly description: string;
}
interface Box {
  readonly items: readonly Item[];
  selectedItems: readonly Item[];
  fire(event: string, value?: unknown): unknown;
}

describe("enrichments that are added", function () {
  const rig = new ExtensionRig({ one: "all" });
  const { vscode } = rig;

  before(() => rig.start());

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
    rig.extension.query("select id from enrichment where id like 'enr-%' order by id").map(({ id }) => id);
  const labels = (items: readonly Item[]): readonly string[] => items.map(({ label }) => label);

  it("selects the id in a sentence, and no other word of it", async () => {
    await vscode.commands.get(commandIds.useSandbox)?.();
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
    assert.ok(
      said(vscode.shown).some((text) => /^Tracked already, so not added again: (enr-demo-large|All leads)/.test(text)),
    );
    assert.deepEqual(tracked(), ["enr-demo-large"]);
  });

  it("that have finished when they are tracked are one notification, which leads to them", async () => {
    vscode.answers.set("showInformationMessage", (_text: string, ...buttons: readonly string[]) =>
      buttons.find((button) => button === "Show Enrichments"),
    );
    await tracking("enr-demo-finished, enr-demo-empty");
    await until(() => vscode.shown.some(({ what }) => what === `${viewIds.enrichments}.focus`));
    const ended = said(vscode.shown).filter((text) => /finished|ended/.test(text) && !text.startsWith("All leads"));
    assert.deepEqual(
      ended.map((text) => text.replace(/\d+ of 25 enriched.*/, "…")),
      ["2 of 2 enrichments have finished. Contacts: …"],
    );
  });
});
