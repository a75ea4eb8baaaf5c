// Turns a description in plain words into a search: known values, numbers, and places become filters. Other words are
// reported as not used, and so are negations and alternatives that filters cannot express.
//
//   text → tokens → statements → use of each: included, excluded, unused → filters and unused words
import type { FilterField, SearchKind } from "../../service/filterCatalogue";
import type { FilterItem } from "../../service/requests";
import type { FetchSettings } from "../searchDocument";
import { fields, itemOf, searchOf, statementsOf, type Statement } from "./statements";
import { tokensOf } from "./tokens";

/** A search that was read from a description. */
export interface DescribedSearch {
  readonly search: SearchKind;
  readonly filters: Readonly<Record<string, readonly FilterItem[]>>;
  /** Only the limits that the description contains. */
  readonly fetch: FetchSettings;
  /** Parts of the description that were not used, as they were written. */
  readonly notUsed: readonly string[];
}

/** The maximum length in characters. */
export const longestDescription = 4000;

/** `search`: the kind of search that the description is for, where it is known. */
export function readDescription(description: string, search?: SearchKind): DescribedSearch {
  const text = description.slice(0, longestDescription);
  const tokens = tokensOf(text);
  const said = search ?? searchOf(tokens);
  const kind = said ?? "company";
  const statements = statementsOf(tokens, kind);
  const uses = usesOf(statements, said !== undefined);
  const fetch = statements.map(({ says }) => (says.kind === "limit" ? says.fetch : {}));
  return {
    search: kind,
    filters: filtersOf(uses),
    fetch: Object.assign({}, ...fetch),
    notUsed: unusedWords(text, uses),
  };
}

type Use = "included" | "excluded" | "unused";
type Uses = ReadonlyMap<Statement, Use>;

/** The use of each statement. `isClear`: it is known whether the description is about companies or people. */
function usesOf(statements: readonly Statement[], isClear: boolean): Uses {
  const uses = new Map<Statement, Use>();
  for (const statement of statements) {
    const { kind } = statement.says;
    uses.set(statement, kind === "limit" || (isClear && kind !== "unknown") ? "included" : "unused");
  }
  const setAll = (some: readonly Statement[], use: Use): void => some.forEach((one) => uses.set(one, use));
  const inClause = (clause: number): readonly Statement[] => statements.filter((one) => one.clause === clause);
  const scoped = new Set<number>();
  for (const [at, scope] of statements.entries()) {
    const { says, clause } = scope;
    if ((says.kind !== "not" && says.kind !== "others") || scoped.has(clause)) {
      continue;
    }
    scoped.add(clause);
    const rest = statements.slice(at + 1).filter((one) => one.clause === clause);
    const next = statements[at + 1 + rest.length];
    if (says.kind === "others" || !isList(rest)) {
      setAll([scope, ...rest], "unused");
    } else if (next !== undefined && isSameFilter(next, rest[0])) {
      // "no banks, insurers": it is ambiguous whether the second is excluded, too.
      setAll([scope, ...rest, ...inClause(next.clause)], "unused");
    } else {
      setAll([scope, ...rest], "excluded");
    }
  }
  for (const [nth, right] of statements.entries()) {
    const left = statements[nth - 1];
    // "50 employees or in Berlin" cannot be expressed.
    if (
      left !== undefined &&
      right.join === "or" &&
      !(isSameFilter(left, right) && uses.get(left) === uses.get(right))
    ) {
      setAll([...inClause(left.clause), ...inClause(right.clause)], "unused");
    }
  }
  setAll(conflicting(statements, uses), "unused");
  return uses;
}

/** "Italian restaurants in London": the place is ambiguous. A list continues from value to value. */
function conflicting(statements: readonly Statement[], uses: Uses): readonly Statement[] {
  const open = statements.filter((statement) => uses.get(statement) !== "excluded");
  return open.flatMap((statement, nth) => {
    const isOther = (other: Statement): boolean => uses.get(other) === "included" && isSameFilter(other, statement);
    const last = open.slice(0, nth).findLastIndex(isOther);
    const isList = open.slice(last + 1, nth + 1).every(({ join }) => join !== undefined);
    return last >= 0 && !isList && isOther(statement) ? open.filter(isOther) : [];
  });
}

const fieldsOf = ({ says }: Statement): readonly FilterField[] =>
  says.kind === "values" ? says.values.map(({ field }) => field) : [];

const isSameFilter = (one: Statement, other: Statement | undefined): boolean =>
  other !== undefined && fieldsOf(one).some((field) => fieldsOf(other).includes(field));

/** Whether all statements are texts of one filter, because only those can be excluded. */
function isList(statements: readonly Statement[]): boolean {
  const items = statements.flatMap(({ says }) =>
    says.kind === "values" ? says.values.flatMap((one) => one.items) : [],
  );
  const [first] = statements;
  return (
    items.every((item) => "value" in item) &&
    new Set(statements.flatMap(fieldsOf)).size === 1 &&
    statements.every((one) => isSameFilter(one, first) && (one === first || one.join !== undefined))
  );
}

function filtersOf(uses: Uses): Record<string, readonly FilterItem[]> {
  const filters: Record<string, readonly FilterItem[]> = {};
  for (const [{ says }, use] of uses) {
    for (const { field, items } of says.kind === "values" && use !== "unused" ? says.values : []) {
      const known = filters[field] ?? [];
      const added = items.map((item) => (use === "excluded" ? { ...item, exclude: true } : item));
      const fresh = added.filter((item) => known.every((one) => JSON.stringify(one) !== JSON.stringify(item)));
      filters[field] = [...known, ...fresh];
    }
  }
  return filters;
}

/** The unused words as written; adjacent statements of one clause are joined. */
function unusedWords(text: string, uses: Uses): readonly string[] {
  const found: { start: number; end: number; clause: number }[] = [];
  let isOpen = false;
  for (const [{ start, end, clause }, use] of uses) {
    const before = found.at(-1);
    if (use === "unused" && isOpen && before?.clause === clause) {
      before.end = Math.max(before.end, end);
    } else if (use === "unused") {
      found.push({ start, end, clause });
    }
    isOpen = use === "unused";
  }
  return found.map(({ start, end }) => text.slice(start, end));
}

const keywordFields = { company: "keywords", people: "current_company_specialties" } as const;

/** The filter that one click makes of an unused part: of domains, else of keywords. */
export function asFilter(
  search: SearchKind,
  words: string,
): { readonly field: FilterField; readonly item: FilterItem } | undefined {
  const [first, ...rest] = tokensOf(words.slice(0, longestDescription));
  const isExcluded = first?.meaning.role === "not";
  const begin = isExcluded ? rest.find(({ meaning: { role } }) => role !== "filler" && role !== "preposition") : first;
  const isDomain = begin?.domain !== undefined && begin.end === words.length;
  const field = isDomain ? fields.domain[search] : keywordFields[search];
  const item = begin && itemOf(search, field, words.slice(begin.start));
  return item && { field, item: isExcluded ? { ...item, exclude: true } : item };
}
