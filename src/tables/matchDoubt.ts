// Reasons to doubt a match: the service returns only its best match, which may be another company or person.
import { normalizedAddress } from "../store/text";
import type { LookupIdentifiers } from "./parseLookup";

/** "by name only: may be …", "at another domain: …"; `undefined` if there is no doubt. */
export function matchDoubt(identifiers: LookupIdentifiers, record: unknown): string | undefined {
  if (Object.keys(identifiers).join() === "person_name") {
    return "by name only: may be another person with this name";
  }
  const asked = identifiers["domain"];
  const answered = typeof record === "object" && record !== null && "domain" in record ? record.domain : undefined;
  return asked === undefined ||
    typeof answered !== "string" ||
    answered === "" ||
    normalizedAddress(answered) === normalizedAddress(String(asked))
    ? undefined
    : `at another domain: ${answered}`;
}
