// One exchange over a scripted dispatcher: when a request counts as sent, and headers of every kind.
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { Dispatcher } from "undici";
import { exchange, standardDeadlines } from "../../../src/service/exchange";
import { TransportFailure } from "../../../src/service/wire";

type Script = (handler: Required<Dispatcher.DispatchHandler>, controller: Dispatcher.DispatchController) => void;

/** `dispatched`: how many requests were handed over. */
function over(script: Script, path = "/x") {
  const aborted: Error[] = [];
  const controller: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    abort: (reason) => void aborted.push(reason),
    pause: () => undefined,
    resume: () => undefined,
  };
  let dispatched = 0;
  const dispatch = (_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean => {
    dispatched += 1;
    script(handler as Required<Dispatcher.DispatchHandler>, controller);
    return true;
  };
  const { signal } = new AbortController();
  const request = { method: "POST", path, headers: {} } as const;
  const reply = exchange({ dispatch }, "https://service.example", request, standardDeadlines, signal);
  return { reply, aborted, signal, dispatched: () => dispatched };
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
  const ends: Readonly<Record<string, Script>> = {
    "with a reply": (handler, controller) => {
      handler.onRequestStart(controller, {});
      handler.onResponseStart(controller, 200, {});
      handler.onResponseData(controller, Buffer.from("{}"));
      handler.onResponseEnd(controller, {});
    },
    "with a failure": (handler, controller) => handler.onResponseError(controller, reset),
  };
  for (const [name, end] of Object.entries(ends)) {
    it(`${name} waits for nothing any more`, async () => {
      const { reply, signal } = over(end);
      await reply.catch(() => undefined);
      assert.equal(getEventListeners(signal, "abort").length, 0);
    });
  }
});

describe("a path that could lead to another host", () => {
  for (const path of ["//other.example/x", "@other.example/x", ".other.example/x", ""]) {
    it(`is never sent: ${JSON.stringify(path)}`, async () => {
      const { reply, dispatched } = over(() => undefined, path);
      // A request that left would never be answered here.
      assert.equal(dispatched(), 0);
      const { failure, sent } = await failureFrom(reply);
      assert.deepEqual([failure, sent], ["unreachable", false]);
    });
  }
});
