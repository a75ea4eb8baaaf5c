// The commands that change or check the connection in use. Each has a file of its own beside this one.
import { commandIds } from "../commandIds";
import { checkAccount } from "../connections/checkAccount";
import { connect } from "../connections/connect";
import type { ConnectDeps } from "../connections/connectDeps";
import { diagnoseConnection } from "../connections/diagnoseConnection";
import { moveSandbox } from "../connections/moveSandbox";
import { sandboxConnection } from "../connections/connectionStore";
import { disconnect } from "../connections/disconnect";
import { showAccount } from "../connections/showAccount";
import { switchConnection } from "../connections/switchConnection";

export const connectCommands = (deps: ConnectDeps) => ({
  [commandIds.connect]: (request?: unknown) => connect(request, deps),
  [commandIds.useSandbox]: () => deps.connections.choose(sandboxConnection.id),
  [commandIds.moveSandbox]: () => moveSandbox(deps),
  [commandIds.switchConnection]: () => switchConnection(deps),
  [commandIds.disconnect]: () => disconnect(deps),
  [commandIds.diagnoseConnection]: (named?: unknown) => diagnoseConnection(named, deps),
  [commandIds.refreshAccount]: () => checkAccount(deps),
  [commandIds.showAccount]: () => showAccount(deps),
});
