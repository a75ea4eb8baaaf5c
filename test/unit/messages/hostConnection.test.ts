// The page's side of the messages, in a page that consists of the state that the host wrote into it.
import assert from "node:assert/strict";
import { connectHost, initialState } from "../../../webview-ui/messages/hostConnection";
import type { resultsProcedures } from "../../../webview-ui/messages/results";

describe("a page's connection to the extension", () => {
  const globals = globalThis as unknown as Record<string, unknown>;
  const stubbed = ["document", "window", "acquireVsCodeApi"];
  const before = stubbed.map((name) => Object.getOwnPropertyDescriptor(globals, name));
  const set = (name: string, value: unknown): void =>
    void Object.defineProperty(globals, name, { value, configurable: true, writable: true });
  afterEach(() =>
    stubbed.forEach((name, nth) => {
      delete globals[name];
      if (before[nth] !== undefined) {
        Object.defineProperty(globals, name, before[nth]);
      }
    }),
  );

  for (const [name, element, expected] of [
    ["is the object in the page", { textContent: '{"rows":3}' }, { rows: 3 }],
    ["is absent when the host wrote null", { textContent: "null" }, undefined],
    ["is absent when the host wrote nothing", { textContent: "" }, undefined],
    ["is absent when the element has no text", { textContent: null }, undefined],
    ["is absent without the element", null, undefined],
  ] as const) {
    it(`the initial state ${name}`, () => {
      const asked: string[] = [];
      set("document", { getElementById: (id: string) => (asked.push(id), element) });
      assert.deepEqual(initialState(), expected);
      assert.deepEqual(asked, ["initial-state"]);
    });
  }

  it("posts calls, hands updates to their handler, and keeps state", () => {
    const posted: unknown[] = [];
    const received: unknown[] = [];
    const listeners: ((event: { readonly data: unknown }) => void)[] = [];
    let saved: unknown = null;
    const api = { postMessage: (message: unknown) => posted.push(message), getState: () => saved };
    set("acquireVsCodeApi", () => ({ ...api, setState: (state: unknown) => (saved = state) }));
    set("window", { addEventListener: (_type: string, listener: () => void) => listeners.push(listener) });
    const connect = () => connectHost<typeof resultsProcedures, { rows: number }, { top: number }>();
    const host = connect();
    assert.equal(host.saved, undefined);
    host.onUpdate({ rows: (count) => received.push(count) });
    listeners.forEach((listener) => listener({ data: { name: "rows", payload: 7 } }));
    assert.deepEqual(received, [7]);
    (host.send as (name: string, payload: unknown) => void)("rows", { first: 1 });
    assert.deepEqual(posted, [{ name: "rows", payload: { first: 1 } }]);
    host.save({ top: 5 });
    assert.deepEqual(connect().saved, { top: 5 });
  });
});
