// Jobs in a description: "VP of Sales", "software engineers", "CTO or Head of Data".
import type { FilterField } from "../../service/filterCatalogue";
import { folded } from "./places";
import type { Quantity } from "./quantities";
import type { Token } from "./tokens";

/** What a part of the description adds to a filter. */
export interface Adds {
  readonly field: FilterField;
  readonly items: readonly (string | Quantity)[];
  readonly exact?: boolean;
}

export interface JobRole {
  readonly level?: string;
  readonly function?: string;
  /** "of Sales", after the level: it holds for all levels before it. */
  readonly isFunctionLast?: boolean;
  readonly titles?: readonly string[];
  /** "Senior" before a title. */
  readonly rank?: string;
  /** As a title. */
  readonly written: string;
}

/** The most words that a level can be of: "Head of Machine Learning Platform". */
const mostWordsOf = 3;
const ranksOf = new Set(["Head", "VP", "Director", "Manager"]);

/** The job that begins at a token, and the token after it. */
export function jobRoleAt(
  tokens: readonly Token[],
  from: number,
): { readonly role: JobRole; readonly to: number } | undefined {
  const rank = tokens[from]?.meaning.level === "Senior" && isContinued(tokens, from + 1) ? "Senior" : undefined;
  let at = rank === undefined ? from : from + 1;
  const begin = at;
  while (isPrefix(tokens[at]) && isContinued(tokens, at + 1) && at - begin < 3) {
    at += 1;
  }
  const head = tokens[at];
  if (head === undefined) {
    return undefined;
  }
  const prefix = tokens.slice(begin, at);
  const written = (to: number): string =>
    [...prefix.map(({ text }) => text), singular(head.text), ...tokens.slice(at + 1, to).map(({ text }) => text)].join(
      " ",
    );
  const { meaning } = head;
  if (meaning.titles !== undefined && prefix.length === 0) {
    const titles = meaning.titles.length > 0 ? meaning.titles : [singular(head.text)];
    return { role: { titles, written: titles[0] ?? head.text, ...(rank && { rank }) }, to: at + 1 };
  }
  if (meaning.job) {
    return { role: { titles: [written(at + 1)], written: written(at + 1), ...(rank && { rank }) }, to: at + 1 };
  }
  if (meaning.level === undefined) {
    return undefined;
  }
  const { level } = meaning;
  const [only] = prefix;
  if (rank !== undefined || prefix.length > 1 || (only !== undefined && only.meaning.function === undefined)) {
    const title = written(at + 1);
    return {
      role: { titles: [rank ? `${rank} ${title}` : title], written: rank ? `${rank} ${title}` : title },
      to: at + 1,
    };
  }
  if (only?.meaning.function !== undefined) {
    return { role: { level, function: only.meaning.function, written: written(at + 1) }, to: at + 1 };
  }
  return levelOf(tokens, at, level, written);
}

/** "VP", "VP Sales", "VP of Sales", "Head of Data". */
function levelOf(
  tokens: readonly Token[],
  at: number,
  level: string,
  written: (to: number) => string,
): { readonly role: JobRole; readonly to: number } {
  const hasOf = ["of", "im", "in", "fur", "for", "der", "des"].includes(folded(tokens[at + 1]?.text ?? ""));
  const of = tokens[at + 1]?.afterBreak === true ? undefined : tokens[hasOf ? at + 2 : at + 1];
  const isOfCompany = (index: number): boolean => tokens[index]?.meaning.role === "company";
  if (of?.meaning.function !== undefined && !of.afterBreak && !isOfCompany(tokens.indexOf(of) + 1)) {
    const to = tokens.indexOf(of) + 1;
    return { role: { level, function: of.meaning.function, isFunctionLast: hasOf, written: written(to) }, to };
  }
  if (hasOf && of !== undefined && ranksOf.has(level) && folded(tokens[at + 1]?.text ?? "") === "of") {
    let to = at + 2;
    const isPart = (token: Token | undefined): boolean =>
      token !== undefined &&
      !token.afterBreak &&
      token.number === undefined &&
      (Object.keys(token.meaning).length === 0 || token.meaning.ofTitle === true);
    while (to < at + 2 + mostWordsOf && isPart(tokens[to])) {
      to += 1;
    }
    if (to > at + 2) {
      return { role: { titles: [written(to)], written: written(to) }, to };
    }
  }
  return { role: { level, written: written(at + 1) }, to: at + 1 };
}

