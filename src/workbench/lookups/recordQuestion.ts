// The lookup that a stored record answers, so that it can be refreshed.
import { recordTitle } from "../../rows/record";
import { valueAtPath } from "../../rows/recordPath";
import { parseExact } from "../../service/exactJson";
import type { LookupKind } from "../../service/operations";
import type { LookupInput } from "../../runs/lookUpOnce";
import { parseLookup } from "../../lookups/parseLookup";

/** The first that a record has is the surest. */
const identifierPaths: Readonly<Record<LookupKind, readonly string[]>> = {
  company: ["domain", "social_profiles.professional_network.url"],
  person: ["social_profiles.professional_network.url"],
};

/** Without identifiers when the record has none that the service understands: then it cannot be looked up again. */
export function questionOfRecord(kind: LookupKind, json: string): LookupInput {
  const record = parseExact(json);
  for (const path of identifierPaths[kind]) {
    const value = valueAtPath(record, path);
    const parsed = typeof value === "string" ? parseLookup(kind, value) : undefined;
    if (parsed?.kind === "understood") {
      return { kind, identifiers: parsed.identifiers, words: parsed.words };
    }
  }
  return { kind, identifiers: {}, words: recordTitle(kind, record) };
}
