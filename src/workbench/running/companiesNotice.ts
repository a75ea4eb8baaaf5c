// After a people search at companies: how many companies have nobody, and which.
import { commands, l10n, window } from "vscode";
import { countText } from "../../language/language";
import { askedInGroups, companiesOf } from "../../runs/companyGroups";
import type { RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import type { RunCompany } from "../../store/companies";
import { commandIds } from "../commandIds";
import { safeText } from "../safeText";

interface Runs {
  readonly runs: Pick<RunStore, "deps">;
}

export const noCompaniesText = (name: string): string => l10n.t("{0} has no companies.", safeText(name));

/** After a run at companies fetched what was asked: says how many companies have nobody. */
export async function showCompaniesNotice({ runs }: Runs, run: RunSummary): Promise<void> {
  const kind = run.stop?.kind;
  if (companiesOf(run.header.task) === undefined || (kind !== "complete" && kind !== "limitReached")) {
    return;
  }
  const { withPeople, withoutPeople, leftOut, open, elsewhere } = await runs.deps.store.companies.counts(
    run.header.id,
    askedInGroups(run),
  );
  const text = [
    `${safeText(run.header.title)}:`,
    l10n.t("Companies with people: {0}.", countText(withPeople)),
    ...(withoutPeople === 0 ? [] : [l10n.t("Companies without people: {0}.", countText(withoutPeople))]),
    ...(leftOut === 0 ? [] : [l10n.t("Companies left out: {0}.", countText(leftOut))]),
    ...(open === 0 ? [] : [l10n.t("Companies not asked for yet: {0}.", countText(open))]),
    ...(elsewhere === 0 ? [] : [l10n.t("People without a company row: {0}.", countText(elsewhere))]),
  ].join(" ");
  const show = l10n.t("Show Companies Without People");
  if ((await window.showInformationMessage(text, ...(withoutPeople === 0 ? [] : [show]))) === show) {
    await commands.executeCommand(commandIds.showCompaniesWithoutPeople, { run });
  }
}

/** The companies of a run that have nobody; `undefined` for runs without companies. */
export async function companiesWithoutPeople(
  { runs }: Runs,
  run: RunSummary,
): Promise<readonly RunCompany[] | undefined> {
  return companiesOf(run.header.task) === undefined
    ? undefined
    : runs.deps.store.companies.withoutPeople(run.header.id, askedInGroups(run));
}
