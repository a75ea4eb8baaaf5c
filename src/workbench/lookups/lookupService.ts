// Answers a question: from the saved answers, else by one paid call under the same budget as a run.
import { l10n } from "vscode";
import { unansweredLookupText } from "../../lookups/batchTexts";
import { lookupStopText } from "../../lookups/lookupStopText";
import {
  lookupTask,
  lookUpOnce,
  savedAnswer,
  type AnswerWithRecord,
  type LeftOut,
  type LookupInput,
} from "../../lookups/lookUpOnce";
import type { Budgets, Price } from "../../runs/budget";
import type { RunStore } from "../../runs/runStore";
import type { LookupKind } from "../../service/operations";
import type { ServiceClient } from "../../service/serviceClient";
import type { Clock } from "../../service/wire";
import type { RecentLookup } from "../../store/lookups";
import { folded } from "../../store/text";
import type { ConnectionInfo } from "../account";
import { errorForLog, errorText } from "../errorText";
import { balanceOf, connectionOf, type AccountMonitor } from "../connections/accountMonitor";
import { leftOutLabel } from "../labels";
import type { LeaveOutLists } from "../leaveOut/leaveOutLists";
import { askForBudget, planWithAccount } from "../running/planning";
import { connectionToUse, runConnection } from "../connections/connectionToUse";
import { questionOfRecord } from "./recordQuestion";

export interface LookupServiceDeps {
  readonly account: AccountMonitor;
  readonly clientOf: (connection: ConnectionInfo) => Promise<ServiceClient>;
  readonly runs: RunStore;
  readonly budgets: Budgets;
  readonly clock: Clock;
  /** Rejects with a sentence when a leave-out list for every lookup is missing. */
  readonly leaveOut: Pick<LeaveOutLists, "everywhere">;
  readonly log: (line: string) => void;
}

export type LookupResult =
  | {
      readonly kind: "answer";
      readonly question: LookupInput;
      readonly answer: AnswerWithRecord;
      /** Of the run that has the answer. */
      readonly runTitle: string;
      /** The run is a single lookup, whose title says nothing. */
      readonly isFromLookup: boolean;
      /** The answer was saved before, so it was free. */
      readonly isSaved: boolean;
      /** What a refresh may cost. */
      readonly price: Price;
    }
  | { readonly kind: "failed"; readonly title: string; readonly sentence: string }
  /** By the user. */
  | { readonly kind: "canceled" };

export type AnsweredLookup = Extract<LookupResult, { readonly kind: "answer" }>;

export interface LookupOptions {
  /** Asks the service, and pays, even when there is a saved answer. */
  readonly refresh: boolean;
  readonly signal: AbortSignal;
  /** Called when the call has to wait for the rate limit. */
  readonly onWait: (until: number) => void;
}

const recentCount = 10;
/** Records of a name that are compared, and that are offered. */
const mostNamed = 50;
const shownNamed = 5;

const leftOutResult = (sentence: string): LookupResult => ({ kind: "failed", title: leftOutLabel(), sentence });

export class LookupService {
  constructor(private readonly deps: LookupServiceDeps) {}

  now(): number {
    return this.deps.clock.now();
  }

