// Tells why a run stopped and offers what can be done about it.
import { commands, l10n, window } from "vscode";
import type { RunSummary } from "../../runs/run";
import { stopSentence, type StopAction } from "../../runs/stopSentences";
import { commandIds } from "../identifiers";
import { safeText } from "../safeText";

export interface StopNoticeParts {
  readonly now: number;
  readonly learnedPrice?: number | undefined;
  readonly resume: (runId: string) => Promise<void>;
}

/** A run that fetched what was asked needs no notice: its results are in front of the user. */
export async function noticeStop(summary: RunSummary, parts: StopNoticeParts): Promise<void> {
  const kind = summary.stop?.kind;
  if (kind === undefined || kind === "complete" || kind === "limitReached" || kind === "windowClosed") {
    return;
  }
  const { learnedPrice, now } = parts;
  const { title, sentence, actions } = stopSentence(summary, { now, learnedPrice });
  const resume = l10n.t("Resume");
  const connect = l10n.t("Connect…");
  const labels: Readonly<Record<StopAction, string>> = { resume, waitThenResume: resume, connect, fetchMore: l10n.t("Raise the Cap…") };
  const name = safeText(summary.header.title);
  const text = `${name}: ${safeText(title)}. ${safeText(sentence)}`;
  const show = kind === "cancelled" || kind === "creditCap" ? window.showInformationMessage : window.showWarningMessage;
  let picked = await show(text, ...new Set(actions.map((action) => labels[action])));
  if (picked === connect) {
    await commands.executeCommand(commandIds.connect);
    // Not by itself: a key that was only looked at must not begin to pay.
    picked = await window.showInformationMessage(l10n.t("{0} can go on once the connection is ready.", name), resume);
  }
  if (picked !== undefined) {
    await parts.resume(summary.header.id);
  }
}
