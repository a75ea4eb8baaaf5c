// The values of a text or integer filter: chips, and an input that adds typed or pasted values.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { parsePastedInput, parseTypedInput, type ParsedValues } from "../../src/searches/filterInput";
import { isInvalid } from "../../src/searches/searchForm";
import { nearValues, unknownOf } from "../../src/searches/unknownValues";
import { filterExample, type FilterDefinition } from "../../src/service/filterCatalogue";
import { countText } from "../../src/text/numbers";
import type { SearchEdit, UncommittedInput } from "../messages/filterBuilder";
import "./chipList";
import "./comboBox";
import type { ChipItem, ProspectChipList, ValueItem } from "./chipList";
import type { ProspectCombobox } from "./comboBox";
import type { ComboOption } from "./comboOptions";
import { controlStyles } from "./controlStyles";
import { compact } from "./draft";
import { shortened } from "./texts";

const valueFieldStyles = css`
  :host {
    display: block;
  }
  .values {
    cursor: text;
  }
  .problem,
  .note {
    margin-top: 3px;
  }
  prospect-combobox {
    flex: 1 1 9em;
    min-width: 0;
    max-width: 34em;
  }
`;

/** Pasted values that stay in the input because they are invalid. */
const mostKept = 10;

/** Problems listed below the field; the rest are only counted. */
const listedProblems = 5;

/**
 * Fires `edit` with a change of the document, `draft` with the text of its input, `uncommitted` with input that is not
 * in the document, and `opening` when suggestions are needed.
 */
@customElement("prospect-value-field")
export class ProspectValueField extends LitElement {
  static override readonly styles = [controlStyles, valueFieldStyles];

  @property({ attribute: false }) definition!: FilterDefinition;
  @property({ attribute: false }) items: readonly ValueItem[] = [];
  /** Values from earlier results, suggested after those of the catalogue. */
  @property({ attribute: false }) suggestions: readonly string[] = [];
  /** Shown instead of the ids of records. */
  @property({ attribute: false }) names: Readonly<Record<string, string>> = {};
  @property() draft = "";
  /** Input saved when the page was hidden. Only read before the first render. */
  @property({ attribute: false }) restored: UncommittedInput | undefined;
  /** Why the text of the input cannot be added. */
  @state() private problem = "";
  /** The result of adding several or duplicate values, shown until the next edit. */
  @state() private addedNote = "";
  /** Read aloud by screen readers after an edit. */
  @state() private announcement = "";
  /** The uncommitted text of the chip that is being edited. */
  @state() private chip: UncommittedInput | null = null;
  @query("prospect-combobox") private readonly combobox!: ProspectCombobox;
  @query("prospect-chip-list") private readonly chipList!: ProspectChipList;

  /** Focuses the input and opens its suggestions. */
  focusAndOpen(): void {
    void this.updateComplete.then(() => this.combobox.focusAndOpen());
  }

  /** Focuses the first invalid value, or else the input. */
  override focus(): void {
    void this.updateComplete.then(() => {
      if (this.problem !== "" || !this.chipList.focusInvalid()) {
        this.combobox.focus();
      }
    });
  }

  protected override willUpdate(): void {
    if (!this.hasUpdated && this.restored !== undefined) {
      this.chip = this.restored.chip === undefined ? null : this.restored;
      this.problem = this.chip === null ? this.restored.problem : "";
    }
  }

