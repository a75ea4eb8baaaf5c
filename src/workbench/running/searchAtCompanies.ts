// Runs a people search at companies: plans it, asks for the budget, and says in the end which companies have nobody.
import { commands, l10n, window, type Uri } from "vscode";
import { countText } from "../../language/language";
import { rowsSentence, unusualRows } from "../../lookups/batchTexts";
import { kindCountText, repeatedText } from "../../runs/amounts";
import { askedCompanies, companiesOf, companyField, groupCount, groupsOf } from "../../runs/companyGroups";
import type { KnownBalance } from "../../runs/balance";
import { startRun } from "../../runs/engine";
import type { CompanyGroups, RunSummary } from "../../runs/run";
import { sameSearch, type WantedSearch } from "../../runs/sameSearch";
import type { CompanyList } from "../../lookups/companyList";
import type { SearchDocument } from "../../searches/searchDocument";
import type { RunCompany } from "../../store/companies";
import { commandIds } from "../commandIds";
import { connectionToUse, runConnection } from "../connections/connectionToUse";
import { safeText } from "../safeText";
import { startOnce, wantsToRunBeside } from "./alreadyRunning";
import type { LeaveOutPlanner } from "./leaveOutPlan";
import type { LiveRuns } from "./liveRuns";
import { askForBudget, planWithAccount } from "./planning";
import type { RunCoordinatorDeps } from "./runCoordinator";

export interface SearchAtCompanies {
  readonly title: string;
  /** Of the saved search: paths of leave-out lists are relative to it. */
  readonly source: Uri;
  readonly document: SearchDocument;
  readonly list: CompanyList;
  readonly mostPerCompany?: number | undefined;
  /** At most so many people in all. */
  readonly records: number;
}

export interface SearchAtCompaniesDeps extends Pick<
  RunCoordinatorDeps,
  "account" | "runs" | "budgets" | "clock" | "openResults"
> {
  readonly live: LiveRuns;
  readonly leaveOut: LeaveOutPlanner;
  readonly balance: () => { readonly balance?: KnownBalance };
}

/** Resolves to `undefined` when nothing was run. Rejects with a `ListProblem` when a leave-out list cannot be read. */
export async function searchAtCompanies(
  deps: SearchAtCompaniesDeps,
  { title, source, document, list, mostPerCompany, records }: SearchAtCompanies,
): Promise<RunSummary | undefined> {
  const { account, runs, budgets, clock } = deps;
  const connection = await connectionToUse(account);
  if (connection === undefined) {
    return undefined;
  }
  // The companies are values to include, so that leave-out lists send nothing on their field.
  const filters = { ...document.filters, [companyField]: [{ value: "company.invalid", exact_match: true }] };
  const leaveOut = await deps.leaveOut.plan(source, { ...document, filters });
  const { files, ofSearch, check: checkLists } = leaveOut.held;
  const named = new Set(
    files.flatMap(({ list: { entries } }) => entries.flatMap(({ kind, value }) => (kind === "domain" ? [value] : []))),
  );
  const toAsk = list.companies.filter(({ domain }) => !named.has(domain));
  if (toAsk.length === 0) {
    void window.showInformationMessage(l10n.t("Leave-out lists name all of these companies, so nobody is searched."));
    return undefined;
  }
  const companies = groupsOf(list.companies.length, mostPerCompany);
  const task = { kind: "peopleSearch", filters: document.filters, leaveOutItems: leaveOut.items, companies } as const;
  const wanted: WantedSearch = {
    ...{ task, companies: list.companies, purpose: "search", leaveOut: ofSearch },
    ...{ connectionId: connection.id, now: clock.now() },
  };
  const { inProgress } = await sameSearch(runs, wanted);
  if (inProgress !== undefined && !(await wantsToRunBeside(deps, inProgress))) {
    return undefined;
  }
  const limits = { records, credits: document.fetch.credits, leaveOutKnown: document.fetch.leaveOutKnown };
  const most = mostPerCompany === undefined ? undefined : Math.min(records, mostPerCompany * toAsk.length);
  const plan = await planWithAccount(
    deps,
    { ...limits, records: most ?? records },
    { operation: "peopleSearch", leaveOut: leaveOut.counts },
  );
  const budget = await askForBudget(budgets, plan, {
    title,
    connection,
    remarks: [
      listText(list, list.companies.length - toAsk.length),
      groupsText(companies),
      l10n.t("People in all, at most: {0}.", countText(most ?? records)),
    ],
    askAlways: true,
  });
  if (budget === undefined) {
    return undefined;
  }
  const order = {
    purpose: "search",
    title,
    task,
    companies: list.companies,
    connection: runConnection(connection),
    limits,
    ...(ofSearch.length > 0 && { leaveOut: ofSearch }),
    ...deps.balance(),
  } as const;
  return startOnce(deps, { wanted, evenIfRunning: inProgress !== undefined }, (evenIfRunning) =>
    deps.live.execute({
      title,
      connection,
      limits,
      opensResults: true,
      start: (client, signal, onProgress) =>
        startRun({ runs, budget, client, clock, checkLists }, { ...order, evenIfRunning }, signal, onProgress),
    }),
  );
}

export const noCompaniesText = (name: string): string => l10n.t("{0} has no companies.", safeText(name));

/** "1,240 rows: 1,180 companies, 20 repeated, 30 with a profile address or ID but no domain, 10 not understood." */
export function listText({ rows, companies, repeated, unusable }: CompanyList, leftOut = 0): string {
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

function groupsText(companies: CompanyGroups): string {
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

/** After a run at companies fetched what was asked: says how many companies have nobody. */
export async function showCompaniesNotice({ runs }: Pick<RunCoordinatorDeps, "runs">, run: RunSummary): Promise<void> {
  const kind = run.stop?.kind;
  if (companiesOf(run.header.task) === undefined || (kind !== "complete" && kind !== "limitReached")) {
    return;
  }
  const { withPeople, withoutPeople, leftOut, open, elsewhere } = await runs.deps.store.companies.counts(
    run.header.id,
    askedCompanies(run),
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
  { runs }: Pick<RunCoordinatorDeps, "runs">,
  run: RunSummary,
): Promise<readonly RunCompany[] | undefined> {
  return companiesOf(run.header.task) === undefined
    ? undefined
    : runs.deps.store.companies.withoutPeople(run.header.id, askedCompanies(run));
}
