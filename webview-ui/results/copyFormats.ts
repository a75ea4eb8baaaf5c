// The formats for copying records.
import type { RecordCopyFormat } from "../messages/results";

export interface CopyFormat {
  readonly label: string;
  readonly format: Exclude<RecordCopyFormat, "cells">;
  readonly headers: boolean;
}

export const copyFormats: readonly CopyFormat[] = [
  { label: "CSV, with headers", format: "csv", headers: true },
  { label: "CSV, without headers", format: "csv", headers: false },
  { label: "Markdown table, with headers", format: "markdown", headers: true },
  { label: "Markdown table, without headers", format: "markdown", headers: false },
  { label: "JSON", format: "json", headers: false },
];
