// The details of a CSV file: how lists become cells, delimiter, line ends and the rest. Enter on one takes its next value.
import { l10n, QuickPickItemKind, type QuickPickItem } from "vscode";
import type { ListHandling } from "../../searches/columnProfiles";
import type { CsvOptions } from "../../csv/writer";
import { pickStep } from "./pickStep";

export interface CsvSettings {
  readonly options: CsvOptions;
  /** As the column profile says when absent. */
  readonly lists?: ListHandling | undefined;
}

interface SettingItem extends QuickPickItem {
  readonly next?: CsvSettings;
}

/** The settings when Done, `undefined` when the dialog was dismissed. Back keeps what was set, too: nothing is written yet. */
export async function askCsvSettings(before: CsvSettings, title: string): Promise<CsvSettings | undefined> {
  let settings = before;
  for (let place = 0; ;) {
    const items = settingItems(settings);
    const answer = await pickStep(items, {
      title,
      placeholder: l10n.t("Enter changes a setting; Done goes back to the columns."),
      back: true,
      active: items[place],
    });
    if (answer === "back" || answer === undefined) {
      return answer === "back" ? settings : undefined;
    }
    if (answer.item.next === undefined) {
      return settings;
    }
    place = items.indexOf(answer.item);
    settings = answer.item.next;
  }
}

function settingItems({ options, lists }: CsvSettings): readonly SettingItem[] {
  const set = (change: Partial<CsvOptions>): CsvSettings => ({ options: { ...options, ...change }, lists });
  const yesNo = (value: boolean): string => (value ? l10n.t("on") : l10n.t("off"));
  return [
    {
      label: l10n.t("Lists: {0}", listWords(lists)),
      detail: l10n.t(
        "Skills, e-mails and other lists: in one cell, in a column for each item, or as JSON in one cell.",
      ),
      next: { options, lists: following<ListHandling | undefined>([undefined, "joined", "indexed", "json"], lists) },
    },
    {
      label: l10n.t("Delimiter: {0}", delimiterWord(options.delimiter)),
      detail: l10n.t("Excel in countries with a decimal comma expects a semicolon."),
      next: set({ delimiter: following<CsvOptions["delimiter"]>([",", ";", "\t"], options.delimiter) }),
    },
    {
      label: l10n.t("Line ends: {0}", options.lineEnd === "\n" ? "LF" : "CRLF"),
      detail: l10n.t("CRLF is what RFC 4180 and Windows programs use, LF what most scripts expect."),
      next: set({ lineEnd: options.lineEnd === "\n" ? "\r\n" : "\n" }),
    },
    {
      label: l10n.t("Byte-order mark: {0}", yesNo(options.bom)),
      detail: l10n.t("By it Excel knows that the file is UTF-8."),
      next: set({ bom: !options.bom }),
    },
    {
      label: l10n.t("Header: {0}", yesNo(options.header)),
      detail: l10n.t("The names of the columns as the first line."),
      next: set({ header: !options.header }),
    },
    {
      label: l10n.t("Formula guard: {0}", yesNo(options.guard)),
      detail: l10n.t("Makes harmless what a spreadsheet would run as a formula. Off: every value as it came."),
      next: set({ guard: !options.guard }),
    },
    {
      label: l10n.t("Keep ranges as text: {0}", yesNo(options.keepRangesText)),
      detail: l10n.t("Writes 11-50 with a longer dash, since Excel would make a date of it."),
      next: set({ keepRangesText: !options.keepRangesText }),
    },
    { label: "", kind: QuickPickItemKind.Separator },
    { label: l10n.t("$(check) Done") },
  ];
}

function following<T>(values: readonly T[], value: T): T {
  return values[(values.indexOf(value) + 1) % values.length] as T;
}

function listWords(lists: ListHandling | undefined): string {
  switch (lists) {
    case undefined:
      return l10n.t("as the columns say");
    case "joined":
      return l10n.t("joined in one cell");
    case "indexed":
      return l10n.t("a column for each item");
    case "json":
      return "JSON";
  }
}

function delimiterWord(delimiter: CsvOptions["delimiter"]): string {
  return delimiter === "," ? l10n.t("comma") : delimiter === ";" ? l10n.t("semicolon") : l10n.t("tab");
}

/** "semicolon, CRLF, UTF-8 with byte-order mark, lists as JSON" */
export function csvWords({ options, lists }: CsvSettings): string {
  return [
    delimiterWord(options.delimiter),
    options.lineEnd === "\n" ? "LF" : "CRLF",
    options.bom ? l10n.t("UTF-8 with byte-order mark") : "UTF-8",
    ...(options.header ? [] : [l10n.t("no header")]),
    ...(options.guard ? [] : [l10n.t("no formula guard")]),
    ...(lists === undefined ? [] : [l10n.t("lists: {0}", listWords(lists))]),
  ].join(", ");
}
