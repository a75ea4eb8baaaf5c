// Runs and counts of a saved search.
import type { Action, Change, Scenario } from "./scenario";
import { agentWaits, elsewhere, people, run, searchFile, searchText, pages, unpriced, nothing, priced } from "./steps";

/** Another search shows the price, so that it is known. */
const otherSearch = (records = 5): readonly (Action | Change)[] => [
  {
    files: { [searchFile]: searchText({ fetch: { records }, filters: { current_company_headcounts: [{ min: 2 }] } }) },
  },
  run,
];
const backTo = (members: object = {}): Change => ({ files: { [searchFile]: searchText(members) } });

const hasBoth = { because: "a command has the daily budget of agents and then that of windows", asked: [] };
const takesStored = {
  because: "nobody is asked, so the stored records are taken",
  asked: [],
  sent: [],
  credits: 0,
  end: "run: complete, 57 records",
};
const refusesBeside = {
  because: "only a person may pay beside another run",
  asked: [],
  sent: [],
  credits: 0,
  end: "run: in progress",
};

/** The price is probed with one record, then the others are fetched. */
const twenty = { asked: [], sent: pages(1, 19), credits: 20, end: "new run: limitReached, 20 records" } as const;

export const searchScenarios: readonly Scenario[] = [
  {
    name: "few records at an unknown price",
    action: run,
    expected: twenty,
  },
  {
    name: "more than is spent without a question, at an unknown price",
    fetch: { records: 40 },
    action: run,
    expected: { asked: [unpriced(40)], sent: pages(1, 39), credits: 40, end: "new run: limitReached, 40 records" },
  },
  {
    name: "more than is spent without a question, declined",
    fetch: { records: 40 },
    action: run,
    answers: ["no"],
    expected: { asked: [unpriced(40)] },
  },
  {
    name: "the price is known to a new connection to the same account",
    before: [
      ...otherSearch(),
      backTo({ fetch: { records: 40 } }),
      {
        sql: `insert into connection (id, label, origin, workspace_id)
            select 'before', label, origin, workspace_id from connection;
          update run set connection = 'before'; update call set connection = 'before';
          delete from connection where id <> 'before'`,
      },
    ],
    action: run,
    expected: { asked: [priced(40)], sent: pages(40), credits: 40, end: "new run: limitReached, 40 records" },
  },
  {
    name: "a colleague spends with the same key while it runs",
    people: 400,
    fetch: { records: 150 },
    action: [{ after: 2, balance: 4_000 }, run],
    differs: { window: { because: "it is said in the results alone", says: [] } },
    says: [/Your balance fell by 6,0\d\d credits, of which 150 are known here\. Others may use the account\./u],
    expected: {
      asked: [unpriced(150)],
      sent: pages(1, 100, 49),
      credits: 150,
      end: "new run: limitReached, 150 records",
    },
  },
  {
    name: "small runs add up to what is spent without a question",
    action: [run, backTo({ filters: { current_company_headcounts: [{ min: 2 }] } }), run],
    expected: { asked: [priced(20)], sent: pages(1, 19, 20), credits: 40, end: "new run: limitReached, 20 records" },
    differs: { terminal: hasBoth, script: hasBoth },
  },
  {
    name: "the price rises while it runs",
    people: 400,
    fetch: { records: 250 },
    before: [
      ...otherSearch(),
      backTo({ fetch: { records: 250 } }),
      { prices: { all: { perRecord: [1, 3], repeated: "charged" } } },
    ],
    action: run,
    differs: {
      agent: { because: "the token of its plan is a credit limit", end: "new run: creditLimit, 200 records" },
    },
    says: [/400 credits, more than/u, /from 1 to 3 credits per record/u, /200 of 353 records saved/u],
    expected: { asked: [priced(250)], sent: pages("100 x 2"), credits: 400, end: "new run: budgetUsedUp, 200 records" },
  },
  {
    name: "an unknown price is 1,000",
    before: [{ prices: { all: 1000 } }],
    action: run,
    differs: { agent: { because: "the token of its plan is a credit limit", end: "new run: creditLimit, 1 records" } },
    says: [/charged 1,000 credits, more than/u, /1 of 57 records saved/u],
    expected: { sent: pages(1), credits: 1000, end: "new run: budgetUsedUp, 1 records" },
  },
  {
    name: "the service says 0 credits while the balance falls",
    people: 400,
    fetch: { records: 150 },
    before: [{ prices: { all: { perRecord: 1, repeated: "charged", reported: 0 } } }],
    action: run,
    expected: {
      asked: [unpriced(150)],
      sent: pages(1, 100, 49),
      credits: 0,
      end: "new run: limitReached, 150 records",
    },
  },
  {
    name: "the service does not say what a page costs",
    people: 400,
    fetch: { records: 150 },
    before: [{ prices: { all: { perRecord: 1, repeated: "charged", reported: "missing" } } }],
    action: run,
    expected: {
      asked: [unpriced(150)],
      sent: pages(1),
      credits: 0,
      end: "new run: costUnknown, 1 records",
    },
  },
  {
    name: "the credit limit of the document is reached",
    fetch: { records: 40, credits: 10 },
    action: run,
    expected: { sent: pages(1, 9), credits: 10, end: "new run: creditLimit, 10 records" },
  },
  {
    name: "no credits are left",
    before: [{ balance: 0 }],
    action: run,
    says: [/Not enough credits/u],
    expected: { sent: pages(1), end: "new run: creditsExhausted, 0 records" },
  },
  {
    name: "credits run out in the middle",
    people: 400,
    fetch: { records: 250 },
    before: [{ balance: 150 }],
    action: run,
    says: [/Your balance is 49/u, /101 records saved/u],
    expected: {
      asked: [unpriced(250)],
      sent: pages(1, "100 x 2"),
      credits: 101,
      end: "new run: creditsExhausted, 101 records",
    },
  },
  {
    name: "the service asks to wait a second",
    before: [{ faults: [{ path: people, nth: 1, tooManyRequests: "Try again in 1s" }] }],
    action: run,
    expected: { sent: pages("1 x 2", 19), credits: 20, end: "new run: limitReached, 20 records" },
  },
  {
    name: "the service asks to wait an hour",
    before: [{ faults: [{ path: people, nth: 2, tooManyRequests: "Try again in 60m" }] }],
    people: 400,
    fetch: { records: 150 },
    action: run,
    says: [/asks to wait 1 hour/u, /1 record saved/u],
    expected: { asked: [unpriced(150)], sent: pages(1, 100), credits: 1, end: "new run: rateLimited, 1 records" },
  },
  {
    name: "everything that matches is fetched",
    fetch: { records: 100 },
    action: run,
    expected: { asked: [unpriced(100)], sent: pages(1, 99), credits: 57, end: "new run: complete, 57 records" },
  },
  {
    name: "nobody matches",
    filters: { current_company_domains: [{ value: "nobody.example", exact_match: true }] },
    action: run,
    expected: { sent: pages(1), end: "new run: complete, 0 records" },
  },
  {
    name: "the key is rejected before anything is sent",
    before: [{ revoked: true }],
    action: run,
    expected: nothing,
  },
  {
    name: "the key is rejected in the middle",
    people: 400,
    fetch: { records: 150 },
    before: [{ faults: [{ path: people, nth: 2, status: 401 }] }],
    action: run,
    expected: { asked: [unpriced(150)], sent: pages(1, 100), credits: 1, end: "new run: keyRejected, 1 records" },
  },
  {
    name: "there is no connection",
    before: [{ connection: "none" }],
    action: run,
    says: [/connect/iu],
    expected: nothing,
  },
  {
    name: "the service refuses the search",
    before: [{ faults: [{ path: people, status: 400 }] }],
    action: run,
    expected: { sent: pages(1), end: "new run: refused, 0 records" },
  },
  {
    name: "the reply is lost",
    before: [{ faults: [{ path: people, nth: 2, reset: "after" }] }],
    action: run,
    says: [/It may have been charged/u, /may charge up to 19 credits twice/u],
    expected: { ...twenty, credits: 1, end: "new run: ambiguous, 1 records" },
  },
  {
    name: "the same search lost a reply before; run it again",
    before: [{ faults: [{ path: people, nth: 2, reset: "after" }] }, run, { faults: [] }],
    action: run,
    says: [/sent and not answered\. Asking again may charge it twice: up to 19 credits/u],
    expected: {
      asked: ["maybe twice: Fetch 20 of 57 records, about 20 credits."],
      sent: pages(20),
      credits: 20,
      end: "new run: limitReached, 20 records",
    },
  },
  {
    name: "the same search lost a reply before; run it again, declined",
    before: [{ faults: [{ path: people, nth: 2, reset: "after" }] }, run, { faults: [] }],
    action: run,
    answers: ["no"],
    expected: { asked: ["maybe twice: Fetch 20 of 57 records, about 20 credits."], end: "run: ambiguous, 1 records" },
  },
  {
    name: "the reply cannot be understood",
    before: [{ faults: [{ path: people, nth: 2, html: true, carriedOut: true }] }],
    action: run,
    expected: { ...twenty, credits: 1, end: "new run: notUnderstood, 1 records" },
  },
  {
    name: "the same page again and again",
    people: 400,
    fetch: { records: 350 },
    before: [{ faults: [{ path: people, nth: 3, times: 9, cursor: "samePage" }] }],
    action: run,
    expected: {
      asked: [unpriced(350)],
      sent: pages(1, "100 x 3", 49),
      credits: 350,
      end: "new run: sameRecords, 201 records",
    },
  },
  {
    name: "the same search was fetched completely today; open it",
    fetch: { records: 100 },
    before: [run],
    action: run,
    answers: ["no"],
    differs: { agent: takesStored, script: takesStored },
    expected: { asked: ["has it: Fetch 57 of 57 records, about 57 credits."], end: "run: complete, 57 records" },
  },
  {
    name: "the same search was fetched completely today; fetch it again",
    fetch: { records: 100 },
    before: [run],
    action: run,
    differs: { agent: takesStored, script: takesStored },
    expected: {
      asked: ["has it: Fetch 57 of 57 records, about 57 credits."],
      sent: pages(57),
      credits: 57,
      end: "new run: complete, 57 records",
    },
  },
  {
    name: "the same search is in progress elsewhere",
    before: [run, elsewhere],
    action: run,
    differs: { ...agentWaits, script: refusesBeside },
    expected: { asked: ["in progress"], sent: pages(20), credits: 20, end: "new run: limitReached, 20 records" },
  },
  {
    name: "the same search is in progress elsewhere, declined",
    before: [run, elsewhere],
    action: run,
    answers: ["no"],
    differs: { ...agentWaits, script: refusesBeside },
    expected: { asked: ["in progress"], end: "run: in progress" },
  },
  {
    name: "a leave-out list changes while it runs: it neither stops nor sends anything else",
    people: 400,
    fetch: { records: 150 },
    search: { leaveOut: ["customers.txt"] },
    before: [{ files: { "customers.txt": "one.example\n" } }],
    action: [{ after: 1, files: { "customers.txt": "two.example\n" } }, run],
    expected: {
      asked: [unpriced(150)],
      sent: pages(1, 100, 49),
      credits: 150,
      end: "new run: limitReached, 150 records",
    },
  },
  {
    name: "its connection is deleted in another window while it runs",
    people: 400,
    fetch: { records: 150 },
    action: [{ after: 1, deleted: true }, run],
    differs: { window: { because: "windows learn it from VS Code's secret storage", isMissing: true } },
    expected: { asked: [unpriced(150)], sent: pages(1), credits: 1, end: "new run: disconnected, 1 records" },
  },
  {
    name: "a leave-out list is missing",
    search: { leaveOut: ["customers.txt"] },
    action: run,
    says: [/customers\.txt/u],
    expected: nothing,
  },
  {
    name: "the search has an error",
    before: [{ files: { [searchFile]: "{" } }],
    action: run,
    expected: nothing,
  },
  {
    name: "count: one record shows how many match",
    action: { do: "count" },
    expected: { sent: pages(1), credits: 1, end: "new run: limitReached, 1 records" },
  },
  {
    name: "count: known from a run of today",
    before: [run],
    action: { do: "count" },
    says: [/57/u],
    expected: { end: "run: limitReached, 20 records" },
  },
  {
    name: "count: known from a run of today, but counted again",
    before: [run],
    action: { do: "count", refresh: true },
    expected: { sent: pages(1), credits: 1, end: "new run: limitReached, 1 records" },
  },
];
