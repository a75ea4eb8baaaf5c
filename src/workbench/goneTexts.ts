// Sentences for a command whose run, list, or enrichment is no longer there, or in use.

export const inProgressText = (): string => "This run is in progress, here or in another window.";
export const runDeletedText = (): string => "This run was deleted.";
export const listDeletedText = (): string => "This list was deleted.";
export const noRecordsText = (): string => "There is nothing to export: there are no records.";
export const enrichmentGoneText = (): string => "This enrichment is no longer in the list.";
export const refreshingText = (): string => "The list was refreshing, so nothing was done. Try again.";
