// What was spent with the connection in use: in this session and today.
import type { Clock } from "../../service/wire";
import type { Store } from "../../store/client";
import type { AccountState, Observable } from "../account";
import { connectionOf } from "../connections/accountMonitor";
import type { Spent, SpendSummary } from "../connections/statusBar";

export async function spendSummary(
  { calls }: Pick<Store, "calls">,
  account: Observable<AccountState>,
  clock: Pick<Clock, "now">,
  sessionStart: number,
): Promise<SpendSummary> {
  const connection = connectionOf(account.current);
  const midnight = new Date(clock.now()).setHours(0, 0, 0, 0);
  const since = async (start: number): Promise<Spent> => {
    const rows = (await calls.spend({ since: start, by: "connection" })).filter(({ key }) => key === connection?.id);
    return {
      credits: rows.reduce((sum, { credits }) => sum + credits, 0),
      atLeast: rows.some(({ possiblyCharged }) => possiblyCharged > 0),
    };
  };
  const [session, today] = await Promise.all([since(sessionStart), since(midnight)]);
  return { session, today };
}
