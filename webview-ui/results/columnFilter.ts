// The popup that filters the records by one column. Every change is applied at once.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { countText } from "../../src/language/language";
import { TypingPause } from "../components/typingPause";
import type { ColumnFilter, GridColumn, ValueCount } from "../messages/results";
import { controlStyles } from "../components/controlStyles";
import { columnFilterStyles } from "./columnFilterStyles";
import { dateText } from "./dates";
import { dayOf, draftOf, filtersOfDraft, isReversed, lastMomentOf, type FilterDraft } from "./filterDraft";
import { inertLine } from "../components/inertText";
import { strings } from "./strings";
import type { FindValues, FoundValues } from "./valueRequests";

export interface ColumnFilterRequest {
  readonly column: GridColumn;
  /** The filters the column has. */
  readonly filters: readonly ColumnFilter[];
  /** The popup opens below it. */
  readonly anchor: DOMRect;
  /** Moves the focus to where it was before. */
  readonly returnFocus: () => void;
}

/** The detail of the event `filters`: all filters that the column is to have. */
export interface ColumnFilterChange {
  readonly column: string;
  readonly filters: readonly ColumnFilter[];
}

const text = strings.columnFilter;
/** Distance to the edges of the page, in px. */
const margin = 4;
/** With less room below its header, the popup moves up. */
const leastHeight = 300;

/** Fires `filters` with a `ColumnFilterChange`. */
@customElement("prospect-column-filter")
export class ColumnFilterPopup extends LitElement {
  static override readonly styles = [controlStyles, columnFilterStyles];
  @property({ attribute: false }) findValues: FindValues | undefined;
  @state() private request: ColumnFilterRequest | undefined;
  @state() private draft: FilterDraft = draftOf([]);
  @state() private search = "";
  /** The last answer stays until the next one is there. */
  @state() private found: FoundValues | undefined;
  readonly #pause = new TypingPause();

  show(request: ColumnFilterRequest): void {
    this.request = request;
    this.draft = draftOf(request.filters);
    this.search = "";
    this.found = undefined;
    if (this.#listsValues(request)) {
      this.#find("");
    }
    void this.updateComplete.then(() => {
      const dialog = this.renderRoot.querySelector("dialog");
      dialog?.showModal();
      this.#place(request.anchor);
      this.renderRoot.querySelector<HTMLInputElement>("input")?.select();
    });
  }

  override render(): TemplateResult {
    const { request } = this;
    if (request === undefined) {
      return html``;
    }
    const { column } = request;
    const title = text.label(inertLine(column.label));
    return html`<dialog
      aria-label=${title}
      @close=${() => this.#onClose()}
      @pointerdown=${(event: Event) => (event.target === event.currentTarget ? this.#close() : undefined)}
      @keydown=${this.#onKey}
    >
      <div class="content">
        <h2 class="clip">${title}</h2>
        ${isRange(column) ? this.#range(column) : this.#contains()}
        ${this.#listsValues(request) ? this.#valueList(column) : nothing} ${this.#knownChoice()}
        <div class="foot">
          <button
            type="button"
            class="link"
            ?hidden=${filtersOfDraft(column.id, this.draft).length === 0}
            @click=${() => this.#clear()}
          >
            ${text.clear}
          </button>
          <span></span>
          <vscode-button @click=${() => this.#close()}>${text.done}</vscode-button>
        </div>
      </div>
    </dialog>`;
  }