const isPrefix = (token: Token | undefined): boolean =>
  token?.meaning.ofTitle === true || token?.meaning.function !== undefined || token?.meaning.industry !== undefined;

/** The job goes on at this token, and ends with a head. */
function isContinued(tokens: readonly Token[], at: number): boolean {
  for (let index = at; index < Math.min(at + 4, tokens.length); index += 1) {
    const token = tokens[index];
    if (token === undefined || token.afterBreak) {
      return false;
    }
    if (token.meaning.job || (token.meaning.level !== undefined && isRankAfter(tokens, at, index))) {
      return true;
    }
    if (token.meaning.titles !== undefined) {
      return index === at && token.meaning.titles.length === 0;
    }
    if (!isPrefix(token)) {
      return false;
    }
  }
  return false;
}

/** An industry before a level is the company's: "fintech founders". */
function isRankAfter(tokens: readonly Token[], at: number, level: number): boolean {
  const before = tokens.slice(Math.max(0, at - 1), level);
  return before.every(
    ({ meaning }) => meaning.function !== undefined || meaning.ofTitle === true || meaning.level !== undefined,
  );
}

function singular(word: string): string {
  return /^[A-Z]{2,}s$/.test(word) || /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Several jobs are alternatives: levels with one function, or titles; any other list is one of titles. */
export function addsOfRoles(atoms: readonly { readonly role?: JobRole }[]): readonly Adds[] {
  const roles = atoms.flatMap(({ role }) => (role === undefined ? [] : [role]));
  const [first, last] = [roles[0], roles.at(-1)];
  const titles = "current_position_titles";
  if (first === undefined || last === undefined) {
    return [];
  }
  if (roles.every((role) => role.titles !== undefined && (role.rank === undefined || roles.length === 1))) {
    return [
      ...(first.rank === undefined
        ? []
        : [{ field: "current_position_seniority_level" as const, items: [first.rank] }]),
      { field: titles, items: roles.flatMap((role) => role.titles ?? []) },
    ];
  }
  const functions = roles.filter((role) => role.function !== undefined);
  const isShared =
    functions.length === 0 || functions.every((role) => role === last && (roles.length === 1 || role.isFunctionLast));
  const isBare = (role: JobRole): boolean => role.level === undefined && role.titles === undefined;
  // "sales or marketing directors", but not "sales or VP of marketing".
  const isBeforeLevel =
    isBare(last) || (last.level !== undefined && last.function !== undefined && !last.isFunctionLast);
  const areFunctions = isBeforeLevel && roles.every((role) => role === last || isBare(role));
  if (roles.some(isBare) && !areFunctions) {
    return [];
  }
  if ((roles.every(({ level }) => level !== undefined) && isShared) || (areFunctions && roles.some(isBare))) {
    const levels = roles.flatMap(({ level }) => (level === undefined ? [] : [level]));
    const named = functions.flatMap((role) => (role.function === undefined ? [] : [role.function]));
    return [
      ...(levels.length === 0 ? [] : [{ field: "current_position_seniority_level" as const, items: levels }]),
      ...(named.length === 0 ? [] : [{ field: "current_position_job_functions" as const, items: named }]),
    ];
  }
  return [
    {
      field: titles,
      items: roles.flatMap((role) => role.titles ?? [role.rank ? `${role.rank} ${role.written}` : role.written]),
    },
  ];
}
