// The first objects of a window: the log, the stored data, the connection, and the app over them.
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import type { ExtensionContext } from "vscode";
import { openAppCore } from "../app/appCore";
import { createSystemClock } from "../service/systemClock";
import type { viewIds } from "./commandIds";
import { AccountMonitor } from "./connections/accountMonitor";
import { ConnectionStore } from "./connections/connectionStore";
import { ServiceAccess } from "./connections/serviceAccess";
import { createWindowApp } from "./connections/windowApp";
import { LeaveOutLists } from "./leaveOut/leaveOutLists";
import { openLog } from "./log";
import { bytesOf } from "./lookups/tableFiles";
import { saveKeptPages } from "./running/keptPages";
import { searchAt } from "./searchFiles/searchSource";
import { setting } from "./settings";
import { openLocalData } from "./startup/localData";
import type { Tree } from "./tree";

export type Trees = Readonly<Record<keyof typeof viewIds, Tree>>;

export type DeskCore = ReturnType<typeof openDeskCore>;

/** Awaits nothing and opens no file. */
export function openDeskCore(context: ExtensionContext, trees: Trees) {
  const clock = createSystemClock();
  const logView = openLog(() => clock.now());
  const log = logView.line;
  /** The version of Prospect Desk. */
  const version = String((context.extension.packageJSON as { readonly version?: unknown }).version);
  const data = openLocalData(context, clock, log, () => void saveKeptPages(app.runs, log));
  const connections = new ConnectionStore(context.secrets, context.globalState);
  const access = new ServiceAccess(connections, data.gateFor, context.globalState, version, clock, log);
  const account = new AccountMonitor(connections, access, clock, log);
  const leaveOut = new LeaveOutLists(data.store, log);
  const core = openAppCore({
    store: data.store,
    clock,
    random: randomBytes,
    owner: data.owner,
    keeper: { folders: [data.folder, tmpdir()], waits: true },
    confirmAbove: () => setting("spending.confirmAbove"),
  });
  const app = createWindowApp(account, access, { ...core, lists: leaveOut, searchAt, bytesOf });
  return { context, trees, clock, logView, log, version, data, connections, access, account, leaveOut, app };
}