  /** Of numbers and dates, single values can only be chosen in the menu of a cell: then they are listed here. */
  #listsValues({ column, filters }: ColumnFilterRequest): boolean {
    return !isRange(column) || filters.some(({ kind }) => kind === "oneOf");
  }

  #contains(): TemplateResult {
    return html`<label class="field">
      <span>${text.contains}</span>
      <input
        type="text"
        class="text contains"
        spellcheck="false"
        autocomplete="off"
        .value=${this.draft.contains}
        @input=${(event: Event) => this.#type({ contains: (event.target as HTMLInputElement).value })}
      />
    </label>`;
  }

  #valueList({ type }: GridColumn): TemplateResult {
    const { values, exclude } = this.draft;
    return html`<fieldset class="list">
      <div class="modes" role="radiogroup" aria-label=${text.value}>
        ${this.#choice("mode", text.isOneOf, !exclude, () => this.#set({ exclude: false }))}
        ${this.#choice("mode", text.isNoneOf, exclude, () => this.#set({ exclude: true }))}
      </div>
      <input
        type="text"
        class="text"
        spellcheck="false"
        autocomplete="off"
        .value=${this.search}
        placeholder=${text.find}
        aria-label=${text.find}
        @input=${(event: Event) => this.#find((event.target as HTMLInputElement).value)}
      />
      <div class="values" role="group" aria-label=${exclude ? text.isNoneOf : text.isOneOf}>
        ${repeat(
          this.#listed(),
          ({ value }) => value,
          ({ value, label, count }) =>
            html`<label class="value">
              <input
                type="checkbox"
                .checked=${values.includes(value)}
                @change=${() =>
                  this.#set({
                    values: values.includes(value) ? values.filter((other) => other !== value) : [...values, value],
                  })}
              />
              <span class="label clip">${inertLine(type === "date" ? dateText(label) : label)}</span>
              ${count === undefined ? nothing : html`<span class="count">${countText(count)}</span>`}
            </label>`,
        )}
        ${this.#valuesNote()}
      </div>
    </fieldset>`;
  }

  /** The chosen values that were not found are listed first, so that they can be unchecked. */
  #listed(): readonly (Pick<ValueCount, "value" | "label"> & { readonly count?: number })[] {
    const found = this.found?.values ?? [];
    const others = this.search.trim() === "" && this.found !== undefined ? this.draft.values : [];
    return [
      ...others.filter((value) => !found.some((one) => one.value === value)).map((value) => ({ value, label: value })),
      ...found,
    ];
  }

  #valuesNote(): TemplateResult | typeof nothing {
    const { found } = this;
    return found === undefined
      ? html`<p class="note quiet">${text.reading}</p>`
      : this.#listed().length === 0
        ? html`<p class="note quiet" role="status">${strings.facets.noneFound}</p>`
        : found.more > 0
          ? html`<p class="note quiet">${strings.facets.tooMany(found.more)}</p>`
          : nothing;
  }

  #range({ type }: GridColumn): TemplateResult {
    const { min, max } = this.draft;
    const isDate = type === "date";
    const shown = (value: number | undefined): string =>
      value === undefined ? "" : isDate ? dayOf(value) : String(value);
    const read = (input: HTMLInputElement): number | undefined =>
      Number.isNaN(isDate ? Date.parse(input.value) : input.valueAsNumber)
        ? undefined
        : isDate
          ? Date.parse(input.value)
          : input.valueAsNumber;
    const field = (label: string, value: number | undefined, set: (value: number | undefined) => void) =>
      html`<label class="field">
        <span>${label}</span>
        <input
          type=${isDate ? "date" : "number"}
          step="any"
          class="text"
          .value=${shown(value)}
          @input=${(event: Event) => set(read(event.target as HTMLInputElement))}
        />
      </label>`;
    return html`<fieldset class="range">
      ${field(text.from, min, (value) => this.#type({ min: value }))}
      ${field(text.to, max, (value) =>
        this.#type({ max: value === undefined ? undefined : isDate ? lastMomentOf(value) : value }),
      )}
      ${isReversed(this.draft) ? html`<p class="problem" role="alert">${text.isReversed}</p>` : nothing}
    </fieldset>`;
  }

  #knownChoice(): TemplateResult {
    const { isEmpty } = this.draft;
    return html`<div class="modes" role="radiogroup" aria-label=${text.hasValue}>
      ${this.#choice("known", text.any, isEmpty === undefined, () => this.#set({ isEmpty: undefined }))}
      ${this.#choice("known", text.known, isEmpty === false, () => this.#set({ isEmpty: false }))}
      ${this.#choice("known", text.unknown, isEmpty === true, () => this.#set({ isEmpty: true }))}
    </div>`;
  }

  #choice(name: string, label: string, isChosen: boolean, choose: () => void): TemplateResult {
    return html`<label class="choice">
      <input type="radio" name=${name} .checked=${isChosen} @change=${choose} /><span>${label}</span>
    </label>`;
  }

  #find(typed: string): void {
    const { request } = this;
    this.search = typed;
    if (request !== undefined) {
      void this.findValues?.("column", request.column.id, typed.trim()).then((found) => {
        if (this.request === request && this.search === typed) {
          this.found = found;
        }
      });
    }
  }

  /** Typing is applied after a pause. */
  #type(change: Partial<FilterDraft>): void {
    this.draft = { ...this.draft, ...change };
    this.#pause.restart(() => this.#apply());
  }

  #set(change: Partial<FilterDraft>): void {
    this.draft = { ...this.draft, ...change };
    this.#apply();
  }

  #apply(): void {
    this.#pause.cancel();
    const { request, draft } = this;
    if (request !== undefined && !isReversed(draft)) {
      const detail: ColumnFilterChange = {
        column: request.column.id,
        filters: filtersOfDraft(request.column.id, draft),
      };
      this.dispatchEvent(new CustomEvent("filters", { detail }));
    }
  }

  #clear(): void {
    this.#set(draftOf([]));
    this.#close();
  }

  /** What was typed last is applied even if there was no pause. */
  #close(): void {
    if (this.#pause.isPending) {
      this.#apply();
    }
    this.renderRoot.querySelector("dialog")?.close();
  }

  #onClose(): void {
    const { request } = this;
    this.request = undefined;
    request?.returnFocus();
  }

  #onKey(event: KeyboardEvent): void {
    const { target } = event;
    const isText = target instanceof HTMLInputElement && target.type !== "checkbox" && target.type !== "radio";
    if (event.key === "Escape" || (event.key === "Enter" && isText)) {
      event.preventDefault();
      event.stopPropagation();
      this.#close();
    } else if (["ArrowDown", "ArrowUp"].includes(event.key) && target instanceof HTMLInputElement) {
      const boxes = [...this.renderRoot.querySelectorAll<HTMLInputElement>(".values input")];
      const at = boxes.indexOf(target);
      if (target.type === "checkbox" || (target.type === "text" && event.key === "ArrowDown")) {
        event.preventDefault();
        boxes[at + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
      }
    }
  }

  /** Below the header of its column; always inside the page. */
  #place(anchor: DOMRect): void {
    const dialog = this.renderRoot.querySelector("dialog");
    if (dialog !== null) {
      const left = Math.min(anchor.left, window.innerWidth - dialog.offsetWidth - margin);
      const top = Math.min(anchor.bottom, Math.max(margin, window.innerHeight - leastHeight - margin));
      dialog.style.left = `${Math.max(margin, left)}px`;
      dialog.style.top = `${top}px`;
      dialog.style.maxHeight = `${window.innerHeight - top - margin}px`;
    }
  }
}

const isRange = ({ type }: GridColumn): boolean => type === "number" || type === "date";
