// Plans a search without a paid request: what a run would send, fetch, leave out and cost.
import { createHash } from "node:crypto";
import { leaveOutItems } from "../../runs/leaveOutItems";
import type { PlanInput, RunPlan } from "../../runs/plan";
import type { RunLimits, SearchTask } from "../../runs/run";
import { sameSearch, searchKeyOf, type SameSearch } from "../../runs/sameSearch";
import { mostRecords } from "../../searches/fetchInput";
import { defaultRecords } from "../../searches/searchDocument";
import { searchOperation } from "../../service/operations";
import { ToolRefusal, type AgentConnection, type AgentDesk, type AgentSearch, type HeldLists } from "../agentDesk";
import { englishPlan } from "./spending";

export interface PlanOptions {
  /** Instead of the document's. */
  readonly records?: number | undefined;
  /** Credits that the run may cost at most, in addition to the limit of the document. */
  readonly maxCredits?: number | undefined;
  /** Only the number of matches: one record is fetched, the least that the service answers. */
  readonly isCount?: boolean | undefined;
}

export interface PlannedSearch extends SameSearch {
  readonly search: AgentSearch;
  readonly isCount: boolean;
  readonly task: SearchTask;
  readonly limits: RunLimits;
  readonly lists: HeldLists;
  readonly connection: AgentConnection;
  readonly input: PlanInput;
  readonly plan: RunPlan;
  /** Names exactly this search, these lists and limits, this connection, and the planned credits. No consent. */
  readonly token: string;
}

/** Sends nothing that is paid. Rejects with a `ToolRefusal`. */
export async function planSearch(
  desk: AgentDesk,
  search: AgentSearch,
  { records, maxCredits, isCount = false }: PlanOptions = {},
): Promise<PlannedSearch> {
  const { runs, budgets, clock } = desk;
  const { document, title } = search;
  if (records !== undefined && !(Number.isSafeInteger(records) && records >= 1 && records <= mostRecords)) {
    throw new ToolRefusal(`The number of records must be a whole number from 1 to ${mostRecords}.`);
  }
  if (maxCredits !== undefined && !(Number.isFinite(maxCredits) && maxCredits >= 0)) {
    throw new ToolRefusal("The most credits must be a number that is not negative.");
  }
  const [connection, lists, { sentItems }] = await Promise.all([
    desk.connection(),
    desk.lists.forSearch(search),
    desk.settings(),
  ]);
  const left = leaveOutItems(document.search, document.filters, lists.entries, sentItems);
  const task: SearchTask = {
    kind: searchOperation(document.search),
    filters: document.filters,
    leaveOutItems: left.sent === 0 ? undefined : left.items,
  };
  const credits = lowest(document.fetch.credits, maxCredits);
  const limits: RunLimits = isCount
    ? { records: 1, credits: maxCredits }
    : {
        records: records ?? document.fetch.records ?? defaultRecords,
        credits,
        leaveOutKnown: document.fetch.leaveOutKnown,
      };
  const now = clock.now();
  const connectionId = connection.info.id;
  const purpose = isCount ? "count" : "search";
  const same = await sameSearch(runs, { task, purpose, leaveOut: lists.ofSearch, connectionId, now });
  const input: PlanInput = {
    limits,
    now,
    price: await budgets.price(connectionId, task.kind),
    balance: connection.balance?.credits,
    balanceAt: connection.balance?.at,
    total: same.counted?.lastTotal,
    leaveOut: lists.entries.length === 0 ? undefined : { sent: left.sent, local: lists.entries.length - left.sent },
  };
  const plan = englishPlan(input);
  return {
    ...{ search: { ...search, title }, isCount, task, limits, lists, connection, input, plan },
    token: tokenOf({ task, limits, lists, connection, plan }),
    ...same,
    recent: isCount ? undefined : same.recent,
  };
}

const lowest = (...credits: readonly (number | undefined)[]): number | undefined => {
  const given = credits.filter((one) => one !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
};

type Tokened = Pick<PlannedSearch, "task" | "limits" | "lists" | "connection" | "plan">;

function tokenOf({ task, limits, lists, connection, plan }: Tokened): string {
  const hashes = lists.ofSearch.map(({ uri, hash }) => `${uri} ${hash}`).sort();
  const content = JSON.stringify([
    ...[searchKeyOf(task), task.leaveOutItems ?? {}, hashes, connection.info.id],
    ...[limits.records, limits.credits ?? null, limits.leaveOutKnown ?? false],
  ]);
  return `plan-${plan.credits}-${createHash("sha256").update(content).digest("hex").slice(0, 20)}`;
}

/** The credits that a token names; `undefined` when it is none. */
export function creditsOfToken(token: string): number | undefined {
  const [, credits] = /^plan-(\d+(?:\.\d+)?)-[0-9a-f]{20}$/u.exec(token) ?? [];
  return credits === undefined ? undefined : Number(credits);
}

/** Whether a token was made for this search; what it was expected to cost then may be another sum. */
export const isTokenOf = (token: string, planned: PlannedSearch): boolean =>
  token.split("-").at(-1) === planned.token.split("-").at(-1);
