// Runs that stopped and continue, whatever they are.
import type { Change, Scenario } from "./scenario";
import { agentWaits, elsewhere, companies, company, domains, lost, people, run, pages } from "./steps";

const big = { people: 400, fetch: { records: 150 } };
const resume = { do: "resume" } as const;
/** As after a click on Cancel, or the end of the process, between two pages. */
const stopped = (kind: string): Change => ({ sql: `update run set stop = '{"kind":"${kind}"}'` });
const killed: Change = { sql: "update run set stop = null, lease_owner = 'gone', lease_until = 0" };
/** 101 records of 150 are saved, and no page was in flight. */
const halfway: readonly Change[] = [
  { faults: [{ path: people, nth: 3, status: 429, headers: { "retry-after": "3600" } }] },
];
const again: Change = { faults: [], sql: "delete from pause" };

/** For a killed process, whose lease ends after some seconds. */
const waits = { because: "the command waits some seconds for the end of the lease", isMissing: true } as const;

/** Its environment names the connection, and its options the credits. */
const namesBoth = { because: "the command names the connection and the credits", asked: [] };

const asksAlways = { because: "the window asks before every table", asked: ["spend"] };
const skipsRows = {
  because: "rows that may have been charged are sent again only by a yes of a person",
  asked: [],
  sent: [],
  credits: 0,
  end: "run: unanswered, 3 records",
};

const rest = "Fetch 49 of 353 records, about 49 credits.";
/** The rest of a run that has 101 of 150 records. */
const fetched = { asked: [`spend: ${rest}`], sent: pages(49), credits: 49, end: "run: limitReached, 150 records" };

