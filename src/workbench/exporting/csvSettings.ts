// The options of a file with columns as a list: lists in cells and, for CSV, delimiter, line endings … Enter on one
// selects its next value.
import { l10n, QuickPickItemKind, type QuickPickItem } from "vscode";
import { noGuardText } from "../../csv/formulaGuard";
import type { ListHandling } from "../../searches/columnProfiles";
import type { CsvOptions } from "../../csv/writer";
import { pickStep } from "../pickStep";

export interface CsvSettings {
  /** Absent for formats that do not use them. */
  readonly options: CsvOptions | undefined;
  /** As in the column profile when absent. */
  readonly lists?: ListHandling | undefined;
}

interface SettingItem extends QuickPickItem {
  readonly next?: CsvSettings;
}

/** `undefined` when the dialog was dismissed. Back keeps the changes like Done. */
export async function askCsvSettings(before: CsvSettings, title: string): Promise<CsvSettings | undefined> {
  let settings = before;
  for (let active = 0; ;) {
    const items = settingItems(settings);
    const answer = await pickStep(items, {
      title,
      placeholder: l10n.t("Press Enter to change an option. Done returns to the columns."),
      back: true,
      active: items[active],
    });
    if (answer === "back" || answer === undefined) {
      return answer === "back" ? settings : undefined;
    }
    if (answer.item.next === undefined) {
      return settings;
    }
    active = items.indexOf(answer.item);
    settings = answer.item.next;
  }
}

function settingItems({ options, lists }: CsvSettings): readonly SettingItem[] {
  return [
    {
      label: l10n.t("Lists: {0}", listsText(lists)),
      detail: l10n.t(
        "Skills, emails and other lists: in one cell, in a column for each of the first 100 items, or as JSON in one " +
          "cell.",
      ),
      next: { options, lists: nextOf<ListHandling | undefined>([undefined, "joined", "indexed", "json"], lists) },
    },
    ...(options === undefined ? [] : csvItems(options, lists)),
    { label: "", kind: QuickPickItemKind.Separator },
    { label: l10n.t("$(check) Done") },
  ];
}

function csvItems(options: CsvOptions, lists: ListHandling | undefined): readonly SettingItem[] {
  const set = (change: Partial<CsvOptions>): CsvSettings => ({ options: { ...options, ...change }, lists });
  const yesNo = (value: boolean): string => (value ? l10n.t("on") : l10n.t("off"));
  return [
    {
      label: l10n.t("Delimiter: {0}", delimiterText(options.delimiter)),
      detail: l10n.t("In countries with a decimal comma, Excel expects a semicolon."),
      next: set({ delimiter: nextOf<CsvOptions["delimiter"]>([",", ";", "\t"], options.delimiter) }),
    },
    {
      label: l10n.t("Line endings: {0}", lineEndText(options.lineEnd)),
      detail: l10n.t("RFC 4180 and Windows programs use CRLF; most scripts expect LF."),
      next: set({ lineEnd: options.lineEnd === "\n" ? "\r\n" : "\n" }),
    },
    {
      label: l10n.t("Byte-order mark: {0}", yesNo(options.bom)),
      detail: l10n.t("Excel needs it to read the file as UTF-8."),
      next: set({ bom: !options.bom }),
    },
    {
      label: l10n.t("Header: {0}", yesNo(options.header)),
      detail: l10n.t("The names of the columns as the first line."),
      next: set({ header: !options.header }),
    },
    {
      label: l10n.t("Formula guard: {0}", yesNo(options.guard)),
      detail: l10n.t("Neutralizes what a spreadsheet would run as a formula. Off: every value as received."),
      next: set({ guard: !options.guard }),
    },
    {
      label: l10n.t("Keep ranges as text: {0}", yesNo(options.keepRangesText)),
      detail: l10n.t("Writes 11-50 with a longer dash, because Excel would turn it into a date."),
      next: set({ keepRangesText: !options.keepRangesText }),
    },
  ];
}

function nextOf<T>(values: readonly T[], value: T): T {
  return values[(values.indexOf(value) + 1) % values.length] as T;
}

function listsText(lists: ListHandling | undefined): string {
  switch (lists) {
    case undefined:
      return l10n.t("as in the column profile");
    case "joined":
      return l10n.t("joined in one cell");
    case "indexed":
      return l10n.t("a column for each item, up to 100");
    case "json":
      return "JSON";
  }
}

function delimiterText(delimiter: CsvOptions["delimiter"]): string {
  switch (delimiter) {
    case ",":
      return l10n.t("comma");
    case ";":
      return l10n.t("semicolon");
    case "\t":
      return l10n.t("tab");
    case "|":
      return l10n.t("vertical bar");
  }
}

const lineEndText = (lineEnd: CsvOptions["lineEnd"]): string => lineEnd.replaceAll("\r", "CR").replaceAll("\n", "LF");

/** "semicolon, CRLF, UTF-8 with byte-order mark, lists as JSON" */
export function csvSettingsText({ options, lists }: CsvSettings): string {
  if (options === undefined) {
    return l10n.t("lists: {0}", listsText(lists));
  }
  return [
    delimiterText(options.delimiter),
    lineEndText(options.lineEnd),
    options.bom ? l10n.t("UTF-8 with byte-order mark") : "UTF-8",
    ...(options.header ? [] : [l10n.t("no header")]),
    ...(options.guard ? [] : [noGuardText()]),
    ...(lists === undefined ? [] : [l10n.t("lists: {0}", listsText(lists))]),
  ].join(", ");
}
