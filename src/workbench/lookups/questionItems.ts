// The lookup box's items while a question is typed: the parsed question, stored records of that name, recent lookups.
import { QuickPickItemKind, ThemeIcon } from "vscode";
import { nameAndCompany } from "../../app/storedRecords";
import { agoText } from "../../runs/amounts";
import type { LookupInput } from "../../runs/lookUpOnce";
import type { LookupKind } from "../../service/operations";
import type { RecentLookup } from "../../store/lookups";
import { lookupsInLine } from "../../tables/lookupsInLine";
import { guessLookupKind, isBareNumber, isCompanyName, parseLookup } from "../../tables/parseLookup";
import { safeText } from "../safeText";
import { answerTitle, originOfAnswer, type LookupItem } from "./answerItems";
import type { AnsweredLookup } from "./lookupAnswers";

/** The item that Enter selects unless the user moves. */
export const defaultItem = (items: readonly LookupItem[]): LookupItem | undefined =>
  items.find(
    ({ question, fetched, companyName, isFromNumber }) =>
      isFromNumber !== true && (question !== undefined || fetched !== undefined || companyName !== undefined),
  );

/** Text that may be a question, and its source. */
export interface SuggestedText {
  readonly text: string;
  readonly from: string;
}

export interface LookupSuggestions {
  readonly texts: readonly SuggestedText[];
  readonly recent: readonly RecentLookup[];
  readonly now: number;
}

/** Stored records for a typed text, and the cost of each question in it, by the question's words. */
export interface FetchedForText {
  readonly text: string;
  readonly records: readonly AnsweredLookup[];
  readonly costs: ReadonlyMap<string, string>;
}

const otherKind = (kind: LookupKind): LookupKind => (kind === "company" ? "person" : "company");
const separator = (label: string): LookupItem => ({ label, kind: QuickPickItemKind.Separator });
const info = (text: string): LookupItem => ({
  label: safeText(text),
  iconPath: new ThemeIcon("info"),
  alwaysShow: true,
});

function questionsIn(kind: LookupKind, text: string): readonly LookupInput[] {
  return lookupsInLine(kind, text).map(({ identifiers, words }) => ({ kind, identifiers, words }));
}

function questionItem(question: LookupInput, description: string, text = ""): LookupItem {
  return {
    label: safeText(question.words),
    description,
    iconPath: new ThemeIcon(question.kind === "company" ? "organization" : "person"),
    alwaysShow: true,
    question,
    isFromNumber: isBareNumber(text),
  };
}

/**
 * The only question in a text, which is looked up without asking: not a number, and not a name that many people share.
 */
export function certainQuestion(kind: LookupKind, text: string): LookupInput | undefined {
  const own = questionsIn(kind, text);
  // In `Ada Lovelace @ acme.example` the company only identifies the person.
  const isPersonAt = kind === "person" && /^\S*\s.*@/su.test(text.trim());
  const [question, ...others] = isPersonAt ? own : [...own, ...questionsIn(otherKind(kind), text)];
  const isNameAlone = Object.keys(question?.identifiers ?? {}).join() === "person_name";
  return others.length > 0 || isNameAlone || isBareNumber(text) ? undefined : question;
}

/** The name to find stored records by: a company's or person's, or that of the company after an `@`. */
export interface NameToFind {
  readonly kind: LookupKind;
  readonly name: string;
}

/** All names that the box offers: of companies, and of people as typed. */
export function namesToFind(given: LookupKind | undefined, typed: string): readonly NameToFind[] {
  const company = companyToFind(given, typed);
  const items: NameToFind[] = [];
  if (company !== undefined) {
    items.push({ kind: "company", name: company });
  }
  if (given !== "company" && typed.trim() !== "") {
    items.push({ kind: "person", name: typed });
  }
  return items;
}

/** The typed company name, or the one after a person's name. */
function companyToFind(given: LookupKind | undefined, typed: string): string | undefined {
  const at = given === "company" ? undefined : companyBehindName(typed);
  if (at !== undefined) {
    return at;
  }
  const isName = given !== "person" && isCompanyName(typed) && questionsIn("company", typed).length === 0;
  return isName ? typed.trim() : undefined;
}

/** `Acme Corporation` in `Ada Lovelace @ Acme Corporation`; `undefined` if an address follows the `@`. */
function companyBehindName(typed: string): string | undefined {
  const company = nameAndCompany(typed)?.company;
  return company !== undefined && isCompanyName(company) ? company : undefined;
}

/**
 * The items for the typed text; Enter selects `defaultItem`. Without a given kind there are items of both, the guessed
 * kind first. `fetched` contains stored records with that name.
 */
