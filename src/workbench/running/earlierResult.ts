// Offers a complete result that is less than a day old before the same search is paid for again.
import { l10n, window } from "vscode";
import { countText } from "../../language/language";
import { agoText } from "../../runs/amounts";
import type { RunPlan } from "../../runs/plan";
import { distinctRecords, isSearch, type RunSummary, type SearchTask } from "../../runs/run";
import { operations } from "../../service/operations";
import { safeText } from "../safeText";
import { agreedText } from "./planning";
import { filtersKey } from "../../searches/filterItems";

/** How long a complete result counts as recent, in ms. */
const recentMs = 24 * 60 * 60_000;

/** Equal for searches with the same filters. The kind is part of it: companies and people share filter names. */
const keyOf = ({ kind, filters }: SearchTask): string => filtersKey({ search: operations[kind].search, filters });

/** The newest run of this connection that fetched everything these filters match within a day. */
export function recentResult(
  runs: readonly RunSummary[],
  task: SearchTask,
  connectionId: string,
  now: number,
): RunSummary | undefined {
  const wanted = keyOf(task);
  return [...runs]
    .sort((one, other) => other.updatedAt - one.updatedAt)
    .find((run) => {
      const { header, stop, records, lastTotal, updatedAt } = run;
      const hasAll =
        stop?.kind === "complete" &&
        records > 0 &&
        run.skipped === 0 &&
        (lastTotal === undefined || distinctRecords(run) >= lastTotal);
      return (
        hasAll &&
        isSearch(header.task) &&
        header.connection.id === connectionId &&
        now - updatedAt < recentMs &&
        keyOf(header.task) === wanted
      );
    });
}

/** Asks whether to open a recent result or to fetch it again at the cost the dialog names. */
export async function askAboutResult(
  { header, records, updatedAt }: RunSummary,
  plan: RunPlan,
  now: number,
): Promise<"open" | "again" | undefined> {
  const [open, again] = [l10n.t("Open That Result"), l10n.t("Fetch Again")];
  const question = l10n.t(
    "{0} was fetched {1} with the same filters.",
    safeText(header.title),
    agoText(now - updatedAt),
  );
  const all =
    records === 1
      ? l10n.t("That result has the one matching record.")
      : l10n.t("That result has all {0} matching records.", countText(records));
  const detail = [all, `${l10n.t("Fetching again:")} ${plan.sentence}`, ...agreedText(plan)].join("\n");
  const picked = await window.showInformationMessage(question, { modal: true, detail }, open, again);
  return picked === open ? "open" : picked === again ? "again" : undefined;
}
