// The user's settings that agents follow, saved in the database for processes without VS Code.
import { workspace, type Disposable } from "vscode";
import {
  configurable,
  mapStoredSettings,
  settings,
  storeSettings,
  type SettingName,
  type StoredSettings,
} from "../app/settings";
import type { Store } from "../store/client";
import { errorForLog } from "./errorText";
import { affectsSettings, setting, userValue } from "./settings";

export const userSettings = (): StoredSettings => mapStoredSettings((name) => setting(name));

/** An invalid value counts as this window reads it. */
function setByUser(name: SettingName): unknown {
  const value = userValue(name);
  return value === undefined ? undefined : settings[name].read(value);
}

/** Saves the settings now and whenever they change. */
export function saveUserSettings(store: Store, log: (line: string) => void): Disposable {
  const save = (): void => {
    storeSettings(store, setByUser).catch((error: unknown) =>
      log(`The settings for agents could not be saved: ${errorForLog(error)}.`),
    );
  };
  save();
  return workspace.onDidChangeConfiguration((event) => {
    if (affectsSettings(event, configurable)) {
      save();
    }
  });
}
