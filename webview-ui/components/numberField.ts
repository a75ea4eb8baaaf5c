// A labelled whole number, which may be left empty where that means something; what is half typed stays.
import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { inputBox, shared } from "./theme";
import { wholeNumber } from "./wholeNumber";

export interface NumberMessages {
  readonly whole: string;
  readonly atLeast: (least: number) => string;
  readonly atMost: (most: number) => string;
}

const restMs = 350;

/** Fires `number` with the number, or with `undefined` when the input was emptied. */
@customElement("prospect-number-field")
export class ProspectNumberField extends LitElement {
  static override readonly styles = [
    shared,
    inputBox,
    css`
      :host {
        display: block;
      }
      .line {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 2px 8px;
      }
      .box {
        width: 7em;
        max-width: 100%;
      }
      input {
        flex: 1;
        width: 100%;
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  @property() label = "";
  @property() placeholder = "";
  @property({ attribute: false }) value: number | undefined;
  /** Whether an empty input means something. */
  @property({ attribute: false }) mayBeEmpty = false;
  @property({ attribute: false }) least = 0;
  @property({ attribute: false }) most = Number.MAX_SAFE_INTEGER;
  @property({ attribute: false }) messages!: NumberMessages;
  @state() private draft: string | undefined;
  @state() private problem = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting = false;

  override render(): unknown {
    const text = this.draft ?? (this.value === undefined ? "" : String(this.value));
    return html`
      <div class="line">
      <label for="number">${this.label}</label>
      <div class="box ${this.problem === "" ? "" : "wrong"}">
        <input
          id="number"
          type="text"
          inputmode="numeric"
          autocomplete="off"
          placeholder=${this.placeholder}
          aria-invalid=${this.problem === "" ? "false" : "true"}
          aria-describedby="message"
          .value=${live(text)}
          @input=${this.typed}
          @change=${this.commit}
          @keydown=${(event: KeyboardEvent) => (event.key === "Enter" ? this.commit() : undefined)}
        />
      </div>
      </div>
      <span id="message" class="problem" role="status">${this.problem === "" ? nothing : this.problem}</span>
    `;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("value") && !this.waiting) {
      this.draft = undefined;
      this.problem = "";
    }
  }

  override disconnectedCallback(): void {
    this.flush();
    super.disconnectedCallback();
  }

  /** Sends what rests, before something that reads the document. */
  flush(): void {
    if (this.waiting) {
      this.commit();
    }
  }

  private readonly typed = (event: Event): void => {
    this.draft = (event.target as HTMLInputElement).value;
    this.problem = "";
    this.waiting = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.commit, restMs);
  };

  private readonly commit = (): void => {
    clearTimeout(this.timer);
    this.waiting = false;
    if (this.draft === undefined) {
      return;
    }
    const empty = this.draft.trim() === "";
    const value = empty ? undefined : wholeNumber(this.draft);
    this.problem = this.problemOf(value, empty);
    if (this.problem !== "") {
      return;
    }
    this.draft = undefined;
    if (value !== this.value) {
      this.value = value;
      this.dispatchEvent(new CustomEvent<number | undefined>("number", { detail: value }));
    }
  };

  private problemOf(value: number | undefined, empty: boolean): string {
    if (value === undefined) {
      return empty && this.mayBeEmpty ? "" : this.messages.whole;
    }
    return value < this.least ? this.messages.atLeast(this.least) : value > this.most ? this.messages.atMost(this.most) : "";
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-number-field": ProspectNumberField;
  }
}
