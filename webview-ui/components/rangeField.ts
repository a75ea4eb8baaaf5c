// The ranges of a range filter: a lower and an upper bound each, ranges to choose by name, include or exclude.
import { html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { describeItem } from "../../src/searches/describeSearch";
import { parseRangeInput } from "../../src/searches/filterInput";
import type { FilterDefinition, RangePreset } from "../../src/service/filterCatalogue";
import { filterLabel, presetLabel, unitLabel } from "../../src/service/filterWords";
import type { RangeFilterItem } from "../../src/service/requests";
import { itemKey, type SeenItem } from "../../src/searches/filterItems";
import { isInvalid, type InvalidEntry } from "../../src/searches/searchForm";
import type { RangeDraft, SearchEdit, Unsettled } from "../messages/filterBuilder";
import { rangeFieldLook } from "./rangeFieldLook";
import { strings } from "./strings";
import { inputBox, shared, wordButton } from "./theme";

/** As wide as the longer of both words, so that the bounds of all rows stand under each other. */
const sideWidth = `min-width: calc(${Math.max(strings.is.length, strings.not.length)}ch + 14px)`;

/** Typing rests this long before a bound goes into the document, so that one number is one step of undo. */
const restMs = 350;

/** A range of the document, valid or not. */
type RangeItem = RangeFilterItem | InvalidEntry;

/** Fires `edit` with a change of the document and `unsettled` with what its inputs show instead of the document's ranges. */
@customElement("prospect-range-field")
export class ProspectRangeField extends LitElement {
  static override readonly styles = [shared, inputBox, wordButton, rangeFieldLook];

  @property({ attribute: false }) definition!: FilterDefinition;
  @property({ attribute: false }) items: readonly RangeItem[] = [];
  /** What the inputs showed when the page was hidden. Read once. */
  @property({ attribute: false }) kept: Unsettled | undefined;
  /** By row; the row after the last item is a range that is not in the document yet. */
  @state() private drafts: readonly (RangeDraft | undefined)[] = [];
  @state() private extraRow = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: number | undefined;
  /** What was sent for a row and has not come back. */
  private sent: { readonly row: number; readonly item: RangeFilterItem } | undefined;

  override focus(): void {
    void this.updateComplete.then(() =>
      (
        this.renderRoot.querySelector<HTMLInputElement>(".wrong input") ??
        this.renderRoot.querySelector<HTMLInputElement>("input")
      )?.focus(),
    );
  }

  override disconnectedCallback(): void {
    this.flush();
    super.disconnectedCallback();
  }

  /** Sends what rests, before something that reads the document. */
  flush(): void {
    if (this.waiting !== undefined) {
      this.commit(this.waiting);
    }
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated) {
      return this.restore();
    }
    if (!changed.has("items")) {
      return;
    }
    const before = (changed.get("items") as readonly RangeItem[] | undefined) ?? [];
    const { sent } = this;
    // A row keeps what is typed in it unless the document says something new about it that did not come from here.
    this.drafts = this.drafts.map((draft, row) => {
      const item = this.items[row];
      if (draft === undefined || same(item, before[row])) {
        return draft;
      }
      // What was sent has come back; meanwhile more may have been typed, which waits or was refused.
      return sent?.row === row && same(sent.item, item) && (this.waiting === row || draft.problem !== "")
        ? draft
        : undefined;
    });
    if (sent !== undefined && !same(this.items[sent.row], before[sent.row])) {
      this.sent = undefined;
    }
    if (this.items.length > before.length) {
      this.extraRow = false;
    }
    this.tell();
  }

  private restore(): void {
    this.drafts = (this.kept?.rows ?? []).map((row) => row ?? undefined);
    this.extraRow = this.drafts.length > this.items.length && this.items.length > 0;
    const row = this.drafts.findIndex((draft) => draft?.problem === "");
    if (row >= 0) {
      this.rest(row);
    }
  }

  private get rows(): number {
    return this.items.length + (this.extraRow || this.items.length === 0 ? 1 : 0);
  }

  override render(): unknown {
    const rows = this.rows;
    return html`
      ${Array.from({ length: rows }, (_, row) => this.row(row))}
      ${this.definition.presets === undefined ? nothing : this.presets(this.definition.presets)}
      ${this.items.length > 0 && !this.extraRow ? html`<button class="word" type="button" @click=${this.addRow}>${strings.addRange}</button>` : nothing}
    `;
  }

  private row(row: number): unknown {
    const { definition } = this;
    const item = this.items[row];
    const { min, max, exclude, problem } = this.valuesOf(row);
    const text =
      item === undefined || isInvalid(item) ? strings.thisRange : describeItem(definition, { ...item, exclude: false });
    const bound = (which: "min" | "max", value: string): unknown => html`
      <span class="box ${problem === "" ? "" : "wrong"}">
        <label for=${`${which}-${row}`}>${which === "min" ? strings.min : strings.max}</label>
        <input
          id=${`${which}-${row}`}
          type="text"
          inputmode="numeric"
          autocomplete="off"
          placeholder=${strings.anyBound}
          aria-invalid=${problem === "" ? "false" : "true"}
          aria-describedby=${`message-${row}`}
          .value=${live(value)}
          @input=${(event: Event) => this.typed(row, which, (event.target as HTMLInputElement).value)}
          @change=${() => this.commit(row)}
          @keydown=${(event: KeyboardEvent) => (event.key === "Enter" ? this.enter(row) : undefined)}
        />
      </span>
    `;
    return html`
      <div class="row" role="group" aria-label=${strings.range(filterLabel(definition), row + 1)}>
        <button
          type="button"
          class="side ${exclude ? "not" : "is"}"
          .style=${sideWidth}
          aria-label=${exclude ? strings.includeRange(text) : strings.excludeRange(text)}
          @click=${() => this.toggleSide(row)}
        >
          ${exclude ? strings.not : strings.is}
        </button>
        ${bound("min", min)} ${bound("max", max)}
        ${definition.unit === undefined ? nothing : html`<span class="unit quiet">${unitLabel(definition.unit)}</span>`}
        ${
          item === undefined && this.items.length === 0
            ? nothing
            : html`<button
                class="icon"
                type="button"
                title=${strings.removeRange(row + 1)}
                aria-label=${strings.removeRange(row + 1)}
                @click=${() => this.removeRow(row)}
              >
                ✕
              </button>`
        }
        <span class="message problem" id=${`message-${row}`} role="status">${problem === "" ? nothing : problem}</span>
      </div>
    `;
  }

  private presets(presets: readonly RangePreset[]): unknown {
    return html`
      <div class="presets" role="group" aria-label=${strings.presets}>
        ${presets.map((preset) => {
          const at = this.items.findIndex(
            (item) => !isInvalid(item) && item.min === preset.min && item.max === preset.max,
          );
          return html`<button
            class="preset"
            type="button"
            aria-pressed=${at >= 0 ? "true" : "false"}
            @click=${() => this.togglePreset(preset, at)}
          >
            ${presetLabel(preset)}
          </button>`;
        })}
      </div>
    `;
  }

  private valuesOf(row: number): RangeDraft {
    const item = this.items[row];
    const draft = this.drafts[row];
    if (draft === undefined && isInvalid(item)) {
      return { min: item.min, max: item.max, exclude: item.exclude ?? false, problem: item.problem };
    }
    return (
      draft ?? {
        min: textOf((item as RangeFilterItem | undefined)?.min),
        max: textOf((item as RangeFilterItem | undefined)?.max),
        exclude: item?.exclude ?? false,
        problem: "",
      }
    );
  }

  private setDraft(row: number, draft: RangeDraft | undefined): void {
    const drafts = [...this.drafts];
    drafts[row] = draft;
    this.drafts = drafts;
    this.tell();
  }

  /** What was sent is the document's as soon as it comes back; the rest is told. */
  private tell(): void {
    const rows = Array.from(this.drafts, (draft, row) =>
      draft !== undefined && (draft.problem !== "" || this.waiting === row) ? draft : null,
    );
    const problem = rows.find((row) => row !== null && row.problem !== "")?.problem ?? "";
    const detail = rows.some((row) => row !== null) ? { problem, rows } : null;
    this.dispatchEvent(new CustomEvent<Unsettled | null>("unsettled", { detail }));
  }

  private typed(row: number, which: "min" | "max", text: string): void {
    this.rest(row);
    this.setDraft(row, { ...this.valuesOf(row), [which]: text, problem: "" });
  }

  private rest(row: number): void {
    // The timer is one for all rows.
    if (this.waiting !== undefined && this.waiting !== row) {
      this.commit(this.waiting);
    }
    clearTimeout(this.timer);
    this.waiting = row;
    this.timer = setTimeout(() => this.commit(row), restMs);
  }

  /** An invalid range of the document may be taken as its inputs show it: `"51"` without the quotes. */
  private enter(row: number): void {
    if (this.drafts[row] === undefined && isInvalid(this.items[row])) {
      this.setDraft(row, { ...this.valuesOf(row), problem: "" });
    }
    this.commit(row);
  }

  private commit(row: number): void {
    clearTimeout(this.timer);
    this.waiting = undefined;
    const draft = this.drafts[row];
    if (draft === undefined) {
      return this.tell();
    }
    // What was sent and has not come back is in the document by the time this gets there.
    const item = this.sent?.row === row ? this.sent.item : this.items[row];
    if (draft.min.trim() === "" && draft.max.trim() === "" && item === undefined) {
      this.setDraft(row, draft.exclude ? { ...draft, problem: "" } : undefined);
      return;
    }
    const parsed = parseRangeInput(this.definition, draft.min, draft.max);
    if (!parsed.ok) {
      this.setDraft(row, { ...draft, problem: parsed.message });
      return;
    }
    const next: RangeFilterItem = { ...parsed.item, ...(draft.exclude ? { exclude: true } : {}) };
    if (item !== undefined && same(item, next)) {
      if (this.sent?.row !== row) {
        this.setDraft(row, undefined);
      }
      return this.tell();
    }
    this.sent = { row, item: next };
    this.send(
      item === undefined
        ? { kind: "addItems", field: this.definition.field, items: [plain(next)] }
        : this.replace(row, item, next),
    );
    this.tell();
  }

  private replace(row: number, was: RangeItem, item: RangeFilterItem): SearchEdit {
    return { kind: "replaceItem", field: this.definition.field, index: row, was: seen(was), item: plain(item) };
  }

  private toggleSide(row: number): void {
    this.flush();
    const item = this.items[row];
    const exclude = !this.valuesOf(row).exclude;
    if (item === undefined || isInvalid(item) || this.drafts[row] !== undefined) {
      this.setDraft(row, { ...this.valuesOf(row), exclude });
      this.commit(row);
    } else {
      const { exclude: _side, ...bounds } = item;
      this.send(this.replace(row, item, exclude ? { ...bounds, exclude } : bounds));
    }
  }

  private togglePreset(preset: RangePreset, at: number): void {
    this.flush();
    const item = this.items[at];
    if (item !== undefined) {
      this.removeRow(at);
      return;
    }
    const range = plain({ min: preset.min, max: preset.max });
    const { field } = this.definition;
    this.setDraft(this.items.length, undefined);
    this.send({ kind: "addItems", field, items: [range] });
  }

  private removeRow(row: number): void {
    const item = this.items[row];
    clearTimeout(this.timer);
    this.waiting = undefined;
    this.drafts = this.drafts.filter((_, index) => index !== row);
    this.tell();
    if (item === undefined) {
      this.extraRow = false;
    } else {
      this.send({ kind: "removeItem", field: this.definition.field, index: row, was: seen(item) });
    }
  }

  private readonly addRow = (): void => {
    this.flush();
    this.extraRow = true;
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLInputElement>(`#min-${this.rows - 1}`)?.focus(),
    );
  };

  private send(edit: SearchEdit): void {
    this.dispatchEvent(new CustomEvent<SearchEdit>("edit", { detail: edit }));
  }
}

function textOf(bound: number | undefined): string {
  return bound === undefined ? "" : String(bound);
}

function same(a: RangeItem | undefined, b: RangeItem | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && itemKey(a) === itemKey(b));
}

function seen(item: RangeItem): SeenItem {
  return isInvalid(item) ? { source: item.source } : plain(item);
}

function plain(item: RangeFilterItem): { min?: number; max?: number; exclude?: boolean } {
  return {
    ...(item.min === undefined ? {} : { min: item.min }),
    ...(item.max === undefined ? {} : { max: item.max }),
    ...(item.exclude ? { exclude: true } : {}),
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-range-field": ProspectRangeField;
  }
}
