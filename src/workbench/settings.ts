// Reads the settings of the table in src/app/settings.ts: the only way to them.
import { workspace, type ConfigurationChangeEvent, type ConfigurationScope } from "vscode";
import { settings, type SettingName, type SettingValue } from "../app/settings";

export const settingId = (name: SettingName): string => `prospectDesk.${name}`;

/** `folder` matters only to settings that a workspace may change. */
export function setting<Name extends SettingName>(name: Name, folder?: ConfigurationScope): SettingValue<Name> {
  const configuration = workspace.getConfiguration("prospectDesk", folder);
  const { scope, read } = settings[name];
  // VS Code reads an application setting from the user's file alone, but not where an older workspace still has it.
  const value = scope === "resource" ? configuration.get<unknown>(name) : configuration.inspect(name)?.globalValue;
  return read(value) as SettingValue<Name>;
}

/** As it is in the user's settings file; `undefined` when it is not set there. */
export const userValue = (name: SettingName): unknown =>
  workspace.getConfiguration("prospectDesk").inspect(name)?.globalValue;

export function affectsSettings(event: ConfigurationChangeEvent, names: readonly SettingName[]): boolean {
  return names.some((name) => event.affectsConfiguration(settingId(name)));
}
