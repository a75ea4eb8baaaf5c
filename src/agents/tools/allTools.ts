// The table of all tools for agents, in the order in which they are listed.
import type { Tool } from "../tool";
import { accountTool } from "./account";
import { describeFiltersTool, draftSearchTool } from "./draftTools";
import { lookUpTool } from "./lookUp";
import { compareRunsTool, exportRecordsTool, findRecordsTool, listRunsTool, readRecordsTool } from "./recordTools";
import { countSearchTool, planSearchTool, runSearchTool } from "./searchTools";

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
  exportRecordsTool,
  accountTool,
];
