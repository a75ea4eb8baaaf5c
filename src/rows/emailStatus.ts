// What the status of an email address means for whoever wants to use it. The service's values are an open set: one that
// is not listed here is shown as it is.
import * as l10n from "@vscode/l10n";

export type EmailQuality = "deliverable" | "risky" | "unusable";

interface KnownStatus {
  /** Absent where nothing can be said about it. */
  readonly quality?: EmailQuality;
  readonly words: () => string;
}

const statuses: Readonly<Record<string, KnownStatus>> = {
  DELIVERABLE: { quality: "deliverable", words: () => l10n.t("deliverable") },
  HIGH_PROBABILITY: { quality: "risky", words: () => l10n.t("probably deliverable") },
  PROBABLY_VALID: { quality: "risky", words: () => l10n.t("probably valid") },
  CATCH_ALL: { quality: "risky", words: () => l10n.t("risky: accepts everything") },
  RISKY: { quality: "risky", words: () => l10n.t("risky") },
  INVALID: { quality: "unusable", words: () => l10n.t("address does not exist") },
  INVALID_DOMAIN: { quality: "unusable", words: () => l10n.t("domain does not exist") },
  UNKNOWN: { words: () => l10n.t("not known to the service") },
};

const known = (status: string): KnownStatus | undefined =>
  Object.hasOwn(statuses, status) ? statuses[status] : undefined;

const marks: Readonly<Record<EmailQuality, string>> = { deliverable: "✓", risky: "⚠", unusable: "✗" };

export const emailQuality = (status: string): EmailQuality | undefined => known(status)?.quality;

/** "⚠ risky: accepts everything (CATCH_ALL)" */
export function emailStatusText(status: string): string {
  const found = known(status);
  if (found === undefined) {
    return status;
  }
  const words = found.words();
  const mark = found.quality === undefined ? "" : `${marks[found.quality]} `;
  return `${mark}${words}${words.toUpperCase() === status ? "" : ` (${status})`}`;
}

/** Ids of columns with the status of an address; the id of the address is the same without the end. */
export const isEmailStatusColumn = (id: string): boolean => /(?:^|_)email_status$/.test(id);
