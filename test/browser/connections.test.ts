// Connecting to a service as a user does: validation messages, stored connections, and the status bar.
import assert from "node:assert/strict";
import { filesBelow, filesWith } from "./files";
import { FilterBuilderView } from "./filterBuilderView";
import { picturesOfFailures } from "./picturesOfFailures";
import { ResultsView } from "./resultsView";
import { serveForTest, type ServiceUnderTest } from "./serviceUnderTest";
import { assertSoon } from "./soon";
import { startHost, type WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const key = "canary-5d41402abc4b2a76b9719d911017c592";
const otherKey = "second-canary-7d793037a0760186574b0282f2f435e7";

describe("connections", () => {
  let first: ServiceUnderTest;
  let second: ServiceUnderTest;
  let host: WorkbenchHost;
  let window: WorkbenchPage;

  before(async () => {
    first = await serveForTest([{ key, workspaceId: "workspace-of-the-first", balance: 1234 }]);
    second = await serveForTest([{ key: otherKey, workspaceId: "workspace-of-the-second", balance: 56 }]);
    host = await startHost({
      files: { "anything.prospect.json": '{ "search": "company", "filters": {}, "fetch": { "records": 120 } }\n' },
    });
    window = await host.open();
  });
  after(async () => {
    await host.stop();
    await Promise.all([first.stop(), second.stop()]);
  });
  picturesOfFailures(() => window);

  const status = (text: string | RegExp) => window.statusItems().filter({ hasText: text });
  /** What a screen reader reads for the status bar item. */
  const spoken = async (): Promise<string> =>
    (await window.statusItems().locator("[role=button]").first().getAttribute("aria-label")) ?? "";

  async function checkAgain(): Promise<void> {
    await window.openBox("Prospect Desk: Show Account");
    await window.quickInput.choose("Check Again");
  }

  /** The actions that a click on the status bar item offers. */
  async function offered(): Promise<readonly string[]> {
    await window.statusItems().first().click();
    const labels = await window.quickInput.labels();
    await window.quickInput.cancel();
    return labels;
  }

  /** The connections offered by Switch Connection. */
  async function choices(): Promise<readonly string[]> {
    await window.runCommand("Prospect Desk: Switch Connection…");
    await window.quickInput.entry("Connect…").waitFor();
    const list = await window.quickInput.list();
    await window.quickInput.cancel();
    return list
      .filter(({ label }) => label !== "Connect…" && label !== "")
      .map(({ label, description }) => `${label}: ${description}`);
  }

  async function connect(origin: string, typedKey: string): Promise<void> {
    await window.runCommand("Prospect Desk: Connect…");
    await window.quickInput.title.filter({ hasText: "Connect (1 of 2)" }).waitFor();
    await window.quickInput.answer(origin);
    await window.quickInput.title.filter({ hasText: "Connect (2 of 2)" }).waitFor();
    await window.quickInput.answer(typedKey);
  }

  it("shows in the status bar that there is none, and a click offers actions", async () => {
    await status("Prospect Desk").waitFor();
    await assertSoon(spoken, "Prospect Desk is not connected. Select to connect or to use the sandbox.");
    assert.deepEqual((await offered()).slice(0, 2), ["Use the Sandbox", "Connect…"]);
  });

  it("keeps the wrong key to be corrected, and accepts a valid key with spaces around it", async () => {
    await connect(first.origin, "not-the-key-of-anybody");
    await window.quickInput.waitForMessage("The service does not know this API key");
    assert.equal(await window.quickInput.isPassword(), true);
    assert.equal(await window.quickInput.value(), "not-the-key-of-anybody");
    await window.quickInput.answer(`  ${key}\t `);
    assert.equal(
      await window.notifications.message("Connected to"),
      `Connected to ${first.label}, workspace workspace-of-the-first.`,
    );
    await status("1,234 credits").waitFor();
    await assertSoon(spoken, `1,234 credits left on ${first.label}.`);
  });

  const step = (id: string, isDone: boolean) =>
    window.page.locator(`[data-done-step-id$="#${id}"][aria-checked=${String(isDone)}]`);

  async function openWalkthrough(): Promise<void> {
    await window.runCommand("Welcome: Open Walkthrough...");
    await window.quickInput.chooseWithKeyboard("Get Started with Prospect Desk");
    await step("connection", true).waitFor();
  }

  it("completes the first step of the walkthrough", async () => {
    await openWalkthrough();
    for (const later of ["search", "run", "export"]) {
      await step(later, false).waitFor();
    }
    await window.runCommand("View: Close All Editors");
  });

  it("stores two connections and switches between them", async () => {
    await connect(second.origin, otherKey);
    await status("56 credits").waitFor();
    const stored = [
      `${first.label}: workspace workspace-of-the-first`,
      `${second.label}: workspace workspace-of-the-second`,
    ].sort();
    assert.deepEqual(await choices(), [...stored, "Sandbox: synthetic data, no key"]);
    await window.runCommand("Prospect Desk: Switch Connection…");
    await window.quickInput.choose(first.label);
    await status("1,234 credits").waitFor();
  });

  it("runs and exports with the current connection, after a confirmation because no price is known", async () => {
    await window.openFile("anything.prospect.json");
    const builder = new FilterBuilderView(window);
    await builder.ready("anything");
    await builder.button("Run").click();
    assert.match(
      await window.dialog.text(),
      new RegExp(
        String.raw`^Run anything\?\s+This search has no filters, so it fetches any 120 companies\.\s+` +
          String.raw`Fetch 120 records\. The price is not known yet; ` +
          String.raw`at 1 credit per record it is 120 credits\. Balance: 1,234, read `,
      ),
    );
    await window.dialog.press("Run");
    const results = new ResultsView(window);
    await results.button("Export 120").click();
    await window.quickInput.choose("JSON");
    const file = await window.quickInput.waitForValue(/^exports\//);
    await window.quickInput.accept();
    await window.notifications.message(`written to ${file}`);
    assert.equal((JSON.parse(host.readFile(file)) as unknown[]).length, 120);
    // The first page of an unknown price has one record.
    assert.deepEqual(
      [first.charges, second.charges].map((charges) => charges.map(({ records }) => records)),
      [[1, 100, 19], []],
    );
    await status("1,204 credits").waitFor();
  });

  it("has completed the other steps of the walkthrough: a saved search was run and exported", async () => {
    await openWalkthrough();
    for (const done of ["search", "run", "export"]) {
      await step(done, true).waitFor();
    }
    await window.runCommand("View: Close All Editors");
  });

  it("shows that the key was rejected, and why", async () => {
    first.sandbox.revokeKey(key);
    await checkAgain();
    assert.match(await window.notifications.message("rejected the key"), /Unknown api key/);
    await status("Key rejected").waitFor();
    await assertSoon(spoken, `The service rejected the key of ${first.label}: Unknown api key`);
    assert.deepEqual((await offered()).slice(0, 3), ["Check Again", "Enter a New Key…", "Connect…"]);
  });

  it("shows that the service is offline, and recovers when it is back", async () => {
    await window.runCommand("Prospect Desk: Switch Connection…");
    await window.quickInput.choose(second.label);
    await status("56 credits").waitFor();
    await second.stop();
    await checkAgain();
    await status("Offline").waitFor();
    assert.match(await spoken(), /could not be reached: The service could not be reached, so nothing was sent/);
    await second.start();
    await window.statusItems().first().click();
    await window.quickInput.choose("Check Again");
    await status("56 credits").waitFor();
  });

  it("is restored after a reload, and does not wait for a service that does not answer", async () => {
    second.sandbox.setFaults({ faults: [{ delayMs: 3_600_000 }] });
    await window.reload();
    await status(second.label).waitFor();
    await assertSoon(spoken, `Checking the key of ${second.label}…`);
    await window.runCommand("Prospect Desk: New People Search");
    await new FilterBuilderView(window).ready("New people search");
    await status(second.label).waitFor();
    second.sandbox.setFaults(undefined);
    await checkAgain();
    await status("56 credits").waitFor();
  });

  it("is no longer in use after Disconnect, which keeps the key", async () => {
    await window.runCommand("Prospect Desk: Disconnect");
    await status(/^\s*Prospect Desk\s*$/).waitFor();
    await window.runCommand("Prospect Desk: Switch Connection…");
    await window.quickInput.chooseWithKeyboard(second.label);
    await status("56 credits").waitFor();
  });

  it("is removed after a confirmation", async () => {
    await window.runCommand("Prospect Desk: Remove Connection…");
    await window.quickInput.choose(second.label);
    assert.match(await window.dialog.text(), /Its key is deleted from the secret storage/);
    await window.dialog.press("Remove");
    await status(/^\s*Prospect Desk\s*$/).waitFor();
    assert.deepEqual(await choices(), [
      `${first.label}: workspace workspace-of-the-first`,
      "Sandbox: synthetic data, no key",
    ]);
  });

  it("sent each key only to its own service, in one header, and wrote it to no file", () => {
    for (const [service, own, foreign] of [
      [first, key, otherKey],
      [second, otherKey, key],
    ] as const) {
      assert.ok(service.requests.length > 2);
      for (const { headers, path: asked, body } of service.requests) {
        const { authorization, ...others } = headers;
        const rest = `${JSON.stringify(others)} ${asked} ${Buffer.from(body ?? new Uint8Array()).toString()}`;
        assert.ok(!rest.includes("canary"), `a key travelled beside Authorization to ${asked}`);
        assert.ok(!authorization?.includes(foreign));
        assert.ok(authorization === `Bearer ${own}` || authorization === "Bearer not-the-key-of-anybody");
      }
    }
    const files = [...filesBelow(host.userData), ...filesBelow(host.workspace)];
    assert.ok(
      files.some((file) => file.endsWith(".log")),
      "the logs were searched",
    );
    assert.ok(
      files.some((file) => file.includes("exports")),
      "the exports were searched",
    );
    assert.deepEqual(filesWith([key, otherKey], files), []);
  });
});
