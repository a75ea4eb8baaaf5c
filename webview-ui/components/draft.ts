// Typed text that is not in the document yet: parsed after a pause in typing or when its input is left, then sent as an
// edit, or kept with its problem.
import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { itemKey, type SeenItem } from "../../src/searches/filterItems";
import { isInvalid, type FormItem, type InvalidEntry } from "../../src/searches/searchForm";
import type { FilterItem } from "../../src/service/requests";

const typingPauseMs = 350;

/** Waits for a pause in typing, so that a number typed digit by digit becomes one edit and one undo step. */
export class TypingPause {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether typed text waits to be committed. */
  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  /** Calls `commit` after a pause in typing; each call restarts the wait. */
  restart(commit: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      commit();
    }, typingPauseMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** An item as an edit contains it: without keys at their default, so that the document stays short. */
export function compact<Item extends FilterItem>(item: Item): Item {
  return Object.fromEntries(
    Object.entries(item).filter(([, value]) => value !== undefined && value !== false),
  ) as unknown as Item;
}

/** Identifies an item of the document in an edit, so that the host still finds it when the document has changed. */
export function seenItem(item: FormItem): SeenItem {
  return isInvalid(item) ? { source: item.source } : compact(item);
}

function isSameItem(a: FormItem | number | undefined, b: FormItem | number | undefined): boolean {
  return a === b || (typeof a === "object" && typeof b === "object" && itemKey(a) === itemKey(b));
}

/** Connects an input to its item: where the item comes from, and how text becomes an item. */
export interface DraftField<Text, Item> {
  /** The item in the document. */
  item(): Item | InvalidEntry | undefined;
  textOf(item: Item | InvalidEntry | undefined): Text;
  /** `undefined` for no item. */
  parse(
    text: Text,
  ): { readonly ok: true; readonly item: Item | undefined } | { readonly ok: false; readonly message: string };
  /** Changes the document; afterwards `item` returns the new one. */
  send(item: Item | undefined): void;
  /** Called when the shown text or its uncommitted state has changed. */
  changed(): void;
}

export class Draft<Text, Item extends FilterItem | number> {
  #typed: Text | undefined;
  #problem = "";
  /** The document's item when typing began. */
  #before: Item | InvalidEntry | undefined;
  readonly #pause = new TypingPause();

  constructor(private readonly field: DraftField<Text, Item>) {}

  /** The text that the inputs show. */
  get text(): Text {
    return this.#typed ?? this.field.textOf(this.field.item());
  }

  get isTyped(): boolean {
    return this.#typed !== undefined;
  }

  /**
   * Why it is invalid. For an entry of the file, the field's own message is preferred, because it says what to type.
   */
  get problem(): string {
    const item = this.field.item();
    if (this.isTyped || !isInvalid(item)) {
      return this.#problem;
    }
    const parsed = this.field.parse(this.text);
    return parsed.ok ? item.problem : parsed.message;
  }

  /** Whether the typed text is not in the document yet. */
  get isUncommitted(): boolean {
    return this.isTyped && (this.#pause.isPending || this.#problem !== "");
  }

  type(text: Text): void {
    this.restore(text, "");
    this.field.changed();
  }

  /** Restores text that was typed before the page was hidden. */
  restore(text: Text, problem: string): void {
    this.#typed = text;
    this.#problem = problem;
    this.#before = this.field.item();
    if (problem === "") {
      this.#pause.restart(() => this.#commit());
    }
  }

  /** Types and commits at once. */
  set(text: Text): void {
    this.type(text);
    this.leave();
  }

  /** Commits text that still waits for a pause, before the document is read. */
  flush(): void {
    if (this.#pause.isPending) {
      this.#commit();
    }
  }

  /** Enter accepts an invalid entry of the document as the inputs show it: `"50"` without the quotes. */
  enter(): void {
    if (isInvalid(this.field.item())) {
      this.#typed ??= this.text;
    }
    this.leave();
  }

  /**
   * Keeps the text as typed until the input is left: `0.50` may become `0.505`. An empty one stays: it may be excluded.
   */
  leave(): void {
    this.#commit();
    if (this.#problem === "" && this.field.item() !== undefined) {
      this.drop();
    }
  }

  #commit(): void {
    this.#pause.cancel();
    const parsed = this.#typed === undefined ? undefined : this.field.parse(this.#typed);
    this.#problem = parsed?.ok === false ? parsed.message : "";
    if (parsed?.ok === true && !isSameItem(parsed.item, this.field.item())) {
      this.field.send(parsed.item);
      this.#before = this.field.item();
    }
    this.field.changed();
  }

  /** Another item of the document replaces the text, unless the user is typing. */
  follow(): void {
    if (!isSameItem(this.#before, this.field.item()) && !this.#pause.isPending) {
      this.drop();
    }
  }

  drop(): void {
    this.#pause.cancel();
    if (this.#typed !== undefined) {
      this.#typed = undefined;
      this.#problem = "";
      this.field.changed();
    }
  }

  /** An input of the draft, in its box; `typed` converts the input's text to the draft's text. */
  input(options: {
    readonly id: string;
    readonly label: string;
    readonly placeholder: string;
    readonly keys: "numeric" | "decimal";
    /** The id of the element that shows the problem. */
    readonly message: string;
    readonly value: string;
    readonly typed: (value: string) => Text;
  }): TemplateResult {
    const isWrong = this.problem !== "";
    return html`<input
      class="text"
      id=${options.id}
      type="text"
      inputmode=${options.keys}
      autocomplete="off"
      aria-label=${options.label}
      placeholder=${options.placeholder}
      aria-invalid=${isWrong ? "true" : "false"}
      aria-describedby=${options.message}
      .value=${live(options.value)}
      @input=${(event: Event) => this.type(options.typed((event.target as HTMLInputElement).value))}
      @change=${() => this.leave()}
      @blur=${() => this.leave()}
      @keydown=${(event: KeyboardEvent) => (event.key === "Enter" ? this.enter() : undefined)}
    />`;
  }
}
