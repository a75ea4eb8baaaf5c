// What is shown over the grid: that rows are being sorted, and why there are none.
import { countText } from "../../src/language/language";
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { silentRing } from "../components/progressRing";
import { inertLine } from "../components/inertText";
import { strings } from "./strings";
import type { PageActions } from "./pageActions";

export function arrangingLine({ send }: PageActions): TemplateResult {
  return html`<div class="line busy">
    <vscode-progress-ring ${ref(silentRing)}></vscode-progress-ring
    ><span role="status">${l10n.t("Sorting and filtering…")}</span>
    <vscode-button appearance="secondary" @click=${() => send("cancelArrange")}>${l10n.t("Cancel")}</vscode-button>
  </div>`;
}

/** Why the grid is empty and what helps. */
export function emptyNote({ page, results, send }: PageActions): TemplateResult | typeof nothing {
  const { view, run, recordKind, header } = results;
  if (view.count > 0 || view.arranging) {
    return nothing;
  }
  const { empty } = strings;
  if (view.records > 0) {
    return html`<div class="empty">
      <p>${l10n.t("No record passes all filters.")}</p>
      <vscode-button @click=${() => page.filters.clear()}>${l10n.t("Clear Filters")}</vscode-button>
    </div>`;
  }
  if (view.leftOut > 0) {
    return html`<div class="empty">
      <p>
        ${
          view.leftOut === 1
            ? l10n.t("Leave-out lists hide the one record.")
            : l10n.t("Leave-out lists hide all {0} records.", countText(view.leftOut))
        }
      </p>
    </div>`;
  }
  if (run.activity !== undefined) {
    return html`<div class="empty"><p>${l10n.t("Fetching the first records…")}</p></div>`;
  }
  const sentence = run.finished ? empty[recordKind] : l10n.t("No records were fetched. The reason is below.");
  return html`<div class="empty">
    <p>${run.noRows === undefined ? sentence : inertLine(run.noRows, 2000)}</p>
    <div class="badges">
      ${
        header.canEditSearch
          ? html`<vscode-button @click=${() => send("editSearch")}>${strings.header.editSearch}</vscode-button>`
          : nothing
      }
      ${
        header.canRunAgain
          ? html`<vscode-button appearance="secondary" @click=${() => send("runAgain")}
              >${strings.header.runAgain}</vscode-button
            >`
          : nothing
      }
    </div>
  </div>`;
}
