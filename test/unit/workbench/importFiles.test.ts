// "Import Enrichment Results…" in the whole extension: files are picked, their contacts open, the rest is explained.
import assert from "node:assert/strict";
import { commandIds } from "../../../src/workbench/commandIds";
import { newFolder, removeFolders } from "../store/rig";
import { createScriptedVscode, Uri } from "./scriptedVscode";
import { activateExtension, type WholeExtension } from "./wholeExtension";

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

describe("Import Enrichment Results", function () {
  this.timeout(60_000);
  const vscode = createScriptedVscode();
  let extension: WholeExtension;

  before(async () => {
    extension = await activateExtension(newFolder(), vscode);
    const { workspace } = vscode.api as { readonly workspace: { readonly fs: Record<string, unknown> } };
    workspace.fs["readFile"] = async ({ path }: Uri) => Buffer.from(files[path] ?? "");
  });
  after(async () => {
    await extension.deactivate();
    removeFolders();
  });

  async function importing(...paths: readonly string[]): Promise<readonly (readonly [string, unknown])[]> {
    vscode.answers.set("showOpenDialog", () => paths.map((path) => Uri.file(path)));
    vscode.shown.length = 0;
    await vscode.commands.get(commandIds.importEnrichment)?.();
    return vscode.shown.map(({ what, args }) => [what, args[0]] as const);
  }
  const said = (seen: readonly (readonly [string, unknown])[]): readonly unknown[] =>
    seen.filter(([what]) => /^show(Information|Error)Message$/.test(what)).map(([, text]) => text);

  it("opens the contacts of one file, without a connection", async () => {
    const seen = await importing("/w/fair.json");
    assert.deepEqual(said(seen), ["Imported contacts: 1 of 1 enriched."]);
    assert.ok(seen.some(([what]) => what === "vscode.openWith"));
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
});
