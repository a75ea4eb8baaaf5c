// The filter builder as a whole: it shows the document as the host gives it, and sends what the user does as edits.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { filtersOf } from "../../src/service/filterCatalogue";
import type { FetchName } from "../../src/searches/fetchInput";
import { searchOf, shownKey, type FieldId, type FieldProblem, type SearchForm } from "../../src/searches/searchForm";
import "../components/comboBox";
import type {
  BuilderAction,
  BuilderKept,
  BuilderMessage,
  BuilderStart,
  BuilderUpdate,
  CopyFormat,
  DocumentState,
  RunState,
  SearchEdit,
  ShownAccount,
  Unsettled,
  UnsettledFields,
} from "../messages/filterBuilder";
import type { Host } from "../messages/host";
import { builderLook } from "./builderLook";
import { builderHeader, filterCards, startWithAFilter, type CardsEvents } from "./builderParts";
import type { ProspectFilterCard } from "./filterCard";
import "./filterChoices";
import { filterOptions } from "./filterGroups";
import "./notices";
import { createPendingEdits } from "./pendingEdits";
import "./requestPanel";
import "./runBar";
import { strings } from "./strings";
import { fieldProblems, unsettledReasons } from "./unsettledFields";

const copiedShownMs = 4000;

@customElement("prospect-filter-builder")
export class ProspectFilterBuilder extends LitElement {
  static override readonly styles = builderLook;

  /** What is shown: the host's document with the edits that are still on their way. */
  @state() private state: DocumentState | undefined;
  @state() private account: ShownAccount = { kind: "noConnection" };
  @state() private run: RunState | undefined;
  /** Filters shown although the document does not hold them, because they were opened and wait for a value. */
  @state() private opened: readonly string[] = [];
  @state() private drafts: Readonly<Record<string, string>> = {};
  /** What fields show that the document does not have. */
  @state() private unsettled: UnsettledFields = {};
  @state() private seen: Readonly<Record<string, readonly string[]>> = {};
  @state() private copied: CopyFormat | undefined;
  @state() private choiceDraft = "";
  private confirmed: DocumentState | undefined;
  private readonly pending = createPendingEdits();
  private host!: Host<BuilderUpdate, BuilderMessage, BuilderKept>;
  private focusNext: string | undefined;
  private copiedTimer: ReturnType<typeof setTimeout> | undefined;
  private scrollNext = 0;
  private toldReasons = "[]";

  /** Connects the page to the host; called once, before the element is put into the page. */
  start(host: Host<BuilderUpdate, BuilderMessage, BuilderKept>, start: BuilderStart | undefined): void {
    this.host = host;
    const { kept } = host;
    this.opened = kept?.opened ?? [];
    this.drafts = kept?.drafts ?? {};
    this.unsettled = kept?.unsettled ?? {};
    this.scrollNext = kept?.scroll ?? 0;
    if (start !== undefined) {
      // A page that was hidden starts with what it was made with; what was half typed belongs to the document as it is now.
      this.confirmed = kept === undefined ? start.state : undefined;
      this.state = this.confirmed;
      this.account = start.account;
      this.run = start.run;
    }
    host.onMessage((update) => this.take(update));
    host.post({ type: "ready" });
    this.tellReasons();
    window.addEventListener("scroll", () => this.keep(), { passive: true });
    // A shortcut such as Save must find in the document what is typed.
    window.addEventListener("keydown", (event) => (event.ctrlKey || event.metaKey ? this.shortcut(event) : undefined), {
      capture: true,
    });
  }

  private shortcut(event: KeyboardEvent): void {
    this.flush();
    const key = event.key.toLowerCase();
    // What is seen is ahead of the document: VS Code would undo the edit before the one the user means.
    if (this.pending.waiting && (key === "z" || key === "y") && !event.altKey) {
      event.preventDefault();
      event.stopImmediatePropagation();
      this.host.post({ type: key === "y" || event.shiftKey ? "redo" : "undo" });
    }
  }

