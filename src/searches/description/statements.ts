// Splits a description into statements: values of a filter, a job, or a limit.
import { filterOf, type FilterField, type SearchKind } from "../../service/filterCatalogue";
import type { FilterItem } from "../../service/requests";
import { mostCredits, mostRecords } from "../fetchInput";
import { parseFilterInput, parseRangeInput } from "../filterInput";
import type { FetchSettings } from "../searchDocument";
import { isJobWord, isOfJob, jobsAt } from "./jobs";
import type { NumberMeaning, Quantity } from "./numbers";
import { isCapitalized, isKnown, isListWord, nextInClause, type Token } from "./tokens";
import type { Fields, Role } from "./vocabulary";

type Values = readonly { readonly field: FilterField; readonly items: readonly FilterItem[] }[];

export type Says =
  | { readonly kind: "values"; readonly values: Values }
  | { readonly kind: "limit"; readonly fetch: FetchSettings }
  /** Excludes the next statement of its clause. */
  | { readonly kind: "not" }
  /** The rest of its clause describes other companies or people. */
  | { readonly kind: "others" }
  | { readonly kind: "unknown" };

export interface Statement {
  readonly says: Says;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  readonly clause: number;
  /** The conjunction before it. */
  readonly join: "and" | "or" | undefined;
}

/** The statement that begins at a token; words such as "the" are not statements. */
interface Reading {
  readonly says?: Says;
  /** The token after it. */
  readonly to: number;
}

const unknown: Says = { kind: "unknown" };

export function statementsOf(tokens: readonly Token[], search: SearchKind): readonly Statement[] {
  const statements: Statement[] = [];
  let at = 0;
  let last = 0;
  for (let token = tokens[at]; token !== undefined; token = tokens[at]) {
    const { says, to } = readAt(tokens, at, token, search);
    if (says !== undefined) {
      const { start, clause } = token;
      const isScope = says.kind === "not" || says.kind === "others";
      const end = (isScope ? tokens.findLast((one) => one.clause === clause) : tokens[to - 1])?.end ?? start;
      const roles = tokens.slice(last, at).map(({ meaning }) => meaning.role);
      const before = tokens[last - 1];
      const areDomains = token.domain !== undefined && before?.domain !== undefined;
      const isJoined = roles.includes("and") || before?.clause !== clause || areDomains;
      const join = isJoined ? "and" : undefined;
      statements.push({ says, start, end, clause, join: roles.includes("or") ? "or" : join });
      last = to;
    }
    at = to;
  }
  return statements;
}

/** The kind of search that the first noun implies; `undefined` without one. */
export function searchOf(tokens: readonly Token[]): SearchKind | undefined {
  for (const [at, token] of tokens.entries()) {
    const next = nextInClause(tokens, at + 1);
    const noun = nounOf(token);
    // "legal counsels" and "software engineers" are not companies, "nurses in hospitals" are not hospitals.
    const isOfPeople = next !== undefined && (!isKnown(next) || isJobWord(next) || isOfJob(next));
    if (noun !== undefined && !(isOfPeople && token.meaning.industry !== undefined)) {
      return noun;
    }
    if (!isKnown(token) && next?.meaning.role === "preposition" && next.meaning.namesOf === undefined) {
      return undefined;
    }
  }
  if (tokens.some(({ meaning }) => meaning.function !== undefined && meaning.industry === undefined)) {
    return "people";
  }
  return tokens.every(isKnown) ? "company" : undefined;
}

/** "engineers" are people, "banks" are companies. */
function nounOf({ meaning, number }: Token): SearchKind | undefined {
  if (meaning.noun !== undefined) {
    return meaning.noun;
  }
  const isOfPeople = meaning.level ?? meaning.titles ?? meaning.isJob ?? meaning.namesOf?.people;
  if (isOfPeople !== undefined && meaning.namesOf?.company === undefined) {
    return "people";
  }
  const isSize = number?.kind === "range" && (number.of === "headcount" || number.of === "founded");
  const isIndustry = meaning.industry !== undefined && meaning.function === undefined;
  return isSize || isIndustry || meaning.type !== undefined ? "company" : undefined;
}

