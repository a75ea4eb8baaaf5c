// Every text of the shared controls. Made when the module loads, after the page's language is set.
import * as l10n from "@vscode/l10n";
import { countText } from "../../src/language/language";

/** "35 s", "59 min 35 s": the rest of a wait. */
export function timeLeft(seconds: number): string {
  return seconds < 120
    ? l10n.t("{0} s", countText(seconds))
    : l10n.t("{0} min {1} s", countText(Math.floor(seconds / 60)), seconds % 60);
}

/** Texts that several pages show. */
export const pageStrings = {
  filters: l10n.t("Filters"),
  stop: l10n.t("Stop"),
  connect: l10n.t("Connect…"),
  more: l10n.t("More Actions"),
  synthetic: l10n.t("Sandbox: synthetic data"),
} as const;

export const strings = {
  included: l10n.t("included"),
  excluded: l10n.t("excluded"),
  not: l10n.t({ message: "but not", comment: ["Before values that are excluded"] }),
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
  change: (value: string) =>
    l10n.t({ message: "Change {0}", args: [value], comment: ["Opens a menu with what can be done with a value"] }),
  include: l10n.t({ message: "Include", comment: ["Menu: no longer exclude this value or range"] }),
  exclude: l10n.t({ message: "Exclude", comment: ["Menu: exclude what has this value or range"] }),
  matchExactly: l10n.t("Match Exactly"),
  matchSimilar: l10n.t("Match Similar"),
  editValue: l10n.t({ message: "Edit", comment: ["Menu: change the text of a value"] }),
  removeValue: l10n.t({ message: "Remove", comment: ["Menu: remove a value or range"] }),
  deleteKey: l10n.t({ message: "Delete", comment: ["The name of the key"] }),
  or: l10n.t({ message: "or", comment: ["Between two values of a filter"] }),
  edit: (value: string) => l10n.t("Edit {0}", value),
  remove: (value: string) => l10n.t("Remove {0}", value),
  editing: (value: string) => l10n.t("New text for {0}", value),
  exactMark: l10n.t({ message: "exact", comment: ["On a value, after it: it must match exactly"] }),
  valuesOf: (label: string) => l10n.t("Values of {0}", label),
  addTo: (label: string) => l10n.t("Add to {0}", label),
  chipHelp: l10n.t("Use the arrow keys to move between values, Enter for the menu of one, and Delete to remove it."),
  addValue: (value: string) => l10n.t("Add “{0}”", value),
  add: l10n.t("Add"),
  useText: (text: string) => l10n.t({ message: "Use “{0}”", args: [text], comment: ["Adds the typed text as it is"] }),
  addHint: l10n.t("Add…"),
  addListHint: l10n.t("Add or paste a list…"),
  example: (value: string) => l10n.t({ message: "e.g. {0}", args: [value], comment: ["In an empty input"] }),
  removeAll: (count: number) => l10n.t("Remove all {0} values", countText(count)),
  added: (count: number) => (count === 1 ? l10n.t("1 added") : l10n.t("{0} added", countText(count))),
  duplicates: (count: number) =>
    count === 1 ? l10n.t("1 duplicate left out") : l10n.t("{0} duplicates left out", countText(count)),
  notUnderstood: (count: number) =>
    count === 1 ? l10n.t("1 not understood") : l10n.t("{0} not understood", countText(count)),
  keptForCorrection: l10n.t("Correct the text in the input and press Enter."),
  keptFirst: (count: number) =>
    count === 1
      ? l10n.t("The first one is in the input: correct it and press Enter.")
      : l10n.t("The first {0} are in the input: correct them and press Enter.", countText(count)),
  removed: (value: string) => l10n.t("{0} removed.", value),
  options: (count: number) => (count === 1 ? l10n.t("1 suggestion") : l10n.t("{0} suggestions", countText(count))),
  noOptions: l10n.t("No suggestions match."),
  moreValues: (count: number) => l10n.t("Show {0} more", countText(count)),
  fewerValues: l10n.t("Show fewer"),
  range: (label: string, number: number) => l10n.t("{0}, range {1}", label, countText(number)),
  min: l10n.t({ message: "From", comment: ["The lower bound of a range"] }),
  max: l10n.t({ message: "To", comment: ["The upper bound of a range"] }),
  anyBound: l10n.t({ message: "any", comment: ["In an empty bound of a range"] }),
  presets: l10n.t("Suggested ranges"),
  to: l10n.t({ message: "to", comment: ["Between the bounds of a range: 1 to 5 years"] }),
  addRange: l10n.t("Add Range"),
  thisRange: l10n.t({
    message: "this range",
    comment: ["A range without bounds yet, in: Change {0}"],
  }),
} as const;

/** Longer values are shortened in messages. In characters. */
const longestQuoted = 60;

export function shortened(text: string): string {
  return text.length > longestQuoted ? `${text.slice(0, longestQuoted)}…` : text;
}
