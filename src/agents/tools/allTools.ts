// The table of all tools for agents, in the order in which they are listed.
import type { Tool } from "../tool";
import { accountTool } from "./account";
import { compareRunsTool } from "./compareRuns";
import { countSearchTool } from "./countSearch";
import { describeFiltersTool } from "./describeFilters";
import { draftSearchTool } from "./draftSearch";
import { exportRecordsTool } from "./exportRecords";
import { findRecordsTool } from "./findRecords";
import { listRunsTool } from "./listRuns";
import { lookUpTool } from "./lookUp";
import { planSearchTool } from "./planSearch";
import { readRecordsTool } from "./readRecords";
import { refreshWatchTool } from "./refreshWatch";
import { runSearchTool } from "./runSearch";

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
