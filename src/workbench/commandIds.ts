// Every id that package.json and the code share.

export { commandIds, type CommandId } from "./manifestCommands";

/** Carries out a command. Its arguments are untrusted: menus pass an entry of a view, other extensions anything. */
export type CommandHandler = (...args: readonly unknown[]) => unknown;

export const viewIds = {
  searches: "prospectDesk.searches",
  enrichments: "prospectDesk.enrichments",
} as const;

export const editorIds = {
  filterBuilder: "prospectDesk.filterBuilder",
  results: "prospectDesk.results",
} as const;

/** The scheme of the addresses that results tabs have. */
export const resultsScheme = "prospect-run";

/** Context keys for `when` clauses. */
export const contextKeys = {
  hasConnection: "prospectDesk.hasConnection",
  /** The sandbox is the connection in use. */
  isSandbox: "prospectDesk.isSandbox",
  /** Whether there is a connection is known: until then, no view offers one. */
  isConnectionKnown: "prospectDesk.isConnectionKnown",
  /** All saved searches were looked for, and there are none. */
  hasNoSearches: "prospectDesk.hasNoSearches",
  // Commands about what does not exist are hidden.
  hasRuns: "prospectDesk.hasRuns",
  /** In any window. */
  isRunning: "prospectDesk.isRunning",
  hasLists: "prospectDesk.hasLists",
  hasEnrichments: "prospectDesk.hasEnrichments",
  /** The lookup box shows a record. */
  isAnswerShown: "prospectDesk.isAnswerShown",
  // Steps of the walkthrough
  hasSavedSearch: "prospectDesk.hasSavedSearch",
  hasRecords: "prospectDesk.hasRecords",
  hasExport: "prospectDesk.hasExport",
} as const;

/** The tools for agents. Models read their descriptions in package.json. */
export const toolNames = [
  "describe_filters",
  "plan_search",
  "run_search",
  "look_up",
  "read_records",
  "export_records",
  "enrichments",
  "account",
] as const;

export type ToolName = (typeof toolNames)[number];

/** Names of tools are global in VS Code. */
export const idOfTool = (name: ToolName): string => `prospectDesk_${name}`;

/** The id of the provider of the MCP server. */
export const mcpProviderId = "prospectDesk.mcp";
