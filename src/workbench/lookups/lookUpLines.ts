// Looks up lines of text as a table: those of a selection, or of the clipboard.
import { window } from "vscode";
import { defaultResultColumns } from "../../app/writeTable";
import { understoodRows } from "../../tables/batchMapping";
import { countText } from "../../text/numbers";
import { connectionToUse } from "../connections/connectionToUse";
import type { DeskWork } from "../deskWork";
import { errorText } from "../errorText";
import { safeText } from "../safeText";
import { askMappedTable, type MappedTable } from "./batchQuestions";
import { mostSelectedLines, selectionOf, type Selection } from "./editorText";

export function lookUpClipboard(lines: readonly string[], desk: DeskWork): Promise<void> {
  return showingLookupErrors("The clipboard", async () => {
    const { tables } = await selectionOf(lines);
    if (tables !== undefined) {
      await lookUpTables(tables, lines.length, desk);
    }
  });
}

/** Looks up the lines as companies or as people; suggests the kind that fits more lines. */
export async function lookUpTables(
  [companies, people]: NonNullable<Selection["tables"]>,
  lines: number,
  { account, batches }: DeskWork,
): Promise<void> {
  if ((await connectionToUse(account)) === undefined) {
    return;
  }
  const understood = ({ mapping, table }: MappedTable): number => understoodRows(mapping, table.sample);
  const areCompanies = understood(companies) >= understood(people);
  const chosen = await askMappedTable(areCompanies ? [companies, people] : [people, companies]);
  if (chosen !== undefined) {
    const count = `${countText(lines)} lines`;
    await batches.run({
      ...chosen,
      columns: defaultResultColumns(chosen.mapping.kind),
      title: lines < mostSelectedLines ? count : `The first ${count}`,
      source: "",
    });
  }
}

/** Never rejects. */
export async function showingLookupErrors(title: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    void window.showErrorMessage(`${safeText(title)} could not be looked up. ${errorText(error)}`);
  }
}
