// A search that was fetched completely a short while ago: its result is offered before it is paid for again.
import { l10n, window } from "vscode";
import { agoText } from "../../runs/amounts";
import { distinctRecords } from "../../runs/journalMeta";
import type { RunPlan } from "../../runs/plan";
import { isSearch, type RunSummary, type SearchTask } from "../../runs/run";
import { requestAsJson } from "../../searches/describeSearch";
import { operations } from "../../service/operations";
import { formatCount } from "../numbers";
import { safeText } from "../safeText";

/** How long a complete result counts as recent, in ms. */
const recentMs = 24 * 60 * 60_000;

/** One text for searches that ask the same, whatever the order of their filters. */
function requestOf({ kind, filters }: SearchTask): string {
  const sorted = Object.fromEntries(Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1)));
  return requestAsJson({ search: operations[kind].search, filters: sorted, fetch: {} });
}

/** The newest run that holds everything these filters match, fetched with this connection within a day. */
export function recentResult(runs: readonly RunSummary[], task: SearchTask, connectionId: string, now: number): RunSummary | undefined {
  const wanted = requestOf(task);
  return [...runs]
    .sort((one, other) => other.updatedAt - one.updatedAt)
    .find((run) => {
      const { header, stop, records, lastTotal, updatedAt } = run;
      const hasAll = stop?.kind === "complete" && records > 0 && run.skipped === 0 && (lastTotal === undefined || distinctRecords(run) >= lastTotal);
      return hasAll && isSearch(header.task) && header.connection.id === connectionId && now - updatedAt < recentMs && requestOf(header.task) === wanted;
    });
}

/** What to do about a recent result: open it, fetch again at the cost that the question names, or nothing. */
export async function askAboutResult({ header, records, updatedAt }: RunSummary, plan: RunPlan, now: number): Promise<"open" | "again" | undefined> {
  const [open, again] = [l10n.t("Open That Result"), l10n.t("Fetch Again")];
  const question = l10n.t("{0} was fetched {1} with the same filters.", safeText(header.title), agoText(now - updatedAt));
  const all = records === 1 ? l10n.t("That result has the one matching record.") : l10n.t("That result has all {0} matching records.", formatCount(records));
  const picked = await window.showInformationMessage(question, { modal: true, detail: `${all}\n${l10n.t("Fetching again:")} ${plan.sentence}` }, open, again);
  return picked === open ? "open" : picked === again ? "again" : undefined;
}
