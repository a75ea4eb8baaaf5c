// What a leave-out list contains: how many entries of each kind, and the lines that were not understood.
// Email addresses match no record of a search, so their companies can be added to the list.
import { commands, l10n, QuickPickItemKind, Range, Uri, type QuickPickItem } from "vscode";
import type { ListFile } from "../../app/listFiles";
import { countText } from "../../language/language";
import { companiesOfEmails } from "../../lookups/leaveOutEntries";
import type { LeaveOutList } from "../../lookups/leaveOutList";
import { leaveOutKinds, type LeaveOutKind } from "../../store/identifiers";
import { leftOutLabel } from "../labels";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import { append } from "./addToList";
import { listName } from "./listPlaces";

interface PreviewItem extends QuickPickItem {
  readonly use?: boolean;
  /** Opens the file at this line; lines start at 1. */
  readonly line?: number;
  /** Adds these lines to the list. */
  readonly add?: readonly string[];
}

/** `use` is the button that uses the list. Resolves to whether it was chosen. Rejects with a `ListProblem`. */
export async function previewList(read: () => Promise<ListFile>, use?: string): Promise<boolean> {
  const file = await read();
  const { list } = file;
  const uri = Uri.parse(file.uri, true);
  const { first, count } = list.notUnderstood;
  const kinds = countTexts(list);
  const separator = (label: string): PreviewItem => ({ label, kind: QuickPickItemKind.Separator });
  const items: readonly PreviewItem[] = [
    ...(use === undefined ? [] : [{ label: `$(add) ${use}`, use: true }]),
    ...companiesItem(companiesOfEmails(list.entries)),
    { label: `$(go-to-file) ${l10n.t("Open the File")}`, line: 1 },
    separator(leftOutLabel()),
    ...(kinds.length === 0 ? [noEntriesText()] : kinds).map((label) => ({ label })),
    ...(list.counts.email === undefined
      ? []
      : [{ label: `$(info) ${l10n.t("Email addresses match contacts only, no record of a search.")}` }]),
    ...(count === 0 ? [] : [separator(notUnderstoodText(count))]),
    ...first.map(({ line, text }) => ({
      label: safeText(text),
      description: l10n.t("Line {0}", countText(line)),
      line,
    })),
  ];
  const picked = await pickOne(items, {
    title: l10n.t("Leave-out list {0}", listName(uri)),
    placeholder: l10n.t("Select a line that was not understood to open it."),
  });
  if (picked?.line !== undefined) {
    const selection = new Range(picked.line - 1, 0, picked.line - 1, 0);
    await commands.executeCommand("vscode.open", uri, { selection });
  }
  if (picked?.add !== undefined) {
    await append(
      uri,
      picked.add.map((value) => ({ value })),
    );
    return previewList(read, use);
  }
  return picked?.use === true;
}

function companiesItem(companies: readonly string[]): readonly PreviewItem[] {
  const label =
    companies.length === 1
      ? l10n.t("Leave Out Their Company Too: {0}", safeText(companies[0] ?? ""))
      : l10n.t("Leave Out Their {0} Companies Too", countText(companies.length));
  const detail = l10n.t("Adds the domains of the email addresses to the file.");
  return companies.length === 0 ? [] : [{ label: `$(organization) ${label}`, detail, add: companies }];
}

const counted: Readonly<Record<LeaveOutKind, (count: number) => string>> = {
  domain: (count) => (count === 1 ? l10n.t("1 domain") : l10n.t("{0} domains", countText(count))),
  email: (count) => (count === 1 ? l10n.t("1 email address") : l10n.t("{0} email addresses", countText(count))),
  personUrl: (count) =>
    count === 1 ? l10n.t("1 profile of a person") : l10n.t("{0} profiles of people", countText(count)),
  companyUrl: (count) =>
    count === 1 ? l10n.t("1 profile of a company") : l10n.t("{0} profiles of companies", countText(count)),
  id: (count) => (count === 1 ? l10n.t("1 ID") : l10n.t("{0} IDs", countText(count))),
  personNetworkId: (count) =>
    count === 1 ? l10n.t("1 network ID of a person") : l10n.t("{0} network IDs of people", countText(count)),
  companyNetworkId: (count) =>
    count === 1 ? l10n.t("1 network ID of a company") : l10n.t("{0} network IDs of companies", countText(count)),
  nameAtCompany: (count) =>
    count === 1 ? l10n.t("1 name with a company") : l10n.t("{0} names with a company", countText(count)),
};

/** "1,240 domains", "12 email addresses": each kind that occurs. */
const countTexts = ({ counts }: LeaveOutList): readonly string[] =>
  leaveOutKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [counted[kind](count)];
  });

const noEntriesText = (): string => l10n.t("no entries");

function notUnderstoodText(count: number): string {
  return count === 1 ? l10n.t("1 line not understood") : l10n.t("{0} lines not understood", countText(count));
}

/** "1,240 domains, 12 email addresses, 3 lines not understood" */
export function listSummary(list: LeaveOutList): string {
  const { count } = list.notUnderstood;
  const parts = [...countTexts(list), ...(count === 0 ? [] : [notUnderstoodText(count)])];
  return parts.length === 0 ? noEntriesText() : parts.join(", ");
}
