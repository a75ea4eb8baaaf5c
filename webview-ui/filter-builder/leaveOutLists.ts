// What a search leaves out: records fetched before, and the entries of lists. These are files to add, preview, remove.
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { fetchLabel } from "../../src/searches/fetchInput";
import { listSource, isInvalid, type SearchForm } from "../../src/searches/searchForm";
import type { ShownLeaveOutList } from "../messages/filterBuilder";
import type { BuilderActions } from "./builderState";
import { strings } from "./strings";

/** `lists` is what is known of the lists; those for every search are only there. */
export function leaveOutLists(
  { fetch, leaveOut: named = [] }: SearchForm,
  lists: readonly ShownLeaveOutList[],
  actions: BuilderActions,
): TemplateResult {
  const everywhere = lists.filter((list) => list.everywhere);
  return html`
    <section class="leaveOut" aria-labelledby="leave-out-title">
      <h3 class="caps" id="leave-out-title">${strings.leaveOut.title}</h3>
      ${leaveOutKnown(fetch.leaveOutKnown, actions)}
      ${named.length + everywhere.length === 0 ? html`<p class="quiet">${strings.leaveOut.help}</p>` : nothing}
      <ul>
        ${named.map((entry, index) => ownList(entry, index, lists, actions))}
        ${everywhere.map((list) => listItem(list, actions, settingButton(actions)))}
      </ul>
      <button class="link addList" type="button" @click=${() => actions.send("addLeaveOutList")}>
        ${strings.leaveOut.add}
      </button>
    </section>
  `;
}

function leaveOutKnown(known: SearchForm["fetch"]["leaveOutKnown"], actions: BuilderActions): TemplateResult {
  return html`<label class="value">
      <input
        type="checkbox"
        .checked=${live(known === true)}
        @change=${(event: Event) =>
          actions.builder.edit({ kind: "setLeaveOutKnown", leaveOutKnown: (event.target as HTMLInputElement).checked })}
      />
      <span>${fetchLabel("leaveOutKnown")}</span>
      ${known === true ? html`<span class="quiet">${strings.skipCosts}</span>` : nothing}
    </label>
    ${isInvalid(known) ? html`<p class="problem">${strings.notOnOrOff(known.value.slice(0, 60))}</p>` : nothing}`;
}

/** A list as the document names it. */
function ownList(
  entry: NonNullable<SearchForm["leaveOut"]>[number],
  index: number,
  lists: readonly ShownLeaveOutList[],
  actions: BuilderActions,
): TemplateResult {
  if (isInvalid(entry)) {
    const { value, source, problem } = entry;
    const name = value === "" ? source : value;
    return listItem({ name, everywhere: false, problem }, actions, removeButton(name, index, source, actions));
  }
  const known = lists.find(({ name, everywhere }) => !everywhere && name === entry);
  const remove = removeButton(entry, index, listSource(entry), actions);
  return listItem(known ?? { name: entry, everywhere: false }, actions, remove);
}

function listItem(
  { name, everywhere, summary, problem }: ShownLeaveOutList,
  actions: BuilderActions,
  lastButton: TemplateResult,
): TemplateResult {
  return html`<li class="flow entry">
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
    ${lastButton}
  </li>`;
}

const settingButton = (actions: BuilderActions): TemplateResult =>
  html`<button class="link" type="button" @click=${() => actions.send("openLeaveOutSetting")}>
    ${strings.leaveOut.setting}
  </button>`;

/** `source` is the list's JSON in the document. */
const removeButton = (name: string, index: number, source: string, actions: BuilderActions): TemplateResult =>
  html`<button
    class="link"
    type="button"
    aria-label=${strings.leaveOut.removeName(name)}
    @click=${() => {
      actions.builder.edit({ kind: "removeList", index, source });
      // The button is gone.
      actions.goTo("leaveOut");
    }}
  >
    ${strings.remove}
  </button>`;
