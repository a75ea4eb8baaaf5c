// One value of a filter: a group of buttons for include or exclude, the value itself, exact or tolerant, and removal.
import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import type { FilterDefinition } from "../../src/service/filterCatalogue";
import { isInvalid, type InvalidEntry } from "../../src/searches/searchForm";
import { strings } from "./strings";
import { shared } from "./theme";

export interface ChipItem {
  readonly value: string | number;
  readonly exclude?: boolean | undefined;
  readonly exact_match?: boolean | undefined;
}

/**
 * Fires `chip-change` with what the chip should become, or with `null` for its removal; `chip-edit` with the text while it
 * is edited, and with `null` when that is given up; `chip-text` with the text when it is done.
 */
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
        border: 1px solid
          var(--vscode-contrastBorder, var(--vscode-widget-border, var(--vscode-input-border, transparent)));
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
      .chip.wrong {
        border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
      }
      span.side {
        align-self: center;
        padding-inline: 9px 0;
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

  @property({ attribute: false }) item: ChipItem | InvalidEntry = { value: "" };
  @property({ attribute: false }) match: NonNullable<FilterDefinition["exactMatch"]> = "equality";
  /** The part that Tab reaches, or none when another chip is the way in. */
  @property({ attribute: false }) tabStop: number | undefined;
  /** What is typed while the value is edited. */
  @property({ attribute: false }) edit: string | undefined;
  /** Whether that was refused. */
  @property({ attribute: false }) refused = false;
  @query("input") private readonly input!: HTMLInputElement | null;
  private focusNext: "input" | "value" | undefined;

  private get words(): { readonly on: string; readonly off: string } {
    return strings.match[this.match === "term" ? "term" : "equality"];
  }

  override render(): unknown {
    const { item } = this;
    const { exclude = false, exact_match: exact = false } = item;
    const value = String(item.value);
    const invalid = isInvalid(item) ? item : undefined;
    const match = exact ? this.words.on : this.words.off;
    const name =
      invalid === undefined
        ? strings.chipName(value, exclude ? strings.excluded : strings.included, match)
        : strings.invalidChipName(value, invalid.problem);
    const last = invalid === undefined ? 3 : 1;
    const stop = (part: number): number =>
      this.tabStop !== undefined && Math.min(this.tabStop, last) === part ? 0 : -1;
    const side = exclude ? strings.not : strings.is;
    return html`
      <div
        class="chip ${exclude ? "not" : "is"} ${invalid !== undefined || this.refused ? "wrong" : ""}"
        role="group"
        aria-label=${name}
      >
        ${
          invalid === undefined
            ? html`<button
                class="side"
                type="button"
                tabindex=${stop(0)}
                aria-label=${exclude ? strings.include(value) : strings.exclude(value)}
                @click=${() => this.become({ exclude: !exclude })}
              >
                ${side}
              </button>`
            : html`<span class="side">${side}</span>`
        }
        ${
          this.edit === undefined
            ? html`<button
                class="value"
                type="button"
                tabindex=${stop(invalid === undefined ? 1 : 0)}
                title=${value}
                aria-label=${strings.edit(value)}
                @click=${this.startEdit}
              >
                <bdi>${value}</bdi>
              </button>`
            : html`<input
                type="text"
                dir="auto"
                spellcheck="false"
                aria-label=${strings.editing(value)}
                aria-invalid=${this.refused ? "true" : "false"}
                .value=${live(this.edit)}
                @input=${(event: Event) => this.say("chip-edit", (event.target as HTMLInputElement).value)}
                @keydown=${this.editKey}
                @blur=${this.commitEdit}
              />`
        }
        ${
          invalid !== undefined
            ? nothing
            : html`<button
                class="exact ${exact ? "on" : ""}"
                type="button"
                tabindex=${stop(2)}
                title=${match}
                aria-label=${exact ? strings.makeTolerant(value, match) : strings.makeExact(value, match)}
                @click=${() => this.become({ exact_match: !exact })}
              >
                ${exact ? strings.exactMark : strings.tolerantMark}
              </button>`
        }
        <button
          class="remove"
          type="button"
          tabindex=${stop(last)}
          title=${strings.remove(value)}
          aria-label=${strings.remove(value)}
          @click=${() => this.say("chip-change", null)}
        >
          ✕
        </button>
      </div>
    `;
  }

  /** The chip's buttons from left to right. */
  get parts(): readonly HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>("button")];
  }

  /** Into the value: its input while it is edited. */
  override focus(): void {
    (this.input ?? this.renderRoot.querySelector<HTMLElement>(".value"))?.focus();
  }

  startEdit(): void {
    this.focusNext = "input";
    this.say("chip-edit", String(this.item.value));
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("edit") && this.focusNext === "input" && this.input !== null) {
      this.focusNext = undefined;
      this.input.focus();
      this.input.select();
    } else if (changed.has("edit") && this.focusNext === "value" && this.edit === undefined) {
      this.focusNext = undefined;
      this.renderRoot.querySelector<HTMLElement>(".value")?.focus();
    }
  }

  private readonly editKey = (event: KeyboardEvent): void => {
    if (event.key === "Enter") {
      event.preventDefault();
      this.focusNext = "value";
      this.commitEdit();
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.focusNext = "value";
      this.say("chip-edit", null);
    }
  };

  /** Also called as the input leaves the page, when nothing is edited any more. */
  private readonly commitEdit = (): void => {
    if (this.edit !== undefined) {
      this.say("chip-text", this.input?.value ?? this.edit);
    }
  };

  private become(change: Partial<ChipItem>): void {
    if (!isInvalid(this.item)) {
      this.say<ChipItem>("chip-change", { ...this.item, ...change });
    }
  }

  private say<Detail>(event: string, detail: Detail): void {
    this.dispatchEvent(new CustomEvent<Detail>(event, { detail }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-chip": ProspectChip;
  }
}
