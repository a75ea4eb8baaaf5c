// A run in progress in this window: its current counts, and the lease that keeps other windows out.
import * as l10n from "@vscode/l10n";
import type { Clock } from "../service/wire";
import type { Store } from "../store/client";
import type { PageToStore, StoredPage } from "../store/storePage";
import type { KeptPage } from "../store/keptPageFile";
import type { Lease, StoredRun } from "../store/runs";
import { notFound, StoreError } from "../store/storeError";
import { keepLease, leaseOf } from "./keepLease";
import type { PageKeeper } from "./keptPages";
import type { PageRequest, RunHeader, RunSummary, StopReason } from "./run";
import { summaryFrom } from "./runSummary";

/** Other windows notice after so long, in ms, that a window died. */
export const leaseMs = 6_000;

export const lease = (holder: Pick<RunStoreDeps, "owner" | "clock">): Lease => leaseOf(holder, leaseMs);

export interface RunStoreDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
  /** Unique for each window; the holder of its leases. */
  readonly owner: string;
  /** Keeps paid replies that the database refuses; absent: they stay in memory. */
  readonly keeper?: PageKeeper | undefined;
}

export interface RunChange {
  readonly id: string;
  readonly kind: "created" | "changed" | "deleted";
}

/** What a run in progress uses of the store of runs. */
interface RunsOfWindow {
  readonly deps: RunStoreDeps;
  notify(change: RunChange): void;
  keepPage(page: KeptPage): Promise<string | undefined>;
}

/** Stores a page of a run; for a batch also the answer to its question. */
export type StorePage = (page: PageToStore) => Promise<StoredPage>;

/** Methods reject with a `StoreError`. */
export class ActiveRun {
  private readonly released = new AbortController();
  private isTakenOver = false;
  /** Numbers of the last pages, until their records are checked. */
  private unchecked: number[] = [];

  constructor(
    private readonly runs: RunsOfWindow,
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

  /** Throws when another window has taken over the run. */
  checkOwner(): void {
    if (this.isTakenOver) {
      throw takenOver();
    }
  }

  /** Stores a reply and counts it. */
  async storePage(
    page: Omit<PageToStore, "run" | "owner"> & { readonly request: PageRequest },
    store: StorePage,
  ): Promise<StoredPage> {
    const stored = await store({ ...page, run: this.run.id, owner: this.owner });
    this.run = { ...this.run, ...stored.run, updatedAt: page.receivedAt };
    if (stored.rows > 0) {
      this.unchecked.push(stored.page);
    }
    this.runs.notify({ id: this.run.id, kind: "changed" });
    return stored;
  }

  get keeper(): PageKeeper | undefined {
    return this.runs.deps.keeper;
  }

  /** Keeps a reply that could not be stored. Resolves to its file; `undefined` when it is only in memory. */
  keep(page: Omit<KeptPage, "run" | "pages">): Promise<string | undefined> {
    return this.runs.keepPage({ ...page, run: this.run as KeptPage["run"], pages: this.run.pages });
  }

  /** Counts mismatched records of the last pages, in the background: called while the next page is being fetched. */
  checkLastPages(): void {
    for (const page of this.unchecked.splice(0)) {
      void this.runs.deps.store.records.checkPage(this.run.id, page).catch(() => undefined);
    }
  }

  /** Reads the counts again after a call was settled. */
  async refresh(): Promise<void> {
    this.run = (await this.runs.deps.store.runs.get(this.run.id, this.runs.deps.clock.now())) ?? this.run;
  }

  /** Stores the stop reason and releases the run. */
  async stop(reason: StopReason): Promise<RunSummary> {
    this.released.abort();
    this.checkLastPages();
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
    this.isTakenOver = await keepLease(deps, leaseMs, this.released.signal, (renewed) =>
      deps.store.runs.renew(this.run.id, renewed),
    );
  }
}

const takenOver = (): StoreError => new StoreError("IN_USE", l10n.t("Another window has taken over this run."));
const stopOf = ({ message }: StoreError): StopReason => ({ kind: "storage", message });
