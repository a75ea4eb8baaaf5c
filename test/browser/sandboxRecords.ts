// What a search finds in the sandbox, read without the extension.
import assert from "node:assert/strict";
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
