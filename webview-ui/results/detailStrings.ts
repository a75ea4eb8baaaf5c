// Texts of the details about what has changed.
import * as l10n from "@vscode/l10n";
import { countText, languageTag } from "../../src/language/language";
import { gridStrings } from "./grid/gridStrings";

const signedFormat = new Intl.NumberFormat(languageTag(), { signDisplay: "always" });

export const detailStrings = {
  unknown: gridStrings.unknown,
  changes: gridStrings.changeHints,
  was: (title: string) =>
    l10n.t({ message: "Was {0}", args: [title], comment: ["{0} is a title: Was Growth Manager"] }),
  wasAt: (company: string) => l10n.t({ message: "Was at {0}", args: [company], comment: ["{0} is a company"] }),
  wasAs: (title: string, company: string) =>
    l10n.t({ message: "Was {0} at {1}", args: [title, company], comment: ["{0} is a title, {1} a company"] }),
  until: (sentence: string, month: string) =>
    l10n.t({
      message: "{0} until {1}",
      args: [sentence, month],
      comment: ["{0} is a sentence such as Was Growth Manager, {1} a month"],
    }),
  before: (label: string, value: string) =>
    l10n.t({
      message: "{0} before: {1}",
      args: [label, value],
      comment: ["{0} is a column, {1} its earlier value"],
    }),
  wasValue: (value: string) => l10n.t({ message: "before: {0}", args: [value], comment: ["{0} is the earlier value"] }),
  history: l10n.t({ message: "History", comment: ["Heading: what has changed in a record"] }),
  headcount: (count: number) => (count === 1 ? l10n.t("1 employee") : l10n.t("{0} employees", countText(count))),
  headcountRange: (range: string) => l10n.t("{0} employees", range),
  curve: (from: string, first: string, to: string, last: string) =>
    l10n.t({
      message: "Headcount: {0} on {1}, {2} on {3}",
      args: [from, first, to, last],
      comment: ["Describes a curve: {0} and {2} are numbers of employees, {1} and {3} dates"],
    }),
  seenIn: (run: string) => l10n.t({ message: "Seen in {0}", args: [run], comment: ["{0} is the name of a run"] }),
  signed: (by: number) => signedFormat.format(by),
  more: (by: number) => l10n.t("{0} more than before", countText(by)),
  fewer: (by: number) => l10n.t("{0} fewer than before", countText(by)),
} as const;
