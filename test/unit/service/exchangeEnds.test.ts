// What remains of an exchange that has ended, and what is refused before one begins.
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { Dispatcher } from "undici";
import { exchange, standardDeadlines } from "../../../src/service/exchange";
import { TransportFailure } from "../../../src/service/wire";
import { failureOf, rig } from "./fakes";

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

describe("a request that breaks a rule of the interface", () => {
  it("is not sent, and its field and the rule are named", async () => {
    const { client, sent } = rig([new Error("nothing may be sent")]);
    const { signal } = new AbortController();
    const search = (request: object) => failureOf(client.companySearch(request as never, { signal }));
    const unknown = await search({ no_such_filter: [{ value: "x" }] });
    assert.match(JSON.stringify(unknown), /no_such_filter.*The service has no field with this name\./);
    const wrong = await search({ domains: 7 });
    assert.doesNotMatch(JSON.stringify(wrong), /no field with this name/);
    assert.equal(sent.length, 0);
  });
});
