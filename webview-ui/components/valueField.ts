// The values of a text or integer filter: chips, and an input that turns what is typed or pasted into more of them.
import { html, LitElement, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { parseFilterInput, parsePastedInput } from "../../src/searches/filterInput";
import { nearValues } from "../../src/searches/unknownValues";
import type { FilterDefinition } from "../../src/service/filterCatalogue";
import { filterExample, filterLabel, filterMeaning } from "../../src/service/filterWords";
import type { SearchEdit } from "../messages/filterBuilder";
import "./chip";
import type { ChipChange, ChipItem, ProspectChip } from "./chip";
import "./comboBox";
import type { ProspectCombobox } from "./comboBox";
import type { ComboOption } from "./comboOptions";
import { strings } from "./strings";
import { inputBox, shared, wordButton } from "./theme";
import { valueFieldLook } from "./valueFieldLook";

/** Chips shown before the rest is asked for: a pasted column may hold thousands. */
const chipsAtFirst = 60;

/** Fires `edit` with a change of the document, `draft` with the text in its input, `opening` when suggestions are wanted. */
@customElement("prospect-value-field")
export class ProspectValueField extends LitElement {
  static override readonly styles = [shared, inputBox, wordButton, valueFieldLook];

  @property({ attribute: false }) definition!: FilterDefinition;
  @property({ attribute: false }) items: readonly ChipItem[] = [];
  /** Values seen elsewhere, offered after those of the catalogue. */
  @property({ attribute: false }) seen: readonly string[] = [];
  @property() draft = "";
  @state() private problem = "";
  @state() private said = "";
  @state() private everything = false;
  /** The chip and the part of it that Tab reaches. */
  @state() private stop = { chip: 0, part: 1 };
  @query("prospect-combobox") private readonly combobox!: ProspectCombobox;
  /** Where the focus goes when a removed chip has left. */
  private focusNext: { readonly chip: number; readonly part: number } | "input" | undefined;
  private lastValues: readonly ChipItem[] = [];

  override focus(): void {
    void this.updateComplete.then(() => this.combobox.focus());
  }

  override render(): unknown {
    const { definition, items } = this;
    const shown = this.everything ? items : items.slice(0, chipsAtFirst);
    const hidden = items.length - shown.length;
    const stop = Math.min(this.stop.chip, shown.length - 1);
    return html`
      <div class="box ${this.problem === "" ? "" : "wrong"}" @click=${this.boxClicked}>
        ${items.length === 0
          ? nothing
          : html`
              <div class="chips" role="toolbar" aria-label=${strings.valuesOf(filterLabel(definition))} aria-describedby="chip-help" @keydown=${this.chipKey} @focusin=${this.chipFocused}>
                ${shown.map(
                  (item, index) => html`
                    <prospect-chip
                      .item=${item}
                      .match=${definition.exactMatch ?? "equality"}
                      .tabStop=${index === stop ? this.stop.part : undefined}
                      @chip-change=${(event: CustomEvent<ChipChange>) => this.change(index, event.detail)}
                    ></prospect-chip>
                  `,
                )}
              </div>
            `}
        ${hidden > 0 ? html`<button class="word" type="button" @click=${() => (this.everything = true)}>${strings.moreValues(hidden)}</button>` : nothing}
        <prospect-combobox
          bare
          .freeText=${true}
          .label=${strings.addTo(filterLabel(definition))}
          .placeholder=${items.length === 0 ? filterExample(definition) : strings.addHint}
          .options=${this.options()}
          .draft=${this.draft}
          .wrong=${this.problem !== ""}
          .help=${[filterMeaning(definition), this.problem].filter(Boolean).join(". ")}
          @choose=${(event: CustomEvent<string>) => this.addText(event.detail)}
          @enter-text=${(event: CustomEvent<string>) => this.addText(event.detail)}
          @paste-text=${this.pasted}
          @draft=${(event: CustomEvent<string>) => this.setDraft(event.detail)}
          @leave-start=${(event: CustomEvent<string>) => this.leaveStart(event.detail)}
          @opening=${() => this.dispatchEvent(new CustomEvent("opening"))}
        ></prospect-combobox>
        ${this.problem === "" && this.draft.trim() !== "" ? html`<button class="word" type="button" aria-label=${strings.addValue(this.draft.trim())} @click=${() => this.addText(this.draft)}>${strings.add}</button>` : nothing}
      </div>
      <span class="unseen" id="chip-help">${strings.chipHelp}</span>
      ${this.problem === "" ? nothing : html`<p class="problem">${this.problem}</p>`}
      ${items.length > 9 ? html`<button class="word" type="button" @click=${() => this.send({ kind: "removeFilter", field: definition.field })}>${strings.removeAll(items.length)}</button>` : nothing}
      <span role="status" class="unseen">${this.problem === "" ? this.said : this.problem}</span>
    `;
  }

  private options(): readonly ComboOption[] {
    const used = new Set(this.items.map(({ value }) => String(value).toLowerCase()));
    const typed = this.draft.trim();
    const near = typed.length < 2 ? [] : nearValues(this.definition, typed);
    const open = [...new Set([...near, ...(this.definition.suggestions ?? []), ...this.seen])].filter((value) => !used.has(value.toLowerCase()));
    return open.map((value) => ({ value, label: value, always: near.includes(value) }));
  }

  private setDraft(text: string): void {
    this.draft = text;
    this.problem = "";
    this.dispatchEvent(new CustomEvent<string>("draft", { detail: text }));
  }

  private addText(text: string): void {
    const parsed = parseFilterInput(this.definition, text);
    if (!parsed.ok) {
      this.problem = parsed.message;
      return;
    }
    this.add([parsed.item]);
    this.setDraft("");
  }

  /** A column or row of values becomes chips at once; a single value is left for the user to look at. */
  private readonly pasted = (event: CustomEvent<string>): void => {
    const { items, refused } = parsePastedInput(this.definition, event.detail);
    if (items.length + refused.length < 2) {
      return;
    }
    event.preventDefault();
    this.add(items as readonly ChipItem[]);
    if (refused.length > 0) {
      const some = refused.slice(0, 3).map((one) => strings.quoted(one.text.slice(0, 40))).join(", ");
      this.problem = `${strings.notAdded(refused.length > 3 ? `${some} …` : some)} ${refused[0]?.message ?? ""}`;
    }
  };

  private add(items: readonly ChipItem[]): void {
    const there = new Set(this.items.map(({ value }) => String(value).toLowerCase()));
    const fresh = items.filter(({ value }) => {
      const key = String(value).toLowerCase();
      return !there.has(key) && there.add(key) !== undefined;
    });
    this.said = fresh.length === 0 ? strings.alreadyThere : strings.added(fresh.length);
    if (fresh.length > 0) {
      this.send({ kind: "addItems", field: this.definition.field, items: fresh.map((item) => tidy(this.definition.exactMatch === "advised" ? { exact_match: true, ...item } : item)) });
    }
  }

  private change(index: number, change: ChipChange): void {
    const { field } = this.definition;
    if (change.item === undefined) {
      this.removeChip(index, change.was, this.focusedPart()?.part ?? 1);
      return;
    }
    let { item } = change;
    if (change.text !== undefined) {
      const parsed = parseFilterInput(this.definition, change.text);
      if (!parsed.ok) {
        this.problem = parsed.message;
        return;
      }
      item = { ...item, value: (parsed.item as ChipItem).value };
    }
    this.problem = "";
    this.send({ kind: "replaceItem", field, index, was: tidy(change.was), item: tidy(item) });
  }

  private removeChip(index: number, was: ChipItem, part: number): void {
    this.focusNext = this.items.length === 1 ? "input" : { chip: Math.min(index, this.items.length - 2), part };
    this.said = strings.removed(String(was.value));
    this.send({ kind: "removeItem", field: this.definition.field, index, was: tidy(was) });
  }

  protected override updated(): void {
    if (this.items !== this.lastValues) {
      this.lastValues = this.items;
      const next = this.focusNext;
      this.focusNext = undefined;
      // The chips keep their places, so the focus is lost only with the last of them.
      const lost = this.shadowRoot?.activeElement === null;
      if (next === "input" && lost) {
        this.combobox.focus();
      } else if (next !== undefined && next !== "input" && lost) {
        this.focusPart(next.chip, next.part);
      }
    }
  }

  private get chips(): readonly ProspectChip[] {
    return [...this.renderRoot.querySelectorAll("prospect-chip")];
  }

  private focusedPart(): { readonly chip: number; readonly part: number } | undefined {
    const { chips } = this;
    const chip = chips.findIndex((one) => one.shadowRoot?.activeElement !== null);
    const focused = chips[chip]?.shadowRoot?.activeElement;
    const part = chips[chip]?.parts.indexOf(focused as HTMLElement) ?? -1;
    return part < 0 ? undefined : { chip, part };
  }

  /** At once, since the next key may be waiting already. */
  private focusPart(chip: number, part: number): void {
    this.stop = { chip, part };
    this.chips[chip]?.parts[part]?.focus();
  }

  private readonly chipFocused = (): void => {
    const focused = this.focusedPart();
    if (focused !== undefined && (focused.chip !== this.stop.chip || focused.part !== this.stop.part)) {
      this.stop = focused;
    }
  };

  private readonly chipKey = (event: KeyboardEvent): void => {
    const at = this.focusedPart();
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const { chips } = this;
    const count = chips[at.chip]?.parts.length ?? 4;
    const go = (position: number): void => {
      event.preventDefault();
      if (position >= chips.length * count) {
        this.combobox.focus();
      } else if (position >= 0) {
        this.focusPart(Math.floor(position / count), position % count);
      }
    };
    const position = at.chip * count + at.part;
    const item = chips[at.chip]?.item;
    switch (event.key) {
      case "ArrowRight":
        return go(position + 1);
      case "ArrowLeft":
        return go(position - 1);
      case "ArrowDown":
        return go(position + count);
      case "ArrowUp":
        return go(position - count);
      case "Home":
        return go(0);
      case "End":
        return go(chips.length * count - count + at.part);
      case "F2":
        return chips[at.chip]?.startEdit();
      case "Delete":
      case "Backspace":
        event.preventDefault();
        if (item !== undefined) {
          this.removeChip(at.chip, item, at.part);
        }
        return;
      default:
        return;
    }
  };

  private leaveStart(key: string): void {
    const last = this.items.length - 1;
    const item = this.chips[last]?.item ?? this.items[last];
    if (item === undefined) {
      return;
    }
    if (key === "ArrowLeft") {
      this.focusPart(Math.min(last, this.chips.length - 1), 1);
    } else if (this.draft === "") {
      this.send({ kind: "removeItem", field: this.definition.field, index: last, was: tidy(item) });
      this.said = strings.removed(String(item.value));
    }
  }

  private readonly boxClicked = (event: Event): void => {
    if (event.target === event.currentTarget) {
      this.combobox.focus();
    }
  };

  private send(edit: SearchEdit): void {
    this.dispatchEvent(new CustomEvent<SearchEdit>("edit", { detail: edit }));
  }
}

/** An item without the keys that say what is so anyway; the document stays short. */
function tidy(item: ChipItem): ChipItem {
  return { value: item.value, ...(item.exclude ? { exclude: true } : {}), ...(item.exact_match ? { exact_match: true } : {}) };
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-value-field": ProspectValueField;
  }
}
