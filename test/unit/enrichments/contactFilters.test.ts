// Which contacts can be written to or called.
import assert from "node:assert/strict";
import { passesContactFilter } from "../../../src/enrichments/contactFilters";

describe("contact filters", () => {
  const cases: readonly (readonly [string, unknown, boolean, boolean])[] = [
    ["a best work e-mail that is deliverable", { contact_info: { most_probable_work_email: { email: "a@b.example", status: "DELIVERABLE" } } }, true, false],
    ["a catch-all e-mail", { contact_info: { most_probable_work_email: { email: "a@b.example", status: "CATCH_ALL" } } }, false, false],
    ["a deliverable one among the others", { contact_info: { work_emails: null, personal_emails: [{ email: "x@y.example", status: "INVALID" }, { email: "a@b.example", status: "DELIVERABLE" }] } }, true, false],
    ["a mobile phone", { contact_info: { most_probable_phone: { number: "+43660123", line_type: "MOBILE", line_status: "ACTIVE" } } }, false, true],
    ["an inactive mobile phone", { contact_info: { most_probable_phone: { number: "+43660123", line_type: "MOBILE", line_status: "INACTIVE" } } }, false, false],
    ["a landline first and a mobile behind", { contact_info: { most_probable_phone: { number: "+431", line_type: "LANDLINE" }, phones: [{ number: "+43660", line_type: "MOBILE" }] } }, false, true],
    ["nothing found", { input: {} }, false, false],
    ["types out of order", { contact_info: { work_emails: "no", phones: 3, most_probable_phone: { line_type: 7 } } }, false, false],
    ["no object", null, false, false],
  ];
  for (const [what, contact, email, phone] of cases) {
    it(`knows ${what}`, () => assert.deepEqual([passesContactFilter("deliverableEmail", contact), passesContactFilter("mobilePhone", contact)], [email, phone]));
  }
});
