// The columns step of an export: the column profile, its options, and whether to preview.
import { QuickPickItemKind, ThemeIcon, type QuickInputButton, type QuickPickItem } from "vscode";
import { columnsText } from "../../export/columnProfile";
import { isTypedKind, type FormatKind } from "../../export/formats";
import type { ColumnProfile, ListHandling } from "../../searches/columnProfiles";
import { noGuardText } from "../../tables/formulaGuard";
import type { CsvOptions } from "../../tables/writer";
import { removeText } from "../buttonTexts";
import { pickStep, type Back } from "../pickStep";
import type { RecordScope } from "../runActivity";
import { safeText } from "../safeText";
import { chooseColumns, fieldsOf } from "./chooseColumns";
import type { OfferedProfile, ProfileList } from "./columnProfiles";
import type { AsShown, ScopedRecords } from "./scopes";

export interface ColumnsRequest {
  readonly records: ScopedRecords;
  /** "200 fetched records" */
  readonly what: string;
  readonly profiles: ProfileList;
  /** The first choice in the list. */
  readonly shown: AsShown;
  /** A warning about the records. */
  readonly remark?: string | undefined;
}

/** The initial state of the step: the defaults of the format, or the earlier answer. */
interface ColumnsState {
  readonly settings: CsvSettings;
  /** The label of the item that is focused. */
  readonly active?: string | undefined;
}

export interface ColumnsAnswer extends ColumnsState {
  readonly profile: ColumnProfile;
  /** The records, if they depend on the choice. */
  readonly scope?: RecordScope | undefined;
  /** Whether to preview the export before asking for the file. */
  readonly preview: boolean;
}

type ColumnsItem = QuickPickItem &
  (
    | { readonly action: "use"; readonly offered: OfferedProfile }
    | { readonly action: "asShown" }
    | { readonly action: "choose" | "options" | "none" }
  );

const previewButton: QuickInputButton = { iconPath: new ThemeIcon("eye"), tooltip: "Preview" };
const editButton: QuickInputButton = { iconPath: new ThemeIcon("edit"), tooltip: "Change…" };
const removeButton: QuickInputButton = { iconPath: new ThemeIcon("trash"), tooltip: removeText };

export async function askColumns(
  request: ColumnsRequest,
  format: FormatKind,
  before: ColumnsState,
): Promise<ColumnsAnswer | Back | undefined> {
  const { what, profiles, shown, remark } = request;
  let { settings, active } = before;
  const { records } = request;
  const fields = fieldsOf(records);
  const columnsOf = (profile: ColumnProfile): string =>
    columnsText(
      records.source.recordKind,
      { ...profile, lists: settings.lists ?? profile.lists },
      {
        isTyped: isTypedKind(format),
        isCompared: records.scope.kind === "filtered" && records.scope.shown.since !== undefined,
      },
    );
  for (;;) {
    const items = columnsItems(shown, await profiles.list(), columnsOf, settings);
    const answer = await pickStep(items, {
      title: `Export ${what}: columns`,
      placeholder: remark,
      back: true,
      active: items.find(({ label }) => label === active),
    });
    if (answer === undefined || answer === "back") {
      return answer;
    }
    const { item, button } = answer;
    active = item.label;
    if (item.action === "use" && button === removeButton) {
      await profiles.remove(item.offered);
    } else if (item.action === "choose" || (item.action === "use" && button === editButton)) {
      const profile = await editProfile(
        { ...request, fields },
        settings,
        item.action === "use" ? item.offered : undefined,
      );
      if (profile !== undefined) {
        return { settings, active, profile, preview: false };
      }
    } else if (item.action === "use" || item.action === "asShown") {
      const { profile, scope } = item.action === "asShown" ? shown : { ...item.offered, scope: undefined };
      return { settings, active, profile, scope, preview: button === previewButton };
    } else if (item.action === "options") {
      const changed = await askCsvSettings(settings, `Export ${what}: options`);
      if (changed === undefined) {
        return undefined;
      }
      settings = changed;
    }
  }
}

/** Creates or changes a profile and saves it where the user wants; `undefined` when the user cancels. */
async function editProfile(
  { records, profiles, fields }: ColumnsRequest & { readonly fields: Promise<readonly string[]> },
  settings: CsvSettings,
  offered: OfferedProfile | undefined,
): Promise<ColumnProfile | undefined> {
  const made = await chooseColumns({
    records,
    fields,
    lists: settings.lists,
    before: offered?.profile,
    savedIn: offered?.place === "builtIn" ? undefined : offered?.place,
    search: await profiles.search(),
  });
  if (made === undefined) {
    return undefined;
  }
  await profiles.save(made.profile, made.place);
  if (offered !== undefined && offered.profile.name !== made.profile.name) {
    await profiles.remove(offered);
  }
  return made.profile;
}

function columnsItems(
  shown: AsShown,
  offered: readonly OfferedProfile[],
  columnsOf: (profile: ColumnProfile) => string,
  settings: CsvSettings,
): readonly ColumnsItem[] {
  return [
    {
      label: shown.profile.name,
      description: `${columnsOf(shown.profile)}, ${shown.description}`,
      buttons: [previewButton],
      action: "asShown",
    },
    ...offered.map((one) => profileItem(one, columnsOf(one.profile))),
    { label: "", kind: QuickPickItemKind.Separator, action: "none" },
    {
      label: "$(list-selection) Choose columns…",
      description: "which columns, their order and headers",
      action: "choose",
    },
    { label: "$(settings-gear) Options…", description: csvSettingsText(settings), action: "options" },
  ];
}

