// Polls tracked enrichments until they are finished: at growing intervals, one request at a time.
import type { RunConnection } from "../runs/run";
import type { ServiceClient } from "../service/serviceClient";
import type { Clock } from "../service/wire";
import type { EnrichmentList, SavedResults, TrackedEnrichment } from "./enrichmentList";
import { factsOfReply, isFinished, readFailure, type EnrichmentState } from "./enrichmentState";
import type { ReceivedReply } from "./saveResults";

export interface EnrichmentPollerDeps {
  readonly list: EnrichmentList;
  readonly clock: Clock;
  /** Rejects with a sentence when the connection was removed or its key cannot be read. */
  readonly clientOf: (connection: RunConnection) => Promise<ServiceClient>;
  readonly save: (entry: TrackedEnrichment, received: ReceivedReply) => Promise<SavedResults | undefined>;
  /** Selects the entries that this poller polls; all when absent. */
  readonly concerns?: ((entry: TrackedEnrichment) => boolean) | undefined;
  /** Called once across all windows when polling ends by itself, with all entries that end in the same round. */
  readonly onFinished: (entries: readonly TrackedEnrichment[]) => void;
}

const firstDelayMs = 5_000;
const longestDelayMs = 10 * 60_000;
/** Another window may be polling an entry that is due, so the loop waits at least this long. */
const shortestSleepMs = 1_000;

/** Ms to wait after the nth request: 5 s, 10 s, 20 s … 10 min. */
function delayAfter(requests: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.max(0, Math.min(requests - 1, 20)));
}

/** Whether requests are sent automatically. */
export function isPolled(entry: TrackedEnrichment): boolean {
  return !isFinished(entry.state);
}

/** Whether a request is due. A time later than any delay was stored before the clock was set back. */
function isDue(entry: TrackedEnrichment, now: number): boolean {
  if (!isPolled(entry)) {
    return false;
  }
  const wait = entry.nextAskAt - now;
  return wait <= 0 || (entry.trouble?.until === undefined && wait > 1.5 * longestDelayMs);
}

/** Ms until the next request is due. */
const untilNextOf = (polled: readonly TrackedEnrichment[], now: number): number =>
  Math.max(shortestSleepMs, Math.min(longestDelayMs, ...polled.map(({ nextAskAt }) => nextAskAt - now)));

type Change = (entry: TrackedEnrichment) => TrackedEnrichment;

export class EnrichmentPoller {
  private readonly disposed = new AbortController();
  private sleep = new AbortController();
  private loop: Promise<void> = Promise.resolve();
  private readonly pending = new Set<Promise<unknown>>();
  private finished: readonly TrackedEnrichment[] = [];

  constructor(private readonly deps: EnrichmentPollerDeps) {}

  /** Starts polling, including entries that were tracked before a restart. */
  start(): void {
    this.loop = this.run();
  }

  /** Polls until none of its entries can change any more, or until it is disposed. */
  async untilFinished(): Promise<void> {
    this.loop = this.run(true);
    await this.loop;
  }

  /** Reads the list again now. Call it after a change, including one by another window. */
  wake(): void {
    this.sleep.abort();
  }

  /**
   * Sends a request now, even for a finished enrichment. Resolves to the entry afterwards, whatever the reply;
   * `undefined` when it is no longer tracked or a request is already in flight.
   */
  async pollNow(
    key: string,
    options?: { readonly partialParameter?: string | undefined },
  ): Promise<TrackedEnrichment | undefined> {
    const after = await this.tracked(this.poll(key, true, options?.partialParameter));
    this.reportFinished();
    this.wake();
    return after;
  }

  /** Continues with entries whose key was rejected, after the connection has changed. */
  async retryRejected(connectionId: string): Promise<void> {
    const { list, clock } = this.deps;
    for (const { key, connection, state } of await list.list()) {
      if (connection.id === connectionId && state.kind === "keyRejected") {
        await list.update(key, (entry) =>
          entry.state.kind === "keyRejected"
            ? { ...entry, state: { kind: "new" }, nextAskAt: clock.now(), asks: 0 }
            : entry,
        );
      }
    }
    this.wake();
  }

  /** Stops polling; resolves when the request in flight has been canceled. */
  async dispose(): Promise<void> {
    this.disposed.abort();
    this.wake();
    await Promise.allSettled([this.loop, ...this.pending]);
  }

