// Replies judged by their bytes: whatever is called sound is JSON whose records all fit their schemas, and good pages are called so.
import assert from "node:assert/strict";
import fc from "fast-check";
import { createSandbox } from "../../../src/sandbox/sandbox";
import { listFields, recordKinds, type RecordKind } from "../../../src/service/operations";
import { recordSchemas } from "../../../src/service/recordSchemas";
import { recordShape, replyShape, type Shape } from "../../../src/service/replyShapes";
import { isSound } from "../../../src/service/soundBytes";
import { fits } from "../../../src/service/soundValue";
import { createFakeClock } from "./fakes";

const levels = 64;

const isSoundReply = (kind: RecordKind, body: Uint8Array | string): boolean => isSound(Buffer.from(body as string), 0, replyShape(kind), levels);

function depth(value: unknown): number {
  return typeof value !== "object" || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depth));
}

/** The same question put to the parser and the schemas. */
function isAsDescribed(kind: RecordKind, body: Uint8Array | string): boolean {
  let reply: unknown;
  try {
    reply = JSON.parse(Buffer.from(body as string).toString("utf8"));
  } catch {
    return false;
  }
  const list = typeof reply === "object" && reply !== null ? (reply as Record<string, unknown>)[listFields[kind]] : undefined;
  return Array.isArray(list) && depth(reply) <= levels && list.every((record) => recordSchemas[kind].safeParse(record).success);
}

const company = {
  id: "c",
  name: "Zoë & Söhne \"quoted\" \\ \u2028 東京 😀",
  year_founded: null,
  headcount: 12.5,
  locations: { headquarters: { line1: "Hauptstraße 1", country_code: "DE" }, offices: [{ line1: "1" }, {}] },
  specialties: ["a", ""],
  technologies: [{ name: "Go", logo_url: null }],
  industry: { main_industry: "Gaming" },
  social_profiles: { professional_network: { id: 48_213, url: "https://network.example/c", connection_count: 0 } },
  unheard_of: { deeply: ["kept", -0.5, true, null, [[]]] },
};
const person = {
  id: "p1",
  full_name: "Ada Lovelace",
  headline: null,
  location: { country: "United Kingdom", planet: "Earth" },
  educations: [{ school_name: "Home", start_at: "1820-01-01T00:00:00Z" }],
  languages: [{ language: "English", proficiency: "NEW_VALUE" }],
  skills: null,
  employment: { current: { title: "Analyst", is_current: true, job_functions: [{ function: "Engineering" }], company }, all: [{ company }, {}] },
};
const contact = {
  input: { first_name: "Ada" },
  custom: { row: "7" },
  contact_info: { most_probable_phone: { number: "+44", ownership_match_confidence: 90 }, work_emails: [{ email: "ada@engine.example", status: "NEW" }], phones: null },
  profile: person,
};
const samples: { readonly [K in RecordKind]: object } = { company, person, contact };

const replyWith = (kind: RecordKind, ...records: readonly unknown[]): object => ({ [listFields[kind]]: records, metadata: { total: 2, credits: 0.5, search_after: "c" } });

