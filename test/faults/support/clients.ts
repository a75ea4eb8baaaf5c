// Clients for the fault tests, and the four paid operations by name.
import { createServiceClient } from "../../../src/service/client";
import { createUndiciTransport, type TransportOptions } from "../../../src/service/undiciTransport";
import type { HttpReply } from "../../../src/service/wire";
import { MemoryGate } from "../../support/memoryGate";
import { savingClient, type SavingClient, type SavingOptions } from "../../support/savingClient";
import { testClock, type TestClock } from "../../support/testClock";

export const key = "a-key-for-the-fault-tests";

export interface TestClient {
  readonly client: SavingClient;
  readonly clock: TestClock;
  close(): Promise<void>;
}

/** For servers that never answer whole: what has been sent must arrive meanwhile, also on a busy machine. */
export const shortDeadlines = { connect: 10_000, headers: 3_000, whole: 4_000 };

/** An origin without a server: another process could listen on a port that was just closed. */
export const nobodyListens = "http://127.0.0.1:9";

/** A client over the real transport, which waits for a server that answers however busy the machine is. */
export function connect(origin: string, options: TransportOptions = {}): TestClient {
  const clock = testClock(undefined, "atOnce");
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
