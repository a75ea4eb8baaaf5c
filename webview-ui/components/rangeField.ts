// The ranges of a range filter: two bounds each, a menu to exclude or remove it, and suggested ranges.
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { describeItem } from "../../src/searches/describeSearch";
import { parseRangeInput } from "../../src/searches/filterInput";
import { isInvalid, type InvalidEntry } from "../../src/searches/searchForm";
import { presetLabel, type FilterDefinition } from "../../src/service/filterCatalogue";
import type { RangeFilterItem } from "../../src/service/requests";
import { swapThem } from "../../src/service/valueTexts";
import { countText } from "../../src/text/numbers";
import "./contextMenu";
import type { RangeText, SearchEdit, UncommittedInput } from "../messages/filterBuilder";
import type { ContextMenu } from "./contextMenu";
import { controlStyles } from "./controlStyles";
import { compact, Draft, seenItem } from "./draft";
import { moveFocus } from "./rovingFocus";

type RangePreset = NonNullable<FilterDefinition["presets"]>[number];

const rangeFieldStyles = css`
  :host {
    display: block;
    position: relative;
  }
  .text {
    width: 5.4em;
  }
  .not {
    border: 1px dashed var(--warning);
    font-weight: 600;
  }
  .message {
    flex-basis: 100%;
  }
  .presets {
    position: absolute;
    z-index: 20;
    inset: calc(100% + 2px) auto auto 0;
    min-width: min(100%, 34em);
    padding: 6px;
  }
  .presets button:not([aria-pressed="true"]) {
    border: var(--field);
  }
`;

/** Fires `edit` with a change of the document and `uncommitted` with input that is not in it. */
@customElement("prospect-range-field")
export class ProspectRangeField extends LitElement {
  static override readonly styles = [controlStyles, rangeFieldStyles];

  @property({ attribute: false }) definition!: FilterDefinition;
  @property({ attribute: false }) items: readonly (RangeFilterItem | InvalidEntry)[] = [];
  /** Input saved when the page was hidden. Only read before the first render. */
  @property({ attribute: false }) restored: UncommittedInput | undefined;
  /** Whether a row for a new range follows those of the document. */
  @state() private extraRow = false;
  /** Whether the suggested ranges are shown. */
  @state() private isOpen = false;
  @query("prospect-context-menu") private readonly menu!: ContextMenu;
  /** By row. */
  private readonly drafts: Draft<RangeText, RangeFilterItem>[] = [];
  /** Where the focus goes if the element that has it is removed with its row. */
  private focusAfterRemoval: { readonly row: number; readonly isOpen: boolean } | undefined;

  override focus(): void {
    void this.updateComplete.then(() => (this.find("[aria-invalid=true]") ?? this.find("input"))?.focus());
  }

  /** Focuses the first bound and shows the suggested ranges. */
  focusAndOpen(): void {
    this.showPresets();
    this.focus();
  }

  override disconnectedCallback(): void {
    this.flush();
    super.disconnectedCallback();
  }

