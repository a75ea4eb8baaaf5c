// A search in words and as a request.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describeSearch, requestAsCurl } from "../../../src/searches/describeSearch";
import type { SearchDocument } from "../../../src/searches/searchDocument";

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

  it("describes a search without filters", () => {
    assert.equal(describeSearch({ search: "people", filters: { person_names: [] }, fetch: {} }), "Every person.");
  });
});

describe("a search as cURL", () => {
  const hostile = `';rm -rf ~ $(id) \`id\` $HOME "\\ \n !! %PATH% \u2028 \${process.exit()}`;
  const attack: SearchDocument = { search: "people", filters: { person_names: [{ value: hostile }] }, fetch: {} };

  /** What a shell passes to curl. */
  const argumentsOf = (command: string): readonly string[] =>
    execFileSync("sh", ["-c", `curl() { for part in "$@"; do printf '%s\\000' "$part"; done; }; ${command}`], {
      env: { PATH: process.env["PATH"], PROSPECT_DESK_KEY: "k 1" },
    })
      .toString()
      .split("\0");
  const bodyOf = (sent: readonly string[]): unknown => JSON.parse(sent[sent.indexOf("--data-raw") + 1] ?? "");

  it("passes the exact body to the shell, executes nothing, and does not contain the key", () => {
    const command = requestAsCurl(attack, "https://api.example");
    const sent = argumentsOf(command);
    assert.equal(sent[0], "https://api.example/api/v2/people/search");
    assert.ok(sent.includes("Authorization: Bearer k 1"));
    assert.deepEqual(bodyOf(sent), attack.filters);
    assert.match(command, /"Authorization: Bearer \$PROSPECT_DESK_KEY"/);
  });

  it("leaves out filters without items", () => {
    const { names: _empty, ...filters } = search.filters;
    assert.deepEqual(bodyOf(argumentsOf(requestAsCurl(search, "https://api.example"))), filters);
  });
});
