// The first line of the page: the search, its run, the run it is compared with, and actions for the search.
import { html, nothing, type TemplateResult } from "lit";
import { countText } from "../../src/text/numbers";
import type { MenuItem } from "../components/contextMenu";
import { inertLine } from "../components/inertText";
import { rowChanges } from "../messages/changes";
import type { ResultsHeader, ResultsInitial, RunChoice } from "../messages/results";
import { copyFormats } from "./copyFormats";
import type { PageActions } from "./pageActions";

export function headerLine(actions: PageActions): TemplateResult {
  const { page, results, send } = actions;
  const { title } = results.header;
  const { kind: scope, rows } = page.scope;
  return html`<div class="line head">
    <h1 class="clip" title=${inertLine(title)}>${inertLine(title)}</h1>
    ${runPicker(actions)} ${page.isNarrow ? nothing : html`${comparedRun(actions)} ${changeBadges(actions)}`}
    <div class="end">
      ${searchItems(results.header, send).map(
        ({ label, act }) => html`<button type="button" class="plain wide" @click=${act}>${label}</button>`,
      )}
      ${moreMenu(actions)}
      <vscode-button ?disabled=${rows === 0} @click=${() => send("export", { scope })}
        >${scope === "selected" ? `Export ${countText(rows)} selected` : `Export ${countText(rows)}`}</vscode-button
      >
    </div>
  </div>`;
}

/** The available actions for the search of the records. */
export function searchItems(
  { canEditSearch, canRunAgain }: Extract<ResultsInitial, { readonly kind: "unavailable" }> | ResultsHeader,
  send: PageActions["send"],
): readonly MenuItem[] {
  const items: MenuItem[] = [];
  if (canEditSearch === true) {
    items.push({ label: "Edit Search", act: () => send("editSearch") });
  }
  if (canRunAgain === true) {
    items.push({ label: "Run Again", act: () => send("runAgain") });
  }
  return items;
}

/** Rare actions, and those that do not fit on a narrow page. */
function moreMenu(actions: PageActions): TemplateResult | typeof nothing {
  const { page, results, send } = actions;
  const { canRename } = results.header;
  const items: MenuItem[] = [...searchItems(results.header, send)];
  if (canRename) {
    items.push({ label: "Rename…", act: () => send("renameSearch") });
  }
  if (page.isNarrow) {
    items.push(
      { label: "Columns", act: () => actions.openColumnChooser() },
      ...copyFormats.map((format) => ({
        label: `Copy as ${format.label}`,
        act: () => page.copyAs(format),
      })),
      { label: "Details", checked: page.saved.details, act: () => actions.toggleDetails() },
    );
  }
  return items.length === 0
    ? nothing
    : html`<prospect-menu
        class="more"
        plain
        label="⋯"
        .accessibleLabel=${"More Actions"}
        .items=${items}
      ></prospect-menu>`;
}

/** The runs, or the kinds of record. A single one needs no picker. */
function runPicker({ results, send }: PageActions): TemplateResult | typeof nothing {
  const { run, runs, choosesKind } = results.header;
  const shown = runs.find(({ id }) => id === run);
  if (shown === undefined) {
    return nothing;
  }
  return runs.length < 2
    ? html`<span class="quiet clip">${inertLine(shown.when)}</span>`
    : html`<prospect-menu
        class="runs"
        .label=${inertLine(shown.when)}
        .accessibleLabel=${choosesKind === true ? `Kind of records: ${shown.when}` : `Run: ${inertLine(shown.when)}`}
        .items=${runs.map((choice) => runItem(choice, run, () => send("showRun", { run: choice.id })))}
      ></prospect-menu>`;
}

function comparedRun({ results }: PageActions): TemplateResult | typeof nothing {
  const { comparedTo } = results.header;
  return comparedTo === undefined ? nothing : html`<span class="quiet clip">${comparedText(comparedTo)}</span>`;
}

/** The numbers of changes, which also work as filters. */
export function changeBadges({ page, results }: PageActions): TemplateResult | typeof nothing {
  const { changes, comparedTo } = results.header;
  if (changes === undefined || comparedTo === undefined) {
    return nothing;
  }
  const checked = page.filters.changes;
  const remark = changes.remark === undefined ? "" : inertLine(changes.remark, 2000);
  const about = `${comparedText(comparedTo)}. ${remark}`.trim();
  return html`<div class="badges" role="group" aria-label="Changes" aria-description=${about}>
    ${rowChanges.map((change) => {
      const isOn = checked.includes(change);
      const label = `${countText(changes[change])} ${change}`;
      return html`<button
        type="button"
        class="badge ${change}"
        aria-pressed=${isOn ? "true" : "false"}
        title=${page.isNarrow ? `${label}. ${about}` : remark || nothing}
        aria-label=${label}
        ?disabled=${changes[change] === 0 && !isOn}
        @click=${() => page.filters.toggleChange(change)}
      >
        ${page.isNarrow ? countText(changes[change]) : label}
      </button>`;
    })}
  </div>`;
}

const runItem = ({ id, when, what }: RunChoice, chosen: string | undefined, choose: () => void): MenuItem => ({
  label: inertLine(when),
  detail: inertLine(what),
  checked: id === chosen,
  act: () => (id === chosen ? undefined : choose()),
});

const comparedText = (when: string): string =>
  `Compared to ${inertLine(when).replace(/^(?:Today|Yesterday)/u, (day) => day.toLowerCase())}`;
