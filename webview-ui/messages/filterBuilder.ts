// The messages between the filter builder and the extension host. The host owns the document; the page sends edits.
import * as z from "zod";
import { mostCredits, mostRecords } from "../../src/searches/fetchInput";
import type { SeenItem } from "../../src/searches/filterItems";
import type { FieldId, SearchForm } from "../../src/searches/searchForm";
import type { ShownActivity } from "./results";

const filterItem = z.union([
  z.strictObject({
    value: z.string().min(1).max(100_000),
    exclude: z.boolean().optional(),
    exact_match: z.boolean().optional(),
  }),
  z.strictObject({ value: z.number().int(), exclude: z.boolean().optional(), exact_match: z.boolean().optional() }),
  z.strictObject({
    min: z.number().int().optional(),
    max: z.number().int().optional(),
    exclude: z.boolean().optional(),
  }),
]);
const field = z.string().min(1).max(200);
/** Identifies an item by its index and its content, because the document may have changed since. */
const itemReference = {
  field,
  index: z.number().int().nonnegative(),
  was: z.union([filterItem, z.strictObject({ source: z.string().max(1_000_000) })]),
};

/** One change of the document. */
const edit = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("addItems"), field, items: z.array(filterItem).min(1).max(10_000) }),
  z.strictObject({ kind: z.literal("replaceItem"), ...itemReference, item: filterItem }),
  z.strictObject({ kind: z.literal("removeItem"), ...itemReference }),
  z.strictObject({ kind: z.literal("removeFilter"), field }),
  /** Removes settings that are `null` and does not change those that are absent. */
  z.strictObject({
    kind: z.literal("setFetch"),
    settings: z.strictObject({
      records: z.number().int().min(1).max(mostRecords).nullable().optional(),
      credits: z.number().min(0).max(mostCredits).nullable().optional(),
      leaveOutKnown: z.literal(true).nullable().optional(),
    }),
  }),
  /** Removes a leave-out list, which is identified by its index and its JSON. */
  z.strictObject({ kind: z.literal("removeList"), index: z.number().int().nonnegative(), source: z.string() }),
]);
export type SearchEdit = z.infer<typeof edit>;

/** Messages from the page to the host. */
export const builderProcedures = {
  /** The page is loaded and needs everything it shows. */
  ready: z.undefined(),
  /** Each page numbers its edits from 1, so that the host can say which edits the document includes. */
  edit: z.strictObject({ serial: z.number().int().positive(), edit }),
  /** Sent only while edits are pending; otherwise VS Code handles the keys itself. */
  undo: z.undefined(),
  redo: z.undefined(),
  run: z.undefined(),
  count: z.undefined(),
  /** One sentence for each field that differs from the document: the search cannot be run as shown. */
  reportUncommitted: z.object({ reasons: z.array(z.string().max(3000)).max(100).readonly(), input: z.string() }),
  stop: z.undefined(),
  connect: z.undefined(),
  enterNewKey: z.undefined(),
  useSandbox: z.undefined(),
  /** Opens the text editor at this offset. */
  openAsText: z.number().int().nonnegative().optional(),
  /** Asks for values of a filter from earlier results. */
  suggest: field,
  saveToLibrary: z.undefined(),
  openLastResult: z.undefined(),
  /** Asks for a file and adds it to the leave-out lists of the search. */
  addLeaveOutList: z.undefined(),
  /** Shows what a leave-out list contains; `name` as in `ShownLeaveOutList`. */
  previewLeaveOutList: z.strictObject({ name: z.string().min(1).max(4000), everywhere: z.boolean() }),
  openLeaveOutSetting: z.undefined(),
  /** Reads the leave-out lists again. */
  reloadLists: z.undefined(),
  /** Removes the companies of `SearchRunState` from the search. */
  removeCompanies: z.undefined(),
};
export type BuilderProcedures = typeof builderProcedures;

/** A problem at a position of the text; lines start at 1. */
export interface ShownProblem {
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly line: number;
  readonly offset: number;
  readonly path: readonly (string | number)[];
}

/** A field under `filters` that this search does not have. It stays in the file. */
export interface UnknownFilter {
  readonly field: string;
  /** Its value as JSON. */
  readonly json: string;
  readonly offset: number;
}

/** The document as the host reads it. `document` is absent when the text is not a search. */
export interface DocumentState {
  readonly name: string;
  readonly document?: SearchForm | undefined;
  readonly problems: readonly ShownProblem[];
  readonly unknown: readonly UnknownFilter[];
}

interface ShownConnection {
  readonly label: string;
  readonly sandbox?: boolean;
}

