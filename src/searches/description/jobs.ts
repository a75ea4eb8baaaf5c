// Jobs in a description: "VP of Sales", "software engineers", "CTO or Head of Data".
import type { FilterField } from "../../service/filterCatalogue";
import { isCapitalized, isKnown, isListWord, nextInClause, type Token } from "./tokens";

interface Job {
  readonly level?: string;
  readonly function?: string;
  /** A title of its own, in all its forms. */
  readonly titles?: readonly string[];
  /** Whether a function such as "of Sales" follows the level: it applies to all levels before it. */
  readonly isShared?: boolean;
  /** As a title. */
  readonly written: string;
  /** The token after it. */
  readonly to: number;
}

type JobValues = readonly { readonly field: FilterField; readonly values: readonly string[] }[];

/** The most words before the last one of a title, and after "Head of". */
const mostWords = 3;

/** "CTO", "engineer", "director". */
export const isJobWord = (token: Token | undefined): boolean =>
  token?.meaning.level !== undefined || token?.meaning.titles !== undefined || token?.meaning.isJob === true;

/** "software" in "software engineer" */
export const isOfJob = (token: Token | undefined): boolean =>
  token?.meaning.isOfJob === true || token?.meaning.function !== undefined;

/** The jobs that begin at a token, such as "Directors or VPs of finance": the values of their filters. */
export function jobsAt(
  tokens: readonly Token[],
  from: number,
): { readonly values: JobValues; readonly to: number } | undefined {
  const jobs: Job[] = [];
  let job = jobAt(tokens, from);
  while (job !== undefined) {
    jobs.push(job);
    const isJoined = isListWord(nextInClause(tokens, job.to));
    const isInNewClause = nextInClause(tokens, job.to) === undefined;
    job = isJoined || isInNewClause ? jobAt(tokens, isJoined ? job.to + 1 : job.to) : undefined;
  }
  const last = jobs.at(-1);
  return last && { values: valuesOf(jobs), to: last.to };
}

/** Alternatives are levels, functions, or titles. Mixed ones are titles, if each can be one. */
function valuesOf(jobs: readonly Job[]): JobValues {
  const levels = jobs.flatMap(({ level }) => level ?? []);
  const functions = jobs.flatMap((job) => job.function ?? []);
  const titles = jobs.flatMap((job) => job.titles ?? []);
  const values: JobValues = [
    { field: "current_position_seniority_level", values: levels },
    { field: "current_position_job_functions", values: functions },
    { field: "current_position_titles", values: titles },
  ];
  const used = values.filter((one) => one.values.length > 0);
  const isShared = titles.length === 0 && levels.length === jobs.length && functions.length === 1;
  if (jobs.length === 1 || used.length === 1 || (isShared && jobs.at(-1)?.isShared === true)) {
    return used;
  }
  const asTitles = jobs.flatMap((job) => (job.level === undefined ? (job.titles ?? []) : [job.written]));
  const isEachTitle = jobs.every((job) => job.titles !== undefined || job.level !== undefined);
  return isEachTitle ? [{ field: "current_position_titles", values: asTitles }] : [];
}

function jobAt(tokens: readonly Token[], from: number): Job | undefined {
  const at = lastWordOfTitle(tokens, from);
  const to = at + 1;
  const { level, titles, isJob, function: work } = tokens[at]?.meaning ?? {};
  const written = titleOf(tokens, from, to);
  if (at > from) {
    const first = tokens[from]?.meaning;
    if (first?.level !== undefined && level === undefined) {
      return { level: first.level, titles: [titleOf(tokens, from + 1, to)], written, to };
    }
    const isOfLevel = at === from + 1 && level !== undefined && first?.function !== undefined;
    return isOfLevel ? { level, function: first.function, written, to } : { titles: [written], written, to };
  }
  if (titles !== undefined || isJob === true) {
    return { titles: titles ?? [written], written: titles?.[0] ?? written, to };
  }
  if (level !== undefined) {
    return jobOfLevel(tokens, at, level);
  }
  // "sales reps" does not mean everybody in sales, and "marketing agencies" are companies.
  const next = nextInClause(tokens, to);
  const isOther = next !== undefined && (!isKnown(next) || next.meaning.noun === "company");
  return work === undefined || isOther ? undefined : { function: work, written, to };
}

/** The word that makes a title of those before it: "engineer" in "software engineer". */
function lastWordOfTitle(tokens: readonly Token[], from: number): number {
  let at = from;
  while (at < from + mostWords && isOfJob(tokens[at]) && nextInClause(tokens, at + 1) !== undefined) {
    at += 1;
  }
  while (at > from && !isJobWord(tokens[at])) {
    at -= 1;
  }
  return at;
}

/** "VP Sales", "VP of Sales", "Head of Machine Learning Platform", "partner". */
function jobOfLevel(tokens: readonly Token[], at: number, level: string): Job | undefined {
  const of = nextInClause(tokens, at + 1)?.text.toLowerCase() ?? "";
  const begin = ["of", "in", "for"].includes(of) ? at + 2 : at + 1;
  let to = begin;
  while (to < begin + mostWords && isFieldOfWork(nextInClause(tokens, to))) {
    to += 1;
  }
  const work = to === begin + 1 ? tokens[begin]?.meaning.function : undefined;
  if (work !== undefined && nextInClause(tokens, to)?.meaning.noun !== "company") {
    return { level, function: work, isShared: begin === at + 2, written: titleOf(tokens, at, to), to };
  }
  if (to > begin && of === "of" && ["Head", "VP", "Director"].includes(level)) {
    return { titles: [titleOf(tokens, at, to)], written: titleOf(tokens, at, to), to };
  }
  // "partner programs" are not partners.
  const next = nextInClause(tokens, at + 1);
  const isOther = next !== undefined && (!isKnown(next) || isOfJob(next));
  return isOther ? undefined : { level, written: titleOf(tokens, at, at + 1), to: at + 1 };
}

const isFieldOfWork = (token: Token | undefined): boolean =>
  token !== undefined &&
  (!isKnown(token) || isOfJob(token) || (token.meaning.noun === "people" && isCapitalized(token)));

/** The title as written, in the singular. */
const titleOf = (tokens: readonly Token[], from: number, to: number): string =>
  tokens
    .slice(from, to)
    .map((token) => (isJobWord(token) ? token.text.replace(/(?<=^[A-Z]{2,}|[^s])s$/u, "") : token.text))
    .join(" ");
