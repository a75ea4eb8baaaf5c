// Answers a question: from the saved answers, else by one paid call under the same budget as a run.
import { l10n } from "vscode";
import { lookupTask, lookUpOnce, savedAnswer, type AnswerWithRecord, type LookupInput } from "../../lookups/lookUpOnce";
import type { Budgets } from "../../runs/budget";
import type { RunStore } from "../../runs/runStore";
import { describeRun } from "../../runs/runState";
import type { LookupKind } from "../../service/operations";
import type { ServiceClient } from "../../service/serviceClient";
import type { Clock } from "../../service/wire";
import type { RecentLookup } from "../../store/lookups";
import type { ConnectionInfo } from "../account";
import { errorForLog, errorText } from "../errorText";
import { connectionOf, type AccountMonitor } from "../connections/accountMonitor";
import { askForBudget, planWithAccount } from "../running/planning";
import { connectionToUse, runConnection } from "../connections/connectionToUse";

export interface LookupServiceDeps {
  readonly account: AccountMonitor;
  readonly clientOf: (connection: ConnectionInfo) => Promise<ServiceClient>;
  readonly runs: RunStore;
  readonly budgets: Budgets;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

export type LookupResult =
  | {
      readonly kind: "answer";
      readonly question: LookupInput;
      readonly answer: AnswerWithRecord;
      /** Of the run that has the answer. */
      readonly runTitle: string;
      /** The answer was saved before, so it was free. */
      readonly isSaved: boolean;
    }
  | { readonly kind: "failed"; readonly title: string; readonly sentence: string }
  /** By the user. */
  | { readonly kind: "canceled" };

export interface LookupOptions {
  /** Asks the service, and pays, even when there is a saved answer. */
  readonly refresh: boolean;
  readonly signal: AbortSignal;
  /** Called when the call has to wait for the rate limit. */
  readonly onWait: (until: number) => void;
}

const recentCount = 10;

export class LookupService {
  constructor(private readonly deps: LookupServiceDeps) {}

  now(): number {
    return this.deps.clock.now();
  }

  /** Asks for a connection when there is none; false when the user declines. Never rejects. */
  async connect(): Promise<boolean> {
    try {
      return (await connectionToUse(this.deps.account)) !== undefined;
    } catch {
      return true; // `lookUp` shows the error.
    }
  }

  /** Never rejects. */
  async lookUp(question: LookupInput, options: LookupOptions): Promise<LookupResult> {
    try {
      return await this.answer(question, options);
    } catch (error) {
      this.deps.log(`A lookup failed: ${errorForLog(error)}`);
      return { kind: "failed", title: l10n.t("The lookup failed"), sentence: errorText(error) };
    }
  }

  /** The last ten, newest first. */
  async recent(kind?: LookupKind): Promise<readonly RecentLookup[]> {
    const { account, runs } = this.deps;
    const connection = connectionOf(account.current);
    return connection === undefined ? [] : runs.deps.store.lookups.recentLookups(connection.origin, recentCount, kind);
  }

  private async answer(question: LookupInput, { refresh, signal, onWait }: LookupOptions): Promise<LookupResult> {
    const { account, clientOf, runs, budgets, clock } = this.deps;
    const connection = await connectionToUse(account);
    if (connection === undefined) {
      return { kind: "canceled" };
    }
    const saved = refresh ? undefined : await savedAnswer(runs.deps.store, question, connection.origin);
    if (saved !== undefined) {
      return this.resultOf(question, saved, true);
    }
    const operation = lookupTask(question.kind, question.identifiers).kind;
    const plan = await planWithAccount({ account, budgets, clock }, { records: 1 }, { operation });
    const budget = await askForBudget(budgets, plan, { title: question.words, connection });
    if (budget === undefined) {
      return { kind: "canceled" };
    }
    const state = account.current;
    const request = {
      ...question,
      connection: runConnection(connection),
      ...(state.kind === "ready" && { balance: state.balance }),
    };
    const client = await clientOf(connection);
    const paid = await lookUpOnce({ runs, budget, client, clock }, request, signal, (progress) => {
      if (progress.kind === "waiting") {
        onWait(progress.until);
      }
    });
    void account.refreshBalance();
    if (paid.kind === "answered") {
      return this.resultOf(question, paid.answer, false);
    }
    const { title, sentence } = describeRun(paid.summary, {
      now: clock.now(),
      price: await budgets.price(connection.id, operation),
    });
    return { kind: "failed", title, sentence };
  }

  private async resultOf(question: LookupInput, answer: AnswerWithRecord, isSaved: boolean): Promise<LookupResult> {
    const run = await this.deps.runs.summary(answer.run);
    return { kind: "answer", question, answer, isSaved, runTitle: run?.header.title ?? question.words };
  }
}
