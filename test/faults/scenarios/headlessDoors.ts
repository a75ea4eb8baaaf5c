// The command line in this process, with or without a person; and the tools of agents over the app of its MCP server.
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { callTool } from "../../../src/agents/callTool";
import { allTools } from "../../../src/agents/tools/allTools";
import type { App } from "../../../src/app/app";
import type { CommandLineDeps } from "../../../src/cli/main";
import { deadlinesFor } from "../../../src/service/exchange";
import { createUndiciTransport } from "../../../src/service/undiciTransport";
import { runMain, type CommandEnd, type MainOptions } from "../../support/runMain";
import { connectionIds, type Answers, type Door, type Place } from "./door";
import type { Action } from "./scenario";
import { key, otherKey } from "./service";

/** As a process does. */
export const openTransport: CommandLineDeps["openTransport"] = async (address, waitSeconds) =>
  createUndiciTransport(address, { deadlines: deadlinesFor(waitSeconds) });

function optionsOf({ folder, home, origin, connection }: Place): MainOptions {
  return {
    cwd: folder,
    variables: {
      PROSPECT_DESK_HOME: home,
      ...(connection !== "none" && {
        PROSPECT_DESK_ORIGIN: origin,
        PROSPECT_DESK_KEY: connection === "first" ? key : otherKey,
        PROSPECT_DESK_CONNECTION: connectionIds[connection],
      }),
    },
    openTransport,
  };
}

const search = "People.prospect.json";

export function wordsOf(action: Action): readonly string[] {
  switch (action.do) {
    case "run":
      return ["run", search];
    case "count":
      return ["count", search, ...(action.refresh === true ? ["--again"] : [])];
    case "resume": {
      const { moreRecords, moreCredits, rejected, isAll } = action;
      return [
        ...["resume", "latest"],
        ...(moreRecords === undefined ? [] : ["--records", String(moreRecords)]),
        ...(moreCredits === undefined ? [] : ["--max-credits", String(moreCredits)]),
        ...(rejected === true ? ["--rejected"] : []),
        ...(isAll === true ? ["--that-is-all"] : []),
      ];
    }
    case "lookUp":
      return ["lookup", action.kind, action.text];
    case "table":
      return ["lookup", "company", "--in", "companies.csv", "--column", "domain"];
    case "peopleAt":
      return ["people", search, "--companies", "companies.csv", "--column", "domain"];
    case "export":
      return ["export", "latest", "--out", action.file, ...(action.replace === true ? ["--replace"] : [])];
    case "exportAgain":
      return ["export", "again", "--replace"];
    case "track":
      return ["enrichment", "track", action.id];
    case "contacts":
      return ["enrichment", "results", action.id, "--out", "contacts.csv"];
  }
}

/** `answers`: of a person at a terminal. `onSaid`: called with what standard error has by then. */
export function command(
  place: Place,
  words: readonly string[],
  answers?: Answers,
  onSaid: (text: string) => void = () => undefined,
): Promise<CommandEnd> {
  if (answers === undefined) {
    return runMain(words, { ...optionsOf(place), onError: onSaid });
  }
  const input = new PassThrough();
  let heard = 0;
  const onError = (text: string): void => {
    onSaid(text);
    const question = text.slice(heard);
    const asked = /(?:\[y\/N\]|1 to (\d), or Enter for neither:) $/u.exec(question);
    if (asked !== null) {
      heard = text.length;
      const typed = answers.to(question) ? (asked[1] ?? "y") : "";
      setImmediate(() => input.write(`${typed}\n`));
    }
  };
  return runMain(words, { ...optionsOf(place), input, terminals: ["input", "errors"], onError });
}

/** Everything that it said. */
const saidBy = ({ stdout, stderr }: CommandEnd): string => `${stdout}\n${stderr}`;

export function terminalDoor(): Door {
  return {
    perform: async (place, action, answers) => {
      return [saidBy(await command(place, wordsOf(action), answers))];
    },
  };
}

/** Asks nobody, so that a question ends it with exit code 3. */
export function scriptDoor(): Door {
  return {
    perform: async (place, action, { asked }) => {
      const end = await command(place, wordsOf(action));
      const said = saidBy(end);
      if (end.code === 3 && /There is no one to ask/u.test(said)) {
        asked.push("refused");
      }
      return [said];
    },
  };
}

/** What an agent calls. "latest" is the newest run. */
function toolOf(action: Action, run: string): readonly [name: string, input: object] {
  switch (action.do) {
    case "run":
      return ["run_search", { file: search }];
    case "count":
      return ["run_search", { count: true, file: search, again: action.refresh }];
    case "resume":
      return [
        "run_search",
        {
          ...{ resume: run, records: action.moreRecords, max_credits: action.moreCredits },
          rejected_rows: action.rejected,
          that_is_all: action.isAll,
        },
      ];
    case "lookUp":
      return ["look_up", { kind: action.kind, items: action.text }];
    case "exportAgain":
      return ["export_records", { run, repeat: true, replace: true }];
    case "export":
      return ["export_records", { run, file: action.file, replace: action.replace }];
    default:
      return assert.fail(`agents have no tool for "${action.do}"`);
  }
}

export function agentDoor(): Door {
  return {
    async perform(place, action, answers) {
      const said: string[] = [];
      const work = async (app: App): Promise<void> => {
        const ask: App["ask"] = async ({ title, sentences, choices }) =>
          answers.to([title, ...sentences].join("\n")) ? (choices.at(-1)?.id ?? "no") : "no";
        const call = async (name: string, input: object) => {
          const tool = allTools.find((one) => one.name === name) ?? assert.fail(name);
          const signal = new AbortController().signal;
          const result = await callTool({ ...app, ask }, tool, input, { signal, onProgress: () => undefined });
          said.push(result.text);
          return result;
        };
        const [newest] = await app.runs.list({});
        const [name, input] = toolOf(action, newest?.header.id ?? "");
        if (action.do !== "run") {
          await call(name, input);
          return;
        }
        const { data, isError } = await call("plan_search", input);
        if (!isError) {
          await call(name, { ...input, token: data["token"] });
        }
      };
      const end = await runMain(["mcp"], { ...optionsOf(place), serveMcp: ({ app }) => work(app) });
      return [...said, saidBy(end)];
    },
  };
}
