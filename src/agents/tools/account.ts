// The tool `account`.
import * as z from "zod";
import { accountState } from "../../app/accountState";
import { amountText } from "../../language/language";
import { tool } from "../tool";

export const accountTool = tool({
  name: "account",
  title: "Account",
  description: "Says which connection is in use, its balance, and what agents may still spend without asking. Free.",
  input: z.strictObject({}),
  output: [
    "connection",
    "sandbox",
    "balance",
    "problem",
    "keyRejected",
    "spentToday",
    "spentAtLeast",
    "agentsPerDay",
    "agentsLeftToday",
    "agentsPerMonth",
    "agentsLeftThisMonth",
  ],
  effect: "reads",
  async run(app, _input, { signal }) {
    const { facts, agents } = await accountState(app, signal);
    const { balance, problem, spentToday, spentAtLeast, sandbox } = facts;
    const text = [
      `Connection: ${facts.connection}${sandbox ? " (sandbox: synthetic records, credits worth nothing)" : ""}.`,
      balance === null ? (problem ?? "The balance could not be read.") : `Balance: ${amountText(balance)} credits.`,
      `Spent today: ${spentAtLeast ? "at least " : ""}${amountText(spentToday)} credits.`,
      ...agents,
    ].join("\n");
    return { text, next: "plan_search says what a search would cost.", data: facts };
  },
});
