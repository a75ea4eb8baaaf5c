// The filter builder's state: the host's document with pending edits applied, and input that is not in it yet.
import { fetchLabel, fetchNames } from "../../src/searches/fetchInput";
import { findItem, type SeenItem } from "../../src/searches/filterItems";
import {
  findList,
  isInvalid,
  leaveOutLabel,
  type FieldId,
  type FieldProblem,
  type FormItem,
  type SearchForm,
} from "../../src/searches/searchForm";
import { filtersOf, type FilterDefinition } from "../../src/service/filterCatalogue";
import type {
  BuilderProcedures,
  BuilderUpdates,
  DocumentState,
  InitialBuilderState,
  SavedBuilderState,
  SearchEdit,
  SearchRunState,
  ShownAccount,
  TypedInput,
  UncommittedInput,
  UncommittedInputs,
} from "../messages/filterBuilder";
import type { HostConnection } from "../messages/hostConnection";
import type { Send } from "../messages/procedures";

/**
 * The actions that the parts of the page call. The filter builder's element implements them and passes itself to the
 * parts.
 */
export interface BuilderActions {
  readonly builder: BuilderState;
  /** Calls the host directly; the other actions first commit typed text or update the page. */
  readonly send: Send<BuilderProcedures>;
  /** Runs or counts the search as shown. */
  start(procedure: "run" | "count"): void;
  saveToLibrary(): void;
  openFilter(field: string): void;
  closeFilter(field: string): void;
  /** Scrolls to a field and focuses it. */
  goTo(field: FieldId): void;
}

export type BuilderHost = HostConnection<BuilderProcedures, BuilderUpdates, SavedBuilderState>;

export class BuilderState {
  account: ShownAccount = { kind: "noConnection" };
  run: SearchRunState | undefined;
  /** Text in the inputs for new values, by filter. */
  drafts: Readonly<Record<string, string>>;
  /** Text in the first field, which describes the search or names a filter. */
  words: string;
  uncommitted: UncommittedInputs;
  /** Values from earlier results, by filter. */
  suggestions: Readonly<Record<string, readonly string[]>> = {};
  #confirmed: DocumentState | undefined;
  #shown: DocumentState | undefined;
  /** Filters that are shown although the document does not have them, because they wait for a value. */
  #opened: readonly string[];
  /**
   * Edits that the host's document does not have yet. The page shows them at once: after fast typing, Backspace would
   * otherwise remove the value before the last one.
   */
  #pending: readonly { readonly serial: number; readonly edit: SearchEdit }[] = [];
  /** The number of the last edit; 0 before the first. */
  #lastEdit = 0;
  #reported = "";

  constructor(
    private readonly host: BuilderHost,
    initial: InitialBuilderState | undefined,
    private readonly onChange: () => void,
  ) {
    const { saved = inputOfReplaced(initial) } = host;
    this.#opened = saved?.opened ?? [];
    this.drafts = saved?.drafts ?? {};
    this.words = saved?.words ?? "";
    this.uncommitted = saved?.uncommitted ?? {};
    if (initial !== undefined) {
      // A page that was hidden gets its initial state again, but its saved input belongs to the current document.
      this.#confirmed = host.saved === undefined ? initial.state : undefined;
      this.#shown = this.#confirmed;
      this.account = initial.account;
      this.run = initial.run;
    }
    this.#listen();
    host.send("ready");
    this.#reportUncommitted();
  }

  /** The document as the page shows it; `undefined` until the host has sent it. */
  get shown(): DocumentState | undefined {
    return this.#shown;
  }

  get hasPendingEdits(): boolean {
    return this.#pending.length > 0;
  }

  /** Every field that must be fixed before the search can run. */
  get problems(): readonly FieldProblem[] {
    const form = this.#shown?.document;
    return form === undefined ? [] : fieldProblems(form, this.uncommitted);
  }

  /** The filters that have a card: in the document, opened, or with input of their own. */
  filtersInUse(form: SearchForm): readonly FilterDefinition[] {
    return filtersOf(form.search).filter(
      ({ field }) =>
        form.filters[field] !== undefined ||
        this.#opened.includes(field) ||
        this.uncommitted[`filters.${field}`] !== undefined ||
        (this.drafts[field] ?? "").trim() !== "",
    );
  }

  edit(edit: SearchEdit): void {
    if (edit.kind === "removeFilter") {
      // Cleared, not closed: the user is still editing it. `closeFilter` closes it.
      this.#opened = [...new Set([...this.#opened, edit.field])];
    }
    this.#sendEdit(edit);
  }

  openFilter(field: string): void {
    this.#opened = [...new Set([...this.#opened, field])];
    this.#changed();
  }

  closeFilter(field: string): void {
    this.#opened = this.#opened.filter((one) => one !== field);
    this.setDraft(field, "");
    this.setUncommitted(`filters.${field}`, null);
    if (this.#shown?.document?.filters[field] !== undefined) {
      this.#sendEdit({ kind: "removeFilter", field });
    }
  }

  setDraft(field: string, text: string): void {
    const { [field]: _before, ...others } = this.drafts;
    this.drafts = text === "" ? others : { ...others, [field]: text };
    this.#changed();
  }

  setWords(text: string): void {
    this.words = text;
    this.#changed();
  }

