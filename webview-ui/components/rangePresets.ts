// Suggested ranges of a range filter as buttons; those in use are pressed.
import { html, type TemplateResult } from "lit";
import type { RangePreset } from "../../src/service/filterCatalogue";
import { presetLabel } from "../../src/service/filterWords";
import { strings } from "./strings";

export function rangePresets(
  presets: readonly RangePreset[],
  isInUse: (preset: RangePreset) => boolean,
  toggle: (preset: RangePreset) => void,
): TemplateResult {
  return html`<div
    class="presets popup"
    role="group"
    aria-label=${strings.presets}
    @keydown=${onKey}
    @mousedown=${(event: Event) => event.preventDefault()}
  >
    ${presets.map(
      (preset) =>
        html`<button type="button" aria-pressed=${isInUse(preset) ? "true" : "false"} @click=${() => toggle(preset)}>
          ${presetLabel(preset)}
        </button>`,
    )}
  </div>`;
}

/** The arrow keys go from one to the next. */
function onKey(event: KeyboardEvent): void {
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  const step = steps[event.key];
  if (step !== undefined) {
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...(event.currentTarget as Element).querySelectorAll("button")];
    const at = buttons.findIndex((button) => button === event.target);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  }
}
