// The quick filters of contacts as conditions of a view, over contacts as documented and over malformed ones.
import assert from "node:assert/strict";
import fc from "fast-check";
import { contactCondition, type ContactFilter } from "../../../src/enrichments/contactFilters";
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
  this.timeout(60_000);
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

  const cases: readonly (readonly [string, unknown, boolean, boolean])[] = [
    [
      "a best work e-mail that is deliverable",
      { contact_info: { most_probable_work_email: { email: "a@b.example", status: "DELIVERABLE" } } },
      true,
      false,
    ],
    [
      "a catch-all e-mail",
      { contact_info: { most_probable_work_email: { email: "a@b.example", status: "CATCH_ALL" } } },
      false,
      false,
    ],
    [
      "a deliverable one among the others",
      {
        contact_info: {
          work_emails: null,
          personal_emails: [
            { email: "x@y.example", status: "INVALID" },
            { email: "a@b.example", status: "DELIVERABLE" },
          ],
        },
      },
      true,
      false,
    ],
    [
      "a mobile phone",
      { contact_info: { most_probable_phone: { number: "+43660123", line_type: "MOBILE", line_status: "ACTIVE" } } },
      false,
      true,
    ],
    [
      "an inactive mobile phone",
      { contact_info: { most_probable_phone: { number: "+43660123", line_type: "MOBILE", line_status: "INACTIVE" } } },
      false,
      false,
    ],
    [
      "a landline first and a mobile behind",
      {
        contact_info: {
          most_probable_phone: { number: "+431", line_type: "LANDLINE" },
          phones: [{ number: "+43660", line_type: "MOBILE" }],
        },
      },
      false,
      true,
    ],
    [
      "words of another case",
      {
        contact_info: {
          work_emails: [{ email: "a@b.example", status: "Deliverable" }],
          phones: [{ number: "1", line_type: "mobile", line_status: "inactive" }],
        },
      },
      true,
      false,
    ],
    ["nothing found", { input: {} }, false, false],
    [
      "types out of order",
      { contact_info: { work_emails: "no", phones: 3, most_probable_phone: { line_type: 7 } } },
      false,
      false,
    ],
    ["no object", null, false, false],
  ];
  for (const [what, contact, email, phone] of cases) {
    it(`know ${what}`, async () => {
      assert.deepEqual(
        [await shown("deliverableEmail", [contact]), await shown("mobilePhone", [contact])],
        [email ? [0] : [], phone ? [0] : []],
      );
    });
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
        assert.deepEqual(
          await shown(filter, records),
          records.flatMap((record, row) => (passes(filter, record) ? [row] : [])),
        );
      }),
      { numRuns: 60 },
    );
  });
});
