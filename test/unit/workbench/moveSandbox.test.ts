// Moving the sandbox's data by a month, in the whole extension.
import assert from "node:assert/strict";
import { commandIds } from "../../../src/workbench/commandIds";
import { until } from "../../support/until";
import { newFolder, removeFolders } from "../store/rig";
import { createScriptedVscode, Uri } from "./scriptedVscode";
import { buildExtension, type WholeExtension } from "./wholeExtension";

const balance = "prospectDesk.sandboxBalance";

describe("Move Sandbox One Month Ahead", function () {
  const vscode = createScriptedVscode();
  const search = Uri.file("/searches/Engineers.prospect.json");
  let extension: WholeExtension;

  before(async () => {
    const folder = newFolder();
    const openWindow = await buildExtension(folder, vscode);
    extension = await openWindow({ storage: `${folder}/storage`, secrets: new Map(), state: { [balance]: 4_000 } });
    const filters = { current_position_titles: [{ value: "Engineer" }] };
    const text = JSON.stringify({ search: "people", filters, fetch: { records: 60 } });
    vscode.documents.set(search.toString(), text);
  });
  after(async () => {
    await extension.deactivate();
    removeFolders();
  });

  async function move(): Promise<string> {
    vscode.shown.length = 0;
    await vscode.commands.get(commandIds.moveSandbox)?.();
    return String(vscode.shown[0]?.args[0]);
  }
  /** The records of a new run, as JSON. */
  async function run(): Promise<readonly unknown[]> {
    await vscode.commands.get(commandIds.runSearch)?.(search);
    await until(() => extension.query("select no from run where stop is null").length === 0);
    const records = extension.query(
      "select json from record_json where key / 4294967296 = (select max(no) from run) order by key",
    );
    assert.equal(records.length, 60);
    return records;
  }

  it("says so when the sandbox is not in use", async () => {
    assert.equal(await move(), "The sandbox is not in use.");
  });

  it("changes people and companies as the service's refresh does, and keeps counting", async () => {
    await vscode.commands.get(commandIds.useSandbox)?.();
    const first = await run();
    assert.equal(extension.state.get(balance), 3_985, "it continues where the last window left it");
    assert.deepEqual(await run(), first, "nothing changes by itself");
    assert.match(await move(), /^The sandbox's data is 1 month ahead\. Run a search again/);
    assert.equal(extension.state.get(balance), 5_000, "a month brings credits");
    assert.notDeepEqual(await run(), first);
    assert.match(await move(), /^The sandbox's data is 2 months ahead\./);
  });
});
