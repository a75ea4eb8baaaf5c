// One value of a filter: buttons to include or exclude, edit, match exactly or similarly, and remove it.
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
 * Fires `chip-change` with the new item, or `null` to remove the chip; `chip-edit` with the text while the value is
 * edited, or `null` when editing is canceled; `chip-commit` when editing is finished.
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
      .chip.invalid {
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
      button:hover {
        background: var(--vscode-toolbar-hoverBackground);
        outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
        outline-offset: -2px;
      }
      button:focus-visible {
        outline: 1px solid var(--vscode-focusBorder);
        outline-offset: -2px;
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
  /** Index of the button that Tab reaches; `undefined` when another chip has the tab stop. */
  @property({ attribute: false }) tabStop: number | undefined;
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
        ${this.sideButton(value, exclude)}
        ${this.edit === undefined ? this.valueButton(value) : this.editInput(value, this.edit)}
        ${invalid ? nothing : this.matchButton(value, exact, match)}
        <button
          class="remove"
          type="button"
          tabindex=${this.tabIndexOf(this.lastButton)}
          title=${strings.remove(value)}
          aria-label=${strings.remove(value)}
          @click=${() => this.fire("chip-change", null)}
        >
          ✕
        </button>
      </div>
    `;
  }

  /** An invalid value can only be edited or removed. */
  private sideButton(value: string, exclude: boolean): TemplateResult {
    const side = exclude ? strings.not : strings.is;
    return isInvalid(this.item)
      ? html`<span class="side">${side}</span>`
      : html`<button
          class="side"
          type="button"
          tabindex=${this.tabIndexOf(0)}
          aria-label=${exclude ? strings.include(value) : strings.exclude(value)}
          @click=${() => this.change({ exclude: !exclude })}
        >
          ${side}
        </button>`;
  }

  private valueButton(value: string): TemplateResult {
    return html`<button
      class="value"
      type="button"
      tabindex=${this.tabIndexOf(isInvalid(this.item) ? 0 : 1)}
      title=${value}
      aria-label=${strings.edit(value)}
      @click=${this.startEdit}
    >
      <bdi>${value}</bdi>
    </button>`;
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

  private matchButton(value: string, exact: boolean, match: string): TemplateResult {
    return html`<button
      class="exact ${exact ? "on" : ""}"
      type="button"
      tabindex=${this.tabIndexOf(2)}
      title=${match}
      aria-label=${exact ? strings.matchSimilar(value, match) : strings.matchExactly(value, match)}
      @click=${() => this.change({ exact_match: !exact })}
    >
      ${exact ? strings.exactMark : strings.similarMark}
    </button>`;
  }

  private get lastButton(): number {
    return isInvalid(this.item) ? 1 : 3;
  }

  private tabIndexOf(button: number): number {
    return this.tabStop !== undefined && Math.min(this.tabStop, this.lastButton) === button ? 0 : -1;
  }

  /** The chip's buttons from left to right. */
  get buttons(): readonly HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>("button")];
  }

  /** Focuses the value, or its input while it is edited. */
  override focus(): void {
    (this.input ?? this.renderRoot.querySelector<HTMLElement>(".value"))?.focus();
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

  private change(change: Partial<ChipItem>): void {
    if (!isInvalid(this.item)) {
      this.fire<ChipItem>("chip-change", { ...this.item, ...change });
    }
  }

  private fire<Detail>(event: string, detail: Detail): void {
    this.dispatchEvent(new CustomEvent<Detail>(event, { detail }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-chip": ProspectChip;
  }
}
