// The values of a filter as chips: a toolbar with one tab stop, arrow-key navigation and a menu for each value.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { parseFilterInput } from "../../src/searches/filterInput";
import { findItem, type SeenItem } from "../../src/searches/filterItems";
import { isInvalid, type InvalidEntry } from "../../src/searches/searchForm";
import { type FilterDefinition } from "../../src/service/filterCatalogue";
import type { IntegerFilterItem, TextFilterItem } from "../../src/service/requests";
import { countText } from "../../src/text/numbers";
import type { ChipEdit, SearchEdit, UncommittedInput } from "../messages/filterBuilder";
import "./contextMenu";
import { chipStyles } from "./chipStyles";
import type { ContextMenu } from "./contextMenu";
import { controlStyles } from "./controlStyles";
import { compact, seenItem } from "./draft";
import { moveFocus } from "./rovingFocus";
import { shortened } from "./texts";

const matchTexts = {
  equality: { exact: "exact match", similar: "similar match" },
  term: { exact: "exact term", similar: "similar match" },
};

export type ChipItem = TextFilterItem | IntegerFilterItem;

/** A value of the document, valid or not. */
export type ValueItem = ChipItem | InvalidEntry;

/** A longer list is folded, because a pasted column may have thousands of values. */
const longestUnfolded = 10;
const foldedChips = 6;
/** A list that grows by more at once was pasted. */
const mostTypedAtOnce = 3;

/**
 * Fires `edit` with a change of the document, `uncommitted` with text that is not in it, and `leave-end` when a key
 * leaves the last chip.
 */
@customElement("prospect-chip-list")
export class ProspectChipList extends LitElement {
  static override readonly styles = [controlStyles, chipStyles];

