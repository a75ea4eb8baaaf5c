// The first line of the page: the search, its run, what it is compared with, and what can be done with the search.
import { html, nothing, type TemplateResult } from "lit";
import type { RunChoice } from "../messages/results";
import { inertLine } from "../components/inertText";
import type { MenuItem } from "../components/contextMenu";
import { strings } from "./strings";
import type { TemplateInput } from "./templateInput";

/** The item of the Compare picker that ends the comparison. Ids of runs are never empty. */
const noRun = "";

export function headerLine(input: TemplateInput): TemplateResult {
  const { results, send } = input;
  const { title, canEditSearch, canRunAgain, canRename } = results.header;
  const text = strings.header;
  return html`<div class="line head">
    <h1>${inertLine(title)}</h1>
    ${runPicker(input)} ${comparePicker(input)}
    <div class="group">
      ${canEditSearch ? plainButton(text.editSearch, () => send("editSearch")) : nothing}
      ${canRunAgain ? plainButton(text.runAgain, () => send("runAgain")) : nothing}
      ${canRename ? plainButton(text.rename, () => send("renameSearch")) : nothing}
    </div>
    <p class="state">${inertLine(results.run.sentence, 2000)}</p>
  </div>`;
}

function plainButton(label: string, act: () => void): TemplateResult {
  return html`<button type="button" class="plain" @click=${act}>${label}</button>`;
}

/** The runs, or the kinds of record. One without others needs no picker. */
function runPicker({ results, send }: TemplateInput): TemplateResult | typeof nothing {
  const { run, runs, choosesKind } = results.header;
  const shown = runs.find(({ id }) => id === run);
  if (shown === undefined) {
    return nothing;
  }
  const text = strings.header;
  return runs.length < 2
    ? html`<span class="muted">${inertLine(shown.when)}</span>`
    : html`<prospect-menu
        class="runs"
        .label=${inertLine(shown.when)}
        .accessibleLabel=${choosesKind === true ? text.kindOf(shown.when) : text.runOf(inertLine(shown.when))}
        .items=${runs.map((choice) => menuItem(choice, run))}
        @choose=${({ detail }: CustomEvent<string>) => (detail === run ? undefined : send("showRun", { run: detail }))}
      ></prospect-menu>`;
}

function comparePicker({ results, send }: TemplateInput): TemplateResult | typeof nothing {
  const { comparable, comparedTo } = results.header;
  if (comparable.length === 0) {
    return nothing;
  }
  const text = strings.header;
  const compared = comparable.find(({ id }) => id === comparedTo);
  const choose = (id: string): void => {
    if (id !== (comparedTo ?? noRun)) {
      send("compareWith", id === noRun ? {} : { run: id });
    }
  };
  return html`<prospect-menu
    class="compare"
    .label=${compared === undefined ? text.compare : text.comparedTo(inertLine(compared.when))}
    .items=${[
      { id: noRun, label: text.notCompared, checked: comparedTo === undefined },
      ...comparable.map((choice) => menuItem(choice, comparedTo)),
    ]}
    @choose=${({ detail }: CustomEvent<string>) => choose(detail)}
  ></prospect-menu>`;
}

const menuItem = ({ id, when, what }: RunChoice, chosen: string | undefined): MenuItem => ({
  id,
  label: inertLine(when),
  detail: inertLine(what),
  checked: id === chosen,
});