describe("the bytes of a good reply", () => {
  for (const kind of recordKinds) {
    it(`are sound for each ${kind}, however they are laid out`, () => {
      const reply = replyWith(kind, samples[kind], {}, samples[kind]);
      for (const space of [0, 1, "\t", " \r\n"]) {
        assert.ok(isSoundReply(kind, JSON.stringify(reply, null, space)), String(space));
      }
      assert.ok(isSoundReply(kind, ` \r\n${JSON.stringify(reply)}\t`));
      assert.ok(isSoundReply(kind, JSON.stringify({ metadata: null, [listFields[kind]]: [] })));
    });

    it(`are sound wherever in memory they lie, for a ${kind}`, () => {
      const bytes = Buffer.from(JSON.stringify(replyWith(kind, samples[kind])));
      for (let offset = 0; offset < 8; offset += 1) {
        const elsewhere = new Uint8Array(bytes.length + 16).fill(0x22);
        elsewhere.set(bytes, offset);
        assert.ok(isSound(elsewhere.subarray(offset, offset + bytes.length), 0, replyShape(kind), levels), String(offset));
        assert.ok(!isSound(elsewhere.subarray(offset, offset + bytes.length - 1), 0, replyShape(kind), levels), String(offset));
      }
    });

    it(`have a form for every rule of a ${kind}'s schema`, () => {
      const walk = (shape: Shape): void => {
        assert.notEqual(shape.kind, "unsure");
        shape.fields.forEach(walk);
        if (shape.item !== undefined) {
          walk(shape.item);
        }
      };
      walk(replyShape(kind));
    });

    it(`know the same fields of a ${kind} as its schema`, () => {
      for (const [field, wrong] of Object.keys(recordSchemas[kind].shape).flatMap((name) => [7, "x", true, [7], { x: 1 }].map((value) => [name, value] as const))) {
        const fits = recordSchemas[kind].safeParse({ [field]: wrong }).success;
        assert.equal(isSoundReply(kind, JSON.stringify(replyWith(kind, { [field]: wrong }))), fits, `${field}: ${JSON.stringify(wrong)}`);
      }
    });
  }

  it("are sound for pages of the sandbox", async () => {
    const sandbox = createSandbox({ clock: createFakeClock(), companies: 200, people: 400, keys: [{ key: "key", workspaceId: "w", balance: 1e6 }] });
    for (const [kind, path] of [["company", "/api/v2/company/search"], ["person", "/api/v2/people/search"]] as const) {
      const { body } = await sandbox.handle({ method: "POST", path, headers: { authorization: "Bearer key", "content-type": "application/json" }, body: Buffer.from('{"limit":100}') });
      assert.ok(isSoundReply(kind, body));
    }
  });
});

