// The commands of enrichments, as package.json names them.

export const enrichmentCommandIds = {
  trackEnrichment: "prospectDesk.trackEnrichment",
  refreshEnrichment: "prospectDesk.refreshEnrichment",
  openEnrichment: "prospectDesk.openEnrichment",
  exportEnrichment: "prospectDesk.exportEnrichment",
  pausePolling: "prospectDesk.pausePolling",
  resumePolling: "prospectDesk.resumePolling",
  fetchPartial: "prospectDesk.fetchPartial",
  removeEnrichment: "prospectDesk.removeEnrichment",
} as const;