/** The connection in use, as the run bar shows it. */
export type ShownAccount =
  | { readonly kind: "noConnection" }
  | (ShownConnection & { readonly kind: "checking" })
  | (ShownConnection & {
      readonly kind: "ready";
      readonly balance: number;
      /** ms since 1970 */
      readonly balanceAt: number;
    })
  | (ShownConnection & { readonly kind: "keyRejected" | "offline" | "serviceError"; readonly reason: string })
  | (ShownConnection & { readonly kind: "rateLimited"; readonly until: number })
  | { readonly kind: "secretsUnavailable"; readonly reason: string };

/** A value without matches that is not a known value, with similar known values. */
export interface ValueHint {
  readonly field: string;
  readonly value: string;
  readonly near: readonly string[];
}

/** How many records a run or count of this search found. */
export interface ShownTotal {
  readonly total: number;
  /** ms since 1970 */
  readonly at: number;
  /** Whether the filters have changed since. */
  readonly isOutdated: boolean;
}

/** A leave-out list that applies to the search. */
export interface ShownLeaveOutList {
  /** As in the search; for a list that applies to every search, its path. */
  readonly name: string;
  /** It applies to every search, by the user's settings. */
  readonly everywhere: boolean;
  /** "1,240 domains, 12 email addresses"; absent until it is read. */
  readonly summary?: string | undefined;
  /** Why the list cannot be read. No search runs until this is fixed. */
  readonly problem?: string | undefined;
}

/** The expected records and cost of a run. */
export interface PlanPreview {
  readonly records: number;
  readonly credits: number;
  /** Without a known price, `credits` assumes 1 credit per record. */
  readonly priceKnown: boolean;
  readonly exceedsBalance: boolean;
  /** How many entries of leave-out lists are sent to the service, and how many only hide records locally. */
  readonly leaveOut?: { readonly sent: number; readonly local: number } | undefined;
}

/** The expected cost of a run, the results of earlier runs, and the run in progress. */
export interface SearchRunState {
  /** `undefined` until it is known, and while the search is invalid. */
  readonly plan?: PlanPreview | undefined;
  /** The lists of the search in its order, then those for every search. */
  readonly leaveOut?: readonly ShownLeaveOutList[] | undefined;
  /** "12 companies of accounts.csv": a run finds people only at these companies. */
  readonly companies?: string | undefined;
  /** "Complete · 9 records · 2.25 credits": the last run at these companies, which has no count. */
  readonly lastOutcome?: string | undefined;
  readonly found?: ShownTotal | undefined;
  /** Whether there are results to open. */
  readonly hasResult: boolean;
  /** "Last run 31 days ago. …" */
  readonly refreshNote?: string | undefined;
  readonly hints: readonly ValueHint[];
  /** Names of records that filters contain as ids, by id. */
  readonly names?: Readonly<Record<string, string>> | undefined;
  readonly counting: boolean;
  readonly activity?: ShownActivity | undefined;
}

/** Messages from the host to the page. */
export interface BuilderUpdates {
  /** `lastEdit`: the number of this page's last edit that the state includes; 0 before the first. */
  readonly document: { readonly state: DocumentState; readonly lastEdit: number };
  readonly account: ShownAccount;
  readonly run: SearchRunState;
  readonly suggestions: { readonly field: string; readonly values: readonly string[] };
}

/** The initial state of the page. */
export interface InitialBuilderState {
  readonly state: DocumentState;
  readonly account: ShownAccount;
  readonly run: SearchRunState;
  /** Input on the page that this one replaces, as that page reported it. */
  readonly input: string;
}

/** The text of a range's inputs while it differs from the document. */
export interface RangeText {
  readonly min: string;
  readonly max: string;
  readonly exclude: boolean;
}

/** Input of one field that is not in the document. */
export interface UncommittedInput {
  /** Why it is invalid; empty before it is checked. */
  readonly problem: string;
  /** The text of a number field. */
  readonly text?: string | undefined;
  /** The inputs of a range filter, by row. */
  readonly rows?: readonly ((RangeText & { readonly problem: string }) | null)[] | undefined;
  /** The value that is being edited. */
  readonly chip?: ChipEdit | undefined;
}

/** A value that is being edited: its index, the item before the edit, and the typed text. */
export interface ChipEdit {
  readonly index: number;
  readonly was: SeenItem;
  readonly text: string;
}

export type UncommittedInputs = Readonly<Partial<Record<FieldId, UncommittedInput>>>;

/** What is typed on the page and is not in the document. */
export interface TypedInput {
  /** Text in the inputs for new values, by filter. */
  readonly drafts: Readonly<Record<string, string>>;
  /** Text in the first field. */
  readonly words: string;
  readonly uncommitted: UncommittedInputs;
}

/** The state that the page saves while it is hidden, without the document. */
export interface SavedBuilderState extends TypedInput {
  /** Filters that were opened but have no value. */
  readonly opened: readonly string[];
  readonly scroll: number;
}
