// What can be done with a tracked enrichment: open, export, refresh, fetch what is there so far, pause, remove.
import { commands, l10n, window, type QuickPickItem } from "vscode";
import { contactCondition, type ContactFilter } from "../../enrichments/contactFilters";
import type { EnrichmentList, KeptResults, TrackedEnrichment } from "../../enrichments/enrichmentList";
import { isComplete } from "../../enrichments/enrichmentState";
import { withPause, type Poller } from "../../enrichments/polling";
import type { RunStore } from "../../runs/runStore";
import type { Store } from "../../store/client";
import { viewIds } from "../commandIds";
import { formatCount } from "../numbers";
import type { RunExporter } from "../runActivity";
import { safeText } from "../safeText";
import { contactsText, enrichmentName, enrichmentSentence, partialParameter } from "./enrichmentWords";

export interface EnrichmentActionDeps {
  readonly list: EnrichmentList;
  readonly poller: Poller;
  readonly runs: RunStore;
  readonly exporter: RunExporter;
  readonly openDetails: (runId: string, title: string) => Promise<void>;
}

export interface EnrichmentActions {
  open(entry: TrackedEnrichment): Promise<void>;
  exportContacts(entry: TrackedEnrichment): Promise<void>;
  refresh(entry: TrackedEnrichment): Promise<void>;
  fetchPartial(entry: TrackedEnrichment): Promise<void>;
  setPaused(entry: TrackedEnrichment, paused: boolean): Promise<void>;
  remove(entry: TrackedEnrichment): Promise<void>;
  /** One notification with the way to the contacts. */
  notifyFinished(entry: TrackedEnrichment): Promise<void>;
}

export function createEnrichmentActions(deps: EnrichmentActionDeps): EnrichmentActions {
  const { list, poller, runs, exporter } = deps;
  const { store, clock } = runs.deps;

  /** The run with the contacts, or `undefined` after saying why there is none. */
  async function resultsOf(
    entry: TrackedEnrichment,
  ): Promise<{ readonly results: KeptResults; readonly title: string } | undefined> {
    const { results } = entry;
    const summary = results === undefined ? undefined : await runs.summary(results.runId);
    if (results !== undefined && summary !== undefined) {
      return { results, title: summary.header.title };
    }
    const refresh = l10n.t("Refresh");
    const soFar = l10n.t("Fetch What Was Found so Far");
    const gone = l10n.t(
      "The contacts of {0} were deleted here. Refresh fetches them again; that costs nothing.",
      enrichmentName(entry),
    );
    const canAskPartial = partialParameter() !== undefined && !isComplete(entry.state);
    const picked = await window.showInformationMessage(
      results === undefined ? enrichmentSentence(entry) : gone,
      refresh,
      ...(canAskPartial ? [soFar] : []),
    );
    if (picked !== undefined) {
      await ask(entry, picked === soFar ? partialParameter() : undefined);
    }
    return undefined;
  }

  async function ask(entry: TrackedEnrichment, parameter: string | undefined): Promise<void> {
    const after = await window.withProgress({ location: { viewId: viewIds.enrichments } }, () =>
      poller.askNow(entry.key, { partialParameter: parameter }),
    );
    if (after === undefined) {
      void window.showInformationMessage(l10n.t("{0} is being asked for already.", enrichmentName(entry)));
    } else if (after.trouble !== undefined) {
      void window.showWarningMessage(`${enrichmentName(after)}: ${safeText(after.trouble.message)}`);
    } else if (parameter !== undefined && after.results === undefined) {
      void window.showInformationMessage(l10n.t("Nothing was found for {0} so far.", enrichmentName(after)));
    } else if (parameter !== undefined) {
      await actions.open(after);
    }
  }

  const actions: EnrichmentActions = {
    async open(entry) {
      const found = await resultsOf(entry);
      if (found !== undefined) {
        await deps.openDetails(found.results.runId, found.title);
      }
    },
    async exportContacts(entry) {
      const found = await resultsOf(entry);
      if (found === undefined) {
        return;
      }
      const { runId } = found.results;
      const picked = await askForFilter(store, runId, clock.now());
      if (picked !== undefined) {
        const { filter, count } = picked;
        await exporter.exportRun(
          runId,
          filter === undefined
            ? { kind: "all" }
            : { kind: "filtered", shown: { filter: "", quick: [filter], columns: [] }, count },
        );
      }
    },
    refresh: (entry) => ask(entry, undefined),
    async fetchPartial(entry) {
      const parameter = partialParameter();
      if (parameter !== undefined) {
        await ask(entry, parameter);
        return;
      }
      const open = l10n.t("Open Setting");
      const text = l10n.t(
        "The service can return what was found so far, but the name of the query parameter for it must be set first.",
      );
      if ((await window.showInformationMessage(text, open)) === open) {
        await commands.executeCommand(
          "workbench.action.openSettings",
          "prospectDesk.enrichments.partialResultsParameter",
        );
      }
    },
    async setPaused(entry, paused) {
      await list.update(entry.key, (current) => withPause(current, paused, clock.now()));
      poller.wake();
    },
    async remove(entry) {
      const { results } = entry;
      const keep = results === undefined ? l10n.t("Remove") : l10n.t("Remove, Keep Contacts");
      const deleteToo = l10n.t("Remove and Delete Contacts");
      const detail =
        results === undefined
          ? l10n.t("It goes on at the service. Track its id again to see it.")
          : results.contacts === 1
            ? l10n.t("Its contact stays in the Runs view, or is deleted from this machine for good.")
            : l10n.t(
                "Its {0} contacts stay in the Runs view, or are deleted from this machine for good.",
                formatCount(results.contacts),
              );
      const question = l10n.t("Remove {0} from the list?", enrichmentName(entry));
      const picked = await window.showWarningMessage(
        question,
        { modal: true, detail },
        keep,
        ...(results === undefined ? [] : [deleteToo]),
      );
      if (picked === undefined) {
        return;
      }
      await list.remove(entry.key);
      if (picked === deleteToo && results !== undefined) {
        await runs.delete(results.runId);
      }
    },
    async notifyFinished(entry) {
      const [open, exportIt, soFar] = [l10n.t("Open"), l10n.t("Export"), l10n.t("Fetch What Was Found so Far")];
      const canAskPartial =
        entry.results === undefined &&
        entry.state.kind === "ended" &&
        !isComplete(entry.state) &&
        partialParameter() !== undefined;
      const offered = entry.results === undefined ? (canAskPartial ? [soFar] : []) : [open, exportIt];
      const show = isComplete(entry.state) ? window.showInformationMessage : window.showWarningMessage;
      const picked = await show(enrichmentSentence(entry), ...offered);
      if (picked === open) {
        await actions.open(entry);
      } else if (picked === exportIt) {
        await actions.exportContacts(entry);
      } else if (picked === soFar) {
        await actions.fetchPartial(entry);
      }
    },
  };
  return actions;
}

type ScopeItem = QuickPickItem & { readonly filter?: ContactFilter; readonly count: number };

/** Asks which contacts, where a quick filter leaves some of them out. */
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
      ["deliverableEmail", l10n.t("With a deliverable e-mail")],
      ["mobilePhone", l10n.t("With a mobile phone")],
    ] as const) {
      const { count } = await views.arrange(opened.view, { columns: [], conditions: [contactCondition(filter)], now });
      if (count > 0 && count < all.count) {
        items.push({ label, description: contactsText(count), filter, count });
      }
    }
    return items.length === 1 ? all : await window.showQuickPick(items, { title: l10n.t("Export which contacts?") });
  } finally {
    await views.close(opened.view);
  }
}
