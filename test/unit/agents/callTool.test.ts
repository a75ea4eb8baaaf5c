// How calls of tools end: results, refusals, and failures without what agents need not know.
import assert from "node:assert/strict";
import path from "node:path";
import * as z from "zod";
import { callTool, type CallResult } from "../../../src/agents/callTool";
import type { Tool } from "../../../src/agents/tool";
import { Refusal } from "../../../src/app/app";
import { DiskFailure } from "../../../src/searches/atomicFile";
import { StoreError } from "../../../src/store/storeError";
import { useTestDesks, type OpenTestDesk } from "../../support/testDesk";

describe("a call of a tool", () => {
  const rig = useTestDesks();
  let one: OpenTestDesk;
  beforeEach(() => {
    one = rig();
  });

  const toolWith = (input: Tool["input"], run: Tool["run"]): Tool => ({
    name: "find",
    title: "Find",
    description: "Finds.",
    input,
    effect: "reads",
    run,
  });
  const failing = (error: unknown, signal = new AbortController().signal): Promise<CallResult> => {
    const tool = toolWith(z.unknown(), () => Promise.reject(error as Error));
    return callTool(one.app, tool, {}, { signal, onProgress: () => undefined });
  };

  it("without an input is one with an empty input", async () => {
    const tool = toolWith(z.strictObject({}), async (_app, input) => ({
      text: JSON.stringify(input),
      next: "stop.",
      data: {},
    }));
    const context = { signal: new AbortController().signal, onProgress: () => undefined };
    const { sentence, isError } = await callTool(one.app, tool, undefined, context);
    assert.deepEqual([sentence, isError], ["{}\nCost: nothing.\nNext: stop.", false]);
  });

  it("with a value that cannot even be compared is refused as an input", async () => {
    const schema = z.strictObject({ text: z.string().max(10) });
    const tool = toolWith(schema, () => Promise.reject(new Error("must not run")));
    const context = { signal: new AbortController().signal, onProgress: () => undefined };
    const input = { text: { length: { toString: 1, valueOf: 1 } } };
    const text = "Wrong input for find. A value in it is of the wrong type.";
    assert.deepEqual(await callTool(one.app, tool, input, context), {
      ...{ text, sentence: text },
      data: { error: "input" },
      isError: true,
    });
  });

  it("that is refused says why, and of which kind the reason is", async () => {
    const text = "Not today.";
    const result = await failing(new Refusal(text, "budget"));
    assert.deepEqual(result, { ...{ text, sentence: text }, data: { error: "budget" }, isError: true });
  });

  it("that fails tells neither keys nor places on this machine", async () => {
    const key = "pk_live_secret";
    const inside = path.join(one.folder, "out", "a.csv");
    const errors = [
      new Error(`ECONNREFUSED with key ${key} at /home/ada/project/x.ts`),
      new TypeError(key),
      key,
      new StoreError("FULL", `The disk of /var/lib/ada/desk.db is full, as is C:\\Users\\ada\\x.db.`),
      new DiskFailure("ENOSPC", `The disk is full, so “${inside}” was not written.`),
    ];
    for (const error of errors) {
      const result = await failing(error);
      assert.equal(result.isError, true);
      assert.doesNotMatch(result.text, /secret|\/home|\/var|Users|ada\b|x\.ts/u, result.text);
      assert.ok(!result.text.includes(one.folder), result.text);
    }
    assert.match((await failing(errors[3])).text, /The disk of …\/desk\.db is full/u);
    assert.match((await failing(errors[4])).text, /“.\/out\/a\.csv” was not written/u);
  });

  it("that was canceled says that what was paid is saved", async () => {
    const controller = new AbortController();
    controller.abort();
    assert.match((await failing(new Error("aborted"), controller.signal)).text, /canceled.*saved/u);
  });
});
