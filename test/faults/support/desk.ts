// A window of the product without its workbench: plans, asks and runs as the commands do, against a service of the
// test's.
import path from "node:path";
import { Budgets, type Budget, type Price } from "../../../src/runs/budget";
import { resumeRun, startRun, type RunDeps, type RunOrder } from "../../../src/runs/engine";
import { planRun, type RunPlan } from "../../../src/runs/plan";
import { isSearch, type RunLimits, type RunProgress, type RunSummary, type RunTask } from "../../../src/runs/run";
import { RunStore } from "../../../src/runs/runStore";
import { describeRun } from "../../../src/runs/runState";
import { createServiceClient } from "../../../src/service/client";
import { MemoryGate, type RateLimitGate } from "../../../src/service/rateLimitGate";
import type { Clock, Transport } from "../../../src/service/wire";
import type { SpendRow } from "../../../src/store/calls";
import type { Store } from "../../../src/store/client";
import { storeProxy } from "../../../src/store/protocol";
import { openInProcess } from "../../unit/store/inProcess";
import { random } from "../../unit/runs/runRig";
import { keptRecords } from "../../unit/store/rig";

const connection = { id: "c1", label: "Work", origin: "https://service.test", workspaceId: "w1" };

/** Waits end as soon as nothing else can happen, the shortest first, and time passes by their length. */
export function quickClock(start = Date.UTC(2026, 10, 20, 12)): Clock {
  let now = start;
  const waits = new Set<{ readonly end: number; readonly over: () => void }>();
  const endTheShortest = (): void => {
    const [next] = [...waits].sort((one, other) => one.end - other.end);
    if (next !== undefined) {
      waits.delete(next);
      now = Math.max(now, next.end);
      next.over();
    }
  };
  return {
    now: () => now,
    monotonic: () => now - start,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason as Error);
          return;
        }
        const wait = { end: now + ms, over: resolve };
        waits.add(wait);
        const turn = setImmediate(endTheShortest);
        signal?.addEventListener("abort", () => {
          waits.delete(wait);
          clearImmediate(turn);
          reject(signal.reason as Error);
        });
      }),
  };
}

/** Any function of the store, by its subject and name. */
export type StoreCall = Parameters<typeof storeProxy>[0];

export interface DeskOptions {
  readonly folder: string;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Credits that need no question; 25 when absent. */
  readonly confirmAbove?: number | undefined;
  /** Stands between the window and its database. */
  readonly between?: ((through: StoreCall, exec: (sql: string) => void) => StoreCall) | undefined;
  readonly gate?: RateLimitGate | undefined;
}

/** How the user answers; every question is kept in `questions`. */
export type Reply = "yes" | "no";

