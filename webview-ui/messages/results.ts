// The messages between the results page and its host. The page imports only types: zod stays in the host.
import * as z from "zod";
import type { RecordKind } from "../../src/service/operations";
import type { InputOf, Procedures } from "./procedures";

/** A column the records can be shown in. */
export interface GridColumn {
  readonly id: string;
  readonly label: string;
  readonly numeric: boolean;
}

/** Width and visibility of a column; a layout lists all columns in their order. */
export interface ColumnLayout {
  readonly id: string;
  /** px */
  readonly width: number;
  readonly visible: boolean;
}

export interface SortOrder {
  readonly column: string;
  readonly descending: boolean;
}

/** One bar of the summary as a filter: the records counted in it. */
export interface Facet {
  /** Id of the distribution. */
  readonly id: string;
  /** Its name, for people: "Country". */
  readonly label: string;
  /** The bar, for people: "1980s". */
  readonly bucket: string;
  /** What the records have: "1980". */
  readonly value: string;
}

/** Filters for contacts that are turned on and off with a button. */
export const quickChoices = ["deliverableEmail", "mobilePhone"] as const;
export type QuickChoice = (typeof quickChoices)[number];

/** Rows `from` … `to - 1` of the view. */
export type RowRange = readonly [from: number, to: number];

/** How the rows are sorted, filtered and selected. */
export interface ViewState {
  /** Increases when rows change their positions: answers for an older revision are stale. */
  readonly revision: number;
  /** Rows after filtering. */
  readonly count: number;
  /** Records of the run before filtering. */
  readonly records: number;
  readonly sort?: SortOrder | undefined;
  readonly filter: string;
  readonly facet?: Facet | undefined;
  /** Rows match all of these. */
  readonly quick: readonly QuickChoice[];
  /** Rows are being sorted or filtered. */
  readonly arranging: boolean;
  /** Rows of the view that are selected, ascending and disjoint. */
  readonly selection: readonly RowRange[];
}

/** A button below the results. */
export type RunAction = "resume" | "continue" | "fetchMore" | "connect" | "showReply";

export interface RunStatus {
  /** "100 of 12,480 · 25 credits" */
  readonly sentence: string;
  /** Sentences: why the run stopped and what to do, uncertain costs, mismatched records. */
  readonly remarks: readonly string[];
  readonly actions: readonly RunAction[];
  /** The run ended with all records it was to fetch. */
  readonly finished: boolean;
  /** Why there are no rows, if not because nothing matches. */
  readonly noRows?: string | undefined;
  /** How many records "Fetch … more" asks for. */
  readonly more: number;
  /** How many records match in all and what the rest costs; present if the run can continue to all of them. */
  readonly everything?: { readonly total: number; readonly creditsAbout?: number | undefined } | undefined;
  /** Present while this window executes the run. */
  readonly activity?:
    | {
        readonly fetched: number;
        readonly wanted: number;
        readonly waitingUntil?: number | undefined;
        readonly stopping: boolean;
      }
    | undefined;
}

export interface ResultsState {
  readonly title: string;
  readonly recordKind: RecordKind;
  readonly columns: readonly GridColumn[];
  readonly layout: readonly ColumnLayout[];
  readonly view: ViewState;
  readonly run: RunStatus;
  /** The records come from the sandbox. */
  readonly synthetic: boolean;
}

/** The state that the host writes into the page's HTML. */
export type ResultsInitial =
  | { readonly kind: "open"; readonly state: ResultsState }
  /** The records cannot be read; the sentence tells why and what to do. */
  | { readonly kind: "unavailable"; readonly title: string; readonly sentence: string };

export interface GridRow {
  readonly title: string;
  /** Texts of the visible columns in their order, cut if long. */
  readonly cells: readonly string[];
}

/** One chart of the summary. */
export interface ShownDistribution {
  readonly id: string;
  readonly label: string;
  readonly buckets: readonly { readonly value: string; readonly label: string; readonly count: number }[];
  readonly other: number;
  readonly unknown: number;
  readonly total: number;
}

