// What failures are called, and what users are told about them.
import assert from "node:assert/strict";
import {
  codeOf,
  foreignError,
  otherVersionError,
  storeError,
  StoreError,
  type StoreErrorCode,
} from "../../../src/store/storeError";

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

  it("is a sentence that names the file and says what to do", () => {
    const cases: readonly (readonly [unknown, string])[] = [
      [sqlite(13), "The disk is full, so nothing more could be saved to /x.db. Free some space and try again."],
      [sqlite(8), "/x.db cannot be written. Check the permissions of the file and of its folder."],
      [sqlite(5), "Another program has locked /x.db. Close it or wait, then try again."],
      [sqlite(11), "SQLite reports that the database /x.db is damaged: of SQLite."],
      [
        ofSystem("ERR_UNKNOWN_BUILTIN_MODULE"),
        "Results cannot be saved: this editor's version of Node has no SQLite. Update the editor to run searches. " +
          "The filter builder still works.",
      ],
      [sqlite(1), "The database /x.db reported an error: of SQLite"],
      ["text", "The database /x.db reported an error: text"],
    ];
    for (const [error, message] of cases) {
      const { message: told, cause } = storeError(error, "/x.db");
      assert.deepEqual([told, cause], [message, error]);
    }
    const known = new StoreError("IN_USE", "Running.");
    assert.equal(storeError(known, "/x.db"), known);
    assert.equal(
      otherVersionError("/x.db", 101, 100).message,
      "/x.db was written by a later version of Prospect Desk (format 101). Nothing was changed. Update the " +
        "extension, or put a backup in its place.",
    );
    assert.equal(
      otherVersionError("/x.db", 16, 100).message,
      "/x.db was written by an earlier version of Prospect Desk (format 16), which this one cannot read. Nothing was " +
        "changed. Move the file to another folder, then try again.",
    );
    assert.match(
      foreignError("/x.db", ["a", "b", "c", "d", "e", "f"]).message,
      /^\/x\.db is a database of another program, with the tables a, b, c, d, e, …\. Nothing was written to it\./,
    );
  });
});
