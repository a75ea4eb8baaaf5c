// From bytes to pages: odd records stay, exact integers stay exact, and what is no reply of the service is told apart.
import assert from "node:assert/strict";
import fc from "fast-check";
import { quoteInexactIntegers } from "../../../src/service/exactIntegers";
import { parseJsonObject } from "../../../src/service/jsonReply";
import { judgePage, parseEnrichment, parsePage } from "../../../src/service/replyParsing";
import type { HttpReply } from "../../../src/service/wire";

const reply = (body: string | Uint8Array, type: string | undefined = "application/json"): HttpReply => ({
  status: 200,
  headers: type === undefined ? {} : { "content-type": type },
  body: Buffer.from(body as string),
});

const person = {
  id: "p1",
  full_name: "Ada Lovelace",
  headline: null,
  location: { country: "United Kingdom", planet: "Earth" },
  social_profiles: { professional_network: { id: 48_213, url: "https://network.example/in/ada", connection_count: 5 } },
  educations: [{ school_name: "Home", start_at: "1820-01-01T00:00:00Z" }],
  languages: [{ language: "English", proficiency: "NEW_VALUE" }],
  skills: null,
  employment: {
    current: { title: "Analyst", is_current: true, job_functions: [{ function: "Engineering" }], company: { name: "Engine", headcount: 0, locations: { headquarters: {}, offices: null } } },
    all: [],
  },
  unheard_of: { deeply: ["kept"] },
};

const text = (value: unknown): string => JSON.stringify(value);

