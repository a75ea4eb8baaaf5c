// One range of a range filter: "1 to any years", and a button that opens its menu.
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { FilterDefinition } from "../../src/service/filterCatalogue";
import { filterLabel, unitLabel } from "../../src/service/filterWords";
import { swapThem } from "../../src/service/valueTexts";
import type { RangeDraft } from "../messages/filterBuilder";
import { strings } from "./strings";

export interface RangeRow {
  readonly definition: FilterDefinition;
  readonly row: number;
  readonly isLast: boolean;
  readonly values: RangeDraft;
  /** "51–200" */
  readonly name: string;
  readonly onInput: (which: "min" | "max", text: string) => void;
  readonly onChange: () => void;
  readonly onEnter: () => void;
  readonly onSwap: () => void;
  readonly onClick: () => void;
  readonly onMenu: (button: HTMLElement) => void;
}

/** The unit follows the last range only. */
export function rangeRow(range: RangeRow): TemplateResult {
  const { definition, row, isLast, values, name } = range;
  const { min, max, exclude } = values;
  const unit = isLast ? definition.unit : undefined;
  return html`
    ${row > 0 && !exclude ? html`<span class="quiet">${strings.or}</span>` : nothing}
    <div class="row" role="group" aria-label=${strings.range(filterLabel(definition), row + 1)}>
      ${exclude ? html`<span class="not">${strings.not}</span>` : nothing} ${bound(range, "min", min)}
      <span class="quiet" aria-hidden="true">${strings.to}</span> ${bound(range, "max", max)}
      ${unit === undefined ? nothing : html`<span class="quiet">${unitLabel(unit)}</span>`}
      <button
        class="plain icon"
        type="button"
        title=${strings.change(name)}
        aria-label=${strings.change(name)}
        aria-haspopup="menu"
        @click=${(event: Event) => range.onMenu(event.currentTarget as HTMLElement)}
      >
        ⋯
      </button>
      <span class="message problem" id=${`message-${row}`} role="status">${problemOf(range)}</span>
    </div>
  `;
}

/** Its last sentence is a button where it says to swap the two inputs. */
function problemOf({ values: { max, problem }, onSwap }: RangeRow): unknown {
  const says = swapThem();
  return max.trim() !== "" && problem.endsWith(says)
    ? html`${problem.slice(0, -says.length)}<button class="link" type="button" @click=${onSwap}>${says}</button>`
    : problem || nothing;
}

function bound(
  { row, values, onInput, onChange, onEnter, onClick }: RangeRow,
  which: "min" | "max",
  value: string,
): unknown {
  const isInvalid = values.problem !== "";
  return html`
    <span class="box ${isInvalid ? "invalid" : ""}">
      <input
        id=${`${which}-${row}`}
        type="text"
        inputmode="numeric"
        autocomplete="off"
        aria-label=${which === "min" ? strings.min : strings.max}
        placeholder=${strings.anyBound}
        aria-invalid=${isInvalid ? "true" : "false"}
        aria-describedby=${`message-${row}`}
        .value=${live(value)}
        @input=${(event: Event) => onInput(which, (event.target as HTMLInputElement).value)}
        @change=${onChange}
        @click=${onClick}
        @keydown=${(event: KeyboardEvent) => (event.key === "Enter" ? onEnter() : undefined)}
      />
    </span>
  `;
}
