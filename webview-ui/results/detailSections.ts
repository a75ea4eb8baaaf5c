// A record laid out for reading, as data: facts, a time line of positions, lists, emails and phones. No markup.
import { statusQuality, statusText } from "../../src/records/contactStatus";
import { spacePhoneNumber } from "../../src/records/phoneNumber";
import type { RecordKind } from "../../src/service/operations";
import type { RecordVersion } from "../../src/store/versions";
import { countText } from "../../src/text/numbers";
import { cellLink } from "../messages/cellLink";
import { dateText, dayOf, dayText, period } from "./dates";
import { fieldsOf, joined, listOf, placeText, text, texts, valueAt, type Fields } from "./recordFields";
import { headcountChange, personSubtitle, type HeadcountChange } from "./recordSummary";

/** A fact, a label, or an entry of a list or timeline. */
export interface DetailItem {
  /** The name of a fact. */
  readonly label?: string;
  readonly title: string;
  /** An http(s) or mailto address that may be opened. */
  readonly link?: string | undefined;
  readonly notes?: readonly string[];
  readonly change?: HeadcountChange | undefined;
  readonly when?: string;
  readonly place?: string;
  readonly text?: string;
  readonly current?: boolean;
  /** The run that contains it. */
  readonly run?: { readonly id: string; readonly title: string };
}

export interface CurvePoint {
  /** ms since 1970. */
  readonly at: number;
  readonly value: number;
}

export interface DetailSection {
  /** "otherFacts" are fields of an unknown kind. */
  readonly kind: "facts" | "otherFacts" | "text" | "labels" | "entries" | "timeline";
  readonly heading: string;
  readonly items: readonly DetailItem[];
  /** Shown above the items. */
  readonly curve?: readonly CurvePoint[] | undefined;
}

type Before = Readonly<Record<string, string | null>>;

/**
 * All fields of a record, with its history after the first section. Unknown fields come last, as JSON, so that nothing
 * is hidden. `before` is by column id.
 */
function sectionsOf(kind: RecordKind, fields: Fields, before: Before): readonly DetailSection[] {
  switch (kind) {
    case "company":
      return companySections(fields, before);
    case "person":
      return personSections(fields, before, "");
    case "contact":
      return contactSections(fields, before);
  }
}

export function detailSections(
  kind: RecordKind,
  record: unknown,
  before: Before = {},
  versions: readonly RecordVersion[] = [],
): readonly DetailSection[] {
  const fields = fieldsOf(record);
  const [first, ...others] = sectionsOf(kind, fields, before);
  const sections: DetailSection[] = [];
  if (first !== undefined) {
    sections.push(first);
  }
  sections.push(...historySections(kind, versions), ...others);
  return sections
    .map((section) => ({ ...section, items: section.items.filter(({ title }) => title !== "") }))
    .filter(({ items }) => items.length > 0);
}

function companySections(company: Fields, before: Before): readonly DetailSection[] {
  return [
    {
      kind: "facts",
      heading: "Company",
      items: [
        ...companyFacts(company, before, ""),
        fact("Type", company["company_type"]),
        profileFact(company),
        fact("Followers", valueAt(company, "social_profiles.professional_network.connection_count")),
        idFact(company),
      ],
    },
    textSection("About", company["description"]),
    textSection("Headquarters", addressText(fieldsOf(valueAt(company, "locations.headquarters")))),
    {
      kind: "entries",
      heading: "Offices",
      items: listOf(valueAt(company, "locations.offices")).map((office) => ({ title: addressText(fieldsOf(office)) })),
    },
    labels("Specialties", texts(company["specialties"])),
    labels(
      "Technologies",
      listOf(company["technologies"]).map((technology) => text(fieldsOf(technology)["name"])),
    ),
    otherFields(
      company,
      "id name domain website description year_founded headcount headcount_range company_type locations " +
        "social_profiles specialties technologies industry logo_url",
    ),
  ];
}

/** Facts that a company and a person's employer share; `prefix` is that of the columns' ids. */
function companyFacts(company: Fields, before: Before, prefix: string): readonly DetailItem[] {
  // 0 means unknown (interface, "Company").
  const exact = company["headcount"] === 0 ? undefined : company["headcount"];
  const founded = company["year_founded"];
  const change = headcountChange(exact, before[`${prefix}headcount`] ?? before[`${prefix}headcount_exact`]);
  return [
    fact("Domain", company["domain"], "domain"),
    fact("Website", company["website"], "url"),
    fact("Industry", valueAt(company, "industry.main_industry")),
    { ...fact("Headcount", exact), ...(exact !== undefined && { change }) },
    { ...fact("Size", company["headcount_range"]), ...(exact === undefined && { change }) },
    // A year has no thousands separator.
    fact("Founded", typeof founded === "number" ? (founded === 0 ? "" : String(founded)) : founded),
  ];
}

