// A record laid out for reading, as data: facts, a time line of positions, lists, emails and phones. No markup.
import { countText, languageTag } from "../../src/language/language";
import type { RecordKind } from "../../src/service/operations";
import { openableUrl } from "../messages/openableUrl";
import { period } from "./dates";
import { strings } from "./strings";

export interface Fact {
  readonly label: string;
  readonly text: string;
  /** An http(s) address that may be offered to open. */
  readonly link?: string | undefined;
}

export interface TimelineEntry {
  readonly when: string;
  readonly title: string;
  readonly place: string;
  readonly notes: readonly string[];
  readonly text: string;
  readonly current: boolean;
}

export type DetailSection =
  | { readonly kind: "facts"; readonly heading: string; readonly facts: readonly Fact[] }
  | { readonly kind: "text"; readonly heading: string; readonly text: string }
  | { readonly kind: "labels"; readonly heading: string; readonly items: readonly string[] }
  | {
      readonly kind: "entries";
      readonly heading: string;
      readonly entries: readonly { readonly title: string; readonly notes: readonly string[] }[];
    }
  | { readonly kind: "timeline"; readonly heading: string; readonly entries: readonly TimelineEntry[] };

type Fields = Readonly<Record<string, unknown>>;

const { headings, facts: names } = strings.details;

/** All fields of a record. Unknown fields come last, as JSON, so that nothing is hidden. */
export function detailSections(kind: RecordKind, record: unknown): readonly DetailSection[] {
  const fields = fieldsOf(record);
  const sections =
    kind === "company" ? companySections(fields) : kind === "person" ? personSections(fields) : contactSections(fields);
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

function companySections(company: Fields): readonly DetailSection[] {
  const locations = fieldsOf(company["locations"]);
  const profile = profileOf(company);
  return [
    {
      kind: "facts",
      heading: headings.company,
      facts: facts([
        [names.name, company["name"]],
        [names.domain, company["domain"]],
        [names.website, company["website"], true],
        [names.industry, fieldsOf(company["industry"])["main_industry"]],
        [names.headcount, positive(company["headcount"])],
        [names.headcountRange, company["headcount_range"]],
        [names.founded, yearText(company["year_founded"])],
        [names.type, company["company_type"]],
        [names.profile, profile["url"], true],
        [names.followers, profile["connection_count"]],
        [names.id, company["id"]],
      ]),
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

function personSections(person: Fields): readonly DetailSection[] {
  const profile = profileOf(person);
  const employment = fieldsOf(person["employment"]);
  const all = listOf(employment["all"]);
  const current = employment["current"];
  const positions = all.length > 0 ? all : current === undefined || current === null ? [] : [current];
  return [
    {
      kind: "facts",
      heading: headings.person,
      facts: facts([
        [
          names.name,
          text(person["full_name"]) ||
            [text(person["first_name"]), text(person["last_name"])].filter(Boolean).join(" "),
        ],
        [names.headline, person["headline"]],
        [names.location, placeText(fieldsOf(person["location"]))],
        [names.profile, profile["url"], true],
        [names.connections, profile["connection_count"]],
        [names.id, person["id"]],
      ]),
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

function contactSections(contact: Fields): readonly DetailSection[] {
  const info = fieldsOf(contact["contact_info"]);
  const profile = contact["profile"];
  return [
    { kind: "entries", heading: headings.emails, entries: emailEntries(info) },
    { kind: "entries", heading: headings.phones, entries: phoneEntries(info) },
    { kind: "facts", heading: headings.input, facts: fieldFacts(fieldsOf(contact["input"])) },
    { kind: "facts", heading: headings.custom, facts: fieldFacts(fieldsOf(contact["custom"])) },
    ...(profile === undefined || profile === null ? [] : personSections(fieldsOf(profile))),
    otherFields(contact, ["input", "custom", "contact_info", "profile"]),
  ];
}

function emailEntries(info: Fields): readonly { readonly title: string; readonly notes: readonly string[] }[] {
  const kinds = [
    ["most_probable_work_email", "work_emails", names.work],
    ["most_probable_personal_email", "personal_emails", names.personal],
  ] as const;
  return kinds.flatMap(([best, list, kind]) => {
    const first = fieldsOf(info[best]);
    const others = listOf(info[list])
      .map(fieldsOf)
      .filter((email) => text(email["email"]) !== text(first["email"]));
    return [
      ...(text(first["email"]) === ""
        ? []
        : [{ title: text(first["email"]), notes: [kind, names.mostProbable, words(first["status"])].filter(Boolean) }]),
      ...others
        .map((email) => ({ title: text(email["email"]), notes: [kind, words(email["status"])].filter(Boolean) }))
        .filter((entry) => entry.title !== ""),
    ];
  });
}

function phoneEntries(info: Fields): readonly { readonly title: string; readonly notes: readonly string[] }[] {
  const best = fieldsOf(info["most_probable_phone"]);
  const others = listOf(info["phones"])
    .map(fieldsOf)
    .filter((phone) => text(phone["number"]) !== text(best["number"]));
  return [best, ...others]
    .map((phone) => {
      const confidence = phone["ownership_match_confidence"];
      const match = words(phone["ownership_match"]);
      return {
        title: text(phone["number"]),
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
      text(fieldsOf(company["industry"])["main_industry"]),
      text(company["headcount_range"]),
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

/** With every decimal there is: these are fields nobody has described. */
const fractionFormat = new Intl.NumberFormat(languageTag(), { maximumFractionDigits: 20, useGrouping: false });

function facts(rows: readonly (readonly [label: string, value: unknown, link?: boolean])[]): readonly Fact[] {
  return rows
    .map(([label, value, link]) => ({
      label,
      text: text(value),
      link: link === true && typeof value === "string" ? openableUrl(value) : undefined,
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

function placeText(place: Fields): string {
  return joined(
    [text(place["city"]), text(place["region"]), text(place["country"]) || text(place["country_code"])],
    ", ",
  );
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

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function texts(value: unknown): readonly string[] {
  return listOf(value).map(text).filter(Boolean);
}

function text(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value.trim();
    case "number":
      return Number.isInteger(value) ? countText(value) : Number.isFinite(value) ? fractionFormat.format(value) : "";
    case "boolean":
      return value ? strings.details.yes : strings.details.no;
    default:
      return value === undefined || value === null ? "" : JSON.stringify(value);
  }
}

function joined(parts: readonly string[], between: string): string {
  return parts.filter(Boolean).join(between);
}
