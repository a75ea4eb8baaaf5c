// Finds look-up answers that were paid for before, so that nobody pays for the same question twice.
import type { RunSummary, RunTask } from "./run";

export type LookupTask = Extract<RunTask, { readonly kind: "companyLookup" | "peopleLookup" }>;

/** An answer in a journal. No record is an answer too: the service knew none. */
export interface PaidLookup {
  readonly runId: string;
  /** ms since 1970. */
  readonly answeredAt: number;
  readonly records: number;
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
 * The newest answer to the same question from the same service (`origin`), among these runs in any order. Answers of
 * another connection count: they were paid for as well.
 */
export function findPaidLookup(summaries: readonly RunSummary[], task: LookupTask, origin: string): PaidLookup | undefined {
  const wanted = normaliseIdentifiers(task.identifiers);
  let newest: PaidLookup | undefined;
  for (const { header, stop, pages, records, updatedAt } of summaries) {
    const known = header.task;
    if (known.kind !== task.kind || stop?.kind !== "complete" || pages === 0 || header.connection.origin !== origin) {
      continue;
    }
    if ((newest === undefined || updatedAt > newest.answeredAt) && normaliseIdentifiers(known.identifiers) === wanted) {
      newest = { runId: header.id, answeredAt: updatedAt, records };
    }
  }
  return newest;
}
