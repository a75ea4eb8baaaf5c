// Descriptions in words become searches without a language model.
import assert from "node:assert/strict";
import fc from "fast-check";
import { readDescription } from "../../../../src/app/describe/readDescription";
import { parseSearch } from "../../../../src/searches/parseSearch";
import { newSearchText } from "../../../../src/searches/newSearchText";
import { filterOf } from "../../../../src/service/filterCatalogue";
import { descriptions } from "../../../evaluation/descriptions";
import { overall, score } from "../../../evaluation/score";

describe("A description without a language model", () => {
  it("is read as well as measured", () => {
    const scoreOf = (isHeldOut: boolean) =>
      score(
        descriptions
          .filter((one) => one.isHeldOut === isHeldOut)
          .map((expected) => ({ expected, found: readDescription(expected.text) })),
      );
    assert.deepEqual(scoreOf(false).mistakes, []);
    assert.ok(overall(scoreOf(true)).f1 >= 0.96, JSON.stringify(scoreOf(true).mistakes));
  });

  it("names what it does not understand, and guesses nothing", () => {
    const found = readDescription("companies in Berlin with an unusual blue logo");
    assert.deepEqual(found.filters, { headquarters_locations: [{ value: "Berlin" }] });
    assert.deepEqual(found.notUnderstood, ["unusual blue logo"]);
  });

  it("takes a limit on credits only from words that limit", () => {
    assert.deepEqual(readDescription("spend 1000 credits on banks").fetch, {});
    assert.deepEqual(readDescription("banks, at most 1,000 credits").fetch, { credits: 1000 });
  });

  it("takes the plural of a kind of company for companies", () => {
    const banks = readDescription("banks with a CTO");
    assert.deepEqual(
      [banks.search, banks.filters, banks.notUnderstood],
      ["company", { industries: [{ value: "Banking" }] }, ["CTO"]],
    );
    assert.deepEqual(readDescription("founders of small German banks").filters, {
      current_position_seniority_level: [{ value: "Founder" }],
      current_company_headcounts: [{ max: 49 }],
      current_company_headquarters: [{ value: "Germany" }],
      current_company_industries: [{ value: "Banking" }],
    });
  });

  it("takes each size of company for a range that begins where the smaller one ends", () => {
    const headcounts = (size: string): unknown => readDescription(`${size} companies`).filters["headcounts"];
    assert.deepEqual(["small", "medium", "large"].map(headcounts), [
      [{ max: 49 }],
      [{ min: 50, max: 249 }],
      [{ min: 250 }],
    ]);
  });

  it("ends an exclusion with its list", () => {
    assert.deepEqual(readDescription("companies not in France or Spain and in software").filters, {
      headquarters_locations: [
        { value: "France", exclude: true },
        { value: "Spain", exclude: true },
      ],
      industries: [{ value: "Software Development" }],
    });
  });

  it("compares domains exactly", () => {
    assert.deepEqual(readDescription("https://www.Northwind.example/about").filters, {
      domains: [{ value: "northwind.example", exact_match: true }],
    });
  });

  it("makes a valid document of any text", () => {
    const words = descriptions.flatMap(({ text }) => text.split(" "));
    const odd = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...words) },
      fc.constantFrom(..."not|between|5|99999999999999999999|“|,|\u202e|ex-|of|and|C++|9-1".split("|")),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 20 }), (parts) => {
        const { search, filters, fetch } = readDescription(parts.join(" "));
        Object.keys(filters).forEach((field) => assert.ok(filterOf(search, field), field));
        const { problems } = parseSearch(newSearchText(search, filters, { records: 100, ...fetch }));
        assert.deepEqual(
          problems.filter(({ severity }) => severity === "error"),
          [],
        );
      }),
      { numRuns: 1000 },
    );
  });

  it("reads numbers that are words", () => {
    assert.deepEqual(readDescription("companies with at least ten employees").filters, { headcounts: [{ min: 10 }] });
  });

  const whole: readonly (readonly [text: string, filters: object, notUnderstood: readonly string[]])[] = [
    ["companies similar to Acme Corp in Berlin", { headquarters_locations: [{ value: "Berlin" }] }, ["Acme Corp"]],
    ["former VP", { past_position_titles: [{ value: "VP" }] }, []],
    [
      "Founders of Acme",
      { current_position_seniority_level: [{ value: "Founder" }], current_company_names: [{ value: "Acme" }] },
      [],
    ],
    ["founders of coffee places", { current_position_seniority_level: [{ value: "Founder" }] }, ["coffee places"]],
    ["Heads of Data Platform", { current_position_titles: [{ value: "Head of Data Platform" }] }, []],
    [
      "Google Cloud people in Berlin",
      { current_company_names: [{ value: "Google Cloud" }], person_locations: [{ value: "Berlin" }] },
      [],
    ],
    [
      "former Google employees in Berlin",
      { past_company_names: [{ value: "Google" }], person_locations: [{ value: "Berlin" }] },
      [],
    ],
    [
      "people who know TypeScript, Rust, and Go, in Berlin",
      {
        person_skills: [{ value: "TypeScript" }, { value: "Rust" }, { value: "Go" }],
        person_locations: [{ value: "Berlin" }],
      },
      [],
    ],
    [
      "public software companies",
      { types: [{ value: "Public Company" }], industries: [{ value: "Software Development" }] },
      [],
    ],
    ["people", {}, []],
  ];
  for (const [text, filters, notUnderstood] of whole) {
    it(`is read to its last word: ${text}`, () => {
      const found = readDescription(text);
      assert.deepEqual([found.filters, found.notUnderstood], [filters, notUnderstood]);
    });
  }

  it("may be of any length", () => {
    assert.deepEqual(readDescription("not in ".repeat(100_000)).filters, {});
    assert.deepEqual(readDescription("a".repeat(1_000_000)).notUnderstood, ["a".repeat(4000)]);
    assert.deepEqual(readDescription("1 ".repeat(100_000)).filters, {});
  });
});
