// Leave-out entries and fetched records as filter items: records that the service leaves out are not charged.
import { filterOf, type SearchKind } from "../service/filterCatalogue";
import type { FilterItem } from "../service/requests";
import type { LeaveOutEntry, LeaveOutKind } from "../store/identifiers";
import { normalizedAddress } from "../store/text";
import type { SearchTask } from "./run";

export interface LeaveOutItems {
  /** Sent together with the filters of the search. */
  readonly items: NonNullable<SearchTask["leaveOutItems"]>;
  /** Entries that the service leaves out, by these items or because the search excludes them itself. */
  readonly sent: number;
}

/**
 * The fields in which an entry is sent, the most effective first: an item about a company can leave out many people, a
 * person's field only one record. The service has no fields for emails and for names at a company.
 */
const fieldsOf: Readonly<Record<SearchKind, readonly (readonly [LeaveOutKind, readonly string[]])[]>> = {
  company: [
    ["domain", ["domains"]],
    ["companyUrl", ["professional_network_urls"]],
    ["companyNetworkId", ["professional_network_ids"]],
    ["id", ["company_ids"]],
  ],
  people: [
    ["domain", ["current_company_domains"]],
    ["companyUrl", ["current_company_professional_network_urls"]],
    ["companyNetworkId", ["current_company_professional_network_ids"]],
    ["id", ["current_company_ids", "person_ids"]],
    ["personUrl", ["person_professional_network_urls"]],
    ["personNetworkId", ["person_professional_network_ids"]],
  ],
};

/**
 * At most `most` items, in the order of the lists within each kind. Fields with values to include get none: the
 * interface does not say how both combine in one field, and any other combination than "and not" would find more.
 */
export function leaveOutItems(
  search: SearchKind,
  filters: SearchTask["filters"],
  entries: readonly LeaveOutEntry[],
  most: number,
): LeaveOutItems {
  const items: Record<string, FilterItem[]> = {};
  let sent = 0;
  let room = most;
  for (const [kind, fields] of fieldsOf[search]) {
    const usable = fields.filter((field) => !(filters[field] ?? []).some(({ exclude }) => exclude !== true));
    const excluded = usable.map((field) => new Set((filters[field] ?? []).map((item) => valueKey(kind, item))));
    for (const entry of usable.length < fields.length ? [] : entries) {
      if (entry.kind !== kind) {
        continue;
      }
      const missing = fields.filter((_, nth) => excluded[nth]?.has(entry.value) !== true);
      if (missing.length > room) {
        return { items, sent };
      }
      room -= missing.length;
      sent += 1;
      for (const field of missing) {
        (items[field] ??= []).push(itemOf(search, field, entry));
      }
    }
  }
  return { items, sent };
}

/** The field of a record's own id. */
const idFields: Readonly<Record<SearchKind, string>> = { company: "company_ids", people: "person_ids" };

/** Adds items for records with these ids, unless the field has values to include. `sent` counts only these records. */
export function withKnownRecords(
  search: SearchKind,
  filters: SearchTask["filters"],
  items: LeaveOutItems["items"],
  ids: readonly string[],
): LeaveOutItems {
  const field = idFields[search];
  const own = filters[field] ?? [];
  if (own.some(({ exclude }) => exclude !== true)) {
    return { items, sent: 0 };
  }
  const excluded = new Set([...own, ...(items[field] ?? [])].map((item) => valueKey("id", item)));
  const added = ids.filter((id) => !excluded.has(id)).map((value) => ({ value, exclude: true, exact_match: true }));
  return {
    items: added.length === 0 ? items : { ...items, [field]: [...(items[field] ?? []), ...added] },
    sent: ids.length,
  };
}

function itemOf(search: SearchKind, field: string, { kind, value }: LeaveOutEntry): FilterItem {
  // Without `exact_match` an id is the same number; with it, also one that contains the digits.
  return filterOf(search, field)?.kind === "integer"
    ? { value: Number(value), exclude: true }
    : { value: kind.endsWith("Url") ? `https://${value}` : value, exclude: true, exact_match: true };
}

function valueKey(kind: LeaveOutKind, item: FilterItem): string {
  const text = "value" in item ? String(item.value) : "";
  return kind === "domain" || kind.endsWith("Url") ? normalizedAddress(text) : text.trim();
}
