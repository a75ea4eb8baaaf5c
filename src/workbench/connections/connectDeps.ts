// What the commands about connections share.
import type { RunStore } from "../../runs/runStore";
import type { ServiceClient } from "../../service/serviceClient";
import type { Clock } from "../../service/wire";
import type { AccountMonitor } from "./accountMonitor";
import type { ConnectionStore } from "./connectionStore";
import type { DiagnoseDeps } from "./diagnoseConnection";

export interface ConnectDeps extends Pick<DiagnoseDeps, "diagnose" | "log"> {
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
