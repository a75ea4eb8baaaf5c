// Leave-out entries as filter items: which are sent, on which fields, and how many.
import assert from "node:assert/strict";
import { leaveOutItems } from "../../../src/runs/leaveOutItems";
import type { LeaveOutEntry } from "../../../src/store/identifiers";

const entries: readonly LeaveOutEntry[] = [
  { kind: "personUrl", value: "network.example/in/ada" },
  { kind: "email", value: "ada@acme.example" },
  { kind: "nameAtCompany", value: "ada lovelace\nacme" },
  { kind: "companyNetworkId", value: "1035" },
  { kind: "domain", value: "acme.example" },
  { kind: "domain", value: "contoso.example" },
];

describe("leave-out entries that are sent to the service", () => {
  it("are excluded on the fields of a people search, companies first", () => {
    const { items, sent } = leaveOutItems("people", {}, entries, 100);
    assert.deepEqual(items, {
      current_company_domains: [
        { value: "acme.example", exclude: true, exact_match: true },
        { value: "contoso.example", exclude: true, exact_match: true },
      ],
      current_company_professional_network_ids: [{ value: 1035, exclude: true }],
      person_professional_network_urls: [{ value: "https://network.example/in/ada", exclude: true, exact_match: true }],
    });
    assert.equal(sent, 4);
  });

  it("are excluded on the fields of a company search, which has none for people", () => {
    const { items, sent } = leaveOutItems("company", {}, entries, 100);
    assert.deepEqual(Object.keys(items), ["domains", "professional_network_ids"]);
    assert.equal(sent, 3);
  });

  it("are as many as allowed, and ids are on both fields or on none", () => {
    assert.deepEqual(leaveOutItems("people", {}, entries, 1), {
      items: { current_company_domains: [{ value: "acme.example", exclude: true, exact_match: true }] },
      sent: 1,
    });
    const ids: readonly LeaveOutEntry[] = [{ kind: "id", value: "c0000123" }];
    assert.deepEqual(leaveOutItems("people", {}, ids, 1), { items: {}, sent: 0 });
    assert.deepEqual(Object.keys(leaveOutItems("people", {}, ids, 2).items), ["current_company_ids", "person_ids"]);
    assert.deepEqual(leaveOutItems("people", {}, entries, 0), { items: {}, sent: 0 });
  });

  it("are not sent a second time when the search excludes them", () => {
    const filters = { domains: [{ value: "https://www.Acme.example/", exclude: true }] };
    assert.deepEqual(leaveOutItems("company", filters, entries, 1), {
      items: { domains: [{ value: "contoso.example", exclude: true, exact_match: true }] },
      sent: 2,
    });
  });

  it("are not sent on a field that has values to include", () => {
    const filters = { current_company_domains: [{ value: "northwind.example", exact_match: true }] };
    assert.deepEqual(Object.keys(leaveOutItems("people", filters, entries, 100).items), [
      "current_company_professional_network_ids",
      "person_professional_network_urls",
    ]);
  });
});
