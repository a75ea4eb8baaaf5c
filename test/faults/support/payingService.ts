// A service that charges exactly what a test tells it to, whatever it says about it; the charges it counts are the true
// ones.
import type { Clock, HttpReply, Transport } from "../../../src/service/wire";
import { TransportFailure } from "../../../src/service/wire";

/** A call as it arrived. */
export interface Asked {
  /** 1 for the first call that arrived; readings of the balance do not count. */
  readonly nth: number;
  readonly path: string;
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: string | undefined;
}

export interface Answer {
  /** Credits that are taken from the account. */
  readonly charge: number;
  readonly status?: number | undefined;
  /** Text and bytes go out as they are, anything else as JSON. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The call is carried out, and the connection breaks before the reply. */
  readonly isLost?: boolean | undefined;
  /** Ms after which the charge shows in the balance. */
  readonly chargedAfter?: number | undefined;
}

export type Behavior = (asked: Asked) => Answer | Promise<Answer>;

export interface PayingService {
  readonly transport: Transport;
  /** Every call that arrived but readings of the balance. */
  readonly asked: readonly Asked[];
  /** Credits taken so far. */
  charged(): number;
  /** What is left, in whole credits, as the account endpoint counts it. */
  balance(): number;
  /** Adds credits to the account. */
  topUp(credits: number): void;
  behavior: Behavior;
  /** What the account endpoint says in place of the balance; `undefined` is an error of the server. */
  balanceSaid: ((balance: number) => unknown) | undefined;
}

const text = (body: unknown): Uint8Array =>
  body instanceof Uint8Array ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));

const reply = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = { "content-type": "application/json" },
): HttpReply => ({ status, headers, body: text(body) });

const orAborted = async <T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener(
        "abort",
        () => reject(new TransportFailure("cancelled", true, "The exchange was cancelled.")),
        { once: true },
      );
    }),
  ]);

export function payingService(clock: Pick<Clock, "now">, behavior: Behavior, balanceAtStart = 10_000): PayingService {
  const asked: Asked[] = [];
  const charges: { readonly credits: number; readonly shownAt: number }[] = [];
  let added = 0;
  const sum = (until: number): number =>
    charges.filter(({ shownAt }) => shownAt <= until).reduce((all, { credits }) => all + credits, 0);
  const running: PayingService = {
    asked,
    behavior,
    balanceSaid: undefined,
    charged: () => Math.round(sum(Number.POSITIVE_INFINITY) * 1e6) / 1e6,
    balance: () => Math.max(0, Math.floor(balanceAtStart + added - sum(clock.now()))),
    topUp(credits) {
      added += credits;
    },
    async transport(request, signal) {
      if (request.path.endsWith("/account/credits")) {
        const said = running.balanceSaid === undefined ? running.balance() : running.balanceSaid(running.balance());
        return said === undefined
          ? reply(500, { code: "error.server", message: "Down" })
          : reply(200, { balance: said });
      }
      const sent = JSON.parse(Buffer.from(request.body ?? Buffer.from("{}")).toString("utf8")) as {
        readonly limit?: number;
        readonly offset?: number;
        readonly search_after?: string;
      };
      const one: Asked = {
        nth: asked.length + 1,
        path: request.path,
        limit: sent.limit ?? 10,
        offset: sent.offset ?? 0,
        cursor: sent.search_after,
      };
      asked.push(one);
      const {
        charge,
        status = 200,
        body,
        headers,
        isLost,
        chargedAfter = 0,
      } = await orAborted(running.behavior(one), signal);
      charges.push({ credits: charge, shownAt: clock.now() + chargedAfter });
      if (isLost === true) {
        throw new TransportFailure("reset", true, "The connection was lost.");
      }
      return reply(status, body, headers);
    },
  };
  return running;
}

export const person = (which: number): { readonly id: string; readonly full_name: string } => ({
  id: `p${which}`,
  full_name: `Person ${which}`,
});

/** The people numbered `from` to `to - 1`. */
export const people = (from: number, to: number): readonly ReturnType<typeof person>[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => person(from + index));

/** Where a page begins: its cursor names the position. */
export const positionOf = ({ cursor, offset }: Asked): number =>
  cursor === undefined ? offset : Number(cursor.slice(cursor.lastIndexOf("@") + 1));

export const cursorAt = (position: number): string => `after@${position}`;

export interface PagerOptions {
  /** How many people there are. */
  readonly records: number;
  /** Credits for a page of so many records; 1 each when absent. */
  readonly price?: ((returned: number, asked: Asked) => number) | undefined;
  /** Replaces members of `metadata`; `undefined` leaves one out. */
  readonly metadata?: ((asked: Asked, charge: number) => Readonly<Record<string, unknown>>) | undefined;
}

/** A service that pages as the interface says it does, by cursor. */
export function pager({ records, price = (returned) => returned, metadata = () => ({}) }: PagerOptions): Behavior {
  return (asked) => {
    const from = positionOf(asked);
    const to = Math.min(records, from + asked.limit);
    const charge = price(Math.max(0, to - from), asked);
    const next = to < records ? { search_after: cursorAt(to) } : {};
    return {
      charge,
      body: {
        people: people(from, to),
        metadata: { total: records, credits: charge, offset: from, ...next, ...metadata(asked, charge) },
      },
    };
  };
}

/** One behavior for the nth call, the other for all the rest. */
export const atCall =
  (nth: number, special: Behavior, otherwise: Behavior): Behavior =>
  (asked) =>
    asked.nth === nth ? special(asked) : otherwise(asked);

/** The call is carried out and charged, and its reply is lost. */
export const losing =
  (behavior: Behavior): Behavior =>
  async (asked) => ({ ...(await behavior(asked)), isLost: true });

/** A refusal, free of charge. */
export const refusing =
  (status: number, message: string, code = "error.some"): Behavior =>
  () => ({ charge: 0, status, body: { code, message } });

/** Nothing can be sent: no byte leaves. */
export const unreachable: Behavior = () => {
  throw new TransportFailure("unreachable", false, "There is no way to the service.");
};

/** No reply ever comes. */
export const hanging: Behavior = () => new Promise(() => undefined);
