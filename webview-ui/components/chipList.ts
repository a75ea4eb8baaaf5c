// The values of a filter as chips: a toolbar with one tab stop, arrow-key navigation and a menu for each value.
import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { isInvalid, type InvalidEntry } from "../../src/searches/searchForm";
import type { FilterDefinition } from "../../src/service/filterCatalogue";
import { filterLabel } from "../../src/service/filterWords";
import type { ChipEdit } from "../messages/filterBuilder";
import "./chip";
import type { ChipItem, ProspectChip } from "./chip";
import "./contextMenu";
import type { ContextMenu } from "./contextMenu";
import { strings } from "./strings";
import { sharedStyles } from "./sharedStyles";

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
  static override readonly styles = [
    sharedStyles,
    css`
      :host,
      .chips {
        display: contents;
      }
      /* What is excluded is a second line, below the input. */
      .break,
      .but,
      .not {
        order: 1;
      }
      .break {
        flex-basis: 100%;
      }
    `,
  ];

  @property({ attribute: false }) definition!: FilterDefinition;
  @property({ attribute: false }) items: readonly ValueItem[] = [];
  /** The chip that is being edited. */
  @property({ attribute: false }) editing: ChipEdit | undefined;
  /** Whether its text is invalid. */
  @property({ attribute: false }) invalidEdit = false;
  @state() private isUnfolded = false;
  @state() private tabStop = 0;
  @query("prospect-context-menu") private readonly menu!: ContextMenu;
  /** Where the focus goes once a removed chip is gone. */
  private focusAfterUpdate: number | "end" | undefined;

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

  private chip(item: ValueItem, index: number, hasTabStop: boolean): unknown {
    const edit = this.editing?.index === index ? this.editing : undefined;
    const fire = <Detail>(event: string, detail: Detail): boolean =>
      this.dispatchEvent(new CustomEvent<ChipEvent<Detail>>(event, { detail: { index, was: item, detail } }));
    return html`
      <prospect-chip
        class=${item.exclude === true ? "not" : "is"}
        .item=${item}
        .match=${this.definition.exactMatch ?? "equality"}
        .isTabStop=${hasTabStop}
        .edit=${edit?.text}
        .invalidEdit=${edit !== undefined && this.invalidEdit}
        @chip-menu=${() => this.openMenu(index)}
        @chip-remove=${() => this.removeChip(index, item)}
        @chip-edit=${({ detail }: CustomEvent<string | null>) => fire("edit-chip", detail ?? undefined)}
        @chip-commit=${() => this.dispatchEvent(new CustomEvent("commit-chip"))}
      ></prospect-chip>
    `;
  }

  private openMenu(index: number): void {
    const chip = this.chips[index];
    const item = this.items[index];
    if (chip === undefined || item === undefined || isInvalid(item)) {
      return;
    }
    const { exclude = false, exact_match: exact = false } = item;
    const change = (changed: ChipItem): boolean =>
      this.dispatchEvent(
        new CustomEvent<ChipEvent<ChipItem>>("change-chip", { detail: { index, was: item, detail: changed } }),
      );
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
          { label: strings.editValue, keys: "F2", act: () => chip.startEdit() },
          { label: strings.removeValue, keys: strings.deleteKey, act: () => this.removeChip(index, item) },
        ],
      ],
      at: chip.getBoundingClientRect(),
      returnFocus: () => chip.focus(),
    });
  }

  private removeChip(index: number, was: ValueItem): void {
    this.focusAfterUpdate = this.items.length === 1 ? "end" : Math.min(index, this.items.length - 2);
    this.dispatchEvent(
      new CustomEvent<ChipEvent<undefined>>("change-chip", { detail: { index, was, detail: undefined } }),
    );
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("items")) {
      return;
    }
    const next = this.focusAfterUpdate;
    this.focusAfterUpdate = undefined;
    // Lit reuses the chip elements, so the focus is only lost when the last element is removed.
    if (next !== undefined && this.shadowRoot?.activeElement === null) {
      this.focusChip(next);
    }
  }

  private get chips(): readonly ProspectChip[] {
    return [...this.renderRoot.querySelectorAll("prospect-chip")];
  }

  /** The first chip that must be fixed before the search can run. */
  get invalidChip(): ProspectChip | undefined {
    return this.chips.find(({ item, invalidEdit }) => invalidEdit || isInvalid(item));
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
      this.chips[this.tabStop]?.focus();
    }
  }

  /** The index of the chip that has the focus; -1 when none has. */
  private get focusedChip(): number {
    return this.chips.findIndex((chip) => chip.shadowRoot?.activeElement !== null);
  }

  private readonly onFocus = (): void => {
    this.tabStop = Math.max(0, this.focusedChip);
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const { chips, focusedChip: index } = this;
    const chip = chips[index];
    const item = this.items[index];
    if (chip === undefined || item === undefined || chip.isEditing || event.ctrlKey || event.metaKey || event.altKey) {
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
      chip.startEdit();
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
