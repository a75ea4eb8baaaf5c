// One value of a filter: a group of buttons for include or exclude, the value itself, exact or tolerant, and removal.
import { css, html, LitElement, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { FilterDefinition } from "../../src/service/filterCatalogue";
import { strings } from "./strings";
import { shared } from "./theme";

export interface ChipItem {
  readonly value: string | number;
  readonly exclude?: boolean | undefined;
  readonly exact_match?: boolean | undefined;
}

/** Fired with what the chip should become; without `item` it asks for its removal. Text still to be parsed comes as `text`. */
export interface ChipChange {
  /** What the chip held when the user began. */
  readonly was: ChipItem;
  readonly item?: ChipItem | undefined;
  readonly text?: string | undefined;
}

@customElement("prospect-chip")
export class ProspectChip extends LitElement {
  static override readonly styles = [
    shared,
    css`
      :host {
        display: inline-flex;
        max-width: 100%;
      }
      .chip {
        display: inline-flex;
        max-width: 100%;
        align-items: stretch;
        min-height: 24px;
        border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, var(--vscode-input-border, transparent)));
        border-radius: 12px;
        background: var(--vscode-editor-background);
        color: var(--vscode-editor-foreground, var(--vscode-foreground));
        overflow: clip;
      }
      .chip.not {
        border-radius: 2px;
        border-style: dashed;
        border-color: var(--vscode-editorWarning-foreground, var(--vscode-foreground));
      }
      .not .value bdi {
        text-decoration: line-through;
        text-decoration-thickness: 1px;
      }
      button {
        padding: 1px 6px;
        border-radius: 2px;
        min-width: 24px;
      }
      button:focus-visible {
        outline-offset: -2px;
      }
      button:hover {
        background: var(--vscode-toolbar-hoverBackground);
        outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
        outline-offset: -2px;
      }
      button:focus-visible {
        outline: 1px solid var(--vscode-focusBorder);
      }
      .side {
        font-weight: 600;
        padding-left: 9px;
      }
      .value {
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        padding-inline: 4px;
      }
      .exact {
        color: var(--vscode-descriptionForeground, var(--vscode-foreground));
        white-space: nowrap;
        text-align: center;
      }
      .exact.on {
        color: inherit;
      }
      .remove {
        text-align: center;
        padding-right: 8px;
      }
      input {
        font: inherit;
        color: var(--vscode-input-foreground);
        background: var(--vscode-input-background);
        border: 0;
        outline: 1px solid var(--vscode-focusBorder);
        outline-offset: -1px;
        min-width: 6em;
        max-width: 100%;
        field-sizing: content;
        padding: 1px 6px;
      }
    `,
  ];

  @property({ attribute: false }) item: ChipItem = { value: "" };
  @property({ attribute: false }) match: NonNullable<FilterDefinition["exactMatch"]> = "equality";
  /** The part that Tab reaches, or none when another chip is the way in. */
  @property({ attribute: false }) tabStop: number | undefined;
  @state() private editing = false;
  /** The document may move on while one types; the edit is of what stood here then. */
  private edited: ChipItem | undefined;
  @query("input") private readonly input!: HTMLInputElement | null;

  private get words(): { readonly on: string; readonly off: string } {
    return strings.match[this.match === "term" ? "term" : "equality"];
  }

  override render(): unknown {
    const { exclude = false, exact_match: exact = false } = this.item;
    const value = String(this.item.value);
    const match = exact ? this.words.on : this.words.off;
    const stop = (part: number): number => (this.tabStop === part ? 0 : -1);
    return html`
      <div class="chip ${exclude ? "not" : "is"}" role="group" aria-label=${strings.chipName(value, exclude ? strings.excluded : strings.included, match)}>
        <button class="side" type="button" tabindex=${stop(0)} aria-label=${exclude ? strings.include(value) : strings.exclude(value)} @click=${() => this.become({ exclude: !exclude })}>
          ${exclude ? strings.not : strings.is}
        </button>
        ${this.editing
          ? html`<input type="text" dir="auto" spellcheck="false" aria-label=${strings.editing(value)} .value=${String(this.edited?.value ?? value)} @keydown=${this.editKey} @blur=${this.commitEdit} />`
          : html`<button class="value" type="button" tabindex=${stop(1)} title=${value} aria-label=${strings.edit(value)} @click=${this.startEdit}><bdi>${value}</bdi></button>`}
        <button
          class="exact ${exact ? "on" : ""}"
          type="button"
          tabindex=${stop(2)}
          title=${match}
          aria-label=${exact ? strings.makeTolerant(value, match) : strings.makeExact(value, match)}
          @click=${() => this.become({ exact_match: !exact })}
        >
          ${exact ? strings.exactMark : strings.tolerantMark}
        </button>
        <button class="remove" type="button" tabindex=${stop(3)} title=${strings.remove(value)} aria-label=${strings.remove(value)} @click=${() => this.send({ was: this.item })}>✕</button>
      </div>
    `;
  }

  /** The chip's buttons from left to right. */
  get parts(): readonly HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>("button")];
  }

  startEdit(): void {
    this.edited = this.item;
    this.editing = true;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("editing") && this.editing) {
      this.input?.focus();
      this.input?.select();
    }
  }

  private readonly editKey = (event: KeyboardEvent): void => {
    if (event.key === "Enter") {
      event.preventDefault();
      this.commitEdit();
      void this.focusValue();
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.editing = false;
      void this.focusValue();
    }
  };

  private readonly commitEdit = (): void => {
    if (!this.editing) {
      return;
    }
    const text = this.input?.value.trim() ?? "";
    this.editing = false;
    const was = this.edited ?? this.item;
    if (text !== "" && text !== String(was.value)) {
      this.send({ was, item: was, text });
    }
  };

  private async focusValue(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(".value")?.focus();
  }

  private become(change: Partial<ChipItem>): void {
    this.send({ was: this.item, item: { ...this.item, ...change } });
  }

  private send(detail: ChipChange): void {
    this.dispatchEvent(new CustomEvent<ChipChange>("chip-change", { detail }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-chip": ProspectChip;
  }
}
