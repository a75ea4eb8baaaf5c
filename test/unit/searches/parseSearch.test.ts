// Reading saved searches: what is understood, and what each mistake is answered with and where.
import assert from "node:assert/strict";
import { parseSearch } from "../../../src/searches/parseSearch";

/** The one problem of a text: the words it marks, and its sentence. */
function problemOf(text: string): {
  readonly marked: string;
  readonly message: string;
  readonly severity: string;
  readonly path: string;
} {
  const { problems } = parseSearch(text);
  assert.equal(problems.length, 1, JSON.stringify(problems));
  const [problem] = problems;
  assert.ok(problem);
  return {
    marked: text.slice(problem.offset, problem.offset + problem.length),
    message: problem.message,
    severity: problem.severity,
    path: problem.path.join("/"),
  };
}

const company = (filters: string, rest = ""): string => `{ "search": "company", "filters": ${filters}${rest} }`;

describe("a saved search, read", () => {
  it("gives the document, items in their order", () => {
    const text = company(
      '{ "domains": [{ "value": "a.example", "exact_match": true }, { "value": "b.example", "exclude": true }], ' +
        '"headcounts": [{ "min": 51, "max": 200 }] }',
      ', "fetch": { "records": 250, "credits": 12.5, "leaveOutKnown": true }',
    );
    assert.deepEqual(parseSearch(text), {
      document: {
        search: "company",
        filters: {
          domains: [
            { value: "a.example", exact_match: true },
            { value: "b.example", exclude: true },
          ],
          headcounts: [{ min: 51, max: 200 }],
        },
        fetch: { records: 250, credits: 12.5, leaveOutKnown: true },
      },
      problems: [],
      unknownFields: [],
      unknownParts: [],
    });
  });

  it("has no warning for the first and the last usual number", () => {
    const problems = (min: number): number =>
      parseSearch(company(`{ "founded_years": [{ "min": ${min} }] }`)).problems.length;
    assert.deepEqual([999, 1000, 2100, 2101].map(problems), [1, 0, 0, 1]);
  });

  it("fetches 1 to 10,000,000 records", () => {
    const problems = (records: number): number =>
      parseSearch(company("{}", `, "fetch": { "records": ${records} }`)).problems.length;
    assert.deepEqual([0, 1, 10_000_000, 10_000_001].map(problems), [1, 0, 0, 1]);
  });

  it("names leave-out lists by paths relative to it", () => {
    const lists = '["customers.csv", "../lists/do-not-contact.txt"]';
    assert.deepEqual(parseSearch(company("{}", `, "leaveOut": ${lists}`)).document?.leaveOut, [
      "customers.csv",
      "../lists/do-not-contact.txt",
    ]);
  });

  for (const list of [
    '""',
    '"C:\\\\lists\\\\a.csv"',
    '"/a.csv"',
    '"file:///a.csv"',
    '"lists/"',
    '"a/.."',
    "5",
    '"a\\u0000.csv"',
  ]) {
    it(`is not run with the leave-out list ${list}`, () => {
      const text = company("{}", `, "leaveOut": ["b.csv", ${list}]`);
      assert.equal(parseSearch(text).document, undefined);
      const { marked, path, severity } = problemOf(text);
      assert.deepEqual({ marked, path, severity }, { marked: list, path: "leaveOut/1", severity: "error" });
    });
  }

  it("is not run when its leave-out lists are no list", () => {
    assert.equal(problemOf(company("{}", ', "leaveOut": "a.csv"')).path, "leaveOut");
  });

  it("is whole without filters and fetch, and with a schema named", () => {
    assert.deepEqual(parseSearch('{ "$schema": "x", "search": "people" }').document, {
      search: "people",
      filters: {},
      fetch: {},
    });
  });

  describe("an unknown filter or key is a warning, and the rest is read", () => {
    const cases: readonly (readonly [string, string, string, RegExp])[] = [
      [
        "a misspelt filter",
        company('{ "industry": [{ "value": "x" }] }'),
        '"industry"',
        /“industry” is not a filter.*more than intended\. Did you mean “industries”\?$/,
      ],
      ["a filter like no other", company('{ "zzz": [] }'), '"zzz"', /Check its spelling or remove it\.$/],
      [
        "a filter of the other search",
        company('{ "person_skills": [] }'),
        '"person_skills"',
        /filter of people search/,
      ],
      ["a top key", company("{}", ', "notes": "x"'), '"notes"', /“notes” is not a property of a saved search/],
      [
        "a key of an item",
        company('{ "names": [{ "value": "x", "fuzzy": true }] }'),
        '"fuzzy"',
        /“fuzzy” is not a property/,
      ],
      [
        "a misspelt key of an item",
        company('{ "names": [{ "value": "x", "exclud": true }] }'),
        '"exclud"',
        /“exclud” is not a property of an entry of “names”, so it has no effect\. Did you mean “exclude”\?$/,
      ],
      ["a misspelt top key", company("{}", ', "leaveout": []'), '"leaveout"', /Did you mean “leaveOut”\?$/],
      ["a misspelt key of fetch", company("{}", ', "fetch": { "record": 1 }'), '"record"', /Did you mean “records”\?$/],
      ["a misspelt key of export", company("{}", ', "export": { "profile": [] }'), '"profile"', /mean “profiles”\?$/],
      [
        "exact match of a range",
        company('{ "headcounts": [{ "min": 1, "exact_match": true }] }'),
        '"exact_match"',
        /A range has no exact match/,
      ],
      ["a key of fetch", company("{}", ', "fetch": { "pages": 1 }'), '"pages"', /“pages” is not a property of “fetch”/],
      [
        "a bound that is surely a slip",
        company('{ "founded_years": [{ "min": 20155 }] }'),
        "20155",
        /unusual for “Founded”/,
      ],
      ["a filter called __proto__", company('{ "__proto__": [{ "value": "x" }] }'), '"__proto__"', /is not a filter/],
    ];
    for (const [name, text, marked, message] of cases) {
      it(name, () => {
        const problem = problemOf(text);
        assert.equal(problem.severity, "warning");
        assert.equal(problem.marked, marked);
        assert.match(problem.message, message);
        assert.ok(parseSearch(text).document);
      });
    }

    it("names the filters that are not used", () => {
      assert.deepEqual(parseSearch(company('{ "industry": [], "names": [], "person_skills": [] }')).unknownFields, [
        "industry",
        "person_skills",
      ]);
    });
  });

  describe("what is invalid is an error at its place, and a partly read search is not returned", () => {
    const cases: readonly (readonly [string, string, string, RegExp])[] = [
      ["no kind", '{ "filters": {} }', '{ "filters": {} }', /Choose what to search/],
      ["an unknown kind", '{ "search": "persons" }', '"persons"', /"company" or "search": "people"/],
      ["a list at the top", "[]", "[]", /A saved search must be an object/],
      ["filters as a list", company("[]"), "[]", /“filters” must be an object of lists/],
      ["a filter as one value", company('{ "names": "x" }'), '"x"', /must be a list in square brackets.*"Northwind"/],
      ["an item as plain text", company('{ "names": ["x"] }'), '"x"', /must be an object: \{ "value": "x" \}/],
      ["an item as a number", company('{ "headcounts": [5] }'), "5", /must be an object: \{ "min": 5 \}/],
      ["an item as a list", company('{ "names": [[]] }'), "[]", /must be an object: \{ "value": "Northwind" \}/],
      ["an item without value", company('{ "names": [{ "exclude": true }] }'), '{ "exclude": true }', /Enter a value/],
      ["an empty value", company('{ "names": [{ "value": "  " }] }'), '"  "', /Enter a value/],
      ["a number for text", company('{ "names": [{ "value": 5 }] }'), "5", /double quotes/],
      [
        "text for an integer",
        company('{ "professional_network_ids": [{ "value": "1035" }] }'),
        '"1035"',
        /without quotes/,
      ],
      ["a fraction", company('{ "headcounts": [{ "min": 1.5 }] }'), "1.5", /whole number/],
      [
        "an id beyond what JSON numbers hold",
        company('{ "professional_network_ids": [{ "value": 90071992547409931 }] }'),
        "90071992547409931",
        /too large to be sent exactly/,
      ],
      [
        "a range without bounds",
        company('{ "headcounts": [{ "exclude": true }] }'),
        '{ "exclude": true }',
        /Enter “From”, “To” or both/,
      ],
      [
        "bounds the wrong way round",
        company('{ "headcounts": [{ "min": 200, "max": 51 }] }'),
        '{ "min": 200, "max": 51 }',
        /“From” \(200\) is greater than “To” \(51\)/,
      ],
      [
        "such bounds beside an unknown key",
        company('{ "headcounts": [{ "min": 200, "max": 51, "zz": 1 }] }'),
        '{ "min": 200, "max": 51, "zz": 1 }',
        /greater than/,
      ],
      [
        "exclude as text",
        company('{ "names": [{ "value": "x", "exclude": "yes" }] }'),
        '"yes"',
        /true or false, without quotes/,
      ],
      ["no records at all", company("{}", ', "fetch": { "records": 0 }'), "0", /whole number from 1 to/],
      ["a negative cap", company("{}", ', "fetch": { "credits": -1 }'), "-1", /a number from 0 to/],
      ["a filter written twice", company('{ "names": [], "names": [{ "value": "x" }] }'), '"names"', /occurs twice/],
      [
        "a key of an item written twice",
        company('{ "names": [{ "value": "x", "value": "y" }] }'),
        '"value"',
        /occurs twice/,
      ],
      ["a comment", company("{}", " // mine\n"), "// mine", /without comments. Remove the comment/],
      ["a comma too many", '{ "search": "company", }', "}", /Remove the comma/],
      ["an empty file", "", "", /This file is empty/],
    ];
    for (const [name, text, marked, message] of cases) {
      it(name, () => {
        const { problems, document } = parseSearch(text);
        assert.equal(document, undefined);
        const [problem] = problems.filter(({ severity }) => severity === "error");
        assert.ok(problem);
        assert.equal(text.slice(problem.offset, problem.offset + problem.length), marked);
        assert.match(problem.message, message);
      });
    }

    it("is corrected by a fix where only one correction is possible", () => {
      const fixes = [
        ['{ "names": [{ "value": 5 }] }', '{ "names": [{ "value": "5" }] }'],
        ['{ "names": [{ "value": "x", "exclude": "true" }] }', '{ "names": [{ "value": "x", "exclude": true }] }'],
        [
          '{ "professional_network_ids": [{ "value": "1035" }] }',
          '{ "professional_network_ids": [{ "value": 1035 }] }',
        ],
        ['{ "headcounts": [{ "min": "200" }] }', '{ "headcounts": [{ "min": 200 }] }'],
        [
          '{ "headcounts": [{ "min": 200, "max": 51, "exclude": true }] }',
          '{ "headcounts": [{ "min": 51, "max": 200, "exclude": true }] }',
        ],
        // Something else is wrong, too, or what was meant is not certain.
        ['{ "headcounts": [{ "min": "1.5" }] }', undefined],
        ['{ "names": [{ "value": "x", "exclude": "yes" }] }', undefined],
        ['{ "headcounts": [{ "exclude": true }] }', undefined],
      ] as const;
      for (const [wrong, right] of fixes) {
        const text = company(wrong);
        const [problem] = parseSearch(text).problems;
        assert.ok(problem, wrong);
        const { fix, offset, length } = problem;
        const fixed = fix && text.slice(0, offset) + fix.text + text.slice(offset + length);
        assert.equal(fixed, right && company(right), wrong);
        assert.ok(fixed === undefined || parseSearch(fixed).problems.length === 0, wrong);
      }
      const text = company("{}", ', "fetch": { "records": "50" }');
      assert.equal(parseSearch(text).problems[0]?.fix?.text, "50");
    });

    it("reports a missing brace, bracket, comma, quote or word once, and each comment and escape", () => {
      const whole = company(
        '{ "industries": [{ "value": "Banking" }, { "value": "Gaming" }], "names": [{ "value": "x" }] }',
      );
      for (const [part, without] of [
        ['"Banking" }', '"Banking" '],
        ["}],", "},"],
        ["}, {", "} {"],
        ['"Gaming"', '"Gaming'],
        ['"Gaming"', "Gaming"],
        ['"names": [', '"names" ['],
        ['"filters": {', '"filters": '],
      ] as const) {
        assert.ok(whole.includes(part));
        assert.deepEqual(
          parseSearch(whole.replace(part, without)).problems.map(({ severity }) => severity),
          ["error"],
          without,
        );
      }
      assert.equal(parseSearch("// only this").problems.length, 2, "the comment, and that nothing is there");
      const several = whole.replace('"Banking" }', '"\\q" /* a */').replace("Gaming", "\\u12");
      assert.equal(parseSearch(several).problems.length, 4, JSON.stringify(parseSearch(several).problems));
    });

    it("has the path of each problem", () => {
      assert.equal(problemOf(company('{ "names": [{ "value": "x" }, { "value": 5 }] }')).path, "filters/names/1/value");
      assert.equal(problemOf(company('{ "founded_years": [{ "min": 20155 }] }')).path, "filters/founded_years/0/min");
    });
  });

  describe("hostile texts", () => {
    it("does not change the prototype of objects through __proto__", () => {
      const text =
        '{ "__proto__": { "search": "company" }, "search": "people", ' +
        '"filters": { "person_names": [{ "value": "x", "__proto__": { "exclude": true } }] } }';
      const { document } = parseSearch(text);
      assert.equal(document?.search, "people");
      assert.equal(document.filters["person_names"]?.[0]?.exclude, undefined);
      assert.equal(({} as { readonly exclude?: boolean }).exclude, undefined);
    });

    it("never throws, whatever the text", () => {
      const whole = company('{ "names": [{ "value": "x\\u00e9" }] }', ', "fetch": { "records": 1e2 }');
      for (let cut = 0; cut <= whole.length; cut += 1) {
        for (const text of [
          whole.slice(0, cut),
          whole.slice(cut),
          `${whole.slice(0, cut)}\u0000"${whole.slice(cut)}`,
        ]) {
          const { problems } = parseSearch(text);
          assert.ok(problems.every(({ offset, length }) => offset >= 0 && offset + length <= text.length));
        }
      }
    });
  });
});
