// Answers a question for the user: from what was paid for already, else by one paid call under the same guard as a run.
import { l10n } from "vscode";
import type { LookupIdentifiers } from "../../lookups/lookupLine";
import type { LookupKind } from "../../service/operations";
import { lookupTask, lookUpOnce, type LookupAnswer } from "../../lookups/lookUpOnce";
import { paidAnswer, recentLookups, type RecentLookup } from "../../lookups/recentLookups";
import type { Budgets } from "../../runs/budget";
import type { RunStore } from "../../runs/runStore";
import { stopSentence } from "../../runs/stopSentences";
import type { ServiceClient } from "../../service/serviceClient";
import type { Clock } from "../../service/wire";
import type { ConnectionInfo } from "../account";
import { failureName } from "../failureName";
import { connectionOf, type AccountMonitor } from "../connections/accountMonitor";
import { askForBudget, planWithAccount } from "../running/planning";
import { connectionToUse, runConnection } from "../connections/connectionToUse";

export interface LookupParts {
  readonly account: AccountMonitor;
  readonly clientOf: (connection: ConnectionInfo) => Promise<ServiceClient>;
  readonly store: RunStore;
  readonly budgets: Budgets;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

export interface Question {
  readonly kind: LookupKind;
  readonly identifiers: LookupIdentifiers;
  /** What is looked up, in words. */
  readonly words: string;
}

export type LookupResult =
  | {
      readonly kind: "answer";
      readonly question: Question;
      readonly runId: string;
      /** The record's untouched bytes; `undefined` when the service knows none. */
      readonly record: Uint8Array | undefined;
      /** What the call that brought the answer consumed. */
      readonly credits: number;
      /** ms since 1970 */
      readonly answeredAt: number;
      /** It was paid for earlier and cost nothing now. */
      readonly isOld: boolean;
    }
  | { readonly kind: "trouble"; readonly title: string; readonly sentence: string }
  /** The user chose not to. */
  | { readonly kind: "declined" };

export interface LookupService {
  /** Asks for a connection when there is none. True when there is one to look up with. Never rejects. */
  connect(): Promise<boolean>;
  /** With `anew` the service is asked, and paid, also when there is an answer already. Never rejects. */
  lookUp(question: Question, options: { readonly anew: boolean; readonly signal: AbortSignal; readonly onWait: (until: number) => void }): Promise<LookupResult>;
  /** The last ten, newest first. */
  recent(kind?: LookupKind): Promise<readonly RecentLookup[]>;
  readonly now: () => number;
}

export function createLookupService({ account, clientOf, store, budgets, clock, log }: LookupParts): LookupService {
  async function readAnswer(question: Question, answer: Exclude<LookupAnswer, { readonly kind: "stopped" }>, isOld: boolean): Promise<LookupResult> {
    const journal = await store.open(answer.runId);
    try {
      const [record] = answer.kind === "found" ? await journal.read(0, 1) : [];
      return { kind: "answer", question, runId: answer.runId, record, credits: answer.credits, answeredAt: answer.answeredAt, isOld };
    } finally {
      await journal.close();
    }
  }

  async function answer(question: Question, anew: boolean, signal: AbortSignal, onWait: (until: number) => void): Promise<LookupResult> {
    const connection = await connectionToUse(account);
    if (connection === undefined) {
      return { kind: "declined" };
    }
    const { kind, identifiers, words } = question;
    const known = anew ? undefined : paidAnswer(await store.list(), kind, identifiers, connection.origin);
    if (known !== undefined) {
      return readAnswer(question, known, true);
    }
    const operation = lookupTask(kind, identifiers).kind;
    const plan = await planWithAccount({ account, budgets, clock }, { records: 1 }, { operation });
    const budget = await askForBudget(budgets, plan, { title: words, connection });
    if (budget === undefined) {
      return { kind: "declined" };
    }
    const state = account.current;
    const order = { kind, identifiers, words, connection: runConnection(connection), ...(state.kind === "ready" && { balance: state.balance }) };
    const client = await clientOf(connection);
    const came = await lookUpOnce({ store, budget, client, clock }, order, signal, (progress) => {
      if (progress.kind === "waiting") {
        onWait(progress.until);
      }
    });
    void account.refreshBalance();
    if (came.kind !== "stopped") {
      return readAnswer(question, came, false);
    }
    const { title, sentence } = stopSentence(came.summary, { now: clock.now(), price: await budgets.price(connection.id, operation) });
    return { kind: "trouble", title, sentence };
  }

  return {
    now: () => clock.now(),
    connect: () =>
      connectionToUse(account).then(
        (connection) => connection !== undefined,
        () => true, // `lookUp` shows what is wrong
      ),
    async lookUp(question, { anew, signal, onWait }) {
      try {
        return await answer(question, anew, signal, onWait);
      } catch (error) {
        log(`A look-up could not be made: ${failureName(error)}`);
        return { kind: "trouble", title: l10n.t("The look-up could not be made"), sentence: error instanceof Error ? error.message : String(error) };
      }
    },
    async recent(kind) {
      const connection = connectionOf(account.current);
      return connection === undefined ? [] : recentLookups(await store.list(), connection.origin, kind);
    },
  };
}
