// The account of the connection in use: its balance, what was spent today, and what agents may still spend.
import { dayStartOf } from "../runs/agentsLimits";
import { ServiceFailure } from "../service/errors";
import type { Store } from "../store/client";
import { agentsAllowance, type AgentsAllowance } from "./agentsAllowance";
import type { App } from "./app";
import { neutral } from "./untrusted";

type AgentsFacts = AgentsAllowance["facts"];

export interface AccountFacts extends AgentsFacts, Readonly<Record<string, unknown>> {
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
}

/** Free. `agents`: sentences about what agents and scripts may still spend without asking. */
export async function accountState(
  app: App,
  signal: AbortSignal,
): Promise<{ readonly facts: AccountFacts; readonly agents: readonly string[] }> {
  const { store, clock } = app;
  const { info, client, sandbox } = await app.connection();
  const [read, spent, allowance] = await Promise.all([
    client.credits({ signal }).then(
      ({ balance }) => ({ balance, problem: null, keyRejected: false }),
      (error: unknown) => unread(error),
    ),
    spentSince(store, info.id, dayStartOf(clock.now())),
    agentsAllowance(app, info),
  ]);
  signal.throwIfAborted();
  return {
    facts: {
      connection: neutral(info.label),
      sandbox,
      ...read,
      spentToday: spent.credits,
      spentAtLeast: spent.atLeast,
      ...allowance.facts,
    },
    agents: allowance.sentences,
  };
}

export interface Spent {
  readonly credits: number;
  /** Some replies do not say what they cost, or did not arrive. */
  readonly atLeast: boolean;
}

/** With a connection, by all processes. */
async function spentSince({ calls }: Pick<Store, "calls">, connection: string, since: number): Promise<Spent> {
  const rows = (await calls.spend({ since, by: "connection" })).filter(({ key }) => key === connection);
  return {
    credits: rows.reduce((sum, { credits }) => sum + credits, 0),
    atLeast: rows.some(({ possiblyCharged, unknownCosts }) => possiblyCharged > 0 || unknownCosts > 0),
  };
}

export interface SpendSummary {
  readonly session: Spent;
  readonly today: Spent;
}

/** What was spent with a connection since a window was opened, and today. Times in ms since 1970. */
export async function spendSummary(
  store: Pick<Store, "calls">,
  connection: string,
  { now, sessionStart }: { readonly now: number; readonly sessionStart: number },
): Promise<SpendSummary> {
  const since = (start: number): Promise<Spent> => spentSince(store, connection, start);
  const [session, today] = await Promise.all([since(sessionStart), since(dayStartOf(now))]);
  return { session, today };
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
