// A service that charges what the test defines, whatever its replies contain, and counts the real charges.
import type { Clock, HttpReply, Transport } from "../../../src/service/wire";
import { TransportFailure } from "../../../src/service/wire";

/** A received call. */
export interface ServiceCall {
  /** 1 for the first call; reading the balance does not count. */
  readonly nth: number;
  readonly path: string;
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: string | undefined;
}

export interface Answer {
  /** Credits charged to the account. */
  readonly charge: number;
  readonly status?: number | undefined;
  /** Text and bytes are sent unchanged, anything else as JSON. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The call is processed, and the connection breaks before the reply. */
  readonly isLost?: boolean | undefined;
  /** Milliseconds until the balance shows the charge. */
  readonly chargedAfter?: number | undefined;
}

export type Behavior = (call: ServiceCall) => Answer | Promise<Answer>;

export interface PayingService {
  readonly transport: Transport;
  /** Every received call except for reading the balance. */
  readonly calls: readonly ServiceCall[];
  /** Credits charged so far. */
  charged(): number;
  /** The remaining whole credits, as the account endpoint returns them. */
  balance(): number;
  /** Adds credits to the account. */
  topUp(credits: number): void;
  behavior: Behavior;
  /** Replaces the balance that the account endpoint returns; `undefined` is a server error. */
  reportBalance: ((balance: number) => unknown) | undefined;
}

const text = (body: unknown): Uint8Array =>
  body instanceof Uint8Array ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));

const reply = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = { "content-type": "application/json" },
): HttpReply => ({ status, headers, body: text(body) });

const untilAborted = async <T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> =>
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
  const calls: ServiceCall[] = [];
  const charges: { readonly credits: number; readonly shownAt: number }[] = [];
  let added = 0;
  const sum = (until: number): number =>
    charges.filter(({ shownAt }) => shownAt <= until).reduce((all, { credits }) => all + credits, 0);
  const running: PayingService = {
    calls,
    behavior,
    reportBalance: undefined,
    charged: () => Math.round(sum(Number.POSITIVE_INFINITY) * 1e6) / 1e6,
    balance: () => Math.max(0, Math.floor(balanceAtStart + added - sum(clock.now()))),
    topUp(credits) {
      added += credits;
    },
    async transport(request, signal) {
      if (request.path.endsWith("/account/credits")) {
        const reported =
          running.reportBalance === undefined ? running.balance() : running.reportBalance(running.balance());
        return reported === undefined
          ? reply(500, { code: "error.server", message: "Down" })
          : reply(200, { balance: reported });
      }
      const sent = JSON.parse(Buffer.from(request.body ?? Buffer.from("{}")).toString("utf8")) as {
        readonly limit?: number;
        readonly offset?: number;
        readonly search_after?: string;
      };
      const received: ServiceCall = {
        nth: calls.length + 1,
        path: request.path,
        limit: sent.limit ?? 10,
        offset: sent.offset ?? 0,
        cursor: sent.search_after,
      };
      calls.push(received);
      const {
        charge,
        status = 200,
        body,
        headers,
        isLost,
        chargedAfter = 0,
      } = await untilAborted(running.behavior(received), signal);
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

/** The position of a page's first record, from its cursor or offset. */
export const positionOf = ({ cursor, offset }: ServiceCall): number =>
  cursor === undefined ? offset : Number(cursor.slice(cursor.lastIndexOf("@") + 1));

export const cursorAt = (position: number): string => `after@${position}`;

export interface PagerOptions {
  /** How many people there are. */
  readonly records: number;
  /** Credits for a page with this many records; 1 each if omitted. */
  readonly price?: ((returned: number, call: ServiceCall) => number) | undefined;
  /** Replaces members of `metadata`; `undefined` leaves one out. */
  readonly metadata?: ((call: ServiceCall, charge: number) => Readonly<Record<string, unknown>>) | undefined;
}

/** A service that pages by cursor as documented. */
export function pager({ records, price = (returned) => returned, metadata = () => ({}) }: PagerOptions): Behavior {
  return (call) => {
    const from = positionOf(call);
    const to = Math.min(records, from + call.limit);
    const charge = price(Math.max(0, to - from), call);
    const next = to < records ? { search_after: cursorAt(to) } : {};
    return {
      charge,
      body: {
        people: people(from, to),
        metadata: { total: records, credits: charge, offset: from, ...next, ...metadata(call, charge) },
      },
    };
  };
}

/** One behavior for the nth call, another for all other calls. */
export const atCall =
  (nth: number, special: Behavior, otherwise: Behavior): Behavior =>
  (call) =>
    call.nth === nth ? special(call) : otherwise(call);

/** Processes and charges the call, and loses the reply. */
export const withLostReply =
  (behavior: Behavior): Behavior =>
  async (call) => ({ ...(await behavior(call)), isLost: true });

/** A refusal, free of charge. */
export const refusing =
  (status: number, message: string, code = "error.some"): Behavior =>
  () => ({ charge: 0, status, body: { code, message } });

/** Nothing can be sent. */
export const unreachable: Behavior = () => {
  throw new TransportFailure("unreachable", false, "The service cannot be reached.");
};

/** Never replies. */
export const neverReplying: Behavior = () => new Promise(() => undefined);
