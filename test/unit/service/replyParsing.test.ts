// From bytes to JSON: exact integers stay exact, and what is no JSON of the service is told apart.
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseJsonObject } from "../../../src/service/jsonReply";
import { readingOf } from "../../../src/service/replyParsing";
import type { HttpReply } from "../../../src/service/wire";
import { hostileReplies } from "./hostileReplies";

const reply = (body: string | Uint8Array, type: string | undefined = "application/json"): HttpReply => ({
  status: 200,
  headers: type === undefined ? {} : { "content-type": type },
  body: Buffer.from(body as string),
});

const text = (value: unknown): string => JSON.stringify(value);

describe("the JSON object of a reply", () => {
  for (const [body, type, why] of [
    ["<html>", "text/html", "html"],
    ["Sign in", "text/html", "type"],
    [" \n<!doctype html>", "application/json", "html"],
    ["\u0089PNG", "image/png", "type"],
    ["upstream timed out", "application/json", "type"],
    ["", "application/json", "truncated"],
    ['{"x":[{"name":"No', "application/json", "truncated"],
    ['{"x":[', undefined, "truncated"],
    ['{"x":1} /*', "application/json", "shape"],
    ['{"x":1} /*\r\n', "application/json", "shape"],
    ['{"x":[],}', "application/json", "shape"],
    ['{"x":[]}{"x":[]}', "application/json", "shape"],
    ["[]", "application/json", "shape"],
    [Buffer.from('{"x":[]}', "utf16le"), "application/json", "encoding"],
    [`{"x":[],"deep":${"[".repeat(64)}${"]".repeat(64)}}`, "application/json", "tooDeep"],
  ] as const) {
    it(`is not there, because of ${why}, in ${text(String(body)).slice(0, 40)} as ${type ?? "no type"}`, () => {
      assert.deepEqual(parseJsonObject(reply(body, type)), { ok: false, why });
    });
  }

  it("may be nested 64 deep, begin with a byte-order mark, and come under any type", () => {
    assert.ok(parseJsonObject(reply(`{"x":[],"deep":${"[".repeat(63)}${"]".repeat(63)}}`)).ok);
    for (const type of [
      undefined,
      "text/plain",
      "application/octet-stream",
      "application/problem+json; charset=utf-8",
      "APPLICATION/JSON",
      "text/html",
      "application/xml",
      "image/png",
      "no type at all",
    ]) {
      assert.deepEqual(parseJsonObject(reply('\ufeff{"x":[]}', type)), { ok: true, value: { x: [] } }, type);
    }
  });

  it("is read in every alphabet, and what is no UTF-8 as replacement characters", () => {
    for (const x of ["plain", "Zoë Müller", "Łódź", "東京", "😀", "a\u2028b"]) {
      assert.deepEqual(parseJsonObject(reply(text({ x }))), { ok: true, value: { x } });
    }
    const parsed = parseJsonObject(reply(Buffer.concat([Buffer.from('{"x":"ë'), Buffer.of(0xff), Buffer.from('"}')])));
    assert.deepEqual(parsed, { ok: true, value: { x: "ë\ufffd" } });
  });

  it("is there or a named reason when the bytes are hostile, and never an exception", () => {
    const hostile = hostileReplies("data", "status");
    fc.assert(
      fc.property(hostile, fc.constantFrom("application/json", "text/plain", "text/html"), (body, type) => {
        const parsed = parseJsonObject(reply(body, type));
        if (parsed.ok) {
          assert.deepEqual(Object.keys(parsed.value), Object.keys(JSON.parse(body) as object));
        }
        const { enrichment, error } = readingOf(reply(body, type), "enrichment");
        assert.ok(!enrichment.ok || parsed.ok);
        assert.equal(error.problem, parsed.ok ? undefined : parsed.why);
      }),
      { numRuns: 3000 },
    );
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });
});

describe("large integers", () => {
  const exactly = (body: string): unknown => {
    const parsed = parseJsonObject(reply(body));
    assert.ok(parsed.ok, body);
    return parsed.value["x"];
  };

  for (const [number, expected] of [
    ["9007199254740991", 9007199254740991],
    ["-9007199254740991", -9007199254740991],
    ["9007199254740992", 9007199254740992],
    ["9007199254740993", "9007199254740993"],
    ["-9223372036854775808", "-9223372036854775808"],
    ["18446744073709551615", "18446744073709551615"],
    ["9".repeat(400), "9".repeat(400)],
    ["1234567890123456789.5", Number("1234567890123456789.5")],
    ["1234567890123456789e2", Number("1234567890123456789e2")],
    ["0.12345678901234567", Number("0.12345678901234567")],
  ] as const) {
    it(`reads ${number.slice(0, 24)} without losing a digit`, () => {
      for (const body of [`{"x":${number}}`, `{ "x" :\n ${number} , "y":1}`, `{"x":${number}}`.padStart(500)]) {
        assert.equal(exactly(body), expected);
      }
      assert.deepEqual(exactly(`{"x":[1,${number} ,[${number}]]}`), [1, expected, [expected]]);
    });
  }
});
