// Turns a description in plain words into a search without a language model: known values, numbers, and places become
// filters. Everything else is named and not applied, and so is what is negated or joined by "or" in a way that filters
// cannot express.
import { filterOf, type FilterField, type SearchKind } from "../../service/filterCatalogue";
import type { FilterItem } from "../../service/requests";
import { parseFilterInput, parseRangeInput } from "../filterInput";
import type { FetchSettings } from "../searchDocument";
import { atomsOf, type Atom } from "./atoms";
import { addsOfRoles, type Adds } from "./jobRoles";
import { kindOf } from "./searchKind";
import { tokensOf, type Token } from "./tokens";

/** A search that was read from a description. */
export interface DescribedSearch {
  readonly search: SearchKind;
  readonly filters: Readonly<Record<string, readonly FilterItem[]>>;
  /** Only what the description says. */
  readonly fetch: FetchSettings;
  /** Parts of the description that were not used, as they were written. */
  readonly notUsed: readonly string[];
}

/** In characters. */
export const longestDescription = 4000;
export const mostItems = 100;

/** `search`: the kind of search that the description is for, where it is known. */
export function readDescription(description: string, search?: SearchKind): DescribedSearch {
  const text = description.slice(0, longestDescription);
  const tokens = tokensOf(text);
  const kind = search ?? kindOf(tokens);
  const { atoms, fetch } = atomsOf(tokens, kind);
  const unused = new Set<Atom>(atoms.filter(({ adds, role }) => adds.length === 0 && role === undefined));
  const excluded = applyScopes(tokens, atoms, unused);
  checkLists(atoms, excluded, unused);
  const filters: Record<string, FilterItem[]> = {};
  const jobs = atoms.filter((atom) => atom.role !== undefined && !unused.has(atom) && !excluded.has(atom));
  const addsOfJobs = addsOfRoles(jobs);
  jobs.forEach((atom) => addsOfJobs.length === 0 && unused.add(atom));
  for (const atom of atoms) {
    const isJob = atom.role !== undefined;
    const adds = !isJob ? atom.adds : excluded.has(atom) ? addsOfRoles([atom]) : atom === jobs[0] ? addsOfJobs : [];
    if (!unused.has(atom) && !add(filters, kind, adds, excluded.has(atom))) {
      unused.add(atom);
    }
  }
  return { search: kind, filters, fetch, notUsed: spans(text, tokens, atoms, unused) };
}

const fieldsOf = ({ adds, role }: Atom): readonly string[] => (role ? ["role"] : adds.map(({ field }) => field));

/** "not only in Germany" leaves nothing out. */
const partly = /^(?:only|just|all|every|both|nur|alle|jede[rns]?)$/iu;

/** Decides about everything after "not" or "like" until the end of its part of the description. */
function applyScopes(tokens: readonly Token[], atoms: readonly Atom[], unused: Set<Atom>): Set<Atom> {
  const excluded = new Set<Atom>();
  for (const [index, scope] of atoms.entries()) {
    const isInner = atoms.some((one, at) => at < index && one.scope !== undefined && one.clause === scope.clause);
    if (scope.scope === undefined || isInner) {
      continue;
    }
    const inside = atoms.filter((one, at) => at > index && one.clause === scope.clause);
    const next = atoms.find((one, at) => at > index && one.clause > scope.clause);
    const fields = new Set(inside.flatMap(fieldsOf));
    const isList = inside.every(
      (one, at) => one.scope === undefined && !unused.has(one) && (at === 0 || one.join !== undefined),
    );
    const isRange = inside.some(({ adds }) => adds.some(({ items }) => items.some((item) => typeof item !== "string")));
    const isPlain = inside.every(({ role }) => role === undefined || addsOfRoles([{ role }]).length === 1);
    const isWhole = !tokens.slice(scope.to, inside[0]?.from).some(({ text: word }) => partly.test(word));
    // "no banks, insurers": whether the second is meant, too, is open.
    const goesOn = next !== undefined && next.scope === undefined && fieldsOf(next).some((field) => fields.has(field));
    if (
      scope.scope === "not" &&
      inside.length > 0 &&
      fields.size === 1 &&
      isList &&
      !isRange &&
      isPlain &&
      isWhole &&
      !goesOn
    ) {
      inside.forEach((one) => excluded.add(one));
      unused.delete(scope);
    } else {
      inside.forEach((one) => unused.add(one));
      if (goesOn && scope.scope === "not") {
        atoms.filter(({ clause }) => clause === next.clause).forEach((one) => unused.add(one));
      }
    }
  }
  return excluded;
}

