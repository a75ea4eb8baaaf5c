// The user's settings as processes without VS Code know them: the window writes them to the database.
import type { Store } from "../store/client";
import { mapStoredSettings, type StoredSettings } from "./settings";

export async function readStoredSettings({ settings }: Pick<Store, "settings">): Promise<StoredSettings> {
  const stored = await settings.all();
  return mapStoredSettings((_name, key) => stored[key]);
}

export async function storeSettings({ settings }: Pick<Store, "settings">, values: StoredSettings): Promise<void> {
  await settings.save({ ...values });
}
