// An optional number within a sentence. Incomplete or invalid text stays in the input.
import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import type { NumberInput } from "../../src/searches/fetchInput";
import type { InvalidEntry } from "../../src/searches/searchForm";
import type { UncommittedInput } from "../messages/filterBuilder";
import { inputBoxStyles, sharedStyles } from "./sharedStyles";
import { TypingPause } from "./typingPause";

/**
 * Fires `number` with the number, or with `undefined` when the input was cleared, and `uncommitted` with input that is
 * not in the document.
 */
@customElement("prospect-number-field")
export class ProspectNumberField extends LitElement {
  static override readonly styles = [
    sharedStyles,
    inputBoxStyles,
    css`
      :host {
        display: inline-block;
        vertical-align: top;
        max-width: 22em;
      }
      input {
        field-sizing: content;
        width: auto;
        min-width: 5.5em;
        max-width: 9em;
      }
      .problem {
        display: block;
        margin-top: 3px;
      }
    `,
  ];

  /** The input's accessible name. */
  @property() label = "";
  @property() placeholder = "";
  /** Keys offered by an on-screen keyboard. */
  @property() keys: "numeric" | "decimal" = "numeric";
  @property({ attribute: false }) value: number | undefined;
  /** The document's entry when it is not a valid number. */
  @property({ attribute: false }) invalid: InvalidEntry | undefined;
  @property({ attribute: false }) parse!: (text: string) => NumberInput;
  @property({ attribute: false }) show: (value: number) => string = String;
  /** Input saved when the page was hidden. Only read before the first render. */
  @property({ attribute: false }) restored: UncommittedInput | undefined;
  /** The text of the input while it is being edited or is invalid. */
  @state() private draft: string | undefined;
  @state() private problem = "";
  @query("input") private readonly input!: HTMLInputElement | null;
  private readonly typingPause = new TypingPause();

  override focus(): void {
    this.input?.focus();
    this.input?.select();
  }

  override render(): unknown {
    const text = this.draft ?? this.invalid?.value ?? (this.value === undefined ? "" : this.show(this.value));
    const problem = this.draft !== undefined ? this.problem : this.documentProblem();
    return html`
      <div class="box ${problem === "" ? "" : "invalid"}">
        <input
          type="text"
          inputmode=${this.keys}
          autocomplete="off"
          aria-label=${this.label}
          placeholder=${this.placeholder}
          aria-invalid=${problem === "" ? "false" : "true"}
          aria-describedby="message"
          .value=${live(text)}
          @input=${this.onInput}
          @change=${() => this.commit(true)}
          @blur=${() => this.commit(true)}
          @keydown=${(event: KeyboardEvent) => (event.key === "Enter" ? this.onEnter() : undefined)}
        />
      </div>
      <span id="message" class="problem" role="status">${problem === "" ? nothing : problem}</span>
    `;
  }

  /** Prefers this input's own message to the one for the file: it says what to type. */
  private documentProblem(): string {
    const parsed = this.invalid === undefined ? undefined : this.parse(this.invalid.value);
    return parsed?.ok === false ? parsed.message : (this.invalid?.problem ?? "");
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated) {
      this.draft = this.restored?.text;
      this.problem = this.draft === undefined ? "" : (this.restored?.problem ?? "");
      if (this.draft !== undefined && this.problem === "") {
        this.typingPause.restart(() => this.commit(false));
      }
      return;
    }
    const newValue = changed.has("value") && !this.isCommitted();
    const newEntry =
      changed.has("invalid") && changed.get("invalid")?.source !== this.invalid?.source && this.invalid !== undefined;
    if (this.draft !== undefined && !this.typingPause.isPending && (newValue || newEntry)) {
      this.draft = undefined;
      this.problem = "";
      this.fireUncommitted();
    }
  }

  /** Whether the text of the input is the document's number. */
  private isCommitted(): boolean {
    const parsed = this.draft === undefined ? undefined : this.parse(this.draft);
    return parsed?.ok === true && this.invalid === undefined && parsed.value === this.value;
  }

  override disconnectedCallback(): void {
    this.flush();
    super.disconnectedCallback();
  }

  /** Commits typed text now, before the document is read. */
  flush(): void {
    if (this.typingPause.isPending) {
      this.commit(false);
    }
  }

  private readonly onInput = (event: Event): void => {
    this.draft = (event.target as HTMLInputElement).value;
    this.problem = "";
    this.typingPause.restart(() => this.commit(false));
    this.fireUncommitted();
  };

  /** Enter accepts an invalid entry of the document as the input shows it: `"50"` without the quotes. */
  private onEnter(): void {
    this.draft ??= this.invalid?.value;
    this.commit(true);
  }

  /** Unless the user leaves the input, the text stays as typed: `0.50` may become `0.505`. */
  private commit(leaving: boolean): void {
    this.typingPause.cancel();
    if (this.draft === undefined) {
      return;
    }
    const parsed = this.parse(this.draft);
    this.problem = parsed.ok ? "" : parsed.message;
    if (parsed.ok && !this.isCommitted()) {
      this.value = parsed.value;
      this.invalid = undefined;
      this.dispatchEvent(new CustomEvent<number | undefined>("number", { detail: parsed.value }));
    }
    if (parsed.ok && leaving) {
      this.draft = undefined;
    }
    this.fireUncommitted();
  }

  private fireUncommitted(): void {
    const isOpen = this.draft !== undefined && (this.typingPause.isPending || this.problem !== "");
    this.dispatchEvent(
      new CustomEvent<UncommittedInput | null>("uncommitted", {
        detail: isOpen ? { problem: this.problem, text: this.draft } : null,
      }),
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-number-field": ProspectNumberField;
  }
}
