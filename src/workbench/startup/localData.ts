// The user's data on this machine: the database and the personal library. Both are in the global storage, never synced.
import { randomBytes } from "node:crypto";
import * as disk from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Uri, window, workspace, type ExtensionContext } from "vscode";
import type { DeskStore } from "../../export/storeExport";
import { StoreRateLimitGate } from "../../runs/storeRateLimitGate";
import { removeLeftovers } from "../../searches/atomicFile";
import { Library } from "../../searches/library";
import { placeOutside } from "../../searches/realPlace";
import type { RateLimitGate } from "../../service/rateLimitGate";
import type { Clock } from "../../service/wire";
import { databaseName, StoreClient } from "../../store/client";
import type { Notice } from "../../store/notices";
import type { Progress } from "../../store/task";
import { editorLanguage } from "../editorLanguage";
import { errorForLog } from "../errorText";
import { exportFolderOf } from "../exporting/fileStep";
import { countWatch, withLateProgress, type CountWatch } from "../lateProgress";
import { offerFolder } from "../offerFolder";
import { safeText } from "../safeText";

export interface LocalDataDeps {
  readonly context: Pick<ExtensionContext, "globalStorageUri">;
  /** The store's worker is a file of the extension. */
  readonly extensionUri: Uri;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/** Opens no file yet. `onOpened` is called when the database is open for the first time. */
export function openLocalData(
  { context: { globalStorageUri: globalStorage }, extensionUri, clock, log }: LocalDataDeps,
  onOpened: () => void,
) {
  const owner = randomBytes(8).toString("hex");
  const worker = pathToFileURL(Uri.joinPath(extensionUri, "dist", "storeWorker.js").fsPath);
  const file = path.join(globalStorage.fsPath, "store", databaseName);
  const recovery = progressOf(() => "The database of fetched records is damaged. Recovering what can be read…", clock);
  let isFinishing = false;

  const client: StoreClient<DeskStore> = new StoreClient(
    worker,
    { file, language: editorLanguage(), audience: "window" },
    {
      onOpened: () => {
        if (!isFinishing) {
          isFinishing = true;
          void tidyFolders(globalStorage.fsPath, clock.now());
          void startUsing(client.store, log);
          onOpened();
        }
      },
      onRecovering: recovery,
      onNotice: (notice) => void showNotice(notice),
    },
  );
  const { store } = client;
  return {
    /** Opens its file on the first call. */
    store,
    /** The folder of the database. */
    folder: path.dirname(file),
    /** Identifies this window as the owner of leases. */
    owner,
    library: new Library(path.join(globalStorage.fsPath, "library"), disk),
    libraryUri: Uri.joinPath(globalStorage, "library"),
    /** The gate that all windows share for one key, named by a hash. */
    gateFor: (keyHash: string): RateLimitGate =>
      new StoreRateLimitGate({ pauses: store.pauses, keyHash, clock, owner }),
    /** Closes the database after the calls that were made before. */
    close: (): Promise<void> => client.close(),
  };
}

/** Says so if the database can only be read; else completes deletions that were interrupted. Never rejects. */
async function startUsing({ file, retention }: DeskStore, log: (line: string) => void): Promise<void> {
  const warning = await file.readOnlyWarning().catch(() => undefined);
  if (warning !== undefined) {
    log("The database can only be read.");
    void window.showWarningMessage(safeText(warning));
    return;
  }
  try {
    const finished = await retention.finishDeletions();
    if (finished > 0) {
      log(`Interrupted deletions were completed: ${finished}.`);
    }
  } catch (error) {
    log(`Interrupted deletions could not be completed: ${errorForLog(error)}.`);
  }
}

/** In ms. */
const unnoticedMs = 1_000;

/** One notification from the first report of a recovery to its end, which is reported as `undefined`. */
function progressOf(title: () => string, clock: Clock): (progress: Progress | undefined) => void {
  let report: CountWatch["onProgress"] | undefined;
  let end = (): void => undefined;
  return (progress) => {
    if (progress === undefined) {
      end();
      report = undefined;
      return;
    }
    if (report === undefined) {
      const work = (show: Parameters<typeof countWatch>[0], signal: AbortSignal): Promise<void> => {
        report = countWatch(show, signal).onProgress;
        return new Promise((resolve) => (end = resolve));
      };
      void withLateProgress(title(), work, { cancellable: false, delay: clock.sleep(unnoticedMs) });
    }
    if (progress.total > 0) {
      report?.(progress.done, progress.total);
    }
  };
}

async function showNotice({ message, file }: Notice): Promise<void> {
  if (file === undefined) {
    await window.showWarningMessage(message);
  } else {
    await offerFolder(window.showWarningMessage, message, file);
  }
}

/** `globalStorage` is an absolute path; `now` in ms since 1970. Never rejects. */
async function tidyFolders(globalStorage: string, now: number): Promise<void> {
  const library = path.join(globalStorage, "library");
  for (const folder of [globalStorage, library]) {
    // A folder that does not exist yet is created like this; some file systems have no permissions.
    await disk.chmod(folder, 0o700).catch(() => undefined);
  }
  const roots = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  const exported = roots.map((root) => path.join(root.uri.fsPath, exportFolderOf(root)));
  for (const folder of [library, ...exported]) {
    const inside = path.join(folder, "any file");
    const isElsewhere = await placeOutside(
      disk,
      roots.map(({ uri }) => uri.fsPath),
      inside,
    );
    if (isElsewhere === undefined) {
      await removeLeftovers(disk, inside, now);
    }
  }
}
