// Stored runs and the database itself.
import type { Scenario } from "./scenario";
import { run, nothing } from "./steps";

export const storageScenarios: readonly Scenario[] = [
  {
    name: "a folder in place of the database",
    before: [{ database: "folder" }],
    action: run,
    says: [/is a folder/u],
    expected: nothing,
  },
];
