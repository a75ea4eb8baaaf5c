// What a person is asked before credits are spent.
import * as l10n from "@vscode/l10n";

export type SpendingVerb = "run" | "resume" | "continue";

export function spendingTitle(verb: SpendingVerb, title: string): string {
  switch (verb) {
    case "run":
      return l10n.t("Run {0}?", title);
    case "resume":
      return l10n.t("Resume {0}?", title);
    case "continue":
      return l10n.t("Continue {0}?", title);
  }
}

export const connectionSentence = (label: string): string => l10n.t("Connection: {0}.", label);
