// Tools of agents in a window spend only what the user's daily budget or an answer in a dialog allows.
import assert from "node:assert/strict";
import type { RunStore } from "../../../src/runs/runStore";
import { WindowTools } from "../../../src/workbench/agents/windowTools";
import { AccountMonitor } from "../../../src/workbench/connections/accountMonitor";
import { appForAgent, createWindowApp } from "../../../src/workbench/connections/windowApp";
import { LiveRuns } from "../../../src/workbench/running/liveRuns";
import { openTestDesk, testAccount as connection, type OpenTestDesk } from "../../support/testDesk";
import { useVscode } from "../../support/vscode";
import { removeFolders } from "../store/rig";

/** Matches everybody. */
const everybody = { search: "people", filters: { current_company_headcounts: [{ min: 1 }] } };

describe("Spending by tools in a window", function () {
  const vscode = useVscode();
  let rig: OpenTestDesk;
  let runs: RunStore;
  let live: LiveRuns;
  let tools: WindowTools;
  /** Cancels the call. */
  let cancel: () => void;
  let onRequest: () => void;

  after(removeFolders);
  beforeEach(() => {
    onRequest = () => undefined;
    rig = openTestDesk({
      transport: (through) => (request, signal) => {
        onRequest();
        return through(request, signal);
      },
    });
    const { clock, client } = rig;
    ({ runs } = rig);
    const account = {
      current: { kind: "ready", connection: { ...connection, sandbox: false }, balance: 1000, balanceAt: clock.now() },
      refresh: async () => undefined,
      refreshBalance: async () => undefined,
    } as never;
    live = new LiveRuns(
      {} as never,
      async () => undefined,
      () => undefined,
    );
    const access = { clientOf: async () => client } as never;
    const app = createWindowApp(account, access, rig.app);
    tools = new WindowTools(() => appForAgent(app, account, access), account, live);
  });
  afterEach(() => rig.close());

  async function run(records: number): Promise<string> {
    const listeners: (() => void)[] = [];
    const token = {
      isCancellationRequested: false,
      onCancellationRequested: (listener: () => void) => (listeners.push(listener), { dispose: () => undefined }),
    };
    cancel = () => listeners.forEach((listener) => listener());
    const input = { search: everybody, records, max_credits: 1000 };
    const { content } = await tools.invoke("run_search", { input }, token as never);
    return (content as readonly { readonly value: string }[])[0]?.value ?? "";
  }
  const dialogs = (): readonly (readonly unknown[])[] =>
    vscode.shown.filter(({ what }) => what === "showWarningMessage").map(({ args }) => args);

  it("asks for each paid call while the daily budget is 0, with plan, balance and connection", async () => {
    vscode.answers.set("showWarningMessage", () => "Allow");
    assert.match(await run(20), /20 /);
    const [question] = dialogs();
    const options = question?.[1] as { readonly modal: boolean; readonly detail: string };
    assert.equal(options.modal, true);
    assert.match(options.detail, /An agent asks for this\.\n.*20 records.*Balance: 1,000.*Connection: Test account\./s);
    assert.ok(rig.paid.length > 0);
  });

  it("knows the balance also while the key is being checked", async () => {
    let answer = (_: { readonly balance: number }): void => undefined;
    const balance = new Promise<{ readonly balance: number }>((resolve) => (answer = resolve));
    const account = new AccountMonitor(
      { activeId: connection.id, get: async () => ({ ...connection, sandbox: false }) } as never,
      {
        clientOf: async () => ({
          verifyKey: async () => undefined,
          credits: () => balance,
          pausedUntil: async () => undefined,
        }),
      } as never,
      rig.clock,
      () => undefined,
    );
    const checked = account.refresh();
    while (account.current.kind !== "checking") {
      await Promise.resolve();
    }
    const { app } = rig;
    const clientOf = async () => (await app.connection()).client;
    const found = appForAgent(app, account, { clientOf } as never).connection();
    answer({ balance: 1000 });
    assert.equal((await found).balance?.credits, 1000);
    await checked;
    account.dispose();
  });

  it("sends nothing when the call was canceled while the dialog was open", async () => {
    vscode.answers.set("showWarningMessage", async () => {
      cancel();
      return "Allow";
    });
    await assert.rejects(run(20), /canceled/);
    assert.deepEqual(rig.paid, []);
  });

  it("shows its run as in progress, and stops it there with what was paid for", async () => {
    vscode.answers.set("showWarningMessage", () => "Allow");
    live.onDidProgress(({ runId, summary }) => {
      if ((summary?.records ?? 0) > 0 && live.activity(runId) !== undefined) {
        live.stop(runId);
      }
    });
    await run(300).catch((error: Error) => assert.match(error.message, /canceled/));
    const [stored] = await runs.list({ purposes: ["search"] });
    assert.equal(stored?.stop?.kind, "cancelled");
    assert.ok(stored.records > 0 && stored.records < 300, String(stored.records));
    assert.equal(live.activity(stored.header.id), undefined);
  });

  it("stops with the window, and saves what was paid for", async () => {
    vscode.answers.set("showWarningMessage", () => "Allow");
    let closed: Promise<void> | undefined;
    onRequest = () => {
      if (rig.paid.length === 1) {
        closed ??= tools.close();
      }
    };
    await run(300).catch(() => undefined);
    await closed;
    const [stored] = await runs.list({ purposes: ["search"] });
    assert.ok(stored?.stop !== undefined && stored.stop.kind !== "complete", JSON.stringify(stored?.stop));
    assert.ok(stored.records > 0 && stored.records < 300);
  });
});
