// Sets the context keys that hide commands without a target, and that complete the steps of the walkthrough.
import { window, workspace, type Disposable } from "vscode";
import { searchFileEnding } from "../../searches/searchDocument";
import type { StoredThings } from "../../store/runSources";
import { coalesce } from "../coalesce";
import type { Desk } from "../desk";
import { errorForLog } from "../errorText";
import { setContext } from "../setContext";
import { leaseExpiredMs } from "../views/runItems";

/**
 * Reads what the database contains after each change in this window, and after changes elsewhere when the window gets
 * the focus.
 */
export function followStoredThings({ app, recordLists, log }: Desk): Disposable {
  const known = new Map<string, boolean>();
  const read = async (): Promise<void> => {
    const things = await app.store.runs.storedThings(app.clock.now());
    for (const [name, isThere] of Object.entries(things) as [keyof StoredThings, boolean][]) {
      // The database knows only searches that have run, so it cannot say that there is no saved search.
      if (known.get(name) !== isThere && (isThere || name !== "hasSavedSearch")) {
        known.set(name, isThere);
        setContext(name, isThere);
      }
    }
    if (things.isRunning) {
      afterLease.soon(); // the runs of a window that died remain running until their leases expire
    }
  };
  const start = (): void =>
    void read().catch((error: unknown) => log(`Counting stored runs and lists failed: ${errorForLog(error)}`));
  const soon = coalesce(start);
  const afterLease = coalesce(start, leaseExpiredMs);
  const listening = [
    { dispose: app.runs.onDidChange(soon.soon) },
    { dispose: app.enrichments.onDidChange(soon.soon) },
    recordLists.onDidChange(soon.soon),
    window.onDidChangeWindowState(({ focused }) => (focused ? soon.soon() : undefined)),
    workspace.onDidSaveTextDocument(({ uri }) =>
      uri.path.endsWith(searchFileEnding) ? setContext("hasSavedSearch", true) : undefined,
    ),
  ];
  soon.soon();
  return { dispose: () => [soon, afterLease, ...listening].forEach((one) => one.dispose()) };
}
