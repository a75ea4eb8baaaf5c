// A setting of the run that is a number, within a sentence. Incomplete or invalid text stays in the input.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import {
  creditsInputText,
  fetchLabel,
  parseCreditsInput,
  parseRecordsInput,
  type NumberInput,
} from "../../src/searches/fetchInput";
import { defaultRecords } from "../../src/searches/searchDocument";
import { isInvalid, type InvalidEntry } from "../../src/searches/searchForm";
import { controlStyles } from "../components/controlStyles";
import { Draft } from "../components/draft";
import type { SearchEdit, UncommittedInput } from "../messages/filterBuilder";

interface NumberSetting {
  readonly placeholder: string;
  /** Keys offered by an on-screen keyboard. */
  readonly keys: "numeric" | "decimal";
  readonly parse: (text: string) => NumberInput;
  readonly show: (value: number) => string;
}

const settings: Readonly<Record<"records" | "credits", NumberSetting>> = {
  records: {
    placeholder: String(defaultRecords),
    keys: "numeric",
    parse: parseRecordsInput,
    show: String,
  },
  credits: {
    placeholder: "no limit",
    keys: "decimal",
    parse: parseCreditsInput,
    show: creditsInputText,
  },
};

/** Fires `edit` with a change of the document and `uncommitted` with input that is not in it. */
@customElement("prospect-number-field")
export class ProspectNumberField extends LitElement {
  static override readonly styles = [
    controlStyles,
    css`
      :host {
        display: inline-block;
      }
      .text {
        field-sizing: content;
        min-width: 5.5em;
      }
      .problem {
        display: block;
        margin-top: 3px;
      }
    `,
  ];

  @property() name: keyof typeof settings = "records";
  @property({ attribute: false }) item: number | InvalidEntry | undefined;
  /** Input saved when the page was hidden. Only read before the first render. */
  @property({ attribute: false }) restored: UncommittedInput | undefined;
  @query("input") private readonly input!: HTMLInputElement | null;
  private readonly draft = new Draft<string, number>({
    item: () => this.item,
    textOf: (item) => (isInvalid(item) ? item.value : item === undefined ? "" : settings[this.name].show(item)),
    parse: (text) => {
      const parsed = settings[this.name].parse(text);
      return parsed.ok ? { ok: true, item: parsed.value } : parsed;
    },
    send: (item) => {
      this.item = item;
      const detail: SearchEdit = { kind: "setFetch", settings: { [this.name]: item ?? null } };
      this.dispatchEvent(new CustomEvent<SearchEdit>("edit", { detail }));
    },
    changed: () => this.fireUncommitted(),
  });

  override focus(): void {
    this.input?.focus();
    this.input?.select();
  }

  /** Commits typed text now, before the document is read. */
  flush(): void {
    this.draft.flush();
  }

  override disconnectedCallback(): void {
    this.flush();
    super.disconnectedCallback();
  }

  protected override willUpdate(): void {
    if (!this.hasUpdated && this.restored?.text !== undefined) {
      this.draft.restore(this.restored.text, this.restored.problem);
    }
    this.draft.follow();
  }

  override render(): TemplateResult {
    const { problem, text } = this.draft;
    const { placeholder, keys } = settings[this.name];
    return html`
      ${this.draft.input({
        id: "input",
        label: fetchLabel(this.name),
        placeholder,
        keys,
        message: "message",
        value: text,
        typed: (value) => value,
      })}
      <span id="message" class="problem" role="status">${problem || nothing}</span>
    `;
  }

  private fireUncommitted(): void {
    const { isUncommitted, problem, text } = this.draft;
    const detail = isUncommitted ? { problem, text } : null;
    this.dispatchEvent(new CustomEvent<UncommittedInput | null>("uncommitted", { detail }));
    this.requestUpdate();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-number-field": ProspectNumberField;
  }
}
