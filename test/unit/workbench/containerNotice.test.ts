// In a container, what is paid for is deleted with it: that is said once, before the first paid run.
import assert from "node:assert/strict";
import { commandIds } from "../../../src/workbench/commandIds";
import { warnInContainer } from "../../../src/workbench/connections/containerNotice";
import { createWindowApp } from "../../../src/workbench/connections/windowApp";
import { until } from "../../support/until";
import { useVscode } from "../../support/vscode";
import { openTestStore, removeFolders, newRun } from "../store/rig";

describe("a window in a container", function () {
  const vscode = useVscode();
  const { env } = vscode;

  afterEach(() => {
    delete env["remoteName"];
  });
  after(removeFolders);

  it("says before the first paid run, once, that a rebuild deletes it, and offers a backup", async () => {
    const { store, close } = openTestStore();
    env["remoteName"] = "dev-container";
    vscode.answers.set("showWarningMessage", (_sentence: string, button: string) => button);
    await warnInContainer(store);
    await warnInContainer(store);
    assert.deepEqual(
      vscode.shown.map(({ what }) => what),
      ["showWarningMessage", commandIds.backUpDatabase],
    );
    assert.match(String(vscode.shown[0]?.args[0]), /container.*rebuilding.*deletes them/);
    await close();
  });

  it("says nothing once something was paid for, nor in another window", async () => {
    const { store, close } = openTestStore();
    await warnInContainer(store);
    env["remoteName"] = "ssh-remote";
    await warnInContainer(store);
    env["remoteName"] = "dev-container";
    await store.runs.create({ ...newRun(), connection: { ...newRun().connection, origin: "https://api.example" } });
    await warnInContainer(store);
    assert.deepEqual(vscode.shown, []);
    await close();
  });

  it("says it when a connection is used, except the sandbox", async () => {
    const { store, close } = openTestStore();
    env["remoteName"] = "dev-container";
    const appWith = (sandbox: boolean) =>
      createWindowApp(
        { current: { kind: "ready", connection: { sandbox }, balance: 5, balanceAt: 0 } } as never,
        { clientOf: async () => ({}) } as never,
        { store } as never,
      );
    await appWith(true).connection();
    assert.deepEqual(vscode.shown, []);
    await appWith(false).connection();
    await until(() => vscode.shown.length > 0);
    await close();
  });
});
