// The columns step of an export: which column profile, with which options, previewed or not.
import { l10n, QuickPickItemKind, ThemeIcon, type QuickInputButton, type QuickPickItem } from "vscode";
import type { ColumnProfile } from "../../searches/columnProfiles";
import { removeText } from "../buttonTexts";
import { safeText } from "../safeText";
import type { RecordScope } from "../runActivity";
import type { AsShown } from "./asShown";
import { chooseColumns, fieldsOf } from "./chooseColumns";
import type { OfferedProfile, ProfileList } from "./columnProfiles";
import { askCsvSettings, csvSettingsText, type CsvSettings } from "./csvSettings";
import { pickStep, type Back } from "../pickStep";
import { columnCountText, type PreviewedRecords } from "./previewStep";

export interface ColumnsRequest {
  readonly records: PreviewedRecords;
  /** "200 fetched records" */
  readonly what: string;
  readonly profiles: ProfileList;
  /** The first choice. */
  readonly shown: AsShown;
  /** What the user should know about the records. */
  readonly remark?: string | undefined;
}

/** What the step begins with: the defaults of the format, or its earlier answer. */
interface ColumnsState {
  readonly settings: CsvSettings;
  /** Whether each profile is previewed before the file is asked for. */
  readonly previewFirst: boolean;
  /** The label of the item that is focused. */
  readonly active?: string | undefined;
}

export interface ColumnsAnswer extends ColumnsState {
  readonly profile: ColumnProfile;
  /** The records, where they depend on the choice. */
  readonly scope?: RecordScope | undefined;
  /** Whether this one is previewed. */
  readonly preview: boolean;
}

type ColumnsItem = QuickPickItem &
  (
    | { readonly action: "use"; readonly offered: OfferedProfile }
    | { readonly action: "asShown" }
    | { readonly action: "choose" | "options" | "togglePreview" | "none" }
  );

const previewButton: QuickInputButton = { iconPath: new ThemeIcon("eye"), tooltip: l10n.t("Preview") };
const editButton: QuickInputButton = { iconPath: new ThemeIcon("edit"), tooltip: l10n.t("Change…") };
const removeButton: QuickInputButton = { iconPath: new ThemeIcon("trash"), tooltip: removeText() };

export async function askColumns(
  request: ColumnsRequest,
  before: ColumnsState,
): Promise<ColumnsAnswer | Back | undefined> {
  const { what, profiles, shown, remark } = request;
  let { settings, previewFirst, active } = before;
  const fields = fieldsOf(request.records);
  for (;;) {
    const items = columnsItems(shown, await profiles.list(), settings, previewFirst);
    const title = previewFirst
      ? l10n.t("Export {0}: preview which columns?", what)
      : l10n.t("Export {0}: columns", what);
    const answer = await pickStep(items, {
      title,
      placeholder: remark,
      back: true,
      active: items.find(({ label }) => label === active),
    });
    if (answer === undefined || answer === "back") {
      return answer;
    }
    const { item, button } = answer;
    active = item.label;
    if (item.action === "use" && button === removeButton) {
      await profiles.remove(item.offered);
    } else if (item.action === "choose" || (item.action === "use" && button === editButton)) {
      const profile = await editProfile(
        { ...request, fields },
        settings,
        item.action === "use" ? item.offered : undefined,
      );
      if (profile !== undefined) {
        return { settings, previewFirst, active, profile, preview: previewFirst };
      }
    } else if (item.action === "use" || item.action === "asShown") {
      const { profile, scope } = item.action === "asShown" ? shown : { ...item.offered, scope: undefined };
      return { settings, previewFirst, active, profile, scope, preview: previewFirst || button === previewButton };
    } else if (item.action === "options") {
      const changed = await askCsvSettings(settings, l10n.t("Export {0}: options", what));
      if (changed === undefined) {
        return undefined;
      }
      settings = changed;
    } else if (item.action === "togglePreview") {
      previewFirst = !previewFirst;
      active = undefined;
    }
  }
}

/** Makes or changes a profile and saves it where the user wants it; `undefined` when they gave up. */
async function editProfile(
  { records, profiles, fields }: ColumnsRequest & { readonly fields: Promise<readonly string[]> },
  settings: CsvSettings,
  offered: OfferedProfile | undefined,
): Promise<ColumnProfile | undefined> {
  const made = await chooseColumns({
    records,
    fields,
    lists: settings.lists,
    before: offered?.profile,
    savedIn: offered?.place === "builtIn" ? undefined : offered?.place,
    search: await profiles.search(),
  });
  if (made === undefined) {
    return undefined;
  }
  await profiles.save(made.profile, made.place);
  if (offered !== undefined && offered.profile.name !== made.profile.name) {
    await profiles.remove(offered);
  }
  return made.profile;
}

function columnsItems(
  shown: AsShown,
  offered: readonly OfferedProfile[],
  settings: CsvSettings,
  previewFirst: boolean,
): readonly ColumnsItem[] {
  return [
    { label: shown.profile.name, description: shown.description, buttons: [previewButton], action: "asShown" },
    ...offered.map(profileItem),
    { label: "", kind: QuickPickItemKind.Separator, action: "none" },
    {
      label: l10n.t("$(list-selection) Choose columns…"),
      description: l10n.t("which columns, their order and headers"),
      action: "choose",
    },
    { label: l10n.t("$(settings-gear) Options…"), description: csvSettingsText(settings), action: "options" },
    previewFirst
      ? { label: l10n.t("$(eye-closed) No preview"), action: "togglePreview" }
      : {
          label: l10n.t("$(eye) Preview first…"),
          description: l10n.t("the first five records, before anything is written"),
          action: "togglePreview",
        },
  ];
}

function profileItem(offered: OfferedProfile): ColumnsItem {
  const { profile, place, remark } = offered;
  const places = { builtIn: "", thisSearch: l10n.t("in this search"), everySearch: l10n.t("for all searches") };
  const columns =
    profile.columns === "everything"
      ? l10n.t("every field found in the records")
      : columnCountText(profile.columns.length);
  return {
    label: safeText(profile.name),
    description: place === "builtIn" ? columns : `${columns} · ${places[place]}`,
    ...(remark !== undefined && { detail: remark }),
    buttons: place === "builtIn" ? [previewButton] : [previewButton, editButton, removeButton],
    action: "use",
    offered,
  };
}
