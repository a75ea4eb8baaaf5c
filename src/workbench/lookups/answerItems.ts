// An answer as quick pick items: its title, its source, and its fields.
import { QuickPickItemKind, ThemeIcon, type QuickInputButton, type QuickPickItem } from "vscode";
import { cellLink } from "../../../webview-ui/messages/cellLink";
import { cellText, columnOf, columnsOf } from "../../records/columns";
import { recordTitle } from "../../records/record";
import { agoText, creditsText } from "../../runs/amounts";
import type { LookupInput } from "../../runs/lookUpOnce";
import { parseExact } from "../../service/exactJson";
import { matchDoubt } from "../../tables/matchDoubt";
import { safeText } from "../safeText";
import type { AnsweredLookup } from "./lookupAnswers";

/** An item of the lookup box with the action of Enter. Items without any of these only inform. */
export interface LookupItem extends QuickPickItem {
  /** Enter looks this up. */
  readonly question?: LookupInput | undefined;
  /** The text was only digits, which may be anything: never selected by default. */
  readonly isFromNumber?: boolean | undefined;
  /** A stored record, whose answer is free. */
  readonly fetched?: AnsweredLookup | undefined;
  /** Enter searches for companies with this name. */
  readonly companyName?: string | undefined;
  /** Enter copies this; `link` can be opened. */
  readonly value?: string;
  readonly link?: string | undefined;
  readonly act?: () => unknown;
}

export const insertButton: QuickInputButton = {
  iconPath: new ThemeIcon("insert"),
  tooltip: "Insert at the cursor",
};

export const openButton: QuickInputButton = {
  iconPath: new ThemeIcon("link-external"),
  tooltip: "Open in the browser",
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
      ? `from an earlier lookup, answered ${ago}, free`
      : `in ${safeText(runTitle)}, fetched ${ago}, free`;
  }
  const { credits } = answer;
  if (credits === undefined) {
    return "just now, the service did not report the cost";
  }
  return credits === 0 ? "just now, for free" : `just now, for ${creditsText(credits)}`;
}

/** The highest price paid lately, because only the reply contains the price of a call. */
export function costOfRefresh({ answer: { credits }, price }: AnsweredLookup): string {
  if (price?.known === true) {
    return price.perRecord === 0
      ? "asks the service again for free"
      : `asks the service again for up to ${creditsText(price.perRecord)}`;
  }
  return credits === undefined
    ? "asks the service again; the price is not known"
    : `asks the service again; ${creditsText(credits)} last time`;
}

/** A stored record may have no identifier that the service understands. */
export const canRefresh = ({ question }: AnsweredLookup): boolean => Object.keys(question.identifiers).length > 0;

/** The fields of an answer; Enter copies a value. `canInsert`: there is an editor to insert into. */
export function answerItems(shown: AnsweredLookup, now: number, canInsert: boolean): readonly LookupItem[] {
  const { question, answer } = shown;
  const origin = originOfAnswer(shown, now);
  if (answer.json === undefined) {
    return [
      {
        label: "No match",
        description: origin,
        detail: `The service has no record for: ${safeText(question.words)}`,
        iconPath: new ThemeIcon("circle-slash"),
        alwaysShow: true,
      },
    ];
  }
  const record = parseExact(answer.json);
  const fields: LookupItem[] = [];
  for (const column of columnsOf(question.kind)) {
    const value = cellText(column.value(record));
    // "Headcount (exact)" may be the same as "Headcount".
    const isRepeated = fields.some((one) => one.value === value && column.label.startsWith(one.description ?? ""));
    if (value === "" || isRepeated) {
      continue;
    }
    const link = cellLink(column.type, column.id, value);
    const buttons: QuickInputButton[] = [];
    if (canInsert) {
      buttons.push(insertButton);
    }
    if (link !== undefined) {
      buttons.push(openButton);
    }
    fields.push({ label: safeText(value), description: column.label, buttons, value, link });
  }
  const doubt = matchDoubt(question.identifiers, record);
  const label = doubt === undefined ? origin : `⚠ found ${safeText(doubt)} · ${origin}`;
  return [{ label, kind: QuickPickItemKind.Separator }, ...fields];
}
