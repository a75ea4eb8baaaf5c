// The commands that change or check the connection in use. Each has a file of its own beside this one.
import type { RunStore } from "../../runs/runStore";
import type { ServiceClient } from "../../service/serviceClient";
import type { Clock } from "../../service/wire";
import { commandIds } from "../commandIds";
import type { AccountMonitor } from "./accountMonitor";
import { checkAccount } from "./checkAccount";
import { connect } from "./connect";
import { moveSandbox } from "./moveSandbox";
import { sandboxConnection, type ConnectionStore } from "./connectionStore";
import { disconnect } from "./disconnect";
import { showAccount } from "./showAccount";
import { switchConnection } from "./switchConnection";

export interface ConnectDeps {
  readonly connections: ConnectionStore;
  readonly account: AccountMonitor;
  /** A client for a connection that is not stored yet. */
  readonly clientFor: (origin: string, key: string) => Promise<ServiceClient>;
  readonly clock: Pick<Clock, "now">;
  readonly runs: Pick<RunStore, "list">;
  /** Tells processes that have a key in memory that it was deleted, or is used again; `keyHash` is one-way. */
  readonly setDeleted: (keyHash: string, deleted: boolean) => Promise<void>;
  /** Resolves with the months that the sandbox is ahead. */
  readonly moveSandbox: () => Promise<number>;
}

export const connectCommands = (deps: ConnectDeps) => ({
  [commandIds.connect]: (request?: unknown) => connect(request, deps),
  [commandIds.useSandbox]: () => deps.connections.choose(sandboxConnection.id),
  [commandIds.moveSandbox]: () => moveSandbox(deps),
  [commandIds.switchConnection]: () => switchConnection(deps),
  [commandIds.disconnect]: () => disconnect(deps),
  [commandIds.refreshAccount]: () => checkAccount(deps),
  [commandIds.showAccount]: () => showAccount(deps),
});
