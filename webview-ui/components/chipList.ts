// The values of a filter as chips: a toolbar with one tab stop, arrow-key navigation and a menu for each value.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { isInvalid, type InvalidEntry } from "../../src/searches/searchForm";
import type { FilterDefinition } from "../../src/service/filterCatalogue";
import { filterLabel } from "../../src/service/filterWords";
import type { ChipEdit } from "../messages/filterBuilder";
import { chipStyles } from "./chipStyles";
import "./contextMenu";
import type { ContextMenu } from "./contextMenu";
import { strings } from "./strings";
import { sharedStyles } from "./sharedStyles";

export interface ChipItem {
  readonly value: string | number;
  readonly exclude?: boolean | undefined;
  readonly exact_match?: boolean | undefined;
}

/** A value of the document, valid or not. */
export type ValueItem = ChipItem | InvalidEntry;

/** What the user did to a chip: `detail` is a new item, the typed text, or `undefined` for removed or canceled. */
export interface ChipEvent<Detail> {
  readonly index: number;
  readonly was: ValueItem;
  readonly detail: Detail;
}

/** A longer list is folded, because a pasted column may have thousands of values. */
const longestUnfolded = 10;
const foldedChips = 6;
/** A list that grows by more at once was pasted. */
const mostTypedAtOnce = 3;

/**
 * Fires `change-chip` with the new item or `undefined` to remove it, `edit-chip` with the typed text or `undefined`
 * when editing is canceled, `commit-chip` when editing is finished, and `leave-end` when a key leaves the last chip.
 */
@customElement("prospect-chip-list")
export class ProspectChipList extends LitElement {
  static override readonly styles = [sharedStyles, chipStyles];

