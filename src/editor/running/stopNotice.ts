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
  const { title, sentence, actions } = stopSentence(summary, { now, ...(learnedPrice !== undefined && { learnedPrice }) });
  const labels: Readonly<Record<StopAction, string | undefined>> = {
    resume: l10n.t("Resume"),
    connect: l10n.t("Connect…"),
    waitThenResume: l10n.t("Resume"),
    fetchMore: undefined,
  };
  const offered = actions.map((action) => labels[action]).filter((label) => label !== undefined);
  const text = `${safeText(summary.header.title)}: ${safeText(title)}. ${safeText(sentence)}`;
  const show = kind === "cancelled" || kind === "creditCap" ? window.showInformationMessage : window.showWarningMessage;
  const picked = await show(text, ...new Set(offered));
  if (picked === undefined) {
    return;
  }
  if (picked === labels.connect) {
    await commands.executeCommand(commandIds.connect);
  } else {
    await parts.resume(summary.header.id);
  }
}
