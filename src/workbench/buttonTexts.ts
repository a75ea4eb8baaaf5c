// Buttons that have the same text in many places.

export { openResultsText } from "../app/askBeforeRun";
export const acceptEndText = "That Is All";
export { continueText, resumeText, runText } from "../runs/plan";

export const browseText = "Browse…";
export const openText = "Open";
export const openInFilterBuilderText = "Open in Filter Builder";
export const exportText = "Export";
export const refreshText = "Refresh";
export const runSearchText = "Run Search";
export const removeText = "Remove";
