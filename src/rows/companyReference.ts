// The identifiers of a company or person in the results, for searches and lookups.
import type { RecordKind } from "../service/operations";

export interface CompanyReference {
  readonly id?: string;
  readonly domain?: string;
  readonly name?: string;
  /** The address of its professional-network profile. */
  readonly url?: string;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
const inside = (record: unknown, path: readonly string[]): Fields =>
  path.reduce((fields, name) => fieldsOf(fields[name]), fieldsOf(record));

/** Where a person is in a record of each kind. */
const personPath = { person: [], contact: ["profile"] } as const;

/** The identifiers of a company record, or of the current employer of a person; none if there is no company. */
export function companyReference(kind: RecordKind, record: unknown): CompanyReference {
  const fields =
    kind === "company" ? fieldsOf(record) : inside(record, [...personPath[kind], "employment", "current", "company"]);
  const text = (field: "id" | "domain" | "name"): CompanyReference => {
    const value = fields[field];
    return typeof value === "string" && value !== "" ? { [field]: value } : {};
  };
  const url = profileUrl(fields);
  return { ...text("id"), ...text("domain"), ...text("name"), ...(url !== undefined && { url }) };
}

/** What the lookup of a person understands: the address of the profile. */
export function personReference(kind: RecordKind, record: unknown): string | undefined {
  if (kind === "company") {
    return undefined;
  }
  return profileUrl(inside(record, personPath[kind]));
}

function profileUrl(fields: Fields): string | undefined {
  const { url } = inside(fields, ["social_profiles", "professional_network"]);
  return typeof url === "string" && url !== "" ? url : undefined;
}
