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

export interface Job {
  readonly level?: string;
  readonly function?: string;
  /** "of Sales", after the level: it holds for all levels before it. */
  readonly isShared?: boolean;
  /** Where it is a title of its own, in all its forms. */
  readonly titles?: readonly string[];
  /** As a title. */
  readonly written: string;
}

/** The most words before the last one of a title, and after "Head of". */
const mostWords = 3;
/** Levels whose field of work can be any words. */
const levelsOf = new Set(["Head", "VP", "Director"]);
/** Between a level and its field of work. */
const ofWords = new Set(["of", "in", "for"]);

const isJoined = (token: Token | undefined): token is Token => token !== undefined && !token.afterBreak;

/** The job that begins at a token, and the token after it. */
export function jobAt(tokens: readonly Token[], from: number): { readonly job: Job; readonly to: number } | undefined {
  const first = tokens[from]?.meaning;
  const rest = first?.level === "Senior" && isJoined(tokens[from + 1]) ? jobAt(tokens, from + 1) : undefined;
  if (rest !== undefined && rest.job.function === undefined) {
    const written = `Senior ${rest.job.written}`;
    const { titles } = rest.job;
    return {
      job: { ...(titles === undefined ? { titles: [written] } : { level: "Senior", titles }), written },
      to: rest.to,
    };
  }
  let at = from;
  while (at < from + mostWords && isBefore(tokens[at]) && isJoined(tokens[at + 1])) {
    at += 1;
  }
  // A word that can be before a title can also be one, or none.
  while (at > from && tokens[at]?.meaning.job === undefined && tokens[at]?.meaning.level === undefined) {
    at -= 1;
  }
  const { meaning, text } = tokens[at] ?? { meaning: {}, text: "" };
  const written = (to: number): string =>
    tokens
      .slice(from, to)
      .map((token, nth) => (nth === at - from ? singular(token.text) : token.text))
      .join(" ");
  const { level, titles } = meaning;
  if (titles !== undefined) {
    return {
      job: { titles: titles.length > 0 ? titles : [singular(text)], written: titles[0] ?? singular(text) },
      to: at + 1,
    };
  }
  if (level === undefined ? meaning.job : at > from && !(at === from + 1 && first?.function !== undefined)) {
    return { job: { titles: [written(at + 1)], written: written(at + 1) }, to: at + 1 };
  }
  return level === undefined ? undefined : levelAt(tokens, at, level, first?.function, written);
}

const isBefore = (token: Token | undefined): boolean =>
  token?.meaning.ofTitle === true || token?.meaning.function !== undefined;

/** "sales director", "VP Sales", "VP of Sales", "Head of Machine Learning Platform", "partner". */
function levelAt(
  tokens: readonly Token[],
  at: number,
  level: string,
  before: string | undefined,
  written: (to: number) => string,
): { readonly job: Job; readonly to: number } {
  if (before !== undefined) {
    return { job: { level, function: before, written: written(at + 1) }, to: at + 1 };
  }
  const isShared = isJoined(tokens[at + 1]) && ofWords.has(folded(tokens[at + 1]?.text ?? ""));
  const begin = isShared ? at + 2 : at + 1;
  const field = tokens[begin];
  if (isJoined(field) && field.meaning.function !== undefined && tokens[begin + 1]?.meaning.role !== "company") {
    return { job: { level, function: field.meaning.function, isShared, written: written(begin + 1) }, to: begin + 1 };
  }
  let end = begin;
  while (tokens[at + 1]?.text === "of" && levelsOf.has(level) && end < begin + mostWords && isField(tokens[end])) {
    end += 1;
  }
  return end > begin
    ? { job: { titles: [written(end)], written: written(end) }, to: end }
    : { job: { level, written: written(at + 1) }, to: at + 1 };
}

const isField = (token: Token | undefined): boolean =>
  isJoined(token) &&
  token.number === undefined &&
  (Object.keys(token.meaning).length === 0 ||
    isBefore(token) ||
    (token.meaning.role === "person" && token.isCapitalized));

const singular = (word: string): string =>
  /^[A-Z]{2,}s$/.test(word) || /[^s]s$/.test(word) ? word.slice(0, -1) : word;

/** Several jobs are alternatives: levels, functions, or titles. Mixed ones are titles, if each can be one. */
export function addsOfJobs(jobs: readonly Job[]): readonly Adds[] {
  const list = (field: FilterField, items: readonly string[]): readonly Adds[] =>
    items.length === 0 ? [] : [{ field, items }];
  const levels = jobs.flatMap(({ level }) => level ?? []);
  const functions = jobs.flatMap((job) => job.function ?? []);
  const titles = jobs.flatMap((job) => job.titles ?? []);
  const isOneList = levels.length === 0 || functions.length + titles.length === 0;
  const isShared =
    titles.length === 0 && levels.length === jobs.length && functions.length === 1 && jobs.at(-1)?.isShared;
  const isPlain = titles.length === 0 || jobs.every((job) => job.titles !== undefined);
  if (jobs.length === 1 || isShared === true || (isOneList && isPlain)) {
    return [
      ...list("current_position_seniority_level", levels),
      ...list("current_position_job_functions", functions),
      ...list("current_position_titles", titles),
    ];
  }
  const isComplete = jobs.every((job) => job.titles !== undefined || job.level !== undefined);
  const written = (job: Job): readonly string[] => (job.level === undefined ? (job.titles ?? []) : [job.written]);
  return isComplete ? list("current_position_titles", jobs.flatMap(written)) : [];
}
