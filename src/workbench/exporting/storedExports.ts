// What is kept about exports: column profiles for all searches, and the last exports of each search.
import * as z from "zod";
import { quickChoices } from "../../../webview-ui/messages/results";
import { csvPresets, type CsvOptions } from "../../csv/writer";
import type { ExportFormat } from "../../export/exportFormat";
import { parseProfile, profileAsJson, type ColumnProfile } from "../../searches/columnProfiles";
import type { RecordKind } from "../../service/operations";
import type { Store } from "../../store/client";
import type { RowsOrder } from "../resultsEditor/rowsOrder";

/** The last export of one search that new results can repeat. */
export interface LastExport {
  readonly format: ExportFormat;
  /** URI of the file, as text. */
  readonly file: string;
  /** ms since 1970 */
  readonly at: number;
  /** The order of the grid when what it showed was exported. All records were exported when absent. */
  readonly shown?: RowsOrder | undefined;
}

/** An export of selected records: those of one run, so new results have none of them. */
export interface SelectionExport extends Omit<LastExport, "shown"> {
  readonly records: number;
}

/** Methods reject with a `StoreError`. `search` is whatever names the search: the URI of its file. */
export class StoredExports {
  constructor(private readonly store: Pick<Store, "profiles">) {}

  /** By name. A value that cannot be read, such as one of a later version, is left out. */
  async profiles(kind: RecordKind): Promise<readonly ColumnProfile[]> {
    const profiles = (await this.store.profiles.columnProfiles(kind)).map(parseProfile);
    return profiles
      .flatMap((parsed) => (parsed.ok ? [parsed.profile] : []))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Takes the place of a profile of the same name. */
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

  /** Kept beside the last export that can be repeated, not in its place. */
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
  format.kind === "csv" ? { ...format, profile: profileAsJson(format.profile) } : format;

const plain = csvPresets.Plain;
/** What is missing or wrong is as in the plain preset, whose guard is on. */
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

const format: z.ZodType<ExportFormat> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("csv"), profile, options: csvOptions }),
  z.object({ kind: z.literal("json") }),
  z.object({ kind: z.literal("ndjson") }),
]);

const rowsOrder: z.ZodType<RowsOrder> = z.object({
  filter: z.string(),
  columns: z.array(z.string()),
  sort: z.object({ column: z.string(), descending: z.boolean() }).optional(),
  facet: z.object({ id: z.string(), label: z.string(), bucket: z.string(), value: z.string() }).optional(),
  quick: z.array(z.enum(quickChoices)).optional(),
});

const exported = z.object({ format, file: z.string(), at: z.number() });
/** A filter that cannot be read makes the whole export unreadable: without it more would be exported than the user chose. */
const lastExport: z.ZodType<LastExport> = exported.extend({ shown: rowsOrder.optional() });
const selectionExport: z.ZodType<SelectionExport> = exported.extend({ records: z.number() });
