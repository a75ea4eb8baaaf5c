// Edits on their way: what the user does shows at once, and what comes next builds on it, however far away the host is.
import { itemPlace, type SeenItem } from "../../src/searches/filterItems";
import type { FormItem, SearchForm } from "../../src/searches/searchForm";
import type { DocumentState, SearchEdit } from "../messages/filterBuilder";

export interface PendingEdits {
  /** Whether some edit is not in the document yet. */
  readonly waiting: boolean;
  /** The number of the last edit; 0 before the first. */
  readonly last: number;
  /** Takes an edit; returns the number to send with it. */
  add(edit: SearchEdit): number;
  /** The host has done every edit up to this number: what it shows holds them. */
  answered(serial: number): void;
  /** The host's state with what is still on its way. */
  over(state: DocumentState): DocumentState;
}

export function createPendingEdits(): PendingEdits {
  let last = 0;
  let pending: readonly { readonly serial: number; readonly edit: SearchEdit }[] = [];
  return {
    get waiting() {
      return pending.length > 0;
    },
    get last() {
      return last;
    },
    add(edit) {
      last += 1;
      pending = [...pending, { serial: last, edit }];
      return last;
    },
    answered: (serial) => void (pending = pending.filter((one) => one.serial > serial)),
    over: (state) =>
      state.document === undefined || pending.length === 0
        ? state
        : { ...state, document: pending.reduce((document, { edit }) => edited(document, edit), state.document) },
  };
}

/** The document as the host will have it after this edit. */
function edited(document: SearchForm, edit: SearchEdit): SearchForm {
  switch (edit.kind) {
    case "setRecords":
      return fetching(document, { records: edit.records ?? undefined });
    case "setCredits":
      return fetching(document, { credits: edit.credits ?? undefined });
    case "setLeaveOutKnown":
      return fetching(document, { leaveOutKnown: edit.leaveOutKnown ? true : undefined });
    case "removeFilter": {
      const { [edit.field]: _removed, ...others } = document.filters;
      return { ...document, filters: others };
    }
    case "addItems":
      return filtered(document, edit.field, (items) => [...items, ...edit.items]);
    case "replaceItem":
      return atPlace(document, edit, (items, place) => items.with(place, edit.item));
    case "removeItem":
      return atPlace(document, edit, (items, place) => items.toSpliced(place, 1));
  }
}

function fetching(document: SearchForm, settings: SearchForm["fetch"]): SearchForm {
  return { ...document, fetch: { ...document.fetch, ...settings } };
}

function filtered(
  document: SearchForm,
  field: string,
  change: (items: readonly FormItem[]) => readonly FormItem[],
): SearchForm {
  return { ...document, filters: { ...document.filters, [field]: change(document.filters[field] ?? []) } };
}

/** Nothing when the item is not there any more: the host will do nothing either. */
function atPlace(
  document: SearchForm,
  edit: { readonly field: string; readonly index: number; readonly was: SeenItem },
  change: (items: readonly FormItem[], place: number) => readonly FormItem[],
): SearchForm {
  const place = itemPlace(document.filters[edit.field] ?? [], edit.index, edit.was);
  return place === undefined ? document : filtered(document, edit.field, (items) => change(items, place));
}
