// One tool for agents: its name, input, description and handler, and how `tools/list` describes it. The window, the MCP
// server and the tests read the same table (tools/allTools.ts).
import * as z from "zod";
import type { App, Call } from "../app/app";

export interface ToolResult {
  /** What happened, for models: short and without data of records. */
  readonly text: string;
  /** More lines about it, which the data has, too. */
  readonly details?: readonly string[] | undefined;
  /** What the call has cost, such as "25 credits"; nothing when absent. */
  readonly cost?: string | undefined;
  /** What to do now, as the rest of a sentence: "read the records with read_records." */
  readonly next: string;
  /** Data of records as lines, which are marked as data; see `untrusted.ts`. */
  readonly records?: readonly string[] | undefined;
  /** The same for programs. Plain JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a call would do, shown before it is confirmed. */
export interface ToolPreview {
  /** "Run “Fintech in Berlin”: fetch 100 records, about 100 credits." */
  readonly sentence: string;
  /** Expected; 0 when it is free or answered from what is stored, absent when the cost is unknown. */
  readonly credits: number | undefined;
}

export interface Tool<Input = unknown> {
  /** `plan_search`. */
  readonly name: string;
  /** For people: "Plan Search". */
  readonly title: string;
  /** For models: what it does, when to use it, what it costs. */
  readonly description: string;
  /** Every field has a description. */
  readonly input: z.ZodType<Input>;
  /**
   * "tracks": it asks the service and saves what it answers, for free. "writes": it can replace a file. "spends": it
   * may
   * spend credits, and then goes through `spending.ts`.
   */
  readonly effect: "reads" | "tracks" | "writes" | "spends";
  /** Sends no paid request and changes nothing. Rejects with a `Refusal`. */
  preview?(app: App, input: Input): Promise<ToolPreview>;
  /** Rejects with a `Refusal`; any other rejection is a fault of ours or of the machine. */
  run(app: App, input: Input, call: Call): Promise<ToolResult>;
}

/** A tool whose `run` gets what its `input` reads; `callTool` checks it. */
export const tool = <Input>(one: Tool<Input>): Tool => one as unknown as Tool;

/** Models read all schemas with every request. Bounds are checked all the same, and the error names them. */
const hidden = new Set(["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"]);
const isHidden = (name: string, value: unknown): boolean =>
  hidden.has(name) || name === "propertyNames" || (name === "additionalProperties" && value === false);

/** The meta data of a field that is shown by this schema instead of its own. */
export const shownAs = (schema: object): { readonly shownAs: object } => ({ shownAs: schema });

function inputSchema({ input }: Tool): Record<string, unknown> & { type: "object" } {
  const override = ({ jsonSchema }: { readonly jsonSchema: unknown }): void => {
    const schema = jsonSchema as Record<string, unknown>;
    const shown = schema["shownAs"];
    Object.keys(schema)
      .filter((name) => (shown === undefined ? isHidden(name, schema[name]) : name !== "description"))
      .forEach((name) => delete schema[name]);
    Object.assign(schema, shown);
  };
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: "input", override });
  return { ...schema, type: "object" };
}

/**
 * A tool in `tools/list`. Annotations are true to fact: clients skip their own question for a tool that is marked as
 * read-only.
 */
export function describeTool(tool: Tool) {
  const { name, title, description, effect } = tool;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(tool),
    // Without those that say what the protocol assumes.
    annotations: {
      ...(effect === "reads" ? { readOnlyHint: true } : { destructiveHint: effect === "writes" }),
      ...((effect === "reads" || effect === "writes") && { openWorldHint: false }),
    },
  };
}
