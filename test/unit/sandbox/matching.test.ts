// Properties: the index finds what a naive matcher finds, and a walk by cursor returns every match exactly once.
import assert from "node:assert/strict";
import fc from "fast-check";
import { filterOf, type SearchKind } from "../../../src/service/filterCatalogue";
import type { FilterItem } from "../../../src/service/requests";
import {
  companyFits,
  offeredByCompany,
  offeredByPerson,
  personFits,
  type Items,
  type Stored,
} from "./support/referenceMatcher";
import { openSandbox, paths, type CompanyBody, type PersonBody, type UnderTest } from "./support/sandboxUnderTest";

const runs = 100;

/** A value as stored, or as somebody would type it: fewer words, more words, another order or case. */
function typed(value: string): fc.Arbitrary<string> {
  const words = value.split(/\s+/).filter((word) => word !== "");
  return fc.oneof(
    fc.constant(value),
    fc.constant(value.toUpperCase()),
    fc.constant(words.toReversed?.().join(" ") ?? [...words].reverse().join(" ")),
    fc.subarray(words, { minLength: 1 }).map((some) => some.join(" ")),
    fc.constantFrom("Global", "the", "zzz").map((extra) => `${extra} ${value}`),
    fc.constant(value.normalize("NFKD").replace(/\p{M}/gu, "")),
  );
}

function itemFor(stored: Stored): fc.Arbitrary<FilterItem> | undefined {
  const flags = { exclude: fc.boolean(), exact_match: fc.boolean() };
  if (stored.kind === "range") {
    const near = stored.value ?? 50;
    return fc.record({
      min: fc.integer({ min: near - 20, max: near + 5 }),
      max: fc.integer({ min: near + 5, max: near + 2000 }),
      exclude: fc.boolean(),
    });
  }
  const [first] = stored.values;
  if (first === undefined) return undefined;
  if (stored.kind === "networkId")
    return fc.record({
      value: fc.oneof(fc.constantFrom(...stored.values), fc.integer({ min: 0, max: 999 })),
      ...flags,
    });
  return fc.record({
    value: fc
      .constantFrom(...stored.values)
      .chain(typed)
      .filter((value) => value.trim() !== ""),
    ...flags,
  });
}

/** One to three fields with one to three items each, taken from what a record offers. */
function filtersFrom(
  offered: Readonly<Record<string, Stored>>,
  other: Readonly<Record<string, Stored>>,
): fc.Arbitrary<Items> {
  const fields = Object.keys(offered).filter((field) => itemFor(offered[field] as Stored) !== undefined);
  return fc.subarray(fields, { minLength: 1, maxLength: 3 }).chain((chosen) =>
    fc.record(
      Object.fromEntries(
        chosen.map((field) => {
          const choices = [offered[field], other[field]].flatMap((stored) =>
            stored === undefined ? [] : (itemFor(stored) ?? []),
          );
          return [field, fc.array(fc.oneof(...choices), { minLength: 1, maxLength: 3 })];
        }),
      ),
    ),
  );
}