describe("a page", () => {
  it("keeps every record as it came, unknown fields, nulls and new values included", () => {
    const parsed = parsePage("person", reply(text({ people: [person], metadata: { total: 1, credits: 0.5, search_after: "c", fresh: true } })));
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.value.records, [person]);
    assert.deepEqual(parsed.value.odd, []);
    assert.deepEqual(parsed.value.metadata, { total: 1, credits: 0.5, search_after: "c", fresh: true });
  });

  it("keeps an odd record in its place and says what is odd, without repeating its content", () => {
    const odd = { ...person, employment: { current: { title: { secret: "Ada" } } } };
    const parsed = parsePage("person", reply(text({ people: [person, odd, null, 7, person], metadata: {} })));
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.value.records, [person, odd, null, 7, person]);
    assert.deepEqual(parsed.value.odd.map(({ index }) => index), [1, 2, 3]);
    assert.match(parsed.value.odd[0]?.problem ?? "", /"employment\.current\.title".*expected string/);
    assert.ok(!text(parsed.value.odd).includes("Ada"));
  });

  it("counts odd records beyond any page's number too, though their reasons are not sought", () => {
    const parsed = parsePage("person", reply(`{"people":[${"7,".repeat(20_000)}{}],"metadata":{}}`));
    assert.ok(parsed.ok);
    assert.equal(parsed.value.odd.length, 20_000);
    assert.match(parsed.value.odd[0]?.problem ?? "", /expected object/);
    assert.equal(parsed.value.odd.at(-1)?.problem, "This record is not as the service describes it.");
  });

  it("reads a null list as empty, and a reply without its list as no page, whatever metadata says", () => {
    for (const body of ['{"companies":null,"metadata":{}}', '{"companies":null}', '{"companies":[]}', '\ufeff{"companies":[]}', '{"companies":[1],"companies":null}']) {
      const parsed = parsePage("company", reply(body));
      assert.ok(parsed.ok, body);
      assert.deepEqual(parsed.value.records, []);
    }
    for (const body of ["{}", '{"metadata":{"total":0}}', '{"metadata":{"total":3,"credits":3}}', '{"companies":{}}', '{"companies":false}', '{"companies":""}', '{"people":[]}', '{"people":null,"metadata":{}}', "[]", "7"]) {
      for (const read of [parsePage, judgePage]) {
        const parsed = read("company", reply(body));
        assert.ok(!parsed.ok && parsed.why === "shape", body);
      }
    }
  });

  it("reads every alphabet, and what is no UTF-8 as replacement characters", () => {
    for (const name of ["plain", "Zoë Müller", "Łódź", "東京", "😀", "a\u2028b"]) {
      const parsed = parsePage("company", reply(text({ companies: [{ name }] })));
      assert.ok(parsed.ok);
      assert.equal(parsed.value.records[0]?.name, name);
    }
    const parsed = parsePage("company", reply(Buffer.concat([Buffer.from('{"companies":[{"name":"ë'), Buffer.of(0xff), Buffer.from('"}]}')])));
    assert.ok(parsed.ok);
    assert.equal(parsed.value.records[0]?.name, "ë\ufffd");
  });

  it("reads metadata of the wrong type as unknown rather than losing the page", () => {
    const parsed = parsePage("company", reply('{"companies":[],"metadata":{"total":"many","credits":"1.5","offset":null,"search_after":{}}}'));
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.value.metadata, { credits: 1.5 });
  });

  for (const [body, type, why] of [
    ["<html>", "text/html", "html"],
    ['{"companies":[]}', "text/html", "html"],
    [" \n<!doctype html>", "application/json", "html"],
    ['{"companies":[]}', "image/png", "type"],
    ["upstream timed out", "application/json", "type"],
    ["", "application/json", "truncated"],
    ['{"companies":[{"name":"No', "application/json", "truncated"],
    ['{"companies":[', undefined, "truncated"],
    ['{"companies":[],}', "application/json", "shape"],
    ['{"companies":[]}{"companies":[]}', "application/json", "shape"],
    [Buffer.from('{"companies":[]}', "utf16le"), "application/json", "encoding"],
    [`{"companies":[],"deep":${"[".repeat(64)}${"]".repeat(64)}}`, "application/json", "tooDeep"],
  ] as const) {
    it(`tells ${why} from ${text(String(body)).slice(0, 40)} as ${type ?? "no type"}`, () => {
      const parsed = parsePage("company", reply(body, type));
      assert.ok(!parsed.ok);
      assert.equal(parsed.why, why);
    });
  }

  it("accepts nesting of 64 and JSON under a vague type", () => {
    assert.ok(parsePage("company", reply(`{"companies":[],"deep":${"[".repeat(63)}${"]".repeat(63)}}`)).ok);
    for (const type of [undefined, "text/plain", "application/octet-stream", "application/problem+json; charset=utf-8", "APPLICATION/JSON"]) {
      assert.ok(parsePage("company", reply('{"companies":[]}', type)).ok, type);
    }
  });

  it("is the same for who keeps its bytes, whether its records are good, odd or none", () => {
    for (const body of [
      text({ people: [person, person], metadata: { total: "2", credits: 0.5, search_after: 7, fresh: true } }),
      text({ people: [person, { full_name: 7 }, null], metadata: {} }),
      text({ people: null, metadata: { total: 0 } }),
      text({ people: null }),
      text({ metadata: { total: 0, credits: 1 } }),
      '{"people":[],"people":null}',
      '{"people":null,"people":[{}]}',
      '{"people":[{}],"people":7}',
      "\ufeff" + text({ people: [person], metadata: null }),
      '{"people":[{"social_profiles":{"professional_network":{"id":12345678901234567890}}}]}',
      '{"people":[{"full_name":7,"full_name":"Ada"}]}',
      '{"people":[{"id":x}]}',
      "<html>",
      "{}",
    ]) {
      const [parsed, judged] = [parsePage("person", reply(body)), judgePage("person", reply(body))];
      assert.deepEqual(judged.ok && { ...judged.value }, parsed.ok && parsed.value, body);
      assert.deepEqual(judged.ok || judged.why, parsed.ok || parsed.why, body);
    }
  });

  it("ends in a page or a named reason on hostile JSON, and never in an exception", () => {
    const hostile = fc.oneof(
      fc.json({ maxDepth: 6 }),
      fc.string({ unit: "binary" }),
      fc.jsonValue().map((value) => text({ companies: value, metadata: value })),
      fc.record({ companies: fc.oneof(fc.constant(null), fc.array(fc.jsonValue())), metadata: fc.jsonValue() }, { requiredKeys: [] }).map(text),
      fc.array(fc.constantFrom("{", "}", "[", "]", '"', ":", ",", "\\", "12345678901234567890", "-", ".", "e9", "null", " ", '"companies"', '"__proto__"'), { maxLength: 40 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(hostile, fc.constantFrom("application/json", "text/plain", "text/html"), (body, type) => {
        const parsed = parsePage("company", reply(body, type));
        if (parsed.ok) {
          const plain = JSON.parse(body) as { readonly companies: readonly unknown[] | null };
          assert.ok(Object.hasOwn(plain, "companies"), body);
          assert.equal(parsed.value.records.length, plain.companies?.length ?? 0);
        }
        const judged = judgePage("company", reply(body, type));
        assert.deepEqual(judged.ok ? { ...judged.value } : judged, parsed.ok ? parsed.value : parsed);
        parseEnrichment(reply(body, type));
      }),
      { numRuns: 3000 },
    );
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  }).timeout(10_000);
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
    ["9007199254740992", "9007199254740992"],
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

  it("leaves digits inside text alone", () => {
    for (const inside of ["9007199254740993", ": 9007199254740993,", '\\": 9007199254740993 ,', "a,9007199254740993]"]) {
      assert.equal(exactly(`{"y":9007199254740993,"x":"${inside}"}`), JSON.parse(`"${inside}"`));
    }
  });

  it("returns the very bytes it was given when there is nothing to keep exact", () => {
    const bytes = Buffer.from(text({ people: [person], when: "2026-01-01T00:00:00.000Z", id: "12345678901234567890" }));
    assert.equal(quoteInexactIntegers(bytes), bytes);
  });

  it("makes no JSON of what was none", () => {
    for (const body of ["{9007199254740993:1}", '{"a":1,9007199254740993:2}', '{"x":1 9007199254740993}', '{"x":09007199254740993}', '{"x":--9007199254740993}', '{"x":9007199254740993"}']) {
      assert.ok(!parseJsonObject(reply(body)).ok, body);
    }
  });

  it("finds every integer wherever it stands", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.nat(40), fc.array(fc.string(), { maxLength: 4 }), (number, spaces, others) => {
        const value = exactly(`{"others":${text(others)},${" ".repeat(spaces)}"x":${number}}`);
        assert.equal(String(value), Number.isSafeInteger(Number(number)) ? String(Number(number)) : String(number));
      }),
      { numRuns: 2000 },
    );
  }).timeout(10_000);
});
