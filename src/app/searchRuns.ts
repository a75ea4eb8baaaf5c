// Runs, counts and resumes searches for agents and scripts, always within a budget.
import * as l10n from "@vscode/l10n";
import { countText, inEnglish } from "../language/language";
import { recordsText } from "../runs/amounts";
import { resumeRun, startRun, type RunDeps, type RunOrder } from "../runs/engine";
import { listChangeSentences } from "../runs/listChanges";
import type { PlanInput } from "../runs/plan";
import type { RunLimits, RunProgress, RunSummary } from "../runs/run";
import { unansweredPage } from "../runs/resuming";
import { countTitle, describeRun } from "../runs/runState";
import { isAlreadyRunning, sameSearch } from "../runs/sameSearch";
import { spendingTitle } from "../runs/spendingTexts";
import { Refusal, type AppConnection, type App, type AppSearch, type HeldLists } from "./app";
import type { Call } from "./call";
import { neutral } from "./untrusted";
import { planSearch, type PlannedSearch } from "./planSearch";
import { whyNotResumable } from "./resumable";
import { budgetFor, type Spender } from "./spending";

export { planSearch, type PlannedSearch } from "./planSearch";

export interface RunOptions {
  readonly spender: Spender;
  /** Fetches again what was fetched completely less than a day ago. */
  readonly again?: boolean | undefined;
}

export interface RunOutcome {
  readonly summary: RunSummary;
  /** Nothing was sent: an earlier run of less than a day ago has everything. */
  readonly isOwned: boolean;
}

/** Executes a plan. Rejects with a `Refusal` when nothing may be spent; then nothing was sent. */
export async function runPlanned(
  desk: App,
  planned: PlannedSearch,
  { spender, again = false }: RunOptions,
  call: Call,
): Promise<RunOutcome> {
  const { search, isCount, companies, task, limits, lists, connection, recent, inProgress } = planned;
  if (inProgress !== undefined) {
    throw alreadyRunning(inProgress);
  }
  if (recent !== undefined && !again) {
    return { summary: recent, isOwned: true };
  }
  const title = isCount ? countTitle(search.title) : search.title;
  const question = (): string => spendingTitle("run", neutral(title));
  const budget = await budgetFor(desk, spender, { connection, question, plan: planned.input }, call.signal);
  const order = {
    purpose: isCount ? "count" : "search",
    title,
    task,
    connection: connection.info,
    source: search.source,
    limits,
    companies,
    ...(lists.ofSearch.length > 0 && { leaveOut: lists.ofSearch }),
    balance: connection.balance,
  } satisfies RunOrder;
  const deps = depsOf(desk, { budget, client: connection.client, checkLists: lists.check });
  try {
    return {
      summary: await startRun(deps, order, call.signal, reporter(call, limits.records, desk)),
      isOwned: false,
    };
  } catch (error) {
    if (isAlreadyRunning(error)) {
      const { purpose } = order;
      const wanted = { task, companies, purpose, connectionId: connection.info.id, now: desk.clock.now() } as const;
      throw alreadyRunning((await sameSearch(desk.runs, wanted)).inProgress);
    }
    throw error;
  } finally {
    desk.spent();
  }
}

const alreadyRunning = (run: RunSummary | undefined): Refusal =>
  new Refusal(
    `The same search is already running${run === undefined ? "" : `: run ${run.header.id}`}. ` +
      "Wait until it has ended; nothing was sent.",
    "running",
  );

export interface CountOptions {
  readonly spender: Spender;
  readonly maxCredits?: number | undefined;
  /** Asks the service although the number is known from less than a day ago. */
  readonly refresh: boolean;
}

/** How many records match: from a run of less than a day ago (`isOwned`), or by fetching one record. */
export async function countSearch(
  desk: App,
  search: AppSearch,
  { spender, maxCredits, refresh }: CountOptions,
  call: Call,
): Promise<RunOutcome> {
  const planned = await planSearch(desk, search, { isCount: true, maxCredits });
  return planned.counted !== undefined && !refresh
    ? { summary: planned.counted, isOwned: true }
    : runPlanned(desk, planned, { spender }, call);
}

/** How many records match, as far as a run knows. */
export const totalOf = ({ lastTotal, stop, records }: RunSummary): number | undefined =>
  lastTotal ?? (stop?.kind === "complete" ? records : undefined);

export interface ResumeRequest {
  readonly run: string;
  readonly spender: Spender;
  /** Records in addition to those that are saved. */
  readonly records?: number | undefined;
  /** Credits in addition to what the run has cost; replaces its credit limit. */
  readonly maxCredits?: number | undefined;
}

interface PlannedResume {
  readonly before: RunSummary;
  readonly connection: AppConnection;
  readonly lists: HeldLists;
  /** Sentences about lists that the search names now and did not name before, or the other way round. */
  readonly changes: () => readonly string[];
  readonly limits: RunLimits;
  readonly input: PlanInput;
}

export interface ResumeOutcome {
  readonly summary: RunSummary;
  /** Those sentences in English. */
  readonly changes: readonly string[];
}

/**
 * What continuing a search or a table of lookups would fetch and cost. Sends nothing that is paid. Rejects with a
 * `Refusal`.
 */
