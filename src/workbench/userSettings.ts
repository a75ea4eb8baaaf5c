// The user's settings that agents follow, saved in the database for processes without VS Code.
import { workspace, type Disposable } from "vscode";
import { mapStoredSettings, storedSettings, storeSettings, type StoredSettings } from "../app/settings";
import type { Store } from "../store/client";
import { errorForLog } from "./errorText";
import { affectsSettings, setting } from "./settings";

export const userSettings = (): StoredSettings => mapStoredSettings((name) => setting(name));

/** Saves the settings now and whenever they change. */
export function saveUserSettings(store: Pick<Store, "settings">, log: (line: string) => void): Disposable {
  const save = (): void => {
    storeSettings(store, userSettings()).catch((error: unknown) =>
      log(`The settings for agents could not be saved: ${errorForLog(error)}.`),
    );
  };
  save();
  return workspace.onDidChangeConfiguration((event) => {
    if (affectsSettings(event, Object.values(storedSettings))) {
      save();
    }
  });
}
