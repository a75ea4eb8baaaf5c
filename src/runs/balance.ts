// The balance during a run. It is a witness: it shows the cost of calls whose reply does not say it, and what was
// charged in addition to what the replies say.
import type { ServiceClient } from "../service/serviceClient";
import type { Clock } from "../service/wire";
import type { StatedCosts } from "../store/spend";
import { exactCredits, type BalanceFinding, type BalanceReading, type Reservation } from "./budgetTypes";

/** How long reading the balance may take, in ms. */
const readingMs = 10_000;

/** The service may round balances down to whole credits (interface, "Endpoints" 6), while calls cost fractions. */
const balanceRounding = 1;

/** A balance that was read longer ago, in ms, does not show what a run costs: others spend from it, too. */
const freshMs = 60_000;

/** Credits, and when they were read, in ms since 1970. */
export interface KnownBalance {
  readonly credits: number;
  readonly at: number;
}

export interface BalanceWatchDeps {
  readonly client: Pick<ServiceClient, "credits">;
  readonly clock: Pick<Clock, "now" | "sleep">;
  /** What calls of this connection have cost, in all windows and processes: in all, and since a time. */
  readonly stated: (since: number) => Promise<StatedCosts>;
  /** Of a connection whose credits are worth nothing: the balance is only read when it is asked for. */
  readonly isOff: boolean;
  /** As last read. */
  readonly known?: KnownBalance | undefined;
}

/** An answered call that is not verified yet. */
interface Answered {
  readonly records: number;
  readonly reservation: Reservation;
}

/** A balance, and what the calls of its connection were known to cost when it was read. */
interface Reading {
  readonly balance: number;
  readonly stated: number;
  /** What it may not have shown yet. */
  readonly late: number;
}

export class BalanceWatch {
  private reading: Reading | undefined;
  private isPrepared = false;
  /** The service reports fractions of credits, so its balances are not rounded. */
  private hasFractions = false;
  /** The expected balance. */
  private last: number | undefined;
  /** Since the last reading. */
  private answered = { records: 0, credits: 0 };
  private latest: Answered | undefined;
  private doubts: readonly Answered[] = [];
  /** Records of doubtful replies that were verified, until one of them was charged. */
  private verified = 0;
  private hasLied = false;

  constructor(private readonly deps: BalanceWatchDeps) {
    this.last = deps.known && exactCredits(deps.known.credits);
    this.hasFractions = !Number.isInteger(deps.known?.credits ?? 0);
  }

  /** Stated costs wait for a reading of the balance. */
  get hasDoubts(): boolean {
    return this.doubts.length > 0;
  }

  /** The most that the next reply can truly say it costs; `undefined` when the balance is not known. */
  get most(): number | undefined {
    return this.reading === undefined || this.last === undefined ? undefined : this.last + balanceRounding;
  }

  /**
   * Before a call is sent: reads the balance if it is not known, or less than is reserved for the call. A balance that
   * cannot be read is asked for once.
   */
  async prepare(reserved: number, signal?: AbortSignal): Promise<void> {
    if (this.deps.isOff) {
      return;
    }
    if (!this.isPrepared) {
      this.isPrepared = true;
      this.reading = await this.recentReading();
      await (this.reading === undefined ? this.startReading(signal) : undefined);
    }
    if (this.reading !== undefined && this.last !== undefined && this.last < reserved) {
      await this.startReading(signal);
    }
  }

  private async recentReading(): Promise<Reading | undefined> {
    const { known, clock, stated } = this.deps;
    if (known === undefined || clock.now() - known.at > freshMs) {
      return undefined;
    }
    const { total, since, recent, inFlight } = await stated(known.at);
    if (since === undefined || inFlight) {
      return undefined;
    }
    this.last = known.credits - since;
    return { balance: exactCredits(known.credits), stated: total - since, late: recent };
  }

  /** A reply said what its call cost, which may be doubtful. Reads the balance when it is time to. */
  async spent(
    { records, credits }: { readonly records: number; readonly credits: number },
    reservation: Reservation,
    isDoubtful: boolean,
  ): Promise<void> {
    this.last = this.last === undefined ? undefined : this.last - credits;
    this.answered = { records: this.answered.records + records, credits: this.answered.credits + credits };
    this.latest = { records, reservation };
    if (isDoubtful) {
      this.doubts = [...this.doubts, this.latest];
      // A record that was returned before can be free: so the first such reply is verified, and then whenever as many
      // records were returned as had been verified. Once such a reply was charged, each one is.
      const doubted = this.doubts.reduce((sum, one) => sum + one.records, 0);
      if (this.hasLied || doubted >= this.verified) {
        await this.verify();
      }
    }
  }

