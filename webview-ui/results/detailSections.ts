// A record laid out for reading, as data: facts, a time line of positions, lists, emails and phones. No markup.
import type { RecordKind } from "../../src/service/operations";
import type { RecordVersion } from "../../src/store/versions";
import { statusQuality, statusText } from "../../src/rows/contactStatus";
import { spacePhoneNumber } from "../../src/rows/phoneNumber";
import { cellLink } from "../messages/cellLink";
import { period } from "./dates";
import type { DetailSection, Fact, NotedEntry, TimelineEntry } from "./detailSection";
import { historySections } from "./history";
import { fieldsOf, joined, listOf, placeText, text, texts, type Fields } from "./recordFields";
import { headcountChange, personSubtitle } from "./recordSummary";
import { strings } from "./strings";

const { headings, facts: names } = strings.details;

type Before = Readonly<Record<string, string | null>>;

/**
 * All fields of a record, and its history after the first of them. Unknown fields come last, as JSON, so that nothing
 * is hidden. `before` is by column id.
 */
export function detailSections(
  kind: RecordKind,
  record: unknown,
  before: Before = {},
  versions: readonly RecordVersion[] = [],
): readonly DetailSection[] {
  const fields = fieldsOf(record);
  const [first, ...others] =
    kind === "company"
      ? companySections(fields, before)
      : kind === "person"
        ? personSections(fields, before, "")
        : contactSections(fields, before);
  const sections = [...(first === undefined ? [] : [first]), ...historySections(kind, versions), ...others];
  return sections.filter((section) =>
    section.kind === "facts"
      ? section.facts.length > 0
      : section.kind === "text"
        ? section.text !== ""
        : section.kind === "labels"
          ? section.items.length > 0
          : section.entries.length > 0,
  );
}

function companySections(company: Fields, before: Before): readonly DetailSection[] {
  const locations = fieldsOf(company["locations"]);
  const profile = profileOf(company);
  return [
    {
      kind: "facts",
      heading: headings.company,
      facts: [
        ...companyFacts(company, before, ""),
        ...facts([
          [names.type, company["company_type"]],
          [names.profile, profile["url"], "url"],
          [names.followers, profile["connection_count"]],
          [names.id, company["id"]],
        ]),
      ],
    },
    { kind: "text", heading: headings.about, text: text(company["description"]) },
    { kind: "text", heading: headings.headquarters, text: addressText(fieldsOf(locations["headquarters"])) },
    {
      kind: "entries",
      heading: headings.offices,
      entries: listOf(locations["offices"])
        .map((office) => ({ title: addressText(fieldsOf(office)), notes: [] }))
        .filter((entry) => entry.title !== ""),
    },
    { kind: "labels", heading: headings.specialties, items: texts(company["specialties"]) },
    {
      kind: "labels",
      heading: headings.technologies,
      items: listOf(company["technologies"])
        .map((technology) => text(fieldsOf(technology)["name"]))
        .filter(Boolean),
    },
    otherFields(company, [
      "id",
      "name",
      "domain",
      "website",
      "description",
      "year_founded",
      "headcount",
      "headcount_range",
      "company_type",
      "locations",
      "social_profiles",
      "specialties",
      "technologies",
      "industry",
      "logo_url",
    ]),
  ];
}

/** What both a company and the employer of a person have; `prefix` is that of the columns' ids. */
function companyFacts(company: Fields, before: Before, prefix: string): readonly Fact[] {
  const exact = positive(company["headcount"]);
  const change = headcountChange(exact, before[`${prefix}headcount`] ?? before[`${prefix}headcount_exact`]);
  const changed = exact === undefined ? names.headcountRange : names.headcount;
  return facts([
    [names.domain, company["domain"], "domain"],
    [names.website, company["website"], "url"],
    [names.industry, fieldsOf(company["industry"])["main_industry"]],
    [names.headcount, exact],
    [names.headcountRange, company["headcount_range"]],
    [names.founded, yearText(company["year_founded"])],
  ]).map((fact) => (fact.label === changed ? { ...fact, change } : fact));
}

