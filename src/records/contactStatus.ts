// The meaning of the status of an email address or a phone. The service's values are an open set: a status that is not
// listed here is shown unchanged.

export type StatusQuality = "usable" | "risky" | "unusable";

interface KnownStatus {
  /** Absent if unknown. */
  readonly quality?: StatusQuality;
  readonly words: string;
}

const statuses: Readonly<Record<string, KnownStatus>> = {
  DELIVERABLE: { quality: "usable", words: "deliverable" },
  HIGH_PROBABILITY: { quality: "risky", words: "probably deliverable" },
  PROBABLY_VALID: { quality: "risky", words: "probably valid" },
  CATCH_ALL: { quality: "risky", words: "risky: accepts everything" },
  RISKY: { quality: "risky", words: "risky" },
  INVALID: { quality: "unusable", words: "address does not exist" },
  INVALID_DOMAIN: { quality: "unusable", words: "domain does not exist" },
  ACTIVE: { quality: "usable", words: "active" },
  INACTIVE: { quality: "unusable", words: "not active" },
  UNKNOWN: { words: "not known to the service" },
};

const known = (status: string): KnownStatus | undefined =>
  Object.hasOwn(statuses, status) ? statuses[status] : undefined;

const marks: Readonly<Record<StatusQuality, string>> = { usable: "✓", risky: "⚠", unusable: "✗" };

export const statusQuality = (status: string): StatusQuality | undefined => known(status)?.quality;

/** One character for a status; a question mark if its quality is unknown. */
export function statusMark(status: string): string {
  const quality = statusQuality(status);
  return quality === undefined ? "?" : marks[quality];
}

/** "risky: accepts everything" */
export const statusWords = (status: string): string => known(status)?.words ?? status;

/** "⚠ risky: accepts everything (CATCH_ALL)" */
export function statusText(status: string): string {
  const words = statusWords(status);
  const mark = statusQuality(status) === undefined ? "" : `${statusMark(status)} `;
  return `${mark}${words}${words.toUpperCase() === status.toUpperCase() ? "" : ` (${status})`}`;
}

/** The status column that belongs to a column of addresses or phones. */
export const statusColumnOf = (id: string): string | undefined =>
  id === "phone" ? "phone_line_status" : /(?:^|_)email$/.test(id) ? `${id}_status` : undefined;

export const isStatusColumn = (id: string): boolean => /(?:^|_)(?:email|line)_status$/.test(id);

/** Adds the status columns, which the grid shows as marks in the cells of these columns. */
export function withStatuses(ids: readonly string[]): readonly string[] {
  const own = new Set(ids);
  return ids.flatMap((id) => {
    const status = statusColumnOf(id);
    return status === undefined || own.has(status) ? [id] : [id, status];
  });
}