  /**
   * Settles the doubtful calls by the balance; they stay doubtful while it shows nothing. `isLast`: no later reading
   * can show more. Never rejects.
   */
  async verify(isLast = false): Promise<void> {
    const { doubts, answered, reading } = this;
    if (doubts.length === 0) {
      return;
    }
    const { drop, charged: extra = 0, isShared = false, late = 0 } = await this.compare();
    const isOpen = drop === undefined || (isShared && !isLast);
    if (isOpen) {
      // What a later reading shows is compared with the earlier one.
      [this.reading, this.answered] = [reading, answered];
      if (extra === 0) {
        return;
      }
      // Until then it counts as possible: the run must not go on as if the reply were true.
    }
    this.doubts = isOpen ? doubts : [];
    const records = doubts.reduce((sum, one) => sum + one.records, 0);
    this.verified += isOpen ? 0 : records;
    this.hasLied ||= extra > 0;
    const perRecord = (extra + answered.credits) / Math.max(1, records);
    let left = extra;
    let leftPossible = isShared ? extra : late;
    for (const [nth, { records: own, reservation }] of doubts.entries()) {
      const share = nth === doubts.length - 1 ? left : exactCredits((extra * own) / records);
      const possible = Math.min(share, leftPossible);
      [left, leftPossible] = [exactCredits(left - share), exactCredits(leftPossible - possible)];
      await this.charge(reservation, { extra: share, possible, perRecord });
    }
  }

  /** At the end of a run: what the balance shows in addition is a part of what the run cost. Never rejects. */
  async finish(): Promise<void> {
    const { latest, answered } = this;
    if (this.deps.isOff || latest === undefined) {
      return;
    }
    if (this.hasDoubts) {
      await this.verify(true);
      return;
    }
    const { charged: extra = 0, isShared = false, late = 0 } = await this.compare();
    if (extra > 0) {
      const perRecord = (extra + answered.credits) / Math.max(1, answered.records);
      await this.charge(latest.reservation, { extra, possible: isShared ? extra : late, perRecord });
    }
  }

  private async charge(reservation: Reservation, found: BalanceFinding): Promise<void> {
    await reservation.verified(found).catch(() => undefined);
    this.accept(exactCredits(found.extra - found.possible));
  }

  /** What the last reading showed is a part of what the calls are known to cost now. */
  accept(credits: number): void {
    if (this.reading !== undefined) {
      this.reading = { ...this.reading, stated: this.reading.stated + credits };
    }
  }

  /** Reads the balance and compares it with the expected one. Never rejects. */
  async compare(): Promise<BalanceReading> {
    const known = this.reading;
    const expected = this.last;
    const after = await this.read();
    const costs = await this.deps.stated(0).catch(() => undefined);
    const stated = known === undefined || costs === undefined ? undefined : costs.total - known.stated;
    const before = known === undefined || stated === undefined ? expected : exactCredits(known.balance - stated);
    // Higher than expected, but no higher than before: it may be late, so what is expected stays.
    const isLate =
      before !== undefined && known !== undefined && after !== undefined && after > before && after <= known.balance;
    const balance = isLate ? before : after;
    this.last = balance;
    // Within a run, what a late balance does not show yet is expected; what the first reading missed can still come.
    const rose = before === undefined || after === undefined || after > before + balanceRounding;
    const drop = rose ? undefined : Math.max(0, exactCredits(before - after));
    const charged = drop === undefined || (!this.hasFractions && drop < balanceRounding) ? 0 : drop;
    this.reading =
      balance === undefined || costs === undefined
        ? undefined
        : {
            balance,
            stated: costs.total,
            late: known === undefined ? costs.recent : Math.max(0, known.late - charged),
          };
    this.answered = { records: 0, credits: 0 };
    const late = Math.min(charged, known?.late ?? 0);
    const isShared = costs?.inFlight !== false || (charged > 0 && charged <= late + 1e-6);
    return { before, after, drop, charged, isShared, late };
  }

  private async startReading(signal: AbortSignal | undefined): Promise<void> {
    // Before the balance: what is charged in between is then not taken for a part of this run.
    const costs = await this.deps.stated(0).catch(() => undefined);
    const balance = await this.read(signal);
    this.last = balance;
    this.reading =
      balance === undefined || costs === undefined ? undefined : { balance, stated: costs.total, late: costs.recent };
    this.answered = { records: 0, credits: 0 };
  }

  /** The current balance; `undefined` when it cannot be read in time. Nothing is compared with it. */
  async read(signal?: AbortSignal): Promise<number | undefined> {
    const [late, done] = [new AbortController(), new AbortController()];
    this.deps.clock.sleep(readingMs, done.signal).then(
      () => late.abort(),
      () => undefined,
    );
    try {
      const until = signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]);
      const { balance } = await this.deps.client.credits({ signal: until });
      this.hasFractions ||= !Number.isInteger(balance);
      return exactCredits(balance);
    } catch {
      return undefined;
    } finally {
      done.abort();
    }
  }
}
