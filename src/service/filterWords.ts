// The filter catalogue's words as they are shown: the catalogue itself stays one English table. Runs in the pages as well.
//
// The only place where the key of a sentence is not written out: it is the catalogue's own text, and a test asks for a
// translation of each. Suggested values and examples are what is sent to the service, so no language changes them.
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

/** An example is a value of the service and stays as it is, unless it describes one that nobody could type. */
export function filterExample({ example }: FilterDefinition): string {
  return example === "an ID of a record" ? l10n.t("an ID of a record") : example;
}
