// The outcome of an enrichment for each contact (interface, "Bulk enrichment result").

/** As written in files, in copies, and in the database. */
export const contactOutcomes = ["enriched", "nothing found", "not processed"] as const;
type ContactOutcome = (typeof contactOutcomes)[number];

/** "Nothing found" */
export const outcomeLabel = (outcome: string): string => outcome.charAt(0).toUpperCase() + outcome.slice(1);

/** How many contacts have each outcome. */
export interface OutcomeCounts {
  readonly enriched: number;
  readonly nothingFound: number;
  readonly notProcessed: number;
}

export const noOutcomes: OutcomeCounts = { enriched: 0, nothingFound: 0, notProcessed: 0 };

/** A profile alone does not count as enriched. */
export function contactOutcome(contact: unknown): ContactOutcome {
  const info = isJsonObject(contact) ? contact["contact_info"] : undefined;
  if (!isJsonObject(info)) {
    return "not processed";
  }
  return [info["most_probable_work_email"], info["most_probable_personal_email"], info["most_probable_phone"]]
    .concat(listOf(info["work_emails"]), listOf(info["personal_emails"]), listOf(info["phones"]))
    .some((found) => isJsonObject(found) && (isText(found["email"]) || isText(found["number"])))
    ? "enriched"
    : "nothing found";
}

const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";

export const sumOfOutcomes = (counts: readonly OutcomeCounts[]): OutcomeCounts =>
  counts.reduce(
    (sum, one) => ({
      enriched: sum.enriched + one.enriched,
      nothingFound: sum.nothingFound + one.nothingFound,
      notProcessed: sum.notProcessed + one.notProcessed,
    }),
    noOutcomes,
  );
