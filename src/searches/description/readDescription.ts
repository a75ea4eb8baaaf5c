// Turns a description in plain words into a search: known values, numbers, and places become
// filters. Everything else is named and not applied, and so is what is negated or joined by "or" in a way that filters
// cannot express.
import { filterOf, type FilterField, type SearchKind } from "../../service/filterCatalogue";
import type { FilterItem } from "../../service/requests";
import { parseFilterInput, parseRangeInput } from "../filterInput";
import type { FetchSettings } from "../searchDocument";
import { addsOfJobs, type Adds } from "./jobs";
import { PartReader, subjectOf, type Part } from "./parts";
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
const mostItems = 100;

/** `search`: the kind of search that the description is for, where it is known. */
export function readDescription(description: string, search?: SearchKind): DescribedSearch {
  const text = description.slice(0, longestDescription);
  const tokens = tokensOf(text);
  const subject = search === undefined ? subjectOf(tokens) : { kind: search, isSure: true };
  const { parts, fetch } = new PartReader(tokens, subject);
  const unused = new Set(parts.filter(({ adds, job }) => adds.length === 0 && job === undefined));
  const excluded = applyScopes(tokens, parts, unused);
  checkLists(parts, excluded, unused);
  const filters: Record<string, FilterItem[]> = {};
  const jobs = parts.filter((part) => part.job !== undefined && !unused.has(part) && !excluded.has(part));
  const wanted = addsOfJobs(jobs.flatMap(({ job }) => job ?? []));
  jobs.forEach((part) => wanted.length === 0 && unused.add(part));
  for (const part of parts) {
    const ofJob = part.job && (excluded.has(part) ? addsOfJobs([part.job]) : part === jobs[0] ? wanted : []);
    if (!unused.has(part) && !add(filters, subject.kind, ofJob ?? part.adds, excluded.has(part))) {
      unused.add(part);
    }
  }
  return { search: subject.kind, filters, fetch, notUsed: spans(text, tokens, parts, unused) };
}

const fieldsOf = ({ adds, job }: Part): readonly string[] => (job ? ["job"] : adds.map(({ field }) => field));

/** "not only in Germany" leaves nothing out. */
const partly = /^(?:only|just|all|every|both)$/iu;

/** After "not", only values of one filter are left out; anything else after it, or after "like", is not used. */
function applyScopes(tokens: readonly Token[], parts: readonly Part[], unused: Set<Part>): Set<Part> {
  const excluded = new Set<Part>();
  const seen = new Set<number>();
  for (const [index, scope] of parts.entries()) {
    if (scope.scope === undefined || seen.has(scope.clause)) {
      continue;
    }
    seen.add(scope.clause);
    const inside = parts.slice(index + 1).filter(({ clause }) => clause === scope.clause);
    const next = parts.find((one, at) => at > index && one.clause > scope.clause);
    const [field, ...others] = new Set(inside.flatMap(fieldsOf));
    // "no banks, insurers": whether the second is meant, too, is open.
    const goesOn =
      field !== undefined && next !== undefined && next.scope === undefined && fieldsOf(next).includes(field);
    const isUnderstood =
      scope.scope === "not" &&
      field !== undefined &&
      others.length === 0 &&
      !goesOn &&
      !tokens.slice(scope.to, inside[0]?.from).some(({ text }) => partly.test(text)) &&
      inside.every((one, at) => {
        const isList = one.scope === undefined && !unused.has(one) && (at === 0 || one.join !== undefined);
        const isValue = (one.job ? addsOfJobs([one.job]) : one.adds).every(
          ({ items }, nth) => nth === 0 && items.every((item) => typeof item === "string"),
        );
        return isList && isValue;
      });
    if (isUnderstood) {
      inside.forEach((one) => excluded.add(one));
      unused.delete(scope);
    } else {
      const open = goesOn && scope.scope === "not" ? [scope.clause, next.clause] : [scope.clause];
      parts.forEach((one, at) => at >= index && open.includes(one.clause) && unused.add(one));
    }
  }
  return excluded;
}

/** Values of one filter are alternatives: what is joined otherwise has no filter. */
function checkLists(parts: readonly Part[], excluded: ReadonlySet<Part>, unused: Set<Part>): void {
  const open = parts.filter((part) => !excluded.has(part));
  const operands: Part[][] = [];
  for (const part of open) {
    const isNew = operands.length === 0 || !part.isAdjacent || part.join !== undefined;
    operands.splice(operands.length, 0, ...(isNew ? [[part]] : []));
    operands.at(-1)?.push(...(isNew ? [] : [part]));
  }
  for (const [index, right] of operands.entries()) {
    const left = operands[index - 1] ?? [];
    const [begin, end] = [right[0], left.at(-1)];
    if (begin?.join === undefined || end === undefined) {
      continue;
    }
    const fields = left.flatMap(fieldsOf);
    const isList =
      (left.length === 1 || right.length === 1) && fieldsOf(end).some((field) => fieldsOf(begin).includes(field));
    const isUnknown = [...left, ...right].some((one) => fieldsOf(one).length === 0);
    const isShared = right.flatMap(fieldsOf).some((field) => fields.includes(field));
    if (begin.join === "or" ? !isList || isUnknown : isShared && !isList) {
      open.filter(({ clause }) => clause === begin.clause || clause === end.clause).forEach((one) => unused.add(one));
    }
  }
  const last = new Map<string, number>();
  for (const [index, part] of open.entries()) {
    for (const field of unused.has(part) ? [] : fieldsOf(part)) {
      const before = last.get(field);
      // "German banks … in France": the second is of something else.
      if (before === undefined || open.slice(before + 1, index + 1).every(({ join }) => join !== undefined)) {
        last.set(field, index);
      } else {
        unused.add(part);
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
function spans(text: string, tokens: readonly Token[], parts: readonly Part[], unused: ReadonlySet<Part>): string[] {
  const found: { start: number; end: number; clause: number }[] = [];
  let isOpen = false;
  for (const part of parts) {
    const before = found.at(-1);
    const start = tokens[part.from]?.start ?? 0;
    const next = tokens.findIndex(({ afterBreak }, at) => at >= part.to && afterBreak);
    const last = tokens[(part.scope === undefined ? part.to : next < 0 ? tokens.length : next) - 1];
    const end = last?.end ?? 0;
    if (!unused.has(part)) {
      isOpen = false;
    } else if (isOpen && before?.clause === part.clause) {
      before.end = Math.max(before.end, end);
    } else {
      found.push({ start, end, clause: part.clause });
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