  @property({ attribute: false }) definition!: FilterDefinition;
  @property({ attribute: false }) items: readonly ValueItem[] = [];
  /** Shown instead of the ids of records. */
  @property({ attribute: false }) names: Readonly<Record<string, string>> = {};
  /** Input saved when the page was hidden. Only read before the first render. */
  @property({ attribute: false }) restored: UncommittedInput | undefined;
  /** The chip that is being edited. */
  @state() private editing: ChipEdit | undefined;
  /** Why the text of `editing` is invalid. */
  @state() private problem = "";
  @state() private isUnfolded = false;
  @state() private tabStop = 0;
  /** Read aloud by screen readers after an edit. */
  @state() private announcement = "";
  @query("prospect-context-menu") private readonly menu!: ContextMenu;
  @query("input") private readonly input!: HTMLInputElement | null;
  /** Where the focus goes once a removed chip is gone. */
  private focusAfterRemoval: number | "end" | undefined;
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated && this.restored?.chip !== undefined) {
      this.editing = this.restored.chip;
      this.problem = this.restored.problem;
    }
    if (changed.has("items") && this.editing !== undefined) {
      const index = findItem(this.items as readonly SeenItem[], this.editing.index, this.editing.was);
      this.setEdit(index === undefined ? undefined : { ...this.editing, index }, this.problem);
    }
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
                aria-label=${`Values of ${this.definition.label}`}
                aria-describedby="chip-help"
                @keydown=${this.onKey}
                @focusin=${this.onFocus}
              >
                ${
                  shown.some(({ exclude }) => exclude === true)
                    ? html`<span class="break"></span><span class="but quiet">but not</span>`
                    : nothing
                }
                ${shown.map(
                  (item, index) =>
                    html`${isAlternative(item, index) ? html`<span class="quiet">or</span>` : nothing}
                    ${this.chip(item, index, index === tabStop)}`,
                )}
              </div>
            `
      }
      ${
        isLong
          ? html`<button class="link" type="button" @click=${() => (this.isUnfolded = hidden > 0)}>
              ${hidden > 0 ? `Show ${countText(hidden)} more` : "Show fewer"}
            </button>`
          : nothing
      }
      <span class="unseen" id="chip-help"
        >Use the arrow keys to move between values, Enter for the menu of one, and Delete to remove it.</span
      >
      <span class="unseen" role="status">${[this.announcement, this.problem].join(" ").trim()}</span>
      <prospect-context-menu></prospect-context-menu>
    `;
  }

  private nameOf(value: string): string | undefined {
    return Object.hasOwn(this.names, value) ? this.names[value] : undefined;
  }

  private chip(item: ValueItem, index: number, hasTabStop: boolean): TemplateResult {
    const { exclude = false, exact_match: exact = false } = item;
    const value = String(item.value);
    const named = this.nameOf(value);
    const edit = this.editing?.index === index ? this.editing : undefined;
    const isWrong = isInvalid(item) || (edit !== undefined && this.problem !== "");
    const labels = matchTexts[this.definition.kind === "integer" ? "term" : "equality"];
    const shown = named === undefined ? value : `${named}, ${value}`;
    const name = isInvalid(item)
      ? `${value}, invalid. ${item.problem}`
      : `${shown}, ${exclude ? "excluded" : "included"}, ${exact ? labels.exact : labels.similar}`;
    return html`
      <div class="chip ${exclude ? "not" : "is"} ${isWrong ? "invalid" : ""}" role="group" aria-label=${name}>
        ${edit === undefined ? this.valueButton(item, index, hasTabStop) : this.editInput(item, index, edit.text)}
        <button
          class="remove"
          type="button"
          tabindex="-1"
          title=${`Remove ${named ?? value}`}
          aria-label=${`Remove ${named ?? value}`}
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
      class="value clip"
      type="button"
      tabindex=${hasTabStop ? 0 : -1}
      title=${value}
      aria-label=${isWrong ? `Edit ${value}` : nothing}
      aria-haspopup=${isWrong ? nothing : "menu"}
      @click=${() => (isWrong ? this.startEdit(index, item) : this.openMenu(index, item))}
      @contextmenu=${(event: Event) => {
        event.preventDefault();
        this.openMenu(index, item);
      }}
    >
      <bdi>${this.nameOf(value) ?? value}</bdi>
      ${item.exact_match === true ? html`<span class="exact">exact</span>` : nothing}
    </button>`;
  }

  private editInput(item: ValueItem, index: number, text: string): TemplateResult {
    return html`<input
      class="text"
      type="text"
      dir="auto"
      spellcheck="false"
      aria-label=${`New text for ${String(item.value)}`}
      aria-invalid=${this.problem !== "" ? "true" : "false"}
      .value=${live(text)}
      @input=${(event: Event) => this.startEdit(index, item, (event.target as HTMLInputElement).value)}
      @keydown=${(event: KeyboardEvent) => this.onEditKey(event, index)}
      @blur=${() => this.commitEdit()}
    />`;
  }

  private startEdit(index: number, item: ValueItem, text = String(item.value)): void {
    const before = this.editing;
    if (before !== undefined && before.index !== index && this.problem !== "") {
      // Another chip has invalid text, which would be lost.
      this.focusInvalid();
      return;
    }
    this.setEdit({ index, was: before?.index === index ? before.was : seenItem(item), text }, "");
    if (before?.index !== index) {
      void this.updateComplete.then(() => {
        this.input?.focus();
        this.input?.select();
      });
    }
  }

  private onEditKey(event: KeyboardEvent, index: number): void {
    if (event.key === "Enter") {
      this.commitEdit();
    } else if (event.key === "Escape") {
      this.setEdit(undefined, "");
    } else {
      return;
    }
    event.preventDefault();
    if (this.editing === undefined) {
      void this.updateComplete.then(() => this.focusChip(index));
    }
  }

  /** Replaces the value with the typed text. `blur` also does it when the input is removed after editing has ended. */
  commitEdit(): void {
    const edit = this.editing;
    const item = edit === undefined ? undefined : this.items[edit.index];
    if (edit === undefined || item === undefined) {
      return;
    }
    const text = edit.text.trim();
    const isUnchanged = text === String(item.value);
    const parsed =
      text === "" || (isUnchanged && !isInvalid(item)) ? undefined : parseFilterInput(this.definition, text);
    if (parsed?.ok === false) {
      // An invalid value that was not changed already shows its problem.
      this.setEdit(isUnchanged ? undefined : edit, `“${shortened(text)}”: ${parsed.message}`);
      return;
    }
    this.setEdit(undefined, "");
    if (parsed !== undefined) {
      const { exclude, exact_match } = item;
      this.replace(edit.index, edit.was, { ...(parsed.item as ChipItem), exclude, exact_match });
    }
  }

  private setEdit(edit: ChipEdit | undefined, problem: string): void {
    this.editing = edit;
    this.problem = edit === undefined ? "" : problem;
    const detail = edit === undefined ? null : { problem: this.problem, chip: edit };
    this.dispatchEvent(new CustomEvent<UncommittedInput | null>("uncommitted", { detail }));
  }

  private openMenu(index: number, item: ValueItem): void {
    const chip = this.chips[index];
    if (chip === undefined || isInvalid(item)) {
      return;
    }
    const { exclude = false, exact_match: exact = false } = item;
    const change = (changed: ChipItem): void => this.replace(index, seenItem(item), changed);
    this.menu.show({
      label: `Change ${String(item.value)}`,
      groups: [
        [
          {
            label: exclude ? "Include" : "Exclude",
            act: () => change({ ...item, exclude: !exclude }),
          },
          {
            label: exact ? "Match Similar" : "Match Exactly",
            act: () => change({ ...item, exact_match: !exact }),
          },
        ],
        [
          { label: "Edit", keys: "F2", act: () => this.startEdit(index, item) },
          { label: "Remove", keys: "Delete", act: () => this.removeChip(index, item) },
        ],
      ],
      at: chip.getBoundingClientRect(),
      returnFocus: () => this.focusChip(index),
    });
  }

  private removeChip(index: number, item: ValueItem): void {
    this.focusAfterRemoval = this.items.length === 1 ? "end" : Math.min(index, this.items.length - 2);
    this.announcement = `${String(item.value)} removed.`;
    this.fireEdit({ kind: "removeItem", field: this.definition.field, index, was: seenItem(item) });
  }

  /** Like Backspace in the empty input after the chips. */
  removeLast(): void {
    const item = this.items.at(-1);
    if (item !== undefined) {
      this.removeChip(this.items.length - 1, item);
    }
  }

  private replace(index: number, was: SeenItem, item: ChipItem): void {
    this.fireEdit({ kind: "replaceItem", field: this.definition.field, index, was, item: compact(item) });
  }

  private fireEdit(detail: SearchEdit): void {
    this.dispatchEvent(new CustomEvent<SearchEdit>("edit", { detail, bubbles: true, composed: true }));
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
    const target = to === "end" ? undefined : this.targets[Math.max(0, to)];
    if (target === undefined) {
      this.dispatchEvent(new CustomEvent("leave-end"));
    } else {
      target.focus();
    }
  }

  /** The focusable element of each chip. */
  private get targets(): readonly HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>(".chip > :is(input, .value)")];
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
    if (index === chips.length - 1 && (event.key === "ArrowRight" || event.key === "ArrowDown")) {
      event.preventDefault();
      this.focusChip("end");
    } else if (moveFocus(event, this.targets, index)) {
      // The focus has moved.
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
