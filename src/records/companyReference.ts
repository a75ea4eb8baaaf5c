// The identifiers of a company or person in the results, for searches and lookups.
import type { RecordKind } from "../service/operations";
import { valueAtPath } from "./recordPath";

export interface CompanyReference {
  readonly id?: string;
  readonly domain?: string;
  readonly name?: string;
  /** The address of its professional-network profile. */
  readonly url?: string;
}

/** The path prefix of a person in a record of each kind. */
const personPath = { person: "", contact: "profile." } as const;
const profileUrl = "social_profiles.professional_network.url";

/** The identifiers of a company record, or of the current employer of a person; none if there is no company. */
export function companyReference(kind: RecordKind, record: unknown): CompanyReference {
  const prefix = kind === "company" ? "" : `${personPath[kind]}employment.current.company.`;
  const found = { id: "id", domain: "domain", name: "name", url: profileUrl };
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, path]) => {
      const text = textAt(record, prefix + path);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** The identifier for the lookup of a person: the address of the profile. */
export const personReference = (kind: RecordKind, record: unknown): string | undefined =>
  kind === "company" ? undefined : textAt(record, personPath[kind] + profileUrl);

function textAt(record: unknown, path: string): string | undefined {
  const value = valueAtPath(record, path);
  return typeof value === "string" && value !== "" ? value : undefined;
}
