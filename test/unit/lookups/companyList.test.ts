// The companies of a list, as they are asked for and named.
import assert from "node:assert/strict";
import { CompanyListReader } from "../../../src/lookups/companyList";

describe("a list of companies", () => {
  it("names what is not understood in at most 200 characters", () => {
    const reader = new CompanyListReader();
    reader.add(1, "x".repeat(300), "");
    reader.addWithoutDomain(2, ` ${"y".repeat(300)}`);
    const { unusable, rows } = reader.list();
    assert.equal(rows, 2);
    assert.deepEqual(
      unusable.map(({ entry }) => entry),
      ["x".repeat(200), "y".repeat(200)],
    );
  });
});
