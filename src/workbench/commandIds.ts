// All ids that package.json and the code share.

export { commandIds, type CommandId } from "./manifestCommands";

/** Runs a command. Its arguments are untrusted: menus pass an entry of a view, other extensions anything. */
export type CommandHandler = (...args: readonly unknown[]) => unknown;

export const viewIds = {
  searches: "prospectDesk.searches",
  enrichments: "prospectDesk.enrichments",
} as const;

export const editorIds = {
  filterBuilder: "prospectDesk.filterBuilder",
  results: "prospectDesk.results",
} as const;

/** The scheme of the addresses of results tabs. */
export const resultsScheme = "prospect-run";

/** Context keys for `when` clauses. */
export const contextKeys = {
  hasConnection: "prospectDesk.hasConnection",
  /** The sandbox is the connection in use. */
  isSandbox: "prospectDesk.isSandbox",
  /** Whether we know if there is a connection: until then, no view offers to connect. */
  isConnectionKnown: "prospectDesk.isConnectionKnown",
  /** The search for saved searches has finished and found none. */
  hasNoSearches: "prospectDesk.hasNoSearches",
  // Hide commands that have nothing to act on.
  hasRuns: "prospectDesk.hasRuns",
  /** A run is in progress in any window. */
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
