// The enrichments of the user: the view, and the polling in the background.
import { l10n, window, type Disposable } from "vscode";
import { addEnrichments, enrichmentOfRun, openPoller, recognizeIds } from "../../app/enrichments";
import { isOfEnvironment } from "../../app/headless/environment";
import type { EnrichmentPoller } from "../../enrichments/enrichmentPoller";
import type { RunSummary } from "../../runs/run";
import { connectionOf } from "../connections/accountMonitor";
import { sandboxConnection } from "../connections/connectionStore";
import { connectionToUse, runConnection } from "../connections/connectionToUse";
import { enrichmentName } from "../enrichmentTexts";
import { enrichmentGoneText } from "../goneTexts";
import { askForIds } from "./askForIds";
import { EnrichmentActions, type EnrichmentsDeps } from "./enrichmentActions";
import { importFiles } from "./importFiles";
import { openEnrichmentsView } from "./enrichmentsView";
import { errorForLog, errorText } from "../errorText";

export function openEnrichments(deps: EnrichmentsDeps) {
  const { app, account, access, log } = deps;
  const poller = openPoller(app, {
    clientOf: (connection) => access.clientOf({ ...connection, sandbox: connection.id === sandboxConnection.id }),
    concerns: ({ connection }) => !isOfEnvironment(connection),
    onFinished: (entries) =>
      void actions
        .notifyFinished(entries)
        .catch((error: unknown) => log(`The notification about a finished enrichment failed: ${errorForLog(error)}`)),
  });
  const actions = new EnrichmentActions(deps, poller);
  const rows = openEnrichmentsView(deps.trees.enrichments, app, () => poller.wake());

  return {
    rows,
    actions,
    track: (): Promise<void> =>
      track(deps, poller).catch(
        (error: unknown) =>
          void window.showErrorMessage(l10n.t("The enrichments could not be added. {0}", errorText(error))),
      ),
    importFiles: (): Promise<void> => importFiles(app, (entry) => actions.open(entry), log),
    disposables: [
      rows,
      account.onDidChange(() => {
        const connection = connectionOf(account.current);
        if (account.current.kind === "ready" && connection !== undefined) {
          void poller.retryRejected(connection.id).catch(() => undefined);
        }
      }),
      { dispose: () => void poller.dispose() },
    ] satisfies Disposable[],
    /** Retrieves the enrichment of a run again, which is free. */
    retrieveAgain: async (run: RunSummary): Promise<void> => {
      const tracked = await enrichmentOfRun(app, run);
      if (tracked === undefined) {
        void window.showInformationMessage(enrichmentGoneText());
        return;
      }
      await actions.refresh(tracked);
    },
    start: (): void => poller.start(),
    /** Stops polling; resolves when the last write is done. */
    close: (): Promise<void> => poller.dispose(),
  };
}

async function track({ app, account }: EnrichmentsDeps, poller: EnrichmentPoller): Promise<void> {
  const connection = await connectionToUse(account);
  if (connection === undefined) {
    return;
  }
  const demos = connection.sandbox ? (await import("../../sandbox/bulkEnrichments")).sandboxEnrichments : [];
  const info = runConnection(connection);
  const ids = await askForIds({
    label: connection.label,
    demos,
    recognize: (text) => recognizeIds(app, text, info),
  });
  if (ids.length === 0) {
    return;
  }
  const { before } = await addEnrichments(app, ids, info);
  poller.wake();
  if (before.length > 0) {
    void window.showInformationMessage(
      l10n.t("Tracked already, so not added again: {0}.", before.map(enrichmentName).join(", ")),
    );
  }
}
