// The typed messages of the pages: what the host accepts from a page, and what it ignores.
import assert from "node:assert/strict";
import * as z from "zod";
import { creditUsageProcedures } from "../../../webview-ui/messages/creditUsage";
import { listen, poster } from "../../../webview-ui/messages/procedures";

const procedures = {
  stop: z.undefined(),
  rows: z.strictObject({ start: z.number().int().min(0), count: z.number().int().max(500) }),
};

describe("The page of the credit usage", () => {
  it("may ask for the periods that it offers, and no other", () => {
    const accepted = Array.from({ length: 400 }, (_, days) => days).filter(
      (days) => creditUsageProcedures.showDays.safeParse(days).success,
    );
    assert.deepEqual(accepted, [7, 30, 90, 365]);
  });
});

describe("Messages of a page", () => {
  let receive: (message: unknown) => void;
  let isDisposed: boolean;
  let calls: unknown[];
  let refused: string[];
  let failed: unknown[];

  beforeEach(() => {
    [calls, refused, failed, isDisposed] = [[], [], [], false];
    const webview = {
      onDidReceiveMessage: (listener: (message: unknown) => void) => {
        receive = listener;
        return { dispose: () => void (isDisposed = true) };
      },
    };
    const listening = listen(
      webview,
      procedures,
      {
        stop: () => {
          calls.push("stop");
          throw new Error("not now");
        },
        rows: async (input) => {
          calls.push(input);
          await Promise.resolve();
        },
      },
      {
        onRefused: (problem) => refused.push(problem),
        onFailure: (error, procedure) => failed.push([procedure, (error as Error).message]),
      },
    );
    listening.dispose();
    assert.ok(isDisposed);
  });

  it("reach the procedure's handler with the parsed input", () => {
    receive({ name: "rows", payload: { start: 0, count: 100 } });
    assert.deepEqual([calls, refused, failed], [[{ start: 0, count: 100 }], [], []]);
  });

  it("are ignored and reported once when they are no valid call", () => {
    const messages: unknown[] = [
      undefined,
      null,
      "rows",
      7,
      [],
      {},
      { name: 1 },
      { name: "constructor", payload: {} },
      { name: "__proto__" },
      { name: "toString" },
      { kind: "stop" },
      { name: "rows" },
      { name: "rows", payload: { start: -1, count: 1 } },
      { name: "rows", payload: { start: 0, count: 1, extra: true } },
      { name: "stop", payload: {} },
    ];
    messages.forEach((message) => receive(message));
    assert.deepEqual([calls, failed], [[], []]);
    assert.equal(refused.length, messages.length);
    assert.equal(refused[12], "rows: start: too_small");
  });

  it("report a handler that fails", async () => {
    receive({ name: "stop" });
    await Promise.resolve();
    assert.deepEqual(failed, [["stop", "not now"]]);
  });

  it("go to the page as a name and a payload", () => {
    const posted: unknown[] = [];
    const post = poster<{ readonly view: { readonly count: number } }>({
      postMessage: (message) => posted.push(message),
    });
    post("view", { count: 3 });
    assert.deepEqual(posted, [{ name: "view", payload: { count: 3 } }]);
  });
});
