// Finds values that are not among the suggestions: the service returns no records and no error for a wrong value.
import * as l10n from "@vscode/l10n";
import { orText, quoted } from "../language/phrases";
import { filtersOf, type FilterDefinition } from "../service/filterCatalogue";
import { filterLabel } from "../service/filterWords";
import { industryAliases, industrySuggestions } from "../service/suggestions";
import type { SearchDocument } from "./searchDocument";

export interface UnknownValue {
  readonly field: string;
  readonly label: string;
  /** Of the item within its filter. */
  readonly index: number;
  readonly value: string;
  /** Suggestions that the user may mean, the maximum likely first. */
  readonly near: readonly string[];
  /** A whole sentence. */
  readonly message: string;
}

/** The values that are not among the suggestions of their filter. Never errors, because the lists are not complete. */
export function unknownValues(document: SearchDocument): readonly UnknownValue[] {
  return filtersOf(document.search).flatMap((definition) => {
    const known = new Set((definition.suggestions ?? []).map(folded));
    return known.size === 0
      ? []
      : (document.filters[definition.field] ?? []).flatMap((item, index) => {
          const value = "value" in item ? String(item.value) : undefined;
          return value === undefined || known.has(folded(value)) ? [] : [unknown(definition, index, value)];
        });
  });
}

function unknown(definition: FilterDefinition, index: number, value: string): UnknownValue {
  const near = nearValues(definition, value);
  const label = filterLabel(definition);
  const message =
    near.length === 0
      ? l10n.t(
          "“{0}” is not a known value of “{1}”. The service finds nothing for unknown values. Check its spelling.",
          value,
          label,
        )
      : l10n.t(
          "“{0}” is not a known value of “{1}”. The service finds nothing for unknown values. Did you mean {2}?",
          value,
          label,
          eitherOf(near),
        );
  return { field: definition.field, label, index, value, near, message };
}

/** `“A” or “B” or “C”` */
function eitherOf(names: readonly string[]): string {
  return names.map(quoted).reduce((before, name) => orText(before, name));
}

const maximumNear = 3;

/**
 * Up to three similar suggestions: one with the same meaning, those that contain the value, those with a typo in it.
 */
export function nearValues(definition: FilterDefinition, value: string): readonly string[] {
  const suggestions = definition.suggestions ?? [];
  const wanted = folded(value);
  if (wanted === "") {
    return [];
  }
  const alias =
    suggestions === industrySuggestions && Object.hasOwn(industryAliases, wanted) ? industryAliases[wanted] : undefined;
  const ranked = suggestions
    .map((name) => ({ name, distance: distanceTo(wanted, folded(name)) }))
    .filter(({ distance }) => distance !== undefined)
    .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0))
    .map(({ name }) => name);
  return [...new Set(alias === undefined ? ranked : [alias, ...ranked])].slice(0, maximumNear);
}

function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("&", "and")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** 0 when one contains the other, else the edit distance; `undefined` when it is too large. */
function distanceTo(wanted: string, name: string): number | undefined {
  if (wanted.length >= 3 && (name.includes(wanted) || wanted.includes(name))) {
    return 0;
  }
  const maximum = Math.max(1, Math.floor(wanted.length / 4));
  const distance =
    Math.abs(wanted.length - name.length) > maximum || wanted.length > 100 ? maximum + 1 : editDistance(wanted, name);
  return distance <= maximum ? distance : undefined;
}

/** Damerau–Levenshtein distance: insertions, deletions, substitutions and swaps of adjacent characters. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
