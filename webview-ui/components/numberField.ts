// A labelled number, which may be left empty; what is half typed or refused stays in the input.
import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import type { NumberInput } from "../../src/searches/fetchInput";
import type { InvalidEntry } from "../../src/searches/searchForm";
import type { Unsettled } from "../messages/filterBuilder";
import { inputBox, shared } from "./theme";

/** Typing rests this long before the number goes into the document, so that one number is one step of undo. */
const restMs = 350;

/**
 * Fires `number` with the number, or with `undefined` when the input was emptied, and `unsettled` with what the input
 * shows instead of the document's number.
 */
@customElement("prospect-number-field")
export class ProspectNumberField extends LitElement {
  static override readonly styles = [
    shared,
    inputBox,
    css`
      :host {
        display: block;
        max-width: 24em;
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
      .problem {
        display: block;
        margin-top: 3px;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property() label = "";
  @property() placeholder = "";
  /** Which keys a keyboard on the screen offers. */
  @property() keys: "numeric" | "decimal" = "numeric";
  @property({ attribute: false }) value: number | undefined;
  /** What the document has instead of a number. */
  @property({ attribute: false }) invalid: InvalidEntry | undefined;
  @property({ attribute: false }) parse!: (text: string) => NumberInput;
  @property({ attribute: false }) show: (value: number) => string = String;
  /** What the input showed when the page was hidden. Read once. */
  @property({ attribute: false }) kept: Unsettled | undefined;
  /** The text of the input while one is in it, and while it was refused. */
  @state() private draft: string | undefined;
  @state() private problem = "";
  @query("input") private readonly input!: HTMLInputElement | null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting = false;

  override focus(): void {
    this.input?.focus();
    this.input?.select();
  }

  override render(): unknown {
    const text = this.draft ?? this.invalid?.value ?? (this.value === undefined ? "" : this.show(this.value));
    const problem = this.draft !== undefined ? this.problem : this.problemOfFile();
    return html`
      <div class="line">
        <label for="number">${this.label}</label>
        <div class="box ${problem === "" ? "" : "wrong"}">
          <input
            id="number"
            type="text"
            inputmode=${this.keys}
            autocomplete="off"
            placeholder=${this.placeholder}
            aria-invalid=${problem === "" ? "false" : "true"}
            aria-describedby="message"
            .value=${live(text)}
            @input=${this.typed}
            @change=${() => this.commit(true)}
            @blur=${() => this.commit(true)}
            @keydown=${(event: KeyboardEvent) => (event.key === "Enter" ? this.enter() : undefined)}
          />
        </div>
      </div>
      <span id="message" class="problem" role="status">${problem === "" ? nothing : problem}</span>
    `;
  }

  /** What is typed here is explained for this input; only what one could type so is the file's own matter. */
  private problemOfFile(): string {
    const parsed = this.invalid === undefined ? undefined : this.parse(this.invalid.value);
    return parsed?.ok === false ? parsed.message : (this.invalid?.problem ?? "");
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated) {
      this.draft = this.kept?.text;
      this.problem = this.draft === undefined ? "" : (this.kept?.problem ?? "");
      if (this.draft !== undefined && this.problem === "") {
        this.rest();
      }
      return;
    }
    const newValue = changed.has("value") && !this.isSettled();
    const newEntry =
      changed.has("invalid") && changed.get("invalid")?.source !== this.invalid?.source && this.invalid !== undefined;
    if (this.draft !== undefined && !this.waiting && (newValue || newEntry)) {
      this.draft = undefined;
      this.problem = "";
      this.tell();
    }
  }

  /** Whether the text in the input means the number that the document has. */
  private isSettled(): boolean {
    const parsed = this.draft === undefined ? undefined : this.parse(this.draft);
    return parsed?.ok === true && this.invalid === undefined && parsed.value === this.value;
  }

  override disconnectedCallback(): void {
    this.flush();
    super.disconnectedCallback();
  }

  /** Sends what rests, before something that reads the document. */
  flush(): void {
    if (this.waiting) {
      this.commit(false);
    }
  }

  private readonly typed = (event: Event): void => {
    this.draft = (event.target as HTMLInputElement).value;
    this.problem = "";
    this.rest();
    this.tell();
  };

  private rest(): void {
    this.waiting = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.commit(false), restMs);
  }

  /** What the document has may be taken as the input shows it: `"50"` without the quotes. */
  private enter(): void {
    this.draft ??= this.invalid?.value;
    this.commit(true);
  }

  /** While one types on, the text stays as typed: `0.50` may be on its way to `0.505`. */
  private commit(leaving: boolean): void {
    clearTimeout(this.timer);
    this.waiting = false;
    if (this.draft === undefined) {
      return;
    }
    const parsed = this.parse(this.draft);
    this.problem = parsed.ok ? "" : parsed.message;
    if (parsed.ok && !this.isSettled()) {
      this.value = parsed.value;
      this.invalid = undefined;
      this.dispatchEvent(new CustomEvent<number | undefined>("number", { detail: parsed.value }));
    }
    if (parsed.ok && leaving) {
      this.draft = undefined;
    }
    this.tell();
  }

  private tell(): void {
    const open = this.draft !== undefined && (this.waiting || this.problem !== "");
    this.dispatchEvent(
      new CustomEvent<Unsettled | null>("unsettled", {
        detail: open ? { problem: this.problem, text: this.draft } : null,
      }),
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-number-field": ProspectNumberField;
  }
}
