// A window of the product without VS Code: plans, confirms and runs like the commands, against a test service.
import path from "node:path";
import type { Budget, Budgets, Price } from "../../../src/runs/budget";
import type { Execution } from "../../../src/runs/execution";
import { resumeRun, startRun } from "../../../src/runs/loop";
import { planRun, type RunPlan } from "../../../src/runs/plan";
import {
  isSearch,
  type RunLimits,
  type RunProgress,
  type RunSummary,
  type PaidTask,
  type RunTask,
} from "../../../src/runs/run";
import { describeRun } from "../../../src/runs/runState";
import type { RunStore } from "../../../src/runs/runStore";
import { paidOperations } from "../../../src/service/operations";
import type { RateLimitGate } from "../../../src/service/rateLimitGate";
import type { Clock, Transport } from "../../../src/service/wire";
import type { Store } from "../../../src/store/client";
import { storeProxy } from "../../../src/store/protocol";
import type { SpendRow } from "../../../src/store/spend";
import type { StoreDb } from "../../../src/store/storeDb";
import { openTestDesk } from "../../support/testDesk";
import { keptRecords } from "../../unit/store/rig";

export const connection = { id: "c1", label: "Work", origin: "https://service.test", workspaceId: "w1" };

/** Calls a function of the store by its group and name. */
export type StoreCall = Parameters<typeof storeProxy>[0];

export interface DeskOptions {
  readonly folder: string;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Credits that a record has cost before; 1 if omitted. */
  readonly price?: number | "unknown" | undefined;
  /** Credits that need no confirmation; 25 if omitted. */
  readonly confirmAbove?: number | undefined;
  /** Wraps the window's calls of its database. */
  readonly intercept?: ((through: StoreCall, exec: (sql: string) => void) => StoreCall) | undefined;
  readonly gate?: RateLimitGate | undefined;
}

/** The user's answer to every question; the questions are recorded in `questions`. */
export type Reply = "yes" | "no";

