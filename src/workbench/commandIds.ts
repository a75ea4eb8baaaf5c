// Every id that package.json and the code share. A test compares both.

export const commandIds = {
  // Saved searches
  newCompanySearch: "prospectDesk.newCompanySearch",
  newPeopleSearch: "prospectDesk.newPeopleSearch",
  openSearch: "prospectDesk.openSearch",
  runSearch: "prospectDesk.runSearch",
  countSearch: "prospectDesk.countSearch",
  copySearchAsCurl: "prospectDesk.copySearchAsCurl",
  renameSearch: "prospectDesk.renameSearch",
  duplicateSearch: "prospectDesk.duplicateSearch",
  deleteSearch: "prospectDesk.deleteSearch",
  openLastResult: "prospectDesk.openLastResult",
  saveToLibrary: "prospectDesk.saveToLibrary",
  // Everything that was fetched, and lists of its records
  findEverything: "prospectDesk.findEverything",
  openList: "prospectDesk.openList",
  renameList: "prospectDesk.renameList",
  deleteList: "prospectDesk.deleteList",
  leaveOutList: "prospectDesk.leaveOutList",
  // Runs
  openRun: "prospectDesk.openRun",
  resumeRun: "prospectDesk.resumeRun",
  stopRun: "prospectDesk.stopRun",
  deleteRun: "prospectDesk.deleteRun",
  renameRun: "prospectDesk.renameRun",
  editSearchOfRun: "prospectDesk.editSearchOfRun",
  runAgain: "prospectDesk.runAgain",
  compareRun: "prospectDesk.compareRun",
  purgeRuns: "prospectDesk.purgeRuns",
  eraseRecord: "prospectDesk.eraseRecord",
  backUpDatabase: "prospectDesk.backUpDatabase",
  exportDataset: "prospectDesk.exportDataset",
  restoreDatabase: "prospectDesk.restoreDatabase",
  copyDatabasePath: "prospectDesk.copyDatabasePath",
  // What a table, a list, or results name
  newSearchForRecords: "prospectDesk.newSearchForRecords",
  findPeopleAtCompanies: "prospectDesk.findPeopleAtCompanies",
  showCompaniesWithoutPeople: "prospectDesk.showCompaniesWithoutPeople",
  // What is selected in the Searches view
  deleteSelected: "prospectDesk.deleteSelected",
  renameSelected: "prospectDesk.renameSelected",
  showAllRuns: "prospectDesk.showAllRuns",
  // Exports
  exportRun: "prospectDesk.exportRun",
  exportChanges: "prospectDesk.exportChanges",
  exportAgain: "prospectDesk.exportAgain",
  // Lookups
  lookUp: "prospectDesk.lookUp",
  lookUpSelection: "prospectDesk.lookUpSelection",
  lookUpCsv: "prospectDesk.lookUpCsv",
  // Enrichments
  trackEnrichment: "prospectDesk.trackEnrichment",
  importEnrichment: "prospectDesk.importEnrichment",
  refreshEnrichment: "prospectDesk.refreshEnrichment",
  openEnrichment: "prospectDesk.openEnrichment",
  exportEnrichment: "prospectDesk.exportEnrichment",
  fetchPartial: "prospectDesk.fetchPartial",
  removeEnrichment: "prospectDesk.removeEnrichment",
  // Connections and credits
  connect: "prospectDesk.connect",
  useSandbox: "prospectDesk.useSandbox",
  moveSandbox: "prospectDesk.moveSandbox",
  switchConnection: "prospectDesk.switchConnection",
  enterNewKey: "prospectDesk.enterNewKey",
  disconnect: "prospectDesk.disconnect",
  removeConnection: "prospectDesk.removeConnection",
  refreshAccount: "prospectDesk.refreshAccount",
  showAccount: "prospectDesk.showAccount",
  diagnoseConnection: "prospectDesk.diagnoseConnection",
  showCreditUsage: "prospectDesk.showCreditUsage",
  showLog: "prospectDesk.showLog",
  copyDiagnostics: "prospectDesk.copyDiagnostics",
  // Agents and scripts
  copyMcpConfiguration: "prospectDesk.copyMcpConfiguration",
} as const;

export type CommandId = (typeof commandIds)[keyof typeof commandIds];

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