  @property({ attribute: false }) definition!: FilterDefinition;
  @property({ attribute: false }) items: readonly ValueItem[] = [];
  /** The chip that is being edited. */
  @property({ attribute: false }) editing: ChipEdit | undefined;
  /** Whether its text is invalid. */
  @property({ attribute: false }) invalidEdit = false;
  @state() private isUnfolded = false;
  @state() private tabStop = 0;
  @query("prospect-context-menu") private readonly menu!: ContextMenu;
  @query("input") private readonly input!: HTMLInputElement | null;
  /** Where the focus goes once a removed chip is gone. */
  private focusAfterRemoval: number | "end" | undefined;
  /** What gets the focus once editing has begun or ended. */
  private focusAfterEdit: "input" | "value" | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const added = changed.has("items") ? this.items.length - (changed.get("items")?.length ?? this.items.length) : 0;
    const before = this.items.length - added;
    // A value that was just typed, is edited or must be fixed is always shown.
    if (
      (added > 0 && added <= mostTypedAtOnce && before <= longestUnfolded) ||
      this.items.slice(foldedChips).some(isInvalid) ||
      (this.editing?.index ?? 0) >= foldedChips
    ) {
      this.isUnfolded = true;
    }
  }

  override render(): unknown {
    const { items } = this;
    const isLong = items.length > longestUnfolded;
    const shown = this.isUnfolded || !isLong ? items : items.slice(0, foldedChips);
    const hidden = items.length - shown.length;
    const tabStop = Math.min(this.tabStop, shown.length - 1);
    const firstIncluded = shown.findIndex(({ exclude }) => exclude !== true);
    const isAlternative = (item: ValueItem, index: number): boolean => item.exclude !== true && index > firstIncluded;
    return html`
      ${
        items.length === 0
          ? nothing
          : html`
              <div
                class="chips"
                role="toolbar"
                aria-label=${strings.valuesOf(filterLabel(this.definition))}
                aria-describedby="chip-help"
                @keydown=${this.onKey}
                @focusin=${this.onFocus}
              >
                ${
                  shown.some(({ exclude }) => exclude === true)
                    ? html`<span class="break"></span><span class="but quiet">${strings.not}</span>`
                    : nothing
                }
                ${shown.map(
                  (item, index) =>
                    html`${isAlternative(item, index) ? html`<span class="quiet">${strings.or}</span>` : nothing}
                    ${this.chip(item, index, index === tabStop)}`,
                )}
              </div>
            `
      }
      ${
        isLong
          ? html`<button class="link" type="button" @click=${() => (this.isUnfolded = hidden > 0)}>
              ${hidden > 0 ? strings.moreValues(hidden) : strings.fewerValues}
            </button>`
          : nothing
      }
      <span class="unseen" id="chip-help">${strings.chipHelp}</span>
      <prospect-context-menu></prospect-context-menu>
    `;
  }

  private chip(item: ValueItem, index: number, hasTabStop: boolean): TemplateResult {
    const { exclude = false, exact_match: exact = false } = item;
    const value = String(item.value);
    const edit = this.editing?.index === index ? this.editing : undefined;
    const isWrong = isInvalid(item) || (edit !== undefined && this.invalidEdit);
    const labels = strings.match[this.definition.kind === "integer" ? "term" : "equality"];
    const name = isInvalid(item)
      ? strings.invalidChipName(value, item.problem)
      : strings.chipName(value, exclude ? strings.excluded : strings.included, exact ? labels.exact : labels.similar);
    return html`
      <div class="chip ${exclude ? "not" : "is"} ${isWrong ? "invalid" : ""}" role="group" aria-label=${name}>
        ${edit === undefined ? this.valueButton(item, index, hasTabStop) : this.editInput(item, index, edit.text)}
        <button
          class="remove"
          type="button"
          tabindex="-1"
          title=${strings.remove(value)}
          aria-label=${strings.remove(value)}
          @click=${() => this.removeChip(index, item)}
        >
          ✕
        </button>
      </div>
    `;
  }

  /** An invalid value can only be edited or removed, so it has no menu. */
  private valueButton(item: ValueItem, index: number, hasTabStop: boolean): TemplateResult {
    const value = String(item.value);
    const isWrong = isInvalid(item);
    return html`<button
      class="value"
      type="button"
      tabindex=${hasTabStop ? 0 : -1}
      title=${value}
      aria-label=${isWrong ? strings.edit(value) : nothing}
      aria-haspopup=${isWrong ? nothing : "menu"}
      @click=${() => (isWrong ? this.startEdit(index, item) : this.openMenu(index, item))}
      @contextmenu=${(event: Event) => {
        event.preventDefault();
        this.openMenu(index, item);
      }}
    >
      <bdi>${value}</bdi> ${item.exact_match === true ? html`<span class="exact">${strings.exactMark}</span>` : nothing}
    </button>`;
  }

  private editInput(item: ValueItem, index: number, text: string): TemplateResult {
    return html`<input
      type="text"
      dir="auto"
      spellcheck="false"
      aria-label=${strings.editing(String(item.value))}
      aria-invalid=${this.invalidEdit ? "true" : "false"}
      .value=${live(text)}
      @input=${(event: Event) => this.fireEdit(index, item, (event.target as HTMLInputElement).value)}
      @keydown=${(event: KeyboardEvent) => this.onEditKey(event, index, item)}
      @blur=${() => this.commitEdit()}
    />`;
  }

  private startEdit(index: number, item: ValueItem): void {
    this.focusAfterEdit = "input";
    this.fireEdit(index, item, String(item.value));
  }

  private onEditKey(event: KeyboardEvent, index: number, item: ValueItem): void {
    if (event.key === "Enter" || event.key === "Escape") {
      event.preventDefault();
      this.focusAfterEdit = "value";
      if (event.key === "Enter") {
        this.commitEdit();
      } else {
        this.fireEdit(index, item, undefined);
      }
    }
  }

  /** `blur` also fires when the input is removed after editing has ended. */
  private commitEdit(): void {
    if (this.editing !== undefined) {
      this.dispatchEvent(new CustomEvent("commit-chip"));
    }
  }

  private openMenu(index: number, item: ValueItem): void {
    const chip = this.chips[index];
    if (chip === undefined || isInvalid(item)) {
      return;
    }
    const { exclude = false, exact_match: exact = false } = item;
    const change = (changed: ChipItem): void => this.fireChange(index, item, changed);
    this.menu.show({
      label: strings.change(String(item.value)),
      groups: [
        [
          {
            label: exclude ? strings.include : strings.exclude,
            act: () => change({ ...item, exclude: !exclude }),
          },
          {
            label: exact ? strings.matchSimilar : strings.matchExactly,
            act: () => change({ ...item, exact_match: !exact }),
          },
        ],
        [
          { label: strings.editValue, keys: "F2", act: () => this.startEdit(index, item) },
          { label: strings.removeValue, keys: strings.deleteKey, act: () => this.removeChip(index, item) },
        ],
      ],
      at: chip.getBoundingClientRect(),
      returnFocus: () => this.focusChip(index),
    });
  }

  private removeChip(index: number, was: ValueItem): void {
    this.focusAfterRemoval = this.items.length === 1 ? "end" : Math.min(index, this.items.length - 2);
    this.fireChange(index, was, undefined);
  }

  private fireChange(index: number, was: ValueItem, detail: ChipItem | undefined): void {
    this.fire<ChipItem | undefined>("change-chip", { index, was, detail });
  }

  private fireEdit(index: number, was: ValueItem, detail: string | undefined): void {
    this.fire<string | undefined>("edit-chip", { index, was, detail });
  }

  private fire<Detail>(name: string, detail: ChipEvent<Detail>): void {
    this.dispatchEvent(new CustomEvent<ChipEvent<Detail>>(name, { detail }));
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("items")) {
      const next = this.focusAfterRemoval;
      this.focusAfterRemoval = undefined;
      // Lit reuses the chips' elements, so the focus is only lost when the last one is removed.
      if (next !== undefined && this.shadowRoot?.activeElement === null) {
        this.focusChip(next);
      }
    }
    if (changed.has("editing")) {
      this.moveFocusAfterEdit(changed.get("editing")?.index);
    }
  }

  private moveFocusAfterEdit(before: number | undefined): void {
    if (this.focusAfterEdit === "input" && this.input !== null) {
      this.input.focus();
      this.input.select();
      this.focusAfterEdit = undefined;
    } else if (this.focusAfterEdit === "value" && this.editing === undefined && before !== undefined) {
      this.focusChip(before);
      this.focusAfterEdit = undefined;
    }
  }

  private get chips(): readonly HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>(".chip")];
  }

  /** Focuses the first chip that must be fixed before the search can run; false if there is none. */
  focusInvalid(): boolean {
    const at = this.chips.findIndex((chip) => chip.classList.contains("invalid"));
    if (at >= 0) {
      this.focusChip(at);
    }
    return at >= 0;
  }

  focusLast(): void {
    this.focusChip(this.chips.length - 1);
  }

  /** Synchronous, because the next key may already be queued. */
  private focusChip(to: number | "end"): void {
    if (to === "end" || to >= this.chips.length) {
      this.dispatchEvent(new CustomEvent("leave-end"));
    } else {
      this.tabStop = Math.max(0, to);
      this.chips[this.tabStop]?.querySelector<HTMLElement>("input, .value")?.focus();
    }
  }

  /** The index of the chip that has the focus; -1 when none has. */
  private get focusedChip(): number {
    return this.chips.findIndex((chip) => chip.contains(this.shadowRoot?.activeElement ?? null));
  }

  private readonly onFocus = (): void => {
    this.tabStop = Math.max(0, this.focusedChip);
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const { chips, focusedChip: index } = this;
    const item = this.items[index];
    const isEditing = index === this.editing?.index;
    if (item === undefined || isEditing || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: index + 1,
      ArrowDown: index + 1,
      ArrowLeft: Math.max(0, index - 1),
      ArrowUp: Math.max(0, index - 1),
      Home: 0,
      End: chips.length - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      this.focusChip(next);
    } else if (event.key === "F2") {
      this.startEdit(index, item);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.removeChip(index, item);
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-chip-list": ProspectChipList;
  }
}
