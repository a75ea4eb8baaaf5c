// What can be done with a tracked enrichment: open, export, refresh, fetch partial results, pause, remove.
import { commands, l10n, window, type QuickPickItem } from "vscode";
import { countText } from "../../language/language";
import { contactCondition, type ContactFilter } from "../../enrichments/contactFilters";
import {
  isImported,
  type EnrichmentList,
  type SavedResults,
  type TrackedEnrichment,
} from "../../enrichments/enrichmentList";
import { withPause, type EnrichmentPoller } from "../../enrichments/enrichmentPoller";
import { enrichmentSentence } from "../../enrichments/enrichmentSentence";
import { isComplete, isFinished } from "../../enrichments/enrichmentState";
import { outcomesText } from "../../runs/amounts";
import type { RunStore } from "../../runs/runStore";
import { sumOfOutcomes } from "../../service/contactOutcome";
import type { Store } from "../../store/client";
import { exportText, openText, refreshText, removeText } from "../buttonTexts";
import { viewIds } from "../commandIds";
import type { RunExporter } from "../runActivity";
import { safeText } from "../safeText";
import { contactsText, enrichmentName, partialParameter } from "../enrichmentTexts";
import { settingId } from "../settings";

export interface EnrichmentActionsDeps {
  readonly list: EnrichmentList;
  readonly poller: EnrichmentPoller;
  readonly runs: RunStore;
  readonly exporter: RunExporter;
  readonly openDetails: (runId: string, title: string) => Promise<void>;
}

export class EnrichmentActions {
  constructor(private readonly deps: EnrichmentActionsDeps) {}

  async open(entry: TrackedEnrichment): Promise<void> {
    const found = await this.resultsOf(entry);
    if (found !== undefined) {
      await this.deps.openDetails(found.results.runId, found.title);
    }
  }

  async exportContacts(entry: TrackedEnrichment): Promise<void> {
    const { runs, exporter } = this.deps;
    const found = await this.resultsOf(entry);
    if (found === undefined) {
      return;
    }
    const { runId } = found.results;
    const picked = await askForFilter(runs.deps.store, runId, runs.deps.clock.now());
    if (picked !== undefined) {
      const { filter, count } = picked;
      await exporter.exportRun(
        runId,
        filter === undefined
          ? { kind: "all" }
          : { kind: "filtered", shown: { filter: "", quick: [filter], columns: [] }, count },
      );
    }
  }

  refresh(entry: TrackedEnrichment): Promise<void> {
    return this.poll(entry, undefined);
  }

  async fetchPartial(entry: TrackedEnrichment): Promise<void> {
    const parameter = partialParameter();
    if (parameter !== undefined) {
      await this.poll(entry, parameter);
      return;
    }
    const open = l10n.t("Open Setting");
    const text = l10n.t(
      "The service can return partial results, but the name of its query parameter for them is not set.",
    );
    if ((await window.showInformationMessage(text, open)) === open) {
      await commands.executeCommand("workbench.action.openSettings", settingId("enrichments.partialResultsParameter"));
    }
  }

  async setPaused(entry: TrackedEnrichment, paused: boolean): Promise<void> {
    const { list, poller, runs } = this.deps;
    await list.update(entry.key, (current) => withPause(current, paused, runs.deps.clock.now()));
    poller.wake();
  }

  async remove(entry: TrackedEnrichment): Promise<void> {
    const { list, runs } = this.deps;
    const { results } = entry;
    const remove = results === undefined ? removeText() : l10n.t("Remove, Keep Contacts");
    const removeAndDelete = l10n.t("Remove and Delete Contacts");
    const picked = await window.showWarningMessage(
      l10n.t("Remove {0} from the list?", enrichmentName(entry)),
      { modal: true, detail: removalDetail(entry) },
      remove,
      ...(results === undefined ? [] : [removeAndDelete]),
    );
    if (picked === undefined) {
      return;
    }
    await list.remove(entry.key);
    if (picked === removeAndDelete && results !== undefined) {
      await runs.delete(results.runId);
    }
  }

  /** Shows one notification, however many have finished together. */
  async notifyFinished(entries: readonly TrackedEnrichment[]): Promise<void> {
    const [only] = entries;
    if (entries.length === 1 && only !== undefined) {
      await this.notifyOne(only);
      return;
    }
    const show = l10n.t("Show Enrichments");
    const outcomes = sumOfOutcomes(entries.flatMap(({ results }) => results?.outcomes ?? []));
    const complete = entries.filter(({ state }) => isComplete(state)).length;
    const sentences = [
      l10n.t("{0} of {1} enrichments have finished. Contacts: {2}.", complete, entries.length, outcomesText(outcomes)),
      ...(complete === entries.length ? [] : [l10n.t("The others ended without all contacts.")]),
    ];
    const notify = complete === entries.length ? window.showInformationMessage : window.showWarningMessage;
    if ((await notify(sentences.join(" "), show)) === show) {
      await commands.executeCommand(`${viewIds.enrichments}.focus`);
    }
  }