/** One record for the details pane. */
export interface RecordDetails {
  readonly title: string;
  /** As parsed, with integers beyond 2^53 as text. */
  readonly record: unknown;
  /** Its JSON, indented. */
  readonly raw: string;
  readonly rawCut: boolean;
}

/** Figures of the rows shown. */
export interface ResultsSummary {
  readonly records: number;
  readonly filtered: boolean;
  readonly distributions: readonly ShownDistribution[];
}

/** A text that is shown for a while and read out. */
export interface Notice {
  readonly text: string;
  readonly problem: boolean;
}

/** What the host tells the page, by the name of the message. An answer has the `id` of its request. */
export interface ResultsUpdates {
  readonly initial: ResultsInitial;
  readonly run: RunStatus;
  readonly view: ViewState;
  readonly layout: { readonly layout: readonly ColumnLayout[]; readonly view: ViewState };
  readonly rows: {
    readonly id: number;
    readonly revision: number;
    readonly start: number;
    readonly rows: readonly GridRow[];
  };
  readonly rowsFailed: { readonly id: number; readonly sentence: string };
  readonly details: RecordDetails & { readonly id: number };
  readonly summary: ResultsSummary & { readonly id: number };
  readonly notice: Notice;
}

const row = z.number().int().min(0).max(100_000_000);
const ranges = z
  .array(z.tuple([row, row]).readonly())
  .max(200_000)
  .readonly();
const columnId = z.string().min(1).max(200);
const id = z.number().int().min(0);
const order = {
  sort: z.strictObject({ column: columnId, descending: z.boolean() }).optional(),
  filter: z.string().max(1000),
  facet: z
    .strictObject({
      id: columnId,
      label: z.string().max(200),
      bucket: z.string().max(100_000),
      value: z.string().max(100_000),
    })
    .optional(),
  quick: z.array(z.enum(quickChoices)).max(quickChoices.length).readonly(),
};

const recordCopyFormats = ["cell", "csv", "json", "markdown"] as const;
export type RecordCopyFormat = (typeof recordCopyFormats)[number];

/** What the page may ask of the host. */
export const resultsProcedures = {
  ready: z.strictObject({
    /** What the page saved; used only in a new tab, where the host has no state of its own. */
    saved: z.strictObject({ ...order, selection: ranges, records: row }).optional(),
  }),
  getRows: z.strictObject({ id, revision: id, start: row, count: z.number().int().min(1).max(500) }),
  /** Sorts and filters the rows. */
  arrange: z.strictObject(order),
  cancelArrange: z.undefined(),
  select: z.strictObject({ revision: id, selection: ranges, keepHidden: z.boolean() }),
  setLayout: z
    .array(z.strictObject({ id: columnId, width: z.number().int().min(1).max(5000), visible: z.boolean() }))
    .max(500)
    .readonly(),
  resetLayout: z.undefined(),
  getDetails: z.strictObject({ id, revision: id, at: row }),
  getSummary: z.strictObject({ id }),
  copy: z.strictObject({
    format: z.enum(recordCopyFormats),
    headers: z.boolean(),
    revision: id,
    rows: ranges,
    column: columnId.optional(),
  }),
  copyRaw: z.strictObject({ revision: id, at: row }),
  export: z.strictObject({ scope: z.enum(["selected", "filtered", "all", "everything"]) }),
  fetchMore: z.strictObject({ records: z.number().int().min(1).max(1_000_000) }),
  resume: z.undefined(),
  showReply: z.undefined(),
  stop: z.undefined(),
  connect: z.undefined(),
  findPeople: z.undefined(),
  openLink: z.strictObject({ url: z.string().min(1).max(2083) }),
} satisfies Procedures;

export type ResultsProcedures = typeof resultsProcedures;
export type ResultsInput<Name extends keyof ResultsProcedures> = InputOf<ResultsProcedures, Name>;
