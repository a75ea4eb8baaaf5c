// The runs that the Runs view and the pickers of runs list: batches have a list of their own.
import type { RunPurpose } from "../../store/runs";

export const listedPurposes: readonly RunPurpose[] = ["search", "count", "lookup", "enrichment"];
