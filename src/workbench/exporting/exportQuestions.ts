// What an export is asked for: format, columns and their details, a look at the first records. The file is asked for elsewhere.
import { l10n, QuickPickItemKind, ThemeIcon, type QuickInputButton, type QuickPickItem } from "vscode";
import { csvPresets } from "../../csv/writer";
import type { ExportFormat } from "../../export/exportFormat";
import type { ColumnProfile } from "../../searches/columnProfiles";
import { safeText } from "../safeText";
import { chooseColumns } from "./chooseColumns";
import { askCsvSettings, csvWords, type CsvSettings } from "./csvSettings";
import { columnsText, showPreview, type PreviewedRecords } from "./exportPreview";
import type { KeptProfiles, OfferedProfile } from "./keptProfiles";
import { pickStep } from "./pickStep";

export interface ExportQuestion {
  readonly records: PreviewedRecords;
  /** "200 fetched records" */
  readonly what: string;
  readonly kept: KeptProfiles;
  /** "Fetch and export all 12,480 (about 3,120 credits)" when there is more to fetch. */
  readonly everything?: string | undefined;
}

type FormatItem = QuickPickItem & {
  readonly format?: { readonly kind: "csv"; readonly settings: CsvSettings } | { readonly kind: "json" | "ndjson" };
};

/**
 * Asks until `useFormat` is content: it asks for the file and resolves with "back" to have the step before asked again.
 * Resolves with "everything" when the rest is to be fetched first.
 */
export async function askExport(
  question: ExportQuestion,
  useFormat: (format: ExportFormat) => Promise<"back" | undefined>,
): Promise<"everything" | undefined> {
  const { what, everything } = question;
  const items = formatItems(everything);
  for (let active: FormatItem | undefined; ;) {
    const answer = await pickStep(items, { title: l10n.t("Export {0}: format", what), active });
    if (answer === undefined || answer === "back") {
      return undefined;
    }
    active = answer.item;
    const format = active.format;
    if (format === undefined) {
      return "everything";
    }
    const after =
      format.kind === "csv" ? await askColumns(question, format.settings, useFormat) : await useFormat(format);
    if (after !== "back") {
      return undefined;
    }
  }
}

function formatItems(everything: string | undefined): readonly FormatItem[] {
  const csv = (options: CsvSettings["options"]): NonNullable<FormatItem["format"]> => ({
    kind: "csv",
    settings: { options },
  });
  return [
    {
      label: "CSV",
      description: l10n.t("comma, UTF-8"),
      detail: l10n.t("For scripts and most spreadsheets, formulas made harmless."),
      format: csv(csvPresets.Plain),
    },
    {
      label: l10n.t("CSV for Excel"),
      description: l10n.t("opens right with a double click"),
      detail: l10n.t("With a byte-order mark and Windows line ends, formulas made harmless."),
      format: csv(csvPresets.Excel),
    },
    {
      label: l10n.t("CSV, raw"),
      description: l10n.t("no formula guard"),
      detail: l10n.t("Every value as it came. Do not open it in a spreadsheet unless you trust the data."),
      format: csv({ ...csvPresets.Plain, guard: false }),
    },
    {
      label: "JSON",
      description: l10n.t("one array"),
      detail: l10n.t("The records unchanged, with every field the service sent."),
      format: { kind: "json" },
    },
    {
      label: "NDJSON",
      description: l10n.t("one record a line"),
      detail: l10n.t("The records unchanged; for streams and large files."),
      format: { kind: "ndjson" },
    },
    ...(everything === undefined
      ? []
      : [{ label: l10n.t("There is more to fetch"), kind: QuickPickItemKind.Separator }, { label: everything }]),
  ];
}

type ColumnsItem = QuickPickItem &
  (
    | { readonly does: "use"; readonly offered: OfferedProfile }
    | { readonly does: "choose" | "options" | "preview" | "nothing" }
  );

