// The messages between the results page and its host. The page imports only types: zod stays in the host.
import * as z from "zod";
import type { ColumnType } from "../../src/records/column";
import type { RecordKind } from "../../src/service/operations";
import type { ColumnValues } from "../../src/store/columnValues";
import type { RecordVersion } from "../../src/store/versions";
import type { RowChange } from "./changes";
import type { InputOf, Procedures } from "./procedures";

/** A column the records can be shown in. */
export interface GridColumn {
  readonly id: string;
  readonly label: string;
  readonly type: ColumnType;
  /** The user's own text, which `setNote` replaces. */
  readonly isEditable?: boolean | undefined;
}

const row = z.number().int().min(0).max(100_000_000);
const revision = z.number().int().min(0);
const columnId = z.string().min(1).max(200);
const runId = z.string().min(1).max(100);
const values = z.array(z.string().max(100_000)).max(500).readonly();
const bound = z.number().min(-1e16).max(1e16).optional();

/** Width in px and visibility of a column. A pinned one stays in place when the grid scrolls sideways. */
const columnLayout = z
  .strictObject({
    id: columnId,
    width: z.number().int().min(1).max(5000),
    visible: z.boolean(),
    pinned: z.boolean(),
  })
  .readonly();
/** A layout lists all columns in their order, pinned ones first. */
export type ColumnLayout = z.infer<typeof columnLayout>;

const sortKey = z.strictObject({ column: columnId, descending: z.boolean() });
/** Rows with the same value are sorted by the `next` columns, in this order. */
const sortOrder = sortKey.extend({ next: z.array(sortKey.readonly()).max(7).readonly().optional() }).readonly();
export type SortOrder = z.infer<typeof sortOrder>;

/** A filter of one column, from its picker or from the menu of a cell. */
const columnFilter = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("contains"), column: columnId, text: z.string().max(1000) }).readonly(),
  /** Matches records with one of these values, or with `exclude` none of them. "" matches records without a value. */
  z.strictObject({ kind: z.literal("oneOf"), column: columnId, values, exclude: z.boolean().optional() }).readonly(),
  /** Inclusive; dates in ms since 1970. */
  z.strictObject({ kind: z.literal("range"), column: columnId, min: bound, max: bound }).readonly(),
]);
export type ColumnFilter = z.infer<typeof columnFilter>;

/** Rows `from` … `to - 1` of the view. */
const rowRange = z.tuple([row, row]).readonly();
export type RowRange = z.infer<typeof rowRange>;

/** Contact filters that a button toggles. */
const quickChoices = ["deliverableEmail", "mobilePhone"] as const;
export type QuickChoice = (typeof quickChoices)[number];

/** How the rows are sorted and filtered. */
export const rowOrder = z
  .strictObject({
    sort: sortOrder.optional(),
    filter: z.string().max(1000),
    columnFilters: z.array(columnFilter).max(100).readonly(),
    quick: z.array(z.enum(quickChoices)).max(quickChoices.length).readonly(),
  })
  .readonly();

export const rowRanges = z.array(rowRange).max(200_000).readonly();

/** The open parts of the page and the grid's position. The host keeps them while the page is hidden or reloaded. */
export const pageState = z
  .strictObject({
    /** Whether the filters are open beside the records. */
    filtersOpen: z.boolean(),
    /** Ids of the columns whose values are collapsed in the filters. */
    collapsed: z.array(columnId).max(500).readonly(),
    /** Whether the details pane is open. */
    details: z.boolean(),
    /** Whether the details are shown as JSON. */
    raw: z.boolean(),
    /** The focused cell and the scroll position in px; without `top`, the grid scrolls until the cell is visible. */
    place: z
      .strictObject({
        row: z.number().int().min(-1).max(100_000_000),
        column: z.number().int().min(0).max(500),
        top: z.number().min(0).optional(),
        left: z.number().min(0),
      })
      .readonly(),
  })
  .readonly();
export type PageState = z.infer<typeof pageState>;

/** How the rows are sorted, filtered and selected. */
export interface ViewState {
  /** Increases when rows change their positions: replies for an older revision are stale. */
  readonly revision: number;
  /** Rows after filtering. */
  readonly count: number;
  /** Records of the run before filtering, without those that leave-out lists hide. */
  readonly records: number;
  /** Records that leave-out lists hide; absent if no list applies. */
  readonly leftOut?: number | undefined;
  readonly sort?: SortOrder | undefined;
  readonly filter: string;
  /** Rows match all of these. */
  readonly columnFilters: readonly ColumnFilter[];
  readonly quick: readonly QuickChoice[];
  /** Whether rows are being sorted or filtered. */
  readonly arranging: boolean;
  /** Selected rows of the view, as ascending, disjoint ranges. */
  readonly selection: readonly RowRange[];
}

