// Asks whether to open a recent complete result before the same search is paid for again.
import { l10n, window } from "vscode";
import { countText } from "../../language/language";
import { agoText } from "../../runs/amounts";
import { agreementSentences, type RunPlan } from "../../runs/plan";
import type { RunSummary } from "../../runs/run";
import { safeText } from "../safeText";

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
  const detail = [all, `${l10n.t("Fetching again:")} ${plan.sentence}`, ...agreementSentences(plan)].join("\n");
  const picked = await window.showInformationMessage(question, { modal: true, detail }, open, again);
  return picked === open ? "open" : picked === again ? "again" : undefined;
}
