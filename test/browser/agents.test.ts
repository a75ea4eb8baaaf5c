// An agent calls a paid tool in a real workbench: VS Code's confirmation and the question about credits, each declined
// and accepted.
import assert from "node:assert/strict";
import path from "node:path";
import { developmentOptions, remoteUri } from "../host/developedExtensions.mjs";
import { projectFolder } from "../host/paths.mjs";
import { connectTo } from "./connectTo";
import { picturesOfFailures } from "./picturesOfFailures";
import { serveForTest, type ServiceUnderTest } from "./serviceUnderTest";
import { startHost, type WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const key = "agents-key-0b7a6f1a1ad14d0e8d1fd5a8c1b6e2f4";

describe("an agent in the workbench", () => {
  let service: ServiceUnderTest;
  let host: WorkbenchHost;
  let window: WorkbenchPage;

  before(async () => {
    service = await serveForTest([{ key, workspaceId: "workspace-of-agents", balance: 20_000 }]);
    host = await startHost();
    const fakeAgent = path.join(projectFolder, "test", "browser", "fakeAgent");
    await host.context.addInitScript(developmentOptions, { extensions: [remoteUri(fakeAgent)] });
    window = await host.open();
    await connectTo(window, service.origin, key, "20,000 credits");
  });
  after(async () => {
    await host.stop();
    await service.stop();
  });
  picturesOfFailures(() => window);

  const call = () => window.runCommand("Fake Agent: Run a Search");
  const answer = async (): Promise<string> => {
    const text = await window.notifications.message(/^Agent: /);
    await window.notifications.dismissAll();
    return text;
  };

  it("shows plan, cost, balance and connection first, and does nothing when that is declined", async () => {
    await call();
    const text = await window.dialog.text();
    assert.match(text, /^Run Search/);
    for (const part of [
      /The agent's people/,
      /20 records/,
      /Expected cost: 20 credits\./,
      /Balance: 20,000/,
      /Connection: /,
    ]) {
      assert.match(text, part);
    }
    await window.dialog.press("Cancel");
    assert.match(await answer(), /refused/);
    assert.deepEqual(service.charges, []);
  });

  it("asks about the credits itself whatever was confirmed, and refuses when that is declined", async () => {
    await call();
    await window.dialog.press("Yes");
    await window.page.locator(".monaco-dialog-box", { hasText: "An agent asks for this." }).waitFor();
    await window.dialog.press("Cancel");
    assert.match(await answer(), /declined, so nothing was sent/);
    assert.deepEqual(service.charges, []);
  });

  it("runs the search when both are accepted, and lists the run like any other", async () => {
    await call();
    await window.dialog.press("Yes");
    await window.page.locator(".monaco-dialog-box", { hasText: "An agent asks for this." }).waitFor();
    await window.dialog.press("Allow");
    assert.doesNotMatch(await answer(), /refused/);
    await window.view("Searches").rows.filter({ hasText: "The agent's people" }).first().waitFor();
    const spent = service.charges.reduce((sum, { credits }) => sum + credits, 0);
    assert.ok(spent > 0 && spent <= 20, String(spent));
  });
});
