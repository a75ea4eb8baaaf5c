// Descriptions in words become searches.
import assert from "node:assert/strict";
import fc from "fast-check";
import { asFilter, readDescription } from "../../../src/searches/description/readDescription";
import { parseSearch } from "../../../src/searches/parseSearch";
import { newSearchText } from "../../../src/searches/searchEdits";
import { filterOf } from "../../../src/service/filterCatalogue";

/** `people; person_locations=not Berlin; headcounts=10..; records=5; words that were not used?` */
function read(text: string): string {
  const { search, filters, fetch, notUsed } = readDescription(text);
  return [
    search,
    ...Object.entries(filters).map(([field, items]) => {
      const values = items.map((item) => {
        const value = "value" in item ? String(item.value) : `${item.min ?? ""}..${item.max ?? ""}`;
        return item.exclude === true ? `not ${value}` : value;
      });
      return `${field}=${values.join("|")}`;
    }),
    ...Object.entries(fetch).map(([limit, value]) => `${limit}=${String(value)}`),
    ...notUsed.map((words) => `${words}?`),
  ].join("; ");
}

const readings: readonly (readonly [text: string, reading: string])[] = [
  ["companies that are not only in Germany", "company; not only in Germany?"],
  ["not small Berlin banks", "company; not small Berlin banks?"],
  ["German banks or French insurers", "company; German banks or French insurers?"],
  ["banks in Berlin or insurers in Munich", "company; banks in Berlin or insurers in Munich?"],
  ["no banks, insurers or retailers", "company; no banks?; insurers or retailers?"],
  ["companies with 50 employees or in Berlin", "company; 50 employees or in Berlin?"],
  ["neither banks nor insurers", "company; industries=not Banking|not Insurance"],
  ["software for hospitals", "company; industries=Software Development; for hospitals?"],
  ["SaaS or fintech, not both", "company; industries=Software Development|Financial Services; not both?"],
  [
    "partners at Boston Consulting Group",
    "people; current_position_seniority_level=Partner; current_company_names=Boston Consulting Group",
  ],
  ["companies on an island", "company; on an island?"],
  ["bankers in London", "company; bankers in London?"],
  ["Northern Germany software", "company; industries=Software Development; Northern Germany?"],
  ["sales or marketing directors", "people; sales or marketing directors?"],
  ["sales or VP of marketing", "people; sales or VP of marketing?"],
  ["Head of IT or IT director", "people; current_position_titles=Head of IT|IT director"],
  ["Java developers in Munich", "people; current_position_titles=developer; person_locations=Munich; Java?"],
  ["5 star hotels", "company; industries=Hospitality; 5 star?"],
  ["companies with 50m revenue", "company; 50m revenue?"],
  ["top 10 banks, at most 1,000 credits", "company; industries=Banking; records=10; credits=1000"],
  ["spend 1000 credits on banks", "company; industries=Banking; spend 1000 credits on?"],
  ["https://www.Northwind.example/about", "company; domains=northwind.example"],
  ["companies in Germany, but not in Berlin", "company; headquarters_locations=Germany|not Berlin"],
  ["1,000 - 5,000 employees", "company; headcounts=1000..5000"],
  ["no more than 50 employees", "company; headcounts=..50"],
  ["at least 50 and at most 200 employees", "company; headcounts=50..200"],
  ["Banken in Berlin", "company; Banken in Berlin?"],
  ["former CTOs", "people; past_position_titles=CTO|Chief Technology Officer"],
  ["former Google employees in Berlin", "people; former Google employees in Berlin?"],
  ["people who speak French and German", "people; person_languages=French|German"],
  ["people with Python skills", "people; person_skills=Python"],
  ["people", "people"],
  ["founded after 2015, under 50 employees", "company; founded_years=2016..; headcounts=..49"],
  ["dentists at companies with 50 employees", "people; current_company_headcounts=50..50; dentists?"],
  ["English and German teachers", "company; English and German teachers?"],
  ["more than 50 but fewer than 200 employees", "company; headcounts=51..199"],
  ["legal counsels in Paris", "company; legal counsels in Paris?"],
  ["nurses in London hospitals", "company; nurses in London hospitals?"],
  ["people with German passports", "people; German passports?"],
  ["Italians in New York", "company; Italians in New York?"],
  ["banks with offices in London", "company; industries=Banking; offices in London?"],
  ["banks, skip those I already have", "company; industries=Banking; leaveOutKnown=true"],
  ["companies not using Salesforce", "company; technologies=not Salesforce"],
  ["developers, no recruiters", "people; current_position_titles=developer|not recruiter"],
  ["Italian restaurants in London", "company; industries=Hospitality; Italian?; London?"],
  ["companies in Austin, Texas", "company; headquarters_locations=Austin; Texas?"],
  ["retailers with 50 employees or more", "company; industries=Retail; headcounts=50.."],
  ["sales reps in Chicago", "company; sales reps in Chicago?"],
  ["northwind.com competitors", "company; northwind.com competitors?"],
  ["Senior managers in retail", "people; current_position_titles=Senior manager; current_company_industries=Retail"],
];

describe("A description", () => {
  for (const [text, reading] of readings) {
    it(`is read to its last word: ${text}`, () => assert.equal(read(text), reading));
  }

  it("may say which search it is for", () => {
    const found = readDescription("CTOs in Berlin", "company");
    assert.deepEqual([found.search, found.notUsed], ["company", ["CTOs"]]);
    for (const [words, search] of [
      ["northwind.com competitors", "company"],
      ["software nerds", "company"],
      ["sales reps", "people"],
      ["partner programs", "people"],
    ] as const) {
      const { filters, notUsed } = readDescription(words, search);
      assert.deepEqual([filters, notUsed], [{}, [words]]);
    }
  });

  it("offers what it did not use as a domain or else a keyword, and leaves out what is negated", () => {
    assert.deepEqual(asFilter("people", "https://www.Acme.example/about"), {
      field: "current_company_domains",
      item: { value: "acme.example", exact_match: true },
    });
    assert.deepEqual(asFilter("company", "climate tech"), { field: "keywords", item: { value: "climate tech" } });
    assert.deepEqual(asFilter("people", "not agencies"), {
      field: "current_company_specialties",
      item: { value: "agencies", exclude: true },
    });
    assert.equal(asFilter("company", "not"), undefined);
  });

  it("fetches no more records than a search can, and says so", () => {
    assert.deepEqual(readDescription("first 10000000 fintechs").fetch, { records: 10_000_000 });
    const { fetch, notUsed } = readDescription("first 99999999999999999999 fintechs");
    assert.deepEqual([fetch, notUsed.some((one) => JSON.stringify(one).includes("99999"))], [{}, true]);
  });

  it("makes a valid document of any text", () => {
    const words = readings.flatMap(([text]) => text.split(" "));
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

  it("may be of any length", () => {
    assert.deepEqual(readDescription("not in ".repeat(100_000)).filters, {});
    assert.deepEqual(readDescription("a".repeat(1_000_000)).notUsed, ["a".repeat(4000)]);
    assert.deepEqual(readDescription("1 ".repeat(100_000)).filters, {});
    assert.deepEqual(readDescription("French and ".repeat(100_000), "people").fetch, {});
  });
});
