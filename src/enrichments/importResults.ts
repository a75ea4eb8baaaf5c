// Imports the results of enrichments from a file: the JSON that the service returns. The body of its webhooks is not
// documented, so results are found anywhere in the JSON.
import type { RunStore } from "../runs/runStore";
import { noOutcomes, type OutcomeCounts } from "../service/contactOutcome";
import { notTheService } from "../service/errorSentences";
import { largestReply } from "../service/exchange";
import { deepestNesting, hasTooManyValues } from "../service/jsonExtent";
import { isJsonObject, isWithinDepth, type ParsingProblem } from "../service/jsonReply";
import { readingOf } from "../service/replyParsing";
import type { EnrichmentReply } from "../service/serviceClient";
import type { HttpReply } from "../service/wire";
import { fileConnection, type EnrichmentList, type TrackedEnrichment } from "./enrichmentList";
import { factsOfReply, isComplete } from "./enrichmentState";
import { saveResults } from "./saveResults";

export interface ImportDeps {
  readonly runs: RunStore;
  readonly list: EnrichmentList;
}

export interface ResultsFile {
  /** Without folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The outcome for one result of a file. */
export type ImportOutcome = {
  /** Its place in the file, such as `payload.results[2]`; absent for the whole file. */
  readonly place?: string | undefined;
} & (
  | {
      readonly kind: "imported";
      readonly entry: TrackedEnrichment;
      readonly contacts: number;
      readonly outcomes: OutcomeCounts;
      /** How many of the contacts are people in some run. */
      readonly owned: number;
    }
  /** The same contacts, or more of them, are already in the list. */
  | { readonly kind: "present"; readonly entry: TrackedEnrichment }
  /** A sentence for the user. */
  | { readonly kind: "problem"; readonly message: string }
);

const problem = (message: string): ImportOutcome => ({ kind: "problem", message });

/**
 * Imports each result of the file separately, so that an unusable one does not prevent the others; never empty. Rejects
 * with a `StoreError` when results could not be saved.
 */
export async function importResults(deps: ImportDeps, file: ResultsFile): Promise<readonly ImportOutcome[]> {
  const { bytes } = file;
  if (bytes.byteLength > largestReply) {
    return [problem("The file is larger than 16 MiB.")];
  }
  const parts = hasTooManyValues(bytes) ? [] : resultsInFile(bytes);
  if (parts.every(({ place, isResult }) => place === "" || !isResult)) {
    return [await importResult(deps, file)];
  }
  const outcomes: ImportOutcome[] = [];
  for (const { bytes: own, place, isResult } of parts) {
    const outcome = isResult
      ? await importResult(deps, { name: `${file.name} ${place}`, bytes: own })
      : problem("This is not the result of an enrichment.");
    outcomes.push({ ...outcome, place });
  }
  return outcomes;
}

async function importResult(deps: ImportDeps, { name, bytes }: ResultsFile): Promise<ImportOutcome> {
  const reply: HttpReply = { status: 200, headers: {}, body: bytes };
  const { enrichment: parsed } = readingOf(reply, "enrichment");
  if (!parsed.ok) {
    return problem(problemSentence(parsed.why));
  }
  const { contacts, hasContact } = parsed.value;
  if (contacts === 0) {
    return problem("It contains no contacts.");
  }
  if (!hasContact) {
    return problem("Its entries are not enriched contacts.");
  }
  return save(deps, name, reply, parsed.value);
}

function problemSentence(why: ParsingProblem): string {
  switch (why) {
    case "truncated":
      return "The file is empty or was cut off.";
    case "encoding":
      return "The file is not encoded as UTF-8. Save it as UTF-8 and import it again.";
    case "tooMany":
      return notTheService("free", why).message;
    default:
      return (
        "The file does not contain the results of an enrichment: a JSON object with the contacts in “data”, alone, " +
        "in a list, or within the body of a webhook."
      );
  }
}

async function save(
  { runs, list }: ImportDeps,
  fileName: string,
  reply: HttpReply,
  parsed: EnrichmentReply,
): Promise<ImportOutcome> {
  // Without an id, the same file is the same enrichment.
  const key = parsed.id ?? parsed.digest.slice(0, 16);
  const tracked = (await list.list()).find((entry) => entry.id === key);
  const entry = tracked ?? (await list.add([key], fileConnection))[0];
  const lease = entry && (await list.acquireLease(entry.key));
  if (entry === undefined || lease === undefined) {
    return problem("This enrichment is being updated. Import the file again in a minute.");
  }
  try {
    const facts = factsOfReply(parsed);
    const before = entry.results;
    const hasResults = before !== undefined && (await runs.summary(before.runId)) !== undefined;
    if (hasResults && !before.partial && !isComplete(facts.state)) {
      return { kind: "present", entry };
    }
    const named = { ...entry, name: entry.name ?? fileName.replace(/\.json$/iu, "") };
    const results = await saveResults(runs, named, { reply, parsed, addProfiles: true });
    const after = await list.update(entry.key, (current) => ({
      ...current,
      ...facts,
      name: facts.name ?? named.name,
      ...(results !== undefined && { results }),
      trouble: undefined,
      refusals: 0,
      askedAt: runs.deps.clock.now(),
    }));
    return after === undefined || (hasResults && results?.runId === before.runId)
      ? { kind: "present", entry: after ?? entry }
      : {
          kind: "imported",
          entry: after,
          contacts: results?.contacts ?? 0,
          outcomes: results?.outcomes ?? noOutcomes,
          owned: results?.owned ?? 0,
        };
  } catch (error) {
    if (tracked === undefined) {
      await list.remove(entry.key).catch(() => undefined);
    }
    throw error;
  } finally {
    await lease.release().catch(() => undefined);
  }
}

export interface FoundPart {
  /** As JSON, with numbers as received. */
  readonly bytes: Uint8Array;
  /** "payload.results[2]", "line 3"; empty for the whole text. */
  readonly place: string;
  /** Whether it has a list of contacts; otherwise it is an unusable entry between results. */
  readonly isResult: boolean;
}

interface Part extends Omit<FoundPart, "bytes"> {
  readonly value: unknown;
}

/**
 * The results in the order of the text; empty when it cannot be read.
 *
 * @internal
 */
export function resultsInFile(bytes: Uint8Array): readonly FoundPart[] {
  const text = textOf(bytes);
  const whole = parsed(text);
  const parts = whole === undefined ? text.split("\n").flatMap(partsOfLine) : partsOf(whole, "");
  return parts.map(({ value, ...part }) => ({ ...part, bytes: Buffer.from(JSON.stringify(value)) }));
}

function partsOfLine(line: string, index: number): readonly Part[] {
  if (line.trim() === "") {
    return [];
  }
  const value = parsed(line) ?? line;
  const at = `line ${index + 1}`;
  const found = partsOf(value, "");
  return found.length === 0
    ? [{ value, place: at, isResult: false }]
    : found.map(({ place, ...part }) => ({ ...part, place: `${at} ${place}`.trim() }));
}

/** If a list contains results, its other entries are included as unusable ones. A contact contains no results. */
function partsOf(value: unknown, place: string): readonly Part[] {
  if (Array.isArray(value)) {
    const inside = value.map((item, nth) => partsOf(item, `${place}[${nth}]`));
    return inside.every((found) => found.length === 0)
      ? []
      : inside.flatMap((found, nth) =>
          found.length > 0 ? found : [{ value: value[nth] as unknown, place: `${place}[${nth}]`, isResult: false }],
        );
  }
  if (!isJsonObject(value) || ["input", "contact_info", "profile"].some((field) => isJsonObject(value[field]))) {
    return [];
  }
  const inside = Object.entries(value).flatMap(([name, item]) =>
    partsOf(item, place === "" ? name : `${place}.${name}`),
  );
  const isResult = inside.length === 0 && Array.isArray(value["data"]);
  return isResult ? [{ value, place, isResult }] : inside;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
}

/** `undefined` for invalid JSON, or if it is nested too deeply. */
function parsed(json: string): unknown {
  try {
    const value = JSON.parse(json, keepNumber as (name: string, value: unknown) => unknown) as unknown;
    const isFlat = typeof value !== "object" || value === null || isWithinDepth(value, deepestNesting);
    return isFlat ? value : undefined;
  } catch {
    return undefined;
  }
}

/** TypeScript does not have its type yet. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (json: string) => unknown };

/** Keeps the digits of a number that JavaScript would change. */
function keepNumber(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === "number" && source !== undefined && String(value) !== source ? rawJSON(source) : value;
}
