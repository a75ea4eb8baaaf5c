// Reads the settings in the table of src/app/settings.ts. All other code reads them here.
import { workspace, type ConfigurationChangeEvent, type ConfigurationScope } from "vscode";
import { settings, type SettingName, type SettingValue } from "../app/settings";

export const settingId = (name: SettingName): string => `prospectDesk.${name}`;

/** `folder` only matters for settings that a workspace may change. */
export function setting<Name extends SettingName>(name: Name, folder?: ConfigurationScope): SettingValue<Name> {
  const configuration = workspace.getConfiguration("prospectDesk", folder);
  const { scope, read } = settings[name];
  // VS Code reads an application setting only from the user's file, unless an older workspace still contains it.
  const value = scope === "resource" ? configuration.get<unknown>(name) : configuration.inspect(name)?.globalValue;
  return read(value) as SettingValue<Name>;
}

/** The value in the user's settings file; `undefined` if it is not set there. */
export const userValue = (name: SettingName): unknown =>
  workspace.getConfiguration("prospectDesk").inspect(name)?.globalValue;

export function affectsSettings(event: ConfigurationChangeEvent, names: readonly SettingName[]): boolean {
  return names.some((name) => event.affectsConfiguration(settingId(name)));
}
