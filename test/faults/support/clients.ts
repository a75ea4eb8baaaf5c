// Clients for the fault tests, and the four paid operations by name.
import { createServiceClient } from "../../../src/service/client";
import { ServiceFailure, type ServiceError } from "../../../src/service/errors";
import { createUndiciTransport, type TransportOptions } from "../../../src/service/undiciTransport";
import type { Clock, HttpReply } from "../../../src/service/wire";
import { MemoryGate } from "../../support/memoryGate";
import { savingClient, type SavingClient, type SavingOptions } from "../../support/savingClient";

export const key = "a-key-for-the-fault-tests";

/** A clock whose waits end at once; the time advances by their length. */
export function createInstantClock(): Clock & { readonly waits: number[] } {
  let passed = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => 1_700_000_000_000 + passed,
    monotonic: () => passed,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      waits.push(ms);
      passed += ms;
    },
  };
}

export interface TestClient {
  readonly client: SavingClient;
  readonly clock: ReturnType<typeof createInstantClock>;
  close(): Promise<void>;
}

/** For servers that never answer whole: what has been sent must arrive meanwhile, also on a busy machine. */
export const shortDeadlines = { connect: 10_000, headers: 3_000, whole: 4_000 };

/** An origin without a server: another process could listen on a port that was just closed. */
export const nobodyListens = "http://127.0.0.1:9";

/** A client over the real transport, which waits for a server that answers however busy the machine is. */
export function connect(origin: string, options: TransportOptions = {}): TestClient {
  const clock = createInstantClock();
  const transport = createUndiciTransport(origin, {
    deadlines: { connect: 10_000, headers: 10_000, whole: 20_000 },
    ...options,
  });
  const client = savingClient(
    createServiceClient({
      transport,
      key,
      userAgent: "prospect-desk/0.0.0",
      clock,
      random: () => 0.5,
      gate: new MemoryGate(clock),
    }),
  );
  return { client, clock, close: () => transport.close() };
}

export type PaidCall = (client: SavingClient, options?: SavingOptions) => Promise<HttpReply>;

export const paidCalls: readonly (readonly [string, PaidCall])[] = [
  ["company search", (client, options) => client.companySearch({ names: [{ value: "Northwind" }] }, options)],
  ["company lookup", (client, options) => client.companyLookup({ domain: "northwind.example" }, options)],
  ["people search", (client, options) => client.peopleSearch({ person_names: [{ value: "Ada" }] }, options)],
  ["people lookup", (client, options) => client.peopleLookup({ person_name: "Ada Lovelace" }, options)],
];

/** Returns the failure of a call; throws when the call succeeds or fails in another way. */
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