  setUncommitted(field: FieldId, input: UncommittedInput | null): void {
    if (input === null && this.uncommitted[field] === undefined) {
      return;
    }
    const { [field]: _before, ...others } = this.uncommitted;
    this.uncommitted = input === null ? others : { ...others, [field]: input };
    this.#changed();
  }

  /** Runs or counts the search as shown; returns the first problem when there is one. */
  start(procedure: "run" | "count"): FieldProblem | undefined {
    const form = this.#shown?.document;
    const [problem] = this.problems;
    if (form !== undefined && problem === undefined) {
      this.host.send(procedure);
    }
    return problem;
  }

  save(): void {
    this.host.save(this.#input);
  }

  get #input(): SavedBuilderState {
    const { drafts, words, uncommitted } = this;
    return { opened: this.#opened, drafts, words, uncommitted, scroll: window.scrollY };
  }

  #listen(): void {
    this.host.onUpdate({
      document: ({ state, lastEdit }) => {
        this.#pending = this.#pending.filter(({ serial }) => serial > lastEdit);
        this.#confirmed = state;
        this.#showPending();
        this.#reportUncommitted();
        this.onChange();
      },
      account: (account) => {
        this.account = account;
        this.onChange();
      },
      run: (run) => {
        this.run = run;
        this.onChange();
      },
      suggestions: ({ field, values }) => {
        this.suggestions = { ...this.suggestions, [field]: values };
        this.onChange();
      },
    });
  }

  #sendEdit(edit: SearchEdit): void {
    this.#lastEdit += 1;
    this.#pending = [...this.#pending, { serial: this.#lastEdit, edit }];
    this.host.send("edit", { serial: this.#lastEdit, edit });
    this.#showPending();
    this.onChange();
  }

  #showPending(): void {
    const state = this.#confirmed;
    const document = state?.document && this.#pending.reduce((form, { edit }) => applyEdit(form, edit), state.document);
    this.#shown = state && { ...state, document };
  }

  #changed(): void {
    this.save();
    this.#reportUncommitted();
    this.onChange();
  }

  /**
   * Reports input that the host cannot see: a command may ask the host to run this search while the page is hidden, and
   * the first save replaces the page with a new one for the file.
   */
  #reportUncommitted(): void {
    const form = this.#shown?.document;
    const reasons = form === undefined ? [] : uncommittedReasons(form, this);
    const input = reasons.length === 0 ? "" : JSON.stringify(this.#input);
    if (input !== this.#reported) {
      this.#reported = input;
      this.host.send("reportUncommitted", { reasons, input });
    }
  }
}

function inputOfReplaced(initial: InitialBuilderState | undefined): SavedBuilderState | undefined {
  const { input = "" } = initial ?? {};
  return input === "" ? undefined : (JSON.parse(input) as SavedBuilderState);
}

/** The document as the host will have it after this edit. */
function applyEdit(document: SearchForm, edit: SearchEdit): SearchForm {
  switch (edit.kind) {
    case "setFetch": {
      const settings = Object.entries(edit.settings).map(([name, value]) => [name, value ?? undefined] as const);
      return { ...document, fetch: { ...document.fetch, ...Object.fromEntries(settings) } };
    }
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

// Why the search cannot run as shown

/**
 * Every invalid field, in the order of the page. A problem of typed text comes before one of the document.
 * @internal
 */
export function fieldProblems(form: SearchForm, uncommitted: UncommittedInputs): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const { field, label, entries } of fieldsOf(form)) {
    const message = uncommitted[field]?.problem || entries.find(isInvalid)?.problem;
    if (message !== undefined) {
      problems.push({ field, label, message });
    }
  }
  return problems;
}

/** For the host, which cannot see the page: a sentence for each field that differs from the document. @internal */
export function uncommittedReasons(form: SearchForm, { uncommitted, drafts, words }: TypedInput): readonly string[] {
  const reasons: string[] = [];
  const addText = (label: string, text = ""): void => {
    if (text.trim() !== "") {
      reasons.push(`“${label}”: “${shortened(text.trim())}” isn't added yet. Press Enter to add it.`);
    }
  };
  addText("Describe or add a filter", words);
  for (const { field, label, filter = "" } of fieldsOf(form)) {
    const typed = uncommitted[field];
    if (typed === undefined) {
      addText(label, drafts[filter]);
    } else {
      reasons.push(`“${label}”: ${typed.problem || "This field is still being edited."}`);
    }
  }
  return reasons;
}

const longestReason = 200;

function shortened(text: string): string {
  return text.length > longestReason ? `${text.slice(0, longestReason)}…` : text;
}

interface Field {
  readonly field: FieldId;
  readonly label: string;
  readonly filter?: string;
  /** The entries in the document. */
  readonly entries: readonly unknown[];
}

function fieldsOf({ search, filters, fetch, leaveOut = [] }: SearchForm): readonly Field[] {
  const ofFetch = fetchNames.map((name): Field => ({
    field: `fetch.${name}`,
    label: fetchLabel(name),
    entries: [fetch[name]],
  }));
  const ofFilters = filtersOf(search).map(({ field, label }): Field => ({
    field: `filters.${field}`,
    label,
    filter: field,
    entries: filters[field] ?? [],
  }));
  return [...ofFetch, { field: "leaveOut", label: leaveOutLabel, entries: leaveOut }, ...ofFilters];
}
