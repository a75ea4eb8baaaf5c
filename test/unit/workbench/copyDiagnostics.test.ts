// What "Copy Diagnostics" copies: enough for a report, and nothing that is anybody's.
import assert from "node:assert/strict";
import { copyDiagnostics } from "../../../src/workbench/copyDiagnostics";
import { openLog } from "../../../src/workbench/log";
import { useVscode } from "../../support/vscode";

describe("Copy Diagnostics", function () {
  const vscode = useVscode();
  const { settings: user } = vscode;
  before(() => {
    Object.assign(vscode.env, { appName: "Visual Studio Code", language: "de", uiKind: 1, remoteName: undefined });
  });

  it("copies versions, what was set, and the last 50 lines of the log", async () => {
    user.set("spending.confirmAbove", 7);
    user.set("leaveOut.lists", ["/home/ada/customers.csv"]);
    user.set("exports.folder", "acme-secret-project");
    user.set("proxy", "http://ada:secret@proxy.example");
    const log = openLog(() => Date.UTC(2026, 10, 25));
    for (let line = 1; line <= 60; line += 1) {
      log.line(`line ${line}`);
    }
    const connection = { id: "c", label: "Work", origin: "https://api.example", workspaceId: "w-1", sandbox: false };
    const account = { current: { kind: "offline", connection, reason: "reason" } } as const;
    await copyDiagnostics({ version: "0.2.0", account, logView: log } as never);
    const copied = String(vscode.shown.find(({ what }) => what === "clipboard.writeText")?.args[0]);
    assert.match(copied, /^prospect-desk 0\.2\.0, Visual Studio Code 1\.139\.1, desktop, language de\n/u);
    assert.match(copied, /\nconnection: offline\n/u);
    assert.match(copied, / {2}prospectDesk\.spending\.confirmAbove: 7\n/u);
    assert.match(copied, / {2}prospectDesk\.leaveOut\.lists: 1 entries\n/u);
    assert.match(copied, / {2}http\.proxy: set\n/u);
    assert.ok(!copied.includes("service.waitSeconds"), "what is the default is left out");
    assert.match(copied, /\nlog:\n2026-11-25T00:00:00\.000Z line 11\n[^]*line 60\n$/u);
    for (const secret of ["secret", "ada", "api.example", "w-1", "reason"]) {
      assert.ok(!copied.includes(secret), secret);
    }
  });
});
