// The formats that records are copied in.
import type { RecordCopyFormat } from "../messages/results";
import { strings } from "./strings";

export interface CopyFormat {
  readonly label: string;
  readonly format: Exclude<RecordCopyFormat, "cells">;
  readonly headers: boolean;
}

const labels = strings.toolbar.copyFormats;

export const copyFormats: readonly CopyFormat[] = [
  { label: labels.csvWithHeaders, format: "csv", headers: true },
  { label: labels.csv, format: "csv", headers: false },
  { label: labels.markdownWithHeaders, format: "markdown", headers: true },
  { label: labels.markdown, format: "markdown", headers: false },
  { label: labels.json, format: "json", headers: false },
];
