// A search in words and as a request in other languages.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { transformSync } from "esbuild";
import {
  describeSearch,
  requestAsCurl,
  requestAsJson,
  requestAsTypeScript,
  requestOf,
} from "../../../src/searches/describeSearch";
import type { SearchDocument } from "../../../src/searches/searchDocument";
import { requestSchemas } from "../../../src/service/requests";

const search: SearchDocument = {
  search: "company",
  filters: {
    headcounts: [{ min: 51, max: 200 }],
    industries: [{ value: "Banking" }, { value: "Insurance" }],
    domains: [{ value: "a.example", exclude: true, exact_match: true }],
    names: [],
  },
  fetch: {},
};

describe("a search in words", () => {
  it("describes the rule: any value of a filter, all filters", () => {
    assert.equal(
      describeSearch(search),
      "Every company where industry is any of “Banking” or “Insurance”, and domain is not exactly “a.example”, " +
        "and headcount is 51–200.",
    );
  });

  it("describes exclusions and open ranges", () => {
    const people: SearchDocument = {
      search: "people",
      filters: {
        person_locations: [{ value: "A" }, { value: "B" }, { value: "C" }, { value: "D", exclude: true }],
        current_company_headcounts: [{ min: 10_001 }],
        current_company_founded_years: [{ max: 2015 }],
      },
      fetch: {},
    };
    assert.match(describeSearch(people), /person's location is any of “A”, “B” or “C” and not “D”/);
    assert.match(describeSearch(people), /is 10,001 or more/);
    assert.match(describeSearch(people), /is at most 2015/);
  });

  it("names exact values together, and labels in the singular", () => {
    const exact = (value: string) => ({ value, exact_match: true });
    const people: SearchDocument = {
      search: "people",
      filters: {
        current_company_domains: [exact("a.example"), exact("b.example")],
        current_company_headquarters: [exact("Berlin"), { value: "Vienna" }],
        current_company_specialties: [
          { value: "x" },
          { ...exact("y"), exclude: true },
          { ...exact("z"), exclude: true },
        ],
      },
      fetch: {},
    };
    assert.equal(
      describeSearch(people),
      "Every person where company domain is exactly one of “a.example”, “b.example”, " +
        "and company headquarters is any of exactly “Berlin” or “Vienna”, " +
        "and company specialty is “x” and not exactly one of “y”, “z”.",
    );
  });

  it("has the names of records in place of their ids, where they are known", () => {
    const search: SearchDocument = {
      search: "company",
      filters: { names: [{ value: "c1" }], company_ids: [{ value: "c1", exact_match: true }, { value: "c2" }] },
      fetch: {},
    };
    assert.equal(
      describeSearch(search, { c1: "Northwind" }),
      "Every company where name is “c1”, and company id is any of exactly “Northwind” or “c2”.",
    );
  });

  it("describes a search without filters", () => {
    assert.equal(describeSearch({ search: "people", filters: { person_names: [] }, fetch: {} }), "Every person.");
  });
});

describe("a search as a request", () => {
  it("leaves out filters without items, and fits the schema", () => {
    const request = requestOf(search);
    assert.deepEqual(Object.keys(request).sort(), ["domains", "headcounts", "industries"]);
    assert.ok(requestSchemas.companySearch.safeParse(request).success);
    assert.deepEqual(JSON.parse(requestAsJson(search)), request);
  });

  const hostile = `';rm -rf ~ $(id) \`id\` $HOME "\\ \n !! %PATH% \u2028 \${process.exit()}`;
  const attack: SearchDocument = { search: "people", filters: { person_names: [{ value: hostile }] }, fetch: {} };

  it("passes the exact body to the shell as cURL, executes nothing, and does not contain the key", () => {
    const command = requestAsCurl(attack, "https://api.example");
    const said = execFileSync(
      "sh",
      ["-c", `curl() { for part in "$@"; do printf '%s\\000' "$part"; done; }; ${command}`],
      { env: { PATH: process.env["PATH"], PROSPECT_DESK_KEY: "k 1" } },
    )
      .toString()
      .split("\0");
    assert.equal(said[0], "https://api.example/api/v2/people/search");
    assert.ok(said.includes("Authorization: Bearer k 1"));
    assert.deepEqual(JSON.parse(said[said.indexOf("--data-raw") + 1] ?? ""), requestOf(attack));
    assert.match(command, /"Authorization: Bearer \$PROSPECT_DESK_KEY"/);
  });

  it("as TypeScript sends the exact body", async () => {
    const { code } = transformSync(requestAsTypeScript(attack, "https://api.example"), { loader: "ts" });
    const sent: { url?: string; init?: RequestInit } = {};
    const run = new Function("fetch", "console", "process", `return (async () => { ${code} })();`) as (
      ...parts: unknown[]
    ) => Promise<void>;
    const fetched = async (url: string, init: RequestInit): Promise<Response> => {
      Object.assign(sent, { url, init });
      return Response.json({ people: [], metadata: {} });
    };
    await run(fetched, { log: () => undefined }, { env: { PROSPECT_DESK_KEY: "k1" } });
    assert.equal(sent.url, "https://api.example/api/v2/people/search");
    assert.deepEqual(JSON.parse(String(sent.init?.body)), requestOf(attack));
    assert.equal(new Headers(sent.init?.headers).get("authorization"), "Bearer k1");
  });
});
