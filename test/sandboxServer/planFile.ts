// Reads a fault plan or a price plan from a JSON file, with plain sentences for what is wrong with it.
import { readFile } from "node:fs/promises";
import * as z from "zod";

export type ReadPlan<T> = { readonly plan: T } | { readonly problem: string };

/** `name`: what the file should contain, such as "fault plan". */
export async function readPlan<T>(name: string, file: string, schema: z.ZodType<T>): Promise<ReadPlan<T>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    return { problem: `The ${name} ${file} cannot be read. Check the path.` };
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: `The ${name} ${file} is not JSON.` };
  }
  const parsed = schema.safeParse(json);
  return parsed.success
    ? { plan: parsed.data }
    : { problem: `The ${name} ${file} has mistakes:\n${z.prettifyError(parsed.error)}` };
}
