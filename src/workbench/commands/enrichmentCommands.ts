// The commands on enrichments. Those of an entry say for which ones they are offered.
import { isImported, mayHavePartialResults, type TrackedEnrichment } from "../../enrichments/enrichmentList";
import { isPolled } from "../../enrichments/enrichmentPoller";
import { commandIds, type CommandHandler } from "../commandIds";
import { targetCommand } from "../targets/commandTargets";
import type { Desk } from "../desk";

type Enrichment = TrackedEnrichment;

export function enrichmentCommands({ enrichments, targets }: Desk) {
  const { actions } = enrichments;
  const on = (isOffered: (entry: Enrichment) => boolean, work: (entry: Enrichment) => Promise<void>): CommandHandler =>
    targetCommand((args) => targets.enrichment(args, isOffered), work);
  const hasResults = ({ results }: Enrichment): boolean => results !== undefined;
  const isOfService = (entry: Enrichment): boolean => !isImported(entry);
  return {
    [commandIds.trackEnrichment]: enrichments.track,
    [commandIds.importEnrichment]: enrichments.importFiles,
    [commandIds.openEnrichment]: on(hasResults, (entry) => actions.open(entry)),
    [commandIds.exportEnrichment]: on(hasResults, (entry) => actions.exportContacts(entry)),
    [commandIds.refreshEnrichment]: on(isOfService, (entry) => actions.refresh(entry)),
    [commandIds.fetchPartial]: on(mayHavePartialResults, (entry) => actions.fetchPartial(entry)),
    [commandIds.pausePolling]: on(isPolled, (entry) => actions.setPaused(entry, true)),
    [commandIds.resumePolling]: on(
      ({ paused }) => paused,
      (entry) => actions.setPaused(entry, false),
    ),
    [commandIds.removeNotFound]: () => actions.removeNotFound(),
    [commandIds.removeEnrichment]: on(
      () => true,
      (entry) => actions.remove(entry),
    ),
  };
}