export interface RunWish {
  readonly limits: RunLimits;
  readonly task?: RunTask | undefined;
  readonly total?: number | undefined;
  readonly balance?: number | undefined;
  readonly reply?: Reply | undefined;
  /** In place of what is planned and asked. */
  readonly budget?: Budget | undefined;
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ContinueWish extends Partial<RunWish> {
  /** The user is asked whatever it costs, as after a pause. */
  readonly askAlways?: boolean | undefined;
}

/** Title, sentence and actions of an end, the actions joined by "+". */
export type End = readonly [title: string, sentence: string, actions: string];

export interface Desk {
  readonly runs: RunStore;
  readonly store: Store;
  readonly budgets: Budgets;
  /** The sentences of all plans that were asked about. */
  readonly questions: readonly string[];
  plan(
    limits: RunLimits,
    known?: {
      readonly total?: number | undefined;
      readonly soFar?: RunSummary | undefined;
      readonly task?: RunTask | undefined;
    },
  ): Promise<RunPlan>;
  /** Resolves to `undefined` when the user did not agree. */
  run(wish: RunWish): Promise<RunSummary | undefined>;
  resume(before: RunSummary, wish?: ContinueWish): Promise<RunSummary | undefined>;
  end(summary: RunSummary | undefined): Promise<End>;
  /** What the calls say about everything spent with the connection. */
  spend(): Promise<SpendRow | undefined>;
  rowIds(id: string): Promise<readonly string[]>;
  /** The replies of a run that were kept whole. */
  keptReplies(id: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

const search: RunTask = { kind: "peopleSearch", filters: {} };

let windows = 0;

export function openDesk({
  folder,
  transport,
  clock,
  confirmAbove = 25,
  between,
  gate = new MemoryGate(clock),
}: DeskOptions): Desk {
  const { store: own, db, close } = openInProcess({ file: path.join(folder, "prospect-desk.db"), now: clock.now });
  const through: StoreCall = (subject, method, values) =>
    (own as unknown as Readonly<Record<string, Record<string, (...values: readonly unknown[]) => Promise<unknown>>>>)[
      subject
    ]?.[method]?.(...values) ?? Promise.reject(new Error(method));
  const store = between === undefined ? own : (storeProxy(between(through, (sql) => db.exec(sql))) as Store);
  windows += 1;
  const runs = new RunStore({ store, clock, random, owner: `window-${windows}` });
  const budgets = new Budgets({ calls: store.calls, clock, confirmAbove: () => confirmAbove });
  const client = createServiceClient({
    transport,
    key: "a-key-for-the-fault-tests",
    userAgent: "prospect-desk/test",
    clock,
    random: () => 0.5,
    gate,
  });
  const deps: Omit<RunDeps, "budget"> = { runs, client, clock };
  const questions: string[] = [];
  const priceOf = (task: RunTask): Promise<Price> => budgets.price(connection.id, task.kind);

  const plan: Desk["plan"] = async (limits, { total, soFar, task = search } = {}) =>
    planRun({ limits, price: await priceOf(task), total, soFar, now: clock.now() });
  const budgetFor = (
    planned: RunPlan,
    {
      reply = "yes",
      askAlways,
      acceptsUnknownCosts,
    }: {
      readonly reply?: Reply | undefined;
      readonly askAlways?: boolean | undefined;
      readonly acceptsUnknownCosts?: boolean | undefined;
    },
  ): Promise<Budget | undefined> =>
    budgets.forAction({ credits: planned.credits, askAlways, acceptsUnknownCosts }, async () => {
      questions.push(planned.sentence);
      return reply === "yes";
    });

  return {
    runs,
    store,
    budgets,
    questions,
    plan,
    async run({
      limits,
      task = search,
      total,
      balance,
      reply,
      budget: given,
      onProgress = () => undefined,
      signal = new AbortController().signal,
    }) {
      const budget = given ?? (await budgetFor(await plan(limits, { total, task }), { reply }));
      const order: RunOrder = {
        purpose: isSearch(task) ? "search" : task.kind === "enrichment" ? "enrichment" : "lookup",
        title: "A search",
        task,
        connection,
        limits,
        balance,
      };
      return budget && startRun({ ...deps, budget }, order, signal, onProgress);
    },
    async resume(
      before,
      {
        limits = before.header.limits,
        balance,
        reply,
        budget: given,
        askAlways,
        onProgress = () => undefined,
        signal = new AbortController().signal,
      } = {},
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
      return budget && resumeRun({ ...deps, budget }, before.header.id, { limits, balance }, signal, onProgress);
    },
    async end(summary) {
      if (summary === undefined) {
        return ["not begun", "", ""];
      }
      const { title, sentence, actions } = describeRun(summary, {
        now: clock.now(),
        price: await priceOf(summary.header.task),
      });
      return [title, sentence, actions.join("+")];
    },
    spend: async () => (await store.calls.spend({ since: 0, by: "connection" }))[0],
    rowIds: async (id) =>
      (await keptRecords(store, id)).map((record) => String((record as { readonly id?: unknown }).id)),
    keptReplies: async (id) => {
      const kept = await Promise.all(
        (await store.calls.callsWithRawReply(id)).map((call) => store.calls.rawReply(call)),
      );
      return kept.map((reply) => Buffer.from(reply?.body ?? []).toString("utf8"));
    },
    close,
  };
}

/** The summary of a run that must have begun. */
export function begun(summary: RunSummary | undefined): RunSummary {
  if (summary === undefined) {
    throw new Error("The run should have begun.");
  }
  return summary;
}