const previewButton: QuickInputButton = { iconPath: new ThemeIcon("eye"), tooltip: l10n.t("Preview") };
const editButton: QuickInputButton = { iconPath: new ThemeIcon("edit"), tooltip: l10n.t("Change…") };
const removeButton: QuickInputButton = { iconPath: new ThemeIcon("trash"), tooltip: l10n.t("Remove") };

async function askColumns(
  question: ExportQuestion,
  begin: CsvSettings,
  useFormat: (format: ExportFormat) => Promise<"back" | undefined>,
): Promise<"back" | undefined> {
  const { records, what, kept } = question;
  let settings = begin;
  let previewing = false;
  let active: string | undefined;

  /** Preview where it is wished for, then the file. "back": the columns again. */
  async function goOn(profile: ColumnProfile, withPreview: boolean): Promise<"back" | undefined> {
    const format: ExportFormat = {
      kind: "csv",
      profile: settings.lists === undefined ? profile : { ...profile, lists: settings.lists },
      options: settings.options,
    };
    for (;;) {
      const seen = withPreview ? await showPreview(records, format) : true;
      if (seen !== true) {
        return seen;
      }
      if ((await useFormat(format)) !== "back") {
        return undefined;
      }
      if (!withPreview) {
        return "back";
      }
    }
  }

  for (;;) {
    const items = columnsItems(await kept.list(), settings, previewing);
    const title = previewing ? l10n.t("Export {0}: preview which columns?", what) : l10n.t("Export {0}: columns", what);
    const answer = await pickStep(items, { title, back: true, active: items.find(({ label }) => label === active) });
    if (answer === undefined || answer === "back") {
      return answer;
    }
    const { item, button } = answer;
    active = item.label;
    if (item.does === "use" && button === removeButton) {
      await kept.remove(item.offered);
    } else if (item.does === "choose" || (item.does === "use" && button === editButton)) {
      const offered = item.does === "use" ? item.offered : undefined;
      const made = await chooseColumns({
        records,
        lists: settings.lists,
        before: offered?.profile,
        keptIn: offered?.place === "builtIn" ? undefined : offered?.place,
        search: await kept.search(),
      });
      if (made !== undefined) {
        await kept.save(made.profile, made.place);
        if (offered !== undefined && offered.profile.name !== made.profile.name) {
          await kept.remove(offered);
        }
        if ((await goOn(made.profile, previewing)) !== "back") {
          return undefined;
        }
      }
    } else if (item.does === "use") {
      if ((await goOn(item.offered.profile, previewing || button === previewButton)) !== "back") {
        return undefined;
      }
    } else if (item.does === "options") {
      const next = await askCsvSettings(settings, l10n.t("Export {0}: options", what));
      if (next === undefined) {
        return undefined;
      }
      settings = next;
    } else if (item.does === "preview") {
      previewing = !previewing;
      active = undefined;
    }
  }
}

function columnsItems(
  offered: readonly OfferedProfile[],
  settings: CsvSettings,
  previewing: boolean,
): readonly ColumnsItem[] {
  const places = { builtIn: "", thisSearch: l10n.t("in this search"), everySearch: l10n.t("for all searches") };
  return [
    ...offered.map((one): ColumnsItem => {
      const { profile, place } = one;
      const columns =
        profile.columns === "everything"
          ? l10n.t("every field found in the records")
          : columnsText(profile.columns.length);
      return {
        label: safeText(profile.name),
        description: [columns, places[place]].filter((part) => part !== "").join(" · "),
        buttons: place === "builtIn" ? [previewButton] : [previewButton, editButton, removeButton],
        does: "use",
        offered: one,
      };
    }),
    { label: "", kind: QuickPickItemKind.Separator, does: "nothing" },
    {
      label: l10n.t("$(list-selection) Choose columns…"),
      description: l10n.t("which, in which order, under which headers"),
      does: "choose",
    },
    { label: l10n.t("$(settings-gear) Options…"), description: csvWords(settings), does: "options" },
    previewing
      ? { label: l10n.t("$(eye-closed) No preview"), does: "preview" }
      : {
          label: l10n.t("$(eye) Preview first…"),
          description: l10n.t("the first five records, before anything is written"),
          does: "preview",
        },
  ];
}
