// The lookup box's items while a question is typed: the parsed question, stored records of that name, recent lookups.
import { QuickPickItemKind, ThemeIcon } from "vscode";
import { agoText } from "../../runs/amounts";
import type { LookupInput } from "../../runs/lookUpOnce";
import type { LookupKind } from "../../service/operations";
import type { RecentLookup } from "../../store/lookups";
import { lookupsInLine } from "../../tables/lookupsInLine";
import { guessLookupKind, isBareNumber, isCompanyName, nameAtCompanyName, parseLookup } from "../../tables/parseLookup";
import { safeText } from "../safeText";
import { answerTitle, originOfAnswer, type LookupItem } from "./answerItems";
import type { AnsweredLookup } from "./lookupAnswers";

/** What Enter selects unless the user moves. */
export const defaultItem = (items: readonly LookupItem[]): LookupItem | undefined =>
  items.find(
    ({ question, fetched, companyName, isFromNumber }) =>
      isFromNumber !== true && (question !== undefined || fetched !== undefined || companyName !== undefined),
  );

/** Text that may be a question, and where it is from. */
export interface SuggestedText {
  readonly text: string;
  readonly from: string;
}

export interface LookupSuggestions {
  readonly texts: readonly SuggestedText[];
  readonly recent: readonly RecentLookup[];
  readonly now: number;
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

/** The only question in a text, which is looked up without asking: no number, and no name that many people may have. */
export function certainQuestion(kind: LookupKind, text: string): LookupInput | undefined {
  const own = questionsIn(kind, text);
  // In `Ada Lovelace @ acme.example` the company only says which person it is.
  const isPersonAt = kind === "person" && /^\S*\s.*@/su.test(text.trim());
  const [question, ...others] = isPersonAt ? own : [...own, ...questionsIn(otherKind(kind), text)];
  const isNameAlone = Object.keys(question?.identifiers ?? {}).join() === "person_name";
  return others.length > 0 || isNameAlone || isBareNumber(text) ? undefined : question;
}

/** The name to find stored records by: that of a company or person, or of the company after an `@`. */
export interface NameToFind {
  readonly kind: LookupKind;
  readonly name: string;
}

/** By all names that the box offers. */
export function namesToFind(given: LookupKind | undefined, typed: string): readonly NameToFind[] {
  const kinds = given === undefined ? (["company", "person"] as const) : [given];
  return kinds.flatMap((kind) => nameToFind(kind, typed) ?? []);
}

function nameToFind(kind: LookupKind, typed: string): NameToFind | undefined {
  if (kind === "company") {
    return isCompanyName(typed) && questionsIn("company", typed).length === 0
      ? { kind, name: typed.trim() }
      : undefined;
  }
  const at = nameAtCompanyName(typed);
  if (at !== undefined) {
    return { kind: "company", name: at.company };
  }
  const parsed = parseLookup("person", typed);
  const name = parsed.kind === "understood" ? parsed.identifiers["person_name"] : undefined;
  return typeof name === "string" && parsed.kind === "understood" && Object.keys(parsed.identifiers).length === 1
    ? { kind, name }
    : undefined;
}

/**
 * The items for the typed text; Enter selects `defaultItem`. Without a given kind they are of both, the guessed one
 * first. `fetched` are stored records of that name.
 */
export function questionItems(
  given: LookupKind | undefined,
  typed: string,
  { texts, recent, now }: LookupSuggestions,
  fetched: readonly AnsweredLookup[] = [],
): readonly LookupItem[] {
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
    questionItem(question, given === undefined ? lookUpAs(question) : "look up", typed),
  );
  const others = questionsIn(otherKind(kind), typed).map((question) =>
    questionItem(question, lookUpAs(question), typed),
  );
  const line = parseLookup(kind, typed);
  return [
    ...(isBareNumber(typed)
      ? [info("A number alone can be anything. Select a line to look it up as a professional-network id.")]
      : []),
    ...fetchedItems(kind, typed, fetched, now),
    ...questions,
    ...searchItems(given, typed),
    ...(questions.length === 0 && (given !== undefined || others.length === 0) && line.kind === "unclear"
      ? [info(line.message)]
      : []),
    ...others,
    ...last.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase())),
  ];
}

const lookUpAs = ({ kind }: LookupInput): string =>
  kind === "company" ? "look up as a company" : "look up as a person";

/** An email names a company and perhaps a person. */
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

/** Stored records of the typed name, or the typed person at a stored company of that name. */
function fetchedItems(
  kind: LookupKind,
  typed: string,
  fetched: readonly AnsweredLookup[],
  now: number,
): readonly LookupItem[] {
  const at = kind === "person" ? nameAtCompanyName(typed) : undefined;
  if (at === undefined) {
    return fetched.map((answer) => ({
      label: answerTitle(answer),
      description: [answer.question.words, originOfAnswer(answer, now)].map(safeText).join(" · "),
      iconPath: new ThemeIcon("database"),
      alwaysShow: true,
      fetched: answer,
    }));
  }
  return fetched.flatMap((answer) => {
    const { domain } = answer.question.identifiers;
    const [question] = domain === undefined ? [] : questionsIn("person", `${at.person} @ ${domain}`);
    return question === undefined ? [] : [questionItem(question, `look up; ${answerTitle(answer)} is in your records`)];
  });
}

function searchItems(given: LookupKind | undefined, typed: string): readonly LookupItem[] {
  const found = namesToFind(given, typed).find(({ kind }) => kind === "company");
  return found === undefined
    ? []
    : [
        {
          label: `Search Companies Named “${safeText(found.name)}”`,
          description: "opens a new search",
          iconPath: new ThemeIcon("search"),
          alwaysShow: true,
          companyName: found.name,
        },
      ];
}

function recentItem({ kind, identifiers, words, answeredAt }: RecentLookup, now: number): LookupItem {
  return {
    label: safeText(words),
    description: `found ${agoText(now - answeredAt)}`,
    iconPath: new ThemeIcon("history"),
    question: { kind, identifiers, words },
  };
}
