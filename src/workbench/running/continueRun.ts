// The questions before a stopped run continues: another connection, or a higher limit.
import { commands, window } from "vscode";
import { limitForMore, type ResumeRequest } from "../../app/searchRuns";
import { endOf } from "../../runs/ends";
import type { RunSummary } from "../../runs/run";
import { costText } from "../../runs/runState";
import { amountText, locale } from "../../text/numbers";
import { commandIds } from "../commandIds";
import { connectText, switchConnectionText } from "../connections/connectionTexts";
import { inOneDialog } from "../dialogSteps";
import { typeWholeNumberAbove } from "../inputStep";
import { safeText } from "../safeText";

/** The number of records that "fetch more" suggests: one page. */
const onePage = 100;

export type HigherLimits = Pick<ResumeRequest, "records" | "maxCredits" | "agreed">;

/**
 * Asks for a higher limit if the run stopped at its limit, where it would stop again. `more` is the number of records
 * in addition to the saved ones; if absent, up to the run's own limit. Resolves to `undefined` when the user cancels.
 */
export async function askForLimits(before: RunSummary, more: number | undefined): Promise<HigherLimits | undefined> {
  const { header, stop, records, credits, possibleCredits, lastTotal } = before;
  const needs = stop && endOf(stop).continuation?.needs;
  const { limits } = header;
  if (needs === "credits") {
    const wanted = more === undefined ? limits.records : records + more;
    const left = Math.max(1, Math.min(wanted, lastTotal ?? wanted) - records);
    const spent = credits + possibleCredits;
    const limit = await askForNumber({
      title: `Resume ${safeText(header.title)}: new credit limit for the whole run`,
      prompt: `The run has cost ${costText(before)}. It stops again before a page that could exceed the new limit.`,
      value: limitForMore(before, left),
      above: spent,
      whole: false,
    });
    // By typing the credit limit, the user agrees to it.
    return limit === undefined ? undefined : { records: more, maxCredits: limit - spent, agreed: limit - spent };
  }
  if (more === undefined && needs === "records") {
    const added = await askForNumber({
      title: `Fetch more of ${safeText(header.title)}: how many records`,
      prompt: "New records are added to the saved ones.",
      value: Math.max(1, Math.min(onePage, (lastTotal ?? Number.POSITIVE_INFINITY) - records)),
      above: 0,
      whole: true,
    });
    return added === undefined ? undefined : { records: added };
  }
  return { records: more };
}

/** Says that this run belongs to another service. Do not await this: a hidden notification never resolves. */
export async function offerOtherConnection(label: string): Promise<void> {
  const change = switchConnectionText;
  const connect = connectText;
  const text =
    `This run was paid with ${safeText(label)}, another service than the connection in use. Switch to that ` +
    "connection, then resume.";
  const picked = await window.showWarningMessage(text, change, connect);
  if (picked !== undefined) {
    await commands.executeCommand(picked === change ? commandIds.switchConnection : commandIds.connect);
  }
}

interface NumberQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value: number | undefined;
  /** The answer must be larger. */
  readonly above: number;
  readonly whole: boolean;
}

async function askForNumber({ title, prompt, value, above, whole }: NumberQuestion): Promise<number | undefined> {
  const numberOf = (text: string): number =>
    (whole ? /^\d+$/u : /^\d+(?:[.,]\d{1,2})?$/u).test(text.trim())
      ? Number(text.trim().replace(",", "."))
      : Number.NaN;
  const fits = (text: string): boolean => numberOf(text) > above;
  const problem = whole ? typeWholeNumberAbove(above) : `Type a number above ${amountText(above)}.`;
  const typed = await inOneDialog(async () =>
    window.showInputBox({
      title,
      prompt,
      value: value?.toLocaleString(locale, { useGrouping: false }) ?? "",
      ignoreFocusOut: true,
      validateInput: (text) => (fits(text) ? undefined : problem),
    }),
  );
  return typed === undefined ? undefined : numberOf(typed);
}
