// The commands that change or check the connection in use.
import { commandIds } from "../commandIds";
import { connect, enterNewKey } from "../connections/connect";
import { moveSandbox, disconnect, removeConnection, switchConnection } from "../connections/connectionCommands";
import { sandboxConnection } from "../connections/connectionStore";
import { diagnoseConnection } from "../connections/diagnoseConnection";
import { checkAccount, showAccount } from "../connections/statusBar";
import type { Desk } from "../desk";

export const connectCommands = (desk: Desk) => ({
  [commandIds.connect]: (request?: unknown) => connect(request, desk),
  [commandIds.useSandbox]: () => desk.connections.choose(sandboxConnection.id),
  [commandIds.moveSandbox]: () => moveSandbox(desk),
  [commandIds.switchConnection]: () => switchConnection(desk),
  [commandIds.enterNewKey]: (request?: unknown) => enterNewKey(request, desk),
  [commandIds.disconnect]: () => disconnect(desk),
  [commandIds.removeConnection]: () => removeConnection(desk),
  [commandIds.diagnoseConnection]: (named?: unknown) => diagnoseConnection(named, desk),
  [commandIds.refreshAccount]: () => checkAccount(desk),
  [commandIds.showAccount]: () => showAccount(desk),
});
