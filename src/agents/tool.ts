// One tool for agents: its name, input, description and handler, and its entry in `tools/list`. The window, the MCP
// server and the tests use the same table (tools/allTools.ts).
import * as z from "zod";
import type { App, Call } from "../app/app";

export interface ToolResult {
  /** The outcome, for models: short and without record data. */
  readonly text: string;
  /** More lines about the outcome; `data` contains the same facts. */
  readonly details?: readonly string[] | undefined;
  /** The cost of the call, such as "25 credits"; absent when it was free. */
  readonly cost?: string | undefined;
  /** The next step, as the rest of a sentence: "read the records with read_records." */
  readonly next: string;
  /** Record data as lines, which are marked as data; see `untrusted.ts`. */
  readonly records?: readonly string[] | undefined;
  /** The outcome for programs, as plain JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The preview of a call, shown before it is confirmed. */
export interface ToolPreview {
  /** "Run “Fintech in Berlin”: fetch 100 records, about 100 credits." */
  readonly sentence: string;
  /** The expected cost; 0 if the call is free or answered from stored records, `undefined` if unknown. */
  readonly credits: number | undefined;
}

export interface Tool<Input = unknown> {
  /** `plan_search`. */
  readonly name: string;
  /** The title for people: "Plan Search". */
  readonly title: string;
  /** For models: purpose, when to use it, and cost. */
  readonly description: string;
  /** Every field has a description. */
  readonly input: z.ZodType<Input>;
  /**
   * "tracks": it saves replies of the service, for free. "writes": it can replace a file. "spends": it may spend
   * credits, always through `spending.ts`.
   */
  readonly effect: "reads" | "tracks" | "writes" | "spends";
  /** Sends no paid request and changes nothing. Rejects with a `Refusal`. */
  preview?(app: App, input: Input): Promise<ToolPreview>;
  /** Rejects with a `Refusal`; any other rejection is a bug or a failure of the machine. */
  run(app: App, input: Input, call: Call): Promise<ToolResult>;
}

/** A tool whose `run` gets the output of its `input` schema; `callTool` validates it. */
export const tool = <Input>(one: Tool<Input>): Tool => one as unknown as Tool;

/** Left out, because models read all schemas with every request. Bounds are still checked, and errors name them. */
const hidden = new Set(["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"]);
const isHidden = (name: string, value: unknown): boolean =>
  hidden.has(name) || name === "propertyNames" || (name === "additionalProperties" && value === false);

/** The metadata of a field that is listed with this schema instead of its own. */
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
 * The entry of a tool in `tools/list`. Its annotations must be accurate: clients do not ask before they call a
 * read-only tool.
 */
export function describeTool(tool: Tool) {
  const { name, title, description, effect } = tool;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(tool),
    // Leave out annotations that have the protocol's default.
    annotations: {
      ...(effect === "reads" ? { readOnlyHint: true } : { destructiveHint: effect === "writes" }),
      ...((effect === "reads" || effect === "writes") && { openWorldHint: false }),
    },
  };
}
