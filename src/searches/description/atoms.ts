// The parts of a description that are each one filter's, and how they are joined.
import type { FilterField, SearchKind } from "../../service/filterCatalogue";
import { mostCredits, mostRecords } from "../fetchInput";
import type { FetchSettings } from "../searchDocument";
import { jobRoleAt, type Adds, type JobRole } from "./jobRoles";
import { isName, nameEnd, namesFrom, written } from "./names";
import { folded } from "./places";
import type { RangeMeaning } from "./quantities";
import { isRoleWord } from "./searchKind";
import type { Token } from "./tokens";
import type { Role } from "./vocabulary";

export interface Atom {
  /** The first token, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Which part of the description between commas. */
  readonly clause: number;
  /** How it is joined to the atom before. */
  readonly join?: "and" | "or";
  /** Nothing is between it and the atom before. */
  readonly isAdjacent: boolean;
  /** Empty for what is not understood. */
  readonly adds: readonly Adds[];
  readonly role?: JobRole;
  /** It says something about the rest of its clause: "not", "like". */
  readonly scope?: "not" | "others";
}

const ranges: Record<RangeMeaning, Record<SearchKind, FilterField | undefined>> = {
  headcount: { company: "headcounts", people: "current_company_headcounts" },
  founded: { company: "founded_years", people: "current_company_founded_years" },
  yearsInPosition: { company: undefined, people: "current_position_years_in" },
  yearsAtCompany: { company: undefined, people: "current_company_years_at" },
  daysSinceChange: { company: undefined, people: "current_company_days_since_last_job_change" },
};

/** A larger number is no number that a search can have. */
const most = { records: mostRecords, credits: mostCredits };

export function atomsOf(
  tokens: readonly Token[],
  kind: SearchKind,
): { readonly atoms: readonly Atom[]; readonly fetch: FetchSettings } {
  const reader = new AtomReader(tokens, kind);
  reader.read();
  return { atoms: reader.atoms, fetch: reader.fetch };
}