export async function planResume(desk: App, request: Omit<ResumeRequest, "spender">): Promise<PlannedResume> {
  const before = await stoppedRun(desk, request.run);
  const { header, lastTotal } = before;
  const [connection, { held: lists, differences }] = await Promise.all([
    desk.connection(),
    desk.lists.forResume(header),
  ]);
  if (connection.info.origin !== header.connection.origin) {
    throw new Refusal(
      `Run ${header.id} is of another service than the connection in use. Select its connection first; nothing was ` +
        "sent.",
      "connection",
    );
  }
  const limits = resumeLimits(before, request);
  const now = desk.clock.now();
  const batch = header.purpose === "batch" ? await desk.store.batches.get(header.id, now) : undefined;
  const input: PlanInput = {
    ...(batch === undefined
      ? { limits, now, soFar: before, total: lastTotal }
      : { limits: { records: batch.open }, now, total: batch.open, isBatch: true }),
    price: await desk.budgets.price(connection.info.id, header.task.kind),
    balance: connection.balance?.credits,
    balanceAt: connection.balance?.at,
  };
  const changes = (): readonly string[] => listChangeSentences(differences, listName);
  return { before, connection, lists, changes, limits, input };
}

/** Continues a stopped run of a search. Rejects with a `Refusal`; then nothing was sent. */
export async function resumeSearch(desk: App, request: ResumeRequest, call: Call): Promise<ResumeOutcome> {
  const { before, connection, lists, changes, limits, input } = await planResume(desk, request);
  const { header, stop } = before;
  const isCostUnknown = stop?.kind === "costUnknown";
  const unanswered = unansweredPage(before, input.price);
  const isUnusual = isCostUnknown || unanswered !== undefined;
  const budget = await budgetFor(
    desk,
    request.spender,
    {
      connection,
      question: () =>
        isCostUnknown
          ? l10n.t("Resume {0} at an unknown cost?", neutral(header.title))
          : spendingTitle("resume", neutral(header.title)),
      plan: input,
      remarks: [...changes(), ...(isUnusual ? [neutral(describeRun(before, input).sentence)] : [])],
      askAlways: connection.info.id !== header.connection.id,
      isCostUnknown,
      unanswered,
    },
    call.signal,
  );
  const deps = depsOf(desk, { budget, client: connection.client, checkLists: lists.check });
  const change = {
    limits,
    leaveOut: lists.ofSearch,
    connection: connection.info,
    balance: connection.balance,
  };
  try {
    const summary = await resumeRun(deps, header.id, change, call.signal, reporter(call, limits.records, desk));
    return { summary, changes: inEnglish(changes) };
  } finally {
    desk.spent();
  }
}

function listName(uri: string): string {
  const last = uri.split("/").at(-1) ?? uri;
  try {
    return neutral(decodeURIComponent(last), 200);
  } catch {
    return neutral(last, 200);
  }
}

/** The run of a search that can continue. */
async function stoppedRun({ runs }: App, id: string): Promise<RunSummary> {
  const found = await existingRun({ runs }, id);
  const problem = whyNotResumable(found);
  if (problem !== undefined) {
    throw new Refusal(problem);
  }
  return found;
}

/** The run with this id, or the newest one for "latest". Rejects with a `Refusal` when there is none. */
export async function existingRun({ runs }: Pick<App, "runs">, id: string): Promise<RunSummary> {
  if (id === "latest") {
    return newestOf(await runs.list({ purposes: ["search", "batch", "enrichment"], limit: 1 }));
  }
  const found = await runs.summary(id);
  if (found === undefined) {
    throw new Refusal("There is no run with this id. It may have been deleted.", "notFound");
  }
  return found;
}

/** The newest run of a saved search. Rejects with a `Refusal` when there is none. */
export const newestRunOf = async ({ runs }: Pick<App, "runs">, source: string): Promise<RunSummary> =>
  newestOf(await runs.list({ source, purposes: ["search"], limit: 1 }));

function newestOf([newest]: readonly RunSummary[]): RunSummary {
  if (newest === undefined) {
    throw new Refusal("There is no run yet.", "notFound");
  }
  return newest;
}

function resumeLimits(before: RunSummary, { records, maxCredits }: Omit<ResumeRequest, "spender">): RunLimits {
  const { header, stop, records: saved, credits, possibleCredits } = before;
  if (stop?.kind === "limitReached" && records === undefined) {
    throw new Refusal("This run has fetched the records it was asked for. Say how many more records it should fetch.");
  }
  if (stop?.kind === "creditLimit" && maxCredits === undefined) {
    throw new Refusal("This run has reached its credit limit. Say how many more credits it may cost.", "budget");
  }
  return {
    ...header.limits,
    ...(records !== undefined && { records: saved + records }),
    ...(maxCredits !== undefined && { credits: credits + possibleCredits + maxCredits }),
  };
}

const depsOf = ({ runs, clock }: App, parts: Pick<RunDeps, "budget" | "client" | "checkLists">): RunDeps => ({
  runs,
  clock,
  ...parts,
});

/** Reports progress in English, without data of records. */
export function reporter(
  { onProgress, onRun }: Call,
  wanted: number,
  { clock }: Pick<App, "clock">,
): (progress: RunProgress) => void {
  return (progress) => {
    onRun?.(progress);
    if (progress.kind === "waiting") {
      const seconds = Math.max(1, Math.ceil((progress.until - clock.now()) / 1_000));
      onProgress(0, undefined, `The service asks to wait ${seconds} seconds.`);
      return;
    }
    const { records, skipped, lastTotal } = progress.summary;
    const total = Math.min(wanted, Math.max(0, (lastTotal ?? Number.POSITIVE_INFINITY) - skipped));
    const text = inEnglish(() => `${recordsText(records)} of ${countText(total)} saved.`);
    onProgress(Math.min(records, total), total, text);
  };
}
