// Asks for the settings of an export, step by step: changes → format → columns → preview → file. Each step returns an
// answer, goes back, or cancels.
import { QuickPickItemKind, type QuickPickItem } from "vscode";
import { changeColumn } from "../../../webview-ui/messages/changes";
import type { LastExport } from "../../app/lastExports";
import { isFiltered, type RowsOrder } from "../../app/rowSource";
import {
  endingOf,
  fileFormats,
  formatWith,
  hasColumns,
  isColumnKind,
  type ColumnFormat,
  type ExportFormat,
  type FileFormat,
} from "../../export/formats";
import { recordsText } from "../../runs/amounts";
import { changeLabels, rowChanges, type ChangeCounts, type RowChange } from "../../store/changes";
import { csvPresets } from "../../tables/writer";
import { countText } from "../../text/numbers";
import { joinedSentences } from "../../text/phrases";
import { inOneDialog } from "../dialogSteps";
import { pickMany, pickStep, type Back } from "../pickStep";
import type { RecordScope } from "../runActivity";
import { safeText } from "../safeText";
import { askColumns, type ColumnsAnswer, type ColumnsRequest } from "./columnsStep";
import { askForExportFile, type ChosenFile } from "./fileStep";
import { columnCountText, tooLongText, withScope, type ScopedRecords } from "./scopes";

export interface ExportWizardRequest extends ColumnsRequest {
  /** "Fetch and export all 12,480 (about 3,120 credits)" when there is more to fetch. */
  readonly everything?: string | undefined;
  /** If present, the user is asked which changes of the comparison to write. */
  readonly compared?: ComparedRecords | undefined;
  /** The suggested file name, with this ending; `part` names the records, empty for all. */
  fileName(ending: string, part: string): string;
}

export interface ExportPlan {
  readonly format: ExportFormat;
  readonly scope: RecordScope;
  readonly file: ChosenFile;
}

/** The answers so far. They stay when the user goes back, so that a step can start from its earlier answer. */
interface Draft {
  readonly chosen?: FileFormat;
  /** Only for formats with columns. */
  readonly columns?: ColumnsAnswer;
  readonly changes?: readonly RowChange[] | undefined;
  readonly file?: ChosenFile;
}

interface Step {
  /** The step is always needed if this is absent. */
  isNeeded?(draft: Draft, request: ExportWizardRequest): boolean;
  /** `undefined` cancels; "everything" fetches the rest first and needs no other step. */
  ask(request: ExportWizardRequest, draft: Draft): Promise<Draft | Back | "everything" | undefined>;
}

/** `undefined` when the user cancels; "everything" when the rest must be fetched first. */
export function askExport(request: ExportWizardRequest): Promise<ExportPlan | "everything" | undefined> {
  return inOneDialog(() => askSteps(request));
}

async function askSteps(request: ExportWizardRequest): Promise<ExportPlan | "everything" | undefined> {
  await Promise.all([request.profiles.list(), request.profiles.search()]);
  let draft: Draft = {};
  let index = steps.findIndex((one) => one.isNeeded?.(draft, request) !== false);
  for (let step = steps[index]; step !== undefined; step = steps[index]) {
    const answer = await step.ask(request, draft);
    if (answer === undefined || answer === "everything") {
      return answer;
    }
    draft = answer === "back" ? draft : answer;
    do {
      index += answer === "back" ? -1 : 1;
    } while (steps[index]?.isNeeded?.(draft, request) === false);
  }
  const format = formatOf(draft);
  return format && draft.file && { format, scope: recordsOf(request, draft).scope, file: draft.file };
}

const changesStep: Step = {
  isNeeded: (_draft, { compared }) => compared !== undefined,
  async ask({ compared }, draft) {
    const answer = compared && (await askChanges(compared, draft.changes));
    return answer && { ...draft, changes: answer };
  },
};

const formatStep: Step = {
  async ask(request, draft) {
    const { everything, remark, compared } = request;
    const items = formatItems(everything);
    const active = items.find(({ label }) => label === draft.chosen?.label);
    const answer = await pickStep(items, {
      title: `Export ${recordsToWrite(request, draft)}: format`,
      placeholder: remark,
      back: compared !== undefined,
      active,
    });
    if (answer === undefined || answer === "back") {
      return answer;
    }
    return answer.item.chosen === undefined ? "everything" : { changes: draft.changes, chosen: answer.item.chosen };
  },
};

const columnsStep: Step = {
  isNeeded: ({ chosen }) => chosen !== undefined && isColumnKind(chosen.kind),
  async ask(request, draft) {
    const { chosen, columns } = draft;
    const before = columns ?? { settings: { options: chosen?.options } };
    const answer = chosen && (await askColumns(request, chosen.kind, before));
    return answer === undefined || answer === "back" ? answer : { ...draft, columns: answer };
  },
};

const previewStep: Step = {
  isNeeded: ({ columns }) => columns?.preview === true,
  async ask(request, draft) {
    const format = formatOf(draft);
    const answer =
      format !== undefined && hasColumns(format) ? await showPreview(recordsOf(request, draft), format) : undefined;
    return answer === "continue" ? draft : answer;
  },
};

const fileStep: Step = {
  async ask(request, draft) {
    const { remark, fileName } = request;
    const format = formatOf(draft);
    if (format === undefined) {
      return undefined;
    }
    const records = recordsOf(request, draft);
    const answer = await askForExportFile({
      name: fileName(endingOf(format.kind), partOf(records.scope)),
      records: recordsToWrite(request, draft),
      remark: joinedSentences(remark ?? "", await tooLongText(records, format)),
    });
    return answer === undefined || answer === "back" ? answer : { ...draft, file: answer };
  },
};

