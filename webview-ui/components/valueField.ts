// The values of a text or integer filter: chips, and an input that turns what is typed or pasted into more of them.
import { html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { parseFilterInput, parsePastedInput } from "../../src/searches/filterInput";
import { itemPlace, type SeenItem } from "../../src/searches/filterItems";
import { isInvalid } from "../../src/searches/searchForm";
import { nearValues } from "../../src/searches/unknownValues";
import type { FilterDefinition } from "../../src/service/filterCatalogue";
import { filterExample, filterLabel, filterMeaning } from "../../src/service/filterWords";
import type { ChipEdit, SearchEdit, Unsettled } from "../messages/filterBuilder";
import type { ChipItem } from "./chip";
import "./chipList";
import type { ChipEvent, ProspectChipList, ValueItem } from "./chipList";
import "./comboBox";
import type { ProspectCombobox } from "./comboBox";
import type { ComboOption } from "./comboOptions";
import { strings } from "./strings";
import { inputBox, shared, wordButton } from "./theme";
import { valueFieldLook } from "./valueFieldLook";

/** Reasons shown below the field; the rest are counted. */
const problemsAtFirst = 5;

/**
 * Fires `edit` with a change of the document, `draft` with the text in its input, `unsettled` with what the field shows
 * instead of the document's values, and `opening` when suggestions are wanted.
 */
@customElement("prospect-value-field")
export class ProspectValueField extends LitElement {
  static override readonly styles = [shared, inputBox, wordButton, valueFieldLook];

  @property({ attribute: false }) definition!: FilterDefinition;
  @property({ attribute: false }) items: readonly ValueItem[] = [];
  /** Values seen elsewhere, offered after those of the catalogue. */
  @property({ attribute: false }) seen: readonly string[] = [];
  @property() draft = "";
  /** What the field showed when the page was hidden. Read once. */
  @property({ attribute: false }) kept: Unsettled | undefined;
  /** Why the text in the input cannot be added. */
  @state() private problem = "";
  /** Why some of what was pasted was left out. */
  @state() private note = "";
  @state() private said = "";
  @state() private chipEdit: ChipEdit | undefined;
  /** Why the text in the chip cannot be taken. */
  @state() private chipProblem = "";
  @query("prospect-combobox") private readonly combobox!: ProspectCombobox;
  @query("prospect-chip-list") private readonly chipList!: ProspectChipList;

  /** Into what must be fixed, or else into the input. */
  override focus(): void {
    void this.updateComplete.then(() =>
      ((this.problem === "" ? this.chipList.wrongChip : undefined) ?? this.combobox).focus(),
    );
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated) {
      this.chipEdit = this.kept?.chip;
      this.chipProblem = this.chipEdit === undefined ? "" : (this.kept?.problem ?? "");
      this.problem = this.chipEdit === undefined ? (this.kept?.problem ?? "") : "";
    }
    if (changed.has("items") && this.chipEdit !== undefined) {
      const index = itemPlace(this.items as readonly SeenItem[], this.chipEdit.index, this.chipEdit.was);
      this.setChipEdit(index === undefined ? undefined : { ...this.chipEdit, index }, this.chipProblem);
    }
  }

  override render(): unknown {
    const { definition, items } = this;
    const wrong = this.problem !== "" || this.chipProblem !== "" || items.some(isInvalid);
    const typed = this.problem === "" ? this.draft.trim() : "";
    return html`
      <div class="box ${wrong ? "wrong" : ""}" @click=${this.boxClicked}>
        <prospect-chip-list
          .definition=${definition}
          .items=${items}
          .editing=${this.chipEdit}
          .refused=${this.chipProblem !== ""}
          @change-chip=${(event: CustomEvent<ChipEvent<ChipItem | undefined>>) => this.change(event.detail)}
          @edit-chip=${(event: CustomEvent<ChipEvent<string | undefined>>) => this.editChip(event.detail)}
          @commit-chip=${() => this.commitChip()}
          @leave-end=${() => this.combobox.focus()}
        ></prospect-chip-list>
        <prospect-combobox
          bare
          .freeText=${true}
          .label=${strings.addTo(filterLabel(definition))}
          .placeholder=${items.length === 0 ? filterExample(definition) : strings.addHint}
          .options=${this.options()}
          .draft=${this.draft}
          .wrong=${this.problem !== ""}
          .help=${[filterMeaning(definition), this.problem].filter(Boolean).join(". ")}
          @choose=${(event: CustomEvent<string>) => this.addText(event.detail)}
          @enter-text=${(event: CustomEvent<string>) => this.addText(event.detail)}
          @paste-text=${this.pasted}
          @draft=${(event: CustomEvent<string>) => this.setDraft(event.detail)}
          @leave-start=${(event: CustomEvent<string>) => this.leaveStart(event.detail)}
          @opening=${() => this.dispatchEvent(new CustomEvent("opening"))}
        ></prospect-combobox>
        ${typed === "" ? nothing : html`<button class="word" type="button" aria-label=${strings.addValue(typed)} @click=${() => this.addText(this.draft)}>${strings.add}</button>`}
      </div>
      ${this.messages().map((message) => html`<p class="problem">${message}</p>`)}
      ${typed === "" ? nothing : html`<p class="quiet half">${strings.notAddedYet(shortened(typed))}</p>`}
      ${items.length > 9 ? html`<button class="word" type="button" @click=${() => this.send({ kind: "removeFilter", field: definition.field })}>${strings.removeAll(items.length)}</button>` : nothing}
      <span role="status" class="unseen">${this.problem || this.chipProblem || this.note || this.said}</span>
    `;
  }

  private messages(): readonly string[] {
    const invalid = this.items.filter((item) => isInvalid(item));
    const more = invalid.length - problemsAtFirst;
    const reasons = invalid
      .slice(0, problemsAtFirst)
      .map(({ value, problem }) => strings.entryProblem(shortened(value), problem));
    return [this.problem, this.chipProblem, this.note, ...reasons, more > 0 ? strings.moreProblems(more) : ""].filter(
      (message) => message !== "",
    );
  }

  private options(): readonly ComboOption[] {
    const used = new Set(this.items.map(({ value }) => String(value).toLowerCase()));
    const typed = this.draft.trim();
    const near = typed.length < 2 ? [] : nearValues(this.definition, typed);
    const open = [...new Set([...near, ...(this.definition.suggestions ?? []), ...this.seen])].filter(
      (value) => !used.has(value.toLowerCase()),
    );
    return open.map((value) => ({ value, label: value, always: near.includes(value) }));
  }

  /** Takes what is typed as Enter would, before the search on the screen is run. What cannot be taken stays, with the reason. */
  settle(): void {
    this.commitChip();
    const text = this.draft.trim();
    if (text !== "") {
      this.addText(text);
      if (this.problem !== "") {
        this.refuse(strings.notAddedBecause(shortened(text), this.problem));
      }
    }
  }

  private setDraft(text: string): void {
    this.draft = text;
    this.note = "";
    this.dispatchEvent(new CustomEvent<string>("draft", { detail: text }));
    this.refuse("");
  }

  private refuse(problem: string): void {
    this.problem = problem;
    this.tell();
  }

  private addText(text: string): void {
    const parsed = parseFilterInput(this.definition, text);
    if (!parsed.ok) {
      this.refuse(parsed.message);
      return;
    }
    this.add([parsed.item]);
    this.setDraft("");
  }

  /** A column or row of values becomes chips at once; a single value is left for the user to look at. */
  private readonly pasted = (event: CustomEvent<string>): void => {
    const { items, refused } = parsePastedInput(this.definition, event.detail);
    if (items.length + refused.length < 2) {
      return;
    }
    event.preventDefault();
    this.add(items as readonly ChipItem[]);
    if (refused.length > 0) {
      const some = refused
        .slice(0, 3)
        .map((one) => strings.quoted(one.text.slice(0, 40)))
        .join(", ");
      this.note = `${strings.notAdded(refused.length > 3 ? `${some} …` : some)} ${refused[0]?.message ?? ""}`;
    }
  };

  private add(items: readonly ChipItem[]): void {
    const there = new Set(
      this.items.filter((item) => !isInvalid(item)).map(({ value }) => String(value).toLowerCase()),
    );
    const fresh = items.filter(({ value }) => {
      const key = String(value).toLowerCase();
      return !there.has(key) && there.add(key) !== undefined;
    });
    this.said = fresh.length === 0 ? strings.alreadyThere : strings.added(fresh.length);
    if (fresh.length > 0) {
      this.send({
        kind: "addItems",
        field: this.definition.field,
        items: fresh.map((item) =>
          tidy(this.definition.exactMatch === "advised" ? { exact_match: true, ...item } : item),
        ),
      });
    }
  }

  private change({ index, was, wanted }: ChipEvent<ChipItem | undefined>): void {
    const { field } = this.definition;
    if (wanted === undefined) {
      this.said = strings.removed(String(was.value));
      this.send({ kind: "removeItem", field, index, was: seen(was) });
    } else {
      this.send({ kind: "replaceItem", field, index, was: seen(was), item: tidy(wanted) });
    }
  }

  private editChip({ index, was, wanted }: ChipEvent<string | undefined>): void {
    const before = this.chipEdit;
    if (before !== undefined && before.index !== index && this.chipProblem !== "") {
      // What was refused in another chip is not thrown away.
      this.focus();
    } else {
      this.setChipEdit(
        wanted === undefined
          ? undefined
          : { index, was: before?.index === index ? before.was : seen(was), text: wanted },
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
      // An invalid value that nobody changed says why by itself.
      this.setChipEdit(
        text === String(item.value) ? undefined : edit,
        strings.entryProblem(shortened(text), parsed.message),
      );
      return;
    }
    this.setChipEdit(undefined, "");
    const { exclude, exact_match } = item;
    const next = tidy({ ...(parsed.item as ChipItem), exclude, exact_match });
    this.send({ kind: "replaceItem", field: this.definition.field, index: edit.index, was: edit.was, item: next });
  }

  private setChipEdit(edit: ChipEdit | undefined, problem: string): void {
    this.chipEdit = edit;
    this.chipProblem = edit === undefined ? "" : problem;
    this.tell();
  }

  private tell(): void {
    const { chipEdit } = this;
    const problem = this.chipProblem || this.problem;
    const detail =
      chipEdit === undefined && problem === ""
        ? null
        : { problem, ...(chipEdit === undefined ? {} : { chip: chipEdit }) };
    this.dispatchEvent(new CustomEvent<Unsettled | null>("unsettled", { detail }));
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
      this.change({ index, was: item, wanted: undefined });
    }
  }

  private readonly boxClicked = (event: Event): void => {
    if (event.target === event.currentTarget) {
      this.combobox.focus();
    }
  };

  private send(edit: SearchEdit): void {
    this.dispatchEvent(new CustomEvent<SearchEdit>("edit", { detail: edit }));
  }
}

/** An item without the keys that say what is so anyway; the document stays short. */
function tidy(item: ChipItem): ChipItem {
  return {
    value: item.value,
    ...(item.exclude ? { exclude: true } : {}),
    ...(item.exact_match ? { exact_match: true } : {}),
  };
}

function seen(item: ValueItem): SeenItem {
  return isInvalid(item) ? { source: item.source } : (tidy(item) as SeenItem);
}

/** In characters. */
const longestQuoted = 60;

function shortened(text: string): string {
  return text.length > longestQuoted ? `${text.slice(0, longestQuoted)}…` : text;
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-value-field": ProspectValueField;
  }
}
