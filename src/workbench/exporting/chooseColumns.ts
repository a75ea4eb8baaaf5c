// Makes or changes a column profile: its columns, their order and headers, its name, and where it is saved.
import { QuickPickItemKind, window, type QuickPickItem } from "vscode";
import { extraDataOf } from "../../app/rowSource";
import { builtInProfiles } from "../../export/columnProfile";
import { crmProfiles } from "../../export/crmProfiles";
import { columnOf, offeredColumns, type Column } from "../../records/columns";
import {
  sameProfileName,
  type ColumnProfile,
  type ListHandling,
  type ProfileColumn,
} from "../../searches/columnProfiles";
import type { RecordKind } from "../../service/operations";
import { countText } from "../../text/numbers";
import { columnsLabel } from "../labels";
import { pickMany, pickStep } from "../pickStep";
import { safeText } from "../safeText";
import { withScope, type ScopedRecords } from "./scopes";

export type ProfilePlace = "everySearch" | "thisSearch" | "onlyNow";

export interface MadeProfile {
  readonly profile: ColumnProfile;
  readonly place: ProfilePlace;
}

export interface ChooseColumnsRequest {
  readonly records: ScopedRecords;
  /** The result of `fieldsOf` for these records. */
  readonly fields: Promise<readonly string[]>;
  /** The profile to change; a new one when absent. */
  readonly before?: ColumnProfile | undefined;
  /** The place where the profile is already saved, and will be saved again. */
  readonly savedIn?: ProfilePlace | undefined;
  /** How lists are written, if that is already chosen. */
  readonly lists?: ListHandling | undefined;
  /** The name of the run's saved search, if the search can contain profiles. */
  readonly search?: string | undefined;
}

/** Fields are collected from this many records; fields of later ones can be typed into the search document. */
const recordsSearched = 500;

/** The fields of the first records. Read them before the dialog opens: it would lose the focus while it waits. */
export function fieldsOf(records: ChooseColumnsRequest["records"]): Promise<readonly string[]> {
  const reading = withScope(records, ({ view }) => records.app.store.exports.fields({ view, count: recordsSearched }));
  // The dialog that waits for it reports the error.
  reading.catch(() => undefined);
  return reading;
}

export async function chooseColumns(request: ChooseColumnsRequest): Promise<MadeProfile | undefined> {
  const { before } = request;
  const { recordKind } = request.records.source;
  const chosen = await selectColumns(request);
  if (chosen === undefined || chosen.length === 0) {
    return undefined;
  }
  const columns = await arrangeColumns(recordKind, chosen);
  if (columns === undefined) {
    return undefined;
  }
  const place = request.savedIn ?? (await askPlace(request.search));
  if (place === undefined) {
    return undefined;
  }
  const lists = request.lists ?? before?.lists ?? "joined";
  if (place === "onlyNow") {
    return { profile: { name: "Chosen columns", columns, lists }, place };
  }
  const name = await askName(recordKind, before?.name);
  return name === undefined ? undefined : { profile: { name, columns, lists }, place };
}

interface ColumnItem extends QuickPickItem {
  readonly id: string;
}

/** Columns in the order in which they were selected, those of the changed profile first. */
async function selectColumns({
  records,
  before,
  fields: reading,
}: ChooseColumnsRequest): Promise<readonly ProfileColumn[] | undefined> {
  const { recordKind } = records.source;
  const fields = await reading;
  const start = before === undefined || before.columns === "everything" ? [] : before.columns;
  const items = columnItems(offeredColumns(recordKind, extraDataOf(records.source)), fields, start);
  const answer = await pickMany(items, {
    title: (selected) =>
      selected.length === 0
        ? columnsLabel
        : `Columns: ${safeText(selected.map(({ id }) => columnOf(recordKind, id)?.label ?? id).join(", "))}`,
    placeholder: "Select columns in the order you want. You can change the order afterwards.",
    picked: start.flatMap(({ id }) => items.find((item) => item.id === id) ?? []),
  });
  return answer === undefined || answer === "back"
    ? undefined
    : answer.map(({ id }) => start.find((column) => column.id === id) ?? { id });
}

function columnItems(
  columns: readonly Column[],
  leaves: readonly string[],
  start: readonly ProfileColumn[],
): readonly ColumnItem[] {
  const known = columns.map(({ id, label }) => ({ id, label }));
  const ids = new Set(known.map(({ id }) => id));
  const fields = [...start.map(({ id }) => id), ...leaves]
    .filter((id) => !ids.has(id) && ids.add(id))
    .map((id) => ({ id, label: safeText(id) }));
  return [...known, { id: "", label: "Fields as sent by the service", kind: QuickPickItemKind.Separator }, ...fields];
}

