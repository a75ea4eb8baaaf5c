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

export const runText = (): string => l10n.t("Run");
export const resumeText = (): string => l10n.t("Resume");
export const continueText = (): string => l10n.t("Continue");

const buttons = { run: runText, resume: resumeText, continue: continueText } as const;

/** The button that agrees. */
export const spendingButton = (verb: SpendingVerb): string => buttons[verb]();

export const atUnknownCostTitle = (title: string): string => l10n.t("Continue {0} at an unknown cost?", title);
export const atUnknownCostButton = (): string => l10n.t("Continue at an Unknown Cost");

export const connectionSentence = (label: string): string => l10n.t("Connection: {0}.", label);
