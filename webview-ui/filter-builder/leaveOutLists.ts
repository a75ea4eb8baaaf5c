// What a search leaves out: records fetched before, and the entries of lists. These are files to add, preview, remove.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { fetchLabel } from "../../src/searches/fetchInput";
import { listSource } from "../../src/searches/findList";
import { isInvalid, type SearchForm } from "../../src/searches/searchForm";
import { sharedStyles } from "../components/sharedStyles";
import type { ShownLeaveOutList } from "../messages/filterBuilder";
import type { BuilderActions } from "./builderActions";
import { strings } from "./strings";

@customElement("prospect-leave-out")
export class ProspectLeaveOut extends LitElement {
  static override readonly styles = [
    sharedStyles,
    css`
      :host {
        display: block;
        margin-top: 16px;
        max-width: 60em;
      }
      .value {
        margin: 2px -4px;
      }
      .value .quiet {
        flex: 1;
      }
    `,
  ];

  @property({ attribute: false }) known: SearchForm["fetch"]["leaveOutKnown"];
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
        <h3 class="caps" id="title">${strings.leaveOut.title}</h3>
        ${this.leaveOutKnown()}
        ${named.length + everywhere.length === 0 ? html`<p class="quiet">${strings.leaveOut.help}</p>` : nothing}
        <ul>
          ${named.map((entry, index) => this.ownList(entry, index))} ${everywhere.map((list) => this.list(list))}
        </ul>
        <button class="link add" type="button" @click=${() => this.actions.send("addLeaveOutList")}>
          ${strings.leaveOut.add}
        </button>
      </section>
    `;
  }

  private leaveOutKnown(): TemplateResult {
    const { known } = this;
    return html`<label class="value">
        <input type="checkbox" .checked=${live(known === true)} @change=${this.onLeaveOutKnown} />
        <span>${fetchLabel("leaveOutKnown")}</span>
        ${known === true ? html`<span class="quiet">${strings.skipCosts}</span>` : nothing}
      </label>
      ${isInvalid(known) ? html`<p class="problem">${strings.notOnOrOff(known.value.slice(0, 60))}</p>` : nothing}`;
  }

  private readonly onLeaveOutKnown = (event: Event): void => {
    const leaveOutKnown = (event.target as HTMLInputElement).checked;
    this.actions.edit({ kind: "setLeaveOutKnown", leaveOutKnown });
  };

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
    return html`<li class="entry">
      <bdi>${name}</bdi>
      ${summary === undefined ? nothing : html`<span class="quiet">${summary}</span>`}
      ${everywhere ? html`<span class="quiet">${strings.leaveOut.everywhere}</span>` : nothing}
      ${problem === undefined ? nothing : html`<span class="problem" role="status">${problem}</span>`}
      ${
        summary === undefined
          ? nothing
          : html`<button
              class="link"
              type="button"
              aria-label=${strings.leaveOut.previewName(name)}
              @click=${() => actions.send("previewLeaveOutList", { name, everywhere })}
            >
              ${strings.leaveOut.preview}
            </button>`
      }
      ${
        index === undefined || source === undefined
          ? html`<button class="link" type="button" @click=${() => actions.send("openLeaveOutSetting")}>
              ${strings.leaveOut.setting}
            </button>`
          : html`<button
              class="link"
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
    this.renderRoot.querySelector<HTMLElement>("li button, .add")?.focus();
  }

  focusKnown(): void {
    this.renderRoot.querySelector("input")?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-leave-out": ProspectLeaveOut;
  }
}
