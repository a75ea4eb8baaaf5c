// The table of all tools for agents, in the order in which they are listed.
import type { Tool } from "../tool";
import { accountTool } from "./account";
import { describeFiltersTool, draftSearchTool } from "./draftTools";
import { listRunsTool, findRecordsTool, readRecordsTool, compareRunsTool, exportRecordsTool } from "./recordTools";
import { lookUpTool } from "./lookUp";
import { planSearchTool, runSearchTool, countSearchTool } from "./searchTools";
import { refreshWatchTool } from "./refreshWatch";

/** Each takes its own input, which `callTool` checks. */
export const allTools: readonly Tool[] = [
  describeFiltersTool,
  draftSearchTool,
  planSearchTool,
  runSearchTool,
  countSearchTool,
  lookUpTool,
  listRunsTool,
  findRecordsTool,
  readRecordsTool,
  compareRunsTool,
  refreshWatchTool,
  exportRecordsTool,
  accountTool,
];
