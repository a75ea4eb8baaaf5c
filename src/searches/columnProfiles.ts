// Column profiles as stored: in a saved search under `export`, or in the settings. The export interprets the columns.
import * as l10n from "@vscode/l10n";

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
}

const formattings = ["asSent", "dateOnly", "compactPhone"] as const;
export type ColumnFormatting = (typeof formattings)[number];
const isFormatting = (value: unknown): value is ColumnFormatting => formattings.some((one) => one === value);

export interface ColumnProfile {
  readonly name: string;
  /** `everything`: every field that occurs in the records, known or not. */
  readonly columns: readonly ProfileColumn[] | "everything";
  readonly lists: ListHandling;
}

const mostColumns = 2000;

/** Validates a profile from a setting or a document. */
export function parseProfile(
  value: unknown,
): { readonly ok: true; readonly profile: ColumnProfile } | { readonly ok: false; readonly message: string } {
  const refuse = (message: string): { readonly ok: false; readonly message: string } => ({ ok: false, message });
  if (typeof value !== "object" || value === null) {
    return refuse(l10n.t("A column profile must be an object with “name”, “columns” and “lists”."));
  }
  const { name, columns, lists } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== "string" || name.trim() === "" || name.length > 100) {
    return refuse(l10n.t("The column profile needs a name of at most 100 characters."));
  }
  if (lists !== undefined && lists !== "joined" && lists !== "indexed" && lists !== "json") {
    return refuse(l10n.t('“lists” of the column profile “{0}” must be "joined", "indexed" or "json".', name));
  }
  if (columns === "everything") {
    return { ok: true, profile: { name, columns, lists: lists ?? "joined" } };
  }
  if (!Array.isArray(columns) || columns.length === 0 || columns.length > mostColumns) {
    return refuse(
      l10n.t(
        '“columns” of the column profile “{0}” must be "everything" or a list of 1 to {1} columns.',
        name,
        mostColumns,
      ),
    );
  }
  const parsed = (columns as readonly unknown[]).map(parseProfileColumn);
  const invalidIndex = parsed.findIndex((column) => column === undefined);
  return invalidIndex < 0
    ? {
        ok: true,
        profile: { name, columns: parsed.filter((column) => column !== undefined), lists: lists ?? "joined" },
      }
    : refuse(
        l10n.t(
          "Column {0} of the column profile “{1}” is not valid. Write {2}.",
          invalidIndex + 1,
          name,
          '{ "id": "name", "header": "Company" }',
        ),
      );
}

function parseProfileColumn(value: unknown): ProfileColumn | undefined {
  if (typeof value === "string") {
    return value === "" || value.length > 500 ? undefined : { id: value };
  }
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  const { id, header, format, or } = value as Readonly<Record<string, unknown>>;
  const isText = (text: unknown): text is string => typeof text === "string" && text.length <= 500;
  if (
    !isText(id) ||
    id === "" ||
    (header !== undefined && !isText(header)) ||
    (format !== undefined && !isFormatting(format)) ||
    (or !== undefined && !isText(or))
  ) {
    return undefined;
  }
  return {
    id,
    ...(header !== undefined && { header }),
    ...(format !== undefined && { format }),
    ...(or !== undefined && { or }),
  };
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
      : columns.map(({ id, header, format, or }) =>
          header === undefined && format === undefined && or === undefined
            ? id
            : {
                id,
                ...(header !== undefined && { header }),
                ...(format !== undefined && { format }),
                ...(or !== undefined && { or }),
              },
        );
  return { name, columns: written, ...(lists === "joined" ? {} : { lists }) };
}
