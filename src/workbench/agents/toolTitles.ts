// The titles of the tools for agents in the display language, for VS Code's confirmations.
import { l10n } from "vscode";
import type { ToolName } from "../commandIds";
import { lookUpText } from "../../app/lookUp";
import { runSearchText } from "../buttonTexts";

/** Functions, because each call is translated when it is made. */
const titles: Readonly<Record<ToolName, () => string>> = {
  describe_filters: () => l10n.t("Describe Filters"),
  draft_search: () => l10n.t("Draft Search"),
  plan_search: () => l10n.t("Plan Search"),
  run_search: runSearchText,
  count_search: () => l10n.t("Count Matches"),
  look_up: lookUpText,
  list_runs: () => l10n.t("List Runs"),
  find_records: () => l10n.t("Find Records"),
  read_records: () => l10n.t("Read Records"),
  compare_runs: () => l10n.t("Compare Runs"),
  refresh_watch: () => l10n.t("Refresh Watch"),
  export_records: () => l10n.t("Export Records"),
  account: () => l10n.t("Show Account"),
};

export function toolTitle(name: ToolName): string {
  return titles[name]();
}