/** The progress of a run. */
export interface ShownActivity {
  readonly fetched: number;
  readonly wanted: number;
  /** For a search of people at several companies: how many of them were requested so far. */
  readonly companies?: { readonly asked: number; readonly count: number } | undefined;
  /** ms since 1970, while the rate limit is reached. */
  readonly waitingUntil?: number | undefined;
  /** Why a paid reply is only in memory, and how to save it. */
  readonly unsaved?: string | undefined;
  readonly stopping: boolean;
}

/** A button below the results. */
export type RunAction =
  | "resume"
  | "tryNow"
  | "continue"
  | "fetchMore"
  | "connect"
  | "newKey"
  | "showReply"
  | "acceptEnd"
  | "showAll";

export interface RunStatus {
  /** Changes with the records and cost of the buttons; empty for records of many runs. */
  readonly state: string;
  /** "100 of 12,480 · 25 credits" */
  readonly sentence: string;
  /** Why the run stopped, in a few words; absent if it has not, or if the first remark begins with it. */
  readonly title?: string | undefined;
  /** Sentences: why the run stopped and how to continue, and uncertain costs. */
  readonly remarks: readonly string[];
  readonly actions: readonly RunAction[];
  /** Whether the run fetched all records it was asked for. */
  readonly finished: boolean;
  /** Why there are no rows, unless nothing matches. */
  readonly noRows?: string | undefined;
  /** How many records "Fetch … more" asks for. */
  readonly more: number;
  /** Their cost, if it is known. */
  readonly moreCreditsAbout?: number | undefined;
  /** How many records match and the cost of the rest; present if the run can continue to all of them. */
  readonly everything?: { readonly total: number; readonly creditsAbout?: number | undefined } | undefined;
  /** Present while this window executes the run. */
  readonly activity?: ShownActivity | undefined;
}

/** A run of the search that the tab can show. */
export interface RunChoice {
  readonly id: string;
  /** When it was started: "Today 00:33". */
  readonly when: string;
  /** "9 records · 2.25 credits · complete" */
  readonly what: string;
}

/** The tab's first line: the search, its runs, and actions for them. */
export interface ResultsHeader {
  /** The name of the search. */
  readonly title: string;
  /** Id of the run that is shown. */
  readonly run: string;
  /** Runs of the same search, newest first, including the shown one. */
  readonly runs: readonly RunChoice[];
  /** The records come from many runs: `runs` are the kinds of these records, one of which is shown. */
  readonly choosesKind?: boolean | undefined;
  /** When the earlier run was started that the records are compared with, as in `RunChoice`. */
  readonly comparedTo?: string | undefined;
  /** How many records differ, and a remark needed to read the numbers; present while runs are compared. */
  readonly changes?: (Readonly<Record<RowChange, number>> & { readonly remark?: string | undefined }) | undefined;
  /** The run belongs to a search. If the saved search was deleted, its filters can become a new one. */
  readonly canEditSearch: boolean;
  readonly canRunAgain: boolean;
  /** The records belong to a list: they can be removed from it and have notes. */
  readonly isList?: boolean | undefined;
  /** Whether the name of the saved search, or of a run without one, can be changed. */
  readonly canRename: boolean;
}

export interface ResultsState {
  readonly header: ResultsHeader;
  readonly recordKind: RecordKind;
  readonly columns: readonly GridColumn[];
  readonly layout: readonly ColumnLayout[];
  readonly view: ViewState;
  readonly run: RunStatus;
  /** The records come from the sandbox. */
  readonly synthetic: boolean;
}

/** The content of the page from now on. */
export type ResultsInitial =
  /** `page`: the open parts of a page that was just loaded; absent if they do not change. */
  | { readonly kind: "open"; readonly state: ResultsState; readonly page?: PageState | undefined }
  /** The records cannot be read; the sentence says why and how to fix it. */
  | {
      readonly kind: "unavailable";
      readonly sentence: string;
      readonly canEditSearch?: boolean | undefined;
      readonly canRunAgain?: boolean | undefined;
    };

export interface GridRow {
  readonly title: string;
  /** Texts of the visible columns in their order, cut if long. */
  readonly cells: readonly string[];
  /** The change since the earlier run. */
  readonly change?: RowChange | undefined;
  /** Earlier values by column id, for visible columns that changed; null if the value was unknown. */
  readonly before?: Readonly<Record<string, string | null>> | undefined;
  /** Names of the other lists that contain the record. */
  readonly lists?: readonly string[] | undefined;
}

/** The values of one column. */
export interface ShownValues extends ColumnValues {
  /** Whether "Add to Search" can turn the values into a filter of the search. */
  readonly canNarrow: boolean;
}

/** One record for the details pane. */
export interface RecordDetails {
  readonly title: string;
  /** The parsed record, with integers beyond 2^53 as text. */
  readonly record: unknown;
  /** The record's indented JSON. */
  readonly raw: string;
  readonly rawCut: boolean;
  /** Sentences: the lists that contain the record, its notes, and its source. */
  readonly remarks?: readonly string[] | undefined;
  readonly change?: RowChange | undefined;
  /** Earlier values by column id; null if the value was unknown. */
  readonly before?: Readonly<Record<string, string | null>> | undefined;
  /** The record's versions in the runs that fetched it, the oldest first. */
  readonly versions: readonly RecordVersion[];
}

