// The values of a filter as chips: a toolbar with one tab stop and arrow-key navigation.
import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { isInvalid, type InvalidEntry } from "../../src/searches/searchForm";
import type { FilterDefinition } from "../../src/service/filterCatalogue";
import { filterLabel } from "../../src/service/filterWords";
import type { ChipEdit } from "../messages/filterBuilder";
import "./chip";
import type { ChipItem, ProspectChip } from "./chip";
import { buttonAfterKey, focusedButton, type ChipButton } from "./chipKeys";
import { strings } from "./strings";
import { sharedStyles, linkButtonStyles } from "./sharedStyles";

/** A value of the document, valid or not. */
export type ValueItem = ChipItem | InvalidEntry;

/** What the user did to a chip: `detail` is a new item, the typed text, or `undefined` for removed or canceled. */
export interface ChipEvent<Detail> {
  readonly index: number;
  readonly was: ValueItem;
  readonly detail: Detail;
}

/** A pasted column may have thousands of values, so the rest is rendered only on request. */
const initialChips = 60;

/**
 * Fires `change-chip` with the new item or `undefined` to remove it, `edit-chip` with the typed text or `undefined`
 * when editing is canceled, `commit-chip` when editing is finished, and `leave-end` when a key leaves the last chip.
 */
@customElement("prospect-chip-list")
export class ProspectChipList extends LitElement {
  static override readonly styles = [
    sharedStyles,
    linkButtonStyles,
    css`
      :host,
      .chips {
        display: contents;
      }
    `,
  ];

  @property({ attribute: false }) definition!: FilterDefinition;
  @property({ attribute: false }) items: readonly ValueItem[] = [];
  /** The chip that is being edited. */
  @property({ attribute: false }) editing: ChipEdit | undefined;
  /** Whether its text is invalid. */
  @property({ attribute: false }) invalidEdit = false;
  @state() private showAll = false;
  @state() private tabStop: ChipButton = { chip: 0, button: 1 };
  /** Where the focus goes once a removed chip is gone. */
  private focusAfterUpdate: ChipButton | "end" | undefined;

  protected override willUpdate(): void {
    // Values that must be fixed are always shown.
    if (this.items.slice(initialChips).some(isInvalid) || (this.editing?.index ?? 0) >= initialChips) {
      this.showAll = true;
    }
  }

  override render(): unknown {
    const { items } = this;
    const shown = this.showAll ? items : items.slice(0, initialChips);
    const hidden = items.length - shown.length;
    const tabStopChip = Math.min(this.tabStop.chip, shown.length - 1);
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
                ${shown.map((item, index) => this.chip(item, index, index === tabStopChip))}
              </div>
            `
      }
      ${
        hidden > 0
          ? html`<button class="word" type="button" @click=${() => (this.showAll = true)}>
              ${strings.moreValues(hidden)}
            </button>`
          : nothing
      }
      <span class="unseen" id="chip-help">${strings.chipHelp}</span>
    `;
  }

  private chip(item: ValueItem, index: number, hasTabStop: boolean): unknown {
    const edit = this.editing?.index === index ? this.editing : undefined;
    const fire = <Detail>(event: string, detail: Detail): boolean =>
      this.dispatchEvent(new CustomEvent<ChipEvent<Detail>>(event, { detail: { index, was: item, detail } }));
    const change = (changed: ChipItem | null): void => {
      if (changed === null) {
        this.removeChip(index, item, focusedButton(this.chips)?.button ?? 1);
      } else {
        fire("change-chip", changed);
      }
    };
    return html`
      <prospect-chip
        .item=${item}
        .match=${this.definition.exactMatch ?? "equality"}
        .tabStop=${hasTabStop ? this.tabStop.button : undefined}
        .edit=${edit?.text}
        .invalidEdit=${edit !== undefined && this.invalidEdit}
        @chip-change=${({ detail }: CustomEvent<ChipItem | null>) => change(detail)}
        @chip-edit=${({ detail }: CustomEvent<string | null>) => fire("edit-chip", detail ?? undefined)}
        @chip-commit=${() => this.dispatchEvent(new CustomEvent("commit-chip"))}
      ></prospect-chip>
    `;
  }

  private removeChip(index: number, was: ValueItem, button: number): void {
    this.focusAfterUpdate = this.items.length === 1 ? "end" : { chip: Math.min(index, this.items.length - 2), button };
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
      this.focusButton(next);
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
    this.focusButton({ chip: this.chips.length - 1, button: 1 });
  }

  /** Synchronous, because the next key may already be queued. */
  private focusButton(to: ChipButton | "end"): void {
    if (to === "end") {
      this.dispatchEvent(new CustomEvent("leave-end"));
      return;
    }
    const buttons = this.chips[to.chip]?.buttons ?? [];
    this.tabStop = { chip: to.chip, button: Math.max(0, Math.min(to.button, buttons.length - 1)) };
    buttons[this.tabStop.button]?.focus();
  }

  private readonly onFocus = (): void => {
    const focused = focusedButton(this.chips);
    if (focused !== undefined && (focused.chip !== this.tabStop.chip || focused.button !== this.tabStop.button)) {
      this.tabStop = focused;
    }
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const { chips } = this;
    const focused = focusedButton(chips);
    const chip = focused === undefined ? undefined : chips[focused.chip];
    if (focused === undefined || chip === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const next = buttonAfterKey(event.key, focused, chips);
    if (next !== undefined) {
      event.preventDefault();
      this.focusButton(next);
    } else if (event.key === "F2") {
      chip.startEdit();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.removeChip(focused.chip, chip.item, focused.button);
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-chip-list": ProspectChipList;
  }
}