  /** Asks for a connection when one is needed and there is none; false when the user declines. Never rejects. */
  async connect(question: LookupInput, refresh: boolean): Promise<boolean> {
    try {
      return (
        (!refresh && (await this.saved(question)) !== undefined) ||
        (await connectionToUse(this.deps.account)) !== undefined
      );
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

  /** Stored records with this name, the newest first. Never rejects. */
  async ownedNamed(kind: LookupKind, name: string): Promise<readonly AnsweredLookup[]> {
    const { account, log, runs } = this.deps;
    try {
      const { everything, records } = runs.deps.store;
      const origin = connectionOf(account.current)?.origin;
      const words = folded(name).split(/\s+/u);
      const named = (await everything.search(name, mostNamed, kind)).records
        .filter((record) => origin === undefined || record.origin === origin)
        .filter(({ title }) => words.every((word) => folded(title).includes(word)))
        .slice(0, shownNamed);
      const jsons = await records.jsonOf(named.map(({ key }) => key));
      return await Promise.all(
        named.flatMap(({ key, run, row, receivedAt }, nth) => {
          const json = jsons[nth];
          const answer = { kind: "found", by: "identifier", key, run, row, receivedAt, json } as const;
          return json === undefined ? [] : [this.resultOf(questionOfRecord(kind, json), answer, true)];
        }),
      );
    } catch (error) {
      log(`Stored records were not searched: ${errorForLog(error)}`);
      return [];
    }
  }

  private async answer(question: LookupInput, options: LookupOptions): Promise<LookupResult> {
    const { refresh, signal, onWait } = options;
    const { account, clientOf, runs, budgets, clock, leaveOut } = this.deps;
    await leaveOut.everywhere();
    // With a rejected key, too, stored answers are there.
    const saved = await this.saved(question);
    if (saved !== undefined && (saved.kind === "leftOut" || !refresh)) {
      return this.savedResult(question, saved);
    }
    const connection = await connectionToUse(account);
    if (connection === undefined) {
      return { kind: "canceled" };
    }
    // The user may have selected another connection.
    const savedThere = await savedAnswer(runs.deps.store, question, connection.origin);
    if (savedThere !== undefined && (savedThere.kind === "leftOut" || !refresh)) {
      return this.savedResult(question, savedThere);
    }
    const operation = lookupTask(question.kind, question.identifiers).kind;
    const plan = await planWithAccount({ account, budgets, clock }, { records: 1 }, { operation });
    const agreedAt = clock.now();
    const asked = { kind: question.kind, origin: connection.origin, identifiers: question.identifiers };
    const isLost = (await runs.deps.store.lookups.unansweredCall(asked, agreedAt)) !== undefined;
    const budget = await askForBudget(budgets, plan, {
      title: question.words,
      connection,
      remarks: isLost ? [unansweredLookupText(await budgets.price(connection.id, operation))] : [],
      askAlways: isLost,
    });
    if (budget === undefined) {
      return { kind: "canceled" };
    }
    const request = {
      ...question,
      connection: runConnection(connection),
      refresh,
      agreedAt,
      balance: balanceOf(account.current),
    };
    const client = await clientOf(connection);
    const paid = await lookUpOnce({ runs, budget, client, clock }, request, signal, (progress) => {
      if (progress.kind === "waiting") {
        onWait(progress.until);
      }
    });
    void account.refreshBalance();
    if (paid.kind === "answered") {
      return this.resultOf(question, paid.answer, !paid.isPaid);
    }
    if (paid.kind === "unanswered") {
      // Somebody else has just lost it: ask about that.
      return this.answer(question, options);
    }
    return paid.kind === "leftOut"
      ? leftOutResult(l10n.t("The record found for {0} is in a leave-out list.", question.words))
      : { kind: "failed", ...lookupStopText(paid.summary, clock.now()) };
  }

  /** From the service that is connected. */
  private async saved(question: LookupInput): ReturnType<typeof savedAnswer> {
    const origin = connectionOf(this.deps.account.current)?.origin;
    return origin === undefined ? undefined : savedAnswer(this.deps.runs.deps.store, question, origin);
  }

  private async savedResult(question: LookupInput, saved: AnswerWithRecord | LeftOut): Promise<LookupResult> {
    return saved.kind === "leftOut"
      ? leftOutResult(l10n.t("{0} is in a leave-out list, so nothing was requested.", question.words))
      : this.resultOf(question, saved, true);
  }

  private async resultOf(question: LookupInput, answer: AnswerWithRecord, isSaved: boolean): Promise<AnsweredLookup> {
    const { account, budgets, runs } = this.deps;
    const run = await runs.summary(answer.run);
    const operation = lookupTask(question.kind, question.identifiers).kind;
    return {
      kind: "answer",
      ...{ question, answer, isSaved },
      runTitle: run?.header.title ?? question.words,
      isFromLookup: run === undefined || run.header.purpose === "lookup",
      price: await budgets.price(connectionOf(account.current)?.id ?? "", operation),
    };
  }
}
