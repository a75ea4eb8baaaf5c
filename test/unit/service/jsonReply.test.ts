// Whether a body that may lack its end is one complete JSON object.
import assert from "node:assert/strict";
import { hasTooManyValues, jsonExtent, mostValues } from "../../../src/service/jsonExtent";
import { maySpanObject } from "../../../src/service/jsonReply";
import { readingOf } from "../../../src/service/replyParsing";

const isWholeJson = (body: Uint8Array): boolean =>
  maySpanObject(body) && readingOf({ status: 200, headers: {}, body }).error.problem === undefined;

describe("a body whose connection ended badly", () => {
  const whole = [
    "{}",
    ' {"a":1}\r\n',
    '\ufeff{"a":"é"}',
    `{"a":"${"x".repeat(5_000)}"}`,
    `{}${" ".repeat(50)}`,
    `{}${"\n".repeat(5_000)}`,
  ];
  const broken = [
    ...["", "{", "}", "[]", "[{}]", "null", '"{}"', '{"a":1', '{"a":{"b":1}', '{"a":}', "{}}", "{}{}", "{a:1}"],
    ...['{"a":"}', "{} x", 'x{"a":1}', "\ufeff", "<html>{}", '{"a":1}\u0000'],
  ];

  for (const text of whole) {
    it(`is used when it is ${JSON.stringify(text.slice(0, 30))}`, () => {
      assert.equal(isWholeJson(Buffer.from(text)), true);
    });
  }
  for (const text of broken) {
    it(`is not used when it is ${JSON.stringify(text)}`, () => {
      assert.equal(isWholeJson(Buffer.from(text)), false);
    });
  }

  it("is read where it is in a larger buffer", () => {
    const buffer = Buffer.from('xx{"a":1}yy');
    assert.equal(isWholeJson(buffer.subarray(2, -2)), true);
    assert.equal(isWholeJson(buffer.subarray(2)), false);
  });
});

const valuesIn = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce((sum: number, one) => sum + valuesIn(one), 1)
    : 1;

describe("the extent of a JSON text", () => {
  it("is cut off at every byte before its end", () => {
    const whole = Buffer.from('{"a":[{"b":"x\\"y]},"},[],{}],"é{":-1.5e9,"c":null}');
    for (let end = 1; end < whole.length; end += 1) {
      assert.equal(jsonExtent(whole.subarray(0, end)).isCutOff, true, whole.toString("utf8", 0, end));
    }
    assert.equal(jsonExtent(whole).isCutOff, false);
  });

  it("is too much from one value more than a million", () => {
    const list = (count: number): Buffer => Buffer.from(`[ ${"1, ".repeat(count - 1)}1]`);
    assert.equal(hasTooManyValues(list(mostValues - 1)), false);
    assert.equal(hasTooManyValues(list(mostValues)), true);
    assert.equal(hasTooManyValues(Buffer.from(`"${",".repeat(3 * mostValues)}"`)), false);
    assert.equal(hasTooManyValues(Buffer.from("[".repeat(3 * mostValues))), true);
  });
});
