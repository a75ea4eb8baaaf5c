// The notifications at the end of a run: why it stopped, how to continue, and which companies have no people.
import { commands, window } from "vscode";
import type { App } from "../../app/app";
import { creditsText } from "../../runs/amounts";
import { companiesOf } from "../../runs/atCompanies";
import type { StopAction } from "../../runs/ends";
import type { RunSummary } from "../../runs/run";
import { describeRun } from "../../runs/runState";
import type { RunCompany } from "../../store/companies";
import { countText } from "../../text/numbers";
import { acceptEndText, resumeText } from "../buttonTexts";
import { commandIds } from "../commandIds";
import { connectText, newKeyText, tryNowText } from "../connections/connectionTexts";
import { safeText } from "../safeText";

export const alreadyRunningText = (title: string): string =>
  `${safeText(title)} is already running. Its progress is in its results.`;

/**
 * Resolves to what the user chose, if anything. Shows nothing for a run that fetched everything asked for at the agreed
 * price, or for events that the user sees in its tab, whose page has the same buttons, or has just caused.
 *
 * @param restCredits the expected credits for the rest of a paused run; absent unless clicking the button is consent
 */
export async function showStopNotice(
  summary: RunSummary,
  tab: "visible" | "open" | "closed",
  now: number,
  restCredits?: number,
): Promise<"resume" | "continue" | "tryNow" | "acceptEnd" | undefined> {
  const { level, title, sentence, actions } = describeRun(summary, now);
  const isKnown = tab === "visible" || (tab === "open" && summary.stop?.kind === "cancelled");
  const isExpected = level === "success" && summary.stop?.overrun === undefined;
  if (level === "running" || isExpected || summary.stop?.kind === "windowClosed" || isKnown) {
    return undefined;
  }
  const resume = resumeText;
  const tryNow = tryNowText;
  const connect = connectText;
  const newKey = newKeyText;
  const continueLabel = restCredits === undefined ? "Continue…" : `Continue for up to ${creditsText(restCredits)}`;
  const labels: Readonly<Record<StopAction, string>> = {
    resume,
    waitThenResume: resume,
    tryNow,
    connect,
    newKey,
    fetchMore: "Raise the Limit…",
    continue: continueLabel,
    acceptEnd: acceptEndText,
  };
  const name = safeText(summary.header.title);
  const text = `${name}: ${safeText(title)}. ${safeText(sentence)}`;
  const show = level === "stopped" ? window.showInformationMessage : window.showWarningMessage;
  let picked = await show(text, ...new Set(actions.map((action) => labels[action])));
  if (picked === connect || picked === newKey) {
    await commands.executeCommand(picked === connect ? commandIds.connect : commandIds.enterNewKey, { run: summary });
    // Not automatically: connecting alone must not start spending with the new key.
    picked = await window.showInformationMessage(`${name} can continue once the connection is ready.`, resume);
  }
  switch (picked) {
    case undefined:
      return undefined;
    case tryNow:
      return "tryNow";
    case acceptEndText:
      return "acceptEnd";
    case continueLabel:
      return "continue";
    default:
      return "resume";
  }
}

export const noCompaniesText = (name: string): string => `${safeText(name)} has no companies.`;

/** After a run at companies fetched everything asked for, shows how many companies have no people. */
export async function showCompaniesNotice({ store }: App, run: RunSummary): Promise<void> {
  const kind = run.stop?.kind;
  if (companiesOf(run.header.task) === undefined || (kind !== "complete" && kind !== "limitReached")) {
    return;
  }
  const { withPeople, withoutPeople, leftOut, open } = await store.companies.counts(run.header.id);
  const parts = [`${safeText(run.header.title)}:`, `Companies with people: ${countText(withPeople)}.`];
  if (withoutPeople !== 0) {
    parts.push(`Companies without people: ${countText(withoutPeople)}.`);
  }
  if (leftOut !== 0) {
    parts.push(`Companies left out: ${countText(leftOut)}.`);
  }
  if (open !== 0) {
    parts.push(`Companies not asked for yet: ${countText(open)}.`);
  }
  const show = "Show Companies Without People";
  const buttons = withoutPeople === 0 ? [] : [show];
  if ((await window.showInformationMessage(parts.join(" "), ...buttons)) === show) {
    await commands.executeCommand(commandIds.showCompaniesWithoutPeople, { run });
  }
}

/** The companies of a run without people; `undefined` for runs without companies. */
export async function companiesWithoutPeople(
  { store }: App,
  run: RunSummary,
): Promise<readonly RunCompany[] | undefined> {
  return companiesOf(run.header.task) === undefined ? undefined : store.companies.withoutPeople(run.header.id);
}
