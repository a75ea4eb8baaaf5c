// What the database stores about exports: column profiles for all searches, and the last exports of each search.
import * as z from "zod";
import { quickChoices, type ColumnFilter } from "../../../webview-ui/messages/results";
import { csvPresets, type CsvOptions } from "../../csv/writer";
import { columnKinds, hasColumns, wholeRecordKinds, type ExportFormat } from "../../export/formats";
import { parseProfile, profileAsJson, type ColumnProfile } from "../../searches/columnProfiles";
import type { RecordKind } from "../../service/operations";
import type { Store } from "../../store/client";
import type { RowsOrder } from "../rowsOrder";

/** The last export of a search that can be repeated with new results. */
export interface LastExport {
  readonly format: ExportFormat;
  /** URI of the file, as text. */
  readonly file: string;
  /** ms since 1970 */
  readonly at: number;
  /** The filter and order of the grid when only what it showed was exported. */
  readonly shown?: RowsOrder | undefined;
}

/** An export of selected records, which other runs do not have. */
export interface SelectionExport extends Omit<LastExport, "shown"> {
  readonly records: number;
}

/** Methods reject with a `StoreError`. `search` identifies the search, for example the URI of its file. */
export class StoredExports {
  constructor(private readonly store: Pick<Store, "profiles">) {}

  /** Sorted by name, without those that cannot be read, such as those of a later version. */
  async profiles(kind: RecordKind): Promise<readonly ColumnProfile[]> {
    const profiles = (await this.store.profiles.columnProfiles(kind)).map(parseProfile);
    return profiles
      .flatMap((parsed) => (parsed.ok ? [parsed.profile] : []))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Replaces a profile of the same name. */
  saveProfile(kind: RecordKind, profile: ColumnProfile): Promise<void> {
    return this.store.profiles.saveColumnProfile(kind, profile.name, profileAsJson(profile));
  }

  removeProfile(kind: RecordKind, name: string): Promise<void> {
    return this.store.profiles.removeColumnProfile(kind, name);
  }

  async lastExport(search: string): Promise<LastExport | undefined> {
    return lastExport.safeParse(await this.store.profiles.lastExport(search, "shown")).data;
  }

  saveLastExport(search: string, last: LastExport): Promise<void> {
    return this.store.profiles.saveLastExport(search, "shown", { ...last, format: formatAsJson(last.format) }, last.at);
  }

  async lastSelection(search: string): Promise<SelectionExport | undefined> {
    return selectionExport.safeParse(await this.store.profiles.lastExport(search, "selection")).data;
  }

  /** Stored beside the last export that can be repeated, which it does not replace. */
  saveLastSelection(search: string, last: SelectionExport): Promise<void> {
    return this.store.profiles.saveLastExport(
      search,
      "selection",
      { ...last, format: formatAsJson(last.format) },
      last.at,
    );
  }
}

const formatAsJson = (format: ExportFormat): object =>
  hasColumns(format) ? { ...format, profile: profileAsJson(format.profile) } : format;

const plain = csvPresets.Plain;
/** What is missing or wrong is replaced by the plain preset, whose guard is on. */
const csvOptions: z.ZodType<CsvOptions> = z
  .object({
    delimiter: z.enum([",", ";", "\t"]).catch(plain.delimiter),
    lineEnd: z.enum(["\r\n", "\n"]).catch(plain.lineEnd),
    bom: z.boolean().catch(plain.bom),
    header: z.boolean().catch(plain.header),
    guard: z.boolean().catch(plain.guard),
    keepRangesText: z.boolean().catch(plain.keepRangesText),
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
  z.object({ kind: z.enum(wholeRecordKinds) }),
]);

const columnFilter: z.ZodType<ColumnFilter> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("contains"), column: z.string(), text: z.string() }),
  z.object({
    kind: z.literal("oneOf"),
    column: z.string(),
    values: z.array(z.string()),
    exclude: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal("range"),
    column: z.string(),
    min: z.number().optional(),
    max: z.number().optional(),
  }),
]);

const sortKey = z.object({ column: z.string(), descending: z.boolean() });

/** Nothing else is accepted: a filter that is not understood would be left out. */
const rowsOrder: z.ZodType<RowsOrder> = z.strictObject({
  filter: z.string(),
  columns: z.array(z.string()),
  sort: sortKey.extend({ next: z.array(sortKey).optional() }).optional(),
  columnFilters: z.array(columnFilter).optional(),
  quick: z.array(z.enum(quickChoices)).optional(),
  since: z.string().optional(),
});

const exported = z.object({ format, file: z.string(), at: z.number() });
/** Unreadable when its filter is: without the filter, more records would be exported than the user chose. */
const lastExport: z.ZodType<LastExport> = exported.extend({ shown: rowsOrder.optional() });
const selectionExport: z.ZodType<SelectionExport> = exported.extend({ records: z.number() });