const steps: readonly Step[] = [changesStep, formatStep, columnsStep, previewStep, fileStep];

/** "200 fetched records" */
function recordsToWrite({ compared, what, shown }: ExportWizardRequest, { changes, columns }: Draft): string {
  if (compared !== undefined) {
    return changesText(compared, changes);
  }
  return columns?.scope === undefined ? what : shown.what;
}

function recordsOf({ records }: ExportWizardRequest, { columns, changes }: Draft): ScopedRecords {
  const scope = columns?.scope ?? records.scope;
  return { ...records, scope: changes === undefined ? scope : onlyChanges(scope, changes) };
}

/** The records in the file name: "new", "3 selected", "filtered"; "" for all. */
function partOf(scope: RecordScope): string {
  if (scope.kind === "selected") {
    return `${scope.keys.length} selected`;
  }
  if (scope.kind !== "filtered" || !isFiltered(scope.shown)) {
    return "";
  }
  const changes = changesIn(scope.shown);
  if (changes === undefined) {
    return "filtered";
  }
  return changes.length === rowChanges.length ? "changes" : changes.join(" ");
}

function formatOf({ chosen, columns }: Draft): ExportFormat | undefined {
  if (chosen === undefined || columns === undefined) {
    return chosen === undefined || isColumnKind(chosen.kind) ? undefined : { kind: chosen.kind };
  }
  const { profile, settings } = columns;
  const lists = settings.lists ?? profile.lists;
  return formatWith(chosen.kind, { profile: { ...profile, lists }, options: settings.options ?? csvPresets.Plain });
}

type FormatItem = QuickPickItem & { readonly chosen?: FileFormat };

function formatItems(everything: string | undefined): readonly FormatItem[] {
  const items: FormatItem[] = [
    ...fileFormats().map((chosen) => {
      const { label, description, detail } = chosen;
      return { label, description, detail, chosen };
    }),
  ];
  if (everything !== undefined) {
    items.push({ label: "There is more to fetch", kind: QuickPickItemKind.Separator }, { label: everything });
  }
  return items;
}

export interface ComparedRecords {
  readonly counts: ChangeCounts;
  /** "24 November, 10:12" */
  readonly since: string;
  /** The changes that the last export of this search wrote. */
  readonly last: readonly RowChange[] | undefined;
}

type ChangeItem = QuickPickItem & { readonly change: RowChange };

/** `before` is the earlier answer, if the user went back a step. */
async function askChanges(
  { counts, since, last = rowChanges }: ComparedRecords,
  before: readonly RowChange[] = last,
): Promise<readonly RowChange[] | undefined> {
  const items = rowChanges.map((change): ChangeItem => ({
    change,
    label: changeLabels[change],
    description: recordsText(counts[change]),
  }));
  const answer = await pickMany(items, {
    title: () => `Export which changes since ${since}?`,
    picked: items.filter(({ change }) => before.includes(change)),
    isFirst: true,
  });
  return answer === "back" ? undefined : answer?.map(({ change }) => change);
}

function onlyChanges(scope: RecordScope, changes: readonly RowChange[]): RecordScope {
  if (scope.kind !== "filtered") {
    return scope;
  }
  const others = (scope.shown.columnFilters ?? []).filter(({ column }) => column !== changeColumn);
  const columnFilters = [...others, { kind: "oneOf", column: changeColumn, values: changes } as const];
  return { ...scope, shown: { ...scope.shown, columnFilters } };
}

/** The changes that an earlier export wrote; `undefined` if it was not an export of changes. */
export const exportedChanges = (last: LastExport | undefined): readonly RowChange[] | undefined =>
  last?.shown && changesIn(last.shown);

function changesIn({ columnFilters = [] }: RowsOrder): readonly RowChange[] | undefined {
  const own = columnFilters.find((one) => one.kind === "oneOf" && one.column === changeColumn);
  return own?.kind === "oneOf" ? rowChanges.filter((change) => own.values.includes(change)) : undefined;
}

/** "3 changes since 24 November, 10:12" */
export function changesText({ counts, since }: ComparedRecords, changes: readonly RowChange[] = rowChanges): string {
  const count = changes.reduce((sum, change) => sum + counts[change], 0);
  return count === 1 ? `1 change since ${since}` : `${countText(count)} changes since ${since}`;
}

const shownRecords = 5;
const longestCell = 28;

/** The first five records as they will be written, with one column per item. */
async function showPreview(records: ScopedRecords, format: ColumnFormat): Promise<"continue" | Back | undefined> {
  const { count, items } = await withScope(records, async (view) => ({
    count: view.count,
    items: await columnItems(records, view.view, format),
  }));
  const of =
    count === 1
      ? recordsText(count)
      : `the first ${countText(Math.min(shownRecords, count))} of ${countText(count)} records`;
  const answer = await pickStep(items, {
    title: `Preview: ${of}, ${columnCountText(items.length)}`,
    placeholder: "Press Enter to choose the file. Type to find a column or a value.",
    back: true,
  });
  return answer === "back" || answer === undefined ? answer : "continue";
}

async function columnItems(
  { app: { store } }: ScopedRecords,
  view: number,
  { kind, profile, options }: ColumnFormat,
): Promise<readonly QuickPickItem[]> {
  const { headers, rows } = await store.exports.preview({
    view,
    profile,
    options: kind === "csv" ? options : undefined,
    count: shownRecords,
  });
  return headers.map((header, column) => ({
    label: safeText(header),
    description: rows.map((cells) => shortCell(cells[column] ?? "")).join("  │  "),
  }));
}

function shortCell(cell: string): string {
  const text = safeText(cell);
  return text === "" ? "–" : text.length > longestCell ? `${text.slice(0, longestCell - 1)}…` : text;
}
