// Translates the texts of the filter catalogue, which is an English table. Runs in the pages too.
//
// The keys of these translations are not literals, so a test checks that each text of the catalogue has a translation.
// Suggested values and examples are sent to the service and therefore never translated.
import * as l10n from "@vscode/l10n";
import { countText } from "../language/language";
import type { FilterDefinition, FilterGroup, RangePreset } from "./filterCatalogue";

/** "Industries" */
export function filterLabel({ label }: FilterDefinition): string {
  return l10n.t(label);
}

/** "Headquarters" */
export function groupLabel(group: FilterGroup): string {
  return l10n.t(group);
}

/** "City, region or country of the headquarters" */
export function filterMeaning({ meaning }: FilterDefinition): string {
  return l10n.t(meaning);
}

/** "501–1,000", "10,001 and more" */
export function presetLabel({ label, min, max }: RangePreset): string {
  return min !== undefined && max !== undefined ? `${countText(min)}–${countText(max)}` : l10n.t(label);
}

/** "employees" */
export function unitLabel(unit: string): string {
  return l10n.t(unit);
}

/** "Berlin", "11–50"; only an example that describes a value, rather than being one, is translated. */
export function filterExample({ kind, example, presets }: FilterDefinition): string {
  if (kind === "range") {
    return presets?.[1] === undefined ? `${example}+` : presetLabel(presets[1]);
  }
  return example === "an ID of a record" ? l10n.t("an ID of a record") : example;
}
