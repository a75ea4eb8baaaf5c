// What the commands about connections share.
import type { App } from "../../app/app";
import type { AccountMonitor } from "./accountMonitor";
import type { ConnectionStore } from "./connectionStore";
import type { ServiceAccess } from "./serviceAccess";

export interface ConnectDeps {
  readonly access: ServiceAccess;
  readonly account: AccountMonitor;
  readonly app: App;
  readonly connections: ConnectionStore;
  readonly log: (line: string) => void;
}
