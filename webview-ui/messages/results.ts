// What the results page and its host say to each other. The page imports only types from here: zod stays in the host.
import * as z from "zod";
import type { RecordKind } from "../../src/service/operations";

/** A column the records can be shown in. */
export interface GridColumn {
  readonly id: string;
  readonly label: string;
  readonly numeric: boolean;
}

/** Where a column stands; the array's order is that of the grid. */
export interface ColumnPlace {
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

/** Ready-made choices among contacts. */
export const quickChoices = ["deliverableEmail", "mobilePhone"] as const;
export type QuickChoice = (typeof quickChoices)[number];

/** Rows `from` … `to - 1` of the view. */
export type RowRange = readonly [from: number, to: number];

/** The rows in the order and choice the grid shows them. */
export interface ViewState {
  /** Rises when rows change their place: what was got before is stale. */
  readonly revision: number;
  /** Rows after the quick filter. */
  readonly count: number;
  /** Records the run holds. */
  readonly records: number;
  readonly sort?: SortOrder | undefined;
  readonly filter: string;
  readonly facet?: Facet | undefined;
  /** All of them hold for every row shown. */
  readonly quick: readonly QuickChoice[];
  /** A sort or filter is under way. */
  readonly arranging: boolean;
  /** Rows of the view that are selected, ascending and disjoint. */
  readonly selection: readonly RowRange[];
}

/** One thing that can be done about how the run stands. */
export type RunAction = "resume" | "continue" | "fetchMore" | "connect" | "showReply";

export interface RunStatus {
  /** "100 of 12,480 · 25 credits" */
  readonly sentence: string;
  /** Why the run stopped and what to do, torn bytes, drift: whole sentences. */
  readonly remarks: readonly string[];
  readonly actions: readonly RunAction[];
  /** Everything that matches was fetched. */
  readonly finished: boolean;
  /** Why there are no rows, where that is not simply that nothing matches. */
  readonly noRows?: string | undefined;
  /** How many records "Fetch … more" would ask for. */
  readonly more: number;
  /** All that match and about what the rest of them costs; present while the run can go on to them. */
  readonly everything?: { readonly total: number; readonly creditsAbout?: number | undefined } | undefined;
  /** Present while the run is under way in this window. */
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
  readonly layout: readonly ColumnPlace[];
  readonly view: ViewState;
  readonly run: RunStatus;
  /** The records come from the sandbox and belong to nobody. */
  readonly synthetic: boolean;
}

/** What the host writes into the page before anything else. */
export type ResultsInitial =
  | { readonly kind: "open"; readonly state: ResultsState }
  /** The records cannot be read; the sentence says why and what to do. */
  | { readonly kind: "unavailable"; readonly title: string; readonly sentence: string };

export interface GridRow {
  readonly title: string;
  /** Text of the visible columns, in their order; long ones are cut. */
  readonly cells: readonly string[];
}

export interface Distribution {
  readonly id: string;
  readonly label: string;
  readonly buckets: readonly { readonly value: string; readonly label: string; readonly count: number }[];
  readonly other: number;
  readonly unknown: number;
  readonly total: number;
}

export type ToResultsPage =
  | { readonly kind: "initial"; readonly initial: ResultsInitial }
  | { readonly kind: "run"; readonly run: RunStatus }
  | { readonly kind: "view"; readonly view: ViewState }
  | { readonly kind: "layout"; readonly layout: readonly ColumnPlace[]; readonly view: ViewState }
  | {
      readonly kind: "rows";
      readonly id: number;
      readonly revision: number;
      readonly start: number;
      readonly rows: readonly GridRow[];
    }
  | { readonly kind: "rowsFailed"; readonly id: number; readonly sentence: string }
  /** `record` as parsed, with integers beyond 2^53 as text; `raw` its JSON, laid out. */
  | {
      readonly kind: "details";
      readonly id: number;
      readonly title: string;
      readonly record: unknown;
      readonly raw: string;
      readonly rawCut: boolean;
    }
  | {
      readonly kind: "summary";
      readonly id: number;
      readonly records: number;
      readonly filtered: boolean;
      readonly distributions: readonly Distribution[];
    }
  /** Something to be told: read out, and shown for a while. */
  | { readonly kind: "notice"; readonly text: string; readonly problem: boolean };

const row = z.number().int().min(0).max(100_000_000);
const range = z.tuple([row, row]);
const columnId = z.string().min(1).max(200);
const sort = z.strictObject({ column: columnId, descending: z.boolean() });
const filter = z.string().max(1000);
const facet = z.strictObject({
  id: columnId,
  label: z.string().max(200),
  bucket: z.string().max(100_000),
  value: z.string().max(100_000),
});
const quick = z.array(z.enum(quickChoices)).max(quickChoices.length);
const id = z.number().int().min(0);
const ranges = z.array(range).max(200_000);

export const copyFormats = ["cell", "csv", "json", "markdown"] as const;
export type CopyFormat = (typeof copyFormats)[number];

/** Everything a page may ask; anything else is refused. */
export const fromResultsPage = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("ready"),
    /** What the page kept; used only where the host remembers nothing better. */
    kept: z
      .strictObject({ sort: sort.optional(), filter, facet: facet.optional(), quick, selection: ranges, records: row })
      .optional(),
  }),
  z.strictObject({ kind: z.literal("getRows"), id, revision: id, start: row, count: z.number().int().min(1).max(500) }),
  z.strictObject({ kind: z.literal("arrange"), sort: sort.optional(), filter, facet: facet.optional(), quick }),
  z.strictObject({ kind: z.literal("cancelArrange") }),
  z.strictObject({ kind: z.literal("select"), revision: id, selection: ranges, keepHidden: z.boolean() }),
  z.strictObject({
    kind: z.literal("setLayout"),
    layout: z
      .array(z.strictObject({ id: columnId, width: z.number().int().min(1).max(5000), visible: z.boolean() }))
      .max(500),
  }),
  z.strictObject({ kind: z.literal("resetLayout") }),
  z.strictObject({ kind: z.literal("getDetails"), id, revision: id, at: row }),
  z.strictObject({ kind: z.literal("getSummary"), id }),
  z.strictObject({
    kind: z.literal("copy"),
    format: z.enum(copyFormats),
    headers: z.boolean(),
    revision: id,
    rows: ranges,
    column: columnId.optional(),
  }),
  z.strictObject({ kind: z.literal("copyRaw"), revision: id, at: row }),
  z.strictObject({ kind: z.literal("export"), scope: z.enum(["selected", "filtered", "all", "everything"]) }),
  z.strictObject({ kind: z.literal("fetchMore"), records: z.number().int().min(1).max(1_000_000) }),
  z.strictObject({ kind: z.literal("resume") }),
  z.strictObject({ kind: z.literal("showReply") }),
  z.strictObject({ kind: z.literal("stop") }),
  z.strictObject({ kind: z.literal("connect") }),
  z.strictObject({ kind: z.literal("findPeople") }),
  z.strictObject({ kind: z.literal("openLink"), url: z.string().min(1).max(2083) }),
]);

export type FromResultsPage = z.infer<typeof fromResultsPage>;
