// The parts of a description that are each one filter's, and how they are joined.
import type { FilterField, SearchKind } from "../../service/filterCatalogue";
import { mostCredits, mostRecords } from "../fetchInput";
import type { FetchSettings } from "../searchDocument";
import { jobAt, type Adds, type Job } from "./jobs";
import type { RangeMeaning } from "./quantities";
import type { Token } from "./tokens";
import type { Role } from "./vocabulary";

export interface Part {
  /** The first token, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Which part of the description between commas. */
  readonly clause: number;
  /** How it is joined to the one before. */
  readonly join?: "and" | "or";
  /** Nothing is between it and the one before. */
  readonly isAdjacent: boolean;
  /** Empty for what is not understood. */
  readonly adds: readonly Adds[];
  readonly job?: Job;
  /** It says something about the rest of its clause: "not", "like". */
  readonly scope?: "not" | "others";
}

/** What a description is about, and whether a word says so. */
export interface Subject {
  readonly kind: SearchKind;
  readonly isSure: boolean;
}

const ofPeople = new Set<Role | undefined>(["person", "somePeople", "at", "pastAt", "studied", "skilledIn", "speaks"]);

/** The first noun decides. */
export function subjectOf(tokens: readonly Token[]): Subject {
  // "nurses in hospitals" are no hospitals.
  let isSure = true;
  for (const [index, { meaning, text, number }] of tokens.entries()) {
    const next = tokens[index + 1];
    isSure &&= isKnown(tokens[index] as Token) || next?.meaning.role !== "preposition";
    const { role, level, titles, job, industry, type, function: work } = meaning;
    if (ofPeople.has(role) || level !== undefined || titles !== undefined || job === true) {
      return { kind: "people", isSure: true };
    }
    const isNoun = industry !== undefined && work === undefined && /s$/iu.test(text);
    const isOfPerson = next !== undefined && !next.afterBreak && isJobWord(next);
    const isOfCompany = number?.kind === "range" && (number.meaning === "headcount" || number.meaning === "founded");
    if (
      role === "company" ||
      role === "someCompanies" ||
      isOfCompany ||
      (isNoun && !isOfPerson) ||
      (type !== undefined && /s$/iu.test(text))
    ) {
      return { kind: "company", isSure };
    }
  }
  const isWork = tokens.some(({ meaning }) => meaning.function !== undefined && meaning.industry === undefined);
  return { kind: isWork ? "people" : "company", isSure: tokens.every(isKnown) };
}

const isKnown = ({ meaning, number, domain }: Token): boolean =>
  Object.keys(meaning).length > 0 || number !== undefined || domain !== undefined;

const isJobWord = ({ meaning: { level, titles, job, ofTitle } }: Token): boolean =>
  level !== undefined || titles !== undefined || job === true || ofTitle === true;

const ranges: Record<RangeMeaning, Record<SearchKind, FilterField | undefined>> = {
  headcount: { company: "headcounts", people: "current_company_headcounts" },
  founded: { company: "founded_years", people: "current_company_founded_years" },
  yearsInPosition: { company: undefined, people: "current_position_years_in" },
  yearsAtCompany: { company: undefined, people: "current_company_years_at" },
  daysSinceChange: { company: undefined, people: "current_company_days_since_last_job_change" },
};

/** The filters that take any name, after the words that begin one. */
const namesAfter: Partial<Record<Role, Partial<Record<SearchKind, FilterField>>>> = {
  at: { people: "current_company_names" },
  pastAt: { people: "past_company_names" },
  using: { company: "technologies" },
  named: { company: "names", people: "person_names" },
  studied: { people: "person_universities" },
  skilledIn: { people: "person_skills" },
};

/** Named as not used. */
const withoutFilter = new Set<Role | undefined>(["unusable", "somePeople", "someCompanies"]);

/** A larger number is no number that a search can have. */
const most = { records: mostRecords, credits: mostCredits };

