// Turns a description in plain words into a search without a language model: numbers and known phrases become filters,
// the longest phrase first. What it does not know is listed and never guessed.
import type { FetchSettings } from "../../searches/searchDocument";
import { type FilterField, type SearchKind } from "../../service/filterCatalogue";
import type { FilterItem } from "../../service/requests";
import { readNumber, type NumberReading, type Quantity } from "./quantities";
import { createLexicon, type Lexicon, type Meaning } from "./vocabulary";
import { FoundFilters } from "./foundFilters";
import { UnknownWords } from "./unknownWords";
import { DescriptionWords, isOfPeopleOnly, subjectOf, type Subject } from "./words";

/** A search that was read from a description. */
export interface DescribedSearch {
  readonly search: SearchKind;
  readonly filters: Readonly<Record<string, readonly FilterItem[]>>;
  /** Only what the description says. */
  readonly fetch: FetchSettings;
  /** Parts of the description that have no filter, as they were written. */
  readonly notUnderstood: readonly string[];
}

/** In characters. */
export const longestDescription = 4000;

export function readDescription(description: string): DescribedSearch {
  return new DescriptionReader(description.slice(0, longestDescription), createLexicon()).read();
}

type MeaningOf<K extends Meaning["kind"]> = Extract<Meaning, { readonly kind: K }>;

/** The same fact has different filters in the two searches. */
const fieldsOf = {
  industry: { company: "industries", people: "current_company_industries" },
  companyType: { company: "types", people: "current_company_types" },
  headcount: { company: "headcounts", people: "current_company_headcounts" },
  founded: { company: "founded_years", people: "current_company_founded_years" },
  domain: { company: "domains", people: "current_company_domains" },
} as const satisfies Record<string, Record<SearchKind, FilterField>>;

const names = new Set<FilterField>([
  ...(["names", "person_names", "current_company_names", "past_company_names", "person_universities"] as const),
]);
const abbreviations = new Set(["ux", "ui", "qa", "hr", "it", "ai", "ml", "seo", "bi", "erp", "crm", "pr", "rd"]);

class DescriptionReader {
  private readonly words: DescriptionWords;
  private readonly kind: SearchKind;
  private readonly filters: FoundFilters;
  private readonly unknown: UnknownWords;
  private readonly fetch: { records?: number; credits?: number; leaveOutKnown?: boolean } = {};
  private at = 0;
  private subject: Subject;
  /** Nothing but fillers was read so far. */
  private isFirst = true;
  private isPast = false;
  private speaks = false;

  constructor(
    private readonly text: string,
    lexicon: Lexicon,
  ) {
    this.words = new DescriptionWords(text, lexicon);
    this.unknown = new UnknownWords((at) => this.words.isAfterBreak(at));
    this.kind = this.searchKind();
    this.filters = new FoundFilters(this.kind, (at) => this.words.isFiller(at));
    this.subject = this.kind === "people" ? "person" : "company";
  }

  read(): DescribedSearch {
    while (this.at < this.words.list.length) {
      const before = this.at;
      if (!this.readDomain() && !this.readNumber() && !this.readPhrase()) {
        this.unknown.add(this.at, this.at + 1);
        this.at += 1;
      }
      this.isFirst &&= this.words.isFiller(before);
    }
    const { search, filters, fetch } = { search: this.kind, filters: this.filters.items, fetch: this.fetch };
    const notUnderstood = this.unknown.spans.map(({ from, to }) => this.words.raw(from, to));
    return { search, filters, fetch, notUnderstood };
  }

  /** The first noun decides: "CTOs at companies" are people, "companies with a CTO" are companies. */
  private searchKind(): SearchKind {
    let isLanguage = false;
    for (let at = 0; at < this.words.list.length;) {
      const number = readNumber(this.text, this.words.startOf(at), at === 0);
      if (number !== undefined && number.kind !== "records") {
        at = this.words.wordAfter(number.end, at);
        continue;
      }
      const phrase = this.words.phrase(at);
      const subject = phrase === undefined ? undefined : subjectOf(phrase.meanings);
      const isPerson = phrase?.meanings.some((meaning) => isOfPeopleOnly(meaning, isLanguage));
      if (subject !== undefined || isPerson === true) {
        return subject === "company" ? "company" : "people";
      }
      isLanguage = phrase?.meanings.some(({ kind }) => kind === "language") === true;
      at += phrase?.length ?? 1;
    }
    return "company";
  }

  private readDomain(): boolean {
    const found = this.words.domainAt(this.at);
    if (found === undefined) {
      return false;
    }
    const from = this.at;
    this.at = this.words.wordAfter(found.end, from);
    this.addFound(
      this.filters.add(fieldsOf.domain[this.kind], [{ value: found.value, exact_match: true }], [from, this.at]),
      from,
    );
    return true;
  }

