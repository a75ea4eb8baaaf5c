// What the test of killed batches and its child both know.
export interface BatchJob {
  /** With the table, the database, and later the result. */
  readonly folder: string;
  /** Of the sandbox. */
  readonly origin: string;
  /** The batch to resume. */
  readonly batch?: string | undefined;
  /** Also looks up again what may have been charged. */
  readonly again?: boolean | undefined;
}

export const tableName = "companies.csv";
export const resultName = "companies (looked up).csv";
export const databaseName = "desk.db";
export const mapping = { kind: "company", columns: { domain: 1 } } as const;
/** For each company found; the sandbox charges the same for one that the workspace has received before. */
export const price = 1;
