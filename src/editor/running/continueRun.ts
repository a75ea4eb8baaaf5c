// What is asked before a stopped run goes on: which connection pays, up to which limit, and what a lost reply may cost.
import { commands, l10n, window } from "vscode";
import { languageTag } from "../../language/language";
import { creditsText } from "../../runs/amounts";
import type { Ledger } from "../../runs/ledger";
import type { RunLimits, RunSummary } from "../../runs/run";
import { stopSentence } from "../../runs/stopSentences";
import type { Clock } from "../../service/wire";
import type { ConnectionInfo } from "../account";
import type { AccountMonitor } from "../connections/accountMonitor";
import { connectionToUse } from "../connections/connectionToUse";
import { commandIds } from "../identifiers";
import { formatCredits } from "../numbers";
import { safeText } from "../safeText";
import { confirmSpending, planWithAccount } from "./planning";

export interface ContinueParts {
  readonly account: AccountMonitor;
  readonly ledger: Pick<Ledger, "learnedPrice">;
  readonly clock: Pick<Clock, "now">;
}

export interface Continuation {
  readonly connection: ConnectionInfo;
  readonly limits: RunLimits;
}

/** What "fetch more" adds when nobody says how many: one page. */
const onePage = 100;

/**
 * Resolves to what the run goes on with, or to `undefined` when the user chose not to. `more` is how many records are
 * wanted beyond those that are held; without it the run's own limit holds.
 */
export async function askToContinue(parts: ContinueParts, before: RunSummary, more?: number): Promise<Continuation | undefined> {
  const { account, ledger, clock } = parts;
  const { header, stop } = before;
  const connection = await connectionFor(account, before);
  if (connection === undefined) {
    return undefined;
  }
  const learnedPrice = await ledger.learnedPrice(connection.id, header.task.kind);
  const limits = await limitsFor(before, more, learnedPrice);
  if (limits === undefined) {
    return undefined;
  }
  const plan = await planWithAccount(parts, limits, { total: before.lastTotal, held: before, operation: header.task.kind });
  const mayPayTwice = stop?.kind === "ambiguous" || (stop?.kind === "interrupted" && stop.requestInFlight);
  const isOther = connection.id !== header.connection.id;
  const remarks = [
    ...(mayPayTwice ? [stopSentence(before, { now: clock.now(), learnedPrice }).sentence] : []),
    ...(isOther ? [l10n.t("This run was paid with {0}; what it fetches now is paid with {1}.", header.connection.label, connection.label)] : []),
  ];
  const needsConfirmation = plan.needsConfirmation || mayPayTwice || isOther;
  return (await confirmSpending({ ...plan, needsConfirmation }, header.title, connection, remarks, "resume")) ? { connection, limits } : undefined;
}

/** Any connection to the same service will do: a rejected key is replaced by another one. */
async function connectionFor(account: AccountMonitor, { header }: RunSummary): Promise<ConnectionInfo | undefined> {
  if (account.current.kind === "keyRejected") {
    // The key may be good again: whoever resumes has probably seen to it.
    await account.refresh();
  }
  const connection = await connectionToUse(account);
  if (connection === undefined || connection.origin === header.connection.origin) {
    return connection;
  }
  const [change, connect] = [l10n.t("Switch Connection…"), l10n.t("Connect…")];
  const text = l10n.t("This run was paid with {0}, another service than the connection in use. Switch to that connection, then resume.", safeText(header.connection.label));
  const picked = await window.showWarningMessage(text, change, connect);
  if (picked !== undefined) {
    await commands.executeCommand(picked === change ? commandIds.switchConnection : commandIds.connect);
  }
  return undefined;
}

/** A run that stopped at its limit or its cap stops there again, unless that is raised. */
async function limitsFor(before: RunSummary, more: number | undefined, price: number | undefined): Promise<RunLimits | undefined> {
  const { header, stop, records, credits, lastTotal } = before;
  const { limits } = header;
  if (stop?.kind === "creditCap") {
    const wanted = more === undefined ? limits.records : records + more;
    const left = Math.max(1, Math.min(wanted, lastTotal ?? wanted) - records);
    const known = price ?? (records > 0 ? credits / records : undefined);
    const cap = await askForNumber({
      title: l10n.t("Resume {0}: new cap in credits for the whole run", safeText(header.title)),
      prompt: l10n.t("The run has cost {0}. It stops again before a page that could exceed the new cap.", creditsText(credits)),
      value: known === undefined ? undefined : Math.ceil((credits + left * known) * 100) / 100,
      above: credits,
      whole: false,
    });
    return cap === undefined ? undefined : { ...limits, records: wanted, credits: cap };
  }
  if (more !== undefined) {
    return { ...limits, records: records + more };
  }
  if (stop?.kind === "limitReached") {
    const added = await askForNumber({
      title: l10n.t("Fetch more of {0}: how many records", safeText(header.title)),
      prompt: l10n.t("They are added to those that are held; nothing is paid twice."),
      value: Math.max(1, Math.min(onePage, (lastTotal ?? Number.POSITIVE_INFINITY) - records)),
      above: 0,
      whole: true,
    });
    return added === undefined ? undefined : { ...limits, records: records + added };
  }
  return limits;
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
  const numberOf = (text: string): number => (whole ? /^\d+$/u : /^\d+(?:[.,]\d{1,2})?$/u).test(text.trim()) ? Number(text.trim().replace(",", ".")) : Number.NaN;
  const fits = (text: string): boolean => numberOf(text) > above;
  const typed = await window.showInputBox({
    title,
    prompt,
    value: value?.toLocaleString(languageTag(), { useGrouping: false }) ?? "",
    ignoreFocusOut: true,
    validateInput: (text) => (fits(text) ? undefined : whole ? l10n.t("Type a whole number above {0}.", formatCredits(above)) : l10n.t("Type a number above {0}.", formatCredits(above))),
  });
  return typed === undefined ? undefined : numberOf(typed);
}
