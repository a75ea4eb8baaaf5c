// Why a results tab cannot show its records.
import { Refusal } from "../../app/app";
import type { RunSummary } from "../../runs/run";
import { StoreError } from "../../store/storeError";
import { errorText } from "../errorText";

export const unreadableText = (error: unknown): string =>
  error instanceof Refusal || error instanceof StoreError
    ? errorText(error)
    : "The records could not be read. Open them again, or see the log for details.";

export const listDeletedText = "This list was deleted. The records that were in it are not.";

/** The cost of getting the deleted records again depends on their source. */
export function runDeletedText(run: RunSummary | undefined): string {
  switch (run?.header.purpose) {
    case "enrichment":
      return "This result was deleted. It can be retrieved again from the Enrichments view at no cost.";
    case "lookup":
    case "batch":
      return "This result was deleted. It can be looked up again; that may cost credits.";
    default:
      return "This run was deleted. Run the search again to fetch its records again; that costs credits.";
  }
}
