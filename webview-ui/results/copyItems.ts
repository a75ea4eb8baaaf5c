// The items of the "Copy as" menu.
import type { RecordCopyFormat } from "../messages/results";
import type { MenuItem } from "../components/contextMenu";
import { strings } from "./strings";

interface CopyItem extends MenuItem {
  readonly format: Exclude<RecordCopyFormat, "cells">;
  readonly headers: boolean;
}

const { copyFormats } = strings.toolbar;

export const copyItems: readonly CopyItem[] = [
  { id: "csv+", label: copyFormats.csvWithHeaders, format: "csv", headers: true },
  { id: "csv", label: copyFormats.csv, format: "csv", headers: false },
  { id: "markdown+", label: copyFormats.markdownWithHeaders, format: "markdown", headers: true },
  { id: "markdown", label: copyFormats.markdown, format: "markdown", headers: false },
  { id: "json", label: copyFormats.json, format: "json", headers: false },
];
