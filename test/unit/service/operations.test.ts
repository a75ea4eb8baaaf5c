// The operations table matches the interface, and the client has exactly its operations.
import assert from "node:assert/strict";
import { filtersOf } from "../../../src/service/filterCatalogue";
import {
  lookupOperation,
  operationNames,
  operations,
  paidOperations,
  recordKinds,
  searchOperation,
  type OperationName,
} from "../../../src/service/operations";
import { requestSchemas } from "../../../src/service/requests";
import { rig } from "./fakes";

/** Interface, "Endpoints" 1 to 7. */
const fromInterface: readonly (readonly [
  name: OperationName,
  method: string,
  path: string,
  price: string,
  recordKind: string | undefined,
  listField: string | undefined,
])[] = [
  ["companySearch", "POST", "/api/v2/company/search", "paid", "company", "companies"],
  ["companyLookup", "POST", "/api/v2/company/lookup", "paid", "company", "companies"],
  ["peopleSearch", "POST", "/api/v2/people/search", "paid", "person", "people"],
  ["peopleLookup", "POST", "/api/v2/people/lookup", "paid", "person", "people"],
  ["enrichment", "GET", "/api/v2/contact/enrich/bulk/{enrichment_id}", "free", "contact", "data"],
  ["credits", "GET", "/api/v1/account/credits", "free", undefined, undefined],
  ["verifyKey", "GET", "/api/v2/account/keys/verify", "free", undefined, undefined],
];

describe("the operations table", () => {
  it("has the methods, paths, lists and kinds of the interface", () => {
    const table = Object.entries(operations).map(([name, row]) => [
      name,
      row.method,
      row.path,
      row.price,
      "recordKind" in row ? row.recordKind : undefined,
      "listField" in row ? row.listField : undefined,
    ]);
    assert.deepEqual(table, fromInterface);
    assert.deepEqual(recordKinds, ["company", "person", "contact"]);
  });

  it("maps searches and lookups to their operations", () => {
    assert.deepEqual([searchOperation("company"), searchOperation("people")], ["companySearch", "peopleSearch"]);
    assert.deepEqual([lookupOperation("company"), lookupOperation("person")], ["companyLookup", "peopleLookup"]);
  });

  it("gives every search a schema with all filters of its kind", () => {
    for (const kind of ["company", "people"] as const) {
      const everyFilter = Object.fromEntries(filtersOf(kind).map(({ field }) => [field, []]));
      assert.ok(requestSchemas[searchOperation(kind)].safeParse(everyFilter).success, kind);
    }
    assert.deepEqual(Object.keys(requestSchemas).sort(), [...paidOperations].sort());
  });

  it("has every call of the client", () => {
    assert.deepEqual(Object.keys(rig([]).client).sort(), [...operationNames, "endPause", "pausedUntil"].sort());
  });
});
