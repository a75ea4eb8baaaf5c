// A service asks to wait for hours: the user sees until when, and can still check the key and the balance.
import assert from "node:assert/strict";
import type { HttpReply } from "../../../src/service/wire";
import { momentText } from "../../../src/text/numbers";
import { commandIds } from "../../../src/workbench/commandIds";
import { connectCommands } from "../../../src/workbench/commands/connectCommands";
import { AccountMonitor } from "../../../src/workbench/connections/accountMonitor";
import type { ConnectionStore } from "../../../src/workbench/connections/connectionStore";
import { showAccountInStatusBar } from "../../../src/workbench/connections/statusBar";
import { secondText, waitEndText } from "../../../src/workbench/times";
import { testClock, type TestClock } from "../../support/testClock";
import { clientOver } from "../../support/testDesk";
import { useVscode } from "../../support/vscode";
import { json } from "../service/fakes";

const hour = 3_600_000;
const connection = { id: "c", label: "Work", origin: "https://api.example", workspaceId: "w", sandbox: false };

interface Desk {
  readonly clock: TestClock;
  readonly account: AccountMonitor;
  /** The requested paths. */
  readonly sent: string[];
  readonly stored: string[];
  run(command: string): Promise<void>;
}

describe("a pause of hours", () => {
  const vscode = useVscode();
  const item = { text: "", tooltip: { value: "" }, show: () => undefined, dispose: () => undefined };
  /** What is picked, by its label. */
  let pick: RegExp | undefined;
  beforeEach(() => {
    pick = undefined;
    vscode.window["createStatusBarItem"] = () => item;
    vscode.answers.set("showQuickPick", (items: readonly { readonly label: string }[]) =>
      items.find(({ label }) => pick?.test(label)),
    );
    vscode.answers.set("createInputBox", ({ password }: { readonly password: boolean }) =>
      password ? "a-key-for-tests" : "https://api.example",
    );
  });
  const picks = (): readonly (readonly unknown[])[] =>
    vscode.shown.filter(({ what }) => what === "showQuickPick").map(({ args }) => args);
  const tooltip = (): string => item.tooltip.value.replace(/\\(?=[!-/:-@[-`{-~])/gu, "");

  /** A connection whose service returns these replies one after the other, and repeats the last one. */
  function desk(...replies: readonly HttpReply[]): Desk {
    const clock = testClock(undefined, "atOnce");
    const sent: string[] = [];
    const stored: string[] = [];
    const client = clientOver(async ({ path: requested }) => {
      sent.push(requested);
      return replies[Math.min(sent.length, replies.length) - 1] as HttpReply;
    }, clock);
    const connections = {
      activeId: "c",
      get: async () => connection,
      list: async () => [],
      add: async ({ origin }: { readonly origin: string }) => void stored.push(origin),
      choose: async () => undefined,
    } as unknown as ConnectionStore;
    const access = { clientOf: async () => client, clientFor: async () => client };
    const log = (): void => undefined;
    const account = new AccountMonitor(connections, access as never, clock, log);
    const nothing = { credits: 0, unknownCosts: 0, possiblyCharged: 0 };
    const calls = { spend: async () => [], spentSince: async () => nothing };
    const app = {
      clock,
      store: { calls, runs: { connections: async () => [] }, pauses: { setDeleted: async () => undefined } },
    };
    const window = { access, account, app, connections, log } as never;
    const handlers = connectCommands(window);
    showAccountInStatusBar(window);
    return {
      clock,
      account,
      sent,
      stored,
      run: async (command) => void (await handlers[command as keyof typeof handlers]()),
    };
  }

  const tooMany = (wait: string): HttpReply =>
    json(429, { code: "error.rate.limit", message: `Too many requests. Try again in ${wait}` });
  const good = json(200, { workspace_id: "w", balance: 4321 });

  it("is shown with its end; Try Now ends it", async () => {
    const { clock, account, sent, run } = desk(tooMany("20 hours"), good);
    await account.refresh();
    const end = waitEndText(clock.now() + 20 * hour, clock.now());
    assert.equal(item.text, `$(watch) Rate limit until ${end}`);
    assert.match(
      tooltip(),
      new RegExp(`^Work asked to wait until ${end.replace(/[/.]/gu, "\\$&")}\\..*before that`, "su"),
    );

    pick = /Try Now/u;
    await run(commandIds.refreshAccount);
    const [[items, options] = []] = picks() as [
      [readonly { readonly label: string }[], { readonly placeHolder: string }],
    ];
    assert.deepEqual(
      items?.map(({ label }) => label),
      ["$(refresh) Try Now", "$(watch) Keep Waiting"],
    );
    assert.equal(options?.placeHolder, `The service asked to wait until ${end}.`);
    assert.deepEqual(sent, [
      ...["/api/v2/account/keys/verify", "/api/v1/account/credits"],
      ...["/api/v2/account/keys/verify", "/api/v1/account/credits"],
    ]);
    assert.ok(account.current.kind === "ready" && account.current.balance === 4321);
    assert.equal(account.current.pausedUntil, undefined);
  });

  it("does not keep the free calls from being sent once a minute, and is shown beside the balance", async () => {
    const { clock, account, sent } = desk(tooMany("2 hours"), good);
    await account.refresh();
    clock.advance(59_000);
    await account.refresh();
    assert.deepEqual([sent.length, account.current.kind], [2, "rateLimited"]);
    clock.advance(1_000);
    await account.refresh();
    const until = clock.now() + 2 * hour - 60_000 + 375; // the client adds a margin, and at random half of it
    assert.ok(account.current.kind === "ready" && account.current.pausedUntil === until);
    assert.match(item.text, /^\$\(watch\) .*4,321/u);
    assert.match(tooltip(), /Work asked to wait until .*“Try Now”/su);
    await account.refresh();
    assert.equal(sent.length, 4, "not twice in a minute");
  });

  it("is ended from the account's menu", async () => {
    const { account, sent, run } = desk(tooMany("2 hours"), good);
    await account.refresh();
    pick = /Try Now/u;
    await run(commandIds.showAccount);
    assert.equal(sent.length, 4);
    assert.ok(account.current.kind === "ready" && account.current.pausedUntil === undefined);
  });

  it("remains when the user keeps waiting or dismisses the question", async () => {
    const { account, sent, run } = desk(tooMany("2 hours"), good);
    await account.refresh();
    for (const answer of [/Keep Waiting/u, undefined]) {
      pick = answer;
      await run(commandIds.refreshAccount);
      assert.equal(account.current.kind, "rateLimited");
      assert.equal(sent.length, 2);
    }
  });

  it("is never overridden without asking, neither by a refresh nor by a new balance", async () => {
    const { account, sent } = desk(tooMany("2 hours"), good);
    await account.refresh();
    await account.refresh();
    await account.refreshBalance();
    assert.deepEqual([sent.length, picks().length, account.current.kind], [2, 0, "rateLimited"]);
  });

  it("is asked about only when it is longer than a minute", async () => {
    const { clock, account, sent, run } = desk(tooMany("70 seconds"), good);
    await account.refresh();
    clock.advance(11_000);
    pick = /Try Now/u;
    await run(commandIds.refreshAccount);
    assert.deepEqual([sent.length, picks().length, account.current.kind], [4, 0, "ready"], "it waited");
    assert.doesNotMatch(tooltip(), /before that/u);
  });

  it("does not keep a user from connecting after Try Now", async () => {
    const { account, sent, stored, run } = desk(tooMany("3 hours"), good);
    await account.refresh();
    await run(commandIds.connect);
    assert.deepEqual([sent.length, stored.length], [2, 0]);
    const [error] = vscode.shown.filter(({ what }) => what === "showErrorMessage");
    assert.match(String(error?.args[0]), /The connection to https:\S+ was not saved\. .*wait 3 hours/u);

    pick = /Try Now/u;
    await run(commandIds.connect);
    assert.deepEqual([sent.length, stored], [3, ["https://api.example"]]);
  });
});

describe("the end of a pause", () => {
  const noon = new Date(2026, 10, 20, 12, 0, 0).getTime();

  it("includes the date unless it is today", () => {
    assert.equal(waitEndText(noon + hour, noon), secondText(noon + hour));
    for (const end of [noon + 12 * hour, noon + 24 * hour, noon + 365 * 24 * hour, noon - 24 * hour]) {
      assert.equal(waitEndText(end, noon), momentText(end));
    }
  });
});
