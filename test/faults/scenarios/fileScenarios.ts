// Records to files, contacts of enrichments, and disks that are full or read-only.
import type { Change, Scenario } from "./scenario";
import { noTool, run, searchFile, searchText, nothing } from "./steps";

const toFile = { do: "export", file: "people.csv" } as const;
const end = "run: limitReached, 20 records";
const old: Change = { files: { "people.csv": "old\n" } };

/** So that the search is another one, and is run without a question. */
const again: Change = { files: { [searchFile]: searchText({ fetch: { records: 30 } }) } };

/** Like a person, it asks whether to replace the file that was named. */
const asksToReplace = { because: "the window asks before it replaces a file", asked: ["replace"] };

const writesEmpty = {
  because: "the next command of a script expects the file",
  files: { "people.csv": 1 },
  says: [/0 records/u],
};

const exportScenarios: readonly Scenario[] = [
  {
    name: "export: a run",
    before: [run],
    action: toFile,
    expected: { end, files: { "people.csv": 21 } },
  },
  {
    name: "export: to a folder that is not there yet",
    before: [run],
    action: { ...toFile, file: "data/people.ndjson" },
    differs: { window: { because: "the format is chosen first", isMissing: true } },
    expected: { end, files: { "data/people.ndjson": 20 } },
  },
  {
    name: "export: over a file",
    before: [run, old],
    action: { ...toFile, replace: true },
    differs: { window: asksToReplace },
    expected: { end, files: { "people.csv": 21 } },
  },
  {
    name: "export: a file of this name exists",
    before: [run, old],
    action: toFile,
    answers: ["no"],
    says: [/exists/u],
    differs: { window: asksToReplace },
    expected: { end },
  },
  {
    name: "export: a run without records",
    filters: { current_company_domains: [{ value: "nobody.example", exact_match: true }] },
    before: [run],
    action: toFile,
    says: [/nothing to export/iu],
    differs: { terminal: writesEmpty, script: writesEmpty },
    expected: { end: "run: complete, 0 records" },
  },
  {
    name: "export: a leave-out list was added since",
    before: [
      run,
      { files: { "customers.txt": "DOMAIN-0\n", [searchFile]: searchText({ leaveOut: ["customers.txt"] }) } },
    ],
    action: toFile,
    expected: { end, files: { "people.csv": 21 } },
  },
  {
    name: "export: again, with the records of a new run",
    before: [run, toFile, again, run],
    action: { do: "exportAgain" },
    differs: { window: asksToReplace },
    expected: { end: "run: limitReached, 30 records", files: { "people.csv": 31 } },
  },
  {
    name: "export: again, without an earlier one",
    before: [run],
    action: { do: "exportAgain" },
    differs: { window: { because: "the window asks as for a first export", isMissing: true } },
    says: [/Nothing of this search was exported before/u],
    expected: { end },
  },
  {
    name: "export: to a read-only folder",
    before: [run, { disk: { of: "workspace", is: "readOnly" } }],
    action: toFile,
    says: [/people\.csv|read-only/u],
    expected: { end },
  },
  {
    name: "export: to a full disk",
    before: [run, old, { disk: { of: "workspace", is: "full" } }],
    action: { ...toFile, replace: true },
    says: [/disk is full/u],
    differs: { window: asksToReplace },
    expected: { end },
  },
];

const enrichmentPath = "/api/v2/contact/enrich/bulk/enr-demo-finished";
const track = { do: "track", id: "enr-demo-finished" } as const;
const unanswered: Change = { faults: [{ path: enrichmentPath, times: 9, status: 503 }] };

const enrichmentScenarios: readonly Scenario[] = [
  {
    name: "enrichment: track one that is finished",
    action: track,
    differs: noTool,
    expected: { end: "new run: complete, 25 records", enrichment: "FINISHED, 25 contacts" },
  },
  {
    name: "enrichment: the service does not answer",
    before: [unanswered],
    action: track,
    differs: noTool,
    expected: { enrichment: "new, 0 contacts" },
  },
  {
    name: "enrichment: the service answers again",
    before: [unanswered, track, { faults: [] }],
    action: { ...track, again: true },
    differs: noTool,
    expected: { end: "new run: complete, 25 records", enrichment: "FINISHED, 25 contacts" },
  },
  {
    name: "enrichment: there is no connection",
    before: [{ connection: "none" }],
    action: track,
    says: [/connect/iu],
    differs: noTool,
    expected: nothing,
  },
  {
    name: "enrichment: its contacts to a file",
    before: [track],
    action: { do: "contacts", id: track.id },
    differs: noTool,
    expected: { end: "run: complete, 25 records", enrichment: "FINISHED, 25 contacts", files: { "contacts.csv": 26 } },
  },
];

const diskScenarios: readonly Scenario[] = [
  {
    name: "the folder of the database is read-only: a run",
    before: [{ disk: { of: "home", is: "readOnly" } }],
    action: run,
    says: [/cannot be written/u],
    expected: nothing,
  },
  {
    name: "the folder of the database is read-only: an export",
    before: [run, { disk: { of: "home", is: "readOnly" } }],
    action: toFile,
    says: [/cannot be written/u],
    expected: { end },
  },
  {
    name: "the disk of the database is full: a run",
    before: [{ disk: { of: "home", is: "full" } }],
    action: run,
    says: [/disk is full/u],
    expected: nothing,
  },
  {
    name: "the disk of the database is full: an export",
    before: [run, { disk: { of: "home", is: "full" } }],
    action: toFile,
    says: [/disk is full/u],
    expected: { end },
  },
];

export const fileScenarios: readonly Scenario[] = [...exportScenarios, ...enrichmentScenarios, ...diskScenarios];
