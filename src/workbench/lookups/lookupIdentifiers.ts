// The commands of look-ups, as package.json names them.

export const lookupCommandIds = {
  lookUpCompany: "prospectDesk.lookUpCompany",
  lookUpPerson: "prospectDesk.lookUpPerson",
  lookUpSelection: "prospectDesk.lookUpSelection",
  lookUpCsv: "prospectDesk.lookUpCsv",
  showBatches: "prospectDesk.showBatches",
} as const;
