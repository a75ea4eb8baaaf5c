// Every id that package.json and the code must agree on. A test holds both to the same list.
import { enrichmentCommandIds } from "./enrichments/enrichmentIdentifiers";
import { exportCommandIds } from "./exporting/exportIdentifiers";
import { lookupCommandIds } from "./lookups/lookupIdentifiers";

export const commandIds = {
  ...lookupCommandIds,
  ...enrichmentCommandIds,
  ...exportCommandIds,
  newCompanySearch: "prospectDesk.newCompanySearch",
  newPeopleSearch: "prospectDesk.newPeopleSearch",
  runSearch: "prospectDesk.runSearch",
  countSearch: "prospectDesk.countSearch",
  saveToLibrary: "prospectDesk.saveToLibrary",
  openSearch: "prospectDesk.openSearch",
  openSearchAsText: "prospectDesk.openSearchAsText",
  openSearchInBuilder: "prospectDesk.openSearchInBuilder",
  copySearchAsCurl: "prospectDesk.copySearchAsCurl",
  renameSearch: "prospectDesk.renameSearch",
  duplicateSearch: "prospectDesk.duplicateSearch",
  deleteSearch: "prospectDesk.deleteSearch",
  openRun: "prospectDesk.openRun",
  exportRun: "prospectDesk.exportRun",
  resumeRun: "prospectDesk.resumeRun",
  stopRun: "prospectDesk.stopRun",
  deleteRun: "prospectDesk.deleteRun",
  connect: "prospectDesk.connect",
  useSandbox: "prospectDesk.useSandbox",
  switchConnection: "prospectDesk.switchConnection",
  disconnect: "prospectDesk.disconnect",
  refreshAccount: "prospectDesk.refreshAccount",
  showAccount: "prospectDesk.showAccount",
  showCreditUsage: "prospectDesk.showCreditUsage",
  purgeRuns: "prospectDesk.purgeRuns",
  copyDatabasePath: "prospectDesk.copyDatabasePath",
  showLog: "prospectDesk.showLog",
} as const;

export const viewIds = {
  searches: "prospectDesk.searches",
  enrichments: "prospectDesk.enrichments",
  runs: "prospectDesk.runs",
} as const;

export const editorIds = {
  filterBuilder: "prospectDesk.filterBuilder",
  results: "prospectDesk.results",
} as const;

/** Context keys for `when` clauses. */
export const contextKeys = {
  hasConnection: "prospectDesk.hasConnection",
} as const;
