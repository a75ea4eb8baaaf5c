// The commands that change or check the connection in use.
import { commandIds } from "../commandIds";
import { connect, enterNewKey } from "../connections/connect";
import {
  moveSandbox,
  disconnect,
  removeConnection,
  switchConnection,
  type ConnectDeps,
} from "../connections/connectionCommands";
import { sandboxConnection } from "../connections/connectionStore";
import { diagnoseConnection } from "../connections/diagnoseConnection";
import { checkAccount, showAccount } from "../connections/statusBar";

export const connectCommands = (deps: ConnectDeps) => ({
  [commandIds.connect]: (request?: unknown) => connect(request, deps),
  [commandIds.useSandbox]: () => deps.connections.choose(sandboxConnection.id),
  [commandIds.moveSandbox]: () => moveSandbox(deps),
  [commandIds.switchConnection]: () => switchConnection(deps),
  [commandIds.enterNewKey]: (request?: unknown) => enterNewKey(request, deps),
  [commandIds.disconnect]: () => disconnect(deps),
  [commandIds.removeConnection]: () => removeConnection(deps),
  [commandIds.diagnoseConnection]: (named?: unknown) => diagnoseConnection(named, deps),
  [commandIds.refreshAccount]: () => checkAccount(deps),
  [commandIds.showAccount]: () => showAccount(deps),
});
