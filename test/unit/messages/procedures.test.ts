// The typed messages of the pages: what the host accepts from a page, and what it ignores.
import assert from "node:assert/strict";
import * as z from "zod";
import { creditUsageProcedures } from "../../../webview-ui/messages/creditUsage";
import { listen, poster } from "../../../webview-ui/messages/procedures";
import { resultsProcedures } from "../../../webview-ui/messages/results";

const procedures = {
  stop: z.undefined(),
  find: z.string().max(100),
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

describe("The results page", () => {
  const { getRows, copy, getValues, openLink, setLayout, resume } = resultsProcedures;
  const revision = 1;
  const rows = { revision, start: 0, count: 1 };
  const copied = { format: "cells", headers: true, revision, rows: [] };
  const column = { id: "name", width: 100, visible: true, pinned: false };
  const texts = (length: number): readonly string[] => Array.from({ length }, () => "name");
  const limits: Readonly<Record<string, readonly [z.ZodType, (size: number) => unknown, number, number]>> = {
    "rows at once": [getRows, (count) => ({ ...rows, count }), 1, 500],
    "columns to copy": [copy, (count) => ({ ...copied, columns: texts(count) }), 0, 500],
    "characters to look for": [
      getValues,
      (length) => ({ column: "country", text: "x".repeat(length) }),
      ...([0, 200] as const),
    ],
    "columns of a layout": [setLayout, (count) => texts(count).map(() => column), 0, 500],
    "pixels of a column": [setLayout, (width) => [{ ...column, width }], 1, 5000],
    "characters of an address": [openLink, (length) => ({ url: "x".repeat(length) }), 1, 2083],
    "characters of a state": [resume, (length) => ({ state: "x".repeat(length) }), 0, 1000],
  };
  for (const [what, [schema, made, least, most]] of Object.entries(limits)) {
    it(`may ask for ${least} to ${most} ${what}`, () => {
      const isAccepted = (size: number): boolean => schema.safeParse(made(size)).success;
      assert.deepEqual([isAccepted(least), isAccepted(most)], [true, true]);
      assert.equal(least > 0 && isAccepted(least - 1), false);
      assert.equal(most < Number.MAX_SAFE_INTEGER && isAccepted(most + 1), false);
    });
  }
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
      postMessage: (message: unknown) => calls.push(message),
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
        find: (text) => calls.push(text),
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

  it("are answered when they ask whether anybody is there", () => {
    receive({ name: "ping" });
    assert.deepEqual([calls, refused], [[{ name: "pong" }], []]);
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
      { name: "find", payload: { length: { toString: 1, valueOf: 1 } } },
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
