// Adding enrichments in the whole extension: files with results are imported, which needs no connection, and what was
// understood of a text is shown before anything is sent.
import assert from "node:assert/strict";
import { commandIds, viewIds } from "../../../src/workbench/commandIds";
import { until } from "../../support/until";
import { newFolder, removeFolders } from "../store/rig";
import { createScriptedVscode, staysOpen, Uri, type Shown } from "./scriptedVscode";
import { activateExtension, said, type WholeExtension } from "./wholeExtension";

interface Item {
  readonly label: string;
  readonly description: string;
}
interface Box {
  readonly items: readonly Item[];
  selectedItems: readonly Item[];
  fire(event: string, value?: unknown): unknown;
}

const contact = { input: { first_name: "Ada" }, contact_info: { phones: [{ number: "+15550100" }] } };
const files: Readonly<Record<string, string>> = {
  "/w/fair.json": JSON.stringify({ id: "e1", name: "Fair", status: "FINISHED", data: [contact] }),
  "/w/other.json": JSON.stringify({
    id: "e2",
    name: "Other",
    status: "FINISHED",
    data: [contact, { input: { first_name: "Bo" } }],
  }),
  "/w/notes.json": "[]",
  "/w/webhook.json": JSON.stringify({ event: "finished", payload: [{ id: "e3", data: [contact] }, { id: "e4" }] }),
};
const noResults =
  "The file does not contain the results of an enrichment: a JSON object with the contacts in “data”, alone, " +
  "in a list, or within the body of a webhook.";

describe("enrichments that are added", function () {
  const vscode = createScriptedVscode();
  let extension: WholeExtension;

  before(async () => {
    extension = await activateExtension(newFolder(), vscode);
    vscode.fs["readFile"] = async ({ path }: Uri) => Buffer.from(files[path] ?? "");
  });
  after(async () => {
    await extension.deactivate();
    removeFolders();
  });

  async function importing(...paths: readonly string[]): Promise<readonly Shown[]> {
    vscode.answers.set("showOpenDialog", () => paths.map((path) => Uri.file(path)));
    vscode.shown.length = 0;
    await vscode.commands.get(commandIds.importEnrichment)?.();
    return [...vscode.shown];
  }

  it("opens the contacts of one file, without a connection", async () => {
    const seen = await importing("/w/fair.json");
    assert.deepEqual(said(seen), ["Imported contacts: 1 of 1 enriched."]);
    assert.ok(seen.some(({ what }) => what === "vscode.openWith"));
    assert.deepEqual(extension.query("select purpose, title, records from run"), [
      Object.assign(Object.create(null), { purpose: "enrichment", title: "Fair", records: 1 }) as object,
    ]);
  });

  it("sums up several files: one message for each outcome", async () => {
    assert.deepEqual(said(await importing("/w/fair.json", "/w/other.json", "/w/notes.json")), [
      "Imported contacts: 1 of 2 enriched, 1 not processed.",
      "Already in the list: Fair.",
      `Not imported. notes.json: ${noResults}`,
    ]);
  });

  it("imports what a webhook has sent, and names the place of what it does not understand", async () => {
    assert.deepEqual(said(await importing("/w/webhook.json")), [
      "Imported contacts: 1 of 1 enriched.",
      "Not imported. webhook.json, payload[1]: This is not the result of an enrichment.",
    ]);
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
    extension.query("select id from enrichment where id like 'enr-%' order by id").map(({ id }) => id);
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
