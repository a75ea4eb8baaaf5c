// The JSON schema of watches for the text editor, from what documents are checked with.
import * as z from "zod";
import { watchSchema } from "./watchDocument";

const descriptions: Readonly<Record<string, string>> = {
  records:
    "Which records are watched: those of a list, those that the runs of a saved search have fetched, those that a " +
    "column of a CSV file names, or those with these ids. With “companies”, the fetched people of these companies.",
  kind: "What they are. Where a search is watched, what it searches.",
  olderThan: "A refresh asks for records that were fetched longer ago than so many days.",
  budget: "The credits that a refresh may cost.",
  news: "What counts as news: another title, company, place or headcount, and records that are gone.",
  leaveOut: "Leave-out lists: what they name is neither asked for nor shown.",
};

export function watchJsonSchema(): object {
  const schema = z.toJSONSchema(watchSchema, { target: "draft-7", io: "input" });
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    Object.assign(property, { description: descriptions[name] });
  }
  return { ...schema, title: "Watch" };
}
