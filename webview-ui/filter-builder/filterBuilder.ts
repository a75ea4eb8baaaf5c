// The filter builder as a whole: it shows the document as the host gives it, and sends what the user does as edits.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { filtersOf, type FilterDefinition } from "../../src/service/filterCatalogue";
import { groupLabel } from "../../src/service/filterWords";
import type { SearchDocument } from "../../src/searches/searchDocument";
import "../components/comboBox";
import type { BuilderAction, BuilderKept, BuilderMessage, BuilderStart, BuilderUpdate, CopyFormat, DocumentState, RunState, SearchEdit, ShownAccount } from "../messages/filterBuilder";
import type { Host } from "../messages/host";
import { builderLook } from "./builderLook";
import { builderHeader, startWithAFilter, unfinished } from "./builderParts";
import "./filterCard";
import type { ProspectFilterCard } from "./filterCard";
import "./filterChoices";
import { filterOptions, filtersByGroup } from "./filterGroups";
import "./notices";
import { createPendingEdits } from "./pendingEdits";
import "./requestPanel";
import "./runBar";
import { strings } from "./strings";

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
  @state() private halfTyped: ReadonlySet<string> = new Set();
  @state() private seen: Readonly<Record<string, readonly string[]>> = {};
  @state() private copied: CopyFormat | undefined;
  @state() private choiceDraft = "";
  private confirmed: DocumentState | undefined;
  private readonly pending = createPendingEdits();
  private host!: Host<BuilderUpdate, BuilderMessage, BuilderKept>;
  private focusNext: string | undefined;
  private copiedTimer: ReturnType<typeof setTimeout> | undefined;
  private scrollNext = 0;

  /** Connects the page to the host; called once, before the element is put into the page. */
  start(host: Host<BuilderUpdate, BuilderMessage, BuilderKept>, start: BuilderStart | undefined): void {
    this.host = host;
    const { kept } = host;
    this.opened = kept?.opened ?? [];
    this.drafts = kept?.drafts ?? {};
    this.scrollNext = kept?.scroll ?? 0;
    if (start !== undefined) {
      this.confirmed = start.state;
      this.state = start.state;
      this.account = start.account;
      this.run = start.run;
    }
    host.onMessage((update) => this.take(update));
    host.post({ type: "ready" });
    window.addEventListener("scroll", () => this.keep(), { passive: true });
    // A shortcut such as Save must find in the document what is typed.
    window.addEventListener("keydown", (event) => (event.ctrlKey || event.metaKey ? this.shortcut(event) : undefined), { capture: true });
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
    this.host.keep({ opened: this.opened, drafts: this.drafts, scroll: window.scrollY });
  }

  override render(): unknown {
    const { state } = this;
    if (state === undefined) {
      return nothing;
    }
    const { document } = state;
    return html`
      <main>
        ${builderHeader(state, (action) => this.say(action))}
        <div class="sticky">
          ${document === undefined
            ? nothing
            : html`<prospect-run-bar .account=${this.account} .run=${this.run} .fetch=${document.fetch} @say=${(event: CustomEvent<BuilderAction>) => this.say(event.detail)}></prospect-run-bar>`}
        </div>
        <prospect-notices .state=${state} .run=${this.run} @say=${(event: CustomEvent<BuilderAction>) => this.say(event.detail)}></prospect-notices>
        ${document === undefined ? nothing : this.body(document)}
      </main>
    `;
  }

  private body(document: SearchDocument): TemplateResult {
    const all = filtersOf(document.search);
    const shown = all.filter(({ field }) => document.filters[field] !== undefined || this.opened.includes(field));
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
          ${shown.length === 0 ? startWithAFilter(document.search, rest, (field) => this.open(field)) : this.groups(document, shown)}
          ${unfinished(document.search, this.drafts, this.halfTyped)}
          <prospect-rule .document=${document}></prospect-rule>
          ${shown.length === 0 || rest.length === 0
            ? nothing
            : html`
                <details>
                  <summary>${strings.allFilters(all.length)}</summary>
                  <prospect-filter-list .filters=${rest} @choose=${(event: CustomEvent<string>) => this.open(event.detail)}></prospect-filter-list>
                </details>
              `}
        </div>
        <aside aria-label=${strings.requestSide}>
          <prospect-request-panel .document=${document} .copied=${this.copied} @say=${(event: CustomEvent<BuilderAction>) => this.say(event.detail)}></prospect-request-panel>
        </aside>
      </div>
    `;
  }

  private groups(document: SearchDocument, shown: readonly FilterDefinition[]): unknown {
    // Keyed, so that a group that appears above never takes the inputs of another one.
    return repeat(
      filtersByGroup(shown),
      ({ group }) => group,
      ({ group, filters }) => html`
        <section class="group" aria-label=${groupLabel(group)}>
          <h3 class="quiet">${groupLabel(group)}</h3>
          ${repeat(
            filters,
            ({ field }) => field,
            (definition) => html`
              <prospect-filter-card
                data-field=${definition.field}
                .definition=${definition}
                .items=${document.filters[definition.field] ?? noItems}
                .seen=${this.seen[definition.field] ?? noValues}
                .draft=${this.drafts[definition.field] ?? ""}
                @edit=${(event: CustomEvent<SearchEdit>) => this.edit(definition.field, event.detail)}
                @draft=${(event: CustomEvent<string>) => this.setDraft(definition.field, event.detail)}
                @half-typed=${(event: CustomEvent<boolean>) => this.setHalfTyped(definition.field, event.detail)}
                @opening=${() => this.say({ type: "suggest", field: definition.field })}
                @remove-filter=${() => this.removeFilter(definition.field)}
              ></prospect-filter-card>
            `,
          )}
        </section>
      `,
    );
  }

  protected override updated(_changed: PropertyValues): void {
    const field = this.focusNext;
    this.focusNext = undefined;
    if (field !== undefined) {
      const card = this.cards.find((one) => one.dataset["field"] === field);
      card?.scrollIntoView({ block: "nearest" });
      card?.focus();
    }
    if (this.scrollNext > 0) {
      const top = this.scrollNext;
      this.scrollNext = 0;
      requestAnimationFrame(() => window.scrollTo({ top }));
    }
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
    this.setHalfTyped(field, false);
    if (this.state?.document?.filters[field] !== undefined) {
      this.say({ type: "edit", edit: { kind: "removeFilter", field } });
    }
    this.renderRoot.querySelector("prospect-combobox")?.focus();
  }

  private setDraft(field: string, text: string): void {
    const { [field]: _before, ...others } = this.drafts;
    this.drafts = text === "" ? others : { ...others, [field]: text };
    this.keep();
  }

  private setHalfTyped(field: string, half: boolean): void {
    const fields = new Set(this.halfTyped);
    if (half) {
      fields.add(field);
    } else {
      fields.delete(field);
    }
    this.halfTyped = fields;
  }

  private say(action: BuilderAction): void {
    if (action.type === "edit") {
      this.host.post({ ...action, serial: this.pending.add(action.edit) });
      this.state = this.confirmed && this.pending.over(this.confirmed);
      return;
    }
    if (action.type === "run" || action.type === "count" || action.type === "copy" || action.type === "saveToLibrary") {
      this.flush();
    }
    this.host.post(action);
  }
}

const noItems: readonly never[] = [];
const noValues: readonly string[] = [];

declare global {
  interface HTMLElementTagNameMap {
    "prospect-filter-builder": ProspectFilterBuilder;
  }
}
