// What failures are called, and what users are told about them.
import assert from "node:assert/strict";
import { codeOf, storeError, StoreError, type StoreErrorCode } from "../../../src/store/storeError";

const sqlite = (errcode: number): Error => Object.assign(new Error("of SQLite"), { code: "ERR_SQLITE_ERROR", errcode });
const ofSystem = (code: unknown): Error => Object.assign(new Error("of the system"), { code });

describe("a failure of the store", () => {
  it("is told apart by the code of SQLite or of the system", () => {
    const cases: readonly (readonly [unknown, StoreErrorCode])[] = [
      [sqlite(5), "BUSY"],
      [sqlite(6), "BUSY"],
      [sqlite(3), "READONLY"],
      [sqlite(8), "READONLY"],
      [sqlite(14), "READONLY"],
      [sqlite(11), "CORRUPT"],
      [sqlite(26), "CORRUPT"],
      [sqlite(13), "FULL"],
      [sqlite(1), "FAILED"],
      [sqlite(5 + 3 * 256), "BUSY"],
      [ofSystem("ENOSPC"), "FULL"],
      [ofSystem("EDQUOT"), "FULL"],
      [ofSystem("EROFS"), "READONLY"],
      [ofSystem("EACCES"), "READONLY"],
      [ofSystem("EPERM"), "READONLY"],
      [ofSystem("ERR_UNKNOWN_BUILTIN_MODULE"), "NOT_AVAILABLE"],
      [ofSystem("ENOENT"), "FAILED"],
      [ofSystem(13), "FAILED"],
      [new Error("other"), "FAILED"],
      ["text", "FAILED"],
      [null, "FAILED"],
      [undefined, "FAILED"],
      [new StoreError("IN_USE", "Running."), "IN_USE"],
    ];
    for (const [error, code] of cases) {
      assert.equal(codeOf(error), code, String(error));
      assert.equal(storeError(error, "/x.db").code, code);
    }
  });
});
