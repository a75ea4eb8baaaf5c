// What callers of the store give and get: functions by subject, errors with their code, and calls that are watched.
import assert from "node:assert/strict";
import { errorData, errorFrom, isLong, storeProxy, withoutWatch } from "../../../src/store/protocol";
import { StoreError } from "../../../src/store/storeError";

describe("the protocol of the store", () => {
  it("finds the watch of a call behind its values, if there is one", () => {
    const { signal } = new AbortController();
    const onProgress = (): void => undefined;
    for (const watch of [{ signal }, { onProgress }, { signal, onProgress }, { signal: undefined }]) {
      assert.deepEqual(withoutWatch([1, 2, watch]), { values: [1, 2], watch });
    }
    assert.deepEqual(withoutWatch([1, 2, undefined]), { values: [1, 2] });
    for (const values of [
      [],
      [1],
      [1, 2, null],
      [1, 2, {}],
      [1, 2, onProgress],
      [1, { signal }, 2],
      [{ signal: "text", onProgress: true }],
    ]) {
      assert.deepEqual(withoutWatch(values), { values });
    }
  });

  it("has functions by subject and name, and is no promise", async () => {
    const store = storeProxy(async (...call) => call) as Record<
      string | symbol,
      Record<string | symbol, (...values: readonly unknown[]) => unknown>
    >;
    assert.deepEqual(await store["runs"]?.["list"]?.(1, undefined, 3), ["runs", "list", [1, undefined, 3]]);
    assert.deepEqual(
      [store["then"], store[Symbol.toStringTag], store["runs"]?.["then"], store["runs"]?.[Symbol.iterator]],
      [undefined, undefined, undefined, undefined],
    );
    assert.equal(await store, store);
  });

  it("carries an error with its code", () => {
    const error = new StoreError("FULL", "The disk is full.");
    assert.deepEqual(errorData(error), { code: "FULL", message: "The disk is full." });
    const { code, message } = errorFrom(errorData(error));
    assert.deepEqual([code, message], [error.code, error.message]);
  });

  it("takes asynchronous functions for long ones", () => {
    assert.deepEqual([isLong(async () => undefined), isLong(() => undefined)], [true, false]);
  });
});