export const fields = {
  domain: { company: "domains", people: "current_company_domains" },
  industry: { company: "industries", people: "current_company_industries" },
  type: { company: "types", people: "current_company_types" },
  companyPlace: { company: "headquarters_locations", people: "current_company_headquarters" },
  place: { company: "headquarters_locations", people: "person_locations" },
  language: { people: "person_languages" },
  skill: { people: "person_skills" },
  pastTitle: { people: "past_position_titles" },
  headcount: { company: "headcounts", people: "current_company_headcounts" },
  founded: { company: "founded_years", people: "current_company_founded_years" },
  yearsInPosition: { people: "current_position_years_in" },
  yearsAtCompany: { people: "current_company_years_at" },
  daysSinceChange: { people: "current_company_days_since_last_job_change" },
} as const satisfies Record<string, Fields>;

type Value = string | Quantity;

/** The item of a filter; `undefined` if the value is not valid. */
export function itemOf(search: SearchKind, field: FilterField | undefined, value: Value): FilterItem | undefined {
  const definition = field === undefined ? undefined : filterOf(search, field);
  if (definition === undefined) {
    return undefined;
  }
  const parsed =
    typeof value === "string"
      ? parseFilterInput(definition, value)
      : parseRangeInput(definition, String(value.min ?? ""), String(value.max ?? ""));
  if (!parsed.ok) {
    return undefined;
  }
  return /domains$/u.test(definition.field) ? { ...parsed.item, exact_match: true } : parsed.item;
}

/** A statement of values; unknown if this kind of search has no such filter, or a value is not valid. */
function saysValues(search: SearchKind, of: Fields, values: readonly Value[]): Says {
  const items = values.map((value) => itemOf(search, of[search], value)).filter((item) => item !== undefined);
  const field = of[search];
  return field === undefined || items.length < values.length ? unknown : { kind: "values", values: [{ field, items }] };
}

function readAt(tokens: readonly Token[], at: number, token: Token, search: SearchKind): Reading {
  const { number, domain, meaning } = token;
  const to = at + 1;
  if (domain !== undefined) {
    return spoiledByUnknown(tokens, saysValues(search, fields.domain, [domain]), to);
  }
  if (number !== undefined) {
    return { says: readNumber(number, search), to };
  }
  if (meaning.namesOf !== undefined) {
    return readNames(tokens, at, meaning.namesOf, search);
  }
  if (meaning.role !== undefined) {
    return readRole(tokens, at, meaning.role, search);
  }
  const jobs = search === "people" ? jobsAt(tokens, at) : undefined;
  if (jobs !== undefined) {
    const says = jobs.values.flatMap(({ field, values }) => saysValues(search, { people: field }, values));
    const values = says.flatMap((one) => (one.kind === "values" ? one.values : []));
    return { says: values.length === 0 ? unknown : { kind: "values", values }, to: jobs.to };
  }
  const name = endOfName(tokens, at);
  if (name === undefined) {
    return spoiledByUnknown(tokens, readValue(tokens, at, token, search), to);
  }
  if (nextInClause(tokens, name)?.meaning.role === "skills") {
    return { says: saysValues(search, fields.skill, [textOf(tokens, at, name)]), to: name + 1 };
  }
  // "London Business School" is not a place.
  return { says: unknown, to: name };
}

/** "sales reps" does not mean everybody in sales: the unknown word is a part of the statement. */
function spoiledByUnknown(tokens: readonly Token[], says: Says, to: number): Reading {
  const next = nextInClause(tokens, to);
  return next === undefined || isKnown(next) ? { says, to } : { says: unknown, to: to + 1 };
}

function readNumber(number: NumberMeaning, search: SearchKind): Says {
  if (number.kind === "range") {
    return saysValues(search, fields[number.of], [number.quantity]);
  }
  const { records = 1, credits = 1 } = number.kind === "limit" ? number.fetch : {};
  const isPossible = records >= 1 && records <= mostRecords && credits >= 1 && credits <= mostCredits;
  return isPossible ? number : unknown;
}

