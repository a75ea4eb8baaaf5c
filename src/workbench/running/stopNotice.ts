// Tells why a run stopped and offers what can be done about it.
import { commands, l10n, window } from "vscode";
import { creditsText } from "../../runs/amounts";
import type { Price } from "../../runs/budget";
import type { RunSummary } from "../../runs/run";
import { stopSentence, type StopAction } from "../../runs/stopSentences";
import { commandIds } from "../commandIds";
import { safeText } from "../safeText";

export interface StopNoticeDeps {
  readonly now: number;
  readonly price: Price;
  /** Credits that the rest of a paused run is expected to cost; absent where nobody can be asked about it here. */
  readonly restCredits?: number | undefined;
  /** `agreed`: credits that the button named. */
  readonly resume: (runId: string, agreed?: number) => Promise<void>;
}

/** A run that fetched what was asked needs no notice: its results are in front of the user. */
export async function noticeStop(summary: RunSummary, parts: StopNoticeDeps): Promise<void> {
  const kind = summary.stop?.kind;
  if (kind === undefined || kind === "complete" || kind === "limitReached" || kind === "windowClosed") {
    return;
  }
  const { price, now, restCredits } = parts;
  const { title, sentence, actions } = stopSentence(summary, { now, price });
  const resume = l10n.t("Resume");
  const connect = l10n.t("Connect…");
  const goOn =
    restCredits === undefined ? l10n.t("Continue…") : l10n.t("Continue for up to {0}", creditsText(restCredits));
  const labels: Readonly<Record<StopAction, string>> = {
    resume,
    waitThenResume: resume,
    connect,
    fetchMore: l10n.t("Raise the Limit…"),
    continue: goOn,
  };
  const name = safeText(summary.header.title);
  const text = `${name}: ${safeText(title)}. ${safeText(sentence)}`;
  const show =
    kind === "cancelled" || kind === "creditLimit" || kind === "budgetUsedUp"
      ? window.showInformationMessage
      : window.showWarningMessage;
  let picked = await show(text, ...new Set(actions.map((action) => labels[action])));
  if (picked === connect) {
    await commands.executeCommand(commandIds.connect);
    // Not by itself: a key that was only looked at must not begin to pay.
    picked = await window.showInformationMessage(
      l10n.t("{0} can continue once the connection is ready.", name),
      resume,
    );
  }
  if (picked !== undefined) {
    await parts.resume(summary.header.id, picked === goOn ? restCredits : undefined);
  }
}
