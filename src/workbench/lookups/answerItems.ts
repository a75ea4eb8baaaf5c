// An answer as quick pick items: its fields, and the actions on it.
import { l10n, QuickPickItemKind, ThemeIcon, type QuickInputButton, type QuickPickItem } from "vscode";
import { cellText, columnsOf } from "../../rows/columns";
import { recordTitle } from "../../rows/record";
import { agoText, creditsText } from "../../runs/amounts";
import { parseExact } from "../../service/exactJson";
import { safeText } from "../safeText";
import type { LookupResult } from "./lookupService";

export type AnsweredLookup = Extract<LookupResult, { readonly kind: "answer" }>;

export type AnswerAction =
  "insertJson" | "openDetails" | "openJson" | "export" | "findPeople" | "refresh" | "toggleEnter" | "back";

export type AnswerItem = QuickPickItem &
  ({ readonly does: "copy"; readonly value: string } | { readonly does: AnswerAction } | { readonly does: "nothing" });

export const insertButton: QuickInputButton = {
  iconPath: new ThemeIcon("insert"),
  tooltip: l10n.t("Insert at the cursor"),
};

/** The record's name for titles; the question when nothing was found. */
export function answerTitle({ answer: { json }, question }: AnsweredLookup): string {
  return safeText(json === undefined ? question.words : recordTitle(question.kind, parseExact(json)));
}

/** "from your runs, answered 3 days ago, free", "just now, for 1 credit" */
function originOfAnswer({ isSaved, answer, runTitle }: AnsweredLookup, now: number): string {
  const ago = agoText(now - answer.receivedAt);
  if (isSaved) {
    return answer.kind === "found" && answer.by === "identifier"
      ? l10n.t("in {0}, fetched {1}, free", safeText(runTitle), ago)
      : l10n.t("from your runs, answered {0}, free", ago);
  }
  const { credits } = answer;
  if (credits === undefined) {
    return l10n.t("just now, the service did not report the cost");
  }
  return credits === 0 ? l10n.t("just now, for free") : l10n.t("just now, for {0}", creditsText(credits));
}

const separator = (label: string): AnswerItem => ({ label, kind: QuickPickItemKind.Separator, does: "nothing" });

/** The price may have changed, so this shows what the last call cost. */
function costOfRefresh({ answer: { credits } }: AnsweredLookup): string {
  if (credits === undefined) {
    return l10n.t("asks the service again");
  }
  return credits === 0
    ? l10n.t("asks the service again; free last time")
    : l10n.t("asks the service again; {0} last time", creditsText(credits));
}

export interface AnswerView {
  readonly now: number;
  /** There is an editor to insert into. */
  readonly canInsert: boolean;
  readonly enterInserts: boolean;
}

export function answerItems(answer: AnsweredLookup, view: AnswerView): readonly AnswerItem[] {
  const { question } = answer;
  const { json } = answer.answer;
  const refresh: AnswerItem = {
    label: l10n.t("Refresh"),
    description: costOfRefresh(answer),
    iconPath: new ThemeIcon("refresh"),
    does: "refresh",
  };
  const back: AnswerItem = {
    label: l10n.t("Look Up Something Else"),
    iconPath: new ThemeIcon("arrow-left"),
    does: "back",
  };
  if (json === undefined) {
    return [
      {
        label: l10n.t("No match"),
        description: originOfAnswer(answer, view.now),
        detail: l10n.t("The service has no record for: {0}", safeText(question.words)),
        iconPath: new ThemeIcon("circle-slash"),
        alwaysShow: true,
        does: "nothing",
      },
      separator(l10n.t("Actions")),
      back,
      refresh,
    ];
  }
  const parsed = parseExact(json);
  const fields = columnsOf(question.kind).flatMap((column): readonly AnswerItem[] => {
    const value = cellText(column.value(parsed));
    return value === ""
      ? []
      : [
          {
            label: safeText(value),
            description: column.label,
            ...(view.canInsert && { buttons: [insertButton] }),
            does: "copy",
            value,
          },
        ];
  });
  const action = (does: AnswerAction, label: string, icon: string, description = ""): AnswerItem => ({
    label,
    description,
    iconPath: new ThemeIcon(icon),
    does,
  });
  return [
    separator(originOfAnswer(answer, view.now)),
    ...fields,
    separator(l10n.t("Actions")),
    ...(view.canInsert
      ? [
          action("insertJson", l10n.t("Insert as JSON"), "json"),
          action(
            "toggleEnter",
            view.enterInserts
              ? l10n.t("Make Enter Copy the Value")
              : l10n.t("Make Enter Insert the Value at the Cursor"),
            view.enterInserts ? "copy" : "insert",
          ),
        ]
      : []),
    action("openDetails", l10n.t("Open Details"), "go-to-file"),
    action("openJson", l10n.t("Open as JSON Document"), "json"),
    action("export", l10n.t("Export…"), "export"),
    ...(question.kind === "company" ? [action("findPeople", l10n.t("Find People Here"), "person-add")] : []),
    refresh,
    back,
  ];
}

/** The title's buttons: the same actions as in the list. */
export function titleButtons(
  answer: AnsweredLookup,
  canInsert: boolean,
): readonly (QuickInputButton & { readonly does: AnswerAction })[] {
  const button = (
    does: AnswerAction,
    icon: string,
    tooltip: string,
  ): QuickInputButton & { readonly does: AnswerAction } => ({ iconPath: new ThemeIcon(icon), tooltip, does });
  const found = answer.answer.kind === "found";
  return [
    button("back", "arrow-left", l10n.t("Look up something else")),
    ...(found && canInsert ? [button("insertJson", "insert", l10n.t("Insert as JSON"))] : []),
    ...(found
      ? [
          button("openDetails", "go-to-file", l10n.t("Open details")),
          button("openJson", "json", l10n.t("Open as JSON document")),
          button("export", "export", l10n.t("Export…")),
        ]
      : []),
    ...(found && answer.question.kind === "company"
      ? [button("findPeople", "person-add", l10n.t("Find people here"))]
      : []),
    button("refresh", "refresh", l10n.t("Refresh: {0}", costOfRefresh(answer))),
  ];
}
