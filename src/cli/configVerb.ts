// The verb `config`: VS Code's settings, for people without VS Code.
import { changeSetting, settingNamed, settingValue } from "../app/config";
import { effectiveSettings, settings, type EffectiveSetting } from "../app/settings";
import { didYouMean, none, one, UsageProblem, verb } from "./arguments";

interface Asked {
  readonly action: "list" | "get" | "set" | "unset";
  readonly name?: string;
  readonly texts: readonly string[];
}

export const config = verb<Asked>({
  forms: ["config", "config get NAME", "config set NAME VALUE…", "config unset NAME"],
  about: "settings of agents and commands, such as the credits that agents may spend a day",
  options: ["json"],
  notes: [
    `Without VS Code, these are its settings: agents.creditsPerDay, agents.creditsPerMonth, spending.confirmAbove,
leaveOut.lists (files; each VALUE is one), leaveOut.sentItems, and service.waitSeconds. They are stored in the database,
so they count for every command, MCP server, and agent that uses it. What is set in VS Code wins, and "config" says
so.`,
  ],
  examples: [
    "config",
    "config set agents.creditsPerDay 100",
    "config set leaveOut.lists ~/lists/customers.csv optouts.txt",
    "config unset agents.creditsPerDay",
  ],
  connects: false,
  read(args) {
    const [action = "list", ...others] = args;
    switch (action) {
      case "list":
        none(others, "config list");
        return { action, texts: [] };
      case "get":
      case "unset":
        return { action, name: one(others, "a setting"), texts: [] };
      case "set": {
        const [name, ...texts] = others;
        if (name === undefined || texts.length === 0) {
          throw new UsageProblem('Name a setting and its value: "config set agents.creditsPerDay 100".');
        }
        return { action, name, texts };
      }
      default:
        throw new UsageProblem(
          `Say what to do with settings: get, set, or unset.${didYouMean(action, ["get", "set", "unset"])}`,
        );
    }
  },
  async perform({ app, terminal, cwd }, { action, name: named, texts }) {
    const all = await effectiveSettings(app.store);
    if (named === undefined) {
      const found = Object.fromEntries(all.map((setting) => [setting.name, factsOf(setting)]));
      return { state: "complete", data: { settings: found }, lines: all.map(lineOf), printed: "values" };
    }
    const name = settingNamed(named);
    const value = action === "set" ? settingValue(name, texts, cwd) : undefined;
    const setting = action === "get" ? all.find((each) => each.name === name) : await changeSetting(app, name, value);
    if (setting === undefined) {
      throw new UsageProblem("There is no such setting.");
    }
    if (setting.from === "VS Code" && (action !== "get" || setting.configured !== null)) {
      terminal.note(`${name} is set in VS Code, and that value counts.`);
    }
    const data = { name, ...factsOf(setting) };
    return action === "get"
      ? { state: "complete", data, lines: [textOf(setting.value)], printed: "values" }
      : { state: "complete", data, lines: [lineOf(setting)] };
  },
});

const factsOf = ({ name, value, from, configured }: EffectiveSetting) => ({
  value,
  from,
  configured,
  default: settings[name].default,
});

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join("\n") : String(value ?? "none"));

/** "agents.creditsPerDay = 100 (set in VS Code; the 50 of config do not count)" */
function lineOf({ name, value, from, configured }: EffectiveSetting): string {
  const text = Array.isArray(value) ? value.join(", ") || "none" : textOf(value);
  const isHidden = from === "VS Code" && configured !== null;
  const why = { "VS Code": "set in VS Code", config: "set by config", default: "default" }[from];
  return `${name} = ${text} (${why}${isHidden ? `; the ${String(configured)} set by config does not count` : ""})`;
}
