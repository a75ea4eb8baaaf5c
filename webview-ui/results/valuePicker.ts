// Narrows one column: its values with their counts, the ends of a range, and a part of its text. Every change is
// applied at once.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";
import type { ColumnValue } from "../../src/store/columnValues";
import { countText } from "../../src/text/numbers";
import { controlStyles } from "../components/controlStyles";
import { TypingPause } from "../components/draft";
import { inertLine } from "../components/inertText";
import { moveFocus } from "../components/rovingFocus";
import type { ColumnFilter, GridColumn, ShownValues } from "../messages/results";
import { dateText, dayOf, lastMomentOf } from "./dates";
import type { PageActions } from "./pageActions";
import { oneOfIn, replaceKind, toggleValue } from "./pageFilters";
import { valuePickerStyles } from "./valuePickerStyles";

export interface PickedColumn {
  readonly id: string;
  readonly label: string;
  readonly type: GridColumn["type"];
}

/** The ends of a range while they are typed; dates in ms since 1970. */
interface Ends {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

@customElement("prospect-value-picker")
export class ValuePicker extends LitElement {
  static override readonly styles = [controlStyles, valuePickerStyles];
  @property({ attribute: false }) column: PickedColumn | undefined;
  /** All filters of the column. */
  @property({ attribute: false }) filters: readonly ColumnFilter[] = [];
  /** The most frequent values, to begin with; without them, all values are shown. */
  @property({ attribute: false }) values: ShownValues | undefined;
  @property({ attribute: false }) actions!: PageActions;
  /** Changes with the records that are counted. */
  @property({ attribute: false }) stamp = "";
  @state() private isWhole = false;
  @state() private search = "";
  /** The last reply, shown until the next one arrives. */
  @state() private found: ShownValues | undefined;
  @state() private typed: Ends | undefined;
  /** The value that Tab goes to; the arrow keys go to the others. */
  @state() private tabStop: string | undefined;
  /** The listed values. */
  #listed: readonly ColumnValue[] = [];
  readonly #pause = new TypingPause();

  override render(): TemplateResult {
    const { column, isWhole } = this;
    if (column === undefined) {
      return html``;
    }
    return html`<div class="picker" @keydown=${this.#onKey}>
      ${isWhole ? this.#input(column) : nothing}
      <div class="values">
        ${this.#contains(column)}
        ${repeat(
          this.#listed,
          ({ value }) => value,
          (one) => this.#value(column, one),
        )}
        ${isWhole ? this.#note() : nothing}
      </div>
      <div class="below">${this.#moreButton(column)} ${this.#choices(column)}</div>
    </div>`;
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLInputElement>("input")?.focus();
  }

  /** Applies typed text without waiting for a pause. */
  applyTyped(): void {
    if (this.#pause.isPending) {
      this.#applyRange();
    }
  }

  #input(column: PickedColumn): TemplateResult {
    return isRange(column.type) ? this.#range(column) : this.#searchBox(column);
  }