  private get isDisposed(): boolean {
    return this.disposed.signal.aborted;
  }

  private async run(endsWhenFinished = false): Promise<void> {
    const { clock } = this.deps;
    while (!this.isDisposed) {
      this.sleep = new AbortController();
      const { signal } = this.sleep;
      const due = (await this.polled())?.filter((entry) => isDue(entry, clock.now())) ?? [];
      for (const { key } of due) {
        if (!this.isDisposed) {
          await this.poll(key, false).catch(() => undefined);
        }
      }
      this.reportFinished();
      const polled = await this.polled();
      if (endsWhenFinished && polled?.length === 0) {
        return;
      }
      if (!this.isDisposed && !signal.aborted) {
        const untilNext = untilNextOf(polled ?? [], clock.now());
        await clock.sleep(untilNext, AbortSignal.any([signal, this.disposed.signal])).catch(() => undefined);
      }
    }
  }

  /** `undefined` while the database cannot be read. */
  private async polled(): Promise<readonly TrackedEnrichment[] | undefined> {
    const { list, concerns = () => true } = this.deps;
    const entries = await list.list().catch(() => undefined);
    return entries?.filter((entry) => isPolled(entry) && concerns(entry));
  }

  private reportFinished(): void {
    const { finished } = this;
    this.finished = [];
    if (finished.length > 0) {
      this.deps.onFinished(finished);
    }
  }

  /** Another window may have changed the entry, so it is read again once the lease is acquired. */
  private async poll(
    key: string,
    isForced: boolean,
    partialParameter?: string,
  ): Promise<TrackedEnrichment | undefined> {
    const { list, clock } = this.deps;
    const lease = await list.acquireLease(key);
    if (lease === undefined) {
      return undefined;
    }
    try {
      const entry = await list.get(key);
      if (entry === undefined || this.isDisposed || !(isForced || isDue(entry, clock.now()))) {
        return isForced ? undefined : entry;
      }
      const change = await this.request(entry, partialParameter);
      if (change === undefined) {
        return undefined;
      }
      const after = await list.update(key, change);
      const hasFinished = after !== undefined && isFinished(after.state) && !isFinished(entry.state);
      if (hasFinished && after.state.kind !== "keyRejected") {
        this.finished = [...this.finished, after];
      }
      return after;
    } finally {
      await lease.release().catch(() => undefined);
    }
  }

  /** Sends the request; the result changes the entry. `undefined` when the request was canceled. */
  private async request(entry: TrackedEnrichment, partialParameter: string | undefined): Promise<Change | undefined> {
    const { clock, clientOf, save } = this.deps;
    try {
      const client = await clientOf(entry.connection);
      const parsed = await client.enrichment(entry.id, { signal: this.disposed.signal, partialParameter });
      const { reply } = parsed;
      const results = reply === undefined ? entry.results : await save(entry, { reply, parsed });
      const { state, name, credits } = factsOfReply(parsed);
      const now = clock.now();
      return (current) => ({
        ...afterRequest(current, now, state),
        refusals: 0,
        trouble: undefined,
        ...(name !== undefined && { name }),
        ...(credits !== undefined && { credits }),
        ...(results !== undefined && { results }),
      });
    } catch (error) {
      return changeAfterFailure(error, entry.refusals, clock.now());
    }
  }

  private tracked<T>(work: Promise<T>): Promise<T> {
    this.pending.add(work);
    const done = (): void => void this.pending.delete(work);
    work.then(done, done);
    return work;
  }
}

function changeAfterFailure(error: unknown, refusals: number, now: number): Change | undefined {
  const failed = readFailure(error, refusals);
  switch (failed.kind) {
    case "canceled":
      return undefined;
    case "state":
      return (current) => ({ ...afterRequest(current, now, failed.state), trouble: undefined, refusals: 0 });
    case "problem": {
      const { problem, isRefusal } = failed;
      return (current) => {
        const next = afterRequest(current, now, current.state);
        return {
          ...next,
          trouble: problem,
          refusals: isRefusal ? current.refusals + 1 : 0,
          nextAskAt: Math.max(next.nextAskAt, problem.until ?? 0),
        };
      };
    }
  }
}

function afterRequest(entry: TrackedEnrichment, now: number, state: EnrichmentState): TrackedEnrichment {
  const asks = entry.asks + 1;
  return { ...entry, state, asks, askedAt: now, nextAskAt: now + delayAfter(asks) };
}