  private readNumber(): boolean {
    const read = readNumber(this.text, this.words.startOf(this.at), this.isFirst);
    if (read === undefined) {
      return false;
    }
    const from = this.at;
    this.at = this.words.wordAfter(read.end, from);
    this.applyNumber(read, from);
    return true;
  }

  private applyNumber(read: NumberReading, from: number): void {
    if (read.kind !== "range") {
      this.fetch[read.kind] = read.count;
      return;
    }
    const { meaning, quantity } = read;
    const field = meaning === "headcount" || meaning === "founded" ? fieldsOf[meaning][this.kind] : meaning;
    this.addRange(field, quantity, from);
  }

  private readPhrase(): boolean {
    const phrase = this.words.phrase(this.at);
    if (phrase === undefined) {
      return false;
    }
    const from = this.at;
    const after = from + phrase.length;
    const meaning = this.chosen(phrase.meanings, after);
    if (meaning === undefined) {
      return false;
    }
    this.at = after;
    this.apply(meaning, from);
    if (meaning.kind !== "language" && meaning.kind !== "and" && meaning.kind !== "speaks") {
      this.speaks = false;
    }
    return true;
  }

  /** The meaning that the words around allow; `undefined` when there is none. */
  private chosen(meanings: readonly Meaning[], after: number): Meaning | undefined {
    const noun = this.words.nounFrom(after);
    const subject = noun === "speaker" ? "person" : (noun ?? this.subject);
    const next = this.words.phrase(after);
    const beforeJob = !this.words.isAfterBreak(after) && next?.meanings.some(({ kind }) => kind === "job") === true;
    const isRank = next?.meanings.some(({ kind }) => kind === "seniority") === true;
    const hasModifiers = this.unknown.before(this.at) < this.at;
    const fits = (meaning: Meaning): boolean => {
      switch (meaning.kind) {
        case "industry":
          return !beforeJob;
        case "function":
          return this.kind === "people" && subject === "person" && (!beforeJob || isRank);
        case "language":
          return this.kind === "people" && (this.speaks || noun === "speaker");
        case "placeAdjective":
          return noun !== "speaker" && !this.speaks;
        case "size":
          return subject === "company";
        case "seniority":
          return this.kind === "people" && !hasModifiers;
        case "title":
        case "job":
        case "former":
          return this.kind === "people";
        case "capture":
          return this.fieldOf(meaning) !== undefined && this.words.isValueAt(after);
        case "skillsBefore":
          return hasModifiers && this.kind === "people";
        default:
          return true;
      }
    };
    return meanings.find(fits);
  }

  private apply(meaning: Meaning, from: number): void {
    switch (meaning.kind) {
      case "place":
      case "placeAdjective":
        return this.addPlaces(meaning.values, from);
      case "industry":
      case "companyType":
        this.subject = meaning.isNoun === true && this.kind === "people" ? "company" : this.subject;
        return this.addValues(fieldsOf[meaning.kind][this.kind], meaning.values, from);
      case "function":
        return this.addValues("current_position_job_functions", meaning.values, from);
      case "language":
        return this.addValues("person_languages", meaning.values, from);
      case "seniority":
        return this.applyRank(meaning, from);
      case "title":
        return this.addTitles(meaning.values, from);
      case "job":
        return this.applyJob(meaning, from);
      case "size": {
        const { min, max } = meaning;
        const quantity = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
        return this.addRange(fieldsOf.headcount[this.kind], quantity, from);
      }
      case "capture":
        return this.capture(this.fieldOf(meaning), from);
      case "skillsBefore":
        return this.capturePending("person_skills", from);
      default:
        return this.applyConnective(meaning);
    }
  }

  private applyConnective(meaning: Meaning): void {
    switch (meaning.kind) {
      case "noun":
        if (meaning.of === "person" && this.unknown.before(this.at - 1) < this.at - 1) {
          this.capturePending(this.isPast ? "past_company_names" : "current_company_names", this.at - 1);
          this.isPast = false;
        }
        if (this.kind === "people" && meaning.of !== "speaker") {
          this.subject = meaning.of;
        }
        return;
      case "not":
        this.filters.excludeFrom(this.at);
        return;
      case "former":
        this.isPast = true;
        return;
      case "now":
        this.isPast = false;
        return;
      case "speaks":
        this.speaks = true;
        return;
      case "knownAlready":
        this.fetch.leaveOutKnown = true;
        return;
      case "similar":
        if (this.words.isValueAt(this.at)) {
          const end = this.words.valueEnd(this.at);
          this.unknown.add(this.at, end);
          this.at = end;
        }
        return;
      case "in":
        if (this.words.isNameAt(this.at)) {
          const from = this.at;
          this.at = this.words.nameEnd(from);
          this.addPlaces([this.words.raw(from, this.at)], from);
        }
        return;
      case "at":
        return this.captureCompany();
      case "filler":
        if (this.words.list[this.at - 1]?.folded === "of") {
          this.captureCompany();
        }
        return;
      default:
    }
  }

