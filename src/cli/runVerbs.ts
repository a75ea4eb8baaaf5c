// The verbs about runs and the account: runs, delete and account.
import { accountState } from "../app/accountState";
import { agreeToDelete, deleteRuns, inUseText } from "../app/deleteRuns";
import { listRuns } from "../app/listRuns";
import { existingRun } from "../app/searchRuns";
import { amountText, inEnglish } from "../language/language";
import { creditsText } from "../runs/amounts";
import { commonNames, none, UsageProblem } from "./arguments";
import { costOf } from "./results";
import { verb } from "./verb";

/** How many runs are listed when nobody says. */
const usualRuns = 50;

export const runs = verb({
  forms: ["runs"],
  about: "the latest runs: id, records, cost, state, title",
  options: ["limit", ...commonNames],
  notes: [`Lists ${usualRuns} runs, or as many as --limit says, the newest first.`],
  examples: ["runs --limit 5", "runs --json"],
  connects: false,
  read: (args) => none(args, "runs"),
  async perform({ app }, _none, { limit = usualRuns }) {
    const found = await listRuns(app, { limit });
    const lines = found.map((facts) => {
      const { run, title, records, stop } = facts;
      return [run, `${records} records`, costOf(facts), stop?.kind ?? "running", title].join("\t");
    });
    return {
      state: "complete",
      data: { runs: found },
      lines: lines.length === 0 ? ["There are no runs yet."] : lines,
    };
  },
});

export const deleteVerb = verb({
  forms: ["delete RUN…"],
  about: "deletes runs with their records from this machine, for good",
  options: ["yes", ...commonNames],
  notes: [
    "Asks on a terminal; elsewhere --yes is needed. What the runs cost stays in the account. Written files stay.",
  ],
  examples: ["delete 20261125… --yes"],
  connects: false,
  read: (ids) => {
    if (ids.length === 0) {
      throw new UsageProblem("Name the id of a run.");
    }
    return ids;
  },
  async perform({ app, signal }, ids, { yes }) {
    // Each once; and all must exist before the first is deleted.
    const found = await Promise.all([...new Set(ids)].map((id) => existingRun(app, id)));
    await agreeToDelete(app, { runs: found }, { yes, signal });
    const { deleted, inUse } = await deleteRuns(app, found, signal);
    const records = deleted.reduce((sum, run) => sum + run.records, 0);
    return {
      state: deleted.length === found.length ? "complete" : "stopped",
      data: { deleted: deleted.map(({ header }) => header.id), records },
      lines: [
        `Deleted ${deleted.length === 1 ? "1 run" : `${deleted.length} runs`} with ${records} records.`,
        ...(inUse === 0 ? [] : [inUseText(inUse)]),
      ],
    };
  },
});

export const account = verb({
  forms: ["account"],
  about: "balance, spent today, and what may still be spent without asking",
  options: ["try-now", ...commonNames],
  examples: ["account --json"],
  connects: true,
  read: (args) => none(args, "account"),
  async perform({ app, signal }) {
    const { facts, agents } = await accountState(app, signal);
    const { connection, balance, problem, keyRejected, spentToday, spentAtLeast } = facts;
    const leftUnasked = Math.max(0, await app.budgets.leftUnconfirmed());
    const amounts = inEnglish(() => ({ balance: amountText(balance ?? 0), left: creditsText(leftUnasked) }));
    return {
      state: keyRejected ? "keyRejected" : balance === null ? "failed" : "complete",
      data: { ...facts, leftUnasked },
      lines: [
        `Connection: ${connection}`,
        balance === null
          ? `The balance could not be read: ${problem ?? "unknown reason"}`
          : `Balance: ${amounts.balance} credits`,
        `Spent today: ${costOf({ credits: spentToday, creditsAtLeast: spentAtLeast })}`,
        `Commands and windows may spend ${amounts.left} more before they ask.`,
        ...agents,
      ],
    };
  },
});