export function questionItems(
  given: LookupKind | undefined,
  typed: string,
  { texts, recent, now }: LookupSuggestions,
  { records: fetched, costs }: FetchedForText = { text: typed, records: [], costs: new Map() },
): readonly LookupItem[] {
  const costOf = ({ words }: LookupInput): string => costs.get(words) ?? "";
  const last = recent
    .filter((lookup) => given === undefined || lookup.kind === given)
    .map((lookup) => recentItem(lookup, now));
  if (typed.trim() === "") {
    const once = withoutRepeated(suggestedItems(given, texts));
    const others = last.filter(({ label }) => !once.some((item) => item.label === label));
    return [
      ...once.filter(({ isFromNumber }) => isFromNumber !== true),
      ...withSeparator("Recent lookups", others),
      ...withSeparator(
        "Numbers",
        once.filter(({ isFromNumber }) => isFromNumber === true),
      ),
    ];
  }
  const kind = given ?? guessLookupKind(typed);
  const questions = questionsIn(kind, typed).map((question) =>
    questionItem(question, withCost(given === undefined ? lookUpAs(question) : "look up", costOf(question)), typed),
  );
  const others = questionsIn(otherKind(kind), typed).map((question) =>
    questionItem(question, withCost(lookUpAs(question), costOf(question)), typed),
  );
  const line = parseLookup(kind, typed);
  const items: LookupItem[] = [];
  if (isBareNumber(typed)) {
    items.push(info("A number alone can be anything. Select a line to look it up as a professional-network id."));
  }
  items.push(...fetchedItems(typed, fetched, now), ...questions, ...searchItems(given, typed));
  if (questions.length === 0 && (given !== undefined || others.length === 0) && line.kind === "unclear") {
    items.push(info(line.message));
  }
  items.push(...others, ...last.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase())));
  return items;
}

const withCost = (what: string, cost: string): string => (cost === "" ? what : `${what} · ${cost}`);

const lookUpAs = ({ kind }: LookupInput): string =>
  kind === "company" ? "look up as a company" : "look up as a person";

/** An email address identifies a company and perhaps a person. */
function suggestedItems(given: LookupKind | undefined, texts: readonly SuggestedText[]): readonly LookupItem[] {
  return texts.flatMap(({ text, from }) => {
    const kind = given ?? guessLookupKind(text);
    const kinds = /^[^\s@]+@\S+$/u.test(text.trim()) ? [kind, otherKind(kind)] : [kind];
    return kinds.flatMap((one) => questionsIn(one, text)).map((question) => questionItem(question, from, text));
  });
}

function withSeparator(label: string, items: readonly LookupItem[]): readonly LookupItem[] {
  return items.length === 0 ? [] : [separator(label), ...items];
}

function withoutRepeated(items: readonly LookupItem[]): readonly LookupItem[] {
  return items.filter((item, nth) => items.findIndex(({ label }) => label === item.label) === nth);
}

/** Stored records with the typed name, and the typed person at stored companies with the name after it. */
function fetchedItems(typed: string, fetched: readonly AnsweredLookup[], now: number): readonly LookupItem[] {
  const person = companyBehindName(typed) === undefined ? undefined : nameAndCompany(typed)?.person;
  return fetched.flatMap((answer): readonly LookupItem[] => {
    if (person === undefined || answer.question.kind === "person") {
      return [
        {
          label: answerTitle(answer),
          description: [answer.question.words, originOfAnswer(answer, now)].map(safeText).join(" · "),
          iconPath: new ThemeIcon("database"),
          alwaysShow: true,
          fetched: answer,
        },
      ];
    }
    const { domain } = answer.question.identifiers;
    const [question] = domain === undefined ? [] : questionsIn("person", `${person} @ ${domain}`);
    return question === undefined ? [] : [questionItem(question, `look up; ${answerTitle(answer)} is in your records`)];
  });
}

function searchItems(given: LookupKind | undefined, typed: string): readonly LookupItem[] {
  const name = companyToFind(given, typed);
  return name === undefined
    ? []
    : [
        {
          label: `Search Companies Named “${safeText(name)}”`,
          description: "opens a new search",
          iconPath: new ThemeIcon("search"),
          alwaysShow: true,
          companyName: name,
        },
      ];
}

function recentItem({ kind, identifiers, words, answeredAt }: RecentLookup, now: number): LookupItem {
  return {
    label: safeText(words),
    description: `found ${agoText(now - answeredAt)}, free`,
    iconPath: new ThemeIcon("history"),
    question: { kind, identifiers, words },
  };
}