  override render(): unknown {
    const { definition, items } = this;
    const typed = this.problem === "" ? this.draft.trim() : "";
    return html`
      <div class="flow values" @click=${this.onBoxClick}>
        <prospect-chip-list
          .definition=${definition}
          .items=${items}
          .names=${this.names}
          .restored=${this.restored}
          @uncommitted=${({ detail }: CustomEvent<UncommittedInput | null>) => this.setProblem(this.problem, detail)}
          @leave-end=${() => this.combobox.focus()}
        ></prospect-chip-list>
        <prospect-combobox
          bare
          .freeText=${true}
          .label=${`Add to ${definition.label}`}
          .placeholder=${this.placeholder()}
          .options=${this.options()}
          .draft=${this.draft}
          .invalid=${this.problem !== ""}
          .help=${[definition.meaning, this.problem].filter(Boolean).join(". ")}
          @choose=${(event: CustomEvent<string>) => this.addText(event.detail)}
          @enter-text=${(event: CustomEvent<string>) => this.addText(event.detail)}
          @paste-text=${this.onPaste}
          @draft=${(event: CustomEvent<string>) => this.setDraft(event.detail)}
          @leave-start=${(event: CustomEvent<string>) => this.leaveStart(event.detail)}
          @opening=${() => this.dispatchEvent(new CustomEvent("opening"))}
        ></prospect-combobox>
        ${typed === "" ? nothing : this.addButton(typed)} ${items.length > 10 ? this.removeAllButton() : nothing}
      </div>
      ${this.messages().map((message) => html`<p class="problem">${message}</p>`)} ${this.unknownValues()}
      ${
        typed === ""
          ? nothing
          : html`<p class="quiet note">“${shortened(typed)}” isn't added yet. Press Enter to add it.</p>`
      }
      ${this.addedNote === "" ? nothing : html`<p class="quiet note">${this.addedNote}</p>`}
      <span role="status" class="unseen">${[this.announcement, this.problem].join(" ").trim()}</span>
    `;
  }

  private placeholder(): string {
    const { definition, items } = this;
    if (items.length === 0) {
      return `e.g. ${filterExample(definition)}`;
    }
    return definition.isExactAdvised || definition.kind === "integer" ? "Add or paste a list…" : "Add…";
  }

  private addButton(typed: string): TemplateResult {
    return html`<button
      class="link"
      type="button"
      aria-label=${`Add “${typed}”`}
      @click=${() => this.addText(this.draft)}
    >
      Add
    </button>`;
  }

  private removeAllButton(): TemplateResult {
    const { field } = this.definition;
    return html`<button class="link" type="button" @click=${() => this.fireEdit({ kind: "removeFilter", field })}>
      Remove all ${countText(this.items.length)} values
    </button>`;
  }

  private messages(): readonly string[] {
    const invalid = this.items.filter((item) => isInvalid(item));
    const more = invalid.length - listedProblems;
    const problems = invalid.slice(0, listedProblems).map(({ value, problem }) => `“${shortened(value)}”: ${problem}`);
    return [this.problem, this.chip?.problem ?? "", ...problems, more > 0 ? moreProblemsText(more) : ""].filter(
      (message) => message !== "",
    );
  }

  /** Valid values that the filter does not know. */
  private get unknownItems(): readonly ValueItem[] {
    const valid = this.items.filter((item) => !isInvalid(item));
    const unknown = unknownOf(
      this.definition,
      valid.map(({ value }) => String(value)),
      this.suggestions,
    );
    return valid.filter(({ value }) => unknown.has(String(value)));
  }

  private unknownValues(): unknown {
    return this.unknownItems.slice(0, listedProblems).map((item) => {
      const value = String(item.value);
      const near = nearValues(this.definition, value);
      const text =
        near.length === 0
          ? `“${shortened(value)}” is not a known value. Check the spelling.`
          : `“${shortened(value)}” is not a known value. Did you mean:`;
      return html`<p class="quiet note flow">
        <span>${text}</span>
        ${near.map(
          (name) =>
            html`<button class="link" type="button" @click=${() => this.useInstead(item, name)}>${name}</button>`,
        )}
      </p>`;
    });
  }

  /** Requests suggestions for unknown values, because values from earlier results are known, too. */
  protected override firstUpdated(): void {
    if (this.unknownItems.length > 0) {
      this.dispatchEvent(new CustomEvent("opening"));
    }
  }

  private useInstead(item: ValueItem, value: string): void {
    const index = this.items.indexOf(item);
    if (index >= 0 && !isInvalid(item)) {
      const { field } = this.definition;
      this.fireEdit({ kind: "replaceItem", field, index, was: item, item: { ...item, value } });
      this.combobox.focus();
    }
  }

  private options(): readonly ComboOption[] {
    const used = new Set(this.items.map(({ value }) => String(value).toLowerCase()));
    // A minus before the typed text also excludes the suggestion.
    const [, minus = "", typed = ""] = /^(-?)(.*)$/su.exec(this.draft.trim()) ?? [];
    const near = typed.length < 2 ? [] : nearValues(this.definition, typed);
    const unused = [...new Set([...near, ...(this.definition.suggestions ?? []), ...this.suggestions])].filter(
      (value) => !used.has(value.toLowerCase()),
    );
    return unused.map((value) => ({ value: minus + value, label: minus + value, always: near.includes(value) }));
  }

  /** Adds typed text as Enter would, before the search is run. Invalid text stays in the input with its problem. */
  commitInput(): void {
    this.chipList.commitEdit();
    const text = this.draft.trim();
    if (text !== "") {
      this.addText(text);
      if (this.problem !== "") {
        this.setProblem(`“${shortened(text)}” isn't added yet. ${this.problem}`);
      }
    }
  }

  private setDraft(text: string): void {
    this.draft = text;
    this.addedNote = "";
    this.dispatchEvent(new CustomEvent<string>("draft", { detail: text }));
    this.setProblem("");
  }

  private setProblem(problem: string, chip = this.chip): void {
    this.problem = problem;
    this.chip = chip;
    const detail = chip === null && problem === "" ? null : { ...chip, problem: chip?.problem || problem };
    this.dispatchEvent(new CustomEvent<UncommittedInput | null>("uncommitted", { detail }));
  }

  private addText(text: string): void {
    this.addValues(parseTypedInput(this.definition, text), Infinity);
  }

  /** Adds a pasted column or row of values at once; a single value is left in the input for the user to check. */
  private readonly onPaste = (event: CustomEvent<string>): void => {
    const values = parsePastedInput(this.definition, event.detail);
    if (values.items.length + values.refused.length + values.duplicates > 1) {
      event.preventDefault();
      this.addValues(values, this.definition.kind === "integer" ? mostKept : 1);
    }
  };

  /** Invalid values stay in the input, to be corrected. */
  private addValues({ items, refused, duplicates }: ParsedValues, mostRefused: number): void {
    const fresh = this.addNew(items as readonly ChipItem[]);
    const leftOut = duplicates + items.length - fresh;
    const kept = refused.slice(0, mostRefused);
    const hasSeveral = items.length + refused.length + duplicates > 1;
    this.setDraft(kept.map(({ text }) => text).join(", "));
    this.setProblem(refused[0]?.message ?? "");
    const parts: string[] = [];
    if (fresh > 0 || leftOut === 0) {
      parts.push(`${countText(fresh)} added`);
    }
    if (leftOut > 0) {
      parts.push(duplicatesText(leftOut));
    }
    if (refused.length > 0) {
      parts.push(`${countText(refused.length)} not understood`);
    }
    const note = parts.join(", ");
    let help = "";
    if (refused.length > 0) {
      const areAllKept = kept.length === refused.length;
      help = areAllKept ? "Correct the text in the input and press Enter." : keptFirstText(kept.length);
    }
    this.announcement = fresh > 0 || leftOut > 0 || hasSeveral ? [`${note}.`, help].join(" ").trim() : "";
    this.addedNote = hasSeveral || leftOut > 0 ? this.announcement : "";
  }

  /** Adds the values that the filter does not have yet; returns how many. */
  private addNew(items: readonly ChipItem[]): number {
    const existing = new Set(
      this.items.filter((item) => !isInvalid(item)).map(({ value }) => String(value).toLowerCase()),
    );
    const fresh = items.filter(({ value }) => {
      const key = String(value).toLowerCase();
      return !existing.has(key) && existing.add(key) !== undefined;
    });
    if (fresh.length > 0) {
      this.fireEdit({
        kind: "addItems",
        field: this.definition.field,
        items: fresh.map((item) => compact(this.definition.isExactAdvised ? { exact_match: true, ...item } : item)),
      });
    }
    return fresh.length;
  }

  private leaveStart(key: string): void {
    if (this.items.length > 0 && key === "ArrowLeft") {
      this.chipList.focusLast();
    } else if (key === "Backspace" && this.draft === "") {
      this.chipList.removeLast();
    }
  }

  private readonly onBoxClick = (event: Event): void => {
    if (event.target === event.currentTarget) {
      this.combobox.focus();
    }
  };

  private fireEdit(edit: SearchEdit): void {
    this.dispatchEvent(new CustomEvent<SearchEdit>("edit", { detail: edit }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-value-field": ProspectValueField;
  }
}

function moreProblemsText(count: number): string {
  return count === 1 ? "1 more value must be fixed." : `${countText(count)} more values must be fixed.`;
}

function duplicatesText(count: number): string {
  return count === 1 ? "1 duplicate left out" : `${countText(count)} duplicates left out`;
}

function keptFirstText(count: number): string {
  return count === 1
    ? "The first one is in the input: correct it and press Enter."
    : `The first ${countText(count)} are in the input: correct them and press Enter.`;
}