function personSections(person: Fields, before: Before, prefix: string): readonly DetailSection[] {
  const all = listOf(valueAt(person, "employment.all"));
  const current = valueAt(person, "employment.current") ?? undefined;
  const positions = all.length > 0 || current === undefined ? all : [current];
  const isCurrent = (position: unknown): boolean => fieldsOf(position)["is_current"] === true;
  const employer = fieldsOf(fieldsOf(current ?? all.find(isCurrent))["company"]);
  const headline = text(person["headline"]);
  return [
    {
      kind: "facts",
      heading: "Contact",
      items: [
        // The pane shows it already if there is no position.
        fact("Headline", personSubtitle(person) === headline ? "" : headline),
        profileFact(person),
        fact("Location", placeText(fieldsOf(person["location"]))),
        fact("Connections", valueAt(person, "social_profiles.professional_network.connection_count")),
        idFact(person),
      ],
    },
    {
      kind: "facts",
      heading: "Company",
      items: [
        fact("Name", employer["name"]),
        ...companyFacts(employer, before, `${prefix}company_`),
        fact("Location", placeText(fieldsOf(valueAt(employer, "locations.headquarters")))),
      ],
    },
    { kind: "timeline", heading: "Career", items: positions.map((one) => positionItem(fieldsOf(one))) },
    textSection("About", person["description"]),
    {
      kind: "timeline",
      heading: "Education",
      items: listOf(person["educations"])
        .map(fieldsOf)
        .map((education) => ({
          when: period(text(education["start_at"]), text(education["end_at"]), false),
          title: text(education["school_name"]) || "unknown",
          place: text(education["degree"]),
        })),
    },
    labels("Skills", texts(person["skills"])),
    labels(
      "Languages",
      listOf(person["languages"])
        .map(fieldsOf)
        .map((one) => joined([text(one["language"]), words(one["proficiency"])], " · ")),
    ),
    otherFields(
      person,
      "id full_name first_name last_name headline description location social_profiles educations languages skills " +
        "employment",
    ),
  ];
}

function contactSections(contact: Fields, before: Before): readonly DetailSection[] {
  const info = fieldsOf(contact["contact_info"]);
  const profile = contact["profile"] ?? undefined;
  const sections: DetailSection[] = [
    { kind: "entries", heading: "Emails", items: emailItems(info) },
    { kind: "entries", heading: "Phones", items: phoneItems(info) },
  ];
  if (profile !== undefined) {
    sections.push(...personSections(fieldsOf(profile), before, "profile_"));
  }
  sections.push(
    { kind: "facts", heading: "Submitted as", items: fieldFacts(fieldsOf(contact["input"])) },
    { kind: "facts", heading: "Your own values", items: fieldFacts(fieldsOf(contact["custom"])) },
    otherFields(contact, "input custom contact_info profile"),
  );
  return sections;
}

/** The entries without duplicates, the most probable one first; `id` is the field that identifies an entry. */
function bestFirst(best: unknown, list: unknown, id: string): readonly Fields[] {
  const first = fieldsOf(best);
  return [
    first,
    ...listOf(list)
      .map(fieldsOf)
      .filter((one) => text(one[id]) !== text(first[id])),
  ];
}

function emailItems(info: Fields): readonly DetailItem[] {
  const kinds = [
    ["work", "work"],
    ["personal", "personal"],
  ] as const;
  return kinds.flatMap(([kind, name]) =>
    bestFirst(info[`most_probable_${kind}_email`], info[`${kind}_emails`], "email").map((email, at) => {
      const title = text(email["email"]);
      const status = text(email["status"]);
      return {
        title,
        notes: [name, mostProbable(at), statusText(status)].filter(Boolean),
        link: statusQuality(status) === "unusable" ? undefined : cellLink("email", "", title),
      };
    }),
  );
}

function phoneItems(info: Fields): readonly DetailItem[] {
  return bestFirst(info["most_probable_phone"], info["phones"], "number").map((phone, at) => {
    const confidence = phone["ownership_match_confidence"];
    const match = words(phone["ownership_match"]);
    const rate = words(phone["connect_rate"]);
    return {
      title: spacePhoneNumber(text(phone["number"])),
      notes: [
        mostProbable(at),
        text(phone["region"]),
        words(phone["line_type"]),
        words(phone["line_status"]),
        match && ownerText(match, typeof confidence === "number" ? confidence : undefined),
        rate && `connect rate ${rate}`,
      ].filter(Boolean),
    };
  });
}

const mostProbable = (at: number): string => (at === 0 ? "most probable" : "");

