// The verb that erases a person or a company.
import { eraseRecord, receiptLines } from "../app/eraseRecord";
import { commonNames, one } from "./arguments";
import { percentOf, verb } from "./verb";

export const erase = verb({
  forms: ["erase ID|EMAIL|PROFILE|DOMAIN"],
  about: "erases a person or a company, for good, and drops them when they come again",
  options: ["yes", "delete-files", ...commonNames],
  notes: [
    `Asks on a terminal, with what was found; elsewhere --yes is needed. Removed are all versions, notes, places on
lists, lookups, and replies, from the file of the database itself. A domain also names the people who work there.
Exported files that may name them are printed, and deleted with --delete-files; tables and leave-out lists are
printed and never changed.`,
    "What is printed names nobody and can be kept as a receipt. Only hashes of what identifies them stay.",
  ],
  examples: ["erase ada@northwind.example", "erase https://network.example/in/ada --yes --json"],
  connects: false,
  read: (args) => one(args, "an id, an email, a profile, or a domain"),
  async perform(context, typed, { yes, "delete-files": deleteFiles }) {
    const { signal, onProgress } = percentOf(context, "searched");
    const { receipt } = await eraseRecord(context.app, typed, { yes, deleteFiles, signal }, onProgress);
    context.terminal.clearProgress();
    return {
      state: receipt.isInUse ? "stopped" : "complete",
      data: { ...receipt, at: new Date(receipt.at).toISOString() },
      lines: receiptLines(receipt),
    };
  },
});
