// What counts as a number, a price and a cursor in a reply, and that nothing else does.
import assert from "node:assert/strict";
import { parseJsonObject } from "../../../src/service/jsonReply";
import { readBalanceNumber, readCredits, readMetadata } from "../../../src/service/replyMetadata";
import { json } from "./fakes";

const notNumbers: readonly unknown[] = [
  "",
  " ",
  "1e999",
  "1e3",
  "0x10",
  "NaN",
  "Infinity",
  "-",
  "1.",
  ".5",
  "1,5",
  "1 ",
  "+1",
  "12 credits",
  "9".repeat(400),
  Number.NaN,
  Number.POSITIVE_INFINITY,
  null,
  undefined,
  true,
  [],
  [1],
  {},
];

describe("the numbers of a reply", () => {
  for (const [sent, credits] of [
    [0, 0],
    [-0, 0],
    ["-0", 0],
    [2, 2],
    [0.25, 0.25],
    ["0", 0],
    ["25", 25],
    ["0.5", 0.5],
    ["007", 7],
    [-1, undefined],
    ["-0.5", undefined],
  ] as const) {
    it(`reads credits ${JSON.stringify(sent)} as ${credits}`, () => {
      assert.equal(readCredits(sent), credits);
      assert.deepEqual(readMetadata({ credits: sent }), credits === undefined ? {} : { credits });
    });
  }

  for (const [sent, total] of [
    [0, 0],
    [-1, -1],
    ["-1", -1],
    [12_480, 12_480],
    ["12480", 12_480],
    ["12.0", 12],
    [1e15, 1e15],
    [12.5, undefined],
    ["12.5", undefined],
  ] as const) {
    it(`reads a total of ${JSON.stringify(sent)} as ${total}`, () => {
      assert.deepEqual(readMetadata({ total: sent }), total === undefined ? {} : { total });
    });
  }

  it("reads nothing else as a number", () => {
    for (const sent of notNumbers) {
      assert.deepEqual([readCredits(sent), readBalanceNumber(sent)], [undefined, undefined], String(sent));
      assert.deepEqual(readMetadata({ total: sent, credits: sent }), {}, String(sent));
    }
  });
});

describe("the cursor of a reply", () => {
  for (const [body, cursor] of [
    ['"next"', "next"],
    ['" "', " "],
    ['""', undefined],
    ["7", "7"],
    ["0", "0"],
    ["12345678901234567890", "12345678901234567890"],
    ["1e21", "1000000000000000000000"],
    ["1e999", undefined],
    ["null", undefined],
    ["[]", undefined],
    ['{"a":1}', undefined],
    ["true", undefined],
  ] as const) {
    it(`is ${cursor} when the service sends ${body}`, () => {
      const parsed = parseJsonObject({ ...json(200, {}), body: Buffer.from(`{"metadata":{"search_after":${body}}}`) });
      assert.ok(parsed.ok);
      assert.deepEqual(readMetadata(parsed.value["metadata"]), cursor === undefined ? {} : { search_after: cursor });
    });
  }
});