function positionItem(position: Fields): DetailItem {
  const company = fieldsOf(position["company"]);
  const current = position["is_current"] === true;
  const functions = listOf(position["job_functions"])
    .map(fieldsOf)
    .map((one) => joined([text(one["function"]), text(one["sub_function"])], " › "));
  const parts = [text(position["seniority"]), ...functions];
  // The current company has its own section.
  if (!current) {
    parts.push(text(valueAt(company, "industry.main_industry")), text(company["headcount_range"]));
  }
  return {
    when: period(text(position["start_at"]), text(position["end_at"]), current),
    title: text(position["title"]) || "unknown",
    place: joined([text(company["name"]), text(company["domain"])], " · "),
    notes: parts.filter(Boolean),
    text: text(position["description"]),
    current,
  };
}

/** Each state once, the latest first. Nothing if there is only one version, or if all are equal. */
function historySections(kind: RecordKind, versions: readonly RecordVersion[]): readonly DetailSection[] {
  const states = versions.map((version) => stateOf(kind, version));
  const said = states.map(({ title, place }) => `${title}\n${place}`);
  const changed = states.filter((_, nth) => said[nth] !== said[nth - 1]);
  const points = versions.flatMap(({ receivedAt, values: { headcount } }) =>
    kind === "company" && typeof headcount === "number" ? { at: receivedAt, value: headcount } : [],
  );
  const days = new Set(points.map(({ at }) => dayOf(at)));
  const curve = days.size > 1 ? points : undefined;
  return changed.length < 2 && curve === undefined
    ? []
    : [
        {
          kind: "timeline",
          heading: "History",
          items: changed.toReversed().map((state, nth) => ({ ...state, current: nth === 0 })),
          curve,
        },
      ];
}

function stateOf(kind: RecordKind, { values, run, runTitle, receivedAt }: RecordVersion): DetailItem {
  const valueOf = (id: string): string => text(values[kind === "contact" ? `profile_${id}` : id]);
  const place = placeText({ city: valueOf("city"), region: valueOf("region"), country: valueOf("country") });
  const shared = { when: dayText(receivedAt), run: { id: run, title: runTitle } };
  if (kind === "company") {
    return { ...shared, title: headcountText(values["headcount"]), place: joined([valueOf("name"), place], " · ") };
  }
  const company = valueOf("company_name") || valueOf("company_domain");
  return { ...shared, title: joined([valueOf("title"), company], ", ") || "unknown", place };
}

/** A number, or the label of a range. */
function headcountText(headcount: RecordVersion["values"][string] | undefined): string {
  if (typeof headcount === "number") {
    return headcount === 1 ? "1 employee" : `${countText(headcount)} employees`;
  }
  return typeof headcount === "string" ? `${headcount} employees` : "unknown";
}

// The parts of sections

const idFact = ({ id }: Fields): DetailItem => fact("Id", id);

const profileFact = (record: Fields): DetailItem =>
  fact("Profile", valueAt(record, "social_profiles.professional_network.url"), "url");

function fact(label: string, value: unknown, link?: "url" | "domain"): DetailItem {
  const isLink = link !== undefined && typeof value === "string";
  return {
    label,
    title: dateText(text(value)),
    link: isLink ? cellLink(link === "url" ? "url" : "text", link, value.trim()) : undefined,
  };
}

const textSection = (heading: string, value: unknown): DetailSection => ({
  kind: "text",
  heading,
  items: [{ title: text(value) }],
});

const labels = (heading: string, titles: readonly string[]): DetailSection => ({
  kind: "labels",
  heading,
  items: titles.map((title) => ({ title })),
});

const fieldFacts = (fields: Fields): readonly DetailItem[] =>
  Object.entries(fields).map(([field, value]) => fact(field.replaceAll("_", " "), value));

/** `known` lists the names of the other fields. */
function otherFields(fields: Fields, known: string): DetailSection {
  const names = new Set(known.split(" "));
  const others = Object.entries(fields).filter(([field]) => !names.has(field));
  return { kind: "otherFacts", heading: "Other fields", items: fieldFacts(Object.fromEntries(others)) };
}

function addressText(address: Fields): string {
  const street = text(address["line1"]);
  const all = text(address["line2"]);
  // Some addresses include the street, some do not; the second line is always the whole address.
  const whole = all.includes(street) ? all : joined([street, all], ", ");
  return whole === "" ? placeText(address) : whole;
}

/** NATIVE_OR_BILINGUAL becomes "native or bilingual"; other values do not change. */
function words(value: unknown): string {
  const plain = text(value);
  return /^[A-Z][A-Z0-9_]*$/.test(plain) ? plain.toLowerCase().replaceAll("_", " ") : plain;
}

function ownerText(match: string, confidence: number | undefined): string {
  return confidence === undefined ? `ownership ${match}` : `ownership ${match}, ${countText(confidence)} of 100`;
}