/** Changes order, headers and dates, one column at a time. Done is the first item, so that Enter continues. */
async function arrangeColumns(
  kind: RecordKind,
  chosen: readonly ProfileColumn[],
): Promise<readonly ProfileColumn[] | undefined> {
  let columns = chosen;
  let active = -1;
  for (;;) {
    const done: QuickPickItem & { readonly at: number } = {
      label:
        columns.length === 1
          ? "$(check) Done: 1 column"
          : `$(check) Done: ${countText(columns.length)} columns in this order`,
      at: -1,
    };
    const items = [
      done,
      ...columns.map((column, at) => ({
        label: `${at + 1}. ${safeText(headerOf(kind, column))}`,
        description: column.format === "dateOnly" ? "date only" : "",
        at,
      })),
    ];
    const answer = await pickStep(items, {
      title: "Order and headers",
      placeholder: "Press Enter on a column to move, rename or remove it.",
      back: true,
      active: items[active + 1],
    });
    if (answer === undefined || answer === "back") {
      return undefined;
    }
    const { at } = answer.item;
    const column = columns[at];
    if (column === undefined) {
      return columns;
    }
    const changed = await changeColumn(kind, columns, column, at);
    columns = changed.columns;
    active = Math.min(changed.at, columns.length - 1);
  }
}

function headerOf(kind: RecordKind, { id, header }: ProfileColumn): string {
  return header ?? columnOf(kind, id)?.header ?? id;
}

interface ArrangedColumns {
  readonly columns: readonly ProfileColumn[];
  /** The current position of the changed column. */
  readonly at: number;
}

/** Asks what to do with a column. Each item contains the resulting columns. */
async function changeColumn(
  kind: RecordKind,
  columns: readonly ProfileColumn[],
  column: ProfileColumn,
  at: number,
): Promise<ArrangedColumns> {
  const others = columns.toSpliced(at, 1);
  const item = (label: string, to: number, change: () => ArrangedColumns["columns"] | Promise<ProfileColumn[]>) => ({
    label,
    to,
    change,
  });
  const move = (label: string, to: number) => item(label, to, () => others.toSpliced(to, 0, column));
  const isDateOnly = column.format === "dateOnly";
  const items: ReturnType<typeof item>[] = [];
  if (at > 0) {
    items.push(move("$(arrow-up) Move up", at - 1));
  }
  if (at < columns.length - 1) {
    items.push(move("$(arrow-down) Move down", at + 1));
  }
  items.push(item("$(edit) Rename header…", at, async () => columns.with(at, await renamed(kind, column))));
  if (columnOf(kind, column.id)?.type === "date") {
    const label = isDateOnly ? "$(calendar) With the time, as sent" : "$(calendar) Date only";
    const format = isDateOnly ? undefined : "dateOnly";
    items.push(item(label, at, () => columns.with(at, { ...column, format })));
  }
  if (columns.length > 1) {
    items.push(item("$(remove) Remove", at, () => others));
  }
  const answer = await pickStep(items, { title: safeText(headerOf(kind, column)), back: true });
  return answer === undefined || answer === "back"
    ? { columns, at }
    : { columns: await answer.item.change(), at: answer.item.to };
}

async function renamed(kind: RecordKind, column: ProfileColumn): Promise<ProfileColumn> {
  const defaultHeader = columnOf(kind, column.id)?.header ?? column.id;
  const typed = await window.showInputBox({
    title: `Header of ${safeText(defaultHeader)}`,
    value: headerOf(kind, column),
    prompt: `Leave empty for ${safeText(defaultHeader)}`,
    validateInput: (text) => (text.length > 500 ? "Type at most 500 characters." : undefined),
  });
  return typed === undefined
    ? column
    : { ...column, header: typed === "" || typed === defaultHeader ? undefined : typed };
}

async function askPlace(search: string | undefined): Promise<ProfilePlace | undefined> {
  const items: (QuickPickItem & { readonly place: ProfilePlace })[] = [
    { label: "Only this time", place: "onlyNow" },
    { label: "Save for all searches", detail: "Saved on this computer.", place: "everySearch" },
  ];
  if (search !== undefined) {
    const detail = `Saved in ${safeText(search)}, so that everyone who has the file has these columns.`;
    items.push({ label: "Save in this search", detail, place: "thisSearch" });
  }
  const answer = await pickStep(items, { title: "Save these columns?", back: true });
  return answer === undefined || answer === "back" ? undefined : answer.item.place;
}

async function askName(kind: RecordKind, before: string | undefined): Promise<string | undefined> {
  const typed = await window.showInputBox({
    title: "Name of the columns",
    value: before ?? "",
    placeHolder: "For example: for the sales team",
    validateInput: (text) => {
      if (text.trim() === "" || text.trim().length > 100) {
        return "Type a name of at most 100 characters.";
      }
      const isBuiltIn = [...builtInProfiles(kind), ...crmProfiles(kind)].some(({ name }) =>
        sameProfileName(name, text),
      );
      return isBuiltIn ? "This name is used by built-in columns. Type another name." : undefined;
    },
  });
  return typed?.trim();
}
