// The notification that says why a run stopped, with buttons for what can be done about it.
import { commands, l10n, window } from "vscode";
import { creditsText } from "../../runs/amounts";
import type { Price } from "../../runs/budgetTypes";
import type { RunSummary } from "../../runs/run";
import { describeRun } from "../../runs/runState";
import type { StopAction } from "../../runs/stopTexts";
import { resumeText } from "../buttonTexts";
import { commandIds } from "../commandIds";
import { connectText, tryNowText } from "../connections/connectionTexts";
import { safeText } from "../safeText";

export interface StopNoticeDeps {
  /** Whether a results tab shows the run. The page there says why the run stopped, with the same buttons. */
  readonly tab: "visible" | "open" | "closed";
  readonly now: number;
  readonly price: Price;
  /** Credits that the rest of a paused run is expected to cost; absent unless the button itself can be the consent. */
  readonly restCredits?: number | undefined;
  /** `agreed`: the credits on the button that was picked. */
  readonly resume: (runId: string, agreed?: number) => Promise<void>;
  readonly tryNow: (runId: string) => Promise<void>;
}

export const alreadyRunningText = (title: string): string =>
  l10n.t("{0} is already running. Its progress is in its results.", safeText(title));

/**
 * Shows nothing for a run that fetched what was asked at the agreed price, and nothing that the user sees in its tab or
 * has just done.
 */
export async function showStopNotice(summary: RunSummary, deps: StopNoticeDeps): Promise<void> {
  const { tab, price, now, restCredits } = deps;
  const { level, title, sentence, actions } = describeRun(summary, { now, price });
  const isKnown = tab === "visible" || (tab === "open" && summary.stop?.kind === "cancelled");
  const isExpected = level === "success" && summary.stop?.overrun === undefined;
  if (level === "running" || isExpected || summary.stop?.kind === "windowClosed" || isKnown) {
    return;
  }
  const resume = resumeText();
  const tryNow = tryNowText();
  const connect = connectText();
  const continueLabel =
    restCredits === undefined ? l10n.t("Continue…") : l10n.t("Continue for up to {0}", creditsText(restCredits));
  const labels: Readonly<Record<StopAction, string>> = {
    resume,
    waitThenResume: resume,
    tryNow,
    connect,
    fetchMore: l10n.t("Raise the Limit…"),
    continue: continueLabel,
  };
  const name = safeText(summary.header.title);
  const text = `${name}: ${safeText(title)}. ${safeText(sentence)}`;
  const show = level === "stopped" ? window.showInformationMessage : window.showWarningMessage;
  let picked = await show(text, ...new Set(actions.map((action) => labels[action])));
  if (picked === connect) {
    await commands.executeCommand(commandIds.connect);
    // Not automatically: connecting alone must not start spending with the new key.
    picked = await window.showInformationMessage(
      l10n.t("{0} can continue once the connection is ready.", name),
      resume,
    );
  }
  if (picked === tryNow) {
    await deps.tryNow(summary.header.id);
  } else if (picked !== undefined) {
    await deps.resume(summary.header.id, picked === continueLabel ? restCredits : undefined);
  }
}