/** A text that is shown for a while and read aloud by screen readers. */
export interface Notice {
  readonly text: string;
  readonly problem: boolean;
}

/** The host's replies, by procedure. */
export interface ResultsAnswers {
  readonly getRows: readonly GridRow[];
  readonly getDetails: RecordDetails;
  readonly getValues: readonly ShownValues[];
}

/** Messages from the host to the page. */
export interface ResultsUpdates {
  readonly initial: ResultsInitial;
  readonly run: RunStatus;
  readonly view: ViewState;
  readonly layout: { readonly layout: readonly ColumnLayout[]; readonly view: ViewState };
  /** The marks of rows of this revision have changed. */
  readonly rowsChanged: { readonly revision: number };
  readonly header: ResultsHeader;
  readonly notice: Notice;
  /** Asks the page to look up the focused record. */
  readonly lookUpFocused: object;
}

const atRow = z.strictObject({ revision, at: row });

/** The `RunStatus.state` that a button was shown for. Nothing is fetched if it has changed. */
const state = z.string().max(1000);

/** In characters. */
export const longestNote = 1_000;

const recordCopyFormats = ["cells", "csv", "json", "markdown"] as const;
export type RecordCopyFormat = (typeof recordCopyFormats)[number];

/** Messages from the page to the host. */
export const resultsProcedures = {
  /** The page is loaded and needs everything it shows. */
  ready: z.undefined(),
  keep: pageState,
  getRows: z.strictObject({ revision, start: row, count: z.number().int().min(1).max(500) }),
  /** Sorts and filters the rows. */
  arrange: rowOrder,
  cancelArrange: z.undefined(),
  select: z.strictObject({ revision, selection: rowRanges, keepHidden: z.boolean() }),
  setLayout: z.array(columnLayout).max(500).readonly(),
  resetLayout: z.undefined(),
  getDetails: atRow,
  /** Values of a column that contain a text, or the most frequent ones of the usual columns. */
  getValues: z.strictObject({ column: columnId.optional(), text: z.string().max(200) }),
  copy: z.strictObject({
    format: z.enum(recordCopyFormats),
    headers: z.boolean(),
    revision,
    rows: rowRanges,
    /** "cells" copies these columns as tab-separated text; a single cell is copied without quotes. */
    columns: z.array(columnId).max(500).readonly().optional(),
  }),
  copyRaw: atRow,
  /** "everything" first fetches the missing records. */
  export: z.discriminatedUnion("scope", [
    z.strictObject({ scope: z.enum(["selected", "filtered", "all"]) }),
    z.strictObject({ scope: z.literal("everything"), state }),
  ]),
  fetchMore: z.strictObject({ state }),
  /** Asks the user to confirm the cost before anything is sent. */
  resume: z.strictObject({ state }),
  tryNow: z.strictObject({ state }),
  acceptEnd: z.strictObject({ state }),
  /** Shows all records, not only the first ones of the run. */
  showAll: z.undefined(),
  showReply: z.undefined(),
  stop: z.undefined(),
  connect: z.undefined(),
  enterNewKey: z.undefined(),
  /** Finds people at the selected companies, or with `at` at the company of that row. */
  findPeople: atRow.optional(),
  /** Opens a new search for the selected records. */
  newSearch: z.undefined(),
  /** Asks for a list and adds the selected records, or the record of the row. */
  addToList: atRow.optional(),
  /** Removes records from the shown list. */
  removeFromList: atRow.optional(),
  editNote: atRow,
  /** Replaces the note of a row with the text typed in its cell; an empty text removes it. */
  setNote: atRow.extend({ note: z.string().max(longestNote) }),
  /** Looks up the record of a row again, or a person's company. */
  lookUp: atRow.extend({ what: z.enum(["company", "person"]) }),
  /** Adds the company or person of a row to a leave-out list; if the row is selected, those of all selected rows. */
  leaveOut: atRow,
  /** Reads the leave-out lists again. */
  reloadLists: z.undefined(),
  /** Opens the link in a cell: a page, or a new email. */
  openCell: atRow.extend({ column: columnId }),
  showRun: z.strictObject({ run: runId }),
  /** Opens a run in its own tab. */
  openRun: z.strictObject({ run: runId }),
  editSearch: z.undefined(),
  runAgain: z.undefined(),
  renameSearch: z.undefined(),
  /** Adds the checked values of a column to the filters of the search. */
  narrowSearch: z.strictObject({ column: columnId, values }),
  openLink: z.strictObject({ url: z.string().min(1).max(2083) }),
} satisfies Procedures;

export type ResultsProcedures = typeof resultsProcedures;
export type ResultsInput<Name extends keyof ResultsProcedures> = InputOf<ResultsProcedures, Name>;
