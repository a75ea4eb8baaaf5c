// Fields that several tools have in their input.
import * as z from "zod";
import { mostCredits, mostRecords } from "../../searches/fetchInput";

const longestPath = 1_000;

export const pathField = (description: string): z.ZodString => z.string().min(1).max(longestPath).describe(description);

/** A saved search or a document. */
export const searchFields = {
  file: pathField(
    "Path of a saved search (*.prospect.json) in the workspace, relative to its first folder.",
  ).optional(),
  search: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'A search document instead of a file: { "search": "company" or "people", "filters": { field: [items] }, ' +
        '"fetch": { "records": 100 } }. See describe_filters for the fields.',
    ),
  title: z.string().min(1).max(80).optional().describe("Name of the run in the list of runs."),
};

export const recordsField = z
  .int()
  .min(1)
  .max(mostRecords)
  .optional()
  .describe("Records to fetch at most, instead of the number in the document. Each record can cost credits.");

export const creditsField = z
  .number()
  .min(0)
  .max(mostCredits)
  .optional()
  .describe("Credits that this call may cost at most. A limit, not a consent: the user's daily budget still decides.");

export const offsetField = z.int().min(0).max(10_000_000).optional().describe("Records to skip, 0 when absent.");

export const runField = z.string().min(1).max(100).describe("Id of a run, as run_search returns it.");
