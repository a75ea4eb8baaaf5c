// The balance during a run, which shows the cost of calls whose reply does not say it.
import type { ServiceClient } from "../service/serviceClient";
import type { Clock } from "../service/wire";

/** How long reading the balance may take, in ms. */
const readingMs = 10_000;

/** The service may round balances down to whole credits (interface, "Endpoints" 6), while calls cost fractions. */
const balanceRounding = 1;

export interface BalanceReading {
  /** The expected balance before the call; absent when it was never read. */
  readonly before?: number | undefined;
  /** Absent when it could not be read. */
  readonly after?: number | undefined;
  /** How far it fell; absent when a balance is missing or it rose, which proves nothing. */
  readonly drop?: number | undefined;
}

export class BalanceWatch {
  /** `last` is the balance as last read. */
  constructor(
    private readonly client: Pick<ServiceClient, "credits">,
    private readonly clock: Pick<Clock, "sleep">,
    private last: number | undefined,
  ) {}

  /** A reply said what its call cost. */
  spent(credits: number): void {
    this.last = this.last === undefined ? undefined : this.last - credits;
  }

  /** Reads the balance and compares it with the expected one. Never rejects. */
  async compare(): Promise<BalanceReading> {
    const before = this.last;
    const after = await this.read();
    this.last = after;
    const rose = before === undefined || after === undefined || after > before + balanceRounding;
    return { before, after, drop: rose ? undefined : Math.max(0, before - after) };
  }

  /** The current balance; `undefined` when it cannot be read in time. */
  async read(): Promise<number | undefined> {
    const controller = new AbortController();
    const done = new AbortController();
    this.clock.sleep(readingMs, done.signal).then(
      () => controller.abort(),
      () => undefined,
    );
    try {
      return (await this.client.credits({ signal: controller.signal })).balance;
    } catch {
      return undefined;
    } finally {
      done.abort();
    }
  }
}
