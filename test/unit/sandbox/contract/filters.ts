// Filter objects, what they match, and how they combine.
import assert from "node:assert/strict";
import { openSandbox, paths, type UnderTest } from "../support/sandboxUnderTest";

export function filterRules(): void {
  describe("Filter objects and the combination rule", () => {
    const names = async ({ post }: UnderTest, body: object): Promise<readonly string[]> =>
      (await post(paths.companySearch, { limit: 100, ...body })).json.companies.map((company) => company.name);
    const total = async ({ post }: UnderTest, path: string, body: object): Promise<number> =>
      (await post(path, { limit: 1, ...body })).json.metadata.total;

    it("values of one field are alternatives", async () => {
      const test = openSandbox();
      const [one, other, both] = [
        await total(test, paths.companySearch, { types: [{ value: "Nonprofit" }] }),
        await total(test, paths.companySearch, { types: [{ value: "Partnership" }] }),
        await total(test, paths.companySearch, { types: [{ value: "Nonprofit" }, { value: "Partnership" }] }),
      ];
      assert.ok(one > 0 && other > 0);
      assert.equal(both, one + other);
    });

    it("all fields must match", async () => {
      const { post } = openSandbox();
      const { json } = await post(paths.companySearch, {
        limit: 100,
        types: [{ value: "Privately Held" }],
        headcounts: [{ min: 11, max: 200 }],
      });
      assert.ok(json.companies.length > 0);
      for (const company of json.companies) {
        assert.equal(company.company_type, "Privately Held");
        assert.ok(company.headcount >= 11 && company.headcount <= 200);
      }
    });

    it("exclude removes what matches, and nothing else", async () => {
      const test = openSandbox();
      assert.equal(
        (await total(test, paths.companySearch, { types: [{ value: "Privately Held" }] })) +
          (await total(test, paths.companySearch, { types: [{ value: "Privately Held", exclude: true }] })),
        300,
      );
      assert.equal(
        (await total(test, paths.peopleSearch, { person_skills: [{ value: "SQL" }] })) +
          (await total(test, paths.peopleSearch, { person_skills: [{ value: "SQL", exclude: true }] })),
        2000,
      );
    });

    it("several excludes: none of them may match (the sandbox's choice)", async () => {
      const test = openSandbox();
      const without = await total(test, paths.companySearch, {
        types: [
          { value: "Nonprofit", exclude: true },
          { value: "Partnership", exclude: true },
        ],
      });
      assert.equal(
        without,
        300 - (await total(test, paths.companySearch, { types: [{ value: "Nonprofit" }, { value: "Partnership" }] })),
      );
    });

    it("include and exclude in one field: any include and no exclude (the sandbox's choice)", async () => {
      const test = openSandbox();
      const found = await names(test, {
        names: [{ value: "labs" }, { value: "northwind" }, { value: "Northwind", exclude: true }],
      });
      assert.ok(found.length > 0);
      assert.ok(found.every((name) => /labs/i.test(name)));
    });

    it("exact_match is equality as stored, case-insensitively", async () => {
      const test = openSandbox();
      assert.deepEqual(await names(test, { names: [{ value: "NORTHWIND", exact_match: true }] }), ["Northwind"]);
      assert.deepEqual(await names(test, { names: [{ value: "North", exact_match: true }] }), []);
      assert.deepEqual(await names(test, { domains: [{ value: "Northwind.Example", exact_match: true }] }), [
        "Northwind",
      ]);
    });

    it("without exact_match missing words, an extra word, order, case and diacritics are accepted", async () => {
      const test = openSandbox();
      const vps = await total(test, paths.peopleSearch, {
        current_position_titles: [{ value: "VP of Engineering", exact_match: true }],
      });
      assert.ok(vps > 0);
      assert.equal(
        await total(test, paths.peopleSearch, { current_position_titles: [{ value: "vp engineering" }] }),
        vps,
      );
      assert.equal(
        await total(test, paths.peopleSearch, { current_position_titles: [{ value: "Engineering, VP of" }] }),
        vps,
      );
      assert.equal(
        await total(test, paths.peopleSearch, { current_position_titles: [{ value: "Global VP of Engineering" }] }),
        vps,
      );
      assert.equal(
        await total(test, paths.peopleSearch, {
          current_position_titles: [{ value: "Global VP of Engineering", exact_match: true }],
        }),
        0,
      );
      assert.equal(
        await total(test, paths.peopleSearch, { person_names: [{ value: "MULLER" }] }),
        await total(test, paths.peopleSearch, { person_names: [{ value: "Müller" }] }),
      );
    });

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

    it("1: an exact company is found by URL and by domain with exact_match", async () => {
      const test = openSandbox();
      assert.deepEqual(
        await names(test, {
          professional_network_urls: [{ value: "https://network.example/company/northwind", exact_match: true }],
        }),
        ["Northwind"],
      );
      assert.deepEqual(await names(test, { domains: [{ value: "northwind.example", exact_match: true }] }), [
        "Northwind",
      ]);
    });
  });
}
