// The enrichments of the user: the view, and the polling in the background.
import { l10n, window, type Disposable } from "vscode";
import { isOfEnvironment } from "../../app/headless/environment";
import { isImported, type EnrichmentList } from "../../enrichments/enrichmentList";
import { saveResults } from "../../enrichments/saveResults";
import { EnrichmentPoller } from "../../enrichments/enrichmentPoller";
import type { RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import type { ReplyReader } from "../../service/replyReader";
import type { ServiceClient } from "../../service/serviceClient";
import type { ConnectionInfo } from "../account";
import { connectionOf, type AccountMonitor } from "../connections/accountMonitor";
import { sandboxConnection } from "../connections/connectionStore";
import { connectionToUse, runConnection } from "../connections/connectionToUse";
import type { RunExporter } from "../runActivity";
import { enrichmentGoneText } from "../goneTexts";
import { askForIds } from "./askForIds";
import { EnrichmentActions } from "./enrichmentActions";
import { importFiles } from "./importFiles";
import { openEnrichmentsView } from "./enrichmentsView";
import { errorForLog, errorText } from "../errorText";
import type { Tree } from "../tree";

export interface EnrichmentsDeps {
  readonly tree: Tree;
  readonly list: EnrichmentList;
  readonly runs: RunStore;
  readonly account: AccountMonitor;
  readonly clientOf: (connection: ConnectionInfo) => Promise<ServiceClient>;
  readonly exporter: RunExporter;
  readonly openDetails: (runId: string, title: string) => Promise<void>;
  readonly readReply: ReplyReader;
  readonly log: (line: string) => void;
}

export type Enrichments = ReturnType<typeof openEnrichments>;

export function openEnrichments(deps: EnrichmentsDeps) {
  const { list, runs, account, clientOf, exporter, readReply, log } = deps;
  const { clock, store } = runs.deps;
  const poller = new EnrichmentPoller({
    list,
    clock,
    clientOf: (connection) => clientOf({ ...connection, sandbox: connection.id === sandboxConnection.id }),
    save: (entry, received) => saveResults(runs, entry, received),
    concerns: ({ connection }) => !isOfEnvironment(connection),
    onFinished: (entries) =>
      void actions
        .notifyFinished(entries)
        .catch((error: unknown) => log(`The notification about a finished enrichment failed: ${errorForLog(error)}`)),
  });
  const actions = new EnrichmentActions({ list, poller, runs, exporter, openDetails: deps.openDetails });

  const rows = openEnrichmentsView(deps.tree, { list, store, clock, onChange: () => poller.wake() });

  return {
    rows,
    actions,
    track: (): Promise<void> =>
      track(deps, poller).catch(
        (error: unknown) =>
          void window.showErrorMessage(l10n.t("The enrichments could not be added. {0}", errorText(error))),
      ),
    importFiles: (): Promise<void> => importFiles({ runs, list, readReply, open: (entry) => actions.open(entry), log }),
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
    retrieveAgain: async ({ header: { task, connection } }: RunSummary): Promise<void> => {
      const tracked = (await list.list()).find(
        (entry) => "enrichmentId" in task && entry.id === task.enrichmentId && entry.connection.id === connection.id,
      );
      if (tracked === undefined || isImported(tracked)) {
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

async function track({ account, list }: EnrichmentsDeps, poller: EnrichmentPoller): Promise<void> {
  const connection = await connectionToUse(account);
  if (connection === undefined) {
    return;
  }
  const ids = await askForIds(
    connection,
    async () => (await import("../../sandbox/bulkEnrichments")).sandboxEnrichments,
  );
  if (ids.length > 0) {
    await list.add(ids, runConnection(connection));
    poller.wake();
  }
}
