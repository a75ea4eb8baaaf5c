// Asks for tracked enrichments until they are finished: soon at first, then less and less often, one request at a time.
import type { HttpReply, Clock } from "../service/wire";
import type { ServiceClient } from "../service/serviceClient";
import type { RunConnection } from "../runs/run";
import { factsOfReply, isFinished, readFailure, type EnrichmentState } from "./enrichmentState";
import type { EnrichmentList, KeptResults, TrackedEnrichment } from "./enrichmentList";
import type { KeptReply } from "./keepResults";

export interface PollerDeps {
  readonly list: EnrichmentList;
  readonly clock: Clock;
  /** Rejects with a sentence when the connection is gone or its key cannot be read. */
  readonly clientOf: (connection: RunConnection) => Promise<ServiceClient>;
  readonly keep: (entry: TrackedEnrichment, kept: KeptReply) => Promise<KeptResults | undefined>;
  /** Called once across all windows when polling ends by itself. */
  readonly onFinished: (entry: TrackedEnrichment) => void;
}

export interface Poller {
  /** Starts; what was tracked before a restart continues where it was. */
  start(): void;
  /** Looks at the list again now: something in it has changed, maybe by another window. */
  wake(): void;
  /**
   * Asks now, also when paused or finished. Resolves to the entry afterwards, whatever the reply; `undefined` when it is no
   * longer tracked or is being asked for already.
   */
  askNow(
    key: string,
    options?: { readonly partialParameter?: string | undefined },
  ): Promise<TrackedEnrichment | undefined>;
  /** Continues with those whose key was rejected: the connection has changed. */
  retryRejected(connectionId: string): Promise<void>;
  /** Stops polling; resolves when the request in flight is cancelled. */
  dispose(): Promise<void>;
}

const firstPauseMs = 5_000;
export const longestPauseMs = 10 * 60_000;

/** Ms to wait after the nth ask: 5 s, 10 s, 20 s … 10 min. */
export function pauseAfter(asks: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, Math.min(asks - 1, 20)));
}

/** Whether it is time to ask. A date further off than any pause comes from a clock that was set back since. */
export function isDue(entry: TrackedEnrichment, now: number): boolean {
  if (entry.paused || isFinished(entry.state)) {
    return false;
  }
  const wait = entry.nextAskAt - now;
  return wait <= 0 || (entry.trouble?.until === undefined && wait > 1.5 * longestPauseMs);
}

export function createPoller(deps: PollerDeps): Poller {
  const { list, clock } = deps;
  const ending = new AbortController();
  let nap = new AbortController();
  let loop: Promise<void> = Promise.resolve();
  const underWay = new Set<Promise<unknown>>();

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      nap = new AbortController();
      const { signal } = nap;
      const entries = await list.list().catch(() => []);
      for (const { key } of entries.filter((entry) => isDue(entry, clock.now()))) {
        if (!ending.signal.aborted) {
          await ask(key, false).catch(() => undefined);
        }
      }
      const sleepMs = await untilNext();
      if (!ending.signal.aborted && !signal.aborted) {
        await clock.sleep(sleepMs, AbortSignal.any([signal, ending.signal])).catch(() => undefined);
      }
    }
  }

  /** At least a second, so that an entry another window is asking for makes no busy loop. */
  async function untilNext(): Promise<number> {
    const now = clock.now();
    const entries = await list.list().catch(() => []);
    const waits = entries
      .filter(({ paused, state }) => !paused && !isFinished(state))
      .map(({ nextAskAt }) => nextAskAt - now);
    return Math.max(1_000, Math.min(longestPauseMs, ...waits));
  }

  /** Asks if nobody else is asking. Another window may have changed the entry meanwhile, so it is read again first. */
  async function ask(key: string, forced: boolean, partialParameter?: string): Promise<TrackedEnrichment | undefined> {
    const turn = await list.takeTurn(key);
    if (turn === undefined) {
      return undefined;
    }
    try {
      const entry = await list.get(key);
      if (entry === undefined || ending.signal.aborted || !(forced || isDue(entry, clock.now()))) {
        return forced ? undefined : entry;
      }
      const change = await outcomeOf(entry, partialParameter);
      if (change === undefined) {
        return undefined;
      }
      const after = await list.update(key, change);
      if (
        after !== undefined &&
        isFinished(after.state) &&
        !isFinished(entry.state) &&
        after.state.kind !== "keyRejected"
      ) {
        deps.onFinished(after);
      }
      return after;
    } finally {
      await turn.end().catch(() => undefined);
    }
  }

  type Change = (entry: TrackedEnrichment) => TrackedEnrichment;

  async function outcomeOf(
    entry: TrackedEnrichment,
    partialParameter: string | undefined,
  ): Promise<Change | undefined> {
    let reply: HttpReply | undefined;
    try {
      const client = await deps.clientOf(entry.connection);
      const parsed = await client.enrichment(entry.id, {
        signal: ending.signal,
        partialParameter,
        onReply: async (came) => {
          reply = came;
        },
      });
      const results = reply === undefined ? entry.results : await deps.keep(entry, { reply, parsed });
      const { state, name, credits } = factsOfReply(parsed);
      const now = clock.now();
      return (current) => ({
        ...asked(current, now, state),
        refusals: 0,
        trouble: undefined,
        ...(name !== undefined && { name }),
        ...(credits !== undefined && { credits }),
        ...(results !== undefined && { results }),
      });
    } catch (error) {
      const failed = readFailure(error, entry.refusals);
      const now = clock.now();
      switch (failed.kind) {
        case "cancelled":
          return undefined;
        case "state":
          return (current) => ({ ...asked(current, now, failed.state), trouble: undefined, refusals: 0 });
        case "trouble": {
          const { trouble, isRefusal } = failed;
          return (current) => {
            const next = asked(current, now, current.state);
            return {
              ...next,
              trouble,
              refusals: isRefusal ? current.refusals + 1 : 0,
              nextAskAt: Math.max(next.nextAskAt, trouble.until ?? 0),
            };
          };
        }
      }
    }
  }

  function asked(entry: TrackedEnrichment, now: number, state: EnrichmentState): TrackedEnrichment {
    const asks = entry.asks + 1;
    return { ...entry, state, asks, askedAt: now, nextAskAt: now + pauseAfter(asks) };
  }

  function tracked<T>(work: Promise<T>): Promise<T> {
    underWay.add(work);
    const done = (): void => void underWay.delete(work);
    work.then(done, done);
    return work;
  }

  return {
    start() {
      loop = run();
    },
    wake: () => nap.abort(),
    async askNow(key, options) {
      const after = await tracked(ask(key, true, options?.partialParameter));
      nap.abort();
      return after;
    },
    async retryRejected(connectionId) {
      for (const { key, connection, state } of await list.list()) {
        if (connection.id === connectionId && state.kind === "keyRejected") {
          await list.update(key, (entry) =>
            entry.state.kind === "keyRejected"
              ? { ...entry, state: { kind: "new" }, nextAskAt: clock.now(), asks: 0 }
              : entry,
          );
        }
      }
      nap.abort();
    },
    async dispose() {
      ending.abort();
      nap.abort();
      await Promise.allSettled([loop, ...underWay]);
    },
  };
}

/** Paused entries are asked for by hand only; a resumed one is asked for at once, and then soon again. */
export function withPause(entry: TrackedEnrichment, paused: boolean, now: number): TrackedEnrichment {
  return entry.paused === paused
    ? entry
    : { ...entry, paused, ...(!paused && { nextAskAt: Math.max(now, entry.trouble?.until ?? 0), asks: 0 }) };
}
