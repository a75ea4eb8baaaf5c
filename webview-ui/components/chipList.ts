// The values of a filter as chips: a toolbar with one tab stop, through which the arrow keys lead.
import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { isInvalid, type InvalidEntry } from "../../src/searches/searchForm";
import type { FilterDefinition } from "../../src/service/filterCatalogue";
import { filterLabel } from "../../src/service/filterWords";
import type { ChipEdit } from "../messages/filterBuilder";
import "./chip";
import type { ChipItem, ProspectChip } from "./chip";
import { focusedPlace, placeAfter, type ChipPlace } from "./chipKeys";
import { strings } from "./strings";
import { shared, wordButton } from "./theme";

/** A value of the document, valid or not. */
export type ValueItem = ChipItem | InvalidEntry;

/** A chip, and what the user wants of it: another item, none, or a text that is being typed. */
export interface ChipEvent<Wanted> {
  readonly index: number;
  readonly was: ValueItem;
  readonly wanted: Wanted;
}

/** Chips shown before the rest is asked for: a pasted column may hold thousands. */
const chipsAtFirst = 60;

/**
 * Fires `change-chip` with another item or none, `edit-chip` with the text typed or nothing, `commit-chip` when it is typed,
 * and `leave-end` when a key leads behind the last chip.
 */
@customElement("prospect-chip-list")
export class ProspectChipList extends LitElement {
  static override readonly styles = [
    shared,
    wordButton,
    css`
      :host,
      .chips {
        display: contents;
      }
    `,
  ];

  @property({ attribute: false }) definition!: FilterDefinition;
  @property({ attribute: false }) items: readonly ValueItem[] = [];
  /** The chip that is edited. */
  @property({ attribute: false }) editing: ChipEdit | undefined;
  /** Whether its text was refused. */
  @property({ attribute: false }) refused = false;
  @state() private everything = false;
  /** The chip and the part of it that Tab reaches. */
  @state() private stop: ChipPlace = { chip: 0, part: 1 };
  /** Where the focus goes when a removed chip has left. */
  private focusNext: ChipPlace | "end" | undefined;

  protected override willUpdate(): void {
    // What must be fixed is always shown.
    if (this.items.slice(chipsAtFirst).some(isInvalid) || (this.editing?.index ?? 0) >= chipsAtFirst) {
      this.everything = true;
    }
  }

  override render(): unknown {
    const { items } = this;
    const shown = this.everything ? items : items.slice(0, chipsAtFirst);
    const hidden = items.length - shown.length;
    const stop = Math.min(this.stop.chip, shown.length - 1);
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
                @keydown=${this.key}
                @focusin=${this.focused}
              >
                ${shown.map((item, index) => this.chip(item, index, index === stop))}
              </div>
            `
      }
      ${hidden > 0 ? html`<button class="word" type="button" @click=${() => (this.everything = true)}>${strings.moreValues(hidden)}</button>` : nothing}
      <span class="unseen" id="chip-help">${strings.chipHelp}</span>
    `;
  }

  private chip(item: ValueItem, index: number, isStop: boolean): unknown {
    const edited = this.editing?.index === index ? this.editing : undefined;
    const say = <Wanted>(event: string, wanted: Wanted): boolean =>
      this.dispatchEvent(new CustomEvent<ChipEvent<Wanted>>(event, { detail: { index, was: item, wanted } }));
    return html`
      <prospect-chip
        .item=${item}
        .match=${this.definition.exactMatch ?? "equality"}
        .tabStop=${isStop ? this.stop.part : undefined}
        .edit=${edited?.text}
        .refused=${edited !== undefined && this.refused}
        @chip-change=${({ detail }: CustomEvent<ChipItem | null>) => (detail === null ? this.removeChip(index, item, focusedPlace(this.chips)?.part ?? 1) : say("change-chip", detail))}
        @chip-edit=${({ detail }: CustomEvent<string | null>) => say("edit-chip", detail ?? undefined)}
        @chip-text=${() => this.dispatchEvent(new CustomEvent("commit-chip"))}
      ></prospect-chip>
    `;
  }

  private removeChip(index: number, was: ValueItem, part: number): void {
    this.focusNext = this.items.length === 1 ? "end" : { chip: Math.min(index, this.items.length - 2), part };
    this.dispatchEvent(
      new CustomEvent<ChipEvent<undefined>>("change-chip", { detail: { index, was, wanted: undefined } }),
    );
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("items")) {
      return;
    }
    const next = this.focusNext;
    this.focusNext = undefined;
    // The chips keep their places, so the focus is lost only with the last of them.
    if (next !== undefined && this.shadowRoot?.activeElement === null) {
      this.go(next);
    }
  }

  private get chips(): readonly ProspectChip[] {
    return [...this.renderRoot.querySelectorAll("prospect-chip")];
  }

  /** The chip that must be fixed before the search can run. */
  get wrongChip(): ProspectChip | undefined {
    return this.chips.find(({ item, refused }) => refused || isInvalid(item));
  }

  focusLast(): void {
    this.go({ chip: this.chips.length - 1, part: 1 });
  }

  /** At once, since the next key may be waiting already. */
  private go(to: ChipPlace | "end"): void {
    if (to === "end") {
      this.dispatchEvent(new CustomEvent("leave-end"));
      return;
    }
    const parts = this.chips[to.chip]?.parts ?? [];
    this.stop = { chip: to.chip, part: Math.max(0, Math.min(to.part, parts.length - 1)) };
    parts[this.stop.part]?.focus();
  }

  private readonly focused = (): void => {
    const place = focusedPlace(this.chips);
    if (place !== undefined && (place.chip !== this.stop.chip || place.part !== this.stop.part)) {
      this.stop = place;
    }
  };

  private readonly key = (event: KeyboardEvent): void => {
    const { chips } = this;
    const at = focusedPlace(chips);
    const chip = at === undefined ? undefined : chips[at.chip];
    if (at === undefined || chip === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const next = placeAfter(event.key, at, chips);
    if (next !== undefined) {
      event.preventDefault();
      this.go(next);
    } else if (event.key === "F2") {
      chip.startEdit();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.removeChip(at.chip, chip.item, at.part);
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-chip-list": ProspectChipList;
  }
}
