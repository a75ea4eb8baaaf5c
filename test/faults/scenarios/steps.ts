// Steps and files that scenarios share.
import { operations } from "../../../src/service/operations";
import type { Action, Change } from "./scenario";

export const people = operations.peopleSearch.path;
export const company = operations.companyLookup.path;
export const searchFile = "People.prospect.json";
export const run: Action = { do: "run" };

export const searchText = (members: object = {}): string =>
  JSON.stringify({
    search: "people",
    filters: { current_company_headcounts: [{ min: 1 }] },
    fetch: { records: 20 },
    ...members,
  });

/** A reply to the nth page is lost after the call was carried out. */
export const lost = (nth: number): Change => ({ faults: [{ path: people, nth, reset: "after" }] });

/** Stand for domains of companies that the service has, in files and texts. */
export const domains = ["DOMAIN-0", "DOMAIN-1", "DOMAIN-2", "DOMAIN-3"] as const;

export const table = (rows: readonly string[]): NonNullable<Change["files"]> => ({
  "companies.csv": ["name,domain", ...rows, ""].join("\n"),
});

/** Four companies, one of them twice, one that the service does not have, and rows without a domain. */
export const companies = table([
  ...domains.map((domain, nth) => `Company ${nth},${domain}`),
  `Again,${domains[0]}`,
  "Nobody,nobody.example",
  ",",
  "No domain,",
]);

export const noTool = { agent: { because: "agents have no such tool", isMissing: true } } as const;
/** The newest run is in progress in another process. */
export const elsewhere: Change = {
  sql: "update run set stop = null, lease_owner = 'elsewhere', lease_until = unixepoch() * 1000 + 60000",
};
