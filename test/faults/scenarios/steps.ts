// Steps and files that scenarios share.
import { operations } from "../../../src/service/operations";
import type { Action, Change, Observation } from "./scenario";

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

/** Its tests have a clock of their own. */
export const agentWaits = { agent: { because: "an agent waits for its end", isMissing: true } } as const;
export const noTool = { agent: { because: "agents have no such tool", isMissing: true } } as const;
/** The newest run is in progress in another process. */
export const elsewhere: Change = {
  sql: "update run set stop = null, lease_owner = 'elsewhere', lease_until = unixepoch() * 1000 + 60000",
};

/** Nothing is asked, sent, or charged, and there is no run. */
export const nothing: Observation = { asked: [], sent: [], credits: 0, end: undefined };

/** Requests for so many people each. */
export const pages = (...records: readonly (number | string)[]): readonly string[] =>
  records.map((each) => `peopleSearch ${each}`);

/** The question about so many records at a price that is not known. */
export function unpriced(records: number, kind = "spend"): string {
  const [what, credits] = records === 1 ? ["record", "credit"] : ["records", "credits"];
  const price = `The price is not known yet; at 1 credit per record it is ${records} ${credits}.`;
  return `${kind}: Fetch ${records} ${what}. ${price}`;
}

/** The question about so many records at a credit each. */
export const priced = (records: number): string => `spend: Fetch ${records} records, about ${records} credits.`;
