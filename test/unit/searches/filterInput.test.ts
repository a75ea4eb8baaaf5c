// What is typed or pasted into filters.
import assert from "node:assert/strict";
import {
  parseFilterInput,
  parsePastedInput,
  parseRangeInput,
  parseTypedInput,
} from "../../../src/searches/filterInput";
import { filterOf, filtersOf, type FilterDefinition } from "../../../src/service/filterCatalogue";
import { requestSchemas } from "../../../src/service/requests";

function filter(field: string): FilterDefinition {
  const found = filterOf("company", field) ?? filterOf("people", field);
  assert.ok(found, field);
  return found;
}

describe("a value typed into a filter", () => {
  it("is trimmed of all that cannot be seen", () => {
    assert.deepEqual(parseFilterInput(filter("names"), " \u00a0North\u200bwind \t Ltd\ufeff\n"), {
      ok: true,
      item: { value: "Northwind Ltd" },
    });
  });

  const invisible: readonly (readonly [name: string, text: string, expected: string])[] = [
    ["the non-joiner inside a Persian word", "\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"],
    ["joiners inside a Hindi word", "\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"],
    ["a joined emoji", "\u{1f469}\u{1f3fd}\u200d\u{1f4bb}", "\u{1f469}\u{1f3fd}\u200d\u{1f4bb}"],
    ["no joiners between Latin letters", "Nor\u200cth\u200dwind", "Northwind"],
    ["no soft hyphens and direction marks", "Nor\u00adth\u202e\u200fwind\u2066\u061c", "Northwind"],
  ];
  for (const [name, text, expected] of invisible) {
    it(`keeps ${name}`, () => {
      assert.deepEqual(parseFilterInput(filter("names"), text), { ok: true, item: { value: expected } });
      const pasted = parsePastedInput(filter("names"), `${text}\nContoso`);
      assert.deepEqual(pasted.items, [{ value: expected }, { value: "Contoso" }]);
    });
  }

  it("is one value, unless it is a list of numbers", () => {
    const ids = filter("professional_network_ids");
    assert.deepEqual(parseTypedInput(filter("names"), "Acme, Inc.").items, [{ value: "Acme, Inc." }]);
    for (const [typed, item] of [
      ["-Retail", { value: "Retail", exclude: true }],
      ['"Retail"', { value: "Retail", exact_match: true }],
      ['-"Retail"', { value: "Retail", exclude: true, exact_match: true }],
      ['"-Retail"', { value: "-Retail", exact_match: true }],
      ["-", { value: "-" }],
    ] as const) {
      assert.deepEqual(parseTypedInput(filter("names"), typed).items, [item]);
    }
    assert.deepEqual(parseTypedInput(ids, "1 035 204").items, [{ value: 1_035_204 }]);
    const long = `Acme, ${"x".repeat(1000)}`;
    assert.deepEqual(
      parseTypedInput(filter("names"), long).refused.map(({ text }) => text),
      [long],
    );
    assert.deepEqual(parseTypedInput(filter("names"), "x".repeat(1000)).items, [{ value: "x".repeat(1000) }]);
    assert.equal(parseTypedInput(ids, "4 8").refused[0]?.message, "Enter digits only.");
    assert.deepEqual(parseTypedInput(ids, "12, 1,035, x"), {
      items: [{ value: 12 }, { value: 1035 }],
      refused: [{ text: "x", message: "Enter digits only." }],
      duplicates: 0,
    });
  });

  const refused: readonly (readonly [string, string, RegExp])[] = [
    ["names", "  ", /Enter a value/],
    ["names", "x".repeat(1001), /1001 characters; at most 1000 are/],
    ["professional_network_ids", "10a", /digits only/],
    ["professional_network_ids", "1.5", /whole number/],
    ["professional_network_ids", "90071992547409931", /too large to be sent exactly/],
    ["professional_network_ids", "-4", /at least 1/],
    ["professional_network_ids", "1,03", /whole number/],
  ];
  for (const [field, text, message] of refused) {
    it(`refuses ${JSON.stringify(text.slice(0, 20))} for ${field}`, () => {
      const result = parseFilterInput(filter(field), text);
      assert.ok(!result.ok);
      assert.match(result.message, message);
    });
  }

  for (const [text, domain] of [
    ["https://www.hazelnut-motors.example/about?x=1#y", "hazelnut-motors.example"],
    ["//Hazelnut.example:8080/", "hazelnut.example"],
    ["www.hazelnut.example.", "hazelnut.example"],
    ["careers.hazelnut.example", "careers.hazelnut.example"],
    ["müller.example", "müller.example"],
    ["xn--mller-kva.example", "xn--mller-kva.example"],
    ["not a domain", /^Enter a domain, such as/u],
    ["hazelnut", /^Enter a domain, such as/u],
    ["10.0.0.1", /^Enter a domain, such as/u],
    ["-a.example", /^Enter a domain, such as/u],
    ["foo@bar.example", /That of this email address is bar\.example\.$/u],
  ] as const) {
    it(`reads ${JSON.stringify(text)} as a domain, or says why not`, () => {
      for (const definition of [
        filter("domains"),
        ...filtersOf("people").filter(({ field }) => /domains$/u.test(field)),
      ]) {
        const result = parseFilterInput(definition, text);
        if (typeof domain === "string") {
          assert.deepEqual(result, { ok: true, item: { value: domain } });
        } else {
          assert.match(result.ok ? "" : result.message, domain);
        }
      }
    });
  }

  it("takes addresses of pages alone as URLs", () => {
    const read = (text: string): boolean => parseFilterInput(filter("professional_network_urls"), text).ok;
    const [urls, others] = [
      ["https://network.example/company/x", "network.example/in/y"],
      ["acme", "a b.example", "x@y.example"],
    ];
    assert.deepEqual(
      [urls.map(read), others.map(read)],
      [
        [true, true],
        [false, false, false],
      ],
    );
  });

  it("is an integer with whatever thousands separator", () => {
    for (const text of [
      "1035204",
      "1,035,204",
      "1.035.204",
      "1 035 204",
      "1\u00a0035\u00a0204",
      "1’035’204",
      "1_035_204",
    ]) {
      assert.deepEqual(
        parseFilterInput(filter("professional_network_ids"), text),
        { ok: true, item: { value: 1_035_204 } },
        text,
      );
    }
  });
});

