// Windows and scripts that share a database and a service whose charges are counted.
import type { PaidTask } from "../../../src/runs/run";
import type { Desk } from "./desk";
import { people, type Answer, type Behavior, type PayingService } from "./payingService";
import { useDesks, type Desks } from "./useDesks";

/** Windows and scripts on a database of each test, in which no price is known. For the describe that calls it. */
export function useMoneyWindows(): Desks {
  const { clock, open } = useDesks();
  return { clock, open: (service, options = {}) => open(service, { price: "unknown", ...options }) };
}

/** A call that is paid with nothing shows the price of a search. */
export async function learnPrice(desk: Desk): Promise<void> {
  await desk.run({ limits: { records: 1 }, budget: { kind: "unlimited" } });
}

export const lookupOf = (which: number): PaidTask => ({
  kind: "companyLookup",
  identifiers: { domain: `c${which}.example` },
});

/** Answers each lookup with one company at a price. */
export const lookups =
  (charge: number, credits: unknown = charge): Behavior =>
  ({ nth }) => ({ charge, body: { companies: people(nth, nth + 1), metadata: { credits } } });

export const emptyPage = (metadata: object, list: readonly [] | null = []): Answer => ({
  charge: 0,
  body: { people: list, metadata: { credits: 0, ...metadata } },
});

/** Counts how often the balance is read, and how many other calls are in flight at most. */
export function observed(service: PayingService): {
  readonly service: PayingService;
  readonly readings: () => number;
  readonly mostInFlight: () => number;
} {
  let [readings, inFlight, most] = [0, 0, 0];
  return {
    service: {
      ...service,
      async transport(request, signal) {
        if (request.path.endsWith("/account/credits")) {
          readings += 1;
          return service.transport(request, signal);
        }
        inFlight += 1;
        most = Math.max(most, inFlight);
        try {
          return await service.transport(request, signal);
        } finally {
          inFlight -= 1;
        }
      },
    },
    readings: () => readings,
    mostInFlight: () => most,
  };
}