export const resumeScenarios: readonly Scenario[] = [
  {
    name: "resume: fetch more than was asked for",
    before: [run],
    action: { do: "resume", moreRecords: 10 },
    expected: { sent: pages(10), credits: 10, end: "run: limitReached, 30 records" },
  },
  {
    name: "resume: everything is fetched already",
    fetch: { records: 100 },
    before: [run],
    action: resume,
    expected: { end: "run: complete, 57 records" },
  },
  {
    name: "resume: a canceled run",
    ...big,
    before: [...halfway, run, again, stopped("cancelled")],
    action: resume,
    expected: fetched,
  },
  {
    name: "resume: a run whose process was killed",
    ...big,
    before: [...halfway, run, again, killed],
    action: resume,
    expected: fetched,
  },
  {
    name: "resume: a canceled run, declined",
    ...big,
    before: [...halfway, run, again, stopped("cancelled")],
    action: resume,
    answers: ["no"],
    expected: { asked: [`spend: ${rest}`], end: "run: cancelled, 101 records" },
  },
  {
    name: "resume: with another connection to the same service",
    ...big,
    before: [...halfway, run, again, { connection: "other" }],
    action: resume,
    says: [/paid with/u],
    expected: {
      asked: ["spend: Fetch 49 of 353 records. The price is not known yet; at 1 credit per record it is 49 credits."],
      sent: pages(1, 48),
      credits: 49,
      end: "run: limitReached, 150 records",
    },
  },
  {
    name: "resume: with another connection, for credits that are named",
    ...big,
    before: [...halfway, run, again, { connection: "other" }],
    action: { do: "resume", moreCredits: 100 },
    differs: {
      terminal: namesBoth,
      script: namesBoth,
      window: { because: "only a run at its limit asks for credits" },
    },
    expected: {
      asked: ["spend: Fetch 49 of 353 records. The price is not known yet; at 1 credit per record it is 49 credits."],
      sent: pages(1, 48),
      credits: 49,
      end: "run: limitReached, 150 records",
    },
  },
  {
    name: "resume: without a connection",
    ...big,
    before: [...halfway, run, again, { connection: "none" }],
    action: resume,
    expected: { end: "run: rateLimited, 101 records" },
  },
  {
    name: "resume: after credits ran out",
    people: 400,
    fetch: { records: 250 },
    before: [{ balance: 150 }, run, { balance: 1000 }],
    action: resume,
    expected: {
      asked: ["spend: Fetch 149 of 353 records, about 149 credits."],
      sent: pages(100, 49),
      credits: 149,
      end: "run: limitReached, 250 records",
    },
  },
  {
    name: "resume: the credit limit is raised",
    fetch: { records: 40, credits: 10 },
    before: [run],
    action: { do: "resume", moreCredits: 20 },
    expected: { sent: pages(20), credits: 20, end: "run: creditLimit, 30 records" },
  },
  {
    name: "resume: the price rose",
    people: 400,
    fetch: { records: 250 },
    before: [{ prices: { all: { perRecord: [1, 1, 3], repeated: "charged" } } }, run],
    action: resume,
    expected: {
      asked: ["spend: Fetch 49 of 353 records, about 147 credits."],
      sent: pages(49),
      credits: 147,
      end: "run: limitReached, 250 records",
    },
  },
  {
    name: "resume: the page before may have been charged",
    ...big,
    before: [lost(3), run, { faults: [] }],
    action: resume,
    says: [/sent and not answered\. Asking again may charge it twice: up to 49 credits/u],
    expected: { ...fetched, asked: [`maybe twice: ${rest}`] },
  },
  {
    name: "resume: fetch more of a run whose records cost nothing, because an earlier one had them",
    people: 400,
    before: [
      { prices: { all: { perRecord: 1, repeated: "free" } } },
      run,
      { sql: "update run set updated_at = 0" },
      run,
    ],
    action: { do: "resume", moreRecords: 100 },
    expected: {
      asked: ["spend: Fetch 100 of 353 records, about 100 credits."],
      sent: pages(100),
      credits: 100,
      end: "run: limitReached, 120 records",
    },
  },
  {
    name: "resume: the page before may have been charged, declined",
    ...big,
    before: [lost(3), run, { faults: [] }],
    action: resume,
    answers: ["no"],
    expected: {
      asked: [`maybe twice: ${rest}`],
      end: "run: ambiguous, 101 records",
    },
  },
  {
    name: "resume: the page before was not understood",
    ...big,
    before: [{ faults: [{ path: people, nth: 3, html: true, carriedOut: true }] }, run, { faults: [] }],
    action: resume,
    expected: { ...fetched, asked: [`maybe twice: ${rest}`] },
  },
  {
    name: "resume: the list ended early, and there is more now",
    ...big,
    before: [{ faults: [{ path: people, nth: 3, times: 9, shortBy: 1000 }] }, run, { faults: [] }],
    action: resume,
    expected: fetched,
  },
  {
    name: "resume: the list ended early, and ends again",
    ...big,
    before: [{ faults: [{ path: people, nth: 3, times: 9, shortBy: 1000 }] }, run],
    action: resume,
    expected: {
      asked: [`spend: ${rest}`],
      sent: pages(49),
      end: "run: endedEarly, 101 records",
    },
  },
  {
    name: "resume: the list ended early, and that is all",
    ...big,
    before: [{ faults: [{ path: people, nth: 3, times: 9, shortBy: 1000 }] }, run],
    action: { do: "resume", isAll: true },
    says: [/101 records, although it reports 353\. You accepted that as complete/u],
    differs: { window: { because: "the results and the notification have a button for it", isMissing: true } },
    expected: { end: "run: complete, 101 records" },
  },
  {
    name: "resume: a run that did not end early, and that is all",
    ...big,
    before: [...halfway, run, again, stopped("cancelled")],
    action: { do: "resume", isAll: true },
    says: [/did not end early/u],
    differs: { window: { because: "no button offers it", isMissing: true } },
    expected: { end: "run: cancelled, 101 records" },
  },
  {
    name: "resume: a leave-out list is gone",
    ...big,
    search: { leaveOut: ["customers.txt"] },
    before: [
      { files: { "customers.txt": "one.example\n" } },
      ...halfway,
      run,
      again,
      { files: { "customers.txt": null } },
    ],
    action: resume,
    expected: fetched,
  },
  {
    name: "resume: the service does not say what a page costs",
    ...big,
    before: [
      { prices: { all: { perRecord: 1, repeated: "charged", reported: "missing" } } },
      { faults: [{ path: "/api/v1/account/credits", status: 404 }] },
      run,
    ],
    action: resume,
    says: [/at an unknown cost where the service does not say/u],
    expected: {
      asked: [
        "unknown cost: Fetch 149 of 353 records. The price is not known yet; at 1 credit per record it is 149 credits.",
      ],
      sent: pages(100, 49),
      end: "run: limitReached, 150 records",
    },
  },
  {
    name: "resume: a run in progress elsewhere",
    ...big,
    before: [...halfway, run, again, elsewhere],
    action: resume,
    differs: { ...agentWaits, terminal: waits, script: waits },
    expected: { end: "run: in progress" },
  },
  {
    name: "resume: a count",
    before: [{ faults: [{ path: people, status: 400 }] }, { do: "count" }, { faults: [] }],
    action: resume,
    expected: { sent: pages(1), credits: 1, end: "run: limitReached, 1 records" },
  },
  {
    name: "resume: people at companies",
    people: 400,
    before: [
      { files: companies },
      { faults: [{ path: people, nth: 2, status: 429, headers: { "retry-after": "3600" } }] },
      { do: "peopleAt" },
      again,
    ],
    action: resume,
    expected: { sent: pages(19), credits: 19, end: "run: limitReached, 20 records" },
  },
  {
    name: "resume: people at companies, where one list ended early and the service failed on another",
    people: 400,
    fetch: { records: 200 },
    before: [
      {
        files: companies,
        faults: [
          { path: people, nth: 3, shortBy: 1000 },
          { path: people, nth: 4, status: 500, carriedOut: true },
        ],
      },
      { do: "peopleAt" },
      { faults: [] },
    ],
    action: resume,
    expected: {
      asked: ["maybe twice: Fetch 158 records, about 158 credits."],
      sent: pages(100, 58),
      credits: 9,
      end: "run: complete, 51 records",
    },
  },
  {
    name: "resume: a table of lookups",
    before: [
      { files: companies, faults: [{ path: company, nth: 3, times: 99, tooManyRequests: "Try again in 60m" }] },
      { do: "table" },
      again,
    ],
    action: resume,
    differs: { window: asksAlways },
    expected: { sent: ["companyLookup x 3"], credits: 2, end: "run: complete, 4 records" },
  },
  {
    name: "resume: a table of lookups, some may have been charged; ask again",
    before: [
      { files: companies, faults: [{ path: company, nth: 2, reset: "after" }] },
      { do: "table" },
      { faults: [] },
    ],
    action: resume,
    differs: {
      agent: skipsRows,
      script: skipsRows,
    },
    expected: { asked: ["maybe twice"], sent: ["companyLookup"], credits: 1, end: "run: complete, 4 records" },
  },
  {
    name: "resume: a table of lookups with another connection",
    before: [
      { files: companies, faults: [{ path: company, nth: 3, times: 99, tooManyRequests: "Try again in 60m" }] },
      { do: "table" },
      again,
      { connection: "other" },
    ],
    action: resume,
    expected: { asked: ["spend"], sent: ["companyLookup x 3"], credits: 2, end: "run: complete, 4 records" },
  },
  {
    name: "resume: a table of lookups, rows that the service rejected",
    before: [
      { files: companies, faults: [{ path: company, nth: 1, times: 2, status: 400 }] },
      { do: "table" },
      { faults: [] },
    ],
    action: { do: "resume", rejected: true },
    differs: { window: asksAlways },
    expected: { sent: ["companyLookup x 2"], credits: 2, end: "run: complete, 4 records" },
  },
  {
    name: "resume: a single lookup",
    before: [
      { faults: [{ path: company, nth: 1, status: 429, headers: { "retry-after": "3600" } }] },
      { do: "lookUp", kind: "company", text: domains[0] },
      again,
    ],
    action: resume,
    differs: { window: { because: "it opens the lookup box", isMissing: true } },
    expected: { end: "run: rateLimited, 0 records" },
  },
];
