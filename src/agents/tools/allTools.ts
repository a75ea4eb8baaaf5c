// The table of all tools for agents, in the order in which they are listed.
import type { Tool } from "../tool";
import { accountTool, enrichmentsTool } from "./account";
import { describeFiltersTool } from "./describeFilters";
import { lookUpTool } from "./lookUp";
import { exportRecordsTool, readRecordsTool } from "./recordTools";
import { planSearchTool, runSearchTool } from "./searchTools";

/** Each tool has its own type of input, which `callTool` validates. */
export const allTools: readonly Tool[] = [
  describeFiltersTool,
  planSearchTool,
  runSearchTool,
  lookUpTool,
  readRecordsTool,
  exportRecordsTool,
  enrichmentsTool,
  accountTool,
];
