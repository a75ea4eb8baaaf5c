// The quick choices among enriched contacts: those that can be written to, those that can be called on a mobile phone.
import type { EnrichedContact } from "../service/records";

export type ContactFilter = "deliverableEmail" | "mobilePhone";

/** Whether some e-mail address of the contact is DELIVERABLE; every other status, known or not, is not. */
function hasDeliverableEmail({ contact_info: info }: EnrichedContact): boolean {
  const emails = [info?.most_probable_work_email, info?.most_probable_personal_email, ...listOf(info?.work_emails), ...listOf(info?.personal_emails)];
  return emails.some((email) => email?.status?.toUpperCase?.() === "DELIVERABLE" && typeof email.email === "string" && email.email !== "");
}

/** Whether some phone of the contact is a MOBILE one that is not said to be inactive. */
function hasMobilePhone({ contact_info: info }: EnrichedContact): boolean {
  return [info?.most_probable_phone, ...listOf(info?.phones)].some(
    (phone) => phone?.line_type?.toUpperCase?.() === "MOBILE" && phone.line_status?.toUpperCase?.() !== "INACTIVE" && typeof phone.number === "string" && phone.number !== "",
  );
}

function listOf<T>(list: readonly T[] | null | undefined): readonly T[] {
  return Array.isArray(list) ? (list as readonly T[]) : [];
}

/** Whether a contact passes; what is no contact does not. */
export function passesContactFilter(filter: ContactFilter, contact: unknown): boolean {
  if (typeof contact !== "object" || contact === null) {
    return false;
  }
  return filter === "deliverableEmail" ? hasDeliverableEmail(contact as EnrichedContact) : hasMobilePhone(contact as EnrichedContact);
}
