// What tests of tools need: an app over a database, the sandbox as a service that costs credits, and a folder.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { callTool, type CallResult } from "../../../src/agents/callTool";
import { allTools } from "../../../src/agents/tools/allTools";
import type { App, Answer, Question } from "../../../src/app/app";
import { createLeaveOutLists, searchFileAt } from "../../../src/app/headless/leaveOutLists";
import { createNodeFiles, fileBytes } from "../../../src/app/headless/nodeFiles";
import { EnrichmentList } from "../../../src/enrichments/enrichmentList";
import { Budgets } from "../../../src/runs/budget";
import { RunStore } from "../../../src/runs/runStore";
import type { Transport } from "../../../src/service/wire";
import { Sandbox } from "../../sandboxServer/sandbox";
import { clientOver, random, testClock, type TestClock } from "../runs/runRig";
import { newFolder, openTestStore, removeFolders, type TestStore } from "../store/rig";

/** Credits for a record in the sandbox of these tests. */
export const price = 0.25;
export const connection = { id: "c1", label: "Test account", origin: "https://service.example", workspaceId: "w1" };

let shared: Sandbox | undefined;
const sandboxOfAll = (): Sandbox =>
  (shared ??= new Sandbox({
    clock: testClock(),
    companies: 300,
    people: 900,
    keys: [{ key: "sandbox-key", workspaceId: "workspace-synthetic", balance: 1e6 }],
    prices: { all: price },
  }));

export interface AgentRig {
  readonly app: App;
  readonly store: TestStore;
  readonly clock: TestClock;
  /** The workspace's folder. */
  readonly folder: string;
  /** Of the database. */
  readonly file: string;
  /** Paths of the requests that cost credits. */
  readonly paid: string[];
  /** Questions that were asked. */
  readonly asked: Question[];
  call(tool: string, input: unknown, signal?: AbortSignal): Promise<CallResult>;
  write(name: string, content: string): void;
  close(): Promise<void>;
}

export interface AgentRigOptions {
  readonly creditsPerDay?: number;
  readonly creditsPerMonth?: number;
  readonly answer?: Answer;
  /** Of a database that another rig has made. */
  readonly file?: string;
  readonly clock?: TestClock;
  readonly sandbox?: boolean;
  readonly transport?: (through: Transport) => Transport;
  readonly owner?: string;
}

export function agentRig(options: AgentRigOptions = {}): AgentRig {
  const { creditsPerDay = 0, creditsPerMonth = null, answer = "cannot", clock = testClock() } = options;
  const base = newFolder();
  const folder = path.join(base, "workspace");
  mkdirSync(folder);
  const file = options.file ?? path.join(base, "store", "desk.db");
  const { store, close } = openTestStore({ file });
  const paid: string[] = [];
  const counting: Transport = (request, signal) => {
    if (request.method === "POST") {
      paid.push(request.path);
    }
    return sandboxOfAll().transport(request, signal);
  };
  const client = clientOver((options.transport ?? ((one) => one))(counting), clock);
  const asked: Question[] = [];
  const app: App = {
    store,
    runs: new RunStore({ store, clock, random, owner: options.owner ?? "agents" }),
    enrichments: new EnrichmentList({ store, clock, owner: options.owner ?? "agents" }),
    budgets: new Budgets({ calls: store.calls, clock, confirmAbove: () => 25 }),
    clock,
    random,
    files: createNodeFiles([folder]),
    lists: createLeaveOutLists(store, clock, [folder]),
    searchAt: searchFileAt,
    settings: () => Promise.resolve({ creditsPerDay, creditsPerMonth, sentItems: 100 }),
    connection: () => Promise.resolve({ info: connection, client, sandbox: options.sandbox ?? false }),
    origin: () => connection.origin,
    bytesOf: fileBytes,
    spent: () => undefined,
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(answer);
    },
  };
  return {
    ...{ app, store, clock, folder, file, paid, asked, close },
    call: (name, input, signal = new AbortController().signal) => {
      const tool = allTools.find((one) => one.name === name);
      if (tool === undefined) {
        throw new Error(`There is no tool ${name}.`);
      }
      return callTool(app, tool, input, { signal, onProgress: () => undefined });
    },
    write: (name, content) => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), content);
    },
  };
}

export const peopleSearch = {
  search: "people",
  filters: { current_position_seniority_level: [{ value: "VP" }] },
  fetch: { records: 20 },
} as const;

/** A fact of a result. */
export const fact = (result: CallResult, name: string): unknown => result.data[name];

/** Makes rigs with these files in their folders; each is closed after its test. To be called in `describe`. */
export function useRigs(
  defaults: AgentRigOptions = {},
  files: Readonly<Record<string, string>> = {},
): (options?: AgentRigOptions) => AgentRig {
  const rigs: AgentRig[] = [];
  afterEach(async () => {
    await Promise.all(rigs.splice(0).map(({ close }) => close()));
    removeFolders();
  });
  return (options) => {
    const made = agentRig({ ...defaults, ...options });
    Object.entries(files).forEach(([name, content]) => made.write(name, content));
    rigs.push(made);
    return made;
  };
}
