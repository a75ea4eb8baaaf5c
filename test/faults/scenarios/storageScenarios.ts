// Stored runs and the database itself.
import type { Scenario } from "./scenario";
import { elsewhere, noTool, run, pages, nothing } from "./steps";

const remove = { do: "delete" } as const;

export const storageScenarios: readonly Scenario[] = [
  {
    name: "delete: a run",
    before: [run],
    action: remove,
    differs: noTool,
    expected: { asked: ["delete"] },
  },
  {
    name: "delete: a run, declined",
    before: [run],
    action: remove,
    answers: ["no"],
    differs: noTool,
    expected: { asked: ["delete"], end: "run: limitReached, 20 records" },
  },
  {
    name: "delete: a run in progress elsewhere",
    before: [run, elsewhere],
    action: remove,
    differs: noTool,
    says: [/Stop it/u],
    expected: { asked: ["delete"], end: "run: in progress" },
  },
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
