// The options for reading a table, as items of the step that maps its columns: encoding, header row, separator, and
// skipped rows.
import { QuickPickItemKind, ThemeIcon, type QuickPickItem } from "vscode";
import { questionOfRow, type ColumnMapping } from "../../tables/batchMapping";
import { readingOf, type CsvTable, type TableOptions } from "../../tables/table";
import { countText } from "../../text/numbers";
import { inputStep } from "../inputStep";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";

export type ReadingChoice = "encoding" | "headerRow" | "separator";

const encodings = [
  ...["utf-8", "windows-1252", "windows-1250", "windows-1251", "windows-1253", "windows-1254", "windows-1255"],
  ...["windows-1256", "windows-1257", "koi8-r", "shift_jis", "euc-jp", "gb18030", "big5", "euc-kr", "utf-16le"],
];
const separators: ReadonlyMap<string, string> = new Map([
  [",", "Comma"],
  [";", "Semicolon"],
  ["\t", "Tab"],
  ["|", "Vertical bar"],
]);
const separatorName = (separator: string): string => separators.get(separator) ?? separator;

export function readingItems({ encoding, headerRow, header, separator }: CsvTable) {
  const names = (header ?? []).filter((name) => name.trim() !== "").join(" · ");
  const item = (label: string, description: string, icon: string, does: ReadingChoice) => ({
    label,
    description,
    iconPath: new ThemeIcon(icon),
    does,
  });
  return [
    { label: "File", kind: QuickPickItemKind.Separator, does: "nothing" } as const,
    item("Encoding", encoding, "symbol-string", "encoding"),
    item(
      "Header row",
      headerRow === undefined ? "none" : safeText(`${headerRow}: ${names}`),
      "list-ordered",
      "headerRow",
    ),
    item("Separator", separatorName(separator), "split-horizontal", "separator"),
  ];
}

/** The new options for reading the table; `undefined` if nothing changes. */
export async function askReading(table: CsvTable, choice: ReadingChoice): Promise<TableOptions | undefined> {
  const reading = readingOf(table);
  switch (choice) {
    case "encoding": {
      const picked = await pickOne(
        encodings.map((label) => ({ label })),
        { title: "Encoding of the file" },
      );
      // Another encoding changes the text, so the header row is detected again.
      return picked && { encoding: picked.label, separator: table.separator };
    }
    case "separator": {
      const items = [...separators].map(([separator, label]) => ({ label, separator }));
      const picked = await pickOne(items, { title: "Separator between cells" });
      return picked && { encoding: table.encoding, separator: picked.separator };
    }
    case "headerRow": {
      const typed = await inputStep({
        title: "Header row",
        prompt: "The number of the row that names the columns, counted from 1; 0 if there is none.",
        value: String(table.headerRow ?? 0),
        problem: (text) => (/^\d{1,3}$/u.test(text.trim()) ? undefined : "Type a number of a row, or 0."),
      });
      const row = Number(typed);
      return typed === undefined ? undefined : { ...reading, headerRow: row === 0 ? "none" : row };
    }
  }
}

const mostRead = 20_000;
const shownReasons = 3;

/** How many rows are skipped, and why; for a long table, only of its first rows. */
export async function skippedItems(table: CsvTable, mapping: ColumnMapping): Promise<readonly QuickPickItem[]> {
  const reasons = new Map<string, number>();
  let rows = 0;
  for await (const batch of table.rows()) {
    for (const { kind, cells } of batch) {
      const question = kind === "data" ? questionOfRow(mapping, cells) : undefined;
      rows += question === undefined ? 0 : 1;
      if (question?.kind === "skipped") {
        reasons.set(question.reason, (reasons.get(question.reason) ?? 0) + 1);
      }
    }
    if (rows >= mostRead) {
      break;
    }
  }
  const skipped = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  const of = rows < mostRead ? `${countText(rows)} rows` : `the first ${countText(rows)} rows`;
  return [
    { label: `Skipped: ${countText(skipped)} of ${of}`, kind: QuickPickItemKind.Separator },
    ...[...reasons]
      .sort(([, one], [, other]) => other - one)
      .slice(0, shownReasons)
      .map(([reason, count]) => ({
        label: safeText(reason),
        description: count === 1 ? "1 row" : `${countText(count)} rows`,
        iconPath: new ThemeIcon("circle-slash"),
      })),
  ];
}
