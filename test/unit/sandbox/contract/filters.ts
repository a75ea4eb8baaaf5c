// Filter objects and what they match; matching.test.ts has how they combine, and textMatch.test.ts which texts match.
import assert from "node:assert/strict";
import { openSandbox, paths, type UnderTest } from "../support/sandboxUnderTest";

export function filterRules(): void {
  describe("Filter objects and the combination rule", () => {
    const names = async ({ post }: UnderTest, body: object): Promise<readonly string[]> =>
      (await post(paths.companySearch, { limit: 100, ...body })).json.companies.map((company) => company.name);
    const total = async ({ post }: UnderTest, path: string, body: object): Promise<number> =>
      (await post(path, { limit: 1, ...body })).json.metadata.total;

    it("a professional-network id: the same number; with exact_match its digits in the stored one", async () => {
      const test = openSandbox();
      assert.deepEqual(await names(test, { professional_network_ids: [{ value: 1035 }] }), ["Northwind"]);
      assert.deepEqual(await names(test, { professional_network_ids: [{ value: 35 }] }), []);
      const { json } = await test.post(paths.companySearch, {
        limit: 100,
        professional_network_ids: [{ value: 35, exact_match: true }],
      });
      assert.ok(json.companies.length > 1);
      for (const company of json.companies) assert.match(String(company.social_profiles.professional_network.id), /35/);
    });

    it("range bounds are inclusive, either may be missing, and exclude leaves the range out", async () => {
      const test = openSandbox();
      const { json } = await test.post(paths.companySearch, { limit: 100, headcounts: [{ min: 1 }] });
      const [company] = json.companies;
      const size = company?.headcount ?? 0;
      const ofThatSize = async (item: object): Promise<boolean> =>
        (
          await test.post(paths.companySearch, {
            limit: 100,
            company_ids: [{ value: company?.id }],
            headcounts: [item],
          })
        ).json.companies.length === 1;
      assert.equal(await ofThatSize({ min: size, max: size }), true);
      assert.equal(await ofThatSize({ max: size }), true);
      assert.equal(await ofThatSize({ min: size + 1 }), false);
      assert.equal(await ofThatSize({ max: size - 1 }), false);
      assert.equal(await ofThatSize({ min: size, max: size, exclude: true }), false);
      assert.equal(await ofThatSize({ min: size + 1, exclude: true }), true);
    });

    it("a headcount or founding year of 0 is unknown and in no range", async () => {
      const test = openSandbox();
      const known = await total(test, paths.companySearch, { founded_years: [{ min: 0 }] });
      assert.ok(known < 300);
      assert.equal(await total(test, paths.companySearch, { founded_years: [{ min: 0, exclude: true }] }), 300 - known);
      const { json } = await test.post(paths.companySearch, { limit: 100, headcounts: [{ min: 0, exclude: true }] });
      assert.ok(json.companies.length > 0);
      for (const company of json.companies) assert.equal(company.headcount, 0);
    });
  });
}
