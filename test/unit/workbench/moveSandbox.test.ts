// Moving the sandbox's data by a month, in the whole extension.
import assert from "node:assert/strict";
import { Uri } from "vscode";
import { commandIds } from "../../../src/workbench/commandIds";
import { until } from "../../support/until";
import { ExtensionRig, type WholeExtension } from "../../support/wholeExtension";

const balance = "prospectDesk.sandboxBalance";

describe("Move Sandbox One Month Ahead", function () {
  const rig = new ExtensionRig({ one: "all" });
  const { vscode } = rig;
  const search = Uri.file("/searches/Engineers.prospect.json");
  let extension: WholeExtension;

  before(async () => {
    extension = await rig.start({ state: { [balance]: 4_000 } });
    const filters = { current_position_titles: [{ value: "Engineer" }] };
    const text = JSON.stringify({ search: "people", filters, fetch: { records: 60 } });
    vscode.documents.set(search.toString(), text);
  });

  const move = async (): Promise<string> => String((await rig.call(commandIds.moveSandbox))[0]?.args[0]);
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
