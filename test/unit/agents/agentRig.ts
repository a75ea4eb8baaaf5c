// What tests of tools need: a desk as agents and scripts have it, and calls of tools.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { callTool, type CallResult } from "../../../src/agents/callTool";
import { allTools } from "../../../src/agents/tools/allTools";
import { testClock, type TestClock } from "../../support/testClock";
import { openTestDesk, type OpenTestDesk, type TestDeskFiles, type TestDeskOptions } from "../../support/testDesk";
import { removeFolders } from "../store/rig";

export const connection = { id: "c1", label: "Test account", origin: "https://service.example", workspaceId: "w1" };

export interface AgentRig extends OpenTestDesk {
  readonly clock: TestClock;
  call(tool: string, input: unknown, signal?: AbortSignal): Promise<CallResult>;
  write(name: string, content: string): void;
}

export interface AgentRigOptions extends TestDeskOptions, TestDeskFiles {
  readonly clock?: TestClock;
}

export function agentRig({ clock = testClock(), ...options }: AgentRigOptions = {}): AgentRig {
  const desk = openTestDesk({ owner: "agents", connection, ...options, clock });
  return {
    ...desk,
    clock,
    call: (name, input, signal = new AbortController().signal) => {
      const tool = allTools.find((one) => one.name === name);
      if (tool === undefined) {
        throw new Error(`There is no tool ${name}.`);
      }
      return callTool(desk.app, tool, input, { signal, onProgress: () => undefined });
    },
    write: (name, content) => {
      const file = path.join(desk.folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
    },
  };
}

export const peopleSearch = {
  search: "people",
  filters: { current_position_seniority_level: [{ value: "VP" }] },
  fetch: { records: 20 },
} as const;

/** Lets a second pass whenever something waits, until the work is done. */
export async function whileTimePasses<T>(clock: TestClock, work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = (): boolean => (isOver = true);
  work.then(over, over);
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    if (clock.waiting > 0) {
      clock.advance(1_000);
    }
  }
  return work;
}

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
