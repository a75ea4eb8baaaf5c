// Helpers of the contract's rules.
import assert from "node:assert/strict";
import type { Answered } from "../support/sandboxUnderTest";

/** Asserts an error body: `code` and `message`, both strings, and nothing else (interface, "Errors"). */
export function isError(reply: Answered, status: number, code?: string): void {
  assert.equal(reply.status, status);
  assert.deepEqual(Object.keys(reply.json).sort(), ["code", "message"]);
  assert.equal(typeof reply.json.message, "string");
  if (code !== undefined) assert.equal(reply.json.code, code);
}
