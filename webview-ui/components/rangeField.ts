// The ranges of a range filter: two bounds each, a menu to exclude or remove it, and suggested ranges.
import { html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { describeItem } from "../../src/searches/describeSearch";
import { parseRangeInput } from "../../src/searches/filterInput";
import type { FilterDefinition, RangePreset } from "../../src/service/filterCatalogue";
import type { RangeFilterItem } from "../../src/service/requests";
import { isInvalid, type InvalidEntry } from "../../src/searches/searchForm";
import type { RangeDraft, SearchEdit, UncommittedInput } from "../messages/filterBuilder";
import "./contextMenu";
import type { ContextMenu } from "./contextMenu";
import { compactRange, isSameItem, seenItem } from "./formItems";
import { rangeRow } from "./rangeRow";
import { rangeFieldStyles } from "./rangeFieldStyles";
import { rangePresets } from "./rangePresets";
import { strings } from "./strings";
import { inputBoxStyles, sharedStyles } from "./sharedStyles";
import { TypingPause } from "./typingPause";

/** A range of the document, valid or not. */
type RangeItem = RangeFilterItem | InvalidEntry;

/** Fires `edit` with a change of the document and `uncommitted` with input that is not in it. */
@customElement("prospect-range-field")
export class ProspectRangeField extends LitElement {
  static override readonly styles = [sharedStyles, inputBoxStyles, rangeFieldStyles];

  @property({ attribute: false }) definition!: FilterDefinition;
  @property({ attribute: false }) items: readonly RangeItem[] = [];
  /** Input saved when the page was hidden. Only read before the first render. */
  @property({ attribute: false }) restored: UncommittedInput | undefined;
  /** By row; the row after the last item is a new range. */
  @state() private drafts: readonly (RangeDraft | undefined)[] = [];
  @state() private extraRow = false;
  /** Whether the suggested ranges are shown. */
  @state() private isOpen = false;
  @query("prospect-context-menu") private readonly menu!: ContextMenu;
  private readonly typingPause = new TypingPause();
  /** Where the focus goes if the element that has it is removed with its row. */
  private focusAfterRemoval: { readonly row: number; readonly isOpen: boolean } | undefined;
  /** The row whose typed text waits to be committed. */
  private waitingRow: number | undefined;
  /** The last item sent to the host, until the document has it. */
  private sent: { readonly row: number; readonly item: RangeFilterItem } | undefined;

  override focus(): void {
    void this.updateComplete.then(() =>
      (
        this.renderRoot.querySelector<HTMLInputElement>(".invalid input") ??
        this.renderRoot.querySelector<HTMLInputElement>("input")
      )?.focus(),
    );
  }

  /** Focuses the first bound and shows the suggested ranges. */
  focusAndOpen(): void {
    this.isOpen = this.definition.presets !== undefined;
    this.focus();
  }

  override disconnectedCallback(): void {
    this.flush();
    super.disconnectedCallback();
  }

  /** Commits typed text now, before the document is read. */
  flush(): void {
    if (this.waitingRow !== undefined) {
      this.commit(this.waitingRow);
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
    // A row keeps its draft unless its item was changed elsewhere.
    this.drafts = this.drafts.map((draft, row) => {
      const item = this.items[row];
      if (draft === undefined || isSameItem(item, before[row])) {
        return draft;
      }
      // The document has what this field sent; text typed since then still waits or is invalid.
      return sent?.row === row && isSameItem(sent.item, item) && (this.waitingRow === row || draft.problem !== "")
        ? draft
        : undefined;
    });
    if (sent !== undefined && !isSameItem(this.items[sent.row], before[sent.row])) {
      this.sent = undefined;
    }
    if (this.items.length > before.length) {
      this.extraRow = false;
    }
    this.fireUncommitted();
  }

  protected override updated(changed: PropertyValues): void {
    const lost = this.focusAfterRemoval;
    if (lost !== undefined && (changed.has("items") || changed.has("extraRow"))) {
      this.focusAfterRemoval = undefined;
      if (this.shadowRoot?.activeElement === null) {
        this.isOpen = lost.isOpen;
        this.renderRoot.querySelector<HTMLElement>(`#min-${Math.min(lost.row, this.rows - 1)}`)?.focus();
      }
    }
  }

  private restore(): void {
    this.drafts = (this.restored?.rows ?? []).map((row) => row ?? undefined);
    this.extraRow = this.drafts.length > this.items.length && this.items.length > 0;
    const row = this.drafts.findIndex((draft) => draft?.problem === "");
    if (row >= 0) {
      this.commitAfterPause(row);
    }
  }

  private get rows(): number {
    return this.items.length + (this.extraRow || this.items.length === 0 ? 1 : 0);
  }

  override render(): unknown {
    const { presets } = this.definition;
    return html`
      <div @focusout=${this.onFocusOut} @keydown=${this.onKey}>
        <div class="ranges">${Array.from({ length: this.rows }, (_, row) => this.row(row))}</div>
        ${
          presets !== undefined && this.isOpen
            ? rangePresets(
                presets,
                (preset) => this.indexOf(preset) >= 0,
                (preset) => this.togglePreset(preset),
              )
            : nothing
        }
      </div>
      <prospect-context-menu></prospect-context-menu>
    `;
  }

  private row(row: number): unknown {
    return rangeRow({
      definition: this.definition,
      row,
      isLast: row === this.rows - 1,
      values: this.valuesOf(row),
      name: this.textOf(row),
      onInput: (which, text) => this.onInput(row, which, text),
      onChange: () => this.commit(row),
      onEnter: () => this.onEnter(row),
      onSwap: () => this.swap(row),
      onClick: () => (this.isOpen = this.definition.presets !== undefined),
      onMenu: (button) => this.openMenu(row, button),
    });
  }

  private textOf(row: number): string {
    const item = this.items[row];
    return item === undefined || isInvalid(item)
      ? strings.thisRange
      : describeItem(this.definition, { ...item, exclude: false });
  }

  private openMenu(row: number, button: HTMLElement): void {
    const hasItems = this.items.length > 0;
    this.menu.show({
      label: strings.change(this.textOf(row)),
      groups: [
        [
          {
            label: this.valuesOf(row).exclude ? strings.include : strings.exclude,
            act: () => this.toggleSide(row),
          },
          ...(hasItems && !this.extraRow ? [{ label: strings.addRange, act: () => this.addRow() }] : []),
          ...(hasItems ? [{ label: strings.removeValue, act: () => this.removeRow(row) }] : []),
        ],
      ],
      at: button.getBoundingClientRect(),
      returnFocus: () => button.focus(),
    });
  }

  private readonly onFocusOut = (event: FocusEvent): void => {
    if (!this.renderRoot.contains(event.relatedTarget as Node | null)) {
      this.isOpen = false;
    }
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && this.isOpen) {
      event.preventDefault();
      this.isOpen = false;
      this.renderRoot.querySelector<HTMLElement>("input")?.focus();
    } else if (event.key === "ArrowDown" && this.definition.presets !== undefined) {
      event.preventDefault();
      this.isOpen = true;
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(".presets button")?.focus());
    }
  };

  /** The index of the document's range that is equal to a preset; -1 when there is none. */
  private indexOf(preset: RangePreset): number {
    return this.items.findIndex((item) => !isInvalid(item) && item.min === preset.min && item.max === preset.max);
  }

  private valuesOf(row: number): RangeDraft {
    const item = this.items[row];
    const draft = this.drafts[row];
    if (draft === undefined && isInvalid(item)) {
      return { min: item.min, max: item.max, exclude: item.exclude ?? false, problem: item.problem };
    }
    return (
      draft ?? {
        min: boundText((item as RangeFilterItem | undefined)?.min),
        max: boundText((item as RangeFilterItem | undefined)?.max),
        exclude: item?.exclude ?? false,
        problem: "",
      }
    );
  }

  private setDraft(row: number, draft: RangeDraft | undefined): void {
    const drafts = [...this.drafts];
    drafts[row] = draft;
    this.drafts = drafts;
    this.fireUncommitted();
  }

  private fireUncommitted(): void {
    const rows = Array.from(this.drafts, (draft, row) =>
      draft !== undefined && (draft.problem !== "" || this.waitingRow === row) ? draft : null,
    );
    const problem = rows.find((row) => row !== null && row.problem !== "")?.problem ?? "";
    const detail = rows.some((row) => row !== null) ? { problem, rows } : null;
    this.dispatchEvent(new CustomEvent<UncommittedInput | null>("uncommitted", { detail }));
  }

  private onInput(row: number, which: "min" | "max", text: string): void {
    this.isOpen = false;
    this.commitAfterPause(row);
    this.setDraft(row, { ...this.valuesOf(row), [which]: text, problem: "" });
  }

  private commitAfterPause(row: number): void {
    // All rows share the timer.
    if (this.waitingRow !== undefined && this.waitingRow !== row) {
      this.commit(this.waitingRow);
    }
    this.waitingRow = row;
    this.typingPause.restart(() => this.commit(row));
  }

  /** Enter accepts an invalid range of the document as its inputs show it: `"51"` without the quotes. */
  private onEnter(row: number): void {
    if (this.drafts[row] === undefined && isInvalid(this.items[row])) {
      this.setDraft(row, { ...this.valuesOf(row), problem: "" });
    }
    this.commit(row);
  }

  private swap(row: number): void {
    const { min, max, ...others } = this.valuesOf(row);
    this.setDraft(row, { ...others, min: max, max: min, problem: "" });
    this.commit(row);
    this.renderRoot.querySelector<HTMLElement>(`#min-${row}`)?.focus();
  }

  private commit(row: number): void {
    this.typingPause.cancel();
    this.waitingRow = undefined;
    const draft = this.drafts[row];
    if (draft === undefined) {
      return this.fireUncommitted();
    }
    // The host applies edits in order, so the document will have the sent item when it applies this edit.
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
    if (item !== undefined && isSameItem(item, next)) {
      if (this.sent?.row !== row) {
        this.setDraft(row, undefined);
      }
      return this.fireUncommitted();
    }
    this.sent = { row, item: next };
    this.fireEdit(
      item === undefined
        ? { kind: "addItems", field: this.definition.field, items: [compactRange(next)] }
        : this.replace(row, item, next),
    );
    this.fireUncommitted();
  }

  private replace(row: number, was: RangeItem, item: RangeFilterItem): SearchEdit {
    return {
      kind: "replaceItem",
      field: this.definition.field,
      index: row,
      was: seenItem(was),
      item: compactRange(item),
    };
  }

  private toggleSide(row: number): void {
    this.flush();
    const item = this.items[row];
    const exclude = !this.valuesOf(row).exclude;
    if (item === undefined || isInvalid(item) || this.drafts[row] !== undefined) {
      this.setDraft(row, { ...this.valuesOf(row), exclude });
      this.commit(row);
    } else {
      const { exclude: _exclude, ...bounds } = item;
      this.fireEdit(this.replace(row, item, exclude ? { ...bounds, exclude } : bounds));
    }
  }

  private togglePreset(preset: RangePreset): void {
    this.flush();
    const row = this.indexOf(preset);
    if (row >= 0) {
      this.removeRow(row);
      return;
    }
    this.setDraft(this.items.length, undefined);
    const range = compactRange({ min: preset.min, max: preset.max });
    this.fireEdit({ kind: "addItems", field: this.definition.field, items: [range] });
  }

  private removeRow(row: number): void {
    const item = this.items[row];
    this.focusAfterRemoval = this.shadowRoot?.activeElement === null ? undefined : { row, isOpen: this.isOpen };
    this.typingPause.cancel();
    this.waitingRow = undefined;
    this.drafts = this.drafts.filter((_, index) => index !== row);
    this.fireUncommitted();
    if (item === undefined) {
      this.extraRow = false;
    } else {
      this.fireEdit({ kind: "removeItem", field: this.definition.field, index: row, was: seenItem(item) });
    }
  }

  private addRow(): void {
    this.flush();
    this.isOpen = false;
    this.extraRow = true;
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLInputElement>(`#min-${this.rows - 1}`)?.focus(),
    );
  }

  private fireEdit(edit: SearchEdit): void {
    this.dispatchEvent(new CustomEvent<SearchEdit>("edit", { detail: edit }));
  }
}

function boundText(bound: number | undefined): string {
  return bound === undefined ? "" : String(bound);
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-range-field": ProspectRangeField;
  }
}
