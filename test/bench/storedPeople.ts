// Runs of people in a database, for the benchmarks of the store.
import { createSystemClock } from "../../src/service/systemClock";
import type { Store } from "../../src/store/client";
import { Sandbox } from "../sandboxServer/sandbox";

export const now = Date.now();
export const owner = "bench";
export const connection = { id: "bench", label: "Bench", origin: "https://bench.example", workspaceId: "bench" };
const key = "bench-key";

/** A run of people that lasts as long as the benchmark. */
export async function beginRun(store: Store, id: string, more: object = {}): Promise<void> {
  await store.runs.create(
    {
      id,
      purpose: "search",
      title: id,
      recordKind: "person",
      task: {},
      connection,
      limits: {},
      startedAt: now,
      ...more,
    },
    { owner, now, ms: 1e9 },
  );
}

export const storePage = (store: Store, run: string, body: Uint8Array): Promise<unknown> =>
  store.records.storePage({ run, owner, request: { limit: 100 }, status: 200, receivedAt: now, body });

export const bodyOf = (people: readonly object[]): Uint8Array =>
  Buffer.from(JSON.stringify({ people, metadata: { credits: 1 } }));

export const sandboxWith = (people: number): Sandbox =>
  new Sandbox({
    clock: createSystemClock(),
    companies: 10_000,
    people,
    keys: [{ key, workspaceId: "bench", balance: 1e9 }],
  });

/** All people of the sandbox, in pages of 100. */
export async function* pagesOfPeople(sandbox: Sandbox, pages: number): AsyncGenerator<Uint8Array> {
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const { body } = await sandbox.handle({
      method: "POST",
      path: "/api/v2/people/search",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: Buffer.from(JSON.stringify({ limit: 100, ...(cursor === undefined ? {} : { search_after: cursor }) })),
    });
    yield body;
    cursor = (JSON.parse(Buffer.from(body).toString()) as { readonly metadata: { readonly search_after?: string } })
      .metadata.search_after;
  }
}