export interface DeskRunOptions {
  readonly limits: RunLimits;
  readonly task?: PaidTask | undefined;
  readonly total?: number | undefined;
  readonly balance?: number | undefined;
  readonly reply?: Reply | undefined;
  /** Replaces planning and asking. */
  readonly budget?: Budget | undefined;
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface DeskResumeOptions extends Partial<DeskRunOptions> {
  /** Asks the user whatever it costs, as after a pause. */
  readonly askAlways?: boolean | undefined;
}

/** The shown end of a run: title, sentence and actions joined by "+". */
export type ShownEnd = readonly [title: string, sentence: string, actions: string];

export interface Desk {
  readonly runs: RunStore;
  readonly store: Store;
  readonly budgets: Budgets;
  /** The sentences of all plans that needed a confirmation. */
  readonly questions: readonly string[];
  plan(
    limits: RunLimits,
    known?: {
      readonly total?: number | undefined;
      readonly soFar?: RunSummary | undefined;
      readonly task?: RunTask | undefined;
    },
  ): Promise<RunPlan>;
  /** Resolves to `undefined` when the user answers no. */
  run(options: DeskRunOptions): Promise<RunSummary | undefined>;
  resume(before: RunSummary, options?: DeskResumeOptions): Promise<RunSummary | undefined>;
  end(summary: RunSummary | undefined): Promise<ShownEnd>;
  /** Everything spent with the connection, from the recorded calls. */
  spend(): Promise<SpendRow | undefined>;
  rowIds(id: string): Promise<readonly string[]>;
  /** The stored raw replies of a run. */
  storedReplies(id: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

const search: PaidTask = { kind: "peopleSearch", filters: {} };

let windows = 0;

/** As if calls of long ago had shown the price; their costs do not count. */
function learnPrice(db: StoreDb, price: number, now: number): void {
  for (const operation of paidOperations) {
    db.run(
      `insert into call (connection, operation, at, state, asked, price, charged, settled_at)
       select ?1, ?2, ?3, 'failed', 1, ?4, 'no', ?3
       where not exists (select 1 from call where connection = ?1 and operation = ?2)`,
      connection.id,
      operation,
      now - 86_400_000,
      price,
    );
  }
}

export function openDesk({
  folder,
  transport,
  clock,
  price = 1,
  confirmAbove = 25,
  intercept,
  gate,
}: DeskOptions): Desk {
  windows += 1;
  const { store, runs, budgets, client, close } = openTestDesk({
    file: path.join(folder, "desk.db"),
    transport: () => transport,
    keeper: { folders: [folder], waits: false },
    owner: `window-${windows}`,
    ...{ clock, gate, confirmAbove },
    store: (own, db) => {
      if (price !== "unknown") {
        learnPrice(db, price, clock.now());
      }
      const through: StoreCall = (subject, method, values) =>
        (
          own as unknown as Readonly<
            Record<string, Record<string, (...values: readonly unknown[]) => Promise<unknown>>>
          >
        )[subject]?.[method]?.(...values) ?? Promise.reject(new Error(method));
      return intercept === undefined ? own : (storeProxy(intercept(through, (sql) => db.exec(sql))) as Store);
    },
  });
  const executionOf = (
    budget: Budget,
    balance: number | undefined,
    { signal = new AbortController().signal, onProgress = () => undefined }: Partial<DeskRunOptions>,
  ): Execution => ({
    runs,
    budgets,
    client,
    budget,
    balance: balance === undefined ? undefined : { credits: balance, at: clock.now() },
    signal,
    onProgress,
  });
  const questions: string[] = [];
  const priceOf = (task: RunTask): Promise<Price> => budgets.price(connection, task.kind);

  const plan: Desk["plan"] = async (limits, { total, soFar, task = search } = {}) =>
    planRun({ limits, price: await priceOf(task), total, soFar, now: clock.now() });
  const budgetFor = async (
    planned: RunPlan,
    {
      reply = "yes",
      askAlways = false,
      acceptsUnknownCosts,
    }: {
      readonly reply?: Reply | undefined;
      readonly askAlways?: boolean | undefined;
      readonly acceptsUnknownCosts?: boolean | undefined;
    },
  ): Promise<Budget | undefined> => {
    if (!askAlways && planned.credits <= (await budgets.leftUnconfirmed())) {
      return { kind: "unconfirmed" };
    }
    questions.push(planned.sentence);
    return reply === "yes" ? budgets.agreed(planned.credits, acceptsUnknownCosts) : undefined;
  };

  return {
    runs,
    store,
    budgets,
    questions,
    plan,
    async run({ limits, task = search, total, balance, reply, budget: given, ...following }) {
      const budget = given ?? (await budgetFor(await plan(limits, { total, task }), { reply }));
      const purpose = isSearch(task) ? "search" : "lookup";
      const order = { purpose, title: "A search", task, connection, limits } as const;
      return budget && startRun(executionOf(budget, balance, following), order);
    },
    async resume(
      before,
      { limits = before.header.limits, balance, reply, budget: given, askAlways, ...following } = {},
    ) {
      const { stop } = before;
      const acceptsUnknownCosts = stop?.kind === "costUnknown";
      const always =
        askAlways ??
        ["budgetUsedUp", "costUnknown", "ambiguous", "notUnderstood", "interrupted"].includes(stop?.kind ?? "");
      const budget =
        given ??
        (await budgetFor(await plan(limits, { total: before.lastTotal, soFar: before, task: before.header.task }), {
          reply,
          askAlways: always,
          acceptsUnknownCosts,
        }));
      return budget && resumeRun(executionOf(budget, balance, following), before.header.id, { limits });
    },
    async end(summary) {
      if (summary === undefined) {
        return ["not started", "", ""];
      }
      const { title, sentence, actions } = describeRun(summary, clock.now());
      return [title, sentence, actions.join("+")];
    },
    spend: async () => (await store.calls.spend({ since: 0, by: "connection" }))[0],
    rowIds: async (id) =>
      (await keptRecords(store, id)).map((record) => String((record as { readonly id?: unknown }).id)),
    storedReplies: async (id) => {
      const replies = await Promise.all(
        (await store.calls.callsWithRawReply(id)).map((call) => store.calls.rawReply(call)),
      );
      return replies.map((reply) => Buffer.from(reply?.body ?? []).toString("utf8"));
    },
    close,
  };
}

/** Returns the summary of a run that must have started. */
export function started(summary: RunSummary | undefined): RunSummary {
  if (summary === undefined) {
    throw new Error("The run should have started.");
  }
  return summary;
}
