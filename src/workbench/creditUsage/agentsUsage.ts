// What agents have spent without asking, with each account, beside the limits of the user's settings.
import { l10n } from "vscode";
import type { AgentsUsage } from "../../../webview-ui/messages/creditUsage";
import { accountKey, agentsPeriodsOf, type AgentsLimits } from "../../runs/agentsLimits";
import type { RunConnection } from "../../runs/run";
import type { Store } from "../../store/client";

interface KnownConnections {
  readonly connections: readonly RunConnection[];
  readonly labelOf: (id: string | undefined) => string;
}

/** An account is named by the first of its connections. */
export async function readAgentsUsage(
  { calls }: Pick<Store, "calls">,
  now: number,
  { creditsPerDay, creditsPerMonth }: AgentsLimits,
  { connections, labelOf }: KnownConnections,
): Promise<AgentsUsage> {
  const spent = await calls.agentsSpent(agentsPeriodsOf(now));
  const nameOf = (account: string): string => labelOf(connections.find((one) => accountKey(one) === account)?.id);
  return {
    ...{ creditsPerDay, creditsPerMonth },
    rows: spent.map(({ account, day, month }) => ({
      label: account === null ? l10n.t("all connections") : nameOf(account),
      ...{ day, month },
    })),
  };
}
