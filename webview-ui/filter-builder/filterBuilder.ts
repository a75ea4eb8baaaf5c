// The filter builder: shows the host's document as a form and sends what the user does as edits.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import type { FieldId, SearchForm } from "../../src/searches/searchForm";
import { filtersOf } from "../../src/service/filterCatalogue";
import "../components/comboBox";
import type { ProspectRangeField } from "../components/rangeField";
import type { ProspectValueField } from "../components/valueField";
import type { InitialBuilderState } from "../messages/filterBuilder";
import { BuilderState, type BuilderActions, type BuilderHost } from "./builderState";
import { builderStyles } from "./builderStyles";
import { filterOptions, noProposal, propose, wordsOption, type Proposal } from "./filterOptions";
import { companiesCard, filterCards, leaveOutLists, startWithAFilter } from "./form";
import { notices } from "./notices";
import "./runBar";

const addFilterTexts = {
  company: "Describe the companies, or add a filter: fintechs in Berlin, 20–100 employees",
  people: "Describe the people, or add a filter: CTOs at fintechs in Berlin, 20–100 employees",
};

/** Whether an input has text that is not part of the search yet: a new value, or the new text of a chip. */
const isTypedInput = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLInputElement &&
  ((target.role === "combobox" && target.value !== "") || target.closest(".chip") !== null);

@customElement("prospect-filter-builder")
export class ProspectFilterBuilder extends LitElement implements BuilderActions {
  static override readonly styles = builderStyles;

  /** Whether a run or a count did not start because of words in the first field. */
  @state() private wordsPreventRun = false;
  /** The filters that the words in the first field mean. */
  private proposal: Proposal = noProposal;
  builder!: BuilderState;
  private host!: BuilderHost;
  private focusAfterUpdate: string | undefined;
  private scrollAfterUpdate = 0;
  /** A page that was hidden waits for the document. */
  private isFormShown = false;

  /** Connects the page to the host; called once, before the element is added to the page. */
  connect(host: BuilderHost, initial: InitialBuilderState | undefined): void {
    this.host = host;
    this.builder = new BuilderState(host, initial, () => this.requestUpdate());
    this.scrollAfterUpdate = host.saved?.scroll ?? 0;
    window.addEventListener("scroll", () => this.builder.save(), { passive: true });
    window.addEventListener("keydown", (event) => this.onShortcut(event), { capture: true });
    window.addEventListener("focus", () => this.focusFirstField());
  }

