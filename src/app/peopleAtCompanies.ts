// A people search at the companies of a list: how many people it can find, and what is said about the list.
import * as l10n from "@vscode/l10n";
import { countText } from "../language/language";
import { rowsSentence, unusualRows } from "../runs/batchTexts";
import type { CompanyList } from "../lookups/companyList";
import { kindCountText, repeatedText } from "../runs/amounts";
import { groupCount, groupsOf } from "../runs/companyGroups";
import type { RunGroups } from "../runs/run";
import type { LeaveOutEntry } from "../store/identifiers";
import { Refusal } from "./app";

/** People in all, and sentences for the question. Throws a `Refusal` when leave-out lists name all companies. */
export function peopleAt(
  { list, most }: { readonly list: CompanyList; readonly most?: number | undefined },
  entries: readonly LeaveOutEntry[],
  records: number,
): { readonly records: number; readonly remarks: readonly string[] } {
  const named = new Set(entries.flatMap(({ kind, value }) => (kind === "domain" ? [value] : [])));
  const { companies } = list;
  const asked = companies.filter(({ domain }) => !named.has(domain)).length;
  if (asked === 0) {
    const message = (): string => l10n.t("Leave-out lists name all of these companies, so nobody is searched.");
    throw new Refusal(message, "list");
  }
  const people = most === undefined ? records : Math.min(records, most * asked);
  return {
    records: people,
    remarks: [
      companiesText(list, companies.length - asked),
      groupsText(groupsOf(companies.length, most)),
      l10n.t("People in all, at most: {0}.", countText(people)),
    ],
  };
}

/** "1,240 rows: 1,180 companies, 20 repeated, 30 with a profile address or ID but no domain, 10 not understood." */
export function companiesText({ rows, companies, repeated, unusable }: CompanyList, leftOut = 0): string {
  const withoutDomain = unusable.filter(({ isWithoutDomain }) => isWithoutDomain).length;
  const notUnderstood = unusable.length - withoutDomain;
  const parts = [
    kindCountText("company", companies.length),
    ...(repeated === 0 ? [] : [repeatedText(repeated)]),
    ...(withoutDomain === 0
      ? []
      : [l10n.t("{0} with a profile address or ID but no domain", countText(withoutDomain))]),
    ...unusualRows({ notUnderstood, leftOut }),
  ].join(", ");
  return rowsSentence(rows, parts);
}

function groupsText(companies: RunGroups): string {
  const groups = groupCount(companies);
  if (companies.most !== undefined) {
    return companies.most === 1
      ? l10n.t("At most 1 person per company: each company is asked for alone, so this takes longer.")
      : l10n.t(
          "At most {0} people per company: each company is asked for alone, so this takes longer.",
          countText(companies.most),
        );
  }
  return groups === 1
    ? l10n.t("The companies are asked for in 1 group.")
    : l10n.t("The companies are asked for in {0} groups of up to {1}.", countText(groups), countText(companies.size));
}
