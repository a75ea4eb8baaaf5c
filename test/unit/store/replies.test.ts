// From the bytes of a reply to records: odd records stay, and what is no reply of the service is told apart.
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseExact } from "../../../src/service/exactJson";
import type { RecordKind } from "../../../src/service/operations";
import type { StoredPage } from "../../../src/store/storePage";
import { hostileReplies } from "../service/hostileReplies";
import { beginRun, type TestStore, useTestStore, replyTo, jsonOfRun } from "./rig";

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
    current: {
      title: "Analyst",
      is_current: true,
      job_functions: [{ function: "Engineering" }],
      company: { name: "Engine", headcount: 0, locations: { headquarters: {}, offices: null } },
    },
    all: [],
  },
  unheard_of: { deeply: ["kept"] },
};

const text = (value: unknown): string => JSON.stringify(value);

describe("a reply in the store", () => {
  let store: TestStore;
  useTestStore((fresh) => {
    store = fresh.store;
  });

  interface Read {
    readonly run: string;
    readonly page: StoredPage;
    readonly records: readonly unknown[];
  }
  /** A reply as the only one of a run. */
  const read = async (kind: RecordKind, body: string | Uint8Array): Promise<Read> => {
    const { id } = await beginRun(store, kind);
    const page = await store.records.storePage(replyTo(id, Buffer.from(body as string)));
    return { run: id, page, records: (await jsonOfRun(store, id)).map((one) => parseExact(one ?? "")) };
  };

  it("keeps records with unknown fields, nulls and new values unchanged", async () => {
    const { page, records } = await read(
      "person",
      text({ people: [person], metadata: { total: 1, credits: 0.5, search_after: "c", fresh: true } }),
    );
    assert.deepEqual(records, [person]);
    assert.deepEqual([page.total, page.credits, page.cursor], [1, 0.5, "c"]);
  });

  it("keeps a record of another structure in its place", async () => {
    const odd = { ...person, id: "p2", employment: { current: { title: { secret: "Ada" } } } };
    const { records } = await read(
      "person",
      text({ people: [person, odd, null, 7, { ...person, id: "p3" }], metadata: {} }),
    );
    assert.deepEqual(
      records.map((record) => (record as { readonly id?: string } | null)?.id ?? record),
      ["p1", "p2", null, 7, "p3"],
    );
  });

  it("keeps values that are no records", async () => {
    const values = '[true,false,null,0.1,-4.4263847680100604e-304,1e20,1e999,-1e999,-7,"\\u00e9\\"","",[1.50]]';
    const { records } = await read("company", `{"companies":${values}}`);
    assert.deepEqual(records, JSON.parse(values));
  });

  it("is an empty page with a null list, and no page without its list, whatever metadata says", async () => {
    for (const body of [
      '{"companies":null,"metadata":{}}',
      '{"companies":null}',
      '{"companies":[]}',
      '\ufeff{"companies":[]}',
    ]) {
      const { page, records } = await read("company", body);
      assert.deepEqual([page.understood, page.returned, records], [true, 0, []], body);
    }
    for (const body of [
      "{}",
      '{"metadata":{"total":0}}',
      '{"metadata":{"total":3,"credits":3}}',
      '{"companies":{}}',
      '{"companies":false}',
      '{"companies":""}',
      '{"people":[]}',
      '{"people":null,"metadata":{}}',
      "[]",
    ]) {
      const { page } = await read("company", body);
      assert.deepEqual([page.understood, page.problem], [false, "shape"], body);
    }
  });

  it("is read in every alphabet, and what is no UTF-8 as replacement characters", async () => {
    for (const name of ["plain", "Zoë Müller", "Łódź", "東京", "😀", "a\u2028b"]) {
      assert.deepEqual((await read("company", text({ companies: [{ name }] }))).records, [{ name }]);
    }
    const { records } = await read(
      "company",
      Buffer.concat([Buffer.from('{"companies":[{"name":"ë'), Buffer.of(0xff), Buffer.from('"}]}')]),
    );
    assert.deepEqual(records, [{ name: "ë\ufffd" }]);
  });

  it("has metadata of the wrong type as unknown rather than losing its records", async () => {
    const { page } = await read(
      "company",
      '{"companies":[{}],"metadata":{"total":"many","credits":"1.5","offset":null,"search_after":{}}}',
    );
    assert.deepEqual([page.rows, page.total, page.credits, page.cursor], [1, undefined, 1.5, undefined]);
    for (const metadata of ["null", "7", "[]", '"x"', "{}"]) {
      const { page: other } = await read("company", `{"companies":[{}],"metadata":${metadata}}`);
      assert.deepEqual(
        [other.rows, other.total, other.credits, other.cursor],
        [1, undefined, undefined, undefined],
        metadata,
      );
    }
  });

  for (const [body, why] of [
    ["<html>", "html"],
    [" \n<!doctype html>", "html"],
    ["Sign in", "type"],
    ["7", "type"],
    ["", "truncated"],
    ['{"companies":[{"name":"No', "truncated"],
    ['{"companies":[', "truncated"],
    ['{"companies":[],}', "shape"],
    ['{"companies":[]}{"companies":[]}', "shape"],
    [Buffer.from('{"companies":[]}', "utf16le"), "encoding"],
    ["{'companies':[]}", "shape"],
    ['{"companies":[{"n":0x10}]}', "shape"],
    ['{"companies":[{"n":NaN}]}', "shape"],
    [`{"companies":[],"deep":${"[".repeat(1000)}${"]".repeat(1000)}}`, "tooDeep"],
  ] as const) {
    it(`is told to be ${why} when it is ${text(String(body)).slice(0, 40)}`, async () => {
      const { page } = await read("company", body);
      assert.deepEqual([page.understood, page.problem], [false, why]);
    });
  }

  it("has at most 100,000 records and a million values", async () => {
    const list = (item: string, count: number): string => `[${`${item},`.repeat(count - 1)}${item}]`;
    for (const [body, rows] of [
      [`{"companies":${list("{}", 100_000)}}`, 100_000],
      [`{"companies":${list("{}", 100_001)}}`, "tooMany"],
      [`{"companies":[],"x":${list("1", 999_997)}}`, 0],
      [`{"companies":[],"x":${list("1", 999_998)}}`, "tooMany"],
    ] as const) {
      const { page } = await read("company", body);
      assert.deepEqual([page.understood, page.understood ? page.rows : page.problem], [rows !== "tooMany", rows]);
    }
  });

  it("may be nested 999 deep", async () => {
    const nested = `${"[".repeat(996)}${"]".repeat(996)}`;
    assert.deepEqual((await read("company", `{"companies":[{"deep":${nested}}]}`)).records, [
      { deep: JSON.parse(nested) as unknown },
    ]);
  });

  it("is understood when it is cut at no byte before its end", async () => {
    const whole = Buffer.from(
      text({
        people: [
          { ...person, skills: ["Mathematics", '"quotes" and {braces}'] },
          { ...person, id: "p2" },
        ],
        metadata: { total: 2, credits: 2, search_after: "next" },
      }),
    );
    const { id } = await beginRun(store);
    for (let end = 0; end <= whole.length; end += 1) {
      const page = await store.records.storePage(replyTo(id, whole.subarray(0, end)));
      assert.deepEqual([page.understood, page.rows], end < whole.length ? [false, 0] : [true, 2]);
    }
  });

  it("ends in records or a named reason when it is hostile, and never in an exception", async () => {
    const hostile = hostileReplies("companies", "metadata");
    await fc.assert(
      fc.asyncProperty(hostile, async (body) => {
        const { page, records } = await read("company", body);
        if (page.understood) {
          const plain = JSON.parse(body) as { readonly companies: readonly unknown[] | null };
          assert.equal(records.length + page.repeated, plain.companies?.length ?? 0, body);
        } else {
          assert.ok(page.problem !== undefined && page.problem.length > 0, body);
          assert.deepEqual(records, []);
        }
      }),
      { numRuns: 200 },
    );
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });
});
