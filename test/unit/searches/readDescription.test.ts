// Descriptions in words become searches: nothing becomes a filter that was not meant, and no word is lost silently.
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
  [
    "100 logistics companies in Hamburg, max 20 credits",
    "company; industries=Logistics & Supply Chain; headquarters_locations=Hamburg; records=100; credits=20",
  ],
  [
    "CFOs of publicly listed insurance companies",
    "people; current_position_titles=CFO|Chief Financial Officer; current_company_types=Public Company; current_company_industries=Insurance",
  ],
  [
    "CISO or head of security",
    "people; current_position_titles=CISO|Chief Information Security Officer|head of security",
  ],
  [
    "CTOs and CIOs, at least 3 years in the job",
    "people; current_position_titles=CTO|Chief Technology Officer|CIO|Chief Information Officer; current_position_years_in=3..",
  ],
  [
    "CTOs in Berlin who changed jobs in the last 6 months",
    "people; current_position_titles=CTO|Chief Technology Officer; person_locations=Berlin; current_company_days_since_last_job_change=..180",
  ],
  [
    "CTOs of companies between 50 and 200 people in Berlin",
    "people; current_position_titles=CTO|Chief Technology Officer; current_company_headcounts=50..200; current_company_headquarters=Berlin",
  ],
  [
    "Data scientists who speak Dutch and live in Amsterdam",
    "people; current_position_titles=Data scientist; person_languages=Dutch; person_locations=Amsterdam; live?",
  ],
  [
    "Directors or VPs of finance who speak French",
    "people; current_position_seniority_level=Director|VP; current_position_job_functions=Finance; person_languages=French",
  ],
  [
    "English speaking accountants in Warsaw",
    "people; person_languages=English; current_position_titles=accountant; person_locations=Warsaw",
  ],
  ["Fintechs not founded after 2018", "company; industries=Financial Services; not founded after 2018?"],
  [
    "Founders or CEOs of gaming studios in Finland",
    "people; current_position_titles=Founder|CEO|Chief Executive Officer; current_company_industries=Gaming; current_company_headquarters=Finland; studios?",
  ],
  ["German or Austrian carmakers", "company; headquarters_locations=Germany|Austria; industries=Automotive"],
  [
    "HR directors, but not in the public sector",
    "people; current_position_seniority_level=Director; current_position_job_functions=Human Resources; not in the public sector?",
  ],
  [
    "Head of procurement at automotive suppliers, Bavaria",
    "people; current_position_titles=Head of procurement; current_company_industries=Automotive; current_company_headquarters=Bavaria",
  ],
  [
    "SaaS (Berlin, Hamburg or Munich), 11-200 employees",
    "company; industries=Software Development; headquarters_locations=Berlin|Hamburg|Munich; headcounts=11..200",
  ],
  [
    "SaaS, 2015 or later, 20-100 FTE, Ireland or the UK, no gaming",
    "company; industries=Software Development|not Gaming; headcounts=20..100; headquarters_locations=Ireland|United Kingdom; 2015 or later?",
  ],
  [
    "Senior designers except in California",
    "people; current_position_seniority_level=Senior; current_position_titles=designer; person_locations=not California",
  ],
  [
    "VP Sales or CRO at SaaS companies",
    "people; current_position_titles=VP Sales|CRO; current_company_industries=Software Development",
  ],
  [
    "alumni of TU Munich working in automotive",
    "people; person_universities=TU Munich; current_company_industries=Automotive",
  ],
  ["banks that do not use SAP or Oracle", "company; industries=Banking; technologies=not SAP|not Oracle"],
  ["companies like Stripe", "company; like Stripe?"],
  [
    "either under 50 or over 1000 employees, education",
    "company; industries=Education; under 50 or over 1000 employees?",
  ],
  [
    "engineering leaders, not managers, at Stripe",
    "people; current_position_job_functions=Engineering; current_position_seniority_level=not Manager; current_company_names=Stripe; leaders?",
  ],
  [
    "everyone who used to work at Google and is now a founder",
    "people; past_company_names=Google; current_position_seniority_level=Founder",
  ],
  ["former CFOs of insurance companies", "people; former CFOs of insurance companies?"],
  [
    "lawyers who don't work at law firms",
    "people; current_position_titles=lawyer; current_company_industries=not Legal Services",
  ],
  [
    "no banks, no insurers, Swiss companies only",
    "company; industries=not Banking|not Insurance; headquarters_locations=Switzerland",
  ],
  ["people named Anna Schmidt in Zurich", "people; person_names=Anna Schmidt; person_locations=Zurich"],
  [
    "product designers in Amsterdam with 2 to 5 years in their role",
    "people; current_position_titles=product designer; person_locations=Amsterdam; current_position_years_in=2..5",
  ],
  [
    "roughly 1k employees, telecom, Italy",
    "company; headcounts=800..1200; industries=Telecommunications; headquarters_locations=Italy",
  ],
  [
    "salespeople, Nordics",
    "people; current_position_job_functions=Sales; person_locations=Denmark|Finland|Iceland|Norway|Sweden",
  ],
  [
    "semiconductor companies, 5k to 10k employees, Taiwan or South Korea",
    "company; industries=Semiconductors; headcounts=5000..10000; headquarters_locations=Taiwan|South Korea",
  ],
  [
    "series B startups in London that raised over 20 million",
    "company; headquarters_locations=London; series B startups?; raised over 20 million?",
  ],
  [
    "software engineers at Google in Zurich",
    "people; current_position_titles=software engineer; current_company_names=Google; person_locations=Zurich",
  ],
  [
    "who runs marketing at stripe.com",
    "people; current_position_job_functions=Marketing; current_company_domains=stripe.com; runs?",
  ],
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
