// The state of a tracked enrichment as a sentence.
import { outcomesText } from "../runs/amounts";
import { countText } from "../text/numbers";
import type { TrackedEnrichment } from "./enrichmentList";
import { stateLabel } from "./enrichmentState";

/** "Fair visitors has finished. 21 of 25 enriched." `inert` makes texts from the service safe to display. */
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
          ? "1 contact saved."
          : `${countText(results.contacts)} contacts saved.`;
  switch (state.kind) {
    case "new":
      return `${name} was not polled yet.`;
    case "running":
      return `${name} is still running (${inert(stateLabel(state))}). ${saved}`.trim();
    case "ended":
      return state.status === "FINISHED" && results === undefined
        ? `${name} has finished without contacts.`
        : state.status === "FINISHED"
          ? `${name} has finished. ${saved}`
          : `${name} has ended: ${inert(stateLabel(state))}. ${saved === "" ? "It returned no contacts." : saved}`;
    case "notFound":
    case "keyRejected":
    case "refused":
      return `${name}: ${inert(state.message)} ${saved}`.trim();
  }
}
