// The plan of a search as plain data and sentences, for tools and scripts.
import { agoText } from "../runs/amounts";
import type { RunSummary } from "../runs/run";
import { describeSearch } from "../searches/describeSearch";
import { unknownValues } from "../searches/unknownValues";
import type { PlannedSearch } from "./planSearch";
import { earlierRun } from "./runFacts";
import { neutral } from "./untrusted";

/** `howToResume`: a sentence that says how a stopped run of the same search is continued at this door. */
export function planFacts(planned: PlannedSearch, now: number, howToResume: (run: RunSummary) => string) {
  const { search, plan, requests, remarks = [], input, connection, order, recent, resumable, inProgress } = planned;
  const earlier = resumable && earlierRun(resumable, now, howToResume(resumable));
  /** Sentences about values that are not known. */
  const warnings = unknownValues(search.document).map(({ message }) => neutral(message, 500));
  const sentences = [neutral([...remarks, plan.sentence].join(" "), 2_000)];
  if (recent !== undefined) {
    sentences.push(`Run ${recent.header.id} fetched all of this ${agoText(now - recent.updatedAt)}.`);
  }
  if (inProgress !== undefined) {
    sentences.push(`Run ${inProgress.header.id} of this search is in progress.`);
  }
  return {
    /** The filters in words. */
    words: neutral(describeSearch(search.document), 2_000),
    sentences,
    /** A sentence about a stopped run of the same search, "" if there is none; `facts` have the same. */
    resumableText: earlier?.line ?? "",
    facts: {
      title: search.title,
      warnings,
      records: plan.records,
      requests,
      credits: plan.credits,
      priceKnown: plan.priceKnown,
      exceedsBalance: plan.exceedsBalance,
      total: input.total ?? null,
      balance: connection.balance?.credits ?? null,
      creditLimit: order.limits.credits ?? null,
      leaveOut: input.leaveOut ?? null,
      connection: neutral(connection.info.label),
      sandbox: connection.sandbox,
      recentRun: recent?.header.id ?? null,
      resumableRun: earlier?.facts ?? null,
      runInProgress: inProgress?.header.id ?? null,
    },
  } as const;
}
