// The table of the user's settings. The manifest and the copy in the database are derived from it.
import { exportFolder } from "../export/exportName";
import { longestWait, shortestWait } from "../service/exchange";
import type { Store } from "../store/client";

interface SettingDefinition<Value> {
  /** "application": only the user's own value counts. "resource": a workspace may have its own. */
  readonly scope: "application" | "resource";
  readonly default: Value;
  /** Other properties of its values in the manifest. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Whether the manifest has a text for values that do not match the pattern. */
  readonly hasPatternError?: true;
  /** Parses a value from a settings file, which may be anything. */
  readonly read: (value: unknown) => Value;
}

/** An invalid value counts as the default, unless another one is safer. */
function number(
  options: { readonly default: number; readonly minimum: number; readonly maximum?: number },
  { type = "integer", whenWrong = options.default }: { type?: "integer" | "number"; whenWrong?: number } = {},
): SettingDefinition<number> {
  const { default: unset, ...limits } = options;
  const isKnown = type === "integer" ? Number.isSafeInteger : Number.isFinite;
  const read = (value: unknown): number => {
    if (value === undefined) {
      return unset;
    }
    const isRight = typeof value === "number" && isKnown(value) && value >= limits.minimum;
    return isRight ? Math.min(value, limits.maximum ?? value) : whenWrong;
  };
  return { scope: "application", default: unset, schema: { type, ...limits }, read };
}

const perMonth = number({ default: 0, minimum: 0 }, { type: "number" });

const isTrue: SettingDefinition<boolean> = {
  scope: "application",
  default: false,
  schema: { type: "boolean" },
  read: (value) => value === true,
};

const isNotFalse: SettingDefinition<boolean> = {
  ...isTrue,
  default: true,
  read: (value) => value !== false,
};

export const settings = {
  "exports.folder": {
    scope: "resource",
    default: "exports",
    schema: {
      type: "string",
      pattern:
        "^(?!\\s*[/\\\\])(?!(?:.*[/\\\\])?\\s*(?:\\.\\.|\\.[Gg][Ii][Tt])\\s*(?:[/\\\\]|$))" +
        "[^<>:\"|?*$`;&(){}\\[\\]'!#%^~\\u0000-\\u001f\\u007f-\\u009f]*$",
    },
    hasPatternError: true,
    read: exportFolder,
  } satisfies SettingDefinition<string>,
  // The user has not agreed to an invalid limit, so it counts as 0.
  "spending.confirmAbove": number({ default: 25, minimum: 0 }, { type: "number", whenWrong: 0 }),
  "service.waitSeconds": number({ default: shortestWait, minimum: shortestWait, maximum: longestWait }),
  "agents.creditsPerDay": number({ default: 0, minimum: 0 }, { type: "number" }),
  "agents.creditsPerMonth": {
    scope: "application",
    default: null,
    schema: { type: ["number", "null"], minimum: 0 },
    read: (value) => (value === undefined || value === null ? null : perMonth.read(value)),
  } satisfies SettingDefinition<number | null>,
  "agents.mcpServer": isTrue,
  "leaveOut.lists": {
    scope: "application",
    default: [] as readonly string[],
    schema: { type: "array", items: { type: "string", minLength: 1 }, uniqueItems: true },
    read: (value) =>
      (Array.isArray(value) ? (value as readonly unknown[]) : [])
        .filter((one) => typeof one === "string")
        .map((one) => one.trim())
        .filter((one) => one !== ""),
  } satisfies SettingDefinition<readonly string[]>,
  "leaveOut.sentItems": number({ default: 1_000, minimum: 0 }),
  "database.weeklyCopies": isNotFalse,
  "runs.keepDays": number({ default: 0, minimum: 0 }),
  "enrichments.partialResultsParameter": {
    scope: "application",
    default: "",
    schema: { type: "string", pattern: "^[\\w.\\[\\]~-]{0,100}$" },
    hasPatternError: true,
    read: (value) => (typeof value === "string" ? value.trim() : ""),
  } satisfies SettingDefinition<string>,
} as const;

export type SettingName = keyof typeof settings;
export type SettingValue<Name extends SettingName> = ReturnType<(typeof settings)[Name]["read"]>;

/** The settings that processes without VS Code follow, too; the keys are their names in the database. */
export const storedSettings = {
  /** Credits per local day that agents may spend without asking, by all processes together. */
  creditsPerDay: "agents.creditsPerDay",
  /** Credits per local month that agents may spend without asking; `null`: only the daily limit applies. */
  creditsPerMonth: "agents.creditsPerMonth",
  /** The most entries of leave-out lists that are sent to the service. */
  sentItems: "leaveOut.sentItems",
  /** Credits that a command may spend without asking, by all windows together since the last agreement. */
  confirmAbove: "spending.confirmAbove",
  /** Seconds to wait for a slow service to start its reply. */
  waitSeconds: "service.waitSeconds",
} as const satisfies Readonly<Record<string, SettingName>>;

export type StoredSettings = {
  readonly [Key in keyof typeof storedSettings]: SettingValue<(typeof storedSettings)[Key]>;
};

/** The stored settings, each with the value for its name. */
export function mapStoredSettings(valueOf: (name: SettingName) => unknown): StoredSettings {
  const entries = Object.entries(storedSettings).map(([key, name]) => [key, settings[name].read(valueOf(name))]);
  return Object.fromEntries(entries) as StoredSettings;
}

/** The settings of `prospect config`: these, and the lists, which are stored as file paths. */
export const configurable: readonly SettingName[] = [...Object.values(storedSettings), "leaveOut.lists"];

/** The database key of a value that `prospect config` set. */
const configured = (name: SettingName): string => `config.${name}`;
/** The database keys of the values that the user set in VS Code; `null` when not set. */
const windowKeys: readonly (readonly [key: string, name: SettingName])[] = [
  ...Object.entries(storedSettings),
  ["leaveOutLists", "leaveOut.lists"],
];

export interface EffectiveSetting {
  readonly name: SettingName;
  readonly value: unknown;
  readonly from: "VS Code" | "config" | "default";
  /** The value from `prospect config`, which a value from VS Code overrides. */
  readonly configured: unknown;
}

/** The settings in effect without VS Code: the user's value in VS Code, or else the one from `prospect config`. */
export async function effectiveSettings({
  settings: stored,
}: Pick<Store, "settings">): Promise<readonly EffectiveSetting[]> {
  const all = await stored.all();
  return windowKeys.map(([key, name]) => {
    const ofWindow = all[key] ?? undefined;
    const ofConfig = all[configured(name)] ?? undefined;
    const from = ofWindow !== undefined ? "VS Code" : ofConfig !== undefined ? "config" : "default";
    return { name, value: settings[name].read(ofWindow ?? ofConfig), from, configured: ofConfig ?? null };
  });
}

/** The settings for processes without VS Code. */
export async function readStoredSettings(store: Store): Promise<StoredSettings> {
  const found = new Map((await effectiveSettings(store)).map(({ name, value }) => [name, value]));
  return mapStoredSettings((name) => found.get(name));
}

/** Stores the user's values from VS Code; `null` for a setting that is not set. */
export async function storeSettings(
  { settings: stored }: Store,
  valueOf: (name: SettingName) => unknown,
): Promise<void> {
  await stored.save(Object.fromEntries(windowKeys.map(([key, name]) => [key, valueOf(name) ?? null])));
}

/** `undefined` removes the value. */
export async function configure({ settings: stored }: Store, name: SettingName, value: unknown): Promise<void> {
  await stored.save({ [configured(name)]: value ?? null });
}
