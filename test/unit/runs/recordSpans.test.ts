import assert from "node:assert/strict";
import fc from "fast-check";
import { crc32, crc32Between, crc32Joined, tableCrc32 } from "../../../src/runs/crc32";
import { replySpans } from "../../../src/runs/recordSpans";

const bytes = (text: string): Uint8Array => Buffer.from(text, "utf8");
const slices = (body: Uint8Array, spans: readonly number[]): string[] =>
  Array.from({ length: spans.length / 2 }, (_, at) => Buffer.from(body.subarray(spans[at * 2], spans[at * 2 + 1])).toString("utf8"));

describe("the spans of a reply", () => {
  it("are the records' own bytes, whatever is in them", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), fc.constantFrom(undefined, 1, 2), (records, rest, indent) => {
        const body = bytes(JSON.stringify({ extra: rest, people: records, metadata: { total: 3, credits: 0.5, search_after: "c" }, more: rest }, null, indent));
        const found = replySpans(body, "person");
        assert.deepEqual(slices(body, found.spans).map((text) => JSON.parse(text) as unknown), JSON.parse(JSON.stringify(records)));
        assert.deepEqual(found.metadata, { total: 3, credits: 0.5, search_after: "c" });
        assert.equal(found.understood, true);
      }),
    );
  });

  it("come with the ids, wherever the id stands in its record", () => {
    const body = bytes('{"companies":[{"id":"a"},{"x":{"id":"no"},"id" : "b\\u0041"},{"id":7},{"n":{"id":"no"}},null,"id"]}');
    assert.deepEqual(replySpans(body, "company").ids, ["a", "bA", "7", undefined, undefined, undefined]);
  });

  it("give contacts no id, for none is theirs", () => {
    const found = replySpans(bytes('{"id":"e","status":"FINISHED","cost":{"credits":12.5},"data":[{"id":"x"},{}]}'), "contact");
    assert.deepEqual([found.ids, found.cost], [[undefined, undefined], 12.5]);
  });

  it("are none where the list is null or empty, and the reply is not understood where the list is missing or no list", () => {
    const found = (text: string): unknown => [replySpans(bytes(text), "person").spans, replySpans(bytes(text), "person").understood];
    for (const text of ['{"people":null,"metadata":null}', '{"people":[]}', ' {"people" : [ ] } ']) {
      assert.deepEqual(found(text), [[], true], text);
    }
    for (const text of ["{}", '{"metadata":{"total":3}}', '{"people":{"id":"a"}}', '{"people":"x"}', '{"companies":[{}]}']) {
      assert.deepEqual(found(text), [[], false], text);
    }
    assert.equal(replySpans(bytes('{"status":"IN_PROGRESS"}'), "contact").understood, true);
  });

  it("take an empty string for no id", () => {
    assert.deepEqual(replySpans(bytes('{"people":[{"id":""},{"id":""}]}'), "person").ids, [undefined, undefined]);
  });

  it("are none where the bytes are cut off anywhere, or are no object", () => {
    const whole = '{"people":[{"id":"a","n":"\\"}"},{"id":"b"}],"metadata":{"total":2}}';
    for (let length = 0; length < whole.length; length += 1) {
      assert.equal(replySpans(bytes(whole.slice(0, length)), "person").understood, false, whole.slice(0, length));
    }
    for (const text of ["<html>", "[]", "null", `${whole}x`]) {
      assert.equal(replySpans(bytes(text), "person").understood, false, text);
    }
  });

  it("never throw and never lie outside, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        const body = Buffer.concat([bytes('{"people":['), noise]);
        assert.ok(replySpans(body, "person").spans.every((at) => at >= 0 && at <= body.length));
      }),
    );
  });

  it("pass over metadata of other types, and read numbers that come as text", () => {
    assert.deepEqual(replySpans(bytes('{"metadata":{"total":"three","credits":-1,"search_after":""}}'), "person").metadata, {});
    assert.deepEqual(replySpans(bytes('{"metadata":{"total":"3","credits":"0.25","search_after":12345678901234567890}}'), "person").metadata, { total: 3, credits: 0.25, search_after: "12345678901234567890" });
  });

  it("skip a byte order mark", () => {
    assert.equal(replySpans(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes('{"people":[{}]}')]), "person").spans.length, 2);
  });
});

describe("crc32", () => {
  it("is the same with and without Node's own, in one piece and in two", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (one, other) => {
        assert.equal(tableCrc32(one), crc32(one));
        assert.equal(tableCrc32(other, tableCrc32(one)), crc32(Buffer.concat([one, other])));
      }),
    );
    assert.equal(tableCrc32(bytes("123456789")), 0xcbf43926);
  });

  it("of a part comes out of the pass over the whole, however long the part is", () => {
    const isRight = (one: Uint8Array, other: Uint8Array): void => {
      const before = crc32(one);
      assert.equal(crc32Between(before, crc32(other, before), other.length), crc32(other));
    };
    fc.assert(fc.property(fc.uint8Array(), fc.uint8Array(), isRight));
    for (const length of [0, 1, 255, 256, 257, 65_279, 65_280, 65_535, 65_536, 65_537, 200_000]) {
      isRight(bytes("before"), Buffer.alloc(length, "part"));
    }
  });

  it("of a few bytes inside others is that of these bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), fc.uint8Array(), (one, few, other) => {
        const whole = Buffer.concat([one, few, other]);
        assert.equal(tableCrc32(whole, 0, one.length, one.length + few.length), crc32(few));
      }),
    );
  });

  it("of a whole comes out of those of its parts, however they are cut", () => {
    const whole = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * at * 31 + (at >> 3)) & 0xff));
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 40 }), fc.nat(whole.length), (cuts, length) => {
        const bounds = [0, ...cuts.filter((cut) => cut <= length).sort((a, b) => a - b), length];
        const parts = bounds.slice(1).map((end, nth) => whole.subarray(bounds[nth], end));
        assert.equal(parts.reduce((crc, part) => crc32Joined(crc, crc32(part), part.length), 0), crc32(whole.subarray(0, length)));
      }),
    );
  });
});
