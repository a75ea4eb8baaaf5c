// Watches: what is due is asked for by id, within the budget of the watch.
import type { Change, Scenario } from "./scenario";
import { lost, pages, unpriced, nothing } from "./steps";

const refresh = { do: "refresh" } as const;
const idsOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, nth) => `p${String(nth).padStart(7, "0")}`);

const watch = (count: number, more: object = {}): Change => ({
  files: { "Team.watch.json": JSON.stringify({ records: { ids: idsOf(count) }, budget: 100, ...more }) },
});

/** Everything was fetched long ago. */
const old: Change = { sql: "update page set received_at = 0; update run set updated_at = 0" };

export const watchScenarios: readonly Scenario[] = [
  {
    name: "watch: what is due",
    before: [watch(20)],
    action: refresh,
    expected: { sent: pages(1, 19), credits: 20, end: "new run: complete, 20 records" },
  },
  {
    name: "watch: nothing is due",
    before: [watch(20), refresh],
    action: refresh,
    says: [/Nothing is due: 20 records, fetched in the last 30 days/u],
    expected: { end: "run: complete, 20 records" },
  },
  {
    name: "watch: more than is spent without a question",
    before: [watch(40)],
    action: refresh,
    expected: { asked: [unpriced(40)], sent: pages(1, 39), credits: 40, end: "new run: complete, 40 records" },
  },
  {
    name: "watch: more than is spent without a question, declined",
    before: [watch(40)],
    action: refresh,
    answers: ["no"],
    expected: { asked: [unpriced(40)] },
  },
  {
    name: "watch: its budget is less than what is due",
    before: [watch(20), refresh, old, watch(20, { budget: 5 })],
    action: refresh,
    expected: { sent: pages(5), credits: 5, end: "new run: creditLimit, 5 records" },
  },
  {
    name: "watch: without whom leave-out lists name and who was erased",
    before: [
      watch(20),
      refresh,
      { do: "erase", id: "p0000003" },
      old,
      watch(20, { leaveOut: ["out.csv"] }),
      { files: { "out.csv": "id\np0000005\n" } },
    ],
    action: refresh,
    expected: { sent: pages(18), credits: 18, end: "new run: complete, 18 records" },
  },
  {
    name: "watch: the reply was lost before",
    before: [watch(20), { ...lost(2) }, refresh, { faults: [] }],
    action: refresh,
    expected: {
      asked: ["maybe twice: Fetch 19 records, about 19 credits."],
      sent: pages(19),
      credits: 19,
      end: "run: complete, 20 records",
    },
  },
  {
    name: "watch: there is no connection",
    before: [watch(20), { connection: "none" }],
    action: refresh,
    says: [/connect/iu],
    expected: nothing,
  },
  {
    name: "watch: the file has an error",
    before: [watch(20, { olderThan: "a month" })],
    action: refresh,
    says: [/“olderThan” must be a whole number of days/u],
    expected: nothing,
  },
];
