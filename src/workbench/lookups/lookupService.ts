// Answers a question for the user: from what is owned already, else by one paid call under the same budget as a run.
import { l10n } from "vscode";
import { lookupTask, lookUpOnce, ownedAnswer, type KnownAnswer, type Question } from "../../lookups/lookUpOnce";
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

export interface LookupDeps {
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
      readonly question: Question;
      readonly answer: KnownAnswer;
      /** Of the run that has the answer. */
      readonly runTitle: string;
      /** It was owned before and cost nothing now. */
      readonly isOld: boolean;
    }
  | { readonly kind: "trouble"; readonly title: string; readonly sentence: string }
  /** The user chose not to. */
  | { readonly kind: "declined" };

export interface LookupService {
  /** Asks for a connection when there is none. True when there is one to look up with. Never rejects. */
  connect(): Promise<boolean>;
  /** With `anew` the service is asked, and paid, also when there is an answer already. Never rejects. */
  lookUp(
    question: Question,
    options: { readonly anew: boolean; readonly signal: AbortSignal; readonly onWait: (until: number) => void },
  ): Promise<LookupResult>;
  /** The last ten, newest first. */
  recent(kind?: LookupKind): Promise<readonly RecentLookup[]>;
  readonly now: () => number;
}

const mostRecent = 10;

export function createLookupService({ account, clientOf, runs, budgets, clock, log }: LookupDeps): LookupService {
  const { store } = runs.deps;

  async function shown(question: Question, answer: KnownAnswer, isOld: boolean): Promise<LookupResult> {
    return {
      kind: "answer",
      question,
      answer,
      isOld,
      runTitle: (await runs.summary(answer.run))?.header.title ?? question.words,
    };
  }

  async function answer(
    question: Question,
    anew: boolean,
    signal: AbortSignal,
    onWait: (until: number) => void,
  ): Promise<LookupResult> {
    const connection = await connectionToUse(account);
    if (connection === undefined) {
      return { kind: "declined" };
    }
    const known = anew ? undefined : await ownedAnswer(store, question, connection.origin);
    if (known !== undefined) {
      return shown(question, known, true);
    }
    const operation = lookupTask(question.kind, question.identifiers).kind;
    const plan = await planWithAccount({ account, budgets, clock }, { records: 1 }, { operation });
    const budget = await askForBudget(budgets, plan, { title: question.words, connection });
    if (budget === undefined) {
      return { kind: "declined" };
    }
    const state = account.current;
    const order = {
      ...question,
      connection: runConnection(connection),
      ...(state.kind === "ready" && { balance: state.balance }),
    };
    const client = await clientOf(connection);
    const paid = await lookUpOnce({ runs, budget, client, clock }, order, signal, (progress) => {
      if (progress.kind === "waiting") {
        onWait(progress.until);
      }
    });
    void account.refreshBalance();
    if (paid.kind === "answered") {
      return shown(question, paid.answer, false);
    }
    const { title, sentence } = describeRun(paid.summary, {
      now: clock.now(),
      price: await budgets.price(connection.id, operation),
    });
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
        log(`A look-up could not be made: ${errorForLog(error)}`);
        return {
          kind: "trouble",
          title: l10n.t("The look-up could not be made"),
          sentence: errorText(error),
        };
      }
    },
    async recent(kind) {
      const connection = connectionOf(account.current);
      return connection === undefined ? [] : store.lookups.recentLookups(connection.origin, mostRecent, kind);
    },
  };
}
