// What can be news about a watched record. The column of news has these words, in files, too; people read the labels.
import * as l10n from "@vscode/l10n";

/** The most important one first. */
export const newsChanges = ["gone", "moved", "left", "renamed", "title", "grew", "shrank", "place"] as const;
export type NewsChange = (typeof newsChanges)[number];

const labels: Readonly<Record<NewsChange, () => string>> = {
  gone: () => l10n.t("Gone"),
  moved: () => l10n.t("New company"),
  left: () => l10n.t("Left company"),
  renamed: () => l10n.t("New name"),
  title: () => l10n.t("New title"),
  grew: () => l10n.t("Grew"),
  shrank: () => l10n.t("Shrank"),
  place: () => l10n.t("New place"),
};

/** What the column of handled news has; the others are empty. */
export const handledLabel = (): string => l10n.t({ message: "yes", comment: ["Value of a field"] });

/** In the display language; a word that is none of them stays as it is. */
export const newsLabel = (change: string): string => (change in labels ? labels[change as NewsChange]() : change);
