// What a leave-out list contains, in words.
import { l10n } from "vscode";
import { countText } from "../../language/language";
import type { LeaveOutList } from "../../lookups/leaveOutList";
import { leaveOutKinds, type LeaveOutKind } from "../../store/identifiers";

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
export const countTexts = ({ counts }: LeaveOutList): readonly string[] =>
  leaveOutKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [counted[kind](count)];
  });

export const noEntriesText = (): string => l10n.t("no entries");

export function notUnderstoodText(count: number): string {
  return count === 1 ? l10n.t("1 line not understood") : l10n.t("{0} lines not understood", countText(count));
}

/** "1,240 domains, 12 email addresses, 3 lines not understood" */
export function listSummary(list: LeaveOutList): string {
  const { count } = list.notUnderstood;
  const parts = [...countTexts(list), ...(count === 0 ? [] : [notUnderstoodText(count)])];
  return parts.length === 0 ? noEntriesText() : parts.join(", ");
}
