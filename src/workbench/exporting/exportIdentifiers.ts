// The ids of the commands that export; package.json names the same.
export const exportCommandIds = {
  exportSearch: "prospectDesk.exportSearch",
  exportEverything: "prospectDesk.exportEverything",
  exportAgain: "prospectDesk.exportAgain",
  appendNewRecords: "prospectDesk.appendNewRecords",
  insertRecords: "prospectDesk.insertRecords",
} as const;
