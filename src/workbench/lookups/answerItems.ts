// An answer as quick pick items: its fields, and the actions on it.
import { l10n, QuickPickItemKind, ThemeIcon, type QuickInputButton, type QuickPickItem } from "vscode";
import { cellLink } from "../../../webview-ui/messages/cellLink";
import { cellText, columnOf, columnsOf } from "../../rows/columns";
import { recordTitle } from "../../rows/record";
import { agoText, creditsText } from "../../runs/amounts";
import { parseExact } from "../../service/exactJson";
import type { LookupKind } from "../../service/operations";
import { refreshText } from "../buttonTexts";
import { safeText } from "../safeText";
import type { AnsweredLookup } from "./lookupAnswers";

export type AnswerAction =
  | "insertJson"
  | "openDetails"
  | "openJson"
  | "openWebsite"
  | "export"
  | "findPeople"
  | "refresh"
  | "toggleEnter"
  | "back";

export type AnswerItem = QuickPickItem &
  (
    | { readonly does: "copy"; readonly value: string; readonly link?: string | undefined }
    | { readonly does: AnswerAction }
    | { readonly does: "nothing" }
  );

export const insertButton: QuickInputButton = {
  iconPath: new ThemeIcon("insert"),
  tooltip: l10n.t("Insert at the cursor"),
};

export const openButton: QuickInputButton = {
  iconPath: new ThemeIcon("link-external"),
  tooltip: l10n.t("Open in the browser"),
};

/** The address of a company's website, if it may be opened. */
export function websiteOf({ question, answer: { json } }: AnsweredLookup): string | undefined {
  if (question.kind !== "company" || json === undefined) {
    return undefined;
  }
  const record = parseExact(json);
  const links = ["website", "domain"].map((id) => {
    const column = columnOf("company", id);
    return column && cellLink(column.type, id, cellText(column.value(record)));
  });
  return links.find((link) => link !== undefined);
}

/** The record's name for titles; the question when nothing was found. */
export function answerTitle({ answer: { json }, question }: AnsweredLookup): string {
  return safeText(json === undefined ? question.words : recordTitle(question.kind, parseExact(json)));
}

/** "in Makers, fetched 3 days ago, free", "just now, for 1 credit" */
export function originOfAnswer({ isSaved, answer, runTitle, isFromLookup }: AnsweredLookup, now: number): string {
  const ago = agoText(now - answer.receivedAt);
  if (isSaved) {
    return isFromLookup
      ? l10n.t("from an earlier lookup, answered {0}, free", ago)
      : l10n.t("in {0}, fetched {1}, free", safeText(runTitle), ago);
  }
  const { credits } = answer;
  if (credits === undefined) {
    return l10n.t("just now, the service did not report the cost");
  }
  return credits === 0 ? l10n.t("just now, for free") : l10n.t("just now, for {0}", creditsText(credits));
}

const separator = (label: string): AnswerItem => ({ label, kind: QuickPickItemKind.Separator, does: "nothing" });

/** The highest price that was paid lately, because only the reply says what a call costs. */
function costOfRefresh({ answer: { credits }, price }: AnsweredLookup): string {
  if (price?.known === true) {
    return price.perRecord === 0
      ? l10n.t("asks the service again for free")
      : l10n.t("asks the service again for up to {0}", creditsText(price.perRecord));
  }
  return credits === undefined
    ? l10n.t("asks the service again; the price is not known")
    : l10n.t("asks the service again; {0} last time", creditsText(credits));
}

/** A stored record may have no identifier that the service understands. */
const canRefresh = ({ question }: AnsweredLookup): boolean => Object.keys(question.identifiers).length > 0;

export interface AnswerView {
  readonly now: number;
  /** There is an editor to insert into. */
  readonly canInsert: boolean;
  readonly enterInserts: boolean;
}

/** An action, as an item below the answer and as a button in the title. */
const action = (does: AnswerAction, label: string, icon: string, description = "") => ({
  does,
  label,
  iconPath: new ThemeIcon(icon),
  description,
});

function actionsOn(answer: AnsweredLookup, { canInsert, enterInserts }: AnswerView) {
  const website = websiteOf(answer);
  const back = action("back", l10n.t("Look Up Something Else"), "arrow-left");
  const refresh = canRefresh(answer) ? [action("refresh", refreshText(), "refresh", costOfRefresh(answer))] : [];
  if (answer.answer.kind !== "found") {
    return [back, ...refresh];
  }
  const inserting = [
    action("insertJson", l10n.t("Insert as JSON"), "insert"),
    enterInserts
      ? action("toggleEnter", l10n.t("Make Enter Copy the Value"), "copy")
      : action("toggleEnter", l10n.t("Make Enter Insert the Value at the Cursor"), "insert"),
  ];
  return [
    ...(canInsert ? inserting : []),
    action("openDetails", l10n.t("Open Details"), "go-to-file"),
    action("openJson", l10n.t("Open as JSON Document"), "json"),
    action("export", l10n.t("Export…"), "export"),
    ...(website === undefined
      ? []
      : [action("openWebsite", l10n.t("Open Website"), "link-external", safeText(website))]),
    ...(answer.question.kind === "company" ? [action("findPeople", l10n.t("Find People Here"), "person-add")] : []),
    ...refresh,
    back,
  ];
}

export function answerItems(answer: AnsweredLookup, view: AnswerView): readonly AnswerItem[] {
  const { question } = answer;
  const { json } = answer.answer;
  const origin = originOfAnswer(answer, view.now);
  const none: AnswerItem = {
    label: l10n.t("No match"),
    description: origin,
    detail: l10n.t("The service has no record for: {0}", safeText(question.words)),
    iconPath: new ThemeIcon("circle-slash"),
    alwaysShow: true,
    does: "nothing",
  };
  return [
    ...(json === undefined ? [none] : [separator(origin), ...fieldItems(question.kind, json, view)]),
    separator(l10n.t("Actions")),
    ...actionsOn(answer, view),
  ];
}

function fieldItems(kind: LookupKind, json: string, { canInsert }: AnswerView): readonly AnswerItem[] {
  const record = parseExact(json);
  return columnsOf(kind).flatMap((column): readonly AnswerItem[] => {
    const value = cellText(column.value(record));
    const link = cellLink(column.type, column.id, value);
    const buttons = [...(canInsert ? [insertButton] : []), ...(link === undefined ? [] : [openButton])];
    return value === ""
      ? []
      : [{ label: safeText(value), description: column.label, buttons, does: "copy", value, link }];
  });
}

/** The title's buttons: the same actions as in the list, Back first. */
export function titleButtons(
  answer: AnsweredLookup,
  view: AnswerView,
): readonly (QuickInputButton & { readonly does: AnswerAction })[] {
  const actions = actionsOn(answer, view).filter(({ does }) => does !== "toggleEnter");
  return [...actions.filter(({ does }) => does === "back"), ...actions.filter(({ does }) => does !== "back")].map(
    ({ does, label, iconPath, description }) => ({
      does,
      iconPath,
      tooltip: description === "" ? label : `${label}: ${description}`,
    }),
  );
}
