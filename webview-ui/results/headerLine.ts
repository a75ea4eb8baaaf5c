// The first line of the page: the search, its run, what it is compared with, and what can be done with the search.
import { html, nothing, type TemplateResult } from "lit";
import { rowChanges } from "../messages/changes";
import { countText } from "../../src/language/language";
import type { RunChoice } from "../messages/results";
import { inertLine } from "../components/inertText";
import type { MenuItem } from "../components/contextMenu";
import { copyItems } from "./copyItems";
import { strings } from "./strings";
import type { TemplateInput } from "./templateInput";

/** The item of the Compare picker that ends the comparison. Ids of runs are never empty. */
const noRun = "";

export function headerLine(input: TemplateInput): TemplateResult {
  const { page, results, send } = input;
  const { title, canEditSearch, canRunAgain } = results.header;
  const { kind: scope, rows } = page.scope;
  const { header: text, toolbar } = strings;
  return html`<div class="line head">
    <h1 class="clip" title=${inertLine(title)}>${inertLine(title)}</h1>
    ${runPicker(input)} ${page.isNarrow ? nothing : html`${comparePicker(input)} ${changeBadges(input)}`}
    <div class="end">
      ${canEditSearch ? plainButton(text.editSearch, () => send("editSearch")) : nothing}
      ${canRunAgain ? plainButton(text.runAgain, () => send("runAgain")) : nothing} ${moreMenu(input)}
      <vscode-button ?disabled=${rows === 0} @click=${() => send("export", { scope })}
        >${scope === "selected" ? toolbar.exportSelected(rows) : toolbar.exportShown(rows)}</vscode-button
      >
    </div>
  </div>`;
}

function plainButton(label: string, act: () => void): TemplateResult {
  return html`<button type="button" class="plain wide" @click=${act}>${label}</button>`;
}

/** What is rare, and on a narrow page what has no room. */
function moreMenu(input: TemplateInput): TemplateResult | typeof nothing {
  const { page, results, send, openColumnChooser, toggleDetails } = input;
  const { canEditSearch, canRunAgain, canRename } = results.header;
  const { header: text, toolbar } = strings;
  const { items, choose } = comparison(input);
  const entries: readonly (MenuItem & { readonly act: () => void })[] = [
    ...(canEditSearch ? [{ id: "edit", label: text.editSearch, act: () => send("editSearch") }] : []),
    ...(canRunAgain ? [{ id: "run", label: text.runAgain, act: () => send("runAgain") }] : []),
    ...(canRename ? [{ id: "rename", label: text.rename, act: () => send("renameSearch") }] : []),
    ...(page.isNarrow
      ? [
          { id: "columns", label: toolbar.columns, act: openColumnChooser },
          ...copyItems.map(({ id, label }) => ({
            ...{ id: `copy ${id}`, label: toolbar.copyFormat(label) },
            act: () => page.copyAs(id),
          })),
          { id: "details", label: toolbar.details, checked: page.saved.details, act: toggleDetails },
          ...items.map((item) => ({
            ...item,
            id: `compare ${item.id}`,
            label: item.id === noRun ? item.label : text.comparedTo(item.label),
            act: () => choose(item.id),
          })),
        ]
      : []),
  ];
  return entries.length === 0
    ? nothing
    : html`<prospect-menu
        class="more"
        plain
        label="⋯"
        .accessibleLabel=${text.more}
        .items=${entries}
        @choose=${({ detail }: CustomEvent<string>) => entries.find(({ id }) => id === detail)?.act()}
      ></prospect-menu>`;
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
    ? html`<span class="quiet clip">${inertLine(shown.when)}</span>`
    : html`<prospect-menu
        class="runs"
        .label=${inertLine(shown.when)}
        .accessibleLabel=${choosesKind === true ? text.kindOf(shown.when) : text.runOf(inertLine(shown.when))}
        .items=${runs.map((choice) => menuItem(choice, run))}
        @choose=${({ detail }: CustomEvent<string>) => (detail === run ? undefined : send("showRun", { run: detail }))}
      ></prospect-menu>`;
}

function comparePicker(input: TemplateInput): TemplateResult | typeof nothing {
  const { comparable, comparedTo } = input.results.header;
  const { items, choose } = comparison(input);
  const text = strings.header;
  const compared = comparable.find(({ id }) => id === comparedTo);
  return items.length === 0
    ? nothing
    : html`<prospect-menu
        class="compare"
        .label=${compared === undefined ? text.compare : text.comparedTo(inertLine(compared.when))}
        .items=${items}
        @choose=${({ detail }: CustomEvent<string>) => choose(detail)}
      ></prospect-menu>`;
}

function comparison({ results, send }: TemplateInput): {
  readonly items: readonly MenuItem[];
  readonly choose: (id: string) => void;
} {
  const { comparable, comparedTo } = results.header;
  const none = { id: noRun, label: strings.header.notCompared, checked: comparedTo === undefined };
  return {
    items: comparable.length === 0 ? [] : [none, ...comparable.map((choice) => menuItem(choice, comparedTo))],
    choose: (id) => {
      if (id !== (comparedTo ?? noRun)) {
        send("compareWith", id === noRun ? {} : { run: id });
      }
    },
  };
}

/** The numbers of changes are filters, too. */
export function changeBadges({ page, results }: TemplateInput): TemplateResult | typeof nothing {
  const { changes } = results.header;
  if (changes === undefined) {
    return nothing;
  }
  const text = strings.changes;
  const checked = page.filters.changes;
  const remark = changes.remark === undefined ? "" : inertLine(changes.remark, 2000);
  return html`<div class="badges" role="group" aria-label=${text.label} aria-description=${remark || nothing}>
    ${rowChanges.map((change) => {
      const isOn = checked.includes(change);
      const label = text[change](changes[change]);
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

const menuItem = ({ id, when, what }: RunChoice, chosen: string | undefined): MenuItem => ({
  id,
  label: inertLine(when),
  detail: inertLine(what),
  checked: id === chosen,
});
