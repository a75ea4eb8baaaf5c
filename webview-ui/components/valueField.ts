// The values of a text or integer filter: chips, and an input that adds typed or pasted values.
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { parseFilterInput, parsePastedInput, parseTypedInput, type ParsedValues } from "../../src/searches/filterInput";
import { findItem, type SeenItem } from "../../src/searches/filterItems";
import { isInvalid } from "../../src/searches/searchForm";
import { nearValues } from "../../src/searches/unknownValues";
import type { FilterDefinition } from "../../src/service/filterCatalogue";
import { filterExample, filterLabel, filterMeaning } from "../../src/service/filterWords";
import type { ChipEdit, SearchEdit, UncommittedInput } from "../messages/filterBuilder";
import "./chipList";
import type { ChipEvent, ChipItem, ProspectChipList, ValueItem } from "./chipList";
import "./comboBox";
import type { ProspectCombobox } from "./comboBox";
import type { ComboOption } from "./comboOptions";
import { compactValue, seenItem } from "./formItems";
import { strings } from "./strings";
import { inputBoxStyles, sharedStyles } from "./sharedStyles";

const valueFieldStyles = css`
  :host {
    display: block;
  }
  .values {
    display: flex;
    flex-wrap: wrap;
    gap: 3px 5px;
    align-items: center;
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

/** Pasted values that stay in the input when they are not understood. */
const mostKept = 10;

/** Problems listed below the field; the rest are only counted. */
const listedProblems = 5;

/**
 * Fires `edit` with a change of the document, `draft` with the text of its input, `uncommitted` with input that is not
 * in the document, and `opening` when suggestions are needed.
 */
@customElement("prospect-value-field")
export class ProspectValueField extends LitElement {
  static override readonly styles = [sharedStyles, inputBoxStyles, valueFieldStyles];

  @property({ attribute: false }) definition!: FilterDefinition;
  @property({ attribute: false }) items: readonly ValueItem[] = [];
  /** Values from earlier results, suggested after those of the catalogue. */
  @property({ attribute: false }) suggestions: readonly string[] = [];
  @property() draft = "";
  /** Input saved when the page was hidden. Only read before the first render. */
  @property({ attribute: false }) restored: UncommittedInput | undefined;
  /** Why the text of the input cannot be added. */
  @state() private problem = "";
  /** What became of the values that were just added, shown until the next edit if there were several. */
  @state() private addedNote = "";
  /** Read aloud after an edit. */
  @state() private announcement = "";
  @state() private chipEdit: ChipEdit | undefined;
  /** Why the text of the edited chip is invalid. */
  @state() private chipProblem = "";
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

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated) {
      this.chipEdit = this.restored?.chip;
      this.chipProblem = this.chipEdit === undefined ? "" : (this.restored?.problem ?? "");
      this.problem = this.chipEdit === undefined ? (this.restored?.problem ?? "") : "";
    }
    if (changed.has("items") && this.chipEdit !== undefined) {
      const index = findItem(this.items as readonly SeenItem[], this.chipEdit.index, this.chipEdit.was);
      this.setChipEdit(index === undefined ? undefined : { ...this.chipEdit, index }, this.chipProblem);
    }
  }

  override render(): unknown {
    const { definition, items } = this;
    const typed = this.problem === "" ? this.draft.trim() : "";
    return html`
      <div class="values" @click=${this.onBoxClick}>
        <prospect-chip-list
          .definition=${definition}
          .items=${items}
          .editing=${this.chipEdit}
          .invalidEdit=${this.chipProblem !== ""}
          @change-chip=${(event: CustomEvent<ChipEvent<ChipItem | undefined>>) => this.changeChip(event.detail)}
          @edit-chip=${(event: CustomEvent<ChipEvent<string | undefined>>) => this.editChip(event.detail)}
          @commit-chip=${() => this.commitChip()}
          @leave-end=${() => this.combobox.focus()}
        ></prospect-chip-list>
        <prospect-combobox
          bare
          .freeText=${true}
          .label=${strings.addTo(filterLabel(definition))}
          .placeholder=${this.placeholder()}
          .options=${this.options()}
          .draft=${this.draft}
          .invalid=${this.problem !== ""}
          .help=${[filterMeaning(definition), this.problem].filter(Boolean).join(". ")}
          @choose=${(event: CustomEvent<string>) => this.addText(event.detail)}
          @enter-text=${(event: CustomEvent<string>) => this.addText(event.detail)}
          @paste-text=${this.onPaste}
          @draft=${(event: CustomEvent<string>) => this.setDraft(event.detail)}
          @leave-start=${(event: CustomEvent<string>) => this.leaveStart(event.detail)}
          @opening=${() => this.dispatchEvent(new CustomEvent("opening"))}
        ></prospect-combobox>
        ${typed === "" ? nothing : this.addButton(typed)} ${items.length > 10 ? this.removeAllButton() : nothing}
      </div>
      ${this.messages().map((message) => html`<p class="problem">${message}</p>`)}
      ${typed === "" ? nothing : html`<p class="quiet note">${strings.notAddedYet(shortened(typed))}</p>`}
      ${this.addedNote === "" ? nothing : html`<p class="quiet note">${this.addedNote}</p>`}
      <span role="status" class="unseen">${this.status}</span>
    `;
  }

  private get status(): string {
    return [this.announcement, this.problem || this.chipProblem].filter((text) => text !== "").join(" ");
  }

  private placeholder(): string {
    const { definition, items } = this;
    if (items.length === 0) {
      return strings.example(filterExample(definition));
    }
    return definition.isExactAdvised || definition.kind === "integer" ? strings.addListHint : strings.addHint;
  }

  private addButton(typed: string): TemplateResult {
    return html`<button
      class="link"
      type="button"
      aria-label=${strings.addValue(typed)}
      @click=${() => this.addText(this.draft)}
    >
      ${strings.add}
    </button>`;
  }

  private removeAllButton(): TemplateResult {
    const { field } = this.definition;
    return html`<button class="link" type="button" @click=${() => this.fireEdit({ kind: "removeFilter", field })}>
      ${strings.removeAll(this.items.length)}
    </button>`;
  }

  private messages(): readonly string[] {
    const invalid = this.items.filter((item) => isInvalid(item));
    const more = invalid.length - listedProblems;
    const problems = invalid
      .slice(0, listedProblems)
      .map(({ value, problem }) => strings.entryProblem(shortened(value), problem));
    return [this.problem, this.chipProblem, ...problems, more > 0 ? strings.moreProblems(more) : ""].filter(
      (message) => message !== "",
    );
  }

  private options(): readonly ComboOption[] {
    const used = new Set(this.items.map(({ value }) => String(value).toLowerCase()));
    const typed = this.draft.trim();
    const near = typed.length < 2 ? [] : nearValues(this.definition, typed);
    const unused = [...new Set([...near, ...(this.definition.suggestions ?? []), ...this.suggestions])].filter(
      (value) => !used.has(value.toLowerCase()),
    );
    return unused.map((value) => ({ value, label: value, always: near.includes(value) }));
  }

  /** Adds typed text as Enter would, before the search is run. Invalid text stays in the input with its problem. */
  commitInput(): void {
    this.commitChip();
    const text = this.draft.trim();
    if (text !== "") {
      this.addText(text);
      if (this.problem !== "") {
        this.setProblem(strings.notAddedBecause(shortened(text), this.problem));
      }
    }
  }

  private setDraft(text: string): void {
    this.draft = text;
    this.addedNote = "";
    this.dispatchEvent(new CustomEvent<string>("draft", { detail: text }));
    this.setProblem("");
  }

  private setProblem(problem: string): void {
    this.problem = problem;
    this.fireUncommitted();
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

  /** Values that are not understood stay in the input, to be corrected. */
  private addValues({ items, refused, duplicates }: ParsedValues, mostRefused: number): void {
    const fresh = this.addNew(items as readonly ChipItem[]);
    const leftOut = duplicates + items.length - fresh;
    const kept = refused.slice(0, mostRefused);
    const hasSeveral = items.length + refused.length + duplicates > 1;
    this.setDraft(kept.map(({ text }) => text).join(", "));
    this.setProblem(refused[0]?.message ?? "");
    const note = [
      ...(fresh > 0 || leftOut === 0 ? [strings.added(fresh)] : []),
      ...(leftOut > 0 ? [strings.duplicates(leftOut)] : []),
      ...(refused.length > 0 ? [strings.notUnderstood(refused.length)] : []),
    ].join(", ");
    const help =
      refused.length === 0
        ? ""
        : kept.length === refused.length
          ? strings.keptForCorrection
          : strings.keptFirst(kept.length);
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
        items: fresh.map((item) =>
          compactValue(this.definition.isExactAdvised ? { exact_match: true, ...item } : item),
        ),
      });
    }
    return fresh.length;
  }

  private changeChip({ index, was, detail: item }: ChipEvent<ChipItem | undefined>): void {
    const { field } = this.definition;
    if (item === undefined) {
      this.announcement = strings.removed(String(was.value));
      this.fireEdit({ kind: "removeItem", field, index, was: seenItem(was) });
    } else {
      this.fireEdit({ kind: "replaceItem", field, index, was: seenItem(was), item: compactValue(item) });
    }
  }

  private editChip({ index, was, detail: text }: ChipEvent<string | undefined>): void {
    const before = this.chipEdit;
    if (before !== undefined && before.index !== index && this.chipProblem !== "") {
      // Another chip has invalid text, which would be lost.
      this.focus();
    } else {
      this.setChipEdit(
        text === undefined ? undefined : { index, was: before?.index === index ? before.was : seenItem(was), text },
        "",
      );
    }
  }

  private commitChip(): void {
    const edit = this.chipEdit;
    const item = edit === undefined ? undefined : this.items[edit.index];
    const text = edit?.text.trim() ?? "";
    if (edit === undefined || item === undefined || text === "" || (text === String(item.value) && !isInvalid(item))) {
      this.setChipEdit(undefined, "");
      return;
    }
    const parsed = parseFilterInput(this.definition, text);
    if (!parsed.ok) {
      // An invalid value that was not changed already shows its problem.
      this.setChipEdit(
        text === String(item.value) ? undefined : edit,
        strings.entryProblem(shortened(text), parsed.message),
      );
      return;
    }
    this.setChipEdit(undefined, "");
    const { exclude, exact_match } = item;
    const next = compactValue({ ...(parsed.item as ChipItem), exclude, exact_match });
    this.fireEdit({ kind: "replaceItem", field: this.definition.field, index: edit.index, was: edit.was, item: next });
  }

  private setChipEdit(edit: ChipEdit | undefined, problem: string): void {
    this.chipEdit = edit;
    this.chipProblem = edit === undefined ? "" : problem;
    this.fireUncommitted();
  }

  private fireUncommitted(): void {
    const { chipEdit } = this;
    const problem = this.chipProblem || this.problem;
    const detail =
      chipEdit === undefined && problem === ""
        ? null
        : { problem, ...(chipEdit === undefined ? {} : { chip: chipEdit }) };
    this.dispatchEvent(new CustomEvent<UncommittedInput | null>("uncommitted", { detail }));
  }

  private leaveStart(key: string): void {
    const index = this.items.length - 1;
    const item = this.items[index];
    if (item === undefined) {
      return;
    }
    if (key === "ArrowLeft") {
      this.chipList.focusLast();
    } else if (this.draft === "") {
      this.changeChip({ index, was: item, detail: undefined });
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

/** Longer values are shortened in messages. In characters. */
const longestQuoted = 60;

function shortened(text: string): string {
  return text.length > longestQuoted ? `${text.slice(0, longestQuoted)}…` : text;
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-value-field": ProspectValueField;
  }
}
