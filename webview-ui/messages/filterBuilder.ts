// What the filter builder and the extension host say to each other. The host owns the document; the page asks for edits.
import * as z from "zod";
import { mostCredits, mostRecords } from "../../src/searches/fetchInput";
import type { SeenItem } from "../../src/searches/filterItems";
import type { FieldId, SearchForm } from "../../src/searches/searchForm";

const filterItem = z.union([
  z.strictObject({ value: z.string().min(1), exclude: z.boolean().optional(), exact_match: z.boolean().optional() }),
  z.strictObject({ value: z.number().int(), exclude: z.boolean().optional(), exact_match: z.boolean().optional() }),
  z.strictObject({
    min: z.number().int().optional(),
    max: z.number().int().optional(),
    exclude: z.boolean().optional(),
  }),
]);
const field = z.string().min(1).max(200);
/** An item is named by its place and by what it held, since the document may have moved on meanwhile. */
const place = {
  field,
  index: z.number().int().nonnegative(),
  was: z.union([filterItem, z.strictObject({ source: z.string() })]),
};

/** One change of the document. */
const edit = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("addItems"), field, items: z.array(filterItem).min(1).max(10_000) }),
  z.strictObject({ kind: z.literal("replaceItem"), ...place, item: filterItem }),
  z.strictObject({ kind: z.literal("removeItem"), ...place }),
  z.strictObject({ kind: z.literal("removeFilter"), field }),
  z.strictObject({ kind: z.literal("setRecords"), records: z.number().int().min(1).max(mostRecords).nullable() }),
  z.strictObject({ kind: z.literal("setCredits"), credits: z.number().min(0).max(mostCredits).nullable() }),
  z.strictObject({ kind: z.literal("setLeaveOutKnown"), leaveOutKnown: z.boolean() }),
]);
export type SearchEdit = z.infer<typeof edit>;

const copyFormat = z.enum(["json", "curl", "typescript"]);
export type CopyFormat = z.infer<typeof copyFormat>;

/** Everything the page may say. */
export const builderMessage = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ready") }),
  /** Edits of one page are numbered from 1, so that the host can say which of them the document holds. */
  z.strictObject({ type: z.literal("edit"), serial: z.number().int().positive(), edit }),
  /** Behind the edits on their way. When none is, the keys go to VS Code as ever. */
  z.strictObject({ type: z.enum(["undo", "redo"]) }),
  /**
   * What is on the screen: the number of this page's last edit (0 before the first), and the key of the search it shows.
   * The host does neither with anything else.
   */
  z.strictObject({ type: z.enum(["run", "count"]), serial: z.number().int().nonnegative(), shown: z.string() }),
  /** Why the page's search cannot be run as it is: a sentence for each field that shows something else than the document. */
  z.strictObject({ type: z.literal("unsettled"), reasons: z.array(z.string().max(3000)).max(100).readonly() }),
  z.strictObject({ type: z.literal("stop") }),
  z.strictObject({ type: z.literal("connect") }),
  z.strictObject({ type: z.literal("useSandbox") }),
  z.strictObject({ type: z.literal("openAsText"), offset: z.number().int().nonnegative().optional() }),
  z.strictObject({ type: z.literal("copy"), as: copyFormat }),
  z.strictObject({ type: z.literal("suggest"), field }),
  z.strictObject({ type: z.literal("saveToLibrary") }),
]);
export type BuilderMessage = z.infer<typeof builderMessage>;

/** What a part of the page asks for; the page numbers the edits and says what it shows. */
export type BuilderAction =
  | Exclude<BuilderMessage, { readonly type: "edit" | "run" | "count" | "unsettled" }>
  | { readonly type: "edit"; readonly edit: SearchEdit }
  | { readonly type: "run" | "count" };

/** A problem of the text with its place; the line counts from 1. */
export interface ShownProblem {
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly line: number;
  readonly offset: number;
  readonly path: readonly (string | number)[];
}

/** A field under `filters` which this search does not have: shown as it is and kept. */
export interface UnknownFilter {
  readonly field: string;
  /** Its value as JSON. */
  readonly json: string;
  readonly offset: number;
}

/** The document as the host reads it. Without `document` the text cannot be shown as a search. */
export interface DocumentState {
  readonly name: string;
  readonly document?: SearchForm | undefined;
  readonly problems: readonly ShownProblem[];
  readonly unknown: readonly UnknownFilter[];
}

/** The connection in use, as the run bar tells it. */
export type ShownAccount =
  | { readonly kind: "noConnection" }
  | { readonly kind: "checking" | "ready"; readonly label: string; readonly sandbox: boolean }
  | { readonly kind: "keyRejected" | "offline"; readonly label: string; readonly reason: string }
  | { readonly kind: "rateLimited"; readonly label: string; readonly until: number }
  | { readonly kind: "secretsUnavailable"; readonly reason: string };

/** A value that found nothing and is not among the known ones, with known ones near to it. */
export interface ValueHint {
  readonly field: string;
  readonly value: string;
  readonly near: readonly string[];
}

/** What a run would bring, and what runs now. */
export interface RunState {
  /** "Fetch 100 of 12,480 · about 25 credits · balance 1,204"; empty until it is worked out. */
  readonly sentence: string;
  readonly exceedsBalance: boolean;
  /** How many records match, as far as known for the filters as they are now. */
  readonly total?: number | undefined;
  readonly hints: readonly ValueHint[];
  readonly counting: boolean;
  readonly activity?:
    | {
        readonly fetched: number;
        readonly wanted: number;
        readonly waitingUntil?: number | undefined;
        readonly stopping: boolean;
      }
    | undefined;
}

/** Everything the host may say. */
export type BuilderUpdate =
  /** `answered`: the number of this page's last edit that the state holds; 0 before the first. */
  | { readonly type: "document"; readonly state: DocumentState; readonly answered: number }
  | { readonly type: "account"; readonly account: ShownAccount }
  | { readonly type: "run"; readonly run: RunState }
  | { readonly type: "suggestions"; readonly field: string; readonly values: readonly string[] }
  | { readonly type: "copied"; readonly as: CopyFormat };

/** What the page starts with. */
export interface BuilderStart {
  readonly state: DocumentState;
  readonly account: ShownAccount;
  readonly run: RunState;
}

/** The inputs of a range while they differ from the document. */
export interface RangeDraft {
  readonly min: string;
  readonly max: string;
  readonly exclude: boolean;
  /** Why it cannot be taken; empty while it was not tried. */
  readonly problem: string;
}

/** What a field shows instead of what the document has. */
export interface Unsettled {
  /** Why it cannot be taken; empty while it was not tried. */
  readonly problem: string;
  /** Of a number. */
  readonly text?: string | undefined;
  /** Of a range filter, by row. */
  readonly rows?: readonly (RangeDraft | null)[] | undefined;
  /** Of a value that is being edited. */
  readonly chip?: ChipEdit | undefined;
}

/** A value that is being edited: its place, what it held when the user began, and what is typed. */
export interface ChipEdit {
  readonly index: number;
  readonly was: SeenItem;
  readonly text: string;
}

/** What the page keeps while it is hidden: nothing of the document. */
export interface BuilderKept {
  /** Filters opened but still without a value. */
  readonly opened: readonly string[];
  /** By filter: text in the input for new values. */
  readonly drafts: Readonly<Record<string, string>>;
  readonly unsettled: UnsettledFields;
  readonly scroll: number;
}

export type UnsettledFields = Readonly<Partial<Record<FieldId, Unsettled>>>;
