// The state of a tracked enrichment as a sentence.
import * as l10n from "@vscode/l10n";
import { countText } from "../language/language";
import { outcomesText } from "../runs/amounts";
import type { TrackedEnrichment } from "./enrichmentList";
import { stateLabel } from "./enrichmentState";

/** "Fair visitors has finished. 21 of 25 enriched." `inert` makes texts of the service safe to show. */
export function enrichmentSentence(
  { id, name: given, state, results }: TrackedEnrichment,
  inert: (text: string) => string,
): string {
  const name = inert(given ?? id);
  const saved =
    results === undefined
      ? ""
      : results.outcomes !== undefined
        ? `${outcomesText(results.outcomes)}.`
        : results.contacts === 1
          ? l10n.t("1 contact saved.")
          : l10n.t("{0} contacts saved.", countText(results.contacts));
  switch (state.kind) {
    case "new":
      return l10n.t("{0} was not polled yet.", name);
    case "running":
      return l10n.t("{0} is still running ({1}). {2}", name, inert(stateLabel(state)), saved).trim();
    case "ended":
      return state.status === "FINISHED" && results === undefined
        ? l10n.t("{0} has finished without contacts.", name)
        : state.status === "FINISHED"
          ? l10n.t("{0} has finished. {1}", name, saved)
          : l10n.t(
              "{0} has ended: {1}. {2}",
              name,
              inert(stateLabel(state)),
              saved === "" ? l10n.t("It returned no contacts.") : saved,
            );
    case "notFound":
    case "keyRejected":
    case "refused":
      return `${name}: ${inert(state.message)} ${saved}`.trim();
  }
}
