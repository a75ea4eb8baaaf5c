// Suggested ranges of a range filter as buttons; those in use are pressed.
import { css, html, LitElement } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { RangePreset } from "../../src/service/filterCatalogue";
import { presetLabel } from "../../src/service/filterWords";
import { strings } from "./strings";
import { sharedStyles } from "./sharedStyles";

/** Fires `toggle-preset` with the preset. */
@customElement("prospect-range-presets")
export class ProspectRangePresets extends LitElement {
  static override readonly styles = [
    sharedStyles,
    css`
      :host {
        display: block;
      }
      div {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
      }
      button {
        padding: 2px 8px;
        min-height: 24px;
        border: var(--field);
        border-radius: var(--round);
        font-variant-numeric: tabular-nums;
      }
      button:hover {
        background: var(--hover);
      }
      button[aria-pressed="true"] {
        background: var(--vscode-inputOption-activeBackground, transparent);
        color: var(--vscode-inputOption-activeForeground, inherit);
        border-color: var(--vscode-inputOption-activeBorder, currentColor);
        font-weight: 600;
      }
    `,
  ];

  @property({ attribute: false }) presets: readonly RangePreset[] = [];
  @property({ attribute: false }) inUse: readonly RangePreset[] = [];

  override focus(): void {
    (this.shadowRoot?.activeElement === null ? this.buttons[0] : undefined)?.focus();
  }

  private get buttons(): readonly HTMLElement[] {
    return [...this.renderRoot.querySelectorAll("button")];
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      const { buttons } = this;
      const at = buttons.findIndex((button) => button === this.shadowRoot?.activeElement);
      buttons[(at + step + buttons.length) % buttons.length]?.focus();
    }
  };

  override render(): unknown {
    return html`
      <div role="group" aria-label=${strings.presets} @keydown=${this.onKey}>
        ${this.presets.map(
          (preset) =>
            html`<button
              type="button"
              aria-pressed=${this.inUse.includes(preset) ? "true" : "false"}
              @click=${() => this.dispatchEvent(new CustomEvent<RangePreset>("toggle-preset", { detail: preset }))}
            >
              ${presetLabel(preset)}
            </button>`,
        )}
      </div>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-range-presets": ProspectRangePresets;
  }
}