  private async notifyOne(entry: TrackedEnrichment): Promise<void> {
    const [open, exportIt, fetchPartial] = [openText(), exportText(), l10n.t("Fetch Partial Results")];
    const canFetchPartial =
      entry.state.kind === "ended" && !isComplete(entry.state) && partialParameter() !== undefined;
    const buttons = entry.results === undefined ? (canFetchPartial ? [fetchPartial] : []) : [open, exportIt];
    const show = isComplete(entry.state) ? window.showInformationMessage : window.showWarningMessage;
    const picked = await show(enrichmentSentence(entry, safeText), ...buttons);
    if (picked === open) {
      await this.open(entry);
    } else if (picked === exportIt) {
      await this.exportContacts(entry);
    } else if (picked === fetchPartial) {
      await this.fetchPartial(entry);
    }
  }

  /** The run with the contacts, or `undefined` after telling the user why there is none. */
  private async resultsOf(
    entry: TrackedEnrichment,
  ): Promise<{ readonly results: SavedResults; readonly title: string } | undefined> {
    const { results } = entry;
    const summary = results === undefined ? undefined : await this.deps.runs.summary(results.runId);
    if (results !== undefined && summary !== undefined) {
      return { results, title: summary.header.title };
    }
    if (isImported(entry)) {
      void window.showInformationMessage(
        l10n.t("The contacts of {0} were deleted from this machine. Import the file again.", enrichmentName(entry)),
      );
      return undefined;
    }
    const refresh = refreshText();
    const fetchPartial = l10n.t("Fetch Partial Results");
    const deleted = l10n.t(
      "The contacts of {0} were deleted from this machine. Refresh to fetch them again, for free.",
      enrichmentName(entry),
    );
    const canFetchPartial = partialParameter() !== undefined && !isComplete(entry.state);
    const picked = await window.showInformationMessage(
      results === undefined ? enrichmentSentence(entry, safeText) : deleted,
      refresh,
      ...(canFetchPartial ? [fetchPartial] : []),
    );
    if (picked !== undefined) {
      await this.poll(entry, picked === fetchPartial ? partialParameter() : undefined);
    }
    return undefined;
  }

  private async poll(entry: TrackedEnrichment, parameter: string | undefined): Promise<void> {
    const after = await window.withProgress({ location: { viewId: viewIds.enrichments } }, () =>
      this.deps.poller.pollNow(entry.key, { partialParameter: parameter }),
    );
    if (after === undefined) {
      void window.showInformationMessage(l10n.t("{0} is already being refreshed.", enrichmentName(entry)));
    } else if (after.trouble !== undefined) {
      void window.showWarningMessage(`${enrichmentName(after)}: ${safeText(after.trouble.message)}`);
    } else if (parameter !== undefined && after.results === undefined) {
      void window.showInformationMessage(l10n.t("{0} has no results yet.", enrichmentName(after)));
    } else if (parameter !== undefined) {
      await this.open(after);
    }
  }
}

function removalDetail({ state, results }: TrackedEnrichment): string {
  if (results === undefined) {
    return isFinished(state)
      ? l10n.t("It has no contacts on this machine.")
      : l10n.t("The enrichment continues at the service. Track its id again to see it.");
  }
  return results.contacts === 1
    ? l10n.t("Keep its contact in the Runs view, or delete it from this machine for good.")
    : l10n.t(
        "Keep its {0} contacts in the Runs view, or delete them from this machine for good.",
        countText(results.contacts),
      );
}

type ScopeItem = QuickPickItem & { readonly filter?: ContactFilter; readonly count: number };

/** Asks which contacts to export, when a quick filter matches only some of them. */
async function askForFilter({ views }: Pick<Store, "views">, run: string, now: number): Promise<ScopeItem | undefined> {
  const opened = await views.open({ kind: "run", run }, { columns: [], now });
  try {
    const all: ScopeItem = {
      label: l10n.t("All contacts"),
      description: contactsText(opened.count),
      count: opened.count,
    };
    const items: ScopeItem[] = [all];
    for (const [filter, label] of [
      ["deliverableEmail", l10n.t("With a deliverable email")],
      ["mobilePhone", l10n.t("With a mobile phone")],
    ] as const) {
      const { count } = await views.arrange(opened.view, { columns: [], conditions: [contactCondition(filter)], now });
      if (count > 0 && count < all.count) {
        items.push({ label, description: contactsText(count), filter, count });
      }
    }
    return items.length === 1
      ? all
      : await window.showQuickPick(items, { title: l10n.t("Which contacts do you want to export?") });
  } finally {
    await views.close(opened.view);
  }
}
