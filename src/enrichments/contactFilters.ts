// The quick filters of enriched contacts: with a deliverable email, with a mobile phone.
import type { Condition } from "../store/conditions";

export const contactFilters = ["deliverableEmail", "mobilePhone"] as const;
export type ContactFilter = (typeof contactFilters)[number];

const conditions: Readonly<Record<ContactFilter, Condition>> = {
  // Every other status, known or not, counts as not deliverable.
  deliverableEmail: {
    kind: "item",
    places: [
      "contact_info.most_probable_work_email",
      "contact_info.most_probable_personal_email",
      "contact_info.work_emails[]",
      "contact_info.personal_emails[]",
    ],
    fields: [
      { field: "status", is: "DELIVERABLE" },
      { field: "email", isFilled: true },
    ],
  },
  mobilePhone: {
    kind: "item",
    places: ["contact_info.most_probable_phone", "contact_info.phones[]"],
    fields: [
      { field: "line_type", is: "MOBILE" },
      { field: "line_status", isNot: "INACTIVE" },
      { field: "number", isFilled: true },
    ],
  },
};

export function contactCondition(filter: ContactFilter): Condition {
  return conditions[filter];
}
