// Texts that several pages show. Made when the module loads, after the page's language is set.
import * as l10n from "@vscode/l10n";

export const pageStrings = {
  filters: l10n.t("Filters"),
  stop: l10n.t("Stop"),
  connect: l10n.t("Connect…"),
  more: l10n.t("More Actions"),
  synthetic: l10n.t("Sandbox: synthetic data"),
} as const;
