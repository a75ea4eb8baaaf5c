// The enrichments of the user: the view, its commands, and the polling in the background.
import { commands, l10n, window, type Disposable } from "vscode";
import type { EnrichmentList, TrackedEnrichment } from "../../enrichments/enrichmentList";
import { isComplete, isFinished } from "../../enrichments/enrichmentState";
import { keepResults } from "../../enrichments/keepResults";
import { createPoller } from "../../enrichments/polling";
import type { RunStore } from "../../runs/runStore";
import type { ServiceClient } from "../../service/serviceClient";
import type { ConnectionInfo } from "../account";
import { connectionOf, type AccountMonitor } from "../connections/accountMonitor";
import { sandboxConnection } from "../connections/connectionStore";
import { connectionToUse, runConnection } from "../connections/connectionToUse";
import type { RunExporter } from "../runActivity";
import { askForIds } from "./askForIds";
import { createEnrichmentActions } from "./enrichmentActions";
import { commandIds as ids } from "../commandIds";
import { showEnrichments } from "./enrichmentsView";
import { errorForLog, errorText } from "../errorText";
import { registerTargetCommand, type CommandTargets } from "../targets/commandTargets";

export interface EnrichmentsDeps {
  readonly targets: Pick<CommandTargets, "enrichment">;
  readonly list: EnrichmentList;
  readonly runs: RunStore;
  readonly account: AccountMonitor;
  readonly clientOf: (connection: ConnectionInfo) => Promise<ServiceClient>;
  readonly exporter: RunExporter;
  readonly openDetails: (runId: string, title: string) => Promise<void>;
  readonly log: (line: string) => void;
}

export interface Enrichments {
  readonly disposables: readonly Disposable[];
  /** Starts to ask for what was tracked before; called once everything is registered. */
  start(): void;
  /** Stops polling; resolves when nothing is being written any more. */
  close(): Promise<void>;
}

export function registerEnrichments(deps: EnrichmentsDeps): Enrichments {
  const { list, runs, account, clientOf, exporter, log } = deps;
  const { clock, store } = runs.deps;
  const poller = createPoller({
    list,
    clock,
    clientOf: (connection) => clientOf({ ...connection, sandbox: connection.id === sandboxConnection.id }),
    keep: (entry, kept) => keepResults(runs, entry, kept),
    onFinished: (entry) =>
      void actions
        .notifyFinished(entry)
        .catch((error: unknown) => log(`An enrichment's end could not be shown: ${errorForLog(error)}`)),
  });
  const actions = createEnrichmentActions({ list, poller, runs, exporter, openDetails: deps.openDetails });

  const on = (
    id: string,
    isMeant: (entry: TrackedEnrichment) => boolean,
    work: (entry: TrackedEnrichment) => Promise<void>,
  ): Disposable => registerTargetCommand(id, (args) => deps.targets.enrichment(args, isMeant), work);

  async function track(): Promise<void> {
    const connection = await connectionToUse(account);
    if (connection === undefined) {
      return;
    }
    const chosen = await askForIds(
      connection,
      async () => (await import("../../sandbox/bulkEnrichments")).sandboxEnrichments,
    );
    if (chosen.length > 0) {
      await list.add(chosen, runConnection(connection));
      poller.wake();
    }
  }

  return {
    disposables: [
      ...showEnrichments(list, store, clock, () => poller.wake()),
      commands.registerCommand(ids.trackEnrichment, () =>
        track().catch(
          (error: unknown) =>
            void window.showErrorMessage(l10n.t("Nothing was added to the list. {0}", errorText(error))),
        ),
      ),
      on(ids.openEnrichment, () => true, actions.open),
      on(ids.exportEnrichment, ({ results }) => results !== undefined, actions.exportContacts),
      on(ids.refreshEnrichment, () => true, actions.refresh),
      on(ids.fetchPartial, ({ state }) => !isComplete(state), actions.fetchPartial),
      on(
        ids.pausePolling,
        ({ paused, state }) => !paused && !isFinished(state),
        (entry) => actions.setPaused(entry, true),
      ),
      on(
        ids.resumePolling,
        ({ paused }) => paused,
        (entry) => actions.setPaused(entry, false),
      ),
      on(ids.removeEnrichment, () => true, actions.remove),
      account.onDidChange(() => {
        const connection = connectionOf(account.current);
        if (account.current.kind === "ready" && connection !== undefined) {
          void poller.retryRejected(connection.id).catch(() => undefined);
        }
      }),
      { dispose: () => void poller.dispose() },
    ],
    start: () => poller.start(),
    close: () => poller.dispose(),
  };
}
