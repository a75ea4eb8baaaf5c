// Without a usable connection the user is asked for one, and the command continues with it.
import assert from "node:assert/strict";
import { ServiceFailure } from "../../../src/service/errors";
import type { ConnectionInfo } from "../../../src/workbench/account";
import { connectCommands } from "../../../src/workbench/commands/connectCommands";
import { AccountMonitor } from "../../../src/workbench/connections/accountMonitor";
import { ConnectionStore } from "../../../src/workbench/connections/connectionStore";
import { connectionToUse } from "../../../src/workbench/connections/connectionToUse";
import { type Shown, staysOpen, useVscode } from "../../support/vscode";

type Typed = (box: { readonly value: string; readonly validationMessage?: string }) => string | undefined;
type Picked = (box: { readonly items: readonly { readonly label: string }[] }) => unknown;

interface Box {
  value: string;
  readonly items: readonly { readonly detail?: string }[];
  fire(event: string, value?: unknown): void;
}

const origin = "https://api.service.example";
const goodKey = "a-key-that-the-service-knows";
const unpaused = { pausedUntil: async () => undefined, endPause: async () => undefined };
const badKey = "a-key-that-it-does-not-know";
const unknownKey = "The service does not know this API key.";

describe("the connection to use", function () {
  const vscode = useVscode();
  const { shown, answers } = vscode;
  /** Keys that the service accepts. */
  let known: Set<string>;
  let isOffline: boolean;
  let serverError: boolean;
  let workspace: string;
  let underWay: number;
  /** What the database knows: connections that paid for a run, which has the same id. */
  let paid: Omit<ConnectionInfo, "sandbox">[];
  let hold: Promise<void> | undefined;
  let connections: ConnectionStore;
  let account: AccountMonitor;
  /** What stood in the input boxes when they opened. */
  const prefilled: string[] = [];
  const problems: (string | undefined)[] = [];

  beforeEach(() => {
    shown.length = 0;
    prefilled.length = 0;
    problems.length = 0;
    answers.clear();
    known = new Set([goodKey]);
    isOffline = false;
    serverError = false;
    workspace = "w";
    underWay = 0;
    hold = undefined;
    const secrets = new Map<string, string>();
    const values = new Map<string, unknown>();
    connections = new ConnectionStore(
      {
        get: async (key: string) => secrets.get(key),
        store: async (key: string, value: string) => void secrets.set(key, value),
        delete: async (key: string) => void secrets.delete(key),
        keys: async () => [...secrets.keys()],
        onDidChange: () => ({ dispose: () => undefined }),
      },
      {
        get: (key: string) => values.get(key),
        update: async (key: string, value: unknown) => void values.set(key, value),
        keys: () => [],
      } as never,
    );
    const clientFor = async (_origin: string, key: string): Promise<never> => {
      const checked =
        <T>(value: T) =>
        async (): Promise<T> => {
          underWay += 1;
          await hold;
          if (serverError) {
            throw new ServiceFailure({
              code: "server",
              message: "The service failed (HTTP 500).",
              creditsSpent: "no",
              status: 500,
            });
          }
          if (isOffline) {
            throw new ServiceFailure({
              code: "network",
              message: "The service could not be reached.",
              creditsSpent: "no",
              sent: false,
            });
          }
          if (!known.has(key)) {
            throw new ServiceFailure({
              code: "unauthorized",
              message: unknownKey,
              creditsSpent: "no",
              serviceMessage: "Unknown api key",
            });
          }
          return value;
        };
      return {
        verifyKey: checked({ workspace_id: workspace }),
        credits: checked({ balance: 5 }),
        ...unpaused,
      } as never;
    };
    const clientOf = async ({ id, sandbox }: ConnectionInfo): Promise<never> =>
      clientFor(origin, sandbox ? goodKey : ((await connections.get(id))?.key ?? ""));
    const access = { clientOf, clientFor, moveSandbox: async () => 1 };
    const clock = { now: () => 0 };
    const log = (): void => undefined;
    account = new AccountMonitor(connections as never, access as never, clock as never, log);
    paid = [];
    const app = {
      clock,
      runs: {
        list: async () => [],
        summary: async (id: string) => ({ header: { connection: paid.find((connection) => connection.id === id) } }),
      },
      store: { pauses: { setDeleted: async () => undefined }, runs: { connections: async () => paid } },
    };
    for (const [id, handler] of Object.entries(connectCommands({ access, account, app, connections, log } as never))) {
      vscode.commands.set(id, (...args) => (handler as (request?: unknown) => unknown)(...args));
    }
    // As in the extension: every change of the connections starts a refresh without waiting for it.
    connections.onDidChange(() => void account.refresh());
    for (const message of ["showInformationMessage", "showWarningMessage", "showErrorMessage"]) {
      answers.set(message, () => new Promise(() => undefined)); // hidden and never answered
    }
  });

  const picks = (...labels: readonly string[]): void => {
    const left = [...labels];
    const pick = (items: readonly { readonly label: string }[]): unknown => {
      const label = left.shift();
      return label === undefined
        ? undefined
        : (items.find((item) => item.label.includes(label)) ?? assert.fail(`${label} is not offered`));
    };
    answers.set("createQuickPick", (({ items }) => pick(items)) satisfies Picked);
    answers.set("showQuickPick", pick); // of the status bar
  };
  const types = (...texts: readonly string[]): void => {
    const left = [...texts];
    answers.set("createInputBox", (({ value, validationMessage }) => {
      prefilled.push(value);
      problems.push(validationMessage);
      return left.shift();
    }) satisfies Typed);
  };
  const choices = (): readonly (readonly { readonly label: string }[])[] =>
    shown.flatMap(({ what, args: [first] }) =>
      what === "createQuickPick" ? [(first as { items: [] }).items] : what === "showQuickPick" ? [first as []] : [],
    );
  const offered = (): readonly string[] => choices()[0]?.map(({ label }) => label.replace(/^\$\([\w-]+\) /, "")) ?? [];
  const boxes = (): readonly { readonly title: string; readonly prompt: string }[] =>
    shown.filter(({ what }) => what === "createInputBox").map(({ args }) => args[0] as never);

  async function connectWith(key: string): Promise<void> {
    known.add(key);
    await connections.add({ id: "mine", origin, key, workspaceId: "w", label: "mine", sandbox: false });
    await connections.choose("mine");
    await account.refresh();
  }

  it("is the current one, without a question", async () => {
    await connectWith(goodKey);
    assert.equal((await connectionToUse(account))?.id, "mine");
    assert.deepEqual(shown, []);
  });

  it("is asked for in a quick pick; Escape changes nothing", async () => {
    assert.equal(await connectionToUse(account), undefined);
    assert.deepEqual(offered(), ["Use the Sandbox", "Connect…"]);
    assert.deepEqual(
      shown.map(({ what }) => what),
      ["createQuickPick"],
    );
    assert.equal(connections.activeId, undefined);
  });

  it("to continue a run of a service is no sandbox, which could not continue it", async () => {
    assert.equal(await connectionToUse(account, { origin }), undefined);
    assert.deepEqual(offered(), ["Connect…"]);
  });

  it("is the sandbox once it is ready", async () => {
    picks("Use the Sandbox");
    assert.equal((await connectionToUse(account))?.sandbox, true);
    assert.equal(account.current.kind, "ready");
  });

  for (const door of ["when it is needed", "by Connect"]) {
    it(`asked for ${door} says in the box of the key that it is wrong, with the key still there`, async () => {
      picks("Connect…");
      types(origin, badKey, badKey, goodKey);
      await (door === "by Connect" ? vscode.commands.get("prospectDesk.connect")?.() : connectionToUse(account));
      assert.equal((await connections.list())[0]?.origin, origin);
      assert.deepEqual(prefilled, ["", "", badKey, badKey]);
      assert.deepEqual(problems, [undefined, undefined, unknownKey, unknownKey]);
      assert.deepEqual(
        shown.filter(({ what }) => what === "showErrorMessage"),
        [],
      );
    });
  }

  it("is none when connecting is canceled, also after a wrong key", async () => {
    picks("Connect…");
    types(origin, badKey);
    assert.equal(await connectionToUse(account), undefined);
    assert.deepEqual(await connections.list(), []);
  });

  it("after a rejected key is the same service with a new key, without asking for the service", async () => {
    await connectWith(badKey);
    known.delete(badKey);
    await account.refresh();
    picks("Enter a New Key…");
    types(goodKey);
    const connection = await connectionToUse(account);
    assert.deepEqual(offered(), ["Check Again", "Enter a New Key…", "Connect…", "Use the Sandbox"]);
    assert.deepEqual(
      boxes().map(({ title }) => title),
      [`New API key for ${origin}`],
    );
    assert.equal(connection?.id, "mine");
    assert.equal((await connections.get("mine"))?.key, goodKey);
  });

  it("after a rejected key is the same once the service accepts it again; until then asks again", async () => {
    await connectWith(badKey);
    known.delete(badKey);
    await account.refresh();
    picks("Check Again", "Check Again");
    assert.equal(await connectionToUse(account), undefined);
    assert.equal(choices().length, 3);
    known.add(badKey);
    shown.length = 0;
    assert.equal((await connectionToUse(account))?.id, "mine");
    assert.deepEqual(shown, []);
  });

  it("is another connection when the new key belongs to another workspace", async () => {
    await connectWith(badKey);
    known.delete(badKey);
    await account.refresh();
    workspace = "other";
    picks("Enter a New Key…");
    types(goodKey);
    const connection = await connectionToUse(account);
    assert.equal(connection?.workspaceId, "other");
    assert.deepEqual((await connections.list()).map(({ workspaceId }) => workspaceId).sort(), ["other", "w"]);
  });

  it("asks for the new key from the status bar, where Check Again is first", async () => {
    await connectWith(badKey);
    known.delete(badKey);
    await account.refresh();
    picks("Enter a New Key…");
    types(goodKey);
    await vscode.commands.get("prospectDesk.showAccount")?.();
    assert.deepEqual(offered().slice(0, 2), ["Check Again", "Enter a New Key…"]);
    assert.deepEqual(
      boxes().map(({ title }) => title),
      [`New API key for ${origin}`],
    );
    assert.equal((await connections.get("mine"))?.key, goodKey);
  });

  it("is not offline when the service answers with an error", async () => {
    await connectWith(goodKey);
    serverError = true;
    await account.refresh();
    assert.ok(account.current.kind === "serviceError");
    assert.match(account.current.reason, /HTTP 500/);
    assert.equal((await connectionToUse(account))?.id, "mine");
  });

  it("is checked with one wait: the key and the balance are requested together", async () => {
    await connectWith(goodKey);
    let release = (): void => undefined;
    hold = new Promise((resolve) => (release = resolve));
    underWay = 0;
    const checked = account.refresh();
    await new Promise(setImmediate);
    assert.equal(underWay, 2);
    release();
    await checked;
    assert.equal(account.current.kind, "ready");
  });

  it("is still the current one while the service is offline", async () => {
    await connectWith(goodKey);
    isOffline = true;
    await account.refresh();
    assert.equal((await connectionToUse(account))?.id, "mine");
    assert.deepEqual(shown, []);
  });

  it("is added by Connect, which ends although the notification of its failure stays open", async () => {
    isOffline = true;
    types(origin, goodKey);
    await vscode.commands.get("prospectDesk.connect")?.();
    assert.match(String(shown.at(-1)?.args[0]), /^The connection to https:\/\/api\.service\.example was not saved\./);
  });

  const run = (id: string, ...args: readonly unknown[]): unknown =>
    vscode.commands.get(`prospectDesk.${id}`)?.(...args);

  it("is offered by the addresses used before, also of a removed connection, and keeps its runs", async () => {
    paid = [{ id: "of-its-runs", label: "service", origin, workspaceId: "w" }];
    picks(origin);
    types(goodKey);
    assert.equal(await run("connect"), true);
    assert.deepEqual(offered(), [origin]);
    assert.deepEqual(
      (await connections.list()).map(({ id }) => id),
      ["of-its-runs"],
    );
  });

  it("is that of the typed address where others are offered, whatever they are like", async () => {
    const other = "https://api.service.example.elsewhere.example";
    paid = [{ id: "before", label: "service", origin: other, workspaceId: "w" }];
    answers.set("createQuickPick", () => staysOpen);
    types(goodKey);
    const connecting = run("connect");
    await new Promise(setImmediate);
    const box = shown[0]?.args[0] as Box;
    for (const [typed, detail] of [
      ["http://api.service.example", /^The address must begin with https:/u],
      ["api.service.example", /^Your API key is sent only to this address\./u],
    ] as const) {
      box.value = typed;
      box.fire("value", typed);
      assert.match(box.items[0]?.detail ?? "", detail);
      box.fire("accept");
    }
    assert.equal(await connecting, true);
    assert.deepEqual(
      (await connections.list()).map((connection) => connection.origin),
      [origin],
    );
  });

  it("gets a new key for the address of a run, which is that of the database", async () => {
    await connectWith(goodKey);
    paid = [{ id: "run", label: "Old", origin: "https://old.example", workspaceId: "of-old" }];
    types("the-new-key-of-old");
    known.add("the-new-key-of-old");
    workspace = "of-old";
    const entry = { run: { header: { id: "run", connection: { origin: "https://evil.example" } } } };
    assert.equal(await run("enterNewKey", entry), true);
    assert.deepEqual(
      boxes().map(({ title }) => title),
      ["New API key for https://old.example"],
    );
    assert.equal((await connections.get("run"))?.key, "the-new-key-of-old");
  });

  it("is kept with its key by Disconnect, and deleted by Remove Connection", async () => {
    await connectWith(goodKey);
    answers.set("showInformationMessage", () => undefined);
    await run("disconnect");
    assert.equal(connections.activeId, undefined);
    assert.equal((await connections.get("mine"))?.key, goodKey);
    assert.match(said(), /^Disconnected from mine\. Its key is kept\.$/u);
    answers.set("showWarningMessage", (...shown: never[]) => shown.at(-1));
    await run("removeConnection");
    assert.deepEqual(await connections.list(), []);
  });

  it("is one of those that are stored, after Disconnect", async () => {
    await connectWith(goodKey);
    await connections.choose(undefined);
    await account.refresh();
    picks("Switch Connection…", "mine");
    assert.equal((await connectionToUse(account))?.id, "mine");
    assert.deepEqual(offered(), ["Switch Connection…", "Use the Sandbox", "Connect…"]);
  });

  const said = (): string => String(shown.findLast(({ what }) => what.endsWith("Message"))?.args[0]);
  for (const [what, prepare, text, button] of [
    ["works", () => undefined, /^The key works\. 5 credits left on mine\.$/u, undefined],
    [
      "was revoked",
      () => known.clear(),
      /^The service rejected the key of mine: Unknown api key$/u,
      "Enter a New Key…",
    ],
    ["cannot be checked", () => (isOffline = true), /^mine could not be reached: /u, "Diagnose Connection"],
  ] as const) {
    it(`is said by Check Key to have a key that ${what}`, async () => {
      await connectWith(goodKey);
      prepare();
      await run("refreshAccount");
      assert.match(said(), text);
      const last: Shown | undefined = shown.at(-1);
      assert.equal((last?.args[1] as { readonly title: string } | undefined)?.title, button);
    });
  }
});
