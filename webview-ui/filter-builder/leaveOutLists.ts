// The leave-out lists of a search: files to add, preview and remove, what each contains, and why one cannot be used.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { listSource } from "../../src/searches/findList";
import { isInvalid, leaveOutLabel, type SearchForm } from "../../src/searches/searchForm";
import { linkButtonStyles, sharedStyles } from "../components/sharedStyles";
import type { ShownLeaveOutList } from "../messages/filterBuilder";
import type { BuilderActions } from "./builderActions";
import { strings } from "./strings";

@customElement("prospect-leave-out")
export class ProspectLeaveOut extends LitElement {
  static override readonly styles = [
    sharedStyles,
    linkButtonStyles,
    css`
      :host {
        display: block;
        margin-top: 18px;
        max-width: 60em;
      }
      h3 {
        font-size: 0.85em;
        font-weight: 600;
        text-transform: uppercase;
        letter-spacing: 0.04em;
      }
      li {
        display: flex;
        flex-wrap: wrap;
        gap: 0 10px;
        align-items: baseline;
        padding: 3px 0;
        overflow-wrap: anywhere;
      }
      .add {
        margin: 4px -4px 0;
      }
    `,
  ];

  /** As the document names them. */
  @property({ attribute: false }) named: NonNullable<SearchForm["leaveOut"]> = [];
  /** What is known of the lists; those for every search are only here. */
  @property({ attribute: false }) lists: readonly ShownLeaveOutList[] = [];
  @property({ attribute: false }) actions!: BuilderActions;

  override render(): TemplateResult {
    const { named } = this;
    const everywhere = this.lists.filter((list) => list.everywhere);
    return html`
      <section aria-labelledby="title">
        <h3 class="quiet" id="title">${leaveOutLabel()}</h3>
        ${named.length + everywhere.length === 0 ? html`<p class="quiet">${strings.leaveOut.help}</p>` : nothing}
        <ul>
          ${named.map((entry, index) => this.ownList(entry, index))} ${everywhere.map((list) => this.list(list))}
        </ul>
        <div class="add">
          <button class="word" type="button" @click=${() => this.actions.send("addLeaveOutList")}>
            ${strings.leaveOut.add}
          </button>
        </div>
      </section>
    `;
  }

  private ownList(entry: NonNullable<SearchForm["leaveOut"]>[number], index: number): TemplateResult {
    if (isInvalid(entry)) {
      const { value, source, problem } = entry;
      return this.list({ name: value === "" ? source : value, everywhere: false, problem }, index, source);
    }
    const known = this.lists.find(({ name, everywhere }) => !everywhere && name === entry);
    return this.list(known ?? { name: entry, everywhere: false }, index, listSource(entry));
  }

  /** `source` is the list's JSON in the document; absent if the list is not in it. */
  private list(
    { name, everywhere, summary, problem }: ShownLeaveOutList,
    index?: number,
    source?: string,
  ): TemplateResult {
    const { actions } = this;
    return html`<li>
      <bdi>${name}</bdi>
      ${summary === undefined ? nothing : html`<span class="quiet">${summary}</span>`}
      ${everywhere ? html`<span class="quiet">${strings.leaveOut.everywhere}</span>` : nothing}
      ${problem === undefined ? nothing : html`<span class="problem" role="status">${problem}</span>`}
      ${
        summary === undefined
          ? nothing
          : html`<button
              class="word"
              type="button"
              aria-label=${strings.leaveOut.previewName(name)}
              @click=${() => actions.send("previewLeaveOutList", { name, everywhere })}
            >
              ${strings.leaveOut.preview}
            </button>`
      }
      ${
        index === undefined || source === undefined
          ? html`<button class="word" type="button" @click=${() => actions.send("openLeaveOutSetting")}>
              ${strings.leaveOut.setting}
            </button>`
          : html`<button
              class="word"
              type="button"
              aria-label=${strings.leaveOut.removeName(name)}
              @click=${() => this.removeList(index, source)}
            >
              ${strings.remove}
            </button>`
      }
    </li>`;
  }

  private removeList(index: number, source: string): void {
    this.actions.edit({ kind: "removeList", index, source });
    // Its button is gone.
    void this.updateComplete.then(() => this.focus());
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>("li button, .add button")?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-leave-out": ProspectLeaveOut;
  }
}
