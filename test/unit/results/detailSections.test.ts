// Records laid out for reading.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { RecordKind } from "../../../src/service/operations";
import type { RecordVersion } from "../../../src/store/versions";
import { period } from "../../../webview-ui/results/dates";
import { detailSections } from "../../../webview-ui/results/detailSections";
import { recordSummary } from "../../../webview-ui/results/recordSummary";

type Before = Readonly<Record<string, string | null>>;

const section = (heading: string, ...args: Parameters<typeof detailSections>) =>
  detailSections(...args).find((one) => one.heading === heading);
const facts = (heading: string, ...args: Parameters<typeof detailSections>) =>
  Object.fromEntries((section(heading, ...args)?.items ?? []).map(({ label, title }) => [label, title]));

const summaryOf = (record: unknown, before: Before = {}) =>
  recordSummary("person", { record, before, change: "changed" }, [
    { id: "seniority", label: "Seniority", type: "text" },
  ]);

describe("details", () => {
  for (const [address, shown] of [
    [{ line1: "1 Main Street", line2: "1 Main Street, Berlin, 10115, DE" }, "1 Main Street, Berlin, 10115, DE"],
    [{ line1: "1 Main Street", line2: "Berlin, 10115, DE" }, "1 Main Street, Berlin, 10115, DE"],
    [{ line1: "1 Main Street", line2: "" }, "1 Main Street"],
    [{ city: "Berlin", country: "Germany" }, "Berlin, Germany"],
  ] as const) {
    it(`show an address once: ${JSON.stringify(address)}`, () => {
      const headquarters = section("Headquarters", "company", { locations: { headquarters: address } });
      assert.deepEqual(headquarters?.items, [{ title: shown }]);
    });
  }

  it("show a company, with 0 as unknown and unknown fields kept", () => {
    const company = {
      ...{ name: "Northwind", headcount: 0, headcount_range: "51-200", year_founded: 1998 },
      locations: { headquarters: {}, offices: null },
      hiring: { open: 3 },
    };
    assert.deepEqual(facts("Company", "company", company), { Size: "51-200", Founded: "1998" });
    assert.deepEqual(facts("Other fields", "company", company), { hiring: '{"open":3}' });
    assert.deepEqual(
      detailSections("company", company).map(({ heading }) => heading),
      ["Company", "Other fields"],
    );
  });

  it("show a person's positions as a timeline, current ones without end", () => {
    const position = { title: "CTO", is_current: true, start_at: "2020-05-01T00:00:00Z" };
    const all = [
      { ...position, end_at: "2021-01-01T00:00:00Z", company: { name: "Northwind" } },
      { title: "Engineer", start_at: "2010-01-01T00:00:00Z", end_at: "2020-04-30T00:00:00Z" },
    ];
    const career = (employment: object) =>
      section("Career", "person", { employment })?.items.map(({ when, title, current }) => [when, title, current]);
    assert.deepEqual(career({ all }), [
      ["May 2020 – now", "CTO", true],
      ["Jan 2010 – Apr 2020", "Engineer", false],
    ]);
    assert.deepEqual(career({ all: null, current: position }), [["May 2020 – now", "CTO", true]]);
  });

  it("list a contact's emails and phones once each, the most probable first", () => {
    const first = { email: "ada@northwind.example", status: "DELIVERABLE" };
    const contact = {
      contact_info: {
        most_probable_work_email: first,
        work_emails: [
          first,
          { email: "a@northwind.example", status: "brand_new" },
          { email: "b@gone.example", status: "INVALID_DOMAIN" },
        ],
        phones: [
          { number: "+43 1 2345", line_type: "MOBILE", ownership_match: "CONFIRMED", ownership_match_confidence: 92 },
        ],
      },
    };
    assert.deepEqual(section("Emails", "contact", contact)?.items, [
      {
        title: "ada@northwind.example",
        notes: ["work", "most probable", "✓ deliverable"],
        link: "mailto:ada@northwind.example",
      },
      { title: "a@northwind.example", notes: ["work", "brand_new"], link: "mailto:a@northwind.example" },
      { title: "b@gone.example", notes: ["work", "✗ domain does not exist (INVALID_DOMAIN)"], link: undefined },
    ]);
    assert.deepEqual(section("Phones", "contact", contact)?.items, [
      { title: "+43 1 2345", notes: ["mobile", "ownership confirmed, 92 of 100"] },
    ]);
  });

  it("show what a person does and where, and else the headline", () => {
    const employment = { current: { title: "Head of Growth", company: { name: "Rosewood Health" } } };
    const headline = "I grow things";
    assert.equal(summaryOf({ employment, headline }).subtitle, "Head of Growth, Rosewood Health");
    assert.equal(summaryOf({ headline }).subtitle, headline);
    assert.equal(facts("Contact", "person", { employment, headline })["Headline"], headline);
  });

  it("say what a person was and until when, if it is known", () => {
    const employment = {
      all: [
        { title: "Head of Growth", is_current: true, company: { name: "Rosewood Health" } },
        { title: "Growth Manager", end_at: "2026-10-01T00:00:00Z", company: { name: "Bramble" } },
      ],
    };
    const before = { title: "Growth Manager" };
    for (const [values, changes] of [
      [before, ["Was Growth Manager until Oct 2026"]],
      [{ ...before, company_name: "Bramble" }, ["Was Growth Manager at Bramble until Oct 2026"]],
      [{ company_name: "Elsewhere" }, ["Was at Elsewhere"]],
      [{ seniority: "Manager", city: null }, ["Seniority before: Manager", "city before: unknown"]],
    ] as const) {
      assert.deepEqual(summaryOf({ employment }, values).changes, changes);
    }
    assert.deepEqual(summaryOf({}, before).changes, ["Was Growth Manager"]);
  });

  it("say that a record is new or gone", () => {
    const changes = (change: "gone" | "changed") => recordSummary("company", { record: {}, change }, []).changes;
    assert.deepEqual(changes("gone"), ["Gone: only the earlier run has this record"]);
    assert.deepEqual(changes("changed"), []);
  });

  it("show how a headcount has changed", () => {
    const change = (record: unknown, before: Before, kind: RecordKind = "company") =>
      section("Company", kind, record, before)?.items.flatMap((item) => item.change ?? []);
    const up = { text: "+9", spoken: "9 more than before", direction: "up" };
    assert.deepEqual(change({ headcount: 51 }, { headcount: "42" }), [up]);
    assert.equal(change({ headcount: 40 }, { headcount: "42" })?.[0]?.text, "-2");
    assert.equal(change({ headcount_range: "51-200" }, { headcount: "11-50" })?.[0]?.text, "before: 11-50");
    assert.deepEqual(change({ headcount: 51 }, { headcount: null }), []);
    const person = { employment: { current: { company: { headcount: 51 } } } };
    assert.deepEqual(change(person, { company_headcount: "42" }, "person"), [up]);
  });

  it("show the known parts of a period", () => {
    assert.equal(period("2019-03-01T00:00:00Z", "", false), "Mar 2019 – ?");
    assert.equal(period("", "", false), "");
    assert.equal(period("some day", "", true), "some day – now");
  });

  it("accept any shape of record", () => {
    const fields = "employment locations contact_info profile skills educations languages industry technologies".split(
      " ",
    );
    fc.assert(
      fc.property(fc.constantFrom("company", "person", "contact"), fc.jsonValue(), (kind, record) => {
        recordSummary(kind, { record, before: { title: "x", profile_company_name: "y" } }, []);
        detailSections(kind, record);
        detailSections(kind, Object.fromEntries(fields.map((field) => [field, record])));
      }),
    );
  });
});

