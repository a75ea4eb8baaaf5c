// The settings of processes without VS Code, as read and written by `prospect config`.
import os from "node:os";
import path from "node:path";
import { nearestNames } from "../service/nearestNames";
import { eitherOf } from "../text/phrases";
import { Refusal, type App } from "./app";
import { fileUriOf } from "./headless/nodeFiles";
import {
  configurable,
  configure,
  effectiveSettings,
  settings,
  type EffectiveSetting,
  type SettingName,
} from "./settings";

/** Accepts a name with or without the prefix it has in VS Code. Throws a `Refusal` for an unknown name. */
export function settingNamed(text: string): SettingName {
  const name = text.replace(/^prospectDesk\./u, "");
  const found = configurable.find((one) => one === name);
  if (found === undefined) {
    const near = nearestNames(name, configurable);
    const instead =
      near.length === 0 ? `The settings are ${configurable.join(", ")}.` : `Did you mean ${eitherOf(near)}?`;
    throw new Refusal(`There is no such setting. ${instead}`, "input");
  }
  return found;
}

/** The lists for every search set with `prospect config`, as URIs. */
export const configuredLists = ({ configured }: EffectiveSetting): readonly string[] =>
  settings["leaveOut.lists"]
    .read(configured ?? undefined)
    .map((file) => fileUriOf(file.replace(/^~(?=$|[/\\])/u, os.homedir())));

/** Parses a value. Throws a `Refusal` that describes the accepted values. */
export function settingValue(name: SettingName, texts: readonly string[], cwd: string): unknown {
  const { schema } = settings[name] as { readonly schema: Readonly<Record<string, unknown>> };
  const { type, minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
  if (type === "array") {
    return [...new Set(texts)].map((text) => (text.startsWith("~") ? text : path.resolve(cwd, text)));
  }
  const [text = "", ...others] = texts;
  const isInteger = type === "integer";
  const value = /^\d{1,9}(?:\.\d{1,6})?$/u.test(text) ? Number(text) : Number.NaN;
  const isRight = value >= Number(minimum) && value <= Number(maximum) && (!isInteger || Number.isInteger(value));
  if (others.length > 0 || !isRight) {
    const range =
      maximum === Number.MAX_SAFE_INTEGER
        ? `of at least ${String(minimum)}`
        : `from ${String(minimum)} to ${String(maximum)}`;
    throw new Refusal(`${name} takes a ${isInteger ? "whole number" : "number"} ${range}.`, "input");
  }
  return value;
}

/** `undefined` removes the value. Resolves to the setting in effect afterwards. */
export async function changeSetting(app: App, name: SettingName, value: unknown): Promise<EffectiveSetting> {
  const before = await settingOf(app, name);
  await configure(app.store, name, value);
  const after = await settingOf(app, name);
  if (name === "leaveOut.lists" && after.from !== "VS Code") {
    try {
      await useLists(app);
    } catch (error) {
      await configure(app.store, name, before.configured);
      throw error;
    }
  }
  return after;
}

/** Hides the entries of the new lists from displayed records, and shows those of the removed lists again. */
async function useLists(app: App): Promise<void> {
  const { from } = await settingOf(app, "leaveOut.lists");
  const earlier = (await app.store.leaveOut.lists()).filter(({ everywhere }) => everywhere);
  await app.store.leaveOut.setEverywhere([]);
  try {
    if (from === "config") {
      await app.lists.reload();
    }
  } catch (error) {
    await app.store.leaveOut.setEverywhere(earlier.map(({ uri }) => uri));
    throw error;
  }
}

export async function settingOf(
  { store }: { readonly store: Pick<App["store"], "settings"> },
  name: SettingName,
): Promise<EffectiveSetting> {
  const found = (await effectiveSettings(store)).find((one) => one.name === name);
  return found ?? { name, value: settings[name].default, from: "default", configured: null };
}
