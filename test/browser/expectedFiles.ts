// The expected content of exports of sandbox records, computed without the extension's own runs, columns and writers.
import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import Papa from "papaparse";
import type { Company, Person } from "../../src/service/recordSchemas";
import { createSystemClock } from "../../src/service/systemClock";
import { Sandbox } from "../sandboxServer/sandbox";

const paths = { companies: "/api/v2/company/search", people: "/api/v2/people/search" } as const;

interface Found {
  readonly companies: Company;
  readonly people: Person;
}

const key = "key-of-the-tests";

/** The first records of a search, page by page, of a sandbox with the same data as the one that the product embeds. */
export async function sandboxRecords<Kind extends keyof Found>(
  kind: Kind,
  filters: object,
  count: number,
): Promise<readonly Found[Kind][]> {
  const sandbox = new Sandbox({ clock: createSystemClock(), keys: [{ key, workspaceId: "tests", balance: 5_000 }] });
  const records: Found[Kind][] = [];
  for (let cursor: string | undefined; records.length < count;) {
    const body = {
      ...filters,
      limit: Math.min(100, count - records.length),
      ...(cursor !== undefined && { search_after: cursor }),
    };
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const reply = await sandbox.transport(
      { method: "POST", path: paths[kind], headers, body: new TextEncoder().encode(JSON.stringify(body)) },
      new AbortController().signal,
    );
    const page = JSON.parse(new TextDecoder().decode(reply.body)) as { readonly [K in Kind]: Found[Kind][] } & {
      readonly metadata: { readonly search_after?: string };
    };
    assert.equal(reply.status, 200);
    assert.ok(page[kind].length > 0, `the sandbox has only ${records.length} records for this search`);
    records.push(...page[kind]);
    cursor = page.metadata.search_after;
  }
  return records;
}

const text = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? "" : String(value);
/** The service sends 0 for unknown numbers. */
const known = (value: number | null | undefined): string => (value === 0 ? "" : text(value));
const joined = (values: readonly (string | null | undefined)[] | null | undefined): string =>
  (values ?? [])
    .map(text)
    .filter((value) => value !== "")
    .join("; ");

export function companyTable(companies: readonly Company[]): readonly (readonly string[])[] {
  const header = [
    "Name",
    "Domain",
    "Industry",
    "Type",
    "Headcount (exact)",
    "Headcount range",
    "Founded",
    "City",
    "Country",
    "Specialties",
    "Professional-network URL",
    "Id",
  ];
  return [
    header,
    ...companies.map((company) => [
      text(company.name),
      text(company.domain),
      text(company.industry?.main_industry),
      text(company.company_type),
      known(company.headcount),
      text(company.headcount_range),
      known(company.year_founded),
      text(company.locations?.headquarters?.city),
      text(company.locations?.headquarters?.country),
      joined(company.specialties),
      text(company.social_profiles?.professional_network?.url),
      text(company.id),
    ]),
  ];
}

export function peopleTable(people: readonly Person[]): readonly (readonly string[])[] {
  const header = [
    "Name",
    "Title",
    "Seniority",
    "Job functions",
    "In position since",
    "Company name",
    "Company domain",
    "Company industry",
    "Company headcount (exact)",
    "Company headcount range",
    "City",
    "Country",
    "Professional-network URL",
    "Id",
  ];
  return [
    header,
    ...people.map((person) => {
      const position = person.employment?.current;
      return [
        text(person.full_name),
        text(position?.title),
        text(position?.seniority),
        joined(position?.job_functions?.map((one) => one.function)),
        text(position?.start_at),
        text(position?.company?.name),
        text(position?.company?.domain),
        text(position?.company?.industry?.main_industry),
        known(position?.company?.headcount),
        text(position?.company?.headcount_range),
        text(person.location?.city),
        text(person.location?.country),
        text(person.social_profiles?.professional_network?.url),
        text(person.id),
      ];
    }),
  ];
}

/** Reads a CSV file with two independent parsers and compares every cell. */
export function assertCsv(file: string, expected: readonly (readonly string[])[]): void {
  const readers: readonly (readonly [string, () => unknown])[] = [
    ["csv-parse", () => parse(file)],
    [
      "papaparse",
      () => {
        const { data, errors } = Papa.parse<string[]>(file.replace(/\r?\n$/, ""));
        assert.deepEqual(errors, []);
        return data;
      },
    ],
  ];
  for (const [name, read] of readers) {
    const rows = read() as readonly (readonly string[])[];
    assertEach(rows, expected, `lines that ${name} read`);
  }
}

/** Reads a JSON file of records and compares every one. */
export function assertJson(file: string, expected: readonly unknown[]): void {
  assertEach(JSON.parse(file) as readonly unknown[], expected, "records");
}

/** One by one: the memory for Node's report grows with the square of the lines that differ, to gigabytes for a file. */
function assertEach(found: readonly unknown[], expected: readonly unknown[], what: string): void {
  assert.equal(found.length, expected.length, `number of ${what}`);
  expected.forEach((one, index) => assert.deepEqual(found[index], one, `${what}, ${index + 1}`));
}
