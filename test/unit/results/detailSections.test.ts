// Records laid out for reading.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { DetailSection } from "../../../webview-ui/results/detailSection";
import { detailSections } from "../../../webview-ui/results/detailSections";
import { recordSummary } from "../../../webview-ui/results/recordSummary";
import { period } from "../../../webview-ui/results/dates";

function facts(sections: readonly DetailSection[], heading: string): Readonly<Record<string, string>> {
  const section = sections.find((one) => one.heading === heading);
  assert.equal(section?.kind, "facts");
  return section?.kind === "facts" ? Object.fromEntries(section.facts.map((fact) => [fact.label, fact.text])) : {};
}

const summaryOf = (record: unknown, before: Readonly<Record<string, string | null>> = {}) =>
  recordSummary("person", { record, before, change: "changed" }, [
    { id: "seniority", label: "Seniority", type: "text" },
  ]);

describe("details", () => {
  it("show an address once, whether or not its second line contains the street", () => {
    const address = (headquarters: unknown): unknown =>
      detailSections("company", { locations: { headquarters } }).find(({ heading }) => heading === "Headquarters");
    const text = "1 Main Street, Berlin, 10115, DE";
    assert.deepEqual(address({ line1: "1 Main Street", line2: text }), { kind: "text", heading: "Headquarters", text });
    assert.deepEqual(address({ line1: "1 Main Street", line2: "Berlin, 10115, DE" }), {
      kind: "text",
      heading: "Headquarters",
      text,
    });
    assert.deepEqual(address({ line1: "1 Main Street", line2: "" }), {
      kind: "text",
      heading: "Headquarters",
      text: "1 Main Street",
    });
    assert.deepEqual(address({ city: "Berlin", country: "Germany" }), {
      kind: "text",
      heading: "Headquarters",
      text: "Berlin, Germany",
    });
  });

  it("show a company, with 0 as unknown and unknown fields kept", () => {
    const sections = detailSections("company", {
      name: "Northwind",
      headcount: 0,
      headcount_range: "51-200",
      year_founded: 1998,
      locations: { headquarters: {}, offices: null },
      hiring: { open: 3 },
    });
    assert.deepEqual(facts(sections, "Company"), { Size: "51-200", Founded: "1998" });
    assert.deepEqual(facts(sections, "Other fields"), { hiring: '{"open":3}' });
    assert.ok(!sections.some((section) => section.heading === "Offices" || section.heading === "Headquarters"));
  });

  it("show a person's positions as a timeline, current ones without end", () => {
    const sections = detailSections("person", {
      full_name: "Ada",
      employment: {
        all: [
          {
            title: "CTO",
            is_current: true,
            start_at: "2020-05-01T00:00:00Z",
            end_at: "2021-01-01T00:00:00Z",
            company: { name: "Northwind" },
          },
          { title: "Engineer", start_at: "2010-01-01T00:00:00Z", end_at: "2020-04-30T00:00:00Z" },
        ],
      },
    });
    const timeline = sections.find((section) => section.kind === "timeline");
    assert.deepEqual(
      timeline?.kind === "timeline"
        ? timeline.entries.map(({ when, title, current }) => ({ when, title, current }))
        : [],
      [
        { when: "May 2020 – now", title: "CTO", current: true },
        { when: "Jan 2010 – Apr 2020", title: "Engineer", current: false },
      ],
    );
  });

  it("show the current position if there is no list", () => {
    const sections = detailSections("person", { employment: { all: null, current: { title: "CTO" } } });
    assert.ok(sections.some((section) => section.kind === "timeline" && section.entries[0]?.title === "CTO"));
  });

  it("list a contact's emails and phones once each, the most probable first", () => {
    const sections = detailSections("contact", {
      contact_info: {
        most_probable_work_email: { email: "ada@northwind.example", status: "DELIVERABLE" },
        work_emails: [
          { email: "ada@northwind.example", status: "DELIVERABLE" },
          { email: "a@northwind.example", status: "brand_new" },
          { email: "b@gone.example", status: "INVALID_DOMAIN" },
        ],
        phones: [
          { number: "+43 1 2345", line_type: "MOBILE", ownership_match: "CONFIRMED", ownership_match_confidence: 92 },
        ],
      },
    });
    const entries = (heading: string) =>
      sections.flatMap((section) => (section.kind === "entries" && section.heading === heading ? section.entries : []));
    assert.deepEqual(entries("Emails"), [
      {
        title: "ada@northwind.example",
        notes: ["work", "most probable", "✓ deliverable"],
        link: "mailto:ada@northwind.example",
      },
      { title: "a@northwind.example", notes: ["work", "brand_new"], link: "mailto:a@northwind.example" },
      { title: "b@gone.example", notes: ["work", "✗ domain does not exist (INVALID_DOMAIN)"] },
    ]);
    assert.deepEqual(entries("Phones"), [{ title: "+43 1 2345", notes: ["mobile", "ownership confirmed, 92 of 100"] }]);
  });

  it("show what a person does and where, and else the headline", () => {
    const employment = { current: { title: "Head of Growth", company: { name: "Rosewood Health" } } };
    assert.equal(summaryOf({ employment, headline: "I grow things" }).subtitle, "Head of Growth, Rosewood Health");
    assert.equal(summaryOf({ headline: "I grow things" }).subtitle, "I grow things");
    assert.equal(
      facts(detailSections("person", { employment, headline: "I grow things" }), "Contact")["Headline"],
      "I grow things",
    );
  });

  it("say what a person was and until when, if it is known", () => {
    const employment = {
      all: [
        { title: "Head of Growth", is_current: true, company: { name: "Rosewood Health" } },
        { title: "Growth Manager", end_at: "2026-10-01T00:00:00Z", company: { name: "Bramble" } },
      ],
    };
    const changes = (before: Readonly<Record<string, string | null>>, record: unknown = { employment }) =>
      summaryOf(record, before).changes;
    assert.deepEqual(changes({ title: "Growth Manager" }), ["Was Growth Manager until Oct 2026"]);
    assert.deepEqual(changes({ title: "Growth Manager", company_name: "Bramble" }), [
      "Was Growth Manager at Bramble until Oct 2026",
    ]);
    assert.deepEqual(changes({ company_name: "Elsewhere" }), ["Was at Elsewhere"]);
    assert.deepEqual(changes({ title: "Growth Manager" }, {}), ["Was Growth Manager"]);
    assert.deepEqual(changes({ seniority: "Manager", city: null }), [
      "Seniority before: Manager",
      "city before: unknown",
    ]);
  });

  it("say that a record is new or gone", () => {
    assert.deepEqual(recordSummary("company", { record: {}, change: "gone" }, []).changes, [
      "Gone: only the earlier run has this record",
    ]);
    assert.deepEqual(recordSummary("company", { record: {}, change: "changed" }, []).changes, []);
  });

  it("show how a headcount has changed", () => {
    const change = (record: unknown, before: Readonly<Record<string, string | null>>) =>
      detailSections("company", record, before)
        .flatMap((section) => (section.kind === "facts" ? section.facts : []))
        .find((fact) => fact.change !== undefined)?.change;
    const up = { text: "+9", spoken: "9 more than before", direction: "up" };
    assert.deepEqual(change({ headcount: 51 }, { headcount: "42" }), up);
    assert.equal(change({ headcount: 40 }, { headcount: "42" })?.text, "-2");
    assert.equal(change({ headcount_range: "51-200" }, { headcount: "11-50" })?.text, "before: 11-50");
    assert.equal(change({ headcount: 51 }, { headcount: null }), undefined);
    const person = { employment: { current: { company: { headcount: 51 } } } };
    const company = detailSections("person", person, { company_headcount: "42" }).find(
      ({ heading }) => heading === "Company",
    );
    assert.deepEqual(company?.kind === "facts" ? company.facts.map((fact) => fact.change) : [], [up]);
  });

  it("show the known parts of a period", () => {
    assert.equal(period("2019-03-01T00:00:00Z", "", false), "Mar 2019 – ?");
    assert.equal(period("", "", false), "");
    assert.equal(period("some day", "", true), "some day – now");
  });

  it("accept any shape of record", () => {
    fc.assert(
      fc.property(fc.constantFrom("company", "person", "contact"), fc.jsonValue(), (kind, record) => {
        recordSummary(kind, { record, before: { title: "x", profile_company_name: "y" } }, []);
        detailSections(kind, record);
        detailSections(kind, {
          employment: record,
          locations: record,
          contact_info: record,
          profile: record,
          skills: record,
          educations: record,
          languages: record,
          industry: record,
          technologies: record,
        });
      }),
    );
  });
});