describe("the history of a record in the details", () => {
  const jane = { title: "CTO", company_name: "Acme", company_domain: "acme.example", city: "Berlin", country: null };
  const moved = { ...jane, company_name: "Northwind" };
  const ofContact = (person: object) =>
    Object.fromEntries(Object.entries(person).map(([id, value]) => [`profile_${id}`, value]));
  const acme = (headcount: string | number | null) => ({ headcount, name: "Acme" });

  const cases: readonly (readonly [
    what: string,
    kind: RecordKind,
    versions: readonly RecordVersion["values"][],
    lines: readonly string[] | undefined,
    curve?: readonly number[],
  ])[] = [
    [
      "each state of a person, the latest first, with the first run that shows it",
      "person",
      [jane, jane, moved, { ...moved, city: null }],
      [
        "Apr 5, 2026 | CTO, Northwind |  | R4",
        "Mar 5, 2026 | CTO, Northwind | Berlin | R3",
        "Jan 5, 2026 | CTO, Acme | Berlin | R1",
      ],
    ],
    [
      "that of a contact",
      "contact",
      [ofContact(jane), ofContact({ ...jane, title: null })],
      ["Feb 5, 2026 | Acme | Berlin | R2", "Jan 5, 2026 | CTO, Acme | Berlin | R1"],
    ],
    [
      "a curve of the numbers of employees of a company",
      "company",
      [acme(1), acme(1), acme("11-50")],
      ["Mar 5, 2026 | 11-50 employees | Acme | R3", "Jan 5, 2026 | 1 employee | Acme | R1"],
      [1, 1],
    ],
    [
      "ranges, which are told and not drawn",
      "company",
      [acme(120), acme("51-200"), acme(null)],
      [
        "Mar 5, 2026 | unknown | Acme | R3",
        "Feb 5, 2026 | 51-200 employees | Acme | R2",
        "Jan 5, 2026 | 120 employees | Acme | R1",
      ],
    ],
    ["nothing with one version", "person", [jane], undefined],
    ["nothing when nothing changed", "person", [jane, jane], undefined],
    ["nothing with one number", "company", [acme(5)], undefined],
  ];
  for (const [what, kind, values, lines, curve] of cases) {
    it(`is ${what}`, () => {
      const versions = values.map((one, nth) => ({
        ...{ run: `R${nth + 1}`, runTitle: "Run", receivedAt: Date.UTC(2026, nth, 5), values: one },
      }));
      const history = section("History", kind, { id: "1", domain: "a.example" }, {}, versions);
      assert.deepEqual(
        history?.items.map(({ when, title, place, run }) => [when, title, place, run?.id].join(" | ")),
        lines,
      );
      assert.deepEqual(
        history?.curve?.map(({ value }) => value),
        curve,
      );
    });
  }
});
