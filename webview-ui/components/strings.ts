// Every text of the shared controls. Made when the module loads, after the page's language is set.
import * as l10n from "@vscode/l10n";
import { countText } from "../../src/language/language";

/** "35 s", "59 min 35 s": the rest of a wait. */
export function timeLeft(seconds: number): string {
  return seconds < 120
    ? l10n.t("{0} s", countText(seconds))
    : l10n.t("{0} min {1} s", countText(Math.floor(seconds / 60)), seconds % 60);
}

export const strings = {
  included: l10n.t("included"),
  excluded: l10n.t("excluded"),
  is: l10n.t({ message: "is", comment: ["On a chip, before a value that is included"] }),
  not: l10n.t({ message: "not", comment: ["On a chip, before a value that is excluded"] }),
  match: {
    equality: { exact: l10n.t("exact match"), similar: l10n.t("similar match") },
    term: { exact: l10n.t("exact term"), similar: l10n.t("similar match") },
  },
  chipName: (value: string, side: string, match: string) =>
    l10n.t({
      message: "{0}, {1}, {2}",
      args: [value, side, match],
      comment: ["{0} is a value, {1} included or excluded, {2} exact or similar match"],
    }),
  invalidChipName: (value: string, problem: string) =>
    l10n.t({
      message: "{0}, invalid. {1}",
      args: [value, problem],
      comment: ["{0} is a value, {1} a sentence that says what is wrong with it"],
    }),
  entryProblem: (value: string, problem: string) => l10n.t("“{0}”: {1}", value, problem),
  moreProblems: (count: number) =>
    count === 1 ? l10n.t("1 more value must be fixed.") : l10n.t("{0} more values must be fixed.", countText(count)),
  notAddedYet: (value: string) => l10n.t("“{0}” isn't added yet. Press Enter to add it.", value),
  notAddedBecause: (value: string, problem: string) => l10n.t("“{0}” isn't added yet. {1}", value, problem),
  include: (value: string) => l10n.t("not {0}: excluded. Include it", value),
  exclude: (value: string) => l10n.t("is {0}: included. Exclude it", value),
  matchExactly: (value: string, now: string) =>
    l10n.t({
      message: "{0}: {1}. Match exactly",
      args: [value, now],
      comment: ["{0} is a value, {1} is similar match"],
    }),
  matchSimilar: (value: string, now: string) =>
    l10n.t({
      message: "{0}: {1}. Match similar",
      args: [value, now],
      comment: ["{0} is a value, {1} is exact match"],
    }),
  edit: (value: string) => l10n.t("Edit {0}", value),
  remove: (value: string) => l10n.t("Remove {0}", value),
  editing: (value: string) => l10n.t("New text for {0}", value),
  exactMark: l10n.t("= exact"),
  similarMark: "≈",
  valuesOf: (label: string) => l10n.t("Values of {0}", label),
  addTo: (label: string) => l10n.t("Add to {0}", label),
  chipHelp: l10n.t("Use the arrow keys to move between values and Delete to remove one."),
  quoted: (value: string) => l10n.t("“{0}”", value),
  addValue: (value: string) => l10n.t("Add “{0}”", value),
  add: l10n.t("Add"),
  addHint: l10n.t("Type a value and press Enter"),
  removeAll: (count: number) => l10n.t("Remove all {0} values", countText(count)),
  added: (count: number) => (count === 1 ? l10n.t("1 value added.") : l10n.t("{0} values added.", countText(count))),
  alreadyThere: l10n.t("These values have already been added."),
  notAdded: (values: string) => l10n.t("Not added: {0}.", values),
  removed: (value: string) => l10n.t("{0} removed.", value),
  options: (count: number) => (count === 1 ? l10n.t("1 suggestion") : l10n.t("{0} suggestions", countText(count))),
  noOptions: l10n.t("No suggestions match."),
  moreValues: (count: number) => l10n.t("Show {0} more", countText(count)),
  range: (label: string, number: number) => l10n.t("{0}, range {1}", label, countText(number)),
  min: l10n.t({ message: "From", comment: ["The lower bound of a range"] }),
  max: l10n.t({ message: "To", comment: ["The upper bound of a range"] }),
  anyBound: l10n.t({ message: "any", comment: ["In an empty bound of a range"] }),
  presets: l10n.t("Suggested ranges"),
  addRange: l10n.t("Add a range"),
  excludeRange: (text: string) => l10n.t("is {0}: included. Exclude it", text),
  includeRange: (text: string) => l10n.t("not {0}: excluded. Include it", text),
  removeRange: (number: number) => l10n.t("Remove range {0}", countText(number)),
  thisRange: l10n.t({
    message: "this range",
    comment: ["A range without bounds yet, in: is {0}: included. Exclude it"],
  }),
} as const;
