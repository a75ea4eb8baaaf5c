// Reading the identifiers of a lookup from a typed, selected or copied line.
import assert from "node:assert/strict";
import type { LookupKind } from "../../../src/service/operations";
import {
  guessLookupKind,
  isBareNumber,
  isCompanyName,
  parseLookup,
  type LookupIdentifiers,
} from "../../../src/tables/parseLookup";
import { cleanLine, stripSurroundings } from "../../../src/tables/stripSurroundings";

type Expected = LookupIdentifiers | RegExp;

const companyLines: readonly (readonly [string, Expected])[] = [
  ["acme.example", { domain: "acme.example" }],
  ["  ACME.Example  ", { domain: "acme.example" }],
  ["www.acme.example", { domain: "acme.example" }],
  ["acme.example.", { domain: "acme.example" }],
  ["acme.example./", { domain: "acme.example" }],
  ["acme.co.uk", { domain: "acme.co.uk" }],
  ["www.co.uk", /is a public suffix/],
  ["blog.acme.example", { domain: "acme.example" }],
  ["https://blog.acme.example/2026/post", { domain: "acme.example" }],
  ["https://www.careers.acme.co.uk/jobs?id=3#top", { domain: "acme.co.uk" }],
  ["https://shop.co.uk/jobs", { domain: "shop.co.uk" }],
  ["https://acme.co.uk/about", { domain: "acme.co.uk" }],
  ["https://de.acme.example/impressum", { domain: "acme.example" }],
  ["http://acme.example:8080/path", { domain: "acme.example" }],
  ["//cdn.acme.example/logo.png", { domain: "acme.example" }],
  ["acme.example/pricing?utm_source=mail&utm_campaign=x&gclid=abc", { domain: "acme.example" }],
  ["https://acme.example?fbclid=xyz", { domain: "acme.example" }],
  ["bücher.example", { domain: "xn--bcher-kva.example" }],
  ["https://www.bücher.example/neu", { domain: "xn--bcher-kva.example" }],
  ["例え。香港", { domain: "xn--r8jz45g.xn--j6w193g" }],
  ["ａｃｍｅ.example", { domain: "acme.example" }],
  ["acme\u200b.example", { domain: "acme.example" }],
  ["ada@acme.example", { domain: "acme.example" }],
  ["mailto:ada@acme.example?subject=Hi", { domain: "acme.example" }],
  ["<ada@acme.example>,", { domain: "acme.example" }],
  ["ada+tag@BÜCHER.example", { domain: "xn--bcher-kva.example" }],
  ["ada@gmail.com", /is a public email provider/],
  ['"acme.example",', { domain: "acme.example" }],
  ["'https://www.acme.example/'", { domain: "acme.example" }],
  ["(acme.example)", { domain: "acme.example" }],
  ["acme.example),", { domain: "acme.example" }],
  ['  "domain": "acme.example",', { domain: "acme.example" }],
  ["const site = `https://acme.example/en`;", { domain: "acme.example" }],
  ["[Acme](https://acme.example/about)", { domain: "acme.example" }],
  ['<a href="https://acme.example/x">Acme</a>', { domain: "acme.example" }],
  ["- acme.example", { domain: "acme.example" }],
  ["see https://acme.example/x", { domain: "acme.example" }],
  [
    "https://www.linkedin.com/company/acme/?trk=nav",
    { professional_network_url: "https://www.linkedin.com/company/acme" },
  ],
  ["linkedin.com/company/acme/about/", { professional_network_url: "https://linkedin.com/company/acme" }],
  [
    "https://de.linkedin.com/school/acme-university",
    { professional_network_url: "https://de.linkedin.com/school/acme-university" },
  ],
  ["https://network.example/company/acme#jobs", { professional_network_url: "https://network.example/company/acme" }],
  ["https://www.xing.com/companies/acme", { professional_network_url: "https://www.xing.com/companies/acme" }],
  ["https://acme.example/company/leadership", { domain: "acme.example" }],
  ["https://www.linkedin.com/in/ada", /person's profile/],
  ["https://www.linkedin.com/feed/update/123", /not a company profile/],
  ["1234567", { professional_network_id: 1234567 }],
  ["#1234567", { professional_network_id: 1234567 }],
  ["urn:li:company:1234567", { professional_network_id: 1234567 }],
  ["#1", { professional_network_id: 1 }],
  ["0", /not a valid professional-network id/],
  ["99999999999999999999", /not a valid professional-network id/],
  ["Acme Corporation", /does not identify a company/],
  ["localhost", /does not identify a company/],
  ["127.0.0.1", /does not identify a company/],
  ["https://[::1]/", /does not identify a company/],
  ["javascript:alert(1)", /does not identify a company/],
  ["acme..example", /does not identify a company/],
  ["-acme.example-", /does not identify a company/],
  ["C:\\acme\\file.txt", /does not identify a company/],
  ["", /Type a company's domain/],
  ["\n\n  acme.example\nother.example", { domain: "acme.example" }],
  [`${"a".repeat(300)}.example`, /does not identify a company/],
];

const peopleLines: readonly (readonly [string, Expected])[] = [
  ["Ada Lovelace @ acme.example", { person_name: "Ada Lovelace", company_domain: "acme.example" }],
  ["Ada Lovelace @acme.example", { person_name: "Ada Lovelace", company_domain: "acme.example" }],
  ["Ada Lovelace@acme.example", { person_name: "Ada Lovelace", company_domain: "acme.example" }],
  ["Ada Lovelace, https://www.acme.example/team", { person_name: "Ada Lovelace", company_domain: "acme.example" }],
  ["Ada Lovelace; acme.example", { person_name: "Ada Lovelace", company_domain: "acme.example" }],
  ["Ada Lovelace\tacme.example", { person_name: "Ada Lovelace", company_domain: "acme.example" }],
  ["Ada Lovelace acme.example", { person_name: "Ada Lovelace", company_domain: "acme.example" }],
  ["Ada Lovelace (acme.example)", { person_name: "Ada Lovelace", company_domain: "acme.example" }],
  ["Ada Lovelace – acme.example", { person_name: "Ada Lovelace", company_domain: "acme.example" }],
  ["Ada Lovelace at acme.example", { person_name: "Ada Lovelace", company_domain: "acme.example" }],
  ["Ada Lovelace <ada@acme.example>", { person_name: "Ada Lovelace", company_domain: "acme.example" }],
  ['"Lovelace, Ada" <ada@acme.example>', { person_name: "Ada Lovelace", company_domain: "acme.example" }],
  ["Lovelace, Ada, acme.example", { person_name: "Ada Lovelace", company_domain: "acme.example" }],
  ["Ada Lovelace, Ph.D., acme.example", { person_name: "Ada Lovelace", company_domain: "acme.example" }],
  ["Lovelace, Ada", { person_name: "Ada Lovelace" }],
  ["Lovelace, Ada, , MBA @ acme.example", { person_name: "Ada Lovelace", company_domain: "acme.example" }],
  ["A. B", { person_name: "A. B" }],
  ["A .", /does not look like a person's name/],
  ["Ada Lovelace, MBA", { person_name: "Ada Lovelace" }],
  ["Ada Lovelace, Acme Corporation", /by domain or address, not by name/],
  ["Ada Lovelace @ Acme", /does not identify a company/],
  ["Ada Lovelace @", /after the @/],
  ["@ acme.example", /name before the company/],
  ["ada.lovelace@acme.example", { person_name: "Ada Lovelace", company_domain: "acme.example" }],
  ["no-reply@acme.example", /cannot look up people by email/],
  ["ada@acme.example", /cannot look up people by email/],
  ["ada.lovelace@gmail.com", /is a public email provider/],
  [
    "Ada Lovelace, https://www.linkedin.com/company/acme/",
    { person_name: "Ada Lovelace", company_professional_network_url: "https://www.linkedin.com/company/acme" },
  ],
  ["Ada Lovelace @ 12345", { person_name: "Ada Lovelace", company_professional_network_id: 12345 }],
  [
    "https://www.linkedin.com/in/ada-lovelace/?originalSubdomain=uk",
    { person_professional_network_url: "https://www.linkedin.com/in/ada-lovelace" },
  ],
  ["network.example/in/ada", { person_professional_network_url: "https://network.example/in/ada" }],
  ["'network.example/in/%C3%A4da';", { person_professional_network_url: "https://network.example/in/%C3%A4da" }],
  ["987654321", { person_professional_network_id: 987654321 }],
  ["Jean-Luc O’Neill", { person_name: "Jean-Luc O’Neill" }],
  ["Łukasz Żółć @ bücher.example", { person_name: "Łukasz Żółć", company_domain: "xn--bcher-kva.example" }],
  ["山田太郎 @ acme.example", { person_name: "山田太郎", company_domain: "acme.example" }],
  ["محمد علي @ acme.example", { person_name: "محمد علي", company_domain: "acme.example" }],
  ["acme.example", /Type the person's name first/],
  ["https://network.example/company/acme", /Type the person's name first/],
  ["Ada", /first and last name/],
  ["function (x) => {", /does not look like a person's name/],
  ["'; DROP TABLE people; --", /name/],
];

describe("parsing a lookup", () => {
  const check = (kind: LookupKind, line: string, expected: Expected): void => {
    const result = parseLookup(kind, line);
    if (expected instanceof RegExp) {
      assert.equal(result.kind, "unclear", JSON.stringify(result));
      assert.match(result.kind === "unclear" ? result.message : "", expected);
    } else {
      assert.deepEqual(result.kind === "understood" ? result.identifiers : result, expected);
      assert.ok(result.kind === "understood" && result.words !== "");
    }
  };
  for (const [line, expected] of companyLines) {
    it(`reads the company in ${JSON.stringify(line.slice(0, 60))}`, () => check("company", line, expected));
  }
  for (const [line, expected] of peopleLines) {
    it(`reads the person in ${JSON.stringify(line.slice(0, 60))}`, () => check("person", line, expected));
  }

  it("shows an internationalized domain in both forms", () => {
    const result = parseLookup("company", "bücher.example");
    assert.match(result.kind === "understood" ? result.words : "", /bücher\.example \(xn--bcher-kva\.example\)/);
  });

  it("does not take a text with an @ for an email address when no domain follows it", () => {
    check("company", "ada@..", /does not identify a company/);
  });

  it("looks up the domain of a network's own page, but no other page of it", () => {
    check("company", "linkedin.com", { domain: "linkedin.com" });
    check("company", "https://www.linkedin.com/", { domain: "linkedin.com" });
    check("company", "https://www.linkedin.com/feed", /not a company profile/);
  });

  it("reads a name in an email address of two or three parts, unless it is a shared mailbox", () => {
    for (const [local, name] of [
      ["ADA_lovelace+news", "Ada Lovelace"],
      ["ada.king-lovelace", "Ada King Lovelace"],
      ["_ada.lovelace_", "Ada Lovelace"],
    ]) {
      check("person", `${local}@acme.example`, { person_name: String(name), company_domain: "acme.example" });
    }
    for (const local of [
      "a.b.lovelace",
      "ada.b.king.lovelace",
      "ada.lovelace2",
      "customer.service",
      "ada.king.von.l",
    ]) {
      check("person", `${local}@acme.example`, /cannot look up people by email/);
    }
  });

  it("takes a name of up to 120 characters", () => {
    const name = (length: number): string => `Ada ${"a".repeat(length - 4)}`;
    check("person", name(120), { person_name: name(120) });
    check("person", name(121), /does not look like a person's name/);
    assert.deepEqual([isCompanyName("a".repeat(120)), isCompanyName("a".repeat(121))], [true, false]);
  });

  it("tells a company's name from what identifies one", () => {
    for (const text of ["Acme Corporation", "3M", "“Acme”"]) {
      assert.equal(isCompanyName(text), true, text);
    }
    for (const text of ["", "A", "12", "4 711", "acme.example", "#12", "Acme/Beta", "ada@acme.example", "{Acme}="]) {
      assert.equal(isCompanyName(text), false, text);
    }
  });

  it("knows digits alone, whatever is around them", () => {
    assert.deepEqual(["12", '"12",', "(7)", "#12", "12a", ""].map(isBareNumber), [
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("takes linear time for hostile lines", () => {
    for (const piece of ["a.", "@", "(", "a,", " at ", "[", '"a":']) {
      parseLookup("company", piece.repeat(50_000));
      parseLookup("person", piece.repeat(50_000));
    }
  });

  it("guesses whether a text names a company or a person", () => {
    const guesses = [
      "acme.example",
      "ada@acme.example",
      "https://network.example/in/ada",
      "https://network.example/company/acme",
      "Ada Lovelace",
      "Ada Lovelace @ acme.example",
      "12345",
    ].map(guessLookupKind);
    assert.deepEqual(guesses, ["company", "company", "person", "company", "person", "person", "company"]);
  });
});

describe("what surrounds an identifier", () => {
  const table: readonly (readonly [string, string])[] = [
    ["", ""],
    [" \n\t", ""],
    ["\n  Acme \t Corp \nOther", "Acme Corp"],
    ["Ac\u00adme\u200b", "Acme"],
    ['"Acme"', "Acme"],
    ["“Acme”", "Acme"],
    ["„Acme“", "Acme"],
    ["‘Acme’", "Acme"],
    ["«Acme»", "Acme"],
    ["`Acme`", "Acme"],
    ["{[(<Acme>)]}", "Acme"],
    ["( Acme ) ;", "Acme"],
    ["Acme,;:!?…", "Acme"],
    ["Acme.", "Acme."],
    ["(Acme) and (Beta)", "(Acme) and (Beta)"],
    ["Acme (Berlin)", "Acme (Berlin)"],
    ["Acme)", "Acme"],
    ["Acme“", "Acme"],
    ["(Acme", "Acme"],
    ['Acme"', "Acme"],
    ["(Acme) B)", "(Acme) B)"],
    ["( Acme", "Acme"],
    ["Acme )", "Acme"],
    ["Acme ()", "Acme ()"],
    ['"', ""],
    ["()", ""],
    ["(A)", "A"],
    ["() Acme ()", "() Acme ()"],
    ["* **Acme** Corp", "Acme Corp"],
    ["- [x] _Acme_, ~~Beta~~", "Acme, Beta"],
    ["**Acme** **Beta**", "Acme Beta"],
    ["1. Acme", "Acme"],
    ["| Acme |", "Acme"],
    ["Acme // a comment", "Acme"],
    ["Acme /* a comment", "Acme"],
    ["Acme <!-- a comment", "Acme"],
    ['"Acme", # a comment', "Acme"],
    ["Acme # 1", "Acme # 1"],
    ["<!-- acme.example", "!-- acme.example"],
    ["name = 'Acme'", "Acme"],
    ['export const name = "Acme";', "Acme"],
    ["[Acme](<acme.example> 'Acme')", "acme.example"],
    ["<img src='acme.example/a.png' alt='a'>", "acme.example/a.png"],
  ];
  for (const [text, expected] of table) {
    it(`leaves ${JSON.stringify(expected)} of ${JSON.stringify(text)}`, () =>
      assert.equal(stripSurroundings(text), expected));
  }

  it("keeps a comment that is all there is, and the quotes of a line that is only cleaned", () => {
    assert.equal(cleanLine(" /* Acme"), "/* Acme");
    assert.equal(cleanLine('- "Acme" '), '"Acme"');
    assert.equal(cleanLine(`  ${"a".repeat(3_000)}`).length, 2_000);
    assert.equal(cleanLine(`${"a".repeat(1_999)} b`).length, 1_999);
  });
});