  /** Commits typed text now, before the document is read. */
  flush(): void {
    this.drafts.forEach((draft) => draft.flush());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated) {
      const rows = this.restored?.rows ?? [];
      this.extraRow = rows.length > this.items.length && this.items.length > 0;
      rows.forEach((row, at) => row && this.draft(at).restore(row, row.problem));
    }
    const before = changed.get("items") ?? this.items;
    this.extraRow &&= this.items.length <= before.length;
    this.drafts.forEach((draft) => draft.follow());
  }

  protected override updated(changed: PropertyValues): void {
    const lost = this.focusAfterRemoval;
    if (lost !== undefined && (changed.has("items") || changed.has("extraRow"))) {
      this.focusAfterRemoval = undefined;
      if (this.shadowRoot?.activeElement === null) {
        this.isOpen = lost.isOpen;
        this.find(`#min-${Math.min(lost.row, this.rows - 1)}`)?.focus();
      }
    }
  }

  private get rows(): number {
    return this.items.length + (this.extraRow || this.items.length === 0 ? 1 : 0);
  }

  private find(selector: string): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(selector);
  }

  private draft(row: number): Draft<RangeText, RangeFilterItem> {
    const at = (): number => this.drafts.indexOf(draft);
    const draft = (this.drafts[row] ??= new Draft<RangeText, RangeFilterItem>({
      item: () => this.items[at()],
      textOf: (item) => ({
        min: String(item?.min ?? ""),
        max: String(item?.max ?? ""),
        exclude: item?.exclude ?? false,
      }),
      parse: ({ min, max, exclude }) => {
        if (min.trim() === "" && max.trim() === "" && this.items[at()] === undefined) {
          return { ok: true, item: undefined };
        }
        const parsed = parseRangeInput(this.definition, min, max);
        return parsed.ok ? { ok: true, item: { ...parsed.item, exclude } } : parsed;
      },
      send: (item) => item && this.send(at(), item),
      changed: () => this.fireUncommitted(),
    }));
    return draft;
  }

  override render(): unknown {
    const { presets } = this.definition;
    return html`
      <div @focusout=${this.onFocusOut} @keydown=${this.onKey}>
        <div class="flow" @click=${this.onClick} @input=${() => (this.isOpen = false)}>
          ${Array.from({ length: this.rows }, (_, row) => this.row(row))}
        </div>
        ${presets === undefined || !this.isOpen ? nothing : this.presets(presets)}
      </div>
      <prospect-context-menu></prospect-context-menu>
    `;
  }

  /** "1 to any years", and a button that opens its menu. The unit follows the last range only. */
  private row(row: number): TemplateResult {
    const { definition } = this;
    const { exclude } = this.draft(row).text;
    const change = `Change ${this.nameOf(row)}`;
    const unit = row === this.rows - 1 ? definition.unit : undefined;
    return html`
      ${row > 0 && !exclude ? html`<span class="quiet">or</span>` : nothing}
      <div class="flow" role="group" aria-label=${`${definition.label}, range ${countText(row + 1)}`}>
        ${exclude ? html`<span class="tag not">but not</span>` : nothing} ${this.bound(row, "min", "From")}
        <span class="quiet" aria-hidden="true">to</span> ${this.bound(row, "max", "To")}
        ${unit === undefined ? nothing : html`<span class="quiet">${unit}</span>`}
        <button
          class="plain icon"
          type="button"
          title=${change}
          aria-label=${change}
          aria-haspopup="menu"
          @click=${(event: Event) => this.openMenu(row, event.currentTarget as HTMLElement)}
        >
          ⋯
        </button>
        <span class="message problem" id=${`message-${row}`} role="status">${this.problem(row)}</span>
      </div>
    `;
  }

  private bound(row: number, which: "min" | "max", label: string): TemplateResult {
    const draft = this.draft(row);
    return draft.input({
      id: `${which}-${row}`,
      label,
      placeholder: "any",
      keys: "numeric",
      message: `message-${row}`,
      value: draft.text[which],
      typed: (value) => ({ ...draft.text, [which]: value }),
    });
  }

  /** When the message says to swap the inputs, its last sentence is a button. */
  private problem(row: number): unknown {
    const { text, problem } = this.draft(row);
    const says = swapThem;
    return text.max.trim() !== "" && problem.endsWith(says)
      ? html`${problem.slice(0, -says.length)}<button class="link" type="button" @click=${() => this.swap(row)}>
            ${says}
          </button>`
      : problem || nothing;
  }

  /** "51–200" */
  private nameOf(row: number): string {
    const item = this.items[row];
    return item === undefined || isInvalid(item)
      ? "this range"
      : describeItem(this.definition, { ...item, exclude: false });
  }

  /** The suggested ranges as buttons; those in use are pressed. */
  private presets(presets: readonly RangePreset[]): TemplateResult {
    return html`<div
      class="presets flow popup"
      role="group"
      aria-label="Suggested ranges"
      @mousedown=${(event: Event) => event.preventDefault()}
    >
      ${presets.map(
        (preset) =>
          html`<button
            class="plain"
            type="button"
            aria-pressed=${this.indexOf(preset) >= 0 ? "true" : "false"}
            @click=${() => this.togglePreset(preset)}
          >
            ${presetLabel(preset)}
          </button>`,
      )}
    </div>`;
  }

  private openMenu(row: number, button: HTMLElement): void {
    const isExcluded = this.draft(row).text.exclude;
    const items = [{ label: isExcluded ? "Include" : "Exclude", act: () => this.toggleSide(row) }];
    if (this.items.length > 0) {
      if (!this.extraRow) {
        items.push({ label: "Add Range", act: () => this.addRow() });
      }
      items.push({ label: "Remove", act: () => this.removeRow(row) });
    }
    this.menu.show({
      label: `Change ${this.nameOf(row)}`,
      groups: [items],
      at: button.getBoundingClientRect(),
      returnFocus: () => button.focus(),
    });
  }

  private readonly onClick = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) {
      this.showPresets();
    }
  };

  private readonly onFocusOut = (event: FocusEvent): void => {
    if (!this.renderRoot.contains(event.relatedTarget as Node | null)) {
      this.isOpen = false;
    }
  };

  /** The arrow keys open the suggested ranges, and go from one to the next. */
  private readonly onKey = (event: KeyboardEvent): void => {
    const presets = [...this.renderRoot.querySelectorAll<HTMLElement>(".presets button")];
    if (event.key === "Escape" && this.isOpen) {
      event.preventDefault();
      this.isOpen = false;
      this.find("input")?.focus();
    } else if (presets.includes(event.target as HTMLElement)) {
      moveFocus(event, presets);
    } else if (event.key === "ArrowDown" && this.definition.presets !== undefined) {
      event.preventDefault();
      this.isOpen = true;
      void this.updateComplete.then(() => this.find(".presets button")?.focus());
    }
  };

  private showPresets(): void {
    this.isOpen = this.definition.presets !== undefined;
  }

  /** The index of the document's range that is equal to a preset; -1 when there is none. */
  private indexOf({ min, max }: RangePreset): number {
    return this.items.findIndex((item) => !isInvalid(item) && item.min === min && item.max === max);
  }

  private swap(row: number): void {
    const { min, max, exclude } = this.draft(row).text;
    this.draft(row).set({ min: max, max: min, exclude });
    this.find(`#min-${row}`)?.focus();
  }

  private toggleSide(row: number): void {
    this.flush();
    const draft = this.draft(row);
    const item = this.items[row];
    const exclude = !draft.text.exclude;
    if (item === undefined || isInvalid(item) || draft.isTyped) {
      draft.set({ ...draft.text, exclude });
    } else {
      // As in the file, even beyond the bounds of the filter.
      this.send(row, { ...item, exclude });
    }
  }

  private togglePreset(preset: RangePreset): void {
    this.flush();
    const row = this.indexOf(preset);
    if (row >= 0) {
      this.removeRow(row);
    } else {
      this.drafts[this.items.length]?.drop();
      this.send(this.items.length, { min: preset.min, max: preset.max });
    }
  }

  /** Shows the item at once; the document contains it after the edit. */
  private send(row: number, range: RangeFilterItem): void {
    const { field } = this.definition;
    const was = this.items[row];
    const item = compact(range);
    this.fireEdit(
      was === undefined
        ? { kind: "addItems", field, items: [item] }
        : { kind: "replaceItem", field, index: row, was: seenItem(was), item },
    );
    this.items = was === undefined ? [...this.items, item] : this.items.with(row, item);
  }

  private removeRow(row: number): void {
    const item = this.items[row];
    this.focusAfterRemoval = this.shadowRoot?.activeElement === null ? undefined : { row, isOpen: this.isOpen };
    this.drafts[row]?.drop();
    this.drafts.splice(row, 1);
    if (item === undefined) {
      this.extraRow = false;
    } else {
      this.fireEdit({ kind: "removeItem", field: this.definition.field, index: row, was: seenItem(item) });
      this.items = this.items.toSpliced(row, 1);
    }
  }

  private addRow(): void {
    this.flush();
    this.isOpen = false;
    this.extraRow = true;
    void this.updateComplete.then(() => this.find(`#min-${this.rows - 1}`)?.focus());
  }

  private fireUncommitted(): void {
    const rows = Array.from(this.drafts, (draft) =>
      draft?.isUncommitted ? { ...draft.text, problem: draft.problem } : null,
    );
    const problem = rows.find((row) => row !== null && row.problem !== "")?.problem ?? "";
    const detail = rows.some((row) => row !== null) ? { problem, rows } : null;
    this.dispatchEvent(new CustomEvent<UncommittedInput | null>("uncommitted", { detail }));
    this.requestUpdate();
  }

  private fireEdit(edit: SearchEdit): void {
    this.dispatchEvent(new CustomEvent<SearchEdit>("edit", { detail: edit }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-range-field": ProspectRangeField;
  }
}
