// The verbs about the account and its runs.
import { accountState } from "../app/accountState";
import { listRuns } from "../app/runFacts";
import { creditsText, recordsText } from "../runs/amounts";
import { commonNames, none, verb } from "./arguments";
import { costOf, type CommandResult } from "./results";

/** How many runs are listed by default. */
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
    const found = await listRuns(app, limit);
    const lines = found.map((facts) => {
      const { run, title, records, stop } = facts;
      return [run, recordsText(records), costOf(facts), stop?.kind ?? "running", title].join("\t");
    });
    const data = { runs: found };
    return lines.length === 0
      ? { state: "complete", data, lines: ["There are no runs yet."] }
      : { state: "complete", data, lines, printed: "values" };
  },
});

export const account = verb({
  forms: ["account"],
  about: "balance, spent today, and what may still be spent without asking",
  options: ["diagnose", "try-now", ...commonNames],
  examples: ["account --json", "account --diagnose"],
  connects: true,
  read: (args) => none(args, "account"),
  async perform({ app, signal }, _none, { diagnose }) {
    if (diagnose === true) {
      return diagnosis(app.origin() ?? "");
    }
    const { facts, agents } = await accountState(app, signal);
    const { connection, balance, problem, keyRejected, spentToday, spentAtLeast } = facts;
    const leftUnasked = Math.max(0, await app.budgets.leftUnconfirmed());
    const state = balance === null ? "failed" : "complete";
    return {
      state: keyRejected ? "keyRejected" : state,
      data: { ...facts, leftUnasked },
      lines: [
        `Connection: ${connection}`,
        balance === null
          ? `The balance could not be read: ${problem ?? "unknown reason"}`
          : `Balance: ${creditsText(balance)}`,
        `Spent today: ${costOf({ credits: spentToday, creditsAtLeast: spentAtLeast })}`,
        `Commands and windows may spend ${creditsText(leftUnasked)} more before they ask.`,
        ...agents,
      ],
    };
  },
});

/** Tests the connection to the service. */
async function diagnosis(origin: string): Promise<CommandResult> {
  if (origin === "sandbox:") {
    return {
      state: "complete",
      data: { origin, reachable: true },
      lines: ["The sandbox is part of this program: it needs no network."],
    };
  }
  const { diagnose, reportLines } = await import("../service/diagnosis");
  const report = await diagnose(origin, {});
  const { failure } = report;
  const reachable = failure === undefined;
  const lines = reportLines(report);
  return {
    state: reachable ? "complete" : "failed",
    data: { origin, reachable, report: lines },
    lines: [`${origin} ${reachable ? "can" : "cannot"} be reached.`, ...lines],
    printed: "values",
  };
}
