// What each command does: its id, what it is about, and what it calls. Each subject has a record in a file of its own.
import { commandIds } from "../commandIds";
import { copyDiagnostics } from "../copyDiagnostics";
import { findEverything } from "../everything/findEverything";
import { pickUnfinished } from "../views/unfinished";
import { companyCommands } from "./companyCommands";
import { connectCommands } from "./connectCommands";
import type { Desk } from "../desk";
import { enrichmentCommands } from "./enrichmentCommands";
import { exportCommands } from "./exportCommands";
import { listCommands } from "./listCommands";
import { lookupCommands } from "./lookupCommands";
import { runCommands } from "./runCommands";
import { searchCommands } from "./searchCommands";
import { treeCommands } from "./treeCommands";
import { watchCommands } from "./watchCommands";

export const commandTable = (desk: Desk) => ({
  ...searchCommands(desk),
  ...runCommands(desk),
  ...treeCommands(desk),
  ...exportCommands(desk),
  ...lookupCommands(desk),
  ...enrichmentCommands(desk),
  ...connectCommands(desk),
  ...listCommands(desk),
  ...companyCommands(desk),
  ...watchCommands(desk),
  [commandIds.findEverything]: () => findEverything(desk),
  [commandIds.showUnfinished]: () => pickUnfinished(desk.app),
  [commandIds.showCreditUsage]: desk.creditUsage.show,
  [commandIds.showLog]: desk.logView.show,
  [commandIds.copyDiagnostics]: () => copyDiagnostics(desk),
});
