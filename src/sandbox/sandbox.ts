// The sandbox: the whole service embedded, with synthetic companies and people. It opens no port and needs no network.
// Features for tests only, such as faults and other prices, are in test/sandboxServer.
import { setImmediate } from "node:timers/promises";
import { TransportFailure, type Clock, type Transport } from "../service/wire";
import { Accounts, StandardPrices, type Prices, type SandboxKey } from "./accounts";
import { openEnrichments } from "./bulkEnrichments";
import { Database } from "./database";
import { Router } from "./router";

/** Enough records to page beyond an offset of 10,000. */
export const defaultSize = { companies: 5000, people: 20_000 } as const;

export interface SandboxOptions {
  /** The dates in the data are relative to the first day of the clock's month. */
  readonly clock: Pick<Clock, "now">;
  /** 5,000 when absent. */
  readonly companies?: number | undefined;
  /** 20,000 when absent. */
  readonly people?: number | undefined;
  /** The same seed gives the same records within one month of the clock. */
  readonly seed?: number | undefined;
  /** Months for which the data has moved on; 0 when absent. See `setMonth`. */
  readonly month?: number | undefined;
  readonly keys: readonly SandboxKey[];
}

function firstOfMonth(now: number): number {
  const day = new Date(now);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
}

/** Records are generated on first use. */
export class Sandbox {
  protected readonly database: Database;
  protected readonly accounts: Accounts;
  protected readonly router: Router;

  constructor(options: SandboxOptions, prices: Prices = new StandardPrices()) {
    const {
      clock,
      keys,
      companies = defaultSize.companies,
      people = defaultSize.people,
      seed = 1,
      month = 0,
    } = options;
    const world = { seed, employers: companies, asOf: firstOfMonth(clock.now()), month };
    this.database = new Database(world, people);
    this.accounts = new Accounts(keys);
    const enrichment = openEnrichments(() => this.database.world, people);
    this.router = new Router(this.database, this.accounts, prices, enrichment, () => clock.now());
  }

  readonly transport: Transport = async (request, signal) => {
    // A network never answers in the same turn of the event loop; neither does this one.
    await setImmediate();
    if (signal.aborted) {
      throw new TransportFailure("cancelled", false, "The call was canceled.");
    }
    return this.router.answer(request);
  };

  /** The balance of a key, possibly fractional; `undefined` for an unknown key. */
  balance(key: string): number | undefined {
    return this.accounts.of(key)?.balance;
  }

  setBalance(key: string, credits: number): void {
    const account = this.accounts.of(key);
    if (account !== undefined) {
      account.balance = Math.max(0, credits);
    }
  }

  /** Months for which the data has moved on. */
  get month(): number {
    return this.database.world.month;
  }

  /**
   * Moves the data to a month: positions shift, records are added and removed, people change jobs and places, companies
   * grow and shrink. Charges and received records do not change.
   */
  setMonth(month: number): void {
    this.database.setMonth(month);
  }

  /** Moves the data to the next month. */
  refresh(): void {
    this.setMonth(this.month + 1);
  }
}
