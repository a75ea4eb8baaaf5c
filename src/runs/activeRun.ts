// A run that this window owns: its counts as they are now, and the lease that tells other windows so.
import * as l10n from "@vscode/l10n";
import type { PageToStore, StoredPage } from "../store/storePage";
import type { Lease, StoredRun } from "../store/runs";
import { StoreError } from "../store/storeError";
import type { PageRequest, RunHeader, RunSummary, StopReason } from "./run";
import type { RunStore, RunStoreDeps } from "./runStore";
import { summaryFrom } from "./runSummary";

/** A window that is gone is noticed after so long, in ms. */
export const leaseMs = 6_000;
const renewEveryMs = 2_000;

export const lease = ({ owner, clock }: Pick<RunStoreDeps, "owner" | "clock">): Lease => ({
  owner,
  now: clock.now(),
  ms: leaseMs,
});

/** Whatever stores a page of a run: for a batch also the answer to its question. */
export type StorePage = (page: PageToStore) => Promise<StoredPage>;

/** Methods reject with a `StoreError`. */
export class ActiveRun {
  private readonly ended = new AbortController();
  private isTakenOver = false;
  /** Number of the page that was stored last. */
  private unchecked: number | undefined;

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

  /** Rejects when another window has taken the run over. */
  checkOwner(): void {
    if (this.isTakenOver) {
      throw takenOver();
    }
  }

  /** Stores a reply and counts it. */
  async keepPage(
    page: Omit<PageToStore, "run" | "owner"> & { readonly request: PageRequest },
    store: StorePage,
  ): Promise<StoredPage> {
    const stored = await store({ ...page, run: this.run.id, owner: this.owner });
    this.run = { ...this.run, ...stored.run, updatedAt: page.receivedAt };
    this.unchecked = stored.rows > 0 ? stored.page : undefined;
    this.runs.notify({ id: this.run.id, kind: "changed" });
    return stored;
  }

  /** Looks for records of the last page that are not as the service describes them. Called when the next page has been asked for: nobody waits for it. */
  checkLastPage(): void {
    const page = this.unchecked;
    this.unchecked = undefined;
    if (page !== undefined) {
      void this.runs.deps.store.records.checkPage(this.run.id, page).catch(() => undefined);
    }
  }

  /** Reads the counts anew: a call was settled. */
  async refresh(): Promise<void> {
    this.run = (await this.runs.deps.store.runs.get(this.run.id, this.runs.deps.clock.now())) ?? this.run;
  }

  /** Ends the run and gives it back. */
  async stop(reason: StopReason): Promise<RunSummary> {
    this.ended.abort();
    this.checkLastPage();
    const { store, clock } = this.runs.deps;
    const now = clock.now();
    const isOurs = await store.runs.stop(this.run.id, this.owner, reason, now);
    await this.refresh();
    this.runs.notify({ id: this.run.id, kind: "changed" });
    return this.summary(isOurs ? reason : takenOverStop());
  }

  /** Leaves the run to whoever takes it up: its end could not be written. */
  abandon(): void {
    this.ended.abort();
  }

  private async keepLease(): Promise<void> {
    const { store, clock } = this.runs.deps;
    while (!this.ended.signal.aborted) {
      try {
        await clock.sleep(renewEveryMs, this.ended.signal);
      } catch {
        return;
      }
      // A disk that takes nothing now may do so later; the lease is as good as its last renewal.
      this.isTakenOver = !(await store.runs.renew(this.run.id, lease(this.runs.deps)).catch(() => true));
      if (this.isTakenOver) {
        return;
      }
    }
  }
}

/** Another window has taken the run over: nothing more may be written to it. */
const takenOver = (): StoreError => new StoreError("IN_USE", l10n.t("Another window has taken this run over."));
const takenOverStop = (): StopReason => ({ kind: "storage", message: takenOver().message });