function profileItem(offered: OfferedProfile, columns: string): ColumnsItem {
  const { profile, place, remark } = offered;
  const places = { builtIn: "", thisSearch: "in this search", everySearch: "for all searches" };
  return {
    label: safeText(profile.name),
    description: place === "builtIn" ? columns : `${columns} · ${places[place]}`,
    ...(remark !== undefined && { detail: remark }),
    buttons: place === "builtIn" ? [previewButton] : [previewButton, editButton, removeButton],
    action: "use",
    offered,
  };
}

/** The options of a file with columns. */
interface CsvSettings {
  /** Absent for formats without CSV options. */
  readonly options: CsvOptions | undefined;
  /** If absent, as in the column profile. */
  readonly lists?: ListHandling | undefined;
}

interface SettingItem extends QuickPickItem {
  readonly next?: CsvSettings;
}

/** Enter on an option selects its next value. `undefined` when dismissed; Back keeps the changes like Done. */
async function askCsvSettings(before: CsvSettings, title: string): Promise<CsvSettings | undefined> {
  let settings = before;
  for (let active = 0; ;) {
    const items = settingItems(settings);
    const answer = await pickStep(items, {
      title,
      placeholder: "Press Enter to change an option. Done returns to the columns.",
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
  const all: SettingItem[] = [
    {
      label: `Lists: ${listsText(lists)}`,
      detail:
        "Skills, emails and other lists: in one cell, in a column for each of the first 100 items, or as JSON in one " +
        "cell.",
      next: { options, lists: nextOf<ListHandling | undefined>([undefined, "joined", "indexed", "json"], lists) },
    },
  ];
  if (options !== undefined) {
    all.push(...csvItems(options, lists));
  }
  all.push({ label: "", kind: QuickPickItemKind.Separator }, { label: "$(check) Done" });
  return all;
}

function csvItems(options: CsvOptions, lists: ListHandling | undefined): readonly SettingItem[] {
  const set = (change: Partial<CsvOptions>): CsvSettings => ({ options: { ...options, ...change }, lists });
  const yesNo = (value: boolean): string => (value ? "on" : "off");
  return [
    {
      label: `Delimiter: ${delimiterTexts[options.delimiter]}`,
      detail: "In countries with a decimal comma, Excel expects a semicolon.",
      next: set({ delimiter: nextOf<CsvOptions["delimiter"]>([",", ";", "\t"], options.delimiter) }),
    },
    {
      label: `Line endings: ${lineEndText(options.lineEnd)}`,
      detail: "RFC 4180 and Windows programs use CRLF; most scripts expect LF.",
      next: set({ lineEnd: options.lineEnd === "\n" ? "\r\n" : "\n" }),
    },
    {
      label: `Byte-order mark: ${yesNo(options.bom)}`,
      detail: "Excel needs it to read the file as UTF-8.",
      next: set({ bom: !options.bom }),
    },
    {
      label: `Header: ${yesNo(options.header)}`,
      detail: "The names of the columns as the first line.",
      next: set({ header: !options.header }),
    },
    {
      label: `Formula guard: ${yesNo(options.guard)}`,
      detail: "Neutralizes what a spreadsheet would run as a formula. Off: every value as received.",
      next: set({ guard: !options.guard }),
    },
    {
      label: `Dates and ranges: ${options.forReading ? "as in the grid" : "for programs"}`,
      detail:
        "As in the grid: Mar 1, 2019, and 11–50 with a longer dash, or Excel makes a date of it. For programs: ISO.",
      next: set({ forReading: !options.forReading }),
    },
  ];
}

function nextOf<T>(values: readonly T[], value: T): T {
  return values[(values.indexOf(value) + 1) % values.length] as T;
}

const listTexts: Readonly<Record<ListHandling, string>> = {
  joined: "joined in one cell",
  indexed: "a column for each item, up to 100",
  json: "JSON",
};
const listsText = (lists: ListHandling | undefined): string =>
  lists === undefined ? "as in the column profile" : listTexts[lists];

const delimiterTexts: Readonly<Record<CsvOptions["delimiter"], string>> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "vertical bar",
};

const lineEndText = (lineEnd: CsvOptions["lineEnd"]): string => lineEnd.replaceAll("\r", "CR").replaceAll("\n", "LF");

/** "semicolon, CRLF, UTF-8 with byte-order mark, lists as JSON" */
function csvSettingsText({ options, lists }: CsvSettings): string {
  if (options === undefined) {
    return `lists: ${listsText(lists)}`;
  }
  const parts = [
    delimiterTexts[options.delimiter],
    lineEndText(options.lineEnd),
    options.bom ? "UTF-8 with byte-order mark" : "UTF-8",
  ];
  if (!options.header) {
    parts.push("no header");
  }
  if (!options.guard) {
    parts.push(noGuardText);
  }
  if (lists !== undefined) {
    parts.push(`lists: ${listsText(lists)}`);
  }
  return parts.join(", ");
}
