// A transport that answers as told, for the tests of the client.
import { createServiceClient } from "../../../src/service/client";
import { ServiceFailure, type ServiceError } from "../../../src/service/errors";
import type { RateLimitGate } from "../../../src/service/rateLimitGate";
import type { HttpReply, HttpRequest } from "../../../src/service/wire";
import { MemoryGate } from "../../support/memoryGate";
import { savingClient, type SavingClient } from "../../support/savingClient";
import { testClock, type TestClock } from "../../support/testClock";

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): HttpReply {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: Buffer.from(JSON.stringify(body)),
  };
}

export const emptyPage = { companies: [], people: [], metadata: { total: 0, credits: 0 } };

export type Step = HttpReply | Error | ((request: HttpRequest, signal: AbortSignal) => Promise<HttpReply>);

export interface Rig {
  readonly client: SavingClient;
  readonly clock: TestClock;
  readonly gate: RateLimitGate;
  /** Every request that reached the transport. */
  readonly sent: readonly HttpRequest[];
}

/** A client whose transport takes one step of the script per request; the last step goes on for ever. */
export function rig(
  script: readonly Step[],
  parts: {
    readonly clock?: TestClock;
    readonly gate?: RateLimitGate;
    readonly key?: string | (() => string);
    readonly random?: () => number;
  } = {},
): Rig {
  const clock = parts.clock ?? testClock(undefined, "atOnce");
  const gate = parts.gate ?? new MemoryGate(clock);
  const sent: HttpRequest[] = [];
  const client = savingClient(
    createServiceClient({
      transport: async (request, signal) => {
        sent.push(request);
        const step = script[Math.min(sent.length, script.length) - 1];
        if (step === undefined || step instanceof Error) {
          throw step ?? new Error("The script is empty.");
        }
        return typeof step === "function" ? step(request, signal) : step;
      },
      key: parts.key ?? "a-key-for-tests",
      userAgent: "prospect-desk/1.2.3",
      clock,
      random: parts.random ?? (() => 0.5),
      gate,
    }),
  );
  return { client, clock, gate, sent };
}

/** The failure a call ends in. */
export async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  const outcome = await call.then(
    (value: unknown) => ({ value }),
    (error: unknown) => error,
  );
  if (!(outcome instanceof ServiceFailure)) {
    throw new Error("The call should have ended in a ServiceFailure.", { cause: outcome });
  }
  return outcome.detail;
}

/** Lets everything that is ready to go on go on. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
