// The filter builder's state: the host's document with pending edits applied, and input that is not in it yet.
import type { FieldId, FieldProblem, SearchForm } from "../../src/searches/searchForm";
import { shownKey } from "../../src/searches/searchForm";
import { filtersOf, type FilterDefinition } from "../../src/service/filterCatalogue";
import type {
  BuilderProcedures,
  BuilderUpdates,
  DocumentState,
  InitialBuilderState,
  RequestFormat,
  RequestTab,
  SavedBuilderState,
  SearchEdit,
  SearchRunState,
  ShownAccount,
  UncommittedInput,
  UncommittedInputs,
} from "../messages/filterBuilder";
import type { HostConnection } from "../messages/hostConnection";
import { fieldProblems, uncommittedReasons } from "./fieldProblems";
import { PendingEdits } from "./pendingEdits";

const copiedShownMs = 4000;

export type BuilderHost = HostConnection<BuilderProcedures, BuilderUpdates, SavedBuilderState>;

export class BuilderState {
  account: ShownAccount = { kind: "noConnection" };
  run: SearchRunState | undefined;
  /** The request format that was just copied. */
  copied: RequestFormat | undefined;
  /** Text in the inputs for new values, by filter. */
  drafts: Readonly<Record<string, string>>;
  uncommitted: UncommittedInputs;
  /** Values from earlier results, by filter. */
  suggestions: Readonly<Record<string, readonly string[]>> = {};
  /** What is shown beside the form. */
  tab: RequestTab;
  #confirmed: DocumentState | undefined;
  #shown: DocumentState | undefined;
  /** Filters that are shown although the document does not have them, because they wait for a value. */
  #opened: readonly string[];
  readonly #pending = new PendingEdits();
  #copiedTimer: ReturnType<typeof setTimeout> | undefined;
  #reportedReasons = "[]";

  constructor(
    private readonly host: BuilderHost,
    initial: InitialBuilderState | undefined,
    private readonly onChange: () => void,
  ) {
    const { saved } = host;
    this.#opened = saved?.opened ?? [];
    this.drafts = saved?.drafts ?? {};
    this.tab = saved?.tab ?? "words";
    this.uncommitted = saved?.uncommitted ?? {};
    if (initial !== undefined) {
      // A page that was hidden gets its initial state again, but its saved input belongs to the current document.
      this.#confirmed = saved === undefined ? initial.state : undefined;
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
    return !this.#pending.isEmpty;
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
      // Cleared, not closed: the user is still in it. `closeFilter` closes it.
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

  setUncommitted(field: FieldId, input: UncommittedInput | null): void {
    if (input === null && this.uncommitted[field] === undefined) {
      return;
    }
    const { [field]: _before, ...others } = this.uncommitted;
    this.uncommitted = input === null ? others : { ...others, [field]: input };
    this.#changed();
  }

  setTab(tab: RequestTab): void {
    this.tab = tab;
    this.save();
    this.onChange();
  }

  /** Runs or counts the search as shown; returns the first problem when there is one. */
  start(procedure: "run" | "count"): FieldProblem | undefined {
    const form = this.#shown?.document;
    const [problem] = this.problems;
    if (form !== undefined && problem === undefined) {
      this.host.send(procedure, { serial: this.#pending.last, shown: shownKey(form) });
    }
    return problem;
  }

  save(): void {
    const { drafts, uncommitted, tab } = this;
    this.host.save({ opened: this.#opened, drafts, uncommitted, tab, scroll: window.scrollY });
  }

  #listen(): void {
    this.host.onUpdate({
      document: ({ state, lastEdit }) => {
        this.#pending.confirm(lastEdit);
        this.#confirmed = state;
        this.#shown = this.#pending.applyTo(state);
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
      copied: (format) => {
        this.#setCopied(format);
        clearTimeout(this.#copiedTimer);
        this.#copiedTimer = setTimeout(() => this.#setCopied(undefined), copiedShownMs);
      },
    });
  }

  #sendEdit(edit: SearchEdit): void {
    this.host.send("edit", { serial: this.#pending.add(edit), edit });
    this.#shown = this.#confirmed && this.#pending.applyTo(this.#confirmed);
    this.onChange();
  }

  #setCopied(format: RequestFormat | undefined): void {
    this.copied = format;
    this.onChange();
  }

  #changed(): void {
    this.save();
    this.#reportUncommitted();
    this.onChange();
  }

  /** The host cannot see the page's input, but a command may ask it to run this search while the page is hidden. */
  #reportUncommitted(): void {
    const form = this.#shown?.document;
    const reasons = form === undefined ? [] : uncommittedReasons(form, this.uncommitted, this.drafts);
    const reported = JSON.stringify(reasons);
    if (reported !== this.#reportedReasons) {
      this.#reportedReasons = reported;
      this.host.send("reportUncommitted", reasons);
    }
  }
}