  private take(update: BuilderUpdate): void {
    switch (update.type) {
      case "document":
        this.pending.answered(update.answered);
        this.confirmed = update.state;
        this.state = this.pending.over(update.state);
        this.tellReasons();
        return;
      case "account":
        this.account = update.account;
        return;
      case "run":
        this.run = update.run;
        return;
      case "suggestions":
        this.seen = { ...this.seen, [update.field]: update.values };
        return;
      case "copied":
        this.copied = update.as;
        clearTimeout(this.copiedTimer);
        this.copiedTimer = setTimeout(() => (this.copied = undefined), copiedShownMs);
        return;
    }
  }

  private keep(): void {
    this.host.keep({ opened: this.opened, drafts: this.drafts, unsettled: this.unsettled, scroll: window.scrollY });
  }

  override render(): unknown {
    const { state } = this;
    if (state === undefined) {
      return nothing;
    }
    const { document } = state;
    const problems = document === undefined ? [] : fieldProblems(document, this.unsettled);
    return html`
      <main>
        ${builderHeader(state, (action) => this.say(action))}
        <div class="sticky">
          ${
            document === undefined
              ? nothing
              : html`<prospect-run-bar
                  .account=${this.account}
                  .run=${this.run}
                  .fetch=${document.fetch}
                  .problems=${problems}
                  .kept=${this.unsettled}
                  @say=${(event: CustomEvent<BuilderAction>) => this.say(event.detail)}
                  @unsettled=${({ detail }: CustomEvent<{ readonly field: FieldId; readonly detail: Unsettled | null }>) => this.setUnsettled(detail.field, detail.detail)}
                  @fix=${(event: CustomEvent<FieldId>) => this.goTo(event.detail)}
                ></prospect-run-bar>`
          }
        </div>
        <prospect-notices
          .state=${state}
          .run=${this.run}
          @say=${(event: CustomEvent<BuilderAction>) => this.say(event.detail)}
        ></prospect-notices>
        ${document === undefined ? nothing : this.body(document, problems)}
      </main>
    `;
  }

  private body(document: SearchForm, problems: readonly FieldProblem[]): TemplateResult {
    const all = filtersOf(document.search);
    const shown = all.filter(
      ({ field }) => document.filters[field] !== undefined || this.opened.includes(field) || this.isHalfTyped(field),
    );
    const request = problems.some(({ field }) => field.startsWith("filters.")) ? undefined : searchOf(document);
    const inUse = new Set(shown.map(({ field }) => field));
    const rest = all.filter(({ field }) => !inUse.has(field));
    return html`
      <div class="columns">
        <div class="form">
          <div class="add">
            <h2 id="filters">${strings.filters}</h2>
            <prospect-combobox
              .label=${strings.addFilterName}
              .placeholder=${strings.addFilter}
              .help=${strings.addFilterHelp}
              .options=${filterOptions(document.search, inUse)}
              .draft=${this.choiceDraft}
              @draft=${(event: CustomEvent<string>) => (this.choiceDraft = event.detail)}
              @choose=${(event: CustomEvent<string>) => this.open(event.detail)}
            ></prospect-combobox>
          </div>
          ${shown.length === 0 ? startWithAFilter(document.search, rest, (field) => this.open(field)) : filterCards(document, shown, { seen: this.seen, drafts: this.drafts, unsettled: this.unsettled }, this.onCards)}
          ${request === undefined ? nothing : html`<prospect-rule .document=${request}></prospect-rule>`}
          ${
            shown.length === 0 || rest.length === 0
              ? nothing
              : html`
                  <details>
                    <summary>${strings.allFilters(all.length)}</summary>
                    <prospect-filter-list
                      .filters=${rest}
                      @choose=${(event: CustomEvent<string>) => this.open(event.detail)}
                    ></prospect-filter-list>
                  </details>
                `
          }
        </div>
        <aside aria-label=${strings.requestSide}>
          <prospect-request-panel
            .search=${document.search}
            .document=${request}
            .copied=${this.copied}
            @say=${(event: CustomEvent<BuilderAction>) => this.say(event.detail)}
          ></prospect-request-panel>
        </aside>
      </div>
    `;
  }

  private readonly onCards: CardsEvents = {
    edit: (field, edit) => this.edit(field, edit),
    draft: (field, text) => this.setDraft(field, text),
    unsettled: (field, unsettled) => this.setUnsettled(`filters.${field}`, unsettled),
    suggest: (field) => this.say({ type: "suggest", field }),
    remove: (field) => this.removeFilter(field),
  };

