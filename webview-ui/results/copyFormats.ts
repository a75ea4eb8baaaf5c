// The formats that records are copied in.
import * as l10n from "@vscode/l10n";
import type { RecordCopyFormat } from "../messages/results";

export interface CopyFormat {
  readonly label: string;
  readonly format: Exclude<RecordCopyFormat, "cells">;
  readonly headers: boolean;
}

export const copyFormats: readonly CopyFormat[] = [
  { label: l10n.t("CSV, with headers"), format: "csv", headers: true },
  { label: l10n.t("CSV, without headers"), format: "csv", headers: false },
  { label: l10n.t("Markdown table, with headers"), format: "markdown", headers: true },
  { label: l10n.t("Markdown table, without headers"), format: "markdown", headers: false },
  { label: "JSON", format: "json", headers: false },
];
