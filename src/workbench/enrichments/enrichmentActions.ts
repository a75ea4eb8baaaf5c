// The actions for a tracked enrichment: open, export, refresh, fetch partial results, remove.
import { commands, window, type QuickPickItem } from "vscode";
import type { App } from "../../app/app";
import { removeEnrichment } from "../../app/enrichments";
import { rowsOfRun } from "../../app/rowSource";
import { contactCondition, type ContactFilter } from "../../enrichments/contactFilters";
import type { SavedResults, TrackedEnrichment } from "../../enrichments/enrichmentList";
import type { EnrichmentPoller } from "../../enrichments/enrichmentPoller";
import { enrichmentSentence } from "../../enrichments/enrichmentSentence";
import { isComplete, isFinished } from "../../enrichments/enrichmentState";
import { outcomesText } from "../../runs/amounts";
import { sumOfOutcomes } from "../../service/contactOutcome";
import type { Store } from "../../store/client";
import { countText } from "../../text/numbers";
import { exportText, openText, refreshText, removeText } from "../buttonTexts";
import { commandIds, viewIds } from "../commandIds";
import { newKeyText } from "../connections/connectionTexts";
import { contactsText, enrichmentName, offersPartialResults, partialParameter } from "../enrichmentTexts";
import type { OpenResults } from "../resultsEditor/openResults";
import type { RecordExporter } from "../runActivity";
import { safeText } from "../safeText";

export class EnrichmentActions {
  constructor(
    private readonly app: App,
    private readonly exporter: RecordExporter,
    private readonly openResults: OpenResults,
    private readonly poller: EnrichmentPoller,
  ) {}

  async open(entry: TrackedEnrichment): Promise<void> {
    const found = await this.resultsOf(entry);
    if (found !== undefined) {
      await this.openResults({ id: found.results.runId, title: found.title });
    }
  }

  async exportContacts(entry: TrackedEnrichment): Promise<void> {
    const { app, exporter } = this;
    const found = await this.resultsOf(entry);
    if (found === undefined) {
      return;
    }
    const { runId } = found.results;
    const picked = await askForFilter(app.store, runId, app.clock.now());
    const run = await app.runs.summary(runId);
    if (picked !== undefined && run !== undefined) {
      const { filter, count } = picked;
      await exporter.export(
        rowsOfRun(run),
        filter === undefined
          ? { kind: "all" }
          : { kind: "filtered", shown: { filter: "", quick: [filter], columns: [] }, count },
      );
    }
  }

  refresh(entry: TrackedEnrichment): Promise<void> {
    return this.poll(entry, undefined);
  }

  fetchPartial(entry: TrackedEnrichment): Promise<void> {
    return this.poll(entry, partialParameter());
  }

  async remove(entry: TrackedEnrichment): Promise<void> {
    const { results } = entry;
    const remove = results === undefined ? removeText : "Remove, Keep Contacts";
    const removeAndDelete = "Remove and Delete Contacts";
    const question = `Remove ${enrichmentName(entry)} from the list?`;
    const buttons = results === undefined ? [remove] : [remove, removeAndDelete];
    const picked = await window.showWarningMessage(question, { modal: true, detail: removalDetail(entry) }, ...buttons);
    if (picked !== undefined) {
      await removeEnrichment(this.app, entry, picked === removeAndDelete);
    }
  }

  /** Shows one notification for all that have finished together. */
  async notifyFinished(entries: readonly TrackedEnrichment[]): Promise<void> {
    const [only] = entries;
    if (entries.length === 1 && only !== undefined) {
      await this.notifyOne(only);
      return;
    }
    const show = "Show Enrichments";
    const outcomes = sumOfOutcomes(entries.flatMap(({ results }) => results?.outcomes ?? []));
    const complete = entries.filter(({ state }) => isComplete(state)).length;
    const sentences = [
      `${complete} of ${entries.length} enrichments have finished. Contacts: ${outcomesText(outcomes)}.`,
      ...othersText(entries),
    ];
    const notify = complete === entries.length ? window.showInformationMessage : window.showWarningMessage;
    if ((await notify(sentences.join(" "), show)) === show) {
      await commands.executeCommand(`${viewIds.enrichments}.focus`);
    }
  }

