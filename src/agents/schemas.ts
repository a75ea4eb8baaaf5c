// What a tool takes and returns, as JSON schemas. Models read all of them with every request, so they are short.
import * as z from "zod";
import type { Tool } from "./tool";

/** Bounds are checked all the same, and the error names them. */
const hidden = new Set(["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"]);
const isHidden = (name: string, value: unknown): boolean =>
  hidden.has(name) || name === "propertyNames" || (name === "additionalProperties" && value === false);

/** The meta data of a field that is shown by this schema instead of its own. */
export const shownAs = (schema: object): { readonly shownAs: object } => ({ shownAs: schema });

function inputSchema({ input }: Pick<Tool, "input">): Record<string, unknown> & { type: "object" } {
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

/** Names without types, which the values show. None is required, because a refusal has no data. */
function outputSchema({ output }: Pick<Tool, "output">) {
  const properties = Object.fromEntries(["sentence", ...output].map((name) => [name, {}]));
  return { type: "object" as const, properties };
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
    outputSchema: outputSchema(tool),
    // Without those that say what the protocol assumes.
    annotations: {
      ...(effect === "reads" ? { readOnlyHint: true } : { destructiveHint: effect === "writes" }),
      ...(effect !== "spends" && { openWorldHint: false }),
    },
  };
}