function personSections(person: Fields, before: Before, prefix: string): readonly DetailSection[] {
  const profile = profileOf(person);
  const employment = fieldsOf(person["employment"]);
  const all = listOf(employment["all"]);
  const current = employment["current"];
  const positions = all.length > 0 ? all : current === undefined || current === null ? [] : [current];
  const employer = fieldsOf(
    fieldsOf(current ?? all.find((position) => fieldsOf(position)["is_current"] === true))["company"],
  );
  return [
    {
      kind: "facts",
      heading: headings.person,
      facts: facts([
        // The pane shows it already if there is no position.
        [names.headline, personSubtitle(person) === text(person["headline"]) ? "" : person["headline"]],
        [names.profile, profile["url"], "url"],
        [names.location, placeText(fieldsOf(person["location"]))],
        [names.connections, profile["connection_count"]],
        [names.id, person["id"]],
      ]),
    },
    {
      kind: "facts",
      heading: headings.company,
      facts: [
        ...facts([[names.name, employer["name"]]]),
        ...companyFacts(employer, before, `${prefix}company_`),
        ...facts([[names.location, placeText(fieldsOf(fieldsOf(employer["locations"])["headquarters"]))]]),
      ],
    },
    {
      kind: "timeline",
      heading: headings.positions,
      entries: positions.map((position) => positionEntry(fieldsOf(position))),
    },
    { kind: "text", heading: headings.about, text: text(person["description"]) },
    {
      kind: "timeline",
      heading: headings.educations,
      entries: listOf(person["educations"]).map((education) => educationEntry(fieldsOf(education))),
    },
    { kind: "labels", heading: headings.skills, items: texts(person["skills"]) },
    {
      kind: "labels",
      heading: headings.languages,
      items: listOf(person["languages"])
        .map((language) =>
          joined([text(fieldsOf(language)["language"]), words(fieldsOf(language)["proficiency"])], " · "),
        )
        .filter(Boolean),
    },
    otherFields(person, [
      "id",
      "full_name",
      "first_name",
      "last_name",
      "headline",
      "description",
      "location",
      "social_profiles",
      "educations",
      "languages",
      "skills",
      "employment",
    ]),
  ];
}

function contactSections(contact: Fields, before: Before): readonly DetailSection[] {
  const info = fieldsOf(contact["contact_info"]);
  const profile = contact["profile"];
  return [
    { kind: "entries", heading: headings.emails, entries: emailEntries(info) },
    { kind: "entries", heading: headings.phones, entries: phoneEntries(info) },
    ...(profile === undefined || profile === null ? [] : personSections(fieldsOf(profile), before, "profile_")),
    { kind: "facts", heading: headings.input, facts: fieldFacts(fieldsOf(contact["input"])) },
    { kind: "facts", heading: headings.custom, facts: fieldFacts(fieldsOf(contact["custom"])) },
    otherFields(contact, ["input", "custom", "contact_info", "profile"]),
  ];
}

function emailEntries(info: Fields): readonly NotedEntry[] {
  const kinds = [
    ["most_probable_work_email", "work_emails", names.work],
    ["most_probable_personal_email", "personal_emails", names.personal],
  ] as const;
  return kinds.flatMap(([best, list, kind]) => {
    const first = fieldsOf(info[best]);
    const others = listOf(info[list])
      .map(fieldsOf)
      .filter((email) => text(email["email"]) !== text(first["email"]));
    const entry = (email: Fields, notes: readonly string[]): NotedEntry => {
      const title = text(email["email"]);
      const isUnusable = statusQuality(text(email["status"])) === "unusable";
      const link = isUnusable ? undefined : cellLink("email", "", title);
      return { title, notes: notes.filter(Boolean), ...(link !== undefined && { link }) };
    };
    return [
      entry(first, [kind, names.mostProbable, statusText(text(first["status"]))]),
      ...others.map((email) => entry(email, [kind, statusText(text(email["status"]))])),
    ].filter(({ title }) => title !== "");
  });
}

