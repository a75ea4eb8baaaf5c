// What a tool takes and returns, as JSON schemas. Models read all of them with every request, so they are short.
import * as z from "zod";
import type { Tool } from "./tool";

/** Bounds are checked all the same, and the error names them. */
const hidden = new Set(["$schema", "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"]);
const isHidden = (name: string, value: unknown): boolean =>
  hidden.has(name) || name === "propertyNames" || (name === "additionalProperties" && value === false);

/** The meta data of a field that is shown by this schema instead of its own. */
export const shownAs = (schema: object): { readonly shownAs: object } => ({ shownAs: schema });

export function inputSchema({ input }: Pick<Tool, "input">): Readonly<Record<string, unknown>> {
  const override = ({ jsonSchema }: { readonly jsonSchema: unknown }): void => {
    const schema = jsonSchema as Record<string, unknown>;
    const shown = schema["shownAs"];
    Object.keys(schema)
      .filter((name) => (shown === undefined ? isHidden(name, schema[name]) : name !== "description"))
      .forEach((name) => delete schema[name]);
    Object.assign(schema, shown);
  };
  return z.toJSONSchema(input, { io: "input", override }) as Record<string, unknown>;
}

/** Nothing but the sentence is required, because a refusal has no data. */
export function outputSchema({ output }: Pick<Tool, "output">) {
  const fields = Object.entries({ sentence: "string", ...output });
  const properties = Object.fromEntries(
    fields.map(([name, type]) => [name, { type: type.endsWith("?") ? [type.slice(0, -1), "null"] : type }]),
  );
  return { type: "object" as const, properties, required: ["sentence"] };
}
