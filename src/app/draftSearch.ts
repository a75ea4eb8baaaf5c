// Writes or edits a saved search: the smallest edits of its text, and what is wrong with the result.
import { applyEdits } from "jsonc-parser/lib/esm/main.js";
import { eitherOf } from "../language/phrases";
import { parseSearch } from "../searches/parseSearch";
import { defaultRecords, searchFileEnding, type FetchSettings, type SearchDocument } from "../searches/searchDocument";
import { newSearchText, editsFor, type SearchChange } from "../searches/searchEdits";
import { nearFilters } from "../searches/unknownValues";
import { filterOf, filtersOf } from "../service/filterCatalogue";
import type { FilterItem } from "../service/requests";
import { Refusal, type App } from "./app";
import { searchOfText, type ReadSearch } from "./readSearch";
import { neutral } from "./untrusted";

export interface SearchDraft {
  /** Path of the file; without one, nothing is written. */
  readonly file?: string | undefined;
  /** Required for a new search. */
  readonly search?: SearchDocument["search"] | undefined;
  /** These filters replace those of the same fields; an empty list removes a filter. */
  readonly filters?: Readonly<Record<string, readonly FilterItem[]>> | undefined;
  readonly fetch?: FetchSettings | undefined;
  /** Leave-out lists to add. */
  readonly leaveOut?: readonly string[] | undefined;
}

export interface DraftedSearch extends ReadSearch {
  readonly text: string;
  readonly isWritten: boolean;
  readonly isNew: boolean;
}

/** A document with errors is not written. Rejects with a `Refusal`. */
export async function draftSearch(app: App, draft: SearchDraft): Promise<DraftedSearch> {
  const { file } = draft;
  if (file !== undefined && !file.endsWith(searchFileEnding)) {
    throw new Refusal(`The name of a saved search must end with ${searchFileEnding}.`);
  }
  const before = file === undefined ? undefined : await existing(app, file);
  const kind = draft.search ?? (before === undefined ? undefined : parseSearch(before).document?.search);
  if (kind === undefined) {
    throw new Refusal(
      before === undefined
        ? 'Say what to search: search must be "company" or "people".'
        : "The file has errors. Correct them in its text first.",
    );
  }
  if (before !== undefined && parseSearch(before).document?.search !== kind) {
    throw new Refusal("The saved search is of the other kind, or has errors. Choose another file.");
  }
  const unknown = Object.keys(draft.filters ?? {}).filter((field) => filterOf(kind, field) === undefined);
  if (unknown.length > 0) {
    const fields = filtersOf(kind).map(({ field }) => field);
    const names = unknown.map((field) => `“${neutral(field, 100)}”`).join(", ");
    const near = nearFilters(kind, unknown[0] ?? "");
    const meant = near.length === 0 ? "" : ` Did you mean ${eitherOf(near)}?`;
    throw new Refusal(`A ${kind} search has no filter ${names}.${meant} Fields: ${fields.join(", ")}.`);
  }
  const text = changesOf(draft, before).reduce(
    (current, change) => applyEdits(current, editsFor(current, change)),
    before ?? newSearchText(kind, {}, { records: defaultRecords }),
  );
  const source = file?.split("/").at(-1);
  const read = searchOfText(text, { title: source?.slice(0, -searchFileEnding.length) });
  const isWritten = file !== undefined && read.search !== undefined && text !== before;
  if (isWritten) {
    // A new file must not take the place of one that appeared meanwhile.
    await app.files.write(file, text, before !== undefined);
  }
  return { ...read, text, isWritten, isNew: before === undefined };
}

async function existing({ files }: App, file: string): Promise<string | undefined> {
  try {
    return (await files.readSearch(file)).text;
  } catch (error) {
    // Anything else than a missing file is reported when it is written.
    if (error instanceof Refusal && error.reason === "notFound") {
      return undefined;
    }
    throw error;
  }
}

function changesOf(
  { filters = {}, fetch, leaveOut = [] }: SearchDraft,
  before: string | undefined,
): readonly SearchChange[] {
  const known = before === undefined ? {} : (parseSearch(before).document?.filters ?? {});
  return [
    ...Object.entries(filters).flatMap(([field, items]): SearchChange[] => [
      ...(known[field] === undefined ? [] : [{ kind: "removeFilter", field } as const]),
      ...(items.length === 0 ? [] : [{ kind: "addItems", field, items } as const]),
    ]),
    ...(fetch === undefined ? [] : [{ kind: "setFetch", settings: fetch } as const]),
    ...(leaveOut.length === 0 ? [] : [{ kind: "addLists", lists: leaveOut } as const]),
  ];
}
