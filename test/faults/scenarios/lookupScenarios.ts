// Lookups of one company or person, of a table, and of people at companies.
import type { Scenario } from "./scenario";
import { elsewhere, noTool, company, companies, domains, lost, table, unpriced, nothing, pages, priced } from "./steps";

const one = { do: "lookUp", kind: "company", text: domains[0] } as const;
const none = { do: "lookUp", kind: "company", text: "nobody.example" } as const;
const lookUpTable = { do: "table" } as const;
const at = { do: "peopleAt" } as const;
const list = (_: string, rows: readonly string[]) => ({ files: table(rows) });

const asksAlways = { because: "the window asks before every table", asked: ["spend"] };
const asksAboutList = {
  because: "the window shows what it understood of the list before it sends anything",
  asked: [unpriced(20)],
};
const startsAnew = {
  because: "a script is not asked whether to resume the stopped table",
  asked: [],
  sent: ["companyLookup x 4"],
  credits: 3,
  end: "new run: unanswered, 3 records",
};

const startsOver = {
  because: "a command names the stopped table and looks it up anew, the window begins with Resume",
  asked: ["maybe twice"],
  end: "new run: complete, 4 records",
};

export const lookupScenarios: readonly Scenario[] = [
  {
    name: "lookup: a company",
    action: one,
    expected: { sent: ["companyLookup"], credits: 1, end: "new run: complete, 1 records" },
  },
  {
    name: "lookup: a company that is stored already",
    before: [one],
    action: one,
    expected: { end: "run: complete, 1 records" },
  },
  {
    name: "lookup: no match",
    action: none,
    expected: { sent: ["companyLookup"], end: "new run: complete, 0 records" },
  },
  {
    name: "lookup: text that is no identifier",
    action: { do: "lookUp", kind: "company", text: "?" },
    says: [/Type a company's domain/u],
    expected: nothing,
  },
  {
    name: "lookup: the reply is lost",
    before: [{ faults: [{ path: company, nth: 1, reset: "after" }] }],
    action: one,
    says: [/It may have been charged\. Looking it up again may be charged again/u],
    expected: { sent: ["companyLookup"], end: "new run: ambiguous, 0 records" },
  },
  {
    name: "lookup: the reply was lost before",
    before: [{ faults: [{ path: company, nth: 1, reset: "after" }] }, one],
    action: one,
    expected: {
      asked: [unpriced(1, "maybe twice")],
      sent: ["companyLookup"],
      credits: 1,
      // The run that lost it goes on.
      end: "run: complete, 1 records",
    },
  },
  {
    name: "lookup: the reply was lost before, declined",
    before: [{ faults: [{ path: company, nth: 1, reset: "after" }] }, one],
    action: one,
    answers: ["no"],
    expected: { asked: [unpriced(1, "maybe twice")], end: "run: ambiguous, 0 records" },
  },
  {
    name: "lookup: the reply cannot be understood",
    before: [{ faults: [{ path: company, nth: 1, html: true, carriedOut: true }] }],
    action: one,
    expected: { sent: ["companyLookup"], end: "new run: notUnderstood, 0 records" },
  },
  {
    name: "lookup: no credits",
    before: [{ balance: 0 }],
    action: one,
    expected: { sent: ["companyLookup"], end: "new run: creditsExhausted, 0 records" },
  },
  {
    name: "lookup: no connection",
    before: [{ connection: "none" }],
    action: one,
    expected: nothing,
  },
  {
    name: "table: duplicates, empty rows, no match",
    before: [{ files: companies }],
    action: lookUpTable,
    differs: { ...noTool, window: asksAlways },
    expected: { sent: ["companyLookup x 5"], credits: 4, end: "new run: complete, 4 records" },
  },
  {
    name: "table: everything is stored already",
    before: [{ files: companies }, lookUpTable],
    action: lookUpTable,
    differs: noTool,
    expected: { end: "new run: complete, 0 records" },
  },
  {
    name: "table: more than is spent without a question",
    before: [list("companies.csv", many())],
    action: lookUpTable,
    differs: noTool,
    expected: { asked: ["spend"], sent: ["companyLookup x 30"], end: "new run: complete, 0 records" },
  },
  {
    name: "table: more than is spent without a question, declined",
    before: [list("companies.csv", many())],
    action: lookUpTable,
    differs: noTool,
    answers: ["no"],
    expected: { asked: ["spend"] },
  },
  {
    name: "table: no row has an identifier",
    before: [list("companies.csv", ["Nobody,", "Nothing,-"])],
    action: lookUpTable,
    differs: noTool,
    expected: nothing,
  },
  {
    name: "table: one reply is lost",
    before: [{ files: companies, faults: [{ path: company, nth: 1, reset: "after" }] }],
    action: lookUpTable,
    differs: { ...noTool, window: asksAlways },
    expected: { sent: ["companyLookup"], end: "new run: ambiguous, 0 records" },
  },
  {
    name: "table: one reply was lost before",
    before: [{ files: companies, faults: [{ path: company, nth: 1, reset: "after" }] }, lookUpTable, { faults: [] }],
    action: lookUpTable,
    differs: { ...noTool, terminal: startsOver, script: startsAnew },
    expected: { asked: ["maybe twice"], sent: ["companyLookup x 5"], credits: 4, end: "run: complete, 4 records" },
  },
  {
    name: "table: the key is rejected",
    before: [{ files: companies, faults: [{ path: company, nth: 1, times: 9, status: 401 }] }],
    action: lookUpTable,
    differs: { ...noTool, window: asksAlways },
    expected: { sent: ["companyLookup"], end: "new run: keyRejected, 0 records" },
  },
  {
    name: "people at companies",
    people: 400,
    before: [{ files: companies }],
    action: at,
    differs: { ...noTool, window: asksAboutList },
    expected: { sent: pages(1, 19), credits: 20, end: "new run: limitReached, 20 records" },
  },
  {
    name: "people at companies with nobody",
    before: [list("companies.csv", ["Nobody,nobody.example"])],
    action: at,
    differs: { ...noTool, window: asksAboutList },
    expected: { sent: pages(1), end: "new run: complete, 0 records" },
  },
  {
    name: "people at companies without a domain",
    before: [list("companies.csv", ["Nobody,"])],
    action: at,
    differs: noTool,
    expected: nothing,
  },
  {
    name: "people at companies, in progress elsewhere",
    people: 400,
    before: [{ files: companies }, at, elsewhere],
    action: at,
    differs: {
      ...noTool,
      window: { because: asksAboutList.because, asked: ["in progress", priced(20)] },
      script: {
        because: "only a person may pay beside another run",
        asked: [],
        sent: [],
        credits: 0,
        end: "run: in progress",
      },
    },
    expected: { asked: ["in progress"], sent: pages(20), credits: 20, end: "new run: limitReached, 20 records" },
  },
  {
    name: "people at companies, the service fails",
    people: 400,
    before: [{ files: companies, ...lost(2) }],
    action: at,
    differs: { ...noTool, window: asksAboutList },
    expected: { sent: pages(1, 19), credits: 1, end: "new run: ambiguous, 1 records" },
  },
];

function many(): readonly string[] {
  return Array.from({ length: 30 }, (_, nth) => `Company ${nth},company-${nth}.example`);
}
