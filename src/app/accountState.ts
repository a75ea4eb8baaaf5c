// The account of the connection in use: its balance, what was spent today, and what agents may still spend.
import { ServiceFailure } from "../service/errors";
import type { App } from "./app";
import { neutral } from "./untrusted";
import { agentsAllowance } from "./spending";

export interface AccountFacts extends Readonly<Record<string, unknown>> {
  readonly connection: string;
  readonly sandbox: boolean;
  /** Credits; null when it could not be read. */
  readonly balance: number | null;
  /** Why the balance could not be read. */
  readonly problem: string | null;
  /** The service says that the key is not valid. */
  readonly keyRejected: boolean;
  /** With this connection since midnight, by people, scripts and agents. */
  readonly spentToday: number;
  /** `spentToday` is a lower bound. */
  readonly spentAtLeast: boolean;
  readonly agentsPerDay: number;
  readonly agentsLeftToday: number;
}

/** Free. */
export async function accountState(desk: App, signal: AbortSignal): Promise<AccountFacts> {
  const { store, clock } = desk;
  const { info, client, sandbox } = await desk.connection();
  const midnight = new Date(clock.now()).setHours(0, 0, 0, 0);
  const [read, spent, allowance] = await Promise.all([
    client.credits({ signal }).then(
      ({ balance }) => ({ balance, problem: null, keyRejected: false }),
      (error: unknown) => unread(error),
    ),
    store.calls.spend({ since: midnight, by: "connection" }),
    agentsAllowance(desk),
  ]);
  signal.throwIfAborted();
  const own = spent.find(({ key }) => key === info.id);
  return {
    connection: neutral(info.label),
    sandbox,
    ...read,
    spentToday: own?.credits ?? 0,
    spentAtLeast: (own?.possiblyCharged ?? 0) > 0 || (own?.unknownCosts ?? 0) > 0,
    agentsPerDay: allowance.creditsPerDay,
    agentsLeftToday: allowance.left,
  };
}

function unread(error: unknown): Pick<AccountFacts, "balance" | "problem" | "keyRejected"> {
  if (!(error instanceof ServiceFailure)) {
    throw error;
  }
  return {
    balance: null,
    problem: neutral(error.detail.message),
    keyRejected: error.detail.code === "unauthorized",
  };
}
