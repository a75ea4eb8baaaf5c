// The identifiers of records and questions in leave-out entries: SQL over the tables of records, and the entries of a
// question.
import type { LookupKind, RecordKind } from "../service/operations";
import { foldedSql, folded, normalizedAddress, type Identifiers } from "./text";

export const leaveOutKinds = [
  "domain",
  "email",
  "personUrl",
  "companyUrl",
  "id",
  "personNetworkId",
  "companyNetworkId",
  "nameAtCompany",
] as const;
export type LeaveOutKind = (typeof leaveOutKinds)[number];

/**
 * One entry of a list. `value` is normalized: `normalizedAddress` for domains and URLs, `folded` for emails, text for
 * ids; for `nameAtCompany` the folded name, a line break, and the folded name of the company or its normalized domain.
 */
export interface LeaveOutEntry {
  readonly kind: LeaveOutKind;
  readonly value: string;
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** Calls the function only for texts that it would change. */
const addressSql = (sql: string): string =>
  `iif(${sql} glob '*[^a-z0-9.-]*' or ${sql} glob 'www.*' or ${sql} glob '*.', address(${sql}), ${sql})`;
const jsonSql = (m: string, path: string): string =>
  `(select j.json ->> ${quote(path)} from record_json j where j.key = ${m}.key)`;
const asText = (sql: string): string => `cast(${sql} as text)`;

/** SQL for the identifiers of a record over its table; each can also be a subquery with several rows. */
export type ValuesOfKinds = Partial<Readonly<Record<LeaveOutKind, readonly string[]>>>;

function employerSql(m: string, prefix: string, path: string): ValuesOfKinds {
  const network = `${path}.social_profiles.professional_network`;
  return {
    domain: [addressSql(`${m}.${prefix}domain`)],
    companyUrl: [`address(${jsonSql(m, `${network}.url`)})`],
    companyNetworkId: [asText(jsonSql(m, `${network}.id`))],
    id: [`${m}.${prefix}id`],
  };
}

const namesSql = (name: string, companies: readonly string[]): readonly string[] =>
  companies.map((company) => `${foldedSql(name)} || char(10) || ${company}`);

/** The identifiers of a record itself, and of the company where a person works. */
export interface IdentifyingValues {
  readonly own: ValuesOfKinds;
  readonly employer: ValuesOfKinds;
}

export function identifyingValues(kind: RecordKind, m: string): IdentifyingValues {
  switch (kind) {
    case "company":
      return {
        own: {
          domain: [`${m}.domain_key`],
          companyUrl: [`${m}.url_key`],
          companyNetworkId: [asText(`${m}.network_id`)],
          id: [`${m}.id`],
        },
        employer: {},
      };
    case "person":
      return {
        own: {
          personUrl: [`${m}.url_key`],
          personNetworkId: [asText(`${m}.network_id`)],
          id: [`${m}.id`],
          nameAtCompany: namesSql(`${m}.name`, [foldedSql(`${m}.company_name`), addressSql(`${m}.company_domain`)]),
        },
        employer: employerSql(m, "company_", "$.employment.current.company"),
      };
    case "contact": {
      const employer = employerSql(m, "profile_company_", "$.profile.employment.current.company");
      const submittedDomain = addressSql(`${m}.submitted_company_domain`);
      const emails = [`${m}.work_email`, `${m}.personal_email`];
      const emailLists = [`${m}.work_emails`, `${m}.personal_emails`];
      return {
        own: {
          email: [
            ...emails.map((email) => foldedSql(email)),
            ...emailLists.map(
              (list) => `(select ${foldedSql("value")} as value from json_each(${list}) where type = 'text')`,
            ),
          ],
          personUrl: [`${m}.url_key`, `address(${jsonSql(m, "$.input.professional_network_url")})`],
          personNetworkId: [asText(`${m}.profile_network_id`)],
          id: [`${m}.profile_id`],
          nameAtCompany: namesSql(`${m}.name`, [
            foldedSql(`${m}.profile_company_name`),
            addressSql(`${m}.profile_company_domain`),
            submittedDomain,
            `fold(${jsonSql(m, "$.input.company_name")})`,
          ]),
        },
        employer: {
          ...employer,
          domain: [
            ...(employer.domain ?? []),
            submittedDomain,
            ...emails.map((email) => `lower(substr(${email}, instr(${email}, '@') + 1))`),
          ],
        },
      };
    }
  }
}

/** Whether the SQL of a value has several rows. */
export const isList = (value: string): boolean => value.startsWith("(select") && value.includes("json_each");

const entriesOfIdentifiers: Readonly<Record<LookupKind, Readonly<Record<string, LeaveOutKind>>>> = {
  company: {
    domain: "domain",
    professional_network_url: "companyUrl",
    professional_network_id: "companyNetworkId",
  },
  person: {
    person_professional_network_url: "personUrl",
    person_professional_network_id: "personNetworkId",
    company_professional_network_url: "companyUrl",
    company_professional_network_id: "companyNetworkId",
    company_domain: "domain",
  },
};

/** A domain may be given as the address of a page. */
function normalizedEntry(kind: LeaveOutKind, text: string): string {
  return kind === "domain"
    ? (normalizedAddress(text).split("/", 1)[0] ?? "")
    : kind.endsWith("Url")
      ? normalizedAddress(text)
      : text;
}

/** The entries that leave out a question; any one is enough. */
export function entriesOfQuestion(kind: LookupKind, identifiers: Identifiers): readonly LeaveOutEntry[] {
  const found = Object.entries(identifiers).flatMap(([field, value]): LeaveOutEntry[] => {
    const of = entriesOfIdentifiers[kind][field];
    const text = String(value).trim();
    return of === undefined ? [] : [{ kind: of, value: normalizedEntry(of, text) }];
  });
  const { person_name: name, company_domain: domain } = identifiers;
  return name === undefined || domain === undefined
    ? found
    : [
        ...found,
        {
          kind: "nameAtCompany",
          value: `${folded(String(name).trim())}\n${normalizedEntry("domain", String(domain))}`,
        },
      ];
}
