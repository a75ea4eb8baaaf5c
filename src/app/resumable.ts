// Whether a run can be resumed: the one rule for resuming itself and for `resumable`.
import { inEnglish } from "../language/language";
import { nextStep } from "../runs/paging";
import { isSearch, type RunSummary } from "../runs/run";
import { describeRun } from "../runs/runState";
import { neutral } from "./untrusted";

/** A sentence that says why this run cannot be resumed; `undefined` when it can, perhaps with higher limits. */
export function whyNotResumable(summary: RunSummary): string | undefined {
  const { header, stop } = summary;
  const isBatch = header.purpose === "batch";
  if (!isBatch && !isSearch(header.task)) {
    return `Run ${header.id} is neither a search nor a table of lookups, so it cannot be resumed here.`;
  }
  if (stop === undefined) {
    return `Run ${header.id} is in progress. Stop it there first, or wait until it has ended.`;
  }
  if (header.purpose === "count" && stop.kind === "limitReached") {
    return `Run ${header.id} has counted: there is nothing to resume.`;
  }
  if (stop.kind === "sameRecords") {
    return `Run ${header.id} got the same records again and again: there is nothing to resume.`;
  }
  if (stop.kind === "notRecovered" && stop.from === undefined) {
    return `Run ${header.id} lost records when the database was damaged, and it is not known where. Search again.`;
  }
  if (describeRun(summary, { now: 0 }).actions.length === 0) {
    return `Run ${header.id} has fetched everything: there is nothing to resume.`;
  }
  if (isBatch) {
    return undefined;
  }
  const limits = { ...header.limits, records: Number.MAX_SAFE_INTEGER };
  const step = inEnglish(() => nextStep({ ...summary, header: { ...header, limits } }));
  return step.kind === "stop" && step.reason.kind === "refused"
    ? `Run ${header.id} cannot continue. ${neutral(step.reason.message)}`
    : undefined;
}
