// Sentences for a command whose run, list, or enrichment was deleted, or is in use.

export const inProgressText = "This run is in progress, here or in another window.";
export const runDeletedText = "This run was deleted.";
export const listDeletedText = "This list was deleted.";
export const noRecordsText = "There is nothing to export: there are no records.";
export const enrichmentGoneText = "This enrichment is no longer in the list.";
export const refreshingText = "The list was refreshing, so nothing was done. Try again.";
