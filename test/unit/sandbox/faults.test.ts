// The fault plan: each fault in process and over HTTP, what the client receives, and what is charged.
import assert from "node:assert/strict";
import type { Fault } from "../../sandboxServer/faults";
import { TransportFailure, type HttpReply } from "../../../src/service/wire";
import { key, openSandbox, paths, ways, type UnderTest } from "./support/sandboxUnderTest";

const request = {
  method: "POST",
  path: paths.companySearch,
  headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  body: new TextEncoder().encode('{"limit":4}'),
} as const;

for (const way of ways) {
  describe(`fault plans, ${way}`, function () {
    this.timeout(60_000);
    let open: UnderTest | undefined;
    const sandbox = async (...faults: readonly Fault[]): Promise<UnderTest> =>
      (open = await openSandbox(way, { faults: { faults } }));
    const call = (signal = new AbortController().signal): Promise<HttpReply> =>
      (open as UnderTest).transport(request, signal);
    const failure = (): Promise<unknown> =>
      call().then(
        () => undefined,
        (error: unknown) => error,
      );
    const text = (reply: HttpReply): string => new TextDecoder().decode(reply.body);
    afterEach(() => open?.close());

    it("a status with a body and headers replaces the reply, and nothing is charged", async () => {
      const { sandbox: service } = await sandbox({
        status: 503,
        body: "busy",
        headers: { "retry-after": "7", "content-type": "text/plain" },
      });
      const reply = await call();
      assert.deepEqual(
        [reply.status, text(reply), reply.headers["retry-after"], reply.headers["content-type"]],
        [503, "busy", "7", "text/plain"],
      );
      assert.deepEqual([service.requests.length, service.charges.length], [1, 0]);
    });

    it("carriedOut charges the call although its reply is replaced", async () => {
      const { sandbox: service } = await sandbox({ status: 500, carriedOut: true });
      assert.equal((await call()).status, 500);
      assert.equal(service.balance(key), 999);
    });

    it("without nth and times every call is affected, with times alone the first ones", async () => {
      const { sandbox: service } = await sandbox({ status: 500 });
      const statuses = async (): Promise<readonly number[]> => [
        (await call()).status,
        (await call()).status,
        (await call()).status,
      ];
      assert.deepEqual(await statuses(), [500, 500, 500]);
      service.setFaults({ faults: [{ times: 2, status: 503 }] });
      assert.deepEqual(await statuses(), [503, 503, 200]);
      service.setFaults({ faults: [{ nth: 3, status: 503 }, { status: 429 }] });
      assert.deepEqual(await statuses(), [429, 429, 503]);
      service.setFaults(undefined);
      assert.deepEqual(await statuses(), [200, 200, 200]);
    });

    it("HTML, a given 429 text, and a 402 with a result", async () => {
      await sandbox(
        { nth: 1, html: true },
        { nth: 2, tooManyRequests: "Try again in a minute" },
        { nth: 3, resultAs402: true },
      );
      const html = await call();
      assert.deepEqual([html.status, html.headers["content-type"]], [200, "text/html; charset=utf-8"]);
      assert.match(text(html), /^<!doctype html>/);
      const limited = await call();
      assert.deepEqual(
        [limited.status, JSON.parse(text(limited))],
        [429, { code: "error.rate.limit", message: "Too many requests. Try again in a minute" }],
      );
      const result = await call();
      assert.deepEqual(
        [result.status, (JSON.parse(text(result)) as { status: string }).status],
        [402, "CREDITS_INSUFFICIENT"],
      );
    });

    it("reset before: the call is not carried out", async () => {
      const { sandbox: service } = await sandbox({ reset: "before" });
      const error = await failure();
      assert.ok(error instanceof TransportFailure);
      // Over a real connection bytes were sent; in process nothing was.
      assert.deepEqual([error.failure, error.sent], ["reset", way === "over HTTP"]);
      assert.deepEqual([service.requests.length, service.charges.length], [1, 0]);
    });

    it("reset after: the call is carried out and its reply lost", async () => {
      const { sandbox: service } = await sandbox({ reset: "after" });
      const error = await failure();
      assert.ok(error instanceof TransportFailure);
      assert.deepEqual([error.failure, error.sent], ["reset", true]);
      assert.equal(service.balance(key), 999);
    });

    it("a truncated reply is charged and never read as a complete one", async () => {
      const { sandbox: service } = await sandbox({ truncateAt: 100 });
      const error = await failure();
      assert.ok(error instanceof TransportFailure);
      assert.equal(error.sent, true);
      assert.equal(service.charges.length, 1);
    });

    it("delay and drip take time and change nothing else", async () => {
      const test = await sandbox({ nth: 2, delayMs: 5000, drip: { bytes: 512, everyMs: 10 } });
      test.sandbox.setPrices({ all: 0.25 });
      const plain = await call();
      const slow = await call();
      assert.deepEqual(slow.body, plain.body);
      assert.equal(test.clock.waits[0], 5000);
      assert.ok(test.clock.waits.slice(1).reduce((sum, ms) => sum + ms, 0) > 0);
    });

    it("an abort ends a waiting call at once", async () => {
      const test = await openSandbox(way, {
        faults: { faults: [{ delayMs: 60_000 }] },
        clock: {
          now: () => 0,
          sleep: (_ms, signal) =>
            new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error))),
        },
      });
      open = test;
      const stop = new AbortController();
      const pending = call(stop.signal).then(
        () => undefined,
        (error: unknown) => error,
      );
      while (test.sandbox.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
      stop.abort();
      const error = await pending;
      assert.ok(error instanceof TransportFailure);
      assert.equal(error.failure, "cancelled");
    });
  });
}
