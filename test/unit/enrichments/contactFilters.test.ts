// The quick filters of contacts as conditions of a view, over contacts as documented and over malformed ones.
import assert from "node:assert/strict";
import fc from "fast-check";
import { contactCondition, type ContactFilter } from "../../../src/enrichments/contactFilters";
import { columnOf } from "../../../src/records/columns";
import type { InProcessStore } from "../store/inProcess";
import { addPage, beginRun, now, type TestStore, useTestStore } from "../store/rig";

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isWord = (value: unknown, word: string): boolean => typeof value === "string" && value.toUpperCase() === word;
const isFilled = (value: unknown): boolean => typeof value === "string" && value !== "";

/** The same filter, contact by contact. */
function passes(filter: ContactFilter, contact: unknown): boolean {
  const info = fieldsOf(fieldsOf(contact)["contact_info"]);
  if (filter === "deliverableEmail") {
    const emails = [
      info["most_probable_work_email"],
      info["most_probable_personal_email"],
      ...listOf(info["work_emails"]),
      ...listOf(info["personal_emails"]),
    ].map(fieldsOf);
    return emails.some(({ status, email }) => isWord(status, "DELIVERABLE") && isFilled(email));
  }
  const phones = [info["most_probable_phone"], ...listOf(info["phones"])].map(fieldsOf);
  return phones.some(
    ({ line_type, line_status, number }) =>
      isWord(line_type, "MOBILE") && !isWord(line_status, "INACTIVE") && isFilled(number),
  );
}

describe("contact filters", function () {
  let opened: InProcessStore<TestStore>;
  useTestStore((one) => (opened = one), "all");

  async function shown(filter: ContactFilter, contacts: readonly unknown[]): Promise<readonly number[]> {
    const { store } = opened;
    const run = await beginRun(store, "contact");
    await addPage(store, run, contacts);
    const { view, count } = await store.views.open(
      { kind: "run", run: run.id },
      { columns: [], conditions: [contactCondition(filter)], now },
    );
    const rows = (await store.views.rows(view, 0, count)).map(({ row }) => row);
    await store.views.close(view);
    return rows;
  }

  it("select the same contacts as a check of each contact, whatever the contacts have", async () => {
    const odd = fc.constantFrom<unknown>(null, undefined, 0, 7, true, "", "text", "{", [], {}, ["DELIVERABLE"]);
    const or = (likely: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
      fc.oneof({ weight: 5, arbitrary: likely }, { weight: 1, arbitrary: odd });
    const email = or(
      fc.record({
        email: or(fc.constantFrom("a@b.example", "")),
        status: or(fc.constantFrom("DELIVERABLE", "deliverable", "INVALID", 'DELIVERABLE"')),
      }),
    );
    const phone = or(
      fc.record({
        number: or(fc.constantFrom("+43660", "")),
        line_type: or(fc.constantFrom("MOBILE", "Mobile", "LANDLINE")),
        line_status: or(fc.constantFrom("ACTIVE", "INACTIVE", "inactive")),
      }),
    );
    const list = (item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => or(fc.array(item, { maxLength: 3 }));
    const info = or(
      fc.record(
        {
          most_probable_work_email: email,
          most_probable_personal_email: email,
          work_emails: list(email),
          personal_emails: list(email),
          most_probable_phone: phone,
          phones: list(phone),
        },
        { requiredKeys: [] },
      ),
    );
    const contacts = fc.array(or(fc.record({ contact_info: info })), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(contacts, fc.constantFrom("deliverableEmail", "mobilePhone"), async (records, filter) => {
        const found = await shown(filter, records);
        assert.deepEqual(
          found,
          records.flatMap((record, row) => (passes(filter, record) ? [row] : [])),
        );
        // What was found is in a column.
        const column = columnOf("contact", filter === "mobilePhone" ? "mobile_phone" : "deliverable_email");
        assert.ok(found.every((row) => typeof column?.value(records[row]) === "string"));
      }),
      { numRuns: 60 },
    );
  });
});