export class PartReader {
  readonly parts: Part[] = [];
  readonly fetch: { -readonly [Name in keyof FetchSettings]: FetchSettings[Name] } = {};
  private at = 0;
  private clause = 0;
  private join: "and" | "or" | undefined;
  private isAdjacent = false;
  private noun: SearchKind = "people";
  private isSpeaking = false;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly subject: Subject,
  ) {
    for (let token = tokens[0]; token !== undefined; token = tokens[this.at]) {
      if (token.afterBreak) {
        this.clause += 1;
        this.join ??= "and";
        this.isAdjacent = false;
      }
      const from = this.at;
      if (!this.readNumber(token) && !this.readRole(token) && !this.readJob() && !this.readValue(token)) {
        // Who is meant is open: nothing that is said of them can be used.
        this.push([], from + 1, subject.isSure ? {} : { scope: "others" });
      }
      this.at = Math.max(this.at, from + 1);
    }
  }

  private push(adds: readonly Adds[], to: number, rest: Pick<Part, "job" | "scope"> = {}): true {
    const { at: from, clause, join, isAdjacent } = this;
    this.parts.push({ from, to, clause, ...(join !== undefined && { join }), isAdjacent, adds, ...rest });
    this.at = to;
    this.join = undefined;
    this.isAdjacent = true;
    return true;
  }

  private add(company: FilterField | undefined, people: FilterField | undefined, items: Adds["items"], to = 1): true {
    const field = this.subject.kind === "company" ? company : people;
    return this.push(field === undefined ? [] : [{ field, items }], this.at + to);
  }

  private readNumber({ number, domain }: Token): boolean {
    if (domain !== undefined) {
      const field = this.subject.kind === "company" ? "domains" : "current_company_domains";
      return this.push([{ field, items: [domain], exact: true }], this.at + 1);
    }
    if (number?.kind === "range" && !this.isHalf()) {
      const { company, people } = ranges[number.meaning];
      return this.add(company, people, [number.quantity]);
    }
    if (number === undefined) {
      return false;
    }
    if (number.kind === "unknown" || number.kind === "range" || number.count < 1 || number.count > most[number.kind]) {
      return this.push([], this.at + 1);
    }
    this.fetch[number.kind] = number.count;
    this.isAdjacent = false;
    return true;
  }

  /** "more than 50 but at most 200 employees": only the second number is understood. */
  private isHalf(): boolean {
    const before = this.parts.at(-1);
    const between = this.tokens.slice(before?.to, this.at);
    return (
      before !== undefined &&
      this.tokens[before.from]?.number?.kind === "unknown" &&
      between.length > 0 &&
      between.every(({ meaning: { role } }) => role === "and" || role === "or" || role === "break")
    );
  }

  /** Words that connect, and those that begin a name. */
  private readRole({ meaning: { role, industry } }: Token): boolean {
    if (role === undefined || withoutFilter.has(role) || industry !== undefined) {
      this.noun = role === "someCompanies" ? "company" : this.noun;
      return false;
    }
    if (role in namesAfter) {
      return this.readNames(role);
    }
    switch (role) {
      case "and":
      case "or":
        this.join = this.join === "or" ? "or" : role;
        return true;
      case "break":
        this.clause += 1;
        this.join = undefined;
        break;
      case "not":
      case "others":
        return this.push([], this.at + 1, { scope: role });
      case "former":
        return this.readFormer();
      case "skills":
        return this.readBehind(undefined, "person_skills");
      case "knownAlready":
        this.fetch.leaveOutKnown = true;
        return true;
      case "speaks":
        this.isSpeaking = true;
        break;
      case "person":
      case "company":
        this.noun = role === "person" ? "people" : role;
        break;
      default:
    }
    this.isAdjacent = false;
    return true;
  }

  private readNames(role: Role): boolean {
    const field = namesAfter[role]?.[this.subject.kind];
    const { names, to } = this.namesFrom(this.at + 1);
    const next = this.tokens[to];
    const isWhole =
      next === undefined || next.afterBreak || next.number !== undefined || next.meaning.role !== undefined;
    if (
      field !== undefined &&
      names.length > 0 &&
      isWhole &&
      !["company", "unusable"].includes(next?.meaning.role ?? "")
    ) {
      return this.push([{ field, items: names }], to);
    }
    if (role !== "at") {
      return this.push([], this.at + 1, { scope: "others" });
    }
    this.noun = "company";
    this.isAdjacent = false;
    return true;
  }

  /** "Python skills": one name before the word. */
  private readBehind(company: FilterField | undefined, people: FilterField | undefined): boolean {
    const name = this.parts.at(-1);
    if (name === undefined || name.join === "or" || name.adds.length > 0 || this.nameEnd(name.from) !== this.at) {
      return this.push([], this.at + 1);
    }
    this.parts.pop();
    const written = this.written(name.from, name.to);
    this.at = name.from;
    this.join = name.join;
    this.isAdjacent = name.isAdjacent;
    return this.add(company, people, [written], name.to - name.from + 1);
  }

  private written(from: number, to: number): string {
    const words = this.tokens.slice(from, to).map(({ text }) => text);
    return words.join(" ");
  }

  /** Words that begin with a capital, not all of them known: "Acme Corp and Beta Inc". */
  private namesFrom(first: number): { readonly names: readonly string[]; readonly to: number } {
    const names: string[] = [];
    for (let from = first; ;) {
      const to = this.nameEnd(from);
      if (to === undefined) {
        return { names, to: names.length === 0 ? first : from - 1 };
      }
      names.push(this.written(from, to));
      const join = this.tokens[to]?.meaning.role;
      if ((join !== "and" && join !== "or") || this.tokens[to]?.afterBreak === true) {
        return { names, to };
      }
      from = to + 1;
    }
  }

  private nameEnd(from: number): number | undefined {
    let [to, isUnknown] = [from, false];
    for (let token = this.tokens[to]; token?.isCapitalized === true && (to === from || !token.afterBreak);) {
      if (token.meaning.role !== undefined || token.number !== undefined || token.domain !== undefined) {
        break;
      }
      isUnknown ||= Object.keys(token.meaning).length === 0;
      to += 1;
      token = this.tokens[to];
    }
    return isUnknown ? to : undefined;
  }

  /** "former CTOs"; what else is former is not that of today. */
  private readFormer(): boolean {
    const found = this.subject.kind === "people" ? jobAt(this.tokens, this.at + 1) : undefined;
    return found === undefined
      ? this.push([], this.at + 1, { scope: "others" })
      : this.push([{ field: "past_position_titles", items: found.job.titles ?? [found.job.written] }], found.to);
  }

  private readJob(): boolean {
    const found = this.subject.kind === "people" ? jobAt(this.tokens, this.at) : undefined;
    this.noun = found === undefined ? this.noun : "people";
    return found !== undefined && this.push([], found.to, { job: found.job });
  }

  private readValue(token: Token): boolean {
    const { role, industry, type, language, places, origin, function: work } = token.meaning;
    const name = this.nameEnd(this.at);
    if (withoutFilter.has(role)) {
      return false;
    }
    if (name !== undefined && name > this.at + 1) {
      // "London Business School" is no place.
      return this.push([], name);
    }
    if (language !== undefined && this.subject.kind === "people" && this.isSpoken()) {
      return this.add(undefined, "person_languages", [language]);
    }
    const [before, next] = [this.tokens[this.at - 1], this.tokens[this.at + 1]];
    const isOther = next !== undefined && !next.afterBreak && !isKnown(next);
    const where = places ?? origin;
    if (where !== undefined) {
      const noun = places === undefined ? this.nounAfter() : this.noun;
      if (noun === undefined && isOther) {
        // "German passports" are not in Germany.
        return this.push([], this.at + 2);
      }
      const isPerson = (noun ?? this.noun) === "people";
      return this.add("headquarters_locations", isPerson ? "person_locations" : "current_company_headquarters", where);
    }
    if (type !== undefined) {
      return this.add("types", "current_company_types", [type]);
    }
    const isOfCompany = next?.meaning.role === "company" || before?.meaning.role === "at";
    if (work !== undefined && this.subject.kind === "people" && !(industry !== undefined && isOfCompany)) {
      // "sales reps" are not everybody in sales.
      return isOther
        ? this.push([], this.at + 2)
        : this.push([], this.at + 1, { job: { function: work, written: token.text } });
    }
    if (industry === undefined) {
      return false;
    }
    if (isOther && !this.subject.isSure) {
      // "legal counsels" are not the industry.
      return this.push([], this.at + 2, { scope: "others" });
    }
    this.noun = role === "company" || /s$/u.test(token.text) ? "company" : this.noun;
    return this.add("industries", "current_company_industries", [industry]);
  }

  /** "speak French and German", "French and German speaking" */
  private isSpoken(): boolean {
    const end = this.tokens.findIndex(({ meaning }, index) => {
      const isList = meaning.language !== undefined || meaning.role === "and" || meaning.role === "or";
      return index > this.at && !isList;
    });
    const [before, after] = [this.parts.at(-1), this.tokens[end]];
    const isInList = before?.adds.some(({ field }) => field === "person_languages");
    const isBegun = ["speaks", "filler"].includes(this.tokens[this.at - 1]?.meaning.role ?? "");
    return (this.isSpeaking && (isInList === true || isBegun)) || after?.meaning.role === "speaks";
  }

  /** What "German" is said of: the noun after it. */
  private nounAfter(): SearchKind | undefined {
    for (const token of this.tokens.slice(this.at + 1)) {
      const { role, industry } = token.meaning;
      if (token.afterBreak || role === "preposition" || role === "at") {
        break;
      }
      if (role === "company" || role === "person" || isJobWord(token)) {
        return role === "company" ? "company" : "people";
      }
      if (industry !== undefined) {
        return "company";
      }
    }
    return undefined;
  }
}
