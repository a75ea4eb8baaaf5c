// The commands that change or check the connection in use. Each has a file of its own beside this one.
import { commandIds } from "../commandIds";
import { checkAccount } from "./checkAccount";
import { connect } from "./connect";
import type { ConnectDeps } from "./connectDeps";
import { diagnoseConnection } from "./diagnoseConnection";
import { moveSandbox } from "./moveSandbox";
import { sandboxConnection } from "./connectionStore";
import { disconnect } from "./disconnect";
import { showAccount } from "./showAccount";
import { switchConnection } from "./switchConnection";

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
