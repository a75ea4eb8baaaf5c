// Stored runs and the database itself.
import type { Scenario } from "./scenario";
import { run, pages, nothing } from "./steps";

export const storageScenarios: readonly Scenario[] = [
  {
    name: "a damaged database is recovered",
    before: [run],
    action: [{ database: "damaged" }, run],
    expected: { sent: pages(20), credits: 20, end: "new run: limitReached, 20 records" },
  },
  {
    name: "a folder in place of the database",
    before: [{ database: "folder" }],
    action: run,
    says: [/is a folder/u],
    expected: nothing,
  },
];
