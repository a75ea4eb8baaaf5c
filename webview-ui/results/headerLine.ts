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
    ${runPicker(actions)} ${page.isNarrow ? nothing : html`${comparePicker(actions)} ${changeBadges(actions)}`}
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
      ...comparisonItems(actions, comparedTo),
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

function comparePicker(actions: PageActions): TemplateResult | typeof nothing {
  const { comparable, comparedTo } = actions.results.header;
  const items = comparisonItems(actions);
  const compared = comparable.find(({ id }) => id === comparedTo);
  return items.length === 0
    ? nothing
    : html`<prospect-menu
        class="compare"
        .label=${compared === undefined ? "Compare…" : `Compared to ${inertLine(compared.when)}`}
        .items=${items}
      ></prospect-menu>`;
}

/** "No comparison", and the earlier runs to compare with; none if there are no earlier runs. */
function comparisonItems(
  { results, send }: PageActions,
  labelOf = (when: string): string => when,
): readonly MenuItem[] {
  const { comparable, comparedTo } = results.header;
  const runs = comparable.map((choice) => runItem(choice, comparedTo, () => send("compareWith", { run: choice.id })));
  const none = {
    label: "No comparison",
    checked: comparedTo === undefined,
    act: () => (comparedTo === undefined ? undefined : send("compareWith", {})),
  };
  return runs.length === 0 ? [] : [none, ...runs.map((item) => ({ ...item, label: labelOf(item.label) }))];
}

/** The numbers of changes, which also work as filters. */
export function changeBadges({ page, results }: PageActions): TemplateResult | typeof nothing {
  const { changes } = results.header;
  if (changes === undefined) {
    return nothing;
  }
  const checked = page.filters.changes;
  const remark = changes.remark === undefined ? "" : inertLine(changes.remark, 2000);
  return html`<div class="badges" role="group" aria-label="Changes" aria-description=${remark || nothing}>
    ${rowChanges.map((change) => {
      const isOn = checked.includes(change);
      const label = `${countText(changes[change])} ${change}`;
      return html`<button
        type="button"
        class="badge ${change}"
        aria-pressed=${isOn ? "true" : "false"}
        title=${remark || (page.isNarrow ? label : nothing)}
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

const comparedTo = (when: string): string =>
  `Compared to ${when.replace(/^(?:Today|Yesterday)/u, (day) => day.toLowerCase())}`;
