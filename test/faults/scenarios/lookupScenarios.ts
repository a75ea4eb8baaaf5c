// Lookups of one company or person, of a table, and of people at companies.
import { elsewhere, noTool, company, companies, domains, lost, table } from "./steps";
import type { Scenario } from "./scenario";

const one = { do: "lookUp", kind: "company", text: domains[0] } as const;
const none = { do: "lookUp", kind: "company", text: "nobody.example" } as const;
const lookUpTable = { do: "table" } as const;
const at = { do: "peopleAt" } as const;
const list = (_: string, rows: readonly string[]) => ({ files: table(rows) });

const asksAlways = { because: "the window asks before every table", asked: ["spend"] };
const asksAboutList = {
  because: "the window shows what it understood of the list before it sends anything",
  asked: ["spend: Fetch 20 records. The price is not known yet; at 1 credit per record it is 20 credits."],
};
const startsAnew = {
  because: "a script is not asked whether to resume the stopped table",
  asked: [],
  sent: ["companyLookup x 4"],
  credits: 3,
  end: "new run: unanswered, 3 records",
};

const startsOver = {
  because: "its list of answers ends with Start over, that of the window begins with Resume",
  asked: ["unfinished table", "maybe twice"],
  end: "new run: complete, 4 records",
};

export const lookupScenarios: readonly Scenario[] = [
  {
    name: "lookup: a company",
    action: one,
    expected: { asked: [], sent: ["companyLookup"], credits: 1, end: "new run: complete, 1 records" },
  },
  {
    name: "lookup: a company that is stored already",
    before: [one],
    action: one,
    expected: { asked: [], sent: [], credits: 0, end: "run: complete, 1 records" },
  },
  {
    name: "lookup: no match",
    action: none,
    expected: { asked: [], sent: ["companyLookup"], credits: 0, end: "new run: complete, 0 records" },
  },
  {
    name: "lookup: no match, as stored",
    before: [none],
    action: none,
    expected: { asked: [], sent: [], credits: 0, end: "run: complete, 0 records" },
  },
  {
    name: "lookup: text that is no identifier",
    action: { do: "lookUp", kind: "company", text: "?" },
    says: [/Type a company's domain/u],
    expected: { asked: [], sent: [], credits: 0, end: undefined },
  },
  {
    name: "lookup: the reply is lost",
    before: [{ faults: [{ path: company, nth: 1, reset: "after" }] }],
    action: one,
    says: [/probably charged: your balance went from 10,000 to 9,999/u],
    expected: { asked: [], sent: ["companyLookup"], credits: 0, end: "new run: ambiguous, 0 records" },
  },
  {
    name: "lookup: the reply was lost before",
    before: [{ faults: [{ path: company, nth: 1, reset: "after" }] }, one],
    action: one,
    expected: {
      asked: ["maybe twice: Fetch 1 record. The price is not known yet; at 1 credit per record it is 1 credit."],
      sent: ["companyLookup"],
      credits: 1,
      end: "new run: complete, 1 records",
    },
  },
  {
    name: "lookup: the reply was lost before, declined",
    before: [{ faults: [{ path: company, nth: 1, reset: "after" }] }, one],
    action: one,
    answers: ["no"],
    expected: {
      asked: ["maybe twice: Fetch 1 record. The price is not known yet; at 1 credit per record it is 1 credit."],
      sent: [],
      credits: 0,
      end: "run: ambiguous, 0 records",
    },
  },
  {
    name: "lookup: the reply cannot be understood",
    before: [{ faults: [{ path: company, nth: 1, html: true, carriedOut: true }] }],
    action: one,
    expected: { asked: [], sent: ["companyLookup"], credits: 0, end: "new run: notUnderstood, 0 records" },
  },
  {
    name: "lookup: no credits",
    before: [{ balance: 0 }],
    action: one,
    expected: { asked: [], sent: ["companyLookup"], credits: 0, end: "new run: creditsExhausted, 0 records" },
  },
  {
    name: "lookup: no connection",
    before: [{ connection: "none" }],
    action: one,
    expected: { asked: [], sent: [], credits: 0, end: undefined },
  },
  {
    name: "table: duplicates, empty rows, no match",
    before: [{ files: companies }],
    action: lookUpTable,
    differs: { ...noTool, window: asksAlways },
    expected: { asked: [], sent: ["companyLookup x 5"], credits: 4, end: "new run: complete, 4 records" },
  },
  {
    name: "table: everything is stored already",
    before: [{ files: companies }, lookUpTable],
    action: lookUpTable,
    differs: noTool,
    expected: { asked: [], sent: [], credits: 0, end: "new run: complete, 0 records" },
  },
  {
    name: "table: more than is spent without a question",
    before: [list("companies.csv", many())],
    action: lookUpTable,
    differs: noTool,
    expected: { asked: ["spend"], sent: ["companyLookup x 30"], credits: 0, end: "new run: complete, 0 records" },
  },
  {
    name: "table: more than is spent without a question, declined",
    before: [list("companies.csv", many())],
    action: lookUpTable,
    differs: noTool,
    answers: ["no"],
    expected: { asked: ["spend"], sent: [], credits: 0, end: undefined },
  },
  {
    name: "table: no row has an identifier",
    before: [list("companies.csv", ["Nobody,", "Nothing,-"])],
    action: lookUpTable,
    differs: noTool,
    expected: { asked: [], sent: [], credits: 0, end: undefined },
  },
  {
    name: "table: one reply is lost",
    before: [{ files: companies, faults: [{ path: company, nth: 1, reset: "after" }] }],
    action: lookUpTable,
    differs: { ...noTool, window: asksAlways },
    expected: { asked: [], sent: ["companyLookup"], credits: 0, end: "new run: ambiguous, 0 records" },
  },
  {
    name: "table: one reply was lost before",
    before: [{ files: companies, faults: [{ path: company, nth: 1, reset: "after" }] }, lookUpTable, { faults: [] }],
    action: lookUpTable,
    differs: { ...noTool, terminal: startsOver, script: startsAnew },
    expected: { asked: ["maybe twice"], sent: ["companyLookup x 5"], credits: 4, end: "run: complete, 4 records" },
  },
  {
    name: "table: the key is rejected in the middle",
    before: [{ files: companies, faults: [{ path: company, nth: 2, times: 9, status: 401 }] }],
    action: lookUpTable,
    differs: { ...noTool, window: asksAlways },
    expected: { asked: [], sent: ["companyLookup x 5"], credits: 1, end: "new run: keyRejected, 1 records" },
  },
  {
    name: "people at companies",
    people: 400,
    before: [{ files: companies }],
    action: at,
    differs: { ...noTool, window: asksAboutList },
    expected: {
      asked: [],
      sent: ["peopleSearch 1", "peopleSearch 19"],
      credits: 20,
      end: "new run: limitReached, 20 records",
    },
  },
  {
    name: "people at companies with nobody",
    before: [list("companies.csv", ["Nobody,nobody.example"])],
    action: at,
    differs: { ...noTool, window: asksAboutList },
    expected: { asked: [], sent: ["peopleSearch 1"], credits: 0, end: "new run: complete, 0 records" },
  },
  {
    name: "people at companies without a domain",
    before: [list("companies.csv", ["Nobody,"])],
    action: at,
    differs: noTool,
    expected: { asked: [], sent: [], credits: 0, end: undefined },
  },
  {
    name: "people at companies, in progress elsewhere",
    people: 400,
    before: [{ files: companies }, at, elsewhere],
    action: at,
    differs: {
      ...noTool,
      window: { because: asksAboutList.because, asked: ["in progress", "spend: Fetch 20 records, about 20 credits."] },
      script: {
        because: "only a person may pay beside another run",
        asked: [],
        sent: [],
        credits: 0,
        end: "run: in progress",
      },
    },
    expected: {
      asked: ["in progress"],
      sent: ["peopleSearch 20"],
      credits: 20,
      end: "new run: limitReached, 20 records",
    },
  },
  {
    name: "people at companies, the service fails",
    people: 400,
    before: [{ files: companies, ...lost(2) }],
    action: at,
    differs: { ...noTool, window: asksAboutList },
    expected: {
      asked: [],
      sent: ["peopleSearch 1", "peopleSearch 19"],
      credits: 1,
      end: "new run: ambiguous, 1 records",
    },
  },
];

function many(): readonly string[] {
  return Array.from({ length: 30 }, (_, nth) => `Company ${nth},company-${nth}.example`);
}