  /** Commits typed text first, so that a shortcut such as Save finds it in the document. */
  private onShortcut(event: KeyboardEvent): void {
    if (!event.ctrlKey && !event.metaKey) {
      return;
    }
    this.flush();
    if (event.ctrlKey && event.code === "Space") {
      event.preventDefault();
      this.renderRoot.querySelector("prospect-combobox")?.focusAndOpen();
      return;
    }
    if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (this.builder.run?.activity === undefined) {
        this.start("run");
      }
      return;
    }
    const key = event.key.toLowerCase();
    const isUndo = (key === "z" || key === "y") && !event.altKey;
    if (isUndo && isTypedInput(event.composedPath()[0])) {
      // The input undoes its own text; VS Code would undo the last change of the search.
      event.stopImmediatePropagation();
      return;
    }
    // The page is ahead of the document: VS Code would undo the edit before the one the user means.
    if (isUndo && this.builder.hasPendingEdits) {
      event.preventDefault();
      event.stopImmediatePropagation();
      this.host.send(key === "y" || event.shiftKey ? "redo" : "undo");
    }
  }

  override render(): unknown {
    const { shown, account, run, uncommitted, problems } = this.builder;
    if (shown === undefined) {
      return nothing;
    }
    const { document, name } = shown;
    return html`
      <main>
        <prospect-run-bar
          class="sticky"
          .name=${name}
          .search=${document?.search}
          .account=${account}
          .run=${run}
          .fetch=${document?.fetch ?? {}}
          .problems=${problems}
          .restored=${uncommitted}
          .actions=${this}
        ></prospect-run-bar>
        <div class="notices">${notices(shown, run, this)}</div>
        ${document === undefined ? nothing : this.form(document)}
      </main>
    `;
  }

  private form(document: SearchForm): TemplateResult {
    const all = filtersOf(document.search);
    const inUse = this.builder.filtersInUse(document);
    const fieldsInUse = new Set(inUse.map(({ field }) => field));
    const rest = all.filter(({ field }) => !fieldsInUse.has(field));
    this.proposal = propose(document, this.builder.words);
    return html`
      <div class="form">
          <h2 class="unseen">Filters</h2>
          ${
            this.wordsPreventRun
              ? html`<p class="problem" role="alert">
                  “${this.builder.words.trim()}” is not part of the search yet. Select a suggestion or delete it, then
                  run the search.
                </p>`
              : nothing
          }
          <prospect-combobox
            class="add"
            .label=${"Add a filter"}
            .placeholder=${addFilterTexts[document.search]}
            .help=${"Type words or a filter's name. Select a suggestion with the arrow keys and add it with Enter."}
            .options=${[...this.proposal.options, ...filterOptions(document.search, fieldsInUse)]}
            .draft=${this.builder.words}
            .invalid=${this.wordsPreventRun}
            @draft=${(event: CustomEvent<string>) => this.setWords(event.detail)}
            @choose=${(event: CustomEvent<string>) => this.chooseFirst(event.detail)}
          ></prospect-combobox>
          ${companiesCard(this.builder.run?.companies, this)}
          ${inUse.length === 0 ? nothing : filterCards(document, inUse, this)}
          ${inUse.length === 0 ? startWithAFilter(document.search, rest, this) : nothing}
          ${leaveOutLists(document, this.builder.run?.leaveOut ?? [], this)}
        </div>
      </div>
    `;
  }

  /** Adds the filters that the words mean, or opens a filter. Unused words stay in the field. */
  private chooseFirst(value: string): void {
    const chosen = this.proposal.choices.get(value);
    if (chosen === undefined) {
      this.openFilter(value);
      return;
    }
    chosen.edits.forEach((edit) => this.builder.edit(edit));
    this.setWords(chosen.rest);
    if (chosen.rest !== "") {
      void this.updateComplete.then(() => this.renderRoot.querySelector("prospect-combobox")?.focusAndOpen());
    }
  }

  private setWords(text: string): void {
    this.wordsPreventRun = false;
    this.builder.setWords(text);
  }

  /**
   * Adds the filters that the words in the first field mean; false when some mean nothing, so that the user must
   * decide.
   */
  private addWords(): boolean {
    const { shown, words } = this.builder;
    if (shown?.document === undefined || words.trim() === "") {
      return true;
    }
    const understood = propose(shown.document, words).choices.get(wordsOption);
    if (understood !== undefined && understood.rest === "") {
      this.chooseFirst(wordsOption);
      return true;
    }
    this.wordsPreventRun = true;
    this.renderRoot.querySelector("prospect-combobox")?.focusAndOpen();
    return false;
  }

  /** Focuses the first field, so that the keyboard works from the start. */
  private focusFirstField(): void {
    if (document.hasFocus() && document.activeElement === document.body) {
      const first = this.renderRoot.querySelector("prospect-combobox");
      void first?.updateComplete.then(() => first.focus({ preventScroll: true }));
    }
  }

  /** Measures the sticky bar, because scrolled content must not be hidden under it. */
  private measureBar(): void {
    const bar = this.renderRoot.querySelector("prospect-run-bar");
    if (bar !== null) {
      new ResizeObserver(() => this.style.setProperty("--bar-height", `${bar.offsetHeight}px`)).observe(bar);
    }
  }

  protected override updated(): void {
    if (!this.isFormShown && this.builder.shown !== undefined) {
      this.isFormShown = true;
      this.measureBar();
      this.focusFirstField();
    }
    const field = this.focusAfterUpdate;
    this.focusAfterUpdate = undefined;
    if (field !== undefined) {
      const control = this.controlOf(field);
      control?.closest(".filter")?.scrollIntoView({ block: "nearest" });
      control?.focusAndOpen();
    }
    if (this.scrollAfterUpdate > 0) {
      const top = this.scrollAfterUpdate;
      this.scrollAfterUpdate = 0;
      requestAnimationFrame(() => window.scrollTo({ top }));
    }
  }

  get send(): BuilderActions["send"] {
    return this.host.send;
  }

  /** Typed text is committed first; invalid text prevents the run and gets the focus. */
  start(procedure: "run" | "count"): void {
    this.flush();
    for (const field of this.renderRoot.querySelectorAll("prospect-value-field")) {
      field.commitInput();
    }
    if (!this.addWords()) {
      return;
    }
    const problem = this.builder.start(procedure);
    if (problem !== undefined) {
      this.goTo(problem.field);
    }
  }

  saveToLibrary(): void {
    this.flush();
    this.host.send("saveToLibrary");
  }

  openFilter(field: string): void {
    this.focusAfterUpdate = field;
    this.builder.openFilter(field);
  }

  closeFilter(field: string): void {
    this.builder.closeFilter(field);
    this.renderRoot.querySelector("prospect-combobox")?.focus();
  }

  goTo(field: FieldId): void {
    const [part, name] = field.split(".", 2);
    if (part === "leaveOut") {
      void this.updateComplete.then(() => this.focusIn(".leaveOut :is(li button, .addList)"));
    } else if (part === "filters") {
      const control = this.controlOf(name ?? "");
      control?.closest(".filter")?.scrollIntoView({ block: "nearest" });
      control?.focus();
    } else if (name === "leaveOutKnown") {
      this.focusIn(".leaveOut input");
    } else {
      this.renderRoot.querySelector("prospect-run-bar")?.focusSetting(name as "records" | "credits");
    }
  }

  private focusIn(selector: string): void {
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  private controlOf(field: string): ProspectValueField | ProspectRangeField | undefined {
    const controls = this.renderRoot.querySelectorAll<ProspectValueField | ProspectRangeField>("[data-field]");
    return [...controls].find(({ dataset }) => dataset["field"] === field);
  }

  /** Commits typed numbers and bounds that still wait for a pause in typing. */
  private flush(): void {
    for (const field of this.renderRoot.querySelectorAll("prospect-range-field")) {
      field.flush();
    }
    this.renderRoot.querySelector("prospect-run-bar")?.flush();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-filter-builder": ProspectFilterBuilder;
  }
}
