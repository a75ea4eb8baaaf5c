// Column profiles as stored: in a saved search under `export`, or in the settings. The export interprets the columns.
import * as z from "zod";

/** `joined`: one cell, items separated by “; ”. `indexed`: a column for each item. `json`: one cell of JSON. */
export type ListHandling = "joined" | "indexed" | "json";

export interface ProfileColumn {
  /** A column's id, or the path of a field: `employment.current.title`. */
  readonly id: string;
  /** The label of the column when absent. */
  readonly header?: string | undefined;
  /**
   * `dateOnly` shortens a timestamp to its date, `compactPhone` removes the separators of an international phone
   * number. Same as `asSent` when absent.
   */
  readonly format?: ColumnFormatting | undefined;
  /** The column to write where the value is unknown. */
  readonly or?: string | undefined;
  /** The maximum length of the field that the column is imported into; see longValues.ts of the export. */
  readonly longest?: number | undefined;
}

const formattings = ["asSent", "dateOnly", "compactPhone"] as const;
export type ColumnFormatting = (typeof formattings)[number];

export interface ColumnProfile {
  readonly name: string;
  /** `everything`: every field that occurs in the records, known or not. */
  readonly columns: readonly ProfileColumn[] | "everything";
  readonly lists: ListHandling;
}

const mostColumns = 2000;
const text = z.string().max(500);
const id = text.min(1);

const column = z.union([
  id.transform((one) => ({ id: one })),
  z.object({
    id,
    header: text.optional(),
    format: z.enum(formattings).optional(),
    or: text.optional(),
    longest: z.int().positive().optional(),
  }),
]);

/** The schema of a profile. */
const profileSchema = z.object({
  name: z.string().max(100).regex(/\S/u),
  lists: z.enum(["joined", "indexed", "json"]).default("joined"),
  columns: z.union([z.literal("everything"), z.array(column).min(1).max(mostColumns)]),
});

/** Validates a profile from a setting or a document. */
export function parseProfile(
  value: unknown,
): { readonly ok: true; readonly profile: ColumnProfile } | { readonly ok: false; readonly message: string } {
  const { data: profile, error } = profileSchema.safeParse(value);
  return profile === undefined ? { ok: false, message: profileProblem(value, error.issues[0]) } : { ok: true, profile };
}

function profileProblem(value: unknown, issue: z.core.$ZodIssue | undefined): string {
  const { name } = Object(value) as { readonly name?: unknown };
  switch (issue?.path[0]) {
    case "name":
      return "The column profile needs a name of at most 100 characters.";
    case "lists":
      return `“lists” of the column profile “${String(name)}” must be "joined", "indexed" or "json".`;
    case "columns": {
      const ofList = issue.code === "invalid_union" ? issue.errors.at(-1)?.[0] : undefined;
      const index = ofList?.path[0] ?? issue.path[1];
      return typeof index === "number"
        ? `Column ${index + 1} of the column profile “${String(name)}” is not valid. Write { "id": "name", ` +
            '"header": "Company" }.'
        : `“columns” of the column profile “${String(name)}” must be "everything" or a list of 1 to ${mostColumns} ` +
            "columns.";
    }
    default:
      return "A column profile must be an object with “name”, “columns” and “lists”.";
  }
}

/** Names are compared without regard to case and surrounding spaces. */
export const profileNameKey = (name: string): string => name.trim().toLowerCase();

export function sameProfileName(one: string, other: string): boolean {
  return profileNameKey(one) === profileNameKey(other);
}

/** The profile as it is stored, without default values. */
export function profileAsJson({ name, columns, lists }: ColumnProfile): Readonly<Record<string, unknown>> {
  const written =
    columns === "everything"
      ? columns
      : columns.map((one) => {
          const given = Object.entries(one).filter(([, value]) => value !== undefined);
          return given.length === 1 ? one.id : Object.fromEntries(given);
        });
  return { name, columns: written, ...(lists === "joined" ? {} : { lists }) };
}
