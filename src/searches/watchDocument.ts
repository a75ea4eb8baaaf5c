// A watch (`*.watch.json`): which records are kept up to date, how old they may get, and what a refresh may cost.
import * as l10n from "@vscode/l10n";
import { getNodeValue, type Node } from "jsonc-parser/lib/esm/main.js";
import * as z from "zod";
import { countText } from "../language/language";
import { mostCredits } from "./fetchInput";
import { leaveOutPathProblem, leaveOutSchema } from "./leaveOutPaths";
import type { SearchProblem } from "./searchDocument";
import { nodeAt, readSearchText } from "./searchText";

/** The extension of watches. */
export const watchFileEnding = ".watch.json";

/** What counts as news about a record. */
const newsKinds = ["title", "company", "place", "headcount", "gone"] as const;

const mostDays = 3_650;
const usualDays = 30;

const recordsProblem = (): string =>
  l10n.t(
    "Name the records to watch with one of these: {0}.",
    '{ "list": "…" }, { "search": "….prospect.json" }, { "csv": "….csv" }, { "ids": ["…"] }, ' +
      '{ "companies": { "list": "…" } }',
  );
const newsProblem = (): string => l10n.t("“news” must be a list of these: {0}.", newsKinds.join(", "));
const wrongRecords = { error: recordsProblem };
const text = z.string(wrongRecords).min(1, wrongRecords).max(1_000, wrongRecords);
const path = text.refine((value) => leaveOutPathProblem(value) === undefined, wrongRecords);

const ways = [
  z.strictObject({ list: text }),
  z.strictObject({ search: path }),
  z.strictObject({ csv: path, column: text.optional() }),
  z.strictObject({ ids: z.array(text, wrongRecords) }),
] as const;
/** Either the records themselves, or companies whose people are meant. */
const records = z.union([...ways, z.strictObject({ companies: z.union(ways, wrongRecords) })], wrongRecords);

/** What a document is checked with. */
export const watchSchema = z.strictObject(
  {
    $schema: z.string().optional(),
    records: records,
    kind: z
      .enum(["people", "company"], { error: () => l10n.t('“kind” must be "people" or "company".') })
      .default("people"),
    olderThan: z
      .int({ error: () => daysProblem() })
      .min(1, { error: () => daysProblem() })
      .max(mostDays, { error: () => daysProblem() })
      .default(usualDays),
    budget: z
      .number({ error: () => budgetProblem() })
      .min(0, { error: () => budgetProblem() })
      .max(mostCredits, { error: () => budgetProblem() }),
    news: z.array(z.enum(newsKinds, { error: newsProblem }), { error: newsProblem }).default([...newsKinds]),
    leaveOut: leaveOutSchema.default([]),
  },
  {
    error: ({ code, keys }) =>
      code === "unrecognized_keys"
        ? l10n.t(
            "“{0}” is not a property of a watch. Check its spelling or remove it.",
            String((keys as readonly unknown[])[0]),
          )
        : l10n.t("A watch must be an object: {0}.", '{ "records": { "list": "…" }, "budget": 100 }'),
  },
);

const daysProblem = (): string =>
  l10n.t("“olderThan” must be a whole number of days from 1 to {0}, without quotes.", countText(mostDays));
const budgetProblem = (): string =>
  l10n.t("“budget”, the credits that a refresh may cost, must be a number from 0 to {0}.", countText(mostCredits));

export type WatchDocument = Omit<z.output<typeof watchSchema>, "$schema">;

export interface ParsedWatch {
  /** Present only when there is no problem. */
  readonly document?: WatchDocument;
  readonly problems: readonly SearchProblem[];
}

/** Never throws, whatever the text. */
export function parseWatch(content: string): ParsedWatch {
  const tree = readSearchText(content);
  if (!tree.ok) {
    return { problems: tree.problems };
  }
  const { success, data, error } = watchSchema.safeParse(getNodeValue(tree.root));
  if (!success) {
    return { problems: error.issues.map((issue) => problemAt(tree.root, issue)) };
  }
  const { $schema: _schema, ...document } = data;
  return { document, problems: [] };
}

function problemAt(root: Node, { path: at, message }: z.core.$ZodIssue): SearchProblem {
  const names = at.filter((name) => typeof name !== "symbol");
  const { offset, length } = nodeAt(root, names);
  return { severity: "error", message, offset, length, path: names };
}
