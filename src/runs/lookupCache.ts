// Finds look-up answers that were paid for before, so that nobody pays for the same question twice.
import { isLookup, type LookupTask, type RunSummary } from "./run";

/** An answer in a journal. No record is an answer too: the service knew none. */
export interface PaidLookup {
  readonly runId: string;
  /** ms since 1970. */
  readonly answeredAt: number;
  readonly records: number;
  /** What the call consumed. */
  readonly credits: number;
}

/** `HTTPS://www.Example.com/in/Jo/?x=1` and `example.com/in/jo` are one address; a domain is an address without a path. */
function normaliseAddress(text: string): string {
  const [address = ""] = text.toLowerCase().replace(/^[a-z][a-z0-9+.-]*:\/\//, "").split(/[?#]/, 1);
  return address.replace(/^www\./, "").replace(/[/.]+$/, "");
}

const squeeze = (text: string): string => text.trim().replace(/\s+/g, " ");

/** One text for identifiers that ask the same question, whatever their order, case and spelling of addresses. */
export function normaliseIdentifiers(identifiers: LookupTask["identifiers"]): string {
  const pairs = Object.entries(identifiers).flatMap(([name, value]): [string, string][] => {
    const text = squeeze(String(value));
    if (text === "") {
      return [];
    }
    return [[name, name.endsWith("domain") || name.endsWith("url") ? normaliseAddress(text) : text.toLowerCase()]];
  });
  return JSON.stringify(pairs.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Without a record, only the end of the run tells an answer from a page that was none of the service's: that one ends as
 * refused, and may be asked again later.
 */
const meansNoMatch = ({ stop }: RunSummary): boolean =>
  stop?.kind === "complete" || stop?.kind === "limitReached" || (stop?.kind === "interrupted" && !stop.requestInFlight);

/** The answer that a look-up's run holds, whatever happened to the run after it came; `undefined` when it has none. */
export function paidLookupOf(summary: RunSummary): PaidLookup | undefined {
  const { header, pages, records, credits, updatedAt } = summary;
  if (pages === 0 || (records === 0 && !meansNoMatch(summary))) {
    return undefined;
  }
  return { runId: header.id, answeredAt: updatedAt, records, credits };
}

/**
 * The newest answer to every question of this kind that was paid for at this service (`origin`), by what
 * `normaliseIdentifiers` makes of the question; runs in any order. Answers of another connection count: they were paid for
 * as well.
 */
export function paidLookups(summaries: readonly RunSummary[], kind: LookupTask["kind"], origin: string): ReadonlyMap<string, PaidLookup> {
  const answers = new Map<string, PaidLookup>();
  for (const summary of summaries) {
    const { task, connection } = summary.header;
    if (!isLookup(task) || task.kind !== kind || connection.origin !== origin) {
      continue;
    }
    const answer = paidLookupOf(summary);
    const question = normaliseIdentifiers(task.identifiers);
    const known = answers.get(question);
    if (answer !== undefined && (known === undefined || answer.answeredAt > known.answeredAt)) {
      answers.set(question, answer);
    }
  }
  return answers;
}

/** The newest answer to this question. */
export function findPaidLookup(summaries: readonly RunSummary[], task: LookupTask, origin: string): PaidLookup | undefined {
  return paidLookups(summaries, task.kind, origin).get(normaliseIdentifiers(task.identifiers));
}
