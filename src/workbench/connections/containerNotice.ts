// Warns before the first paid run in a container that a rebuild deletes the paid data.
import { commands, env, window } from "vscode";
import type { Store } from "../../store/client";
import { commandIds } from "../commandIds";

/** The `remoteName` of windows whose global storage, with the database, is deleted with their container. */
const containers: ReadonlySet<string> = new Set(["dev-container", "attached-container", "codespaces"]);

/** A window has one store, so it is warned once. */
const warned = new WeakSet<Store>();

/** Call this before anything is paid for. Never rejects. */
export async function warnInContainer(store: Store): Promise<void> {
  if (warned.has(store) || !containers.has(env.remoteName ?? "")) {
    return;
  }
  warned.add(store);
  try {
    const connections = await store.runs.connections();
    if (connections.some(({ origin }) => origin !== "sandbox:")) {
      return;
    }
  } catch {
    return; // The run itself reports why the database cannot be opened.
  }
  const backUp = "Back Up Database…";
  const sentence =
    "This window runs in a container, and the records that you pay for are stored in it: rebuilding or deleting the " +
    "container deletes them. Back up the database before you rebuild, and restore it afterwards.";
  if ((await window.showWarningMessage(sentence, backUp)) === backUp) {
    await commands.executeCommand(commandIds.backUpDatabase);
  }
}
