// Runs in the database: lists, creates, resumes and deletes them. Runs that this window executes have a lease.
import { createHash } from "node:crypto";
import { filtersKey } from "../searches/filterItems";
import { operations } from "../service/operations";
import type { Clock } from "../service/wire";
import type { Store } from "../store/client";
import type { RunCompany } from "../store/companies";
import type { PageKeeper, SavedPage } from "../store/keptPages";
import type { Lease } from "../store/leases";
import type { NewRun, RunQuery, SearchNames, StoredRun } from "../store/runs";
import type { RunSource } from "../store/runSources";
import { notFound, StoreError } from "../store/storeError";
import type { PageToStore, StoredPage } from "../store/storePage";
import { priceOf } from "./budget";
import { keepLease, leaseOf } from "./keepLease";
import {
  isSearch,
  recordKindOf,
  type PageRequest,
  type RunConnection,
  type RunHeader,
  type RunLimits,
  type RunSummary,
  type RunTask,
  type SearchTask,
  type StopReason,
} from "./run";

/** After this time, in ms, other windows notice that a window died. */
export const leaseMs = 6_000;

const lease = (holder: RunStoreDeps): Lease => leaseOf(holder, leaseMs);

export interface RunStoreDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
  /** Unique for each window; owner of its leases. */
  readonly owner: string;
  /** Saves paid replies that the database rejects; without it, they stay in memory. */
  readonly keeper?: PageKeeper | undefined;
}

export interface RunChange {
  readonly id: string;
  readonly kind: "created" | "changed" | "deleted";
}

/** Changes when a run continues: its limits, the connection that pays from now on, and its leave-out lists. */
export interface ResumeChange {
  readonly limits?: RunLimits | undefined;
  readonly connection?: RunConnection | undefined;
  readonly leaveOut?: RunHeader["leaveOut"];
  /** The user agreed to ask again for rows that may have been charged. */
  readonly again?: boolean | undefined;
  /** When the user agreed, in ms since 1970; now when absent. Rows lost later need new consent. */
  readonly agreedAt?: number | undefined;
}

/** The order for a new run. */
export interface RunOrder extends Omit<RunHeader, "id" | "startedAt" | "recordKind"> {
  /** For a search at companies. */
  readonly companies?: readonly RunCompany[] | undefined;
  /** Create it even if the same search is in progress. */
  readonly evenIfRunning?: boolean | undefined;
}

/** Methods reject with a `StoreError`. */
export class RunStore {
  private readonly listeners = new Set<(change: RunChange) => void>();
  /** Stop reasons that could not be stored, kept until the run continues in this window. */
  private readonly unsaved = new Map<string, StopReason>();

  constructor(readonly deps: RunStoreDeps) {}

  /** Newest first. A run without a stop reason that no window is running is `interrupted`. */
  async list(query: Omit<RunQuery, "now"> = {}): Promise<readonly RunSummary[]> {
    const runs = await this.deps.store.runs.list({ ...query, now: this.deps.clock.now() });
    return runs.map((run) => this.summaryOf(run));
  }

  async summary(id: string): Promise<RunSummary | undefined> {
    const run = await this.deps.store.runs.get(id, this.deps.clock.now());
    return run && this.summaryOf(run);
  }

  async rename(id: string, title: string): Promise<void> {
    await this.deps.store.runs.rename(id, title);
    this.notify({ id, kind: "changed" });
  }

  /** Adds a leave-out list to the run, so that its records are hidden. */
  async addLeaveOut(id: string, list: string): Promise<void> {
    await this.deps.store.runs.addLeaveOut(id, list);
    this.notify({ id, kind: "changed" });
  }

  /** The saved searches that have runs. */
  sources(): Promise<readonly RunSource[]> {
    return this.deps.store.runs.sources();
  }

  /** After a saved search was renamed or moved: its runs keep their search; those titled after it get the new name. */
  async moveSource(from: string, to: string, names?: SearchNames): Promise<void> {
    for (const id of await this.deps.store.runs.moveSource(from, to, names)) {
      this.notify({ id, kind: "changed" });
    }
  }

  /** IN_USE while a window is running it. */
  async delete(id: string): Promise<void> {
    await this.deps.store.retention.deleteRun(id, { now: this.deps.clock.now() });
    this.notify({ id, kind: "deleted" });
  }

