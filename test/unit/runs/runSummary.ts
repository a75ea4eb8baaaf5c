import type { RunHeader, RunSummary } from "../../../src/runs/run";

export type RunChange = Partial<Omit<RunSummary, "header">> & { readonly header?: Partial<RunHeader> };

/** A people search that has fetched its first page of 100 records; of it, what differs. */
export const runSummary = ({ header, ...change }: RunChange = {}): RunSummary => ({
  header: {
    id: "i",
    purpose: "search",
    title: "T",
    task: { kind: "peopleSearch", filters: {} },
    recordKind: "person",
    connection: { id: "c", label: "Work", origin: "https://x.test", workspaceId: "w" },
    startedAt: 0,
    limits: { records: 500 },
    ...header,
  },
  pages: 1,
  records: 100,
  returned: 100,
  repeated: 0,
  credits: 25,
  possibleCredits: 0,
  unknownCosts: 0,
  price: { perRecord: 0.25, known: true },
  updatedAt: 0,
  ...change,
});

/** Of a search for companies. */
export const ofCompanies = { task: { kind: "companySearch", filters: {} }, recordKind: "company" } as const;