describe("matching in the sandbox", function () {
  this.timeout(60_000);
  let open: UnderTest;
  let companies: readonly CompanyBody[];
  let people: readonly PersonBody[];
  const companyOf = (id: string): CompanyBody => open.sandbox.company(id) as unknown as CompanyBody;

  async function walk(
    kind: SearchKind,
    filters: Items,
    limit: number,
  ): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
    const ids: string[] = [];
    let cursor: string | undefined;
    // A page more than all records need: a walk that does not end is a failure, not a hang.
    for (let page = 0; page * limit <= 500 + limit; page += 1) {
      const { status, json, text } = await open.post(kind === "company" ? paths.companySearch : paths.peopleSearch, {
        ...filters,
        limit,
        ...(cursor === undefined ? {} : { search_after: cursor }),
      });
      assert.equal(status, 200, text);
      const records = kind === "company" ? json.companies : json.people;
      ids.push(...records.map(({ id }) => id));
      cursor = json.metadata.search_after;
      if (records.length === 0) return { ids, total: json.metadata.total };
    }
    return { ids, total: -1 };
  }

  before(async () => {
    open = await openSandbox("in process", {
      companies: 150,
      people: 400,
      keys: [{ key: "contract-key", workspaceId: "workspace-1", balance: 1e9 }],
    });
    companies = Array.from({ length: 150 }, (_, nth) => companyOf(`c${String(nth).padStart(7, "0")}`));
    people = Array.from(
      { length: 400 },
      (_, nth) => open.sandbox.person(`p${String(nth).padStart(7, "0")}`) as unknown as PersonBody,
    );
  });

  it("finds the companies a naive matcher finds, each exactly once, at any page size", async () => {
    const case_ = fc
      .tuple(fc.nat(149), fc.nat(149))
      .chain(([one, other]) =>
        fc.tuple(
          filtersFrom(
            offeredByCompany(companies[one] as CompanyBody),
            offeredByCompany(companies[other] as CompanyBody),
          ),
          fc.integer({ min: 1, max: 100 }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(case_, async ([filters, limit]) => {
        const expected = companies.filter((company) => companyFits(company, filters)).map(({ id }) => id);
        const { ids, total } = await walk("company", filters, Math.max(limit, 5));
        assert.deepEqual(ids, expected);
        assert.equal(total, expected.length);
      }),
      { numRuns: runs },
    );
  });

  it("finds the people a naive matcher finds, each exactly once, at any page size", async () => {
    const case_ = fc
      .tuple(fc.nat(399), fc.nat(399))
      .chain(([one, other]) =>
        fc.tuple(
          filtersFrom(
            offeredByPerson(people[one] as PersonBody, companyOf),
            offeredByPerson(people[other] as PersonBody, companyOf),
          ),
          fc.integer({ min: 10, max: 100 }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(case_, async ([filters, limit]) => {
        const expected = people
          .filter((person) => personFits(person, filters, companyOf, open.sandbox.asOf))
          .map(({ id }) => id);
        const { ids, total } = await walk("people", filters, limit);
        assert.deepEqual(ids, expected);
        assert.equal(total, expected.length);
      }),
      { numRuns: runs },
    );
  });

  it("each filter of the catalogue narrows by the value of a record and keeps that record", async () => {
    for (const [kind, offered, id] of [
      ["company", offeredByCompany(companies[3] as CompanyBody), companies[3]?.id],
      ["people", offeredByPerson(people[7] as PersonBody, companyOf), people[7]?.id],
    ] as const) {
      for (const [field, stored] of Object.entries(offered)) {
        assert.ok(filterOf(kind, field), field);
        const [value] = stored.kind === "range" ? [undefined] : stored.values;
        if (value === undefined) continue;
        const self = { [kind === "company" ? "company_ids" : "person_ids"]: [{ value: id }] };
        assert.deepEqual((await walk(kind, { ...self, [field]: [{ value }] } as Items, 100)).ids, [id], field);
        const without = { ...self, [field]: [{ value, exclude: true }] } as Items;
        if (!(field in self)) assert.deepEqual((await walk(kind, without, 100)).ids, [], field);
      }
    }
  });

  it("after a refresh a walk from the start still returns every match exactly once", async () => {
    const test = await openSandbox("in process", { companies: 50, people: 700 });
    for (let version = 1; version <= 3; version += 1) {
      test.sandbox.refresh();
      test.sandbox.setBalance("contract-key", 1e6);
      const ids = new Set<string>();
      let [cursor, returned, total]: [string | undefined, number, number] = [undefined, 0, 0];
      for (let page = 0; page < 12; page += 1) {
        const { json } = await test.post(paths.peopleSearch, {
          limit: 100,
          ...(cursor === undefined ? {} : { search_after: cursor }),
        });
        if (json.people.length === 0) break;
        json.people.forEach(({ id }) => ids.add(id));
        [cursor, returned, total] = [json.metadata.search_after, returned + json.people.length, json.metadata.total];
      }
      assert.equal(ids.size, returned);
      assert.equal(returned, total);
      assert.equal(total, test.sandbox.counts.people);
      assert.ok([...ids].every((id) => test.sandbox.person(id) !== undefined));
    }
  });
});
