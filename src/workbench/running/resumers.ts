// How runs continue that are no searches or counts. `RunCoordinator` dispatches to them: whatever resumes a run goes
// through it.
import type { RunSummary } from "../../runs/run";
import type { RunPurpose } from "../../store/runs";

/** Filled by the features that know how; searches and counts are the coordinator's own. */
export type Resumers = Map<Exclude<RunPurpose, "search" | "count">, (run: RunSummary) => Promise<void>>;