function phoneEntries(info: Fields): readonly NotedEntry[] {
  const best = fieldsOf(info["most_probable_phone"]);
  const others = listOf(info["phones"])
    .map(fieldsOf)
    .filter((phone) => text(phone["number"]) !== text(best["number"]));
  return [best, ...others]
    .map((phone) => {
      const confidence = phone["ownership_match_confidence"];
      const match = words(phone["ownership_match"]);
      return {
        title: spacePhoneNumber(text(phone["number"])),
        notes: [
          phone === best ? names.mostProbable : "",
          text(phone["region"]),
          words(phone["line_type"]),
          words(phone["line_status"]),
          match === "" ? "" : names.owner(match, typeof confidence === "number" ? confidence : undefined),
          text(phone["connect_rate"]) === "" ? "" : names.reach(words(phone["connect_rate"])),
        ].filter(Boolean),
      };
    })
    .filter((entry) => entry.title !== "");
}

function positionEntry(position: Fields): TimelineEntry {
  const company = fieldsOf(position["company"]);
  const current = position["is_current"] === true;
  const functions = listOf(position["job_functions"]).map((entry) =>
    joined([text(fieldsOf(entry)["function"]), text(fieldsOf(entry)["sub_function"])], " › "),
  );
  return {
    when: period(text(position["start_at"]), text(position["end_at"]), current),
    title: text(position["title"]) || strings.details.unknown,
    place: joined([text(company["name"]), text(company["domain"])], " · "),
    notes: [
      text(position["seniority"]),
      ...functions,
      // The present company has a section of its own.
      ...(current ? [] : [text(fieldsOf(company["industry"])["main_industry"]), text(company["headcount_range"])]),
    ].filter(Boolean),
    text: text(position["description"]),
    current,
  };
}

function educationEntry(education: Fields): TimelineEntry {
  return {
    when: period(text(education["start_at"]), text(education["end_at"]), false),
    title: text(education["school_name"]) || strings.details.unknown,
    place: text(education["degree"]),
    notes: [],
    text: "",
    current: false,
  };
}

type FactRow = readonly [label: string, value: unknown, link?: "url" | "domain"];

function facts(rows: readonly FactRow[]): readonly Fact[] {
  return rows
    .map(([label, value, link]) => ({
      label,
      text: text(value),
      link:
        link === undefined || typeof value !== "string"
          ? undefined
          : cellLink(link === "url" ? "url" : "text", link, value.trim()),
    }))
    .filter((fact) => fact.text !== "");
}

function fieldFacts(fields: Fields): readonly Fact[] {
  return Object.entries(fields)
    .map(([field, value]) => ({ label: field.replaceAll("_", " "), text: text(value) }))
    .filter((fact) => fact.text !== "");
}

function otherFields(fields: Fields, known: readonly string[]): DetailSection {
  return {
    kind: "facts",
    heading: headings.other,
    isOther: true,
    facts: fieldFacts(Object.fromEntries(Object.entries(fields).filter(([field]) => !known.includes(field)))),
  };
}

function profileOf(fields: Fields): Fields {
  return fieldsOf(fieldsOf(fields["social_profiles"])["professional_network"]);
}

function addressText(address: Fields): string {
  const [street, all] = [text(address["line1"]), text(address["line2"])];
  // The second line is the whole address; some begin with the street, some leave it out.
  const whole = all.includes(street) ? all : joined([street, all], ", ");
  return whole === "" ? placeText(address) : whole;
}

/** 0 means unknown (interface, "Company"). */
function positive(value: unknown): unknown {
  return value === 0 ? undefined : value;
}

/** A year is no amount: it has no thousands separator. */
function yearText(value: unknown): unknown {
  return typeof value === "number" && value !== 0 ? String(value) : positive(value);
}

/** NATIVE_OR_BILINGUAL reads "native or bilingual"; a value that is no such constant stays as it is. */
function words(value: unknown): string {
  const plain = text(value);
  return /^[A-Z][A-Z0-9_]*$/.test(plain) ? plain.toLowerCase().replaceAll("_", " ") : plain;
}
