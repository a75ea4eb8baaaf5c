// One value of a filter: a button that opens its menu, and a button that removes it.
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import type { FilterDefinition } from "../../src/service/filterCatalogue";
import { isInvalid, type InvalidEntry } from "../../src/searches/searchForm";
import { strings } from "./strings";
import { sharedStyles } from "./sharedStyles";

export interface ChipItem {
  readonly value: string | number;
  readonly exclude?: boolean | undefined;
  readonly exact_match?: boolean | undefined;
}

/**
 * Fires `chip-menu` when its menu should open; `chip-remove`; `chip-edit` with the text while the value is edited, or
 * `null` when editing is canceled; `chip-commit` when editing is finished.
 */
@customElement("prospect-chip")
export class ProspectChip extends LitElement {
  static override readonly styles = [
    sharedStyles,
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
        border: 1px solid var(--vscode-contrastBorder, transparent);
        border-radius: var(--round);
        background: color-mix(in srgb, var(--vscode-focusBorder, transparent) 14%, transparent);
        color: var(--vscode-editor-foreground, var(--vscode-foreground));
        overflow: clip;
      }
      .chip.not {
        border-style: dashed;
        border-color: var(--vscode-editorWarning-foreground, currentColor);
        background: color-mix(in srgb, var(--vscode-editorWarning-foreground, transparent) 10%, transparent);
      }
      .chip.invalid {
        border-style: solid;
        border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
      }
      button {
        min-width: 24px;
        border-radius: inherit;
      }
      button:hover {
        background: var(--hover);
        outline: var(--dash);
      }
      button:is(:hover, :focus-visible) {
        outline-offset: -2px;
      }
      .value {
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        padding: 1px 2px;
        padding-inline-start: 9px;
      }
      .exact {
        font-style: italic;
        font-size: 0.92em;
      }
      .remove {
        padding-inline: 2px 5px;
        text-align: center;
        font-size: 0.85em;
      }
      input {
        font: inherit;
        color: var(--vscode-input-foreground);
        background: var(--vscode-input-background);
        border: 0;
        outline: var(--ring);
        outline-offset: -1px;
        min-width: 6em;
        max-width: 100%;
        field-sizing: content;
        padding: 1px 9px;
        border-radius: inherit;
      }
    `,
  ];

  @property({ attribute: false }) item: ChipItem | InvalidEntry = { value: "" };
  @property({ attribute: false }) match: NonNullable<FilterDefinition["exactMatch"]> = "equality";
  /** Whether Tab reaches this chip. */
  @property({ attribute: false }) isTabStop = false;
  /** The text in the input while the value is edited. */
  @property({ attribute: false }) edit: string | undefined;
  /** Whether that text is invalid. */
  @property({ attribute: false }) invalidEdit = false;
  @query("input") private readonly input!: HTMLInputElement | null;
  private focusAfterUpdate: "input" | "value" | undefined;

  override render(): unknown {
    const { item } = this;
    const { exclude = false, exact_match: exact = false } = item;
    const value = String(item.value);
    const invalid = isInvalid(item);
    const labels = strings.match[this.match === "term" ? "term" : "equality"];
    const match = exact ? labels.exact : labels.similar;
    const name = invalid
      ? strings.invalidChipName(value, item.problem)
      : strings.chipName(value, exclude ? strings.excluded : strings.included, match);
    return html`
      <div
        class="chip ${exclude ? "not" : "is"} ${invalid || this.invalidEdit ? "invalid" : ""}"
        role="group"
        aria-label=${name}
      >
        ${this.edit === undefined ? this.valueButton(value, invalid) : this.editInput(value, this.edit)}
        <button
          class="remove"
          type="button"
          tabindex="-1"
          title=${strings.remove(value)}
          aria-label=${strings.remove(value)}
          @click=${() => this.fire("chip-remove", undefined)}
        >
          ✕
        </button>
      </div>
    `;
  }

  /** An invalid value can only be edited or removed, so it has no menu. */
  private valueButton(value: string, invalid: boolean): TemplateResult {
    const { exact_match: exact = false } = this.item;
    const mark = exact ? html`<span class="exact">${strings.exactMark}</span>` : nothing;
    return html`<button
      class="value"
      type="button"
      tabindex=${this.isTabStop ? 0 : -1}
      title=${value}
      aria-label=${invalid ? strings.edit(value) : nothing}
      aria-haspopup=${invalid ? nothing : "menu"}
      @click=${() => (invalid ? this.startEdit() : this.openMenu())}
      @contextmenu=${this.onContextMenu}
    >
      <bdi>${value}</bdi> ${mark}
    </button>`;
  }

  private readonly onContextMenu = (event: Event): void => {
    event.preventDefault();
    this.openMenu();
  };

  private openMenu(): void {
    if (!isInvalid(this.item)) {
      this.fire("chip-menu", undefined);
    }
  }

  private editInput(value: string, text: string): TemplateResult {
    return html`<input
      type="text"
      dir="auto"
      spellcheck="false"
      aria-label=${strings.editing(value)}
      aria-invalid=${this.invalidEdit ? "true" : "false"}
      .value=${live(text)}
      @input=${(event: Event) => this.fire("chip-edit", (event.target as HTMLInputElement).value)}
      @keydown=${this.onEditKey}
      @blur=${this.commitEdit}
    />`;
  }

  /** Focuses the value, or its input while it is edited. */
  override focus(): void {
    (this.input ?? this.renderRoot.querySelector<HTMLElement>(".value"))?.focus();
  }

  get isEditing(): boolean {
    return this.edit !== undefined;
  }

  startEdit(): void {
    this.focusAfterUpdate = "input";
    this.fire("chip-edit", String(this.item.value));
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("edit")) {
      return;
    }
    if (this.focusAfterUpdate === "input" && this.input !== null) {
      this.focusAfterUpdate = undefined;
      this.input.focus();
      this.input.select();
    } else if (this.focusAfterUpdate === "value" && this.edit === undefined) {
      this.focusAfterUpdate = undefined;
      this.renderRoot.querySelector<HTMLElement>(".value")?.focus();
    }
  }

  private readonly onEditKey = (event: KeyboardEvent): void => {
    if (event.key === "Enter") {
      event.preventDefault();
      this.focusAfterUpdate = "value";
      this.commitEdit();
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.focusAfterUpdate = "value";
      this.fire("chip-edit", null);
    }
  };

  /** `blur` also fires when the input is removed after editing has ended, so `edit` is checked. */
  private readonly commitEdit = (): void => {
    if (this.edit !== undefined) {
      this.fire("chip-commit", undefined);
    }
  };

  private fire<Detail>(event: string, detail: Detail): void {
    this.dispatchEvent(new CustomEvent<Detail>(event, { detail }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-chip": ProspectChip;
  }
}