  /** Fires for changes by this window; the result unsubscribes. */
  onDidChange(listener: (change: RunChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  notify(change: RunChange): void {
    if (change.kind === "deleted") {
      this.unsaved.delete(change.id);
    }
    for (const listener of [...this.listeners]) {
      listener(change);
    }
  }

  /** Creates a run that this window executes. ALREADY_RUNNING while the same search is in progress somewhere. */
  async create(order: RunOrder): Promise<ActiveRun> {
    const { store } = this.deps;
    const run = await (order.companies === undefined
      ? store.runs.create(this.newRun(order), lease(this.deps))
      : store.companies.create(this.newRun(order), lease(this.deps), order.companies));
    this.notify({ id: run.id, kind: "created" });
    return new ActiveRun(this, run);
  }

  /** The database row of a new run; batches add their own data to it. */
  newRun({ companies, ...order }: RunOrder): NewRun {
    const { task } = order;
    const searchKey = isSearch(task) ? searchKeyOf(task, companies) : undefined;
    const startedAt = this.deps.clock.now();
    const time = new Date(startedAt).toISOString().replace(/[-:.Z]/g, "");
    const id = `${time}-${Buffer.from(this.deps.random(6)).toString("hex")}`;
    return { ...order, recordKind: recordKindOf(task), searchKey, id, startedAt };
  }

  /** Resumes a stopped run, after storing any pages kept in files. IN_USE while another window runs it. */
  async resume(id: string, change: ResumeChange = {}): Promise<ActiveRun> {
    await this.saveKeptPages();
    const run = await this.take(id, change);
    this.unsaved.delete(id);
    this.notify({ id, kind: "changed" });
    return new ActiveRun(this, run);
  }

  /** Retries once, because the lease of a window that was killed expires after some seconds. */
  private async take(id: string, change: ResumeChange): Promise<StoredRun> {
    const { store, clock } = this.deps;
    try {
      return await store.runs.take(id, lease(this.deps), change);
    } catch (error) {
      if (!(error instanceof StoreError && error.code === "IN_USE")) {
        throw error;
      }
      await clock.sleep(leaseMs);
      return store.runs.take(id, lease(this.deps), change);
    }
  }

  /** Saves the pages that this process, or one that has ended, kept in files. */
  async saveKeptPages(): Promise<readonly SavedPage[]> {
    const { store, clock, keeper } = this.deps;
    const saved = await store.keptPages.saveAll(keeper?.folders ?? [], clock.now());
    for (const { run } of saved) {
      this.unsaved.delete(run);
      this.notify({ id: run, kind: "changed" });
    }
    return saved;
  }

  /** Marks a run that ended early as complete; `undefined` for any other run. */
  async acceptEnd(id: string): Promise<RunSummary | undefined> {
    const { store, clock } = this.deps;
    const run = await store.runs.acceptEnd(id, clock.now());
    if (run !== undefined) {
      this.notify({ id, kind: "changed" });
    }
    return run && this.summaryOf(run);
  }

  /** Keeps a stop reason in memory that could not be stored. */
  keepUnsaved(id: string, reason: StopReason): void {
    this.unsaved.set(id, reason);
    this.notify({ id, kind: "changed" });
  }

  private summaryOf(run: StoredRun): RunSummary {
    const reason = this.unsaved.get(run.id);
    const interrupted: StopReason = { kind: "interrupted", requestInFlight: run.requestInFlight };
    return summaryFrom(run, reason ?? (run.stop as StopReason | undefined) ?? (run.isLive ? undefined : interrupted));
  }
}

/** Methods reject with a `StoreError`. */
export class ActiveRun {
  private readonly released = new AbortController();
  private lastTurn: Promise<void> = Promise.resolve();

  constructor(
    private readonly runs: RunStore,
    private run: StoredRun,
  ) {
    void this.keepLease();
  }

  get id(): string {
    return this.run.id;
  }

  get owner(): string {
    return this.runs.deps.owner;
  }

  get header(): RunHeader {
    return this.summary().header;
  }

  summary(stop?: StopReason): RunSummary {
    return summaryFrom(this.run, stop);
  }

  /** Opens concurrent calls in their order: resolves when it is this call's turn, to a function that ends the turn. */
  async turn(): Promise<() => void> {
    const before = this.lastTurn;
    let end = (): void => undefined;
    this.lastTurn = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    return end;
  }

  /** Stores a reply and counts it. */
  async storePage(page: Omit<PageToStore, "run" | "owner"> & { readonly request: PageRequest }): Promise<StoredPage> {
    const { store } = this.runs.deps;
    const stored = await store.records.storePage({ ...page, run: this.run.id, owner: this.owner });
    this.run = stored.run;
    this.runs.notify({ id: this.run.id, kind: "changed" });
    return stored;
  }

  /** Reads the counts again after a call was closed. */
  async refresh(): Promise<void> {
    this.run = (await this.runs.deps.store.runs.get(this.run.id, this.runs.deps.clock.now())) ?? this.run;
  }

  /** Stores the stop reason and releases the run. */
  async stop(reason: StopReason): Promise<RunSummary> {
    this.released.abort();
    const { store, clock } = this.runs.deps;
    const now = clock.now();
    const isOurs = await store.runs.stop(this.run.id, this.owner, reason, now);
    const stored = await store.runs.get(this.run.id, clock.now());
    this.run = stored ?? this.run;
    this.runs.notify({ id: this.run.id, kind: "changed" });
    return this.summary(isOurs ? reason : stopOf(stored === undefined ? notFound() : takenOver()));
  }

  /** Stops renewing the lease, because the stop reason could not be stored. */
  abandon(): void {
    this.released.abort();
  }

  private async keepLease(): Promise<void> {
    const { deps } = this.runs;
    await keepLease(deps, leaseMs, this.released.signal, (renewed) => deps.store.runs.renew(this.run.id, renewed));
  }
}

const takenOver = (): StoreError => new StoreError("IN_USE", "Another window has taken over this run.");
const stopOf = ({ message }: StoreError): StopReason => ({ kind: "storage", message });

/** `stop` is absent while a window is running it. */
function summaryFrom(run: StoredRun, stop: StopReason | undefined): RunSummary {
  const { id, purpose, title, recordKind, connection, source, startedAt, leaveOut, ...counted } = run;
  const { task, limits, searchKey: _key, evenIfRunning: _even, ...more } = counted;
  const { no: _no, pagesWithoutNew: _pages, isLive: _live, requestInFlight: _sent, price, ...shown } = more;
  return {
    ...shown,
    price: priceOf(price),
    header: {
      id,
      purpose,
      title,
      task: task as RunTask,
      recordKind,
      connection,
      source,
      startedAt,
      limits: limits as RunLimits,
      leaveOut,
    },
    stop,
  };
}

/**
 * Equal for searches with the same filters and, at companies, the same companies. Includes the kind, because companies
 * and people share filter names.
 */
export function searchKeyOf({ kind, filters }: SearchTask, companies?: readonly { readonly domain: string }[]): string {
  const content = [
    filtersKey({ search: operations[kind].search, filters }),
    companies === undefined ? null : companies.map(({ domain }) => domain).sort(),
  ];
  return createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 32);
}
