// What the filter builder and the extension host say to each other. The host owns the document; the page asks for edits.
import * as z from "zod";
import type { SearchDocument } from "../../src/searches/searchDocument";

const filterItem = z.union([
  z.strictObject({ value: z.string().min(1), exclude: z.boolean().optional(), exact_match: z.boolean().optional() }),
  z.strictObject({ value: z.number().int(), exclude: z.boolean().optional(), exact_match: z.boolean().optional() }),
  z.strictObject({ min: z.number().int().optional(), max: z.number().int().optional(), exclude: z.boolean().optional() }),
]);
const field = z.string().min(1).max(200);
/** An item is named by its place and by what it held, since the document may have moved on meanwhile. */
const place = { field, index: z.number().int().nonnegative(), was: filterItem };

/** One change of the document. */
const edit = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("addItems"), field, items: z.array(filterItem).min(1).max(10_000) }),
  z.strictObject({ kind: z.literal("replaceItem"), ...place, item: filterItem }),
  z.strictObject({ kind: z.literal("removeItem"), ...place }),
  z.strictObject({ kind: z.literal("removeFilter"), field }),
  z.strictObject({ kind: z.literal("setRecords"), records: z.number().int().min(1).nullable() }),
  z.strictObject({ kind: z.literal("setCredits"), credits: z.number().int().min(0).nullable() }),
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
  z.strictObject({ type: z.literal("run") }),
  z.strictObject({ type: z.literal("count") }),
  z.strictObject({ type: z.literal("stop") }),
  z.strictObject({ type: z.literal("connect") }),
  z.strictObject({ type: z.literal("useSandbox") }),
  z.strictObject({ type: z.literal("openAsText"), offset: z.number().int().nonnegative().optional() }),
  z.strictObject({ type: z.literal("copy"), as: copyFormat }),
  z.strictObject({ type: z.literal("suggest"), field }),
  z.strictObject({ type: z.literal("saveToLibrary") }),
]);
export type BuilderMessage = z.infer<typeof builderMessage>;

/** What a part of the page asks for; the page numbers the edits. */
export type BuilderAction = Exclude<BuilderMessage, { readonly type: "edit" }> | { readonly type: "edit"; readonly edit: SearchEdit };

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

/** The document as the host reads it. Without `document` the text cannot be read as a search. */
export interface DocumentState {
  readonly name: string;
  readonly document?: SearchDocument | undefined;
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
  readonly activity?: { readonly fetched: number; readonly wanted: number; readonly waitingUntil?: number | undefined; readonly stopping: boolean } | undefined;
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

/** What the page keeps while it is hidden: nothing of the document. */
export interface BuilderKept {
  /** Filters opened but still without a value. */
  readonly opened: readonly string[];
  readonly drafts: Readonly<Record<string, string>>;
  readonly scroll: number;
}
