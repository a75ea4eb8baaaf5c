// Edits sent to the host that its document does not include yet: the page shows them at once and builds on them.
import { findItem, type SeenItem } from "../../src/searches/filterItems";
import { findList, type FormItem, type SearchForm } from "../../src/searches/searchForm";
import type { DocumentState, SearchEdit } from "../messages/filterBuilder";

export class PendingEdits {
  #last = 0;
  #pending: readonly { readonly serial: number; readonly edit: SearchEdit }[] = [];

  get isEmpty(): boolean {
    return this.#pending.length === 0;
  }

  /** The number of the last edit; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** Returns the number to send with the edit. */
  add(edit: SearchEdit): number {
    this.#last += 1;
    this.#pending = [...this.#pending, { serial: this.#last, edit }];
    return this.#last;
  }

  /** The host's document includes every edit up to this number. */
  confirm(serial: number): void {
    this.#pending = this.#pending.filter((one) => one.serial > serial);
  }

  /** The host's state with the pending edits applied. */
  applyTo(state: DocumentState): DocumentState {
    return state.document === undefined || this.isEmpty
      ? state
      : { ...state, document: this.#pending.reduce((document, { edit }) => applyEdit(document, edit), state.document) };
  }
}

/** The document as the host will have it after this edit. */
function applyEdit(document: SearchForm, edit: SearchEdit): SearchForm {
  switch (edit.kind) {
    case "setRecords":
      return withSettings(document, { records: edit.records ?? undefined });
    case "setCredits":
      return withSettings(document, { credits: edit.credits ?? undefined });
    case "setLeaveOutKnown":
      return withSettings(document, { leaveOutKnown: edit.leaveOutKnown ? true : undefined });
    case "removeList": {
      const { leaveOut = [] } = document;
      const index = findList(leaveOut, edit.index, edit.source);
      return index === undefined ? document : { ...document, leaveOut: leaveOut.toSpliced(index, 1) };
    }
    case "removeFilter": {
      const { [edit.field]: _removed, ...others } = document.filters;
      return { ...document, filters: others };
    }
    case "addItems":
      return withItems(document, edit.field, (items) => [...items, ...edit.items]);
    case "replaceItem":
      return withItem(document, edit, (items, index) => items.with(index, edit.item));
    case "removeItem":
      return withItem(document, edit, (items, index) => items.toSpliced(index, 1));
  }
}

function withSettings(document: SearchForm, settings: SearchForm["fetch"]): SearchForm {
  return { ...document, fetch: { ...document.fetch, ...settings } };
}

function withItems(
  document: SearchForm,
  field: string,
  change: (items: readonly FormItem[]) => readonly FormItem[],
): SearchForm {
  return { ...document, filters: { ...document.filters, [field]: change(document.filters[field] ?? []) } };
}

/** Ignores the edit when the item is gone, as the host does. */
function withItem(
  document: SearchForm,
  edit: { readonly field: string; readonly index: number; readonly was: SeenItem },
  change: (items: readonly FormItem[], index: number) => readonly FormItem[],
): SearchForm {
  const index = findItem(document.filters[edit.field] ?? [], edit.index, edit.was);
  return index === undefined ? document : withItems(document, edit.field, (items) => change(items, index));
}