  #searchBox({ label }: PickedColumn): TemplateResult {
    return html`<input
      type="text"
      class="text"
      spellcheck="false"
      autocomplete="off"
      .value=${this.search}
      placeholder=${`Find in ${inertLine(label)}`}
      aria-label=${`Find in ${inertLine(label)}`}
      @input=${(event: Event) => void this.#find((event.target as HTMLInputElement).value)}
    />`;
  }

  #range({ type }: PickedColumn): TemplateResult {
    const { min, max } = this.#ends;
    const isDate = type === "date";
    const shown = (value: number | undefined): string =>
      value === undefined ? "" : isDate ? dayOf(value) : String(value);
    const read = ({ value }: HTMLInputElement): number | undefined => {
      const number = value === "" ? Number.NaN : isDate ? Date.parse(value) : Number(value);
      return Number.isNaN(number) ? undefined : number;
    };
    const field = (label: string, value: number | undefined, ends: (value: number | undefined) => Ends) =>
      html`<label class="field">
        <span>${label}</span>
        <input
          type=${isDate ? "date" : "number"}
          step="any"
          class="text"
          .value=${shown(value)}
          @input=${(event: Event) => {
            this.typed = { ...this.#ends, ...ends(read(event.target as HTMLInputElement)) };
            this.#pause.restart(() => this.#applyRange());
          }}
        />
      </label>`;
    return html`<div class="range">
      ${field("From", min, (value) => ({ min: value }))}
      ${field("To", max, (value) => ({ max: value === undefined || !isDate ? value : lastMomentOf(value) }))}
      ${isReversed(this.#ends) ? html`<p class="problem" role="alert">“From” is greater than “To”.</p>` : nothing}
    </div>`;
  }

  /** The chosen and the typed parts of text that records must contain. */
  #contains({ id, type }: PickedColumn): readonly TemplateResult[] {
    const chosen = this.filters.find((one) => one.kind === "contains")?.text ?? "";
    const typed = isRange(type) ? "" : this.search.trim();
    return [...new Set([chosen, typed])]
      .filter((part) => part !== "")
      .map((part) =>
        this.#row(`Contains “${inertLine(part)}”`, part === chosen, () =>
          this.#replace("contains", part === chosen ? undefined : { kind: "contains", column: id, text: part }),
        ),
      );
  }

  #value({ id, type }: PickedColumn, { value, label, count }: ColumnValue): TemplateResult {
    const most = Math.max(1, ...this.#listed.map((one) => (one.value === "" ? 0 : (one.count ?? 0))));
    const isTabStop = value === (this.tabStop ?? this.#listed[0]?.value);
    return this.#row(
      inertLine(type === "date" ? dateText(label) : label),
      this.#checked.includes(value),
      () => this.#set(toggleValue(this.filters, id, value)),
      html`${count === undefined ? nothing : html`<span class="count">${countText(count)}</span>`}
        <span
          class="bar"
          ?hidden=${value === "" || count === undefined}
          .style=${`width: ${((100 * (count ?? 0)) / most).toFixed(1)}%`}
        ></span>`,
      { isTabStop, onFocus: () => (this.tabStop = value) },
    );
  }

  #row(
    label: string,
    isChecked: boolean,
    toggle: () => void,
    rest: TemplateResult | typeof nothing = nothing,
    { isTabStop, onFocus }: { readonly isTabStop: boolean; readonly onFocus?: () => void } = { isTabStop: true },
  ): TemplateResult {
    return html`<label class="value ${this.#isExcluding && isChecked ? "excluded" : ""}">
      <input
        type="checkbox"
        tabindex=${isTabStop ? "0" : "-1"}
        .checked=${live(isChecked)}
        @change=${toggle}
        @focus=${onFocus ?? nothing}
      />
      <span class="label clip" title=${label}>${label}</span>${rest}
    </label>`;
  }

  #note(): TemplateResult | typeof nothing {
    const { found } = this;
    if (found === undefined) {
      return html`<p class="note quiet">Counting values…</p>`;
    }
    if (this.#listed.length === 0) {
      return html`<p class="note quiet" role="status">No value matches.</p>`;
    }
    return found.more > 0
      ? html`<p class="note quiet">${countText(found.more)} more: type to narrow down</p>`
      : nothing;
  }

  #moreButton(column: PickedColumn): TemplateResult | typeof nothing {
    const { values, isWhole } = this;
    if (values === undefined || (!isWhole && values.more === 0 && !isRange(column.type))) {
      return nothing;
    }
    const label = inertLine(column.label);
    let [shown, spoken] = [moreText(values.more), `${label}: show ${countText(values.more)} more values`];
    if (isWhole) {
      [shown, spoken] = ["Show fewer", `${label}: show fewer values`];
    } else if (values.more === 0) {
      [shown, spoken] = ["Add Range", `${label}: from and to`];
    }
    return html`<button
      type="button"
      class="link more"
      aria-label=${spoken}
      @click=${() => (isWhole ? this.#showFew() : this.#showWhole())}
    >
      ${shown}
    </button>`;
  }

  /** Actions for the checked values. */
  #choices({ id, label }: PickedColumn): TemplateResult | typeof nothing {
    const before = oneOfIn(this.filters);
    if (before === undefined) {
      return nothing;
    }
    const { exclude = false, values, ...rest } = before;
    const known = values.filter((value) => value !== "");
    const canNarrow = (this.values ?? this.found)?.canNarrow === true && !exclude && known.length > 0;
    return html`<button
        type="button"
        class="link"
        aria-label=${exclude ? `Show Only These: ${inertLine(label)}` : `Exclude These: ${inertLine(label)}`}
        @click=${() => this.#replace("oneOf", { ...rest, values, ...(!exclude && { exclude: true }) })}
      >
        ${exclude ? "Show Only These" : "Exclude These"}</button
      >${
        canNarrow
          ? html`<button
              type="button"
              class="link"
              aria-label=${`Add to Search: ${inertLine(label)}`}
              title="Adds the checked values to the filters of the search"
              @click=${() => this.actions.send("narrowSearch", { column: id, values: known })}
            >
              Add to Search
            </button>`
          : nothing
      }`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const isOther = (changed.get("column") as PickedColumn | undefined)?.id !== this.column?.id;
    if (changed.has("column") && isOther) {
      this.isWhole = this.values === undefined;
      this.search = "";
      this.typed = undefined;
      this.found = undefined;
      this.#listed = [];
    }
    // Changes of other filters change the counts of the found values.
    if (this.isWhole && ((changed.has("column") && isOther) || changed.has("stamp"))) {
      void this.#find(this.search);
    }
    const next = this.isWhole ? this.found : this.values;
    if (next !== undefined) {
      this.#listed = this.#placed(next);
    }
  }

  /** Values stay where they are while the pointer or the focus is among them. Records without a value come last. */
  #placed({ values, unknown, missing = "Unknown", more }: ShownValues): readonly ColumnValue[] {
    const isShown = this.search.trim() === "" && (unknown > 0 || this.#checked.includes(""));
    const next = isShown ? [...values, { value: "", label: missing, count: unknown }] : values;
    if (!this.matches(":hover, :focus-within")) {
      return next;
    }
    const found = new Map(next.map((one) => [one.value, one]));
    const kept = this.#listed.map((one) => found.get(one.value) ?? { ...one, count: more > 0 ? undefined : 0 });
    const listed = new Set(kept.map(({ value }) => value));
    return [...kept, ...next.filter(({ value }) => !listed.has(value))];
  }

  get #checked(): readonly string[] {
    return oneOfIn(this.filters)?.values ?? [];
  }

  get #isExcluding(): boolean {
    return oneOfIn(this.filters)?.exclude === true;
  }

  get #ends(): Ends {
    return this.typed ?? this.filters.find((one) => one.kind === "range") ?? {};
  }

  #showWhole(): void {
    this.isWhole = true;
    void this.#find("");
    void this.updateComplete.then(() => this.focus());
  }

  #showFew(): void {
    [this.isWhole, this.search, this.#listed] = [false, "", []];
    void this.updateComplete.then(() =>
      (
        this.renderRoot.querySelector<HTMLElement>(".more") ?? this.renderRoot.querySelector<HTMLElement>("input")
      )?.focus(),
    );
  }

  async #find(typed: string): Promise<void> {
    const { column } = this;
    const isOther = typed !== this.search;
    this.search = typed;
    const found = await this.actions.page.values.find(column?.id ?? "", typed.trim());
    if (this.column?.id === column?.id && this.search === typed && this.isWhole) {
      const hadFocus = this.matches(":focus-within");
      this.#listed = isOther ? [] : this.#listed;
      this.found = found;
      await this.updateComplete;
      // The value that an arrow key has reached meanwhile may not match.
      if (hadFocus && !this.matches(":focus-within")) {
        this.focus();
      }
    }
  }

  #applyRange(): void {
    this.#pause.cancel();
    const { column, typed } = this;
    if (column !== undefined && typed !== undefined && !isReversed(typed)) {
      const { min, max } = typed;
      const next: ColumnFilter | undefined =
        min === undefined && max === undefined
          ? undefined
          : { kind: "range", column: column.id, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
      this.#replace("range", next);
    }
  }

  #replace(kind: ColumnFilter["kind"], next: ColumnFilter | undefined): void {
    this.#set(replaceKind(this.filters, kind, next));
  }

  #set(filters: readonly ColumnFilter[]): void {
    this.actions.page.filters.setColumn(this.column?.id ?? "", filters);
  }

  /** The arrow keys move between the values, and to and from the search box. */
  #onKey(event: KeyboardEvent): void {
    const { target, key } = event;
    const isText = target instanceof HTMLInputElement && target.type !== "checkbox";
    if (key === "Escape" && this.isWhole && this.values !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      this.#showFew();
    } else if (key === "Enter" && isText) {
      this.applyTyped();
      const part = this.search.trim();
      if (this.column !== undefined && part !== "") {
        this.#replace("contains", { kind: "contains", column: this.column.id, text: part });
      }
    } else if (target instanceof HTMLInputElement && (!isText || (target.type === "text" && key === "ArrowDown"))) {
      moveFocus(event, [...this.renderRoot.querySelectorAll("input")]);
    }
  }
}

const isRange = (type: GridColumn["type"]): boolean => type === "number" || type === "date";
const isReversed = ({ min, max }: Ends): boolean => min !== undefined && max !== undefined && min > max;

function moreText(values: number): string {
  return values === 1 ? "1 more…" : `${countText(values)} more…`;
}