class AtomReader {
  readonly atoms: Atom[] = [];
  readonly fetch: { records?: number; credits?: number; leaveOutKnown?: boolean } = {};
  private at = 0;
  private clause = 0;
  private join: "and" | "or" | undefined;
  private isAdjacent = false;
  private noun: "person" | "company" = "person";
  private isSpeaking = false;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly kind: SearchKind,
  ) {}

  read(): void {
    for (let token = this.tokens[this.at]; token !== undefined; token = this.tokens[this.at]) {
      const from = this.at;
      if (token.afterBreak) {
        this.clause += 1;
        this.join ??= "and";
        this.isAdjacent = false;
      }
      this.isSpeaking &&=
        ["and", "or", "filler", "speaks"].includes(token.meaning.role ?? "") || token.meaning.language !== undefined;
      if (!this.readNumber(token) && !this.readRole(token) && !this.readJob() && !this.readValue(token)) {
        this.push([], from, from + 1);
      }
      this.at = Math.max(this.at, from + 1);
    }
  }

  private push(adds: readonly Adds[], from: number, to: number, rest: Partial<Atom> = {}): void {
    const { clause, join, isAdjacent } = this;
    this.atoms.push({ from, to, clause, ...(join !== undefined && { join }), isAdjacent, adds, ...rest });
    this.at = to;
    this.join = undefined;
    this.isAdjacent = true;
  }

  private add(field: FilterField | undefined, items: Adds["items"], to = this.at + 1, exact = false): boolean {
    this.push(field === undefined ? [] : [{ field, items, ...(exact && { exact }) }], this.at, to);
    return true;
  }

  private field(company: FilterField | undefined, people: FilterField | undefined): FilterField | undefined {
    return this.kind === "company" ? company : people;
  }

  private readNumber({ number, domain }: Token): boolean {
    if (domain !== undefined) {
      return this.add(this.field("domains", "current_company_domains"), [domain], this.at + 1, true);
    }
    if (number === undefined) {
      return false;
    }
    if (number.kind === "range") {
      return this.add(ranges[number.meaning][this.kind], number.quantities);
    }
    if (number.kind === "unknown" || number.count < 1 || number.count > most[number.kind]) {
      return this.add(undefined, []);
    }
    this.fetch[number.kind] = number.count;
    this.isAdjacent = false;
    return true;
  }

  /** Words that connect. */
  private readRole({ meaning: { role, industry } }: Token): boolean {
    if (role === undefined || industry !== undefined) {
      return false;
    }
    switch (role) {
      case "and":
      case "or":
        this.join = this.join === "or" ? "or" : role;
        return true;
      case "break":
        this.clause += 1;
        this.join = undefined;
        this.isAdjacent = false;
        return true;
      case "not":
      case "others":
        this.push([], this.at, this.at + 1, { scope: role });
        return true;
      case "person":
      case "company":
        this.noun = role;
        this.isAdjacent = false;
        return this.capture("of", this.at + 1) || true;
      case "knownAlready":
        this.fetch.leaveOutKnown = true;
        return true;
      case "speaks":
        this.isSpeaking = true;
        this.isAdjacent = false;
        return true;
      case "preposition":
        this.isAdjacent = false;
        return this.capture(folded(this.tokens[this.at]?.text ?? ""), this.at) || true;
      case "filler":
        this.isAdjacent = false;
        return true;
      case "skills":
      case "uses":
        return this.readBehind(role);
      default:
        this.noun = role === "unusable" ? "company" : this.noun;
        return role !== "unusable" && role !== "somebody" && this.readNames(role);
    }
  }

  /** "at Acme": `where` is the preposition, `at` its token or the one before it. */
  private capture(where: string, at: number): boolean {
    const index = where === "of" && at > this.at ? at : this.at;
    const isOf = ["of", "von"].includes(folded(this.tokens[index]?.text ?? "")) && this.isAfterPerson(index);
    const isAt = where === "bei" && !/n$/u.test(this.tokens[index + 1]?.text ?? "n");
    if (this.kind !== "people" || (!isOf && !isAt)) {
      return false;
    }
    const names = namesFrom(this.tokens, index + 1);
    return names !== undefined && this.add("current_company_names", names.values, names.to);
  }

  private isAfterPerson(index: number): boolean {
    const { role, titles, level } = this.tokens[index - 1]?.meaning ?? {};
    return (
      role === "person" || titles !== undefined || ["Owner", "Founder", "C-level", "Partner"].includes(level ?? "")
    );
  }

  private readNames(role: Role): boolean {
    const fields: Partial<Record<Role, FilterField | undefined>> = {
      at: this.field(undefined, "current_company_names"),
      pastAt: this.field(undefined, "past_company_names"),
      using: this.field("technologies", undefined),
      named: this.field("names", this.noun === "person" ? "person_names" : "current_company_names"),
      studied: this.field(undefined, "person_universities"),
      skilledIn: this.field(undefined, "person_skills"),
    };
    const names = namesFrom(this.tokens, this.at + 1, role === "studied");
    if (names !== undefined && fields[role] !== undefined) {
      return this.add(fields[role], names.values, names.to);
    }
    if (role === "former") {
      return this.readFormer();
    }
    const next = this.tokens[this.at + 1];
    if (role === "pastAt" && next?.domain !== undefined) {
      return this.add(this.field(undefined, "past_company_domains"), [next.domain], this.at + 2, true);
    }
    if (role !== "at") {
      this.push([], this.at, this.at + 1, { scope: "others" });
      return true;
    }
    this.noun = "company";
    this.isAdjacent = false;
    return true;
  }

  /** "former CTOs", "former Acme employees". */
  private readFormer(): boolean {
    const job = this.kind === "people" ? jobRoleAt(this.tokens, this.at + 1) : undefined;
    if (job !== undefined) {
      return this.add("past_position_titles", job.role.titles ?? [job.role.written], job.to);
    }
    let to = this.at + 1;
    while (isName(this.tokens, to)) {
      to += 1;
    }
    const isOfPerson = this.tokens[to]?.meaning.role === "person" && this.tokens[to]?.afterBreak === false;
    if (this.kind === "people" && to > this.at + 1 && isOfPerson) {
      return this.add("past_company_names", [written(this.tokens, this.at + 1, to)], to + 1);
    }
    this.push([], this.at, this.at + 1, { scope: "others" });
    return true;
  }

  /** "Python skills", "die Kubernetes nutzen": the values are before the word. */
  private readBehind(role: "skills" | "uses"): boolean {
    const field = role === "skills" ? this.field(undefined, "person_skills") : this.field("technologies", undefined);
    let first = this.atoms.length;
    const isPart = (atom: Atom | undefined): boolean =>
      atom?.clause === this.clause &&
      atom.adds.length === 0 &&
      atom.scope === undefined &&
      isName(this.tokens, atom.from);
    while (
      isPart(this.atoms[first - 1]) &&
      (first === this.atoms.length || this.atoms[first]?.isAdjacent || this.atoms[first]?.join)
    ) {
      first -= 1;
    }
    const names = this.atoms.splice(first);
    const [begin] = names;
    if (field === undefined || begin === undefined || !this.isAdjacent) {
      this.atoms.push(...names);
      return false;
    }
    const starts = names.filter((atom, index) => index === 0 || atom.join !== undefined);
    const values = starts.map((atom, index) => {
      const after = names.indexOf(starts[index + 1] ?? atom);
      const last = starts[index + 1] === undefined ? names.at(-1) : names[after - 1];
      return written(this.tokens, atom.from, last?.to ?? atom.to);
    });
    this.atoms.push({ ...begin, to: this.at + 1, adds: [{ field, items: values }] });
    return true;
  }

  private readJob(): boolean {
    const job = this.kind === "people" ? jobRoleAt(this.tokens, this.at) : undefined;
    if (job === undefined) {
      return false;
    }
    this.noun = "person";
    this.push([], this.at, job.to, { role: job.role });
    return true;
  }

  private readValue(token: Token): boolean {
    const { meaning, text } = token;
    const { industry, type, language, places, origin } = meaning;
    if (meaning.role === "unusable") {
      return false;
    }
    if (language !== undefined && this.kind === "people" && (this.isSpeaking || this.isSpokenFrom(this.at + 1))) {
      return this.add("person_languages", [language]);
    }
    const value = places ?? origin;
    const name = nameEnd(this.tokens, this.at);
    if (name !== undefined) {
      this.push([], this.at, name);
      return true;
    }
    if (value !== undefined) {
      const noun = origin === undefined || places !== undefined ? this.noun : this.nounFrom(this.at + 1);
      const ofPeople = noun === "person" ? "person_locations" : "current_company_headquarters";
      return this.add(this.field("headquarters_locations", ofPeople), value);
    }
    if (type !== undefined) {
      return this.add(this.field("types", "current_company_types"), [type]);
    }
    if (meaning.function !== undefined && this.kind === "people" && !this.isIndustry(token)) {
      this.push([], this.at, this.at + 1, { role: { function: meaning.function, written: text } });
      return true;
    }
    if (industry === undefined) {
      return false;
    }
    this.noun = meaning.role === "company" || /s$/u.test(text) ? "company" : this.noun;
    return this.add(this.field("industries", "current_company_industries"), [industry]);
  }

  /** A word that is a company's industry and a person's function, too. */
  private isIndustry({ meaning }: Token): boolean {
    const [before, next] = [this.tokens[this.at - 1], this.tokens[this.at + 1]];
    const ofCompany = next !== undefined && !next.afterBreak && next.meaning.role === "company";
    return (
      meaning.industry !== undefined &&
      (ofCompany || before?.meaning.role === "at" || folded(before?.text ?? "") === "bei")
    );
  }

  private isSpokenFrom(at: number): boolean {
    const token = this.tokens[at];
    const isList = token?.meaning.language !== undefined || ["and", "or"].includes(token?.meaning.role ?? "");
    return token?.meaning.role === "speaks" || (isList && !token?.afterBreak && this.isSpokenFrom(at + 1));
  }

  /** What "German" is said of: the noun after it. */
  private nounFrom(at: number): "person" | "company" {
    for (let index = at; index < this.tokens.length; index += 1) {
      const token = this.tokens[index];
      const role = token?.meaning.role;
      if (token === undefined || token.afterBreak || role === "preposition" || role === "at") {
        break;
      }
      if (role === "company" || role === "person") {
        return role;
      }
      if (isRoleWord(token)) {
        return "person";
      }
    }
    return this.tokens[at]?.meaning.industry === undefined ? this.noun : "company";
  }
}
