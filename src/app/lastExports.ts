// The last exports of each search, list or other source. The window, the tools and the command line save and repeat
// them.
import * as z from "zod";
import { contactFilters } from "../enrichments/contactFilters";
import { columnKinds, wholeRecordKinds, type ExportFormat } from "../export/formats";
import { parseProfile, profileAsJson, type ColumnProfile } from "../searches/columnProfiles";
import type { Store } from "../store/client";
import { csvPresets, type CsvOptions } from "../tables/writer";
import type { ColumnFilter, RowsOrder, RowSource } from "./rowSource";

/** The last export of a search that can be repeated with new results. */
export interface LastExport {
  readonly format: ExportFormat;
  /** URI of the file, as text. */
  readonly file: string;
  /** ms since 1970 */
  readonly at: number;
  /** The filter and order, if only the records displayed in the grid were exported. */
  readonly shown?: RowsOrder | undefined;
}

/** An export of selected records, which other runs do not have. */
export interface SelectionExport extends Omit<LastExport, "shown"> {
  readonly records: number;
}

type ProfileStore = Pick<Store, "profiles">;

/** The saved search, or without one the kind and title of the records. */
const keyOf = ({ run, recordKind, title }: RowSource): string => run?.header.source ?? `${recordKind}: ${title}`;

export const lastExport = async ({ profiles }: ProfileStore, source: RowSource): Promise<LastExport | undefined> =>
  lastExportSchema.safeParse(await profiles.lastExport(keyOf(source), "shown")).data;

export const lastSelection = async (
  { profiles }: ProfileStore,
  source: RowSource,
): Promise<SelectionExport | undefined> =>
  selectionSchema.safeParse(await profiles.lastExport(keyOf(source), "selection")).data;

/** Stores an export of a selection beside the last repeatable export, which it does not replace. */
export function saveLastExport(
  { profiles }: ProfileStore,
  source: RowSource,
  last: LastExport | SelectionExport,
): Promise<void> {
  const what = "records" in last ? "selection" : "shown";
  return profiles.saveLastExport(keyOf(source), what, { ...last, format: formatAsJson(last.format) }, last.at);
}

/** A profile without a name consists of columns that were named individually. */
const formatAsJson = (format: ExportFormat): object =>
  format.profile === undefined
    ? format
    : { ...format, profile: profileAsJson({ ...format.profile, name: format.profile.name || "columns" }) };

const plain = csvPresets.Plain;
/** Missing or invalid values fall back to the plain preset, which has the formula guard on. */
const csvOptions: z.ZodType<CsvOptions> = z
  .object({
    delimiter: z.enum([",", ";", "\t"]).catch(plain.delimiter),
    lineEnd: z.enum(["\r\n", "\n"]).catch(plain.lineEnd),
    bom: z.boolean().catch(plain.bom),
    header: z.boolean().catch(plain.header),
    guard: z.boolean().catch(plain.guard),
    forReading: z.boolean().catch(plain.forReading),
  })
  .catch(plain);

const profile = z.unknown().transform((value, context): ColumnProfile => {
  const parsed = parseProfile(value);
  if (!parsed.ok) {
    context.addIssue(parsed.message);
    return z.NEVER;
  }
  return parsed.profile;
});

const format: z.ZodType<ExportFormat> = z.union([
  z.object({ kind: z.enum(columnKinds), profile, options: csvOptions }),
  z.object({ kind: z.enum(wholeRecordKinds), profile: profile.optional() }),
]);

const columnFilter: z.ZodType<ColumnFilter> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("contains"), column: z.string(), text: z.string() }),
  z.object({
    kind: z.literal("oneOf"),
    column: z.string(),
    values: z.array(z.string()),
    exclude: z.boolean().optional(),
    anyCase: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal("range"),
    column: z.string(),
    min: z.number().optional(),
    max: z.number().optional(),
  }),
]);

const sortKey = z.object({ column: z.string(), descending: z.boolean() });

/** Strict: ignoring an unknown filter would export more records. */
const rowsOrder: z.ZodType<RowsOrder> = z.strictObject({
  filter: z.string(),
  columns: z.array(z.string()),
  sort: sortKey.extend({ next: z.array(sortKey).optional() }).optional(),
  columnFilters: z.array(columnFilter).optional(),
  quick: z.array(z.enum(contactFilters)).optional(),
  since: z.string().optional(),
});

const exported = z.object({ format, file: z.string(), at: z.number() });
/** Invalid when its filter is: without the filter, more records would be exported than the user chose. */
const lastExportSchema: z.ZodType<LastExport> = exported.extend({ shown: rowsOrder.optional() });
const selectionSchema: z.ZodType<SelectionExport> = exported.extend({ records: z.number() });