describe("a range typed into a filter", () => {
  const headcounts = filter("headcounts");
  const accepted: readonly (readonly [string, string, object])[] = [
    ["51", "200", { min: 51, max: 200 }],
    ["", "200", { max: 200 }],
    ["10,001", "", { min: 10_001 }],
    ["51-200", "", { min: 51, max: 200 }],
    ["1,001 – 5,000", "", { min: 1001, max: 5000 }],
    ["51 to 200", "", { min: 51, max: 200 }],
    ["10001+", "", { min: 10_001 }],
    ["0", "0", { min: 0, max: 0 }],
    ["10 001 or more", "", { min: 10_001 }],
    ["10000000", "10000000", { min: 10_000_000, max: 10_000_000 }],
  ];
  for (const [min, max, item] of accepted) {
    it(`reads “${min}”, “${max}”`, () => {
      assert.deepEqual(parseRangeInput(headcounts, min, max), { ok: true, item });
    });
  }

  const refused: readonly (readonly [string, string, RegExp])[] = [
    ["", " ", /Enter “From”, “To” or both/],
    ["200", "51", /“From” \(200\) is greater than “To” \(51\). Swap/],
    ["ten", "", /From: Enter digits only/],
    ["1", "2.5", /To: Enter a whole number/],
    ["-1", "", /between 0 and 10000000/],
    ["10000001", "", /between 0 and 10000000/],
    ["1", "99999999999", /between 0 and 10000000/],
  ];
  for (const [min, max, message] of refused) {
    it(`refuses “${min}”, “${max}”`, () => {
      const result = parseRangeInput(headcounts, min, max);
      assert.ok(!result.ok);
      assert.match(result.message, message);
    });
  }
});

describe("pasted values", () => {
  /** The values of a text, in order, as text. */
  const valuesIn = (text: string, field = "names"): readonly string[] =>
    parsePastedInput(filter(field), text).items.map((item) => ("value" in item ? String(item.value) : ""));

  it("are the cells of a column or row, each once, quoted ones whole", () => {
    assert.deepEqual(valuesIn('Acme, Inc.\r\nNorthwind\r\n\r\n"Con""toso\nLtd"\tNorthwind\n'), [
      "Acme, Inc.",
      "Northwind",
      'Con"toso Ltd',
    ]);
  });

  it("part at semicolons, and at commas only where values hold none", () => {
    assert.deepEqual(valuesIn("a; b;c"), ["a", "b", "c"]);
    assert.deepEqual(valuesIn("a; b;c\n \t"), ["a", "b", "c"], "with empty cells");
    assert.deepEqual(valuesIn("Acme, Inc.", "names"), ["Acme, Inc."]);
    assert.deepEqual(valuesIn("a.example, b.example c.example", "domains"), ["a.example", "b.example", "c.example"]);
    assert.deepEqual(valuesIn("1,035\n2041, 3000", "professional_network_ids"), ["1035", "2041", "3000"]);
    assert.deepEqual(valuesIn("1,035 \n 2,041", "professional_network_ids"), ["1035", "2041"]);
  });

  it("become items, and the others are named with the reason", () => {
    assert.deepEqual(parsePastedInput(filter("professional_network_ids"), "12\nabc\n3,000\n12\n12"), {
      items: [{ value: 12 }, { value: 3000 }],
      refused: [{ text: "abc", message: "Enter digits only." }],
      duplicates: 2,
    });
    assert.deepEqual(parsePastedInput(filter("headcounts"), "1-10\n10001+").items, [
      { min: 1, max: 10 },
      { min: 10_001 },
    ]);
  });

  it("may be ten thousand and more without hanging", () => {
    const column = Array.from({ length: 20_000 }, (_, index) => `name ${index}`);
    assert.equal(valuesIn(column.join("\n")).length, 20_000);
    assert.equal(parsePastedInput(filter("names"), `"${"x".repeat(100_000)}`).refused.length, 1);
  });
});

describe("every accepted input", () => {
  it("fits the request's schema, for all filters and their examples", () => {
    const filters = (["company", "people"] as const).flatMap((search) =>
      filtersOf(search).map((definition) => [search, definition] as const),
    );
    for (const [search, definition] of filters) {
      const result =
        definition.kind === "range"
          ? parseRangeInput(definition, definition.example, "")
          : parseFilterInput(definition, definition.example);
      assert.ok(result.ok, definition.field);
      const schema = requestSchemas[`${search}Search`];
      assert.ok(schema.safeParse({ [definition.field]: [result.item] }).success, definition.field);
    }
  });
});
