// Fields that several tools have in their input.
import * as z from "zod";
import { mostCredits, mostRecords } from "../../searches/fetchInput";
import { searchShape } from "../../searches/searchSchema";
import { shownAs } from "../schemas";
import type { OutputFields } from "../tool";

const longestPath = 1_000;

export const pathField = (description: string): z.ZodString => z.string().min(1).max(longestPath).describe(description);

/** A saved search or a document. */
export const searchFields = {
  file: pathField("A saved search, *.prospect.json.").optional(),
  search: z
    .record(z.string(), z.unknown())
    .optional()
    .meta(shownAs(searchShape))
    .describe("A search document instead of a file."),
  title: z.string().min(1).max(80).optional().describe("Name of the run."),
};

/** The same for the tools that come after plan_search. */
export const plannedFields = {
  ...searchFields,
  search: searchFields.search.meta(shownAs({ type: "object" })).describe("A search document, as for plan_search."),
};

export const recordsField = z.int().min(1).max(mostRecords).optional().describe("Records to fetch at most.");

export const creditsField = z.number().min(0).max(mostCredits).optional().describe("Credits that it may cost at most.");

/** Rows of an answer when the call does not say how many. */
export const usualRows = 20;
const mostRows = 200;

export const limitField = (least: 0 | 1) =>
  z.int().min(least).max(mostRows).optional().describe(`${usualRows} when absent, at most ${mostRows}.`);

export const offsetField = z.int().min(0).max(10_000_000).optional().describe("How many to skip.");

export const runField = z.string().min(1).max(100).describe("Id of a run.");

/** The fields of `runFacts`. */
export const runOutput = {
  run: "string",
  title: "string",
  state: "string",
  stop: "object?",
  records: "number",
  returned: "number",
  total: "number?",
  credits: "number",
  creditsAtLeast: "boolean",
  resumable: "boolean",
} as const satisfies OutputFields;
