// Tells searches that fetch the same records.
import { createHash } from "node:crypto";
import { filtersKey } from "../searches/filterItems";
import { operations } from "../service/operations";
import type { SearchTask } from "./run";

/**
 * Equal for searches with the same filters, and of people at companies for those with the same companies. The kind is
 * part of it: companies and people share filter names.
 */
export function searchKeyOf({ kind, filters }: SearchTask, companies?: readonly { readonly domain: string }[]): string {
  const content = [
    filtersKey({ search: operations[kind].search, filters }),
    companies === undefined ? null : companies.map(({ domain }) => domain).sort(),
  ];
  return createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 32);
}