/** Values of one filter are alternatives: what is joined otherwise has no filter. */
function checkLists(atoms: readonly Atom[], excluded: ReadonlySet<Atom>, unused: Set<Atom>): void {
  const open = atoms.filter((atom) => !excluded.has(atom));
  const drop = (...clauses: readonly number[]): void =>
    open.filter(({ clause }) => clauses.includes(clause)).forEach((one) => unused.add(one));
  const operands: Atom[][] = [];
  for (const [index, atom] of open.entries()) {
    const last = operands.at(-1);
    if (last !== undefined && index > 0 && atom.isAdjacent && atom.join === undefined) {
      last.push(atom);
    } else {
      operands.push([atom]);
    }
  }
  for (const [index, right] of operands.entries()) {
    const left = operands[index - 1];
    const [begin, end] = [right[0], left?.at(-1)];
    if (left === undefined || begin === undefined || end === undefined || begin.join === undefined) {
      continue;
    }
    const common = right.flatMap(fieldsOf).filter((field) => left.flatMap(fieldsOf).includes(field));
    const fits =
      (left.length === 1 || right.length === 1) && fieldsOf(end).some((field) => fieldsOf(begin).includes(field));
    const isUnknown = [...left, ...right].some((one) => fieldsOf(one).length === 0 || one.scope !== undefined);
    if (begin.join === "or" ? !fits || isUnknown : common.length > 0 && !fits) {
      drop(end.clause, begin.clause);
    }
  }
  const seen = new Map<string, number>();
  for (const [index, atom] of open.entries()) {
    for (const field of unused.has(atom) ? [] : fieldsOf(atom)) {
      const before = seen.get(field);
      const between = before === undefined ? [] : open.slice(before + 1, index + 1);
      // "German banks … in France": the second is of something else.
      if (before !== undefined && !(between.some(({ join }) => join !== undefined) && atom.join !== undefined)) {
        unused.add(atom);
      } else {
        seen.set(field, index);
      }
    }
  }
}

/** False when nothing of it is valid. */
function add(
  filters: Record<string, FilterItem[]>,
  kind: SearchKind,
  adds: readonly Adds[],
  exclude: boolean,
): boolean {
  let isValid = true;
  for (const { field, items, exact } of adds) {
    const definition = filterOf(kind, field);
    const list = filters[field] ?? [];
    for (const item of items) {
      const text = (bound: number | undefined): string => (bound === undefined ? "" : String(bound));
      const parsed =
        definition === undefined
          ? undefined
          : typeof item === "string"
            ? parseFilterInput(definition, item)
            : parseRangeInput(definition, text(item.min), text(item.max));
      if (parsed?.ok !== true || list.length >= mostItems) {
        isValid = false;
        continue;
      }
      const found = { ...parsed.item, ...(exact && { exact_match: true }), ...(exclude && { exclude }) };
      if (!list.some((one) => JSON.stringify(one) === JSON.stringify(found))) {
        list.push(found);
      }
    }
    if (list.length > 0) {
      filters[field] = list;
    }
  }
  return isValid;
}

/** The unused parts; those with only fillers between them are one. */
function spans(text: string, tokens: readonly Token[], atoms: readonly Atom[], unused: ReadonlySet<Atom>): string[] {
  const found: { start: number; end: number; clause: number }[] = [];
  let isOpen = false;
  for (const atom of atoms) {
    const before = found.at(-1);
    const start = tokens[atom.from]?.start ?? 0;
    const next = tokens.findIndex(({ afterBreak }, at) => at >= atom.to && afterBreak);
    const last = tokens[(atom.scope === undefined ? atom.to : next < 0 ? tokens.length : next) - 1];
    const end = last?.end ?? 0;
    if (!unused.has(atom)) {
      isOpen = false;
    } else if (isOpen && before?.clause === atom.clause) {
      before.end = Math.max(before.end, end);
    } else {
      found.push({ start, end, clause: atom.clause });
      isOpen = true;
    }
  }
  return found.map(({ start, end }) => text.slice(start, end));
}
/** What one click makes of a part that was not used; `undefined` where no filter takes any words. */
export function asKeyword(
  search: SearchKind,
  words: string,
): { readonly field: FilterField; readonly item: FilterItem } | undefined {
  const field = search === "company" ? "keywords" : "current_company_specialties";
  const [first, ...rest] = tokensOf(words.slice(0, longestDescription));
  const isExcluded = first?.meaning.role === "not";
  const begin = isExcluded
    ? rest.find(({ meaning }) => meaning.role !== "filler" && meaning.role !== "preposition")
    : first;
  const definition = filterOf(search, field);
  const parsed =
    begin === undefined || definition === undefined
      ? undefined
      : parseFilterInput(definition, words.slice(begin.start));
  return parsed?.ok === true ? { field, item: { ...parsed.item, ...(isExcluded && { exclude: true }) } } : undefined;
}
