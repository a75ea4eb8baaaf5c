// Every text of the shared controls. Made when the module loads, after the page's language is set.
import { countText } from "../../src/text/numbers";

/** "35 s", "59 min 35 s": the rest of a wait. */
export function timeLeft(seconds: number): string {
  return seconds < 120 ? `${countText(seconds)} s` : `${countText(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}

/** Texts that several pages show. */
export const pageStrings = {
  filters: "Filters",
  stop: "Stop",
  connect: "Connect…",
  newKey: "Enter a New Key…",
  more: "More Actions",
  synthetic: "Sandbox: synthetic data",
} as const;

export const strings = {
  included: "included",
  excluded: "excluded",
  not: "but not",
  match: {
    equality: { exact: "exact match", similar: "similar match" },
    term: { exact: "exact term", similar: "similar match" },
  },
  chipName: (value: string, side: string, match: string) => `${value}, ${side}, ${match}`,
  invalidChipName: (value: string, problem: string) => `${value}, invalid. ${problem}`,
  entryProblem: (value: string, problem: string) => `“${value}”: ${problem}`,
  moreProblems: (count: number) =>
    count === 1 ? "1 more value must be fixed." : `${countText(count)} more values must be fixed.`,
  notAddedYet: (value: string) => `“${value}” isn't added yet. Press Enter to add it.`,
  unknownValue: (value: string) => `“${value}” is not a known value. Check the spelling.`,
  unknownValueNear: (value: string) => `“${value}” is not a known value. Did you mean:`,
  notAddedBecause: (value: string, problem: string) => `“${value}” isn't added yet. ${problem}`,
  change: (value: string) => `Change ${value}`,
  include: "Include",
  exclude: "Exclude",
  matchExactly: "Match Exactly",
  matchSimilar: "Match Similar",
  editValue: "Edit",
  removeValue: "Remove",
  deleteKey: "Delete",
  or: "or",
  edit: (value: string) => `Edit ${value}`,
  remove: (value: string) => `Remove ${value}`,
  editing: (value: string) => `New text for ${value}`,
  exactMark: "exact",
  valuesOf: (label: string) => `Values of ${label}`,
  addTo: (label: string) => `Add to ${label}`,
  chipHelp: "Use the arrow keys to move between values, Enter for the menu of one, and Delete to remove it.",
  addValue: (value: string) => `Add “${value}”`,
  add: "Add",
  useText: (text: string) => `Use “${text}”`,
  addHint: "Add…",
  addListHint: "Add or paste a list…",
  example: (value: string) => `e.g. ${value}`,
  removeAll: (count: number) => `Remove all ${countText(count)} values`,
  added: (count: number) => (count === 1 ? "1 added" : `${countText(count)} added`),
  duplicates: (count: number) => (count === 1 ? "1 duplicate left out" : `${countText(count)} duplicates left out`),
  notUnderstood: (count: number) => (count === 1 ? "1 not understood" : `${countText(count)} not understood`),
  keptForCorrection: "Correct the text in the input and press Enter.",
  keptFirst: (count: number) =>
    count === 1
      ? "The first one is in the input: correct it and press Enter."
      : `The first ${countText(count)} are in the input: correct them and press Enter.`,
  removed: (value: string) => `${value} removed.`,
  options: (count: number) => (count === 1 ? "1 suggestion" : `${countText(count)} suggestions`),
  noOptions: "No suggestions match.",
  moreValues: (count: number) => `Show ${countText(count)} more`,
  fewerValues: "Show fewer",
  range: (label: string, number: number) => `${label}, range ${countText(number)}`,
  min: "From",
  max: "To",
  anyBound: "any",
  presets: "Suggested ranges",
  to: "to",
  addRange: "Add Range",
  thisRange: "this range",
} as const;

/** Longer values are shortened in messages. In characters. */
const longestQuoted = 60;

export function shortened(text: string): string {
  return text.length > longestQuoted ? `${text.slice(0, longestQuoted)}…` : text;
}
