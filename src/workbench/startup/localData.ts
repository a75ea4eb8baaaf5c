// The user's data on this machine: the database and the personal library. Both are in the global storage, never synced.
import { randomBytes } from "node:crypto";
import * as disk from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { commands, Uri, window, workspace, type ExtensionContext } from "vscode";
import { earlierDatabaseText } from "../../app/databaseBackups";
import type { DeskStore } from "../../export/storeExport";
import { StoreRateLimitGate } from "../../runs/storeRateLimitGate";
import { removeLeftovers } from "../../searches/atomicFile";
import { addToLibrary } from "../../searches/library";
import { placeOutside } from "../../searches/realPlace";
import type { RateLimitGate } from "../../service/rateLimitGate";
import type { Clock } from "../../service/wire";
import { databaseName, StoreClient } from "../../store/client";
import { commandIds } from "../commandIds";
import { errorForLog } from "../errorText";
import { exportFolderOf } from "../exporting/fileStep";
import { offerFolder } from "../offerFolder";
import { setting } from "../settings";

/** Does not open a file yet. `onOpened` is called when the database is first opened. */
export function openLocalData(
  context: ExtensionContext,
  clock: Clock,
  log: (line: string) => void,
  onOpened: () => void,
) {
  const globalStorage = context.globalStorageUri;
  const owner = randomBytes(8).toString("hex");
  const worker = pathToFileURL(Uri.joinPath(context.extensionUri, "dist", "storeWorker.js").fsPath);
  const file = path.join(globalStorage.fsPath, "store", databaseName);
  let isFinishing = false;
  let isDamaged = false;

  const client: StoreClient<DeskStore> = new StoreClient(
    worker,
    { file },
    {
      onOpened: (earlier) => {
        isDamaged = false;
        if (earlier !== undefined) {
          void offerFolder(window.showWarningMessage, earlierDatabaseText(earlier), earlier);
        }
        if (!isFinishing) {
          isFinishing = true;
          void tidyFolders(globalStorage.fsPath, clock.now());
          void tidyDatabase(client.store, clock.now(), log);
          onOpened();
        }
      },
      onDamaged: (message) => {
        // Everything that shows records fails then, but the message is shown once.
        if (!isDamaged) {
          isDamaged = true;
          log("The database is damaged.");
          // Whole paths make the message hard to read, and Open Folder shows where the files are.
          void offerRestore(message.replaceAll(path.dirname(file) + path.sep, ""), file);
        }
      },
    },
  );
  const { store } = client;
  return {
    /** The store opens its file on the first call. */
    store,
    /** The folder of the database. */
    folder: path.dirname(file),
    /** Identifies this window as the owner of leases. */
    owner,
    addToLibrary: (name: string, text: string): Promise<string> =>
      addToLibrary(disk, path.join(globalStorage.fsPath, "library"), name, text),
    libraryUri: Uri.joinPath(globalStorage, "library"),
    /** The gate that all windows share for a key, identified by a hash. */
    gateFor: (keyHash: string): RateLimitGate =>
      new StoreRateLimitGate({ pauses: store.pauses, keyHash, clock, owner }),
    /** Closes the database after all earlier calls. */
    close: (): Promise<void> => client.close(),
  };
}

async function offerRestore(message: string, file: string): Promise<void> {
  const restore = "Restore…";
  const folder = "Open Folder";
  const chosen = await window.showErrorMessage(message, restore, folder);
  if (chosen === restore) {
    await commands.executeCommand(commandIds.restoreDatabase);
  } else if (chosen === folder) {
    await commands.executeCommand("revealFileInOS", Uri.file(file));
  }
}

/** Completes interrupted deletions, and then backs up the database once a week. Never rejects. */
async function tidyDatabase(
  { retention, backups }: DeskStore,
  now: number,
  log: (line: string) => void,
): Promise<void> {
  try {
    const finished = await retention.finishDeletions();
    if (finished > 0) {
      log(`Interrupted deletions were completed: ${finished}.`);
    }
  } catch (error) {
    log(`Interrupted deletions could not be completed: ${errorForLog(error)}.`);
  }
  try {
    if (setting("database.weeklyCopies") && (await backups.copyWeekly(now))) {
      log("The database was copied, as every week.");
    }
  } catch (error) {
    log(`The weekly copy of the database could not be written: ${errorForLog(error)}.`);
  }
}

/** `globalStorage` is an absolute path; `now` in ms since 1970. Never rejects. */
async function tidyFolders(globalStorage: string, now: number): Promise<void> {
  const library = path.join(globalStorage, "library");
  const copies = path.join(globalStorage, "store", "backups");
  for (const folder of [globalStorage, library]) {
    // Fails if the folder does not exist, which is later created with this mode, or if the file system has no
    // permissions.
    await disk.chmod(folder, 0o700).catch(() => undefined);
  }
  const roots = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  const exported = roots.map((root) => path.join(root.uri.fsPath, exportFolderOf(root)));
  for (const folder of [library, copies, ...exported]) {
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