  protected override updated(_changed: PropertyValues): void {
    const field = this.focusNext;
    this.focusNext = undefined;
    if (field !== undefined) {
      this.focusFilter(field);
    }
    if (this.scrollNext > 0) {
      const top = this.scrollNext;
      this.scrollNext = 0;
      requestAnimationFrame(() => window.scrollTo({ top }));
    }
  }

  private focusFilter(field: string): void {
    const card = this.cards.find((one) => one.dataset["field"] === field);
    card?.scrollIntoView({ block: "nearest" });
    card?.focus();
  }

  private get cards(): readonly ProspectFilterCard[] {
    return [...this.renderRoot.querySelectorAll("prospect-filter-card")];
  }

  private flush(): void {
    for (const card of this.cards) {
      card.flush();
    }
    this.renderRoot.querySelector("prospect-run-bar")?.flush();
  }

  private open(field: string): void {
    this.opened = [...new Set([...this.opened, field])];
    this.focusNext = field;
    this.keep();
  }

  private edit(field: string, edit: SearchEdit): void {
    if (edit.kind === "removeFilter") {
      // Emptied, not closed: the user is still in it.
      this.opened = [...new Set([...this.opened, field])];
    }
    this.say({ type: "edit", edit });
  }

  private removeFilter(field: string): void {
    this.opened = this.opened.filter((one) => one !== field);
    this.setDraft(field, "");
    this.setUnsettled(`filters.${field}`, null);
    if (this.state?.document?.filters[field] !== undefined) {
      this.say({ type: "edit", edit: { kind: "removeFilter", field } });
    }
    this.renderRoot.querySelector("prospect-combobox")?.focus();
  }

  private setDraft(field: string, text: string): void {
    const { [field]: _before, ...others } = this.drafts;
    this.drafts = text === "" ? others : { ...others, [field]: text };
    this.keep();
    this.tellReasons();
  }

  private setUnsettled(field: FieldId, unsettled: Unsettled | null): void {
    if (unsettled === null && this.unsettled[field] === undefined) {
      return;
    }
    const { [field]: _before, ...others } = this.unsettled;
    this.unsettled = unsettled === null ? others : { ...others, [field]: unsettled };
    this.keep();
    this.tellReasons();
  }

  private isHalfTyped(field: string): boolean {
    return this.unsettled[`filters.${field}`] !== undefined || (this.drafts[field] ?? "").trim() !== "";
  }

  /** The host must know what it cannot see: a command may ask it to run this search while the page is hidden. */
  private tellReasons(): void {
    const document = this.state?.document;
    const reasons = document === undefined ? [] : unsettledReasons(document, this.unsettled, this.drafts);
    const told = JSON.stringify(reasons);
    if (told !== this.toldReasons) {
      this.toldReasons = told;
      this.host.post({ type: "unsettled", reasons });
    }
  }

  private goTo(field: FieldId): void {
    const [part, name] = field.split(".", 2);
    if (part === "filters") {
      this.focusFilter(name ?? "");
    } else {
      this.renderRoot.querySelector("prospect-run-bar")?.focusSetting(name as FetchName);
    }
  }

  private say(action: BuilderAction): void {
    switch (action.type) {
      case "edit":
        this.host.post({ ...action, serial: this.pending.add(action.edit) });
        this.state = this.confirmed && this.pending.over(this.confirmed);
        return;
      case "run":
      case "count":
        return this.runShown(action.type);
      case "copy":
      case "saveToLibrary":
        this.flush();
        return this.host.post(action);
      default:
        return this.host.post(action);
    }
  }

  /** Runs or counts what is on the screen; what is typed is taken first, and what cannot be taken stops it. */
  private runShown(type: "run" | "count"): void {
    this.flush();
    for (const card of this.cards) {
      card.settle();
    }
    const document = this.state?.document;
    if (document === undefined) {
      return;
    }
    const [problem] = fieldProblems(document, this.unsettled);
    if (problem === undefined) {
      this.host.post({ type, serial: this.pending.last, shown: shownKey(document) });
    } else {
      this.goTo(problem.field);
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-filter-builder": ProspectFilterBuilder;
  }
}
