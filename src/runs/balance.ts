// The balance while a run is under way: it tells what a call cost that does not say so itself.
import type { ServiceClient } from "../service/serviceClient";
import type { Clock } from "../service/wire";

/** How long reading the balance may take, in ms. */
const readingMs = 10_000;

/** Balances may be rounded down to whole credits (interface, "Endpoints" 6), while calls cost fractions. */
const roundedDown = 1;

export interface BalanceReading {
  /** What the balance must have been before the call; absent when it was never read. */
  readonly before?: number | undefined;
  /** Absent when it could not be read. */
  readonly after?: number | undefined;
  /** How far it fell; absent when a balance is missing, and when it rose, which proves nothing. */
  readonly drop?: number | undefined;
}

export class BalanceWatch {
  /** `last` is the balance as last read. */
  constructor(
    private readonly client: Pick<ServiceClient, "credits">,
    private readonly clock: Pick<Clock, "sleep">,
    private last: number | undefined,
  ) {}

  /** A call named its cost. */
  spent(credits: number): void {
    this.last = this.last === undefined ? undefined : this.last - credits;
  }

  /** Reads the balance and compares it with what it must have been. Never rejects. */
  async compare(): Promise<BalanceReading> {
    const before = this.last;
    const after = await this.read();
    this.last = after;
    const rose = before === undefined || after === undefined || after > before + roundedDown;
    return { before, after, drop: rose ? undefined : Math.max(0, before - after) };
  }

  /** The balance now; `undefined` when it cannot be read in time. */
  async read(): Promise<number | undefined> {
    const controller = new AbortController();
    const over = new AbortController();
    this.clock.sleep(readingMs, over.signal).then(
      () => controller.abort(),
      () => undefined,
    );
    try {
      return (await this.client.credits({ signal: controller.signal })).balance;
    } catch {
      return undefined;
    } finally {
      over.abort();
    }
  }
}