  /** "at Acme Corp", "of Acme". */
  private captureCompany(): void {
    const field = this.kind === "company" ? undefined : this.isPast ? "past_company_names" : "current_company_names";
    if (field !== undefined && this.words.isNameAt(this.at)) {
      this.capture(field, this.at);
      this.isPast = false;
    }
  }

  /** "VP", but "Head of Data Platform" where the rest is no known function. */
  private applyRank({ values }: { readonly values: readonly string[] }, from: number): void {
    const of = this.words.list[this.at];
    const isOf = of?.folded === "of" && !of.afterBreak;
    const next = isOf ? this.words.phrase(this.at + 1) : undefined;
    this.subject = "person";
    if (this.isPast) {
      const end = isOf && this.words.isValueAt(this.at + 1) ? this.words.valueEnd(this.at + 1) : this.at;
      this.at = end;
      this.addTitles([titleCase(this.words.raw(from, end))], from);
      return;
    }
    const takesObject = values.length === 1 && !["Founder", "Owner", "Partner", "C-level"].includes(values[0] ?? "");
    if (isOf && takesObject && next === undefined && this.words.isValueAt(this.at + 1)) {
      this.at = this.words.valueEnd(this.at + 1);
      this.addTitles(
        [
          titleCase(this.words.raw(from, this.at))
            .replace(/^(\p{L}+?)s Of/u, "$1 of")
            .replace(" Of ", " of "),
        ],
        from,
      );
      return;
    }
    this.addValues("current_position_seniority_level", values, from);
  }

  /** The unknown words before a job are part of its title: "platform engineers". */
  private applyJob({ title, function: jobFunction }: MeaningOf<"job">, from: number): void {
    const first = this.unknown.before(from);
    this.subject = "person";
    if (first === from && jobFunction !== undefined && !this.isPast) {
      this.addValues("current_position_job_functions", [jobFunction], from);
      return;
    }
    this.unknown.forget(first);
    this.addTitles([first === from ? title : `${titleCase(this.words.raw(first, from))} ${title}`], first);
  }

  private addTitles(values: readonly string[], from: number): void {
    this.subject = "person";
    this.addValues(this.isPast ? "past_position_titles" : "current_position_titles", values, from);
    this.isPast = false;
  }

  private addPlaces(values: readonly string[], from: number): void {
    const noun = this.words.nounFrom(this.at);
    const subject = noun === undefined || noun === "speaker" ? this.subject : noun;
    const ofPeople = subject === "person" ? "person_locations" : "current_company_headquarters";
    this.addValues(this.kind === "company" ? "headquarters_locations" : ofPeople, values, from);
  }

  /** Takes the values that follow: "TypeScript and Rust". */
  private capture(field: FilterField | undefined, from: number): void {
    for (;;) {
      const start = this.at;
      const end = field !== undefined && names.has(field) ? this.words.nameEnd(start) : this.words.valueEnd(start);
      if (field === undefined || end === start) {
        return;
      }
      this.at = end;
      this.addValues(field, [this.words.raw(start, end)], from);
      const next = this.words.phrase(end);
      const isAnd = next?.meanings.some(({ kind }) => kind === "and") === true;
      const follows = end + (isAnd ? (next?.length ?? 1) : 0);
      const listed = this.words.isAfterBreak(end) || isAnd;
      if (!listed || !this.words.isValueAt(follows) || readNumber(this.text, this.words.startOf(follows), false)) {
        return;
      }
      this.at = follows;
    }
  }

  private capturePending(field: FilterField, before: number): void {
    const first = this.unknown.before(before);
    this.unknown.forget(first);
    this.addValues(field, [this.words.raw(first, before)], first);
  }

  private fieldOf({ person, company }: MeaningOf<"capture">): FilterField | undefined {
    return this.kind === "company" ? company : this.subject === "person" ? person : undefined;
  }

  private addRange(field: string, quantity: Quantity, from: number): void {
    this.addFound(this.filters.addRange(field, quantity, [from, this.at]), from);
  }

  private addValues(field: string, values: readonly string[], from: number): void {
    this.addFound(this.filters.addValues(field, values, [from, this.at]), from);
  }

  private addFound(isAdded: boolean, from: number): void {
    if (!isAdded) {
      this.unknown.add(from, this.at);
    }
  }
}

function titleCase(text: string): string {
  return text.replace(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu, (word) =>
    abbreviations.has(word.toLowerCase())
      ? word.toUpperCase()
      : /\p{Lu}/u.test(word)
        ? word
        : word.charAt(0).toUpperCase() + word.slice(1),
  );
}