function readRole(tokens: readonly Token[], at: number, role: Role, search: SearchKind): Reading {
  const to = at + 1;
  switch (role) {
    case "not":
      return { says: { kind: "not" }, to };
    case "former": {
      // After "former CTOs", the rest of the clause describes the past, too.
      const jobs = search === "people" ? jobsAt(tokens, to) : undefined;
      const titles = jobs?.values.flatMap(({ field, values }) => (field === "current_position_titles" ? values : []));
      const isAll = jobs !== undefined && jobs.values.length === 1 && nextInClause(tokens, jobs.to) === undefined;
      return isAll && titles?.length
        ? { says: saysValues(search, fields.pastTitle, titles), to: jobs.to }
        : { says: { kind: "others" }, to };
    }
    case "others":
      return { says: { kind: "others" }, to };
    case "skipKnown":
      return { says: { kind: "limit", fetch: { leaveOutKnown: true } }, to };
    case "skills":
    case "noFilter":
      return { says: unknown, to };
    default:
      return { to };
  }
}

/** Names after words such as "worked at"; other words after those describe something else. */
function readNames(tokens: readonly Token[], at: number, of: Fields, search: SearchKind): Reading {
  const names: string[] = [];
  let to = at + 1;
  let from = to;
  for (let end = endOfName(tokens, from); end !== undefined; end = endOfName(tokens, from)) {
    names.push(textOf(tokens, from, end));
    to = end;
    from = isListWord(nextInClause(tokens, end)) ? end + 1 : tokens.length;
  }
  const next = nextInClause(tokens, to);
  // "using Kubernetes clusters" contains more than a name.
  const isMore = next !== undefined && next.number === undefined && next.meaning.role === undefined;
  if (names.length > 0 && !isMore && next?.meaning.noun === undefined && next?.meaning.role !== "noFilter") {
    return { says: saysValues(search, of, names), to };
  }
  return tokens[at]?.meaning.role === "preposition" ? { to: at + 1 } : { says: { kind: "others" }, to: at + 1 };
}

/** The end of a name: words with a capital letter, not all of them known: "Boston Consulting Group". */
function endOfName(tokens: readonly Token[], from: number): number | undefined {
  let to = from;
  let isUnknown = false;
  for (let token = tokens[from]; token !== undefined && isInName(token); token = nextInClause(tokens, to)) {
    isUnknown ||= !isKnown(token);
    to += 1;
  }
  return isUnknown ? to : undefined;
}

const isInName = (token: Token): boolean =>
  isCapitalized(token) && (token.meaning.role ?? token.meaning.namesOf ?? token.number ?? token.domain) === undefined;

const textOf = (tokens: readonly Token[], from: number, to: number): string =>
  tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(" ");

/** A word of the lists of values. */
function readValue(tokens: readonly Token[], at: number, token: Token, search: SearchKind): Says {
  const { industry, type, language, places, origin } = token.meaning;
  const placeOf = (noun: Token | undefined): Fields =>
    noun !== undefined && nounOf(noun) === "company" ? fields.companyPlace : fields.place;
  if (language !== undefined && isSpoken(tokens, at)) {
    return saysValues(search, fields.language, [language]);
  }
  if (places !== undefined) {
    // "Austin, Texas" means Austin: as alternatives, they would match all of Texas.
    const isAroundLast = token.meaning.isCity !== true && tokens[at - 1]?.meaning.isCity === true;
    const noun = tokens.slice(0, at).findLast((before) => nounOf(before) !== undefined);
    return isAroundLast ? unknown : saysValues(search, placeOf(noun), places);
  }
  if (origin !== undefined) {
    // "German passports" are not in Germany.
    const rest = tokens.slice(at + 1).filter(({ clause }) => clause === token.clause);
    const noun = rest.find((next) => nounOf(next) !== undefined || next.meaning.role === "preposition");
    return noun === undefined || nounOf(noun) === undefined ? unknown : saysValues(search, placeOf(noun), [origin]);
  }
  if (type !== undefined) {
    return saysValues(search, fields.type, [type]);
  }
  return industry === undefined ? unknown : saysValues(search, fields.industry, [industry]);
}

/** "speak French and German", "French and German speaking" */
function isSpoken(tokens: readonly Token[], at: number): boolean {
  const isInList = (token: Token): boolean => token.meaning.language !== undefined || isListWord(token);
  const before = tokens.slice(0, at).findLast((token) => !isInList(token));
  const after = tokens.slice(at).find((token) => !isInList(token));
  return before?.meaning.role === "speaks" || after?.meaning.role === "speaks";
}
