// Records beside each other: every field of the details, with what each record says.
import assert from "node:assert/strict";
import { comparedFields } from "../../../webview-ui/results/comparedFields";

const company = (name: string, more: object): object => ({ name, year_founded: 1998, ...more });

describe("compared records", () => {
  it("have each field once, with the value of each record, and say which ones differ", () => {
    const sections = comparedFields("company", [
      company("Northwind", { specialties: ["crm", "saas"], headcount: 1200 }),
      company("Contoso", { specialties: ["crm", "saas"] }),
      company("Fabrikam", { hiring: 3 }),
    ]);
    const rows = sections.flatMap(({ heading, fields }) =>
      fields.map(({ label, values, differs }) => [heading, label, ...values, differs]),
    );
    const row = (label: string): unknown => rows.find((one) => one[1] === label);
    assert.deepEqual(row("Headcount"), ["Company", "Headcount", "1,200", "", "", true]);
    assert.deepEqual(row("Founded"), ["Company", "Founded", "1998", "1998", "1998", false]);
    assert.deepEqual(row("Specialties"), ["Specialties", "Specialties", "crm; saas", "crm; saas", "", true]);
    assert.deepEqual(row("hiring"), ["Other fields", "hiring", "", "", "3", true]);
    assert.equal(new Set(rows.map(([heading, label]) => `${heading} ${label}`)).size, rows.length);
  });

  it("have a line for each position and each email", () => {
    const at = (title: string, start: string) => ({ title, company: { name: "Acme" }, start_at: start });
    const people = [
      { full_name: "Ada", employment: { all: [at("CTO", "2024-01-01"), at("Engineer", "2020-01-01")] } },
      { full_name: "Ada", employment: { all: [at("CTO", "2024-01-01")] } },
    ];
    const career = comparedFields("person", people).find(({ heading }) => heading === "Career")?.fields[0];
    assert.deepEqual(career?.values, [
      "CTO · Acme · Jan 2024 – ?\nEngineer · Acme · Jan 2020 – ?",
      "CTO · Acme · Jan 2024 – ?",
    ]);
    assert.equal(career?.differs, true);
    const contact = {
      contact_info: { work_emails: [{ email: "a@x.example" }, { email: "b@x.example", status: "INVALID" }] },
    };
    assert.deepEqual(
      comparedFields("contact", [contact, contact]).map(({ fields }) => fields[0]),
      [
        {
          label: "Emails",
          values: Array.from(
            { length: 2 },
            () => "a@x.example · work\nb@x.example · work · ✗ address does not exist (INVALID)",
          ),
          differs: false,
        },
      ],
    );
  });
});
