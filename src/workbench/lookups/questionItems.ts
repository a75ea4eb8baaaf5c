// The lookup box's items while a question is typed: the parsed question, text from the editor, recent lookups.
import { l10n, QuickPickItemKind, ThemeIcon, type QuickPickItem } from "vscode";
import { parseLookup } from "../../lookups/parseLookup";
import type { LookupInput } from "../../lookups/lookUpOnce";
import { agoText } from "../../runs/amounts";
import type { LookupKind } from "../../service/operations";
import type { RecentLookup } from "../../store/lookups";
import { safeText } from "../safeText";

export type QuestionItem = QuickPickItem & { readonly question?: LookupInput | undefined };

/** Text that may be a question, and where it is from. */
export interface SuggestedText {
  readonly text: string;
  readonly from: string;
}

const iconOf = (kind: LookupKind): ThemeIcon => new ThemeIcon(kind === "company" ? "organization" : "person");
const separator = (label: string): QuestionItem => ({ label, kind: QuickPickItemKind.Separator });

function questionOf(kind: LookupKind, text: string): LookupInput | undefined {
  const line = parseLookup(kind, text);
  return line.kind === "understood" ? { kind, identifiers: line.identifiers, words: line.words } : undefined;
}

function understoodItem(question: LookupInput, description: string): QuestionItem {
  return { label: safeText(question.words), description, iconPath: iconOf(question.kind), alwaysShow: true, question };
}

export interface LookupSuggestions {
  readonly texts: readonly SuggestedText[];
  readonly recent: readonly RecentLookup[];
  readonly now: number;
}

/** The items for the typed text; Enter selects the first one with a question. */
export function questionItems(
  kind: LookupKind,
  typed: string,
  { texts, recent, now }: LookupSuggestions,
): readonly QuestionItem[] {
  if (typed.trim() === "") {
    const suggested = texts.flatMap(({ text, from }) => {
      const question = questionOf(kind, text);
      return question === undefined ? [] : [understoodItem(question, from)];
    });
    const isFirst = (item: QuestionItem, nth: number, all: readonly QuestionItem[]): boolean =>
      all.findIndex(({ label }) => label === item.label) === nth;
    const once = suggested.filter(isFirst);
    const last = recent
      .map((lookup) => recentItem(lookup, now))
      .filter((item) => !once.some(({ label }) => label === item.label));
    return [...once, ...(last.length === 0 ? [] : [separator(l10n.t("Recent lookups")), ...last])];
  }
  const question = questionOf(kind, typed);
  const other: LookupKind = kind === "company" ? "person" : "company";
  const otherQuestion = questionOf(other, typed);
  const line = parseLookup(kind, typed);
  return [
    ...(question === undefined ? [] : [understoodItem(question, l10n.t("look up"))]),
    ...(line.kind === "unclear"
      ? [{ label: safeText(line.message), iconPath: new ThemeIcon("info"), alwaysShow: true }]
      : []),
    ...(question === undefined && otherQuestion !== undefined
      ? [
          understoodItem(
            otherQuestion,
            other === "company" ? l10n.t("look up as a company") : l10n.t("look up as a person"),
          ),
        ]
      : []),
    ...recent
      .filter(({ words }) => words.toLowerCase().includes(typed.trim().toLowerCase()))
      .map((lookup) => recentItem(lookup, now)),
  ];
}

function recentItem({ kind, identifiers, words, record, answeredAt }: RecentLookup, now: number): QuestionItem {
  const answer =
    record !== undefined
      ? l10n.t("found {0}", agoText(now - answeredAt))
      : l10n.t("no match {0}", agoText(now - answeredAt));
  return {
    label: safeText(words),
    description: answer,
    iconPath: new ThemeIcon("history"),
    question: { kind, identifiers, words },
  };
}
