// One exchange over a scripted dispatcher: when a request counts as sent, and headers of every kind.
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { Dispatcher } from "undici";
import { exchange, standardDeadlines } from "../../../src/service/exchange";
import { TransportFailure } from "../../../src/service/wire";

type Script = (handler: Required<Dispatcher.DispatchHandler>, controller: Dispatcher.DispatchController) => void;

function over(script: Script): { readonly reply: ReturnType<typeof exchange>; readonly aborted: Error[] } {
  const aborted: Error[] = [];
  const controller: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    abort: (reason) => void aborted.push(reason),
    pause: () => undefined,
    resume: () => undefined,
  };
  const dispatch = (_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean => {
    script(handler as Required<Dispatcher.DispatchHandler>, controller);
    return true;
  };
  const reply = exchange(
    { dispatch },
    "https://service.example",
    { method: "POST", path: "/x", headers: {} },
    standardDeadlines,
    new AbortController().signal,
  );
  return { reply, aborted };
}

const failureFrom = (reply: Promise<unknown>): Promise<TransportFailure> =>
  reply.then(
    () => assert.fail("The exchange should have failed."),
    (error: unknown) => (assert.ok(error instanceof TransportFailure), error),
  );

const reset = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });

describe("an exchange", () => {
  it("is unsent when its connection is reset before the request was handed over, and sent after that", async () => {
    const before = await failureFrom(over((handler, controller) => handler.onResponseError(controller, reset)).reply);
    assert.deepEqual([before.failure, before.sent], ["unreachable", false]);
    const after = await failureFrom(
      over((handler, controller) => {
        handler.onRequestStart(controller, {});
        handler.onResponseError(controller, reset);
      }).reply,
    );
    assert.deepEqual([after.failure, after.sent], ["reset", true]);
  });

  it("stops a request that is about to be written a second time", async () => {
    const { reply, aborted } = over((handler, controller) => {
      handler.onRequestStart(controller, {});
      handler.onRequestStart(controller, {});
    });
    const failure = await failureFrom(reply);
    assert.deepEqual([failure.failure, failure.sent], ["reset", true]);
    assert.ok(aborted.length >= 1);
  });

  it("passes over replies before the reply", async () => {
    const { reply } = over((handler, controller) => {
      handler.onRequestStart(controller, {});
      handler.onResponseStart(controller, 103, { link: "</x>" }, "");
      handler.onResponseStart(controller, 200, { "X-One": "1", "set-cookie": ["a", "b"] }, "");
      handler.onResponseData(controller, Buffer.from("ab"));
      handler.onResponseData(controller, Buffer.from("c"));
      handler.onResponseEnd(controller, {});
    });
    const lost = over((handler, controller) => {
      handler.onRequestStart(controller, {});
      handler.onResponseStart(controller, 103, { link: "</x>" }, "");
      handler.onResponseError(controller, reset);
    });
    assert.equal((await failureFrom(lost.reply)).failure, "reset", "nothing of the reply came");
    const { status, headers, body } = await reply;
    assert.equal(status, 200);
    assert.equal(Buffer.from(body).toString(), "abc");
    assert.deepEqual({ ...headers }, { "x-one": "1", "set-cookie": "a, b" });
  });
});

describe("an exchange that has ended", () => {
  const reset = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  const controller = {} as Dispatcher.DispatchController;
  for (const [name, end] of [
    ["with a reply", (handler: Required<Dispatcher.DispatchHandler>) => reply(handler)],
    ["with a failure", (handler: Required<Dispatcher.DispatchHandler>) => handler.onResponseError(controller, reset)],
  ] as const) {
    it(`${name} waits for nothing any more`, async () => {
      const { signal } = new AbortController();
      const dispatch = (_options: unknown, handler: Dispatcher.DispatchHandler): boolean => {
        end(handler as Required<Dispatcher.DispatchHandler>);
        return true;
      };
      const request = { method: "POST", path: "/x", headers: {} } as const;
      await exchange({ dispatch }, "https://service.example", request, standardDeadlines, signal).catch(
        () => undefined,
      );
      assert.equal(getEventListeners(signal, "abort").length, 0);
    });
  }

  function reply(handler: Required<Dispatcher.DispatchHandler>): void {
    handler.onRequestStart(controller, {});
    handler.onResponseStart(controller, 200, {});
    handler.onResponseData(controller, Buffer.from("{}"));
    handler.onResponseEnd(controller, {});
  }
});

describe("a path that could lead to another host", () => {
  for (const path of ["//other.example/x", "@other.example/x", ".other.example/x", ""]) {
    it(`is never sent: ${JSON.stringify(path)}`, async () => {
      const { signal } = new AbortController();
      const sent: unknown[] = [];
      const dispatch = (options: unknown): boolean => sent.push(options) > 0;
      const request = { method: "GET", path, headers: {} } as const;
      const sending = exchange({ dispatch }, "https://service.example", request, standardDeadlines, signal);
      // A request that left would never be answered here.
      assert.deepEqual(sent, []);
      await assert.rejects(
        sending,
        (error) => error instanceof TransportFailure && error.failure === "unreachable" && !error.sent,
      );
    });
  }
});