describe("the bytes of any other reply", () => {
  const around = (record: string): string => `{"people":[${record}],"metadata":{}}`;
  for (const [name, body] of [
    ["no list", "{}"],
    ["a null list", '{"people":null,"metadata":{}}'],
    ["a list that is replaced by something else", '{"people":[],"people":null}'],
    ["no object", "[]"],
    ["something behind it", '{"people":[]}{}'],
    ["a comma too many", '{"people":[],}'],
    ["a comma too many in a list", around("{},")],
    ["no comma", around("{}{}")],
    ["no colon", around('{"id" "x"}')],
    ["no quotes", around("{id:1}")],
    ["no value", around('{"id":}')],
    ["a bare word", around('{"x":y}')],
    ["words cut short", around('{"x":nul}')],
    ["words run on", around('{"x":truex}')],
    ["a leading zero", around('{"x":01}')],
    ["a lone minus", around('{"x":-}')],
    ["a point without digits", around('{"x":1.}')],
    ["a plus", around('{"x":+1}')],
    ["a control character in text", around('{"x":"a\nb"}')],
    ["a NUL in text", around('{"x":"aaaaaaaaaaaa\u0000"}')],
    ["an unknown escape", around('{"x":"\\x41"}')],
    ["half a code point", around('{"x":"\\u12g4"}')],
    ["a code point cut short", around('{"x":"\\u12"}')],
    ["an escaped end", around('{"x":"\\"}')],
    ["white space that is none", around('\u00a0{"x":1}')],
    ["a null in a list of texts", around('{"skills":[null]}')],
    ["a null for a record", around("null")],
    ["a known name in disguise", around('{"f\\u0075ll_name":7}')],
    ["a known name twice", around('{"full_name":7,"full_name":"Ada"}')],
    ["an amount that no number holds", around('{"employment":{"current":{"company":{"headcount":12345678901234567}}}}')],
    ["an amount that may be infinite", around('{"employment":{"current":{"company":{"headcount":1e999}}}}')],
    ["nesting too deep", around(`{"x":${"[".repeat(62)}${"]".repeat(62)}}`)],
  ] as const) {
    it(`are not sound: ${name}`, () => {
      assert.ok(!isSoundReply("person", body));
    });
  }

  it("are sound up to the deepest nesting", () => {
    assert.ok(isSoundReply("person", around(`{"x":${"[".repeat(61)}${"]".repeat(61)}}`)));
  });

  for (const kind of recordKinds) {
    const replacement = fc.oneof(fc.constantFrom<unknown>(null, 0, -1, 1e21, "", "123", "-5", "x", true, [], {}, [null], ["x"], [1], [{}]), fc.jsonValue());
    const replaced = (value: unknown, path: readonly number[], by: unknown): unknown => {
      const [step, ...rest] = path;
      const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
      const key = keys[(step ?? 0) % Math.max(1, keys.length)];
      if (step === undefined || key === undefined) {
        return by;
      }
      const part = replaced((value as Record<string, unknown>)[key], rest, by);
      return Array.isArray(value) ? value.map((item: unknown, index) => (String(index) === key ? part : item)) : { ...(value as object), [key]: part };
    };

    /** Texts that are digits become another text. */
    const withoutDigits = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null), (_, part: unknown) => (typeof part === "string" && /^-?\d+$/u.test(part) ? "x" : part));

    it(`are sound only as described: one value of a ${kind} changed`, () => {
      let sound = 0;
      fc.assert(
        fc.property(fc.array(fc.nat(30), { maxLength: 7 }), replacement, (path, by) => {
          const record = replaced(samples[kind], path, by);
          // Parsed values are judged alike, but for the digits that stand for a number.
          assert.equal(fits(record, recordShape(kind)), recordSchemas[kind].safeParse(record).success && recordSchemas[kind].safeParse(withoutDigits(record)).success, JSON.stringify(record));
          const body = JSON.stringify(replyWith(kind, samples[kind], replaced(samples[kind], path, by)));
          if (isSoundReply(kind, body)) {
            sound += 1;
            assert.ok(isAsDescribed(kind, body), body);
          } else {
            // Only what no plain number can say may be left to the schemas.
            assert.ok(!isAsDescribed(kind, body) || /\d{16}|\d[eE][+-]?\d/u.test(body) || /\\u[\da-f]{4}[^"]*":/u.test(body) || body.includes('\\"') || body.includes("\\\\"), body);
          }
        }),
        { numRuns: 3000 },
      );
      assert.ok(sound > 100);
    }).timeout(20_000);

    it(`are sound only as described: the bytes of a ${kind} damaged`, () => {
      const whole = Buffer.from(JSON.stringify(replyWith(kind, samples[kind])));
      const pieces = fc.oneof(fc.uint8Array({ maxLength: 3 }), fc.constantFrom("{", "}", "[", "]", '"', ":", ",", "\\", " ", "0", "-", ".", "e", "null", "\u00a0").map((text) => Uint8Array.from(Buffer.from(text))));
      let sound = 0;
      fc.assert(
        fc.property(fc.nat(whole.length - 1), fc.nat(4), pieces, (at, removed, put) => {
          const body = Buffer.concat([whole.subarray(0, at), put, whole.subarray(at + removed)]);
          if (isSoundReply(kind, body)) {
            sound += 1;
            assert.ok(isAsDescribed(kind, body), body.toString());
          }
        }),
        { numRuns: 6000 },
      );
      assert.ok(sound > 100);
    }).timeout(20_000);
  }

  it("are sound only as described: any JSON and any near it", () => {
    const hostile = fc.oneof(
      fc.json({ maxDepth: 6 }).map(around),
      fc.array(fc.constantFrom("{", "}", "[", "]", '"', ":", ",", "\\", "12345678901234567890", "-", ".", "e9", "null", "true", " ", '"id"', '"skills"', "1"), { maxLength: 14 }).map((parts) => around(parts.join(""))),
      fc.string({ unit: "binary" }).map((text) => around(JSON.stringify({ [text]: text, full_name: text }))),
    );
    fc.assert(
      fc.property(hostile, (body) => {
        assert.ok(!isSoundReply("person", body) || isAsDescribed("person", body), body);
      }),
      { numRuns: 6000 },
    );
  }).timeout(20_000);
});
