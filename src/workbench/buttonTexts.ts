// Buttons that have the same text in many places.

export { openResultsText } from "../app/askBeforeRun";
export const acceptEndText = (): string => "That Is All";
export { continueText, resumeText, runText } from "../runs/plan";

export const browseText = (): string => "Browse…";
export const openText = (): string => "Open";
export const openInFilterBuilderText = (): string => "Open in Filter Builder";
export const exportText = (): string => "Export";
export const refreshText = (): string => "Refresh";
export const runSearchText = (): string => "Run Search";
export const removeText = (): string => "Remove";