  private async notifyOne(entry: TrackedEnrichment): Promise<void> {
    const open = openText;
    const exportIt = exportText;
    const fetchPartial = "Fetch Partial Results";
    if (entry.state.kind === "keyRejected") {
      await this.offerNewKey(entry);
      return;
    }
    const buttons: string[] = [];
    if (entry.results !== undefined) {
      buttons.push(open, exportIt);
    } else if (offersPartialResults(entry)) {
      buttons.push(fetchPartial);
    }
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

  /** The run with the contacts, or `undefined` after a message about why there is none. */
  private async resultsOf(
    entry: TrackedEnrichment,
  ): Promise<{ readonly results: SavedResults; readonly title: string } | undefined> {
    const { results } = entry;
    const summary = results === undefined ? undefined : await this.app.runs.summary(results.runId);
    if (results !== undefined && summary !== undefined) {
      return { results, title: summary.header.title };
    }
    const deleted = `The contacts of ${enrichmentName(entry)} were deleted from this machine.`;
    if (results === undefined && entry.state.kind === "keyRejected") {
      await this.offerNewKey(entry);
      return undefined;
    }
    const fetchPartial = "Fetch Partial Results";
    const text =
      results === undefined ? enrichmentSentence(entry, safeText) : `${deleted} Refresh to fetch them again, for free.`;
    const buttons = offersPartialResults(entry) ? [refreshText, fetchPartial] : [refreshText];
    const picked = await window.showInformationMessage(text, ...buttons);
    if (picked === fetchPartial) {
      await this.fetchPartial(entry);
    } else if (picked !== undefined) {
      await this.refresh(entry);
    }
    return undefined;
  }

  /** Asks for a key for the enrichment's address. The poller tries the new key at once and continues with it. */
  private async offerNewKey(entry: TrackedEnrichment): Promise<void> {
    const newKey = newKeyText;
    if ((await window.showWarningMessage(enrichmentSentence(entry, safeText), newKey)) === newKey) {
      await commands.executeCommand(commandIds.enterNewKey, { enrichment: { key: entry.key } });
    }
  }

  private async poll(entry: TrackedEnrichment, parameter: string | undefined): Promise<void> {
    const after = await window.withProgress({ location: { viewId: viewIds.enrichments } }, () =>
      this.poller.pollNow(entry.key, { partialParameter: parameter }),
    );
    if (after === undefined) {
      void window.showInformationMessage(`${enrichmentName(entry)} is already being refreshed.`);
    } else if (after.state.kind === "keyRejected") {
      await this.offerNewKey(after);
    } else if (after.trouble !== undefined) {
      void window.showWarningMessage(`${enrichmentName(after)}: ${safeText(after.trouble.message)}`);
    } else if (parameter !== undefined && after.results === undefined) {
      void window.showInformationMessage(`${enrichmentName(after)} has no results yet.`);
    } else if (parameter !== undefined) {
      await this.open(after);
    }
  }
}

/** How the others stopped. A wrong id is counted separately, because no enrichment ended. */
function othersText(entries: readonly TrackedEnrichment[]): readonly string[] {
  const count = (is: (entry: TrackedEnrichment) => boolean): number => entries.filter(is).length;
  const ended = count(({ state }) => state.kind === "ended" && !isComplete(state));
  const notFound = count(({ state }) => state.kind === "notFound");
  const refused = count(({ state }) => state.kind === "refused");
  const sentences: string[] = [];
  if (ended !== 0) {
    sentences.push(`Ended without all contacts: ${countText(ended)}.`);
  }
  if (notFound !== 0) {
    sentences.push(`Not found at the service: ${countText(notFound)}.`);
  }
  if (refused !== 0) {
    sentences.push(`Refused by the service: ${countText(refused)}.`);
  }
  return sentences;
}

function removalDetail({ state, results }: TrackedEnrichment): string {
  if (results === undefined) {
    return isFinished(state)
      ? "It has no contacts on this machine."
      : "The enrichment continues at the service. Track its id again to see it.";
  }
  return results.contacts === 1
    ? "Keep its contact under “Recent”, or delete it from this machine for good."
    : `Keep its ${countText(results.contacts)} contacts under “Recent”, or delete them from this machine for good.`;
}

type ScopeItem = QuickPickItem & { readonly filter?: ContactFilter; readonly count: number };

/** Asks which contacts to export, when a quick filter matches only some of them. */
async function askForFilter({ views }: Store, run: string, now: number): Promise<ScopeItem | undefined> {
  const opened = await views.open({ kind: "run", run }, { columns: [], now });
  try {
    const all: ScopeItem = {
      label: "All contacts",
      description: contactsText(opened.count),
      count: opened.count,
    };
    const items: ScopeItem[] = [all];
    for (const [filter, label] of [
      ["deliverableEmail", "With a deliverable email"],
      ["mobilePhone", "With a mobile phone"],
    ] as const) {
      const { count } = await views.arrange(opened.view, { columns: [], conditions: [contactCondition(filter)], now });
      if (count > 0 && count < all.count) {
        items.push({ label, description: contactsText(count), filter, count });
      }
    }
    return items.length === 1
      ? all
      : await window.showQuickPick(items, { title: "Which contacts do you want to export?" });
  } finally {
    await views.close(opened.view);
  }
}
