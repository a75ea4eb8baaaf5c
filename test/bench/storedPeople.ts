// Pages of people as the service sends them.
import { createSystemClock } from "../../src/service/systemClock";
import { Sandbox } from "../sandboxServer/sandbox";

const key = "bench-key";

/** The first pages of 100 people in the sandbox. */
export async function* pagesOfPeople(pages: number): AsyncGenerator<Uint8Array> {
  const sandbox = new Sandbox({
    clock: createSystemClock(),
    companies: 10_000,
    people: pages * 100,
    keys: [{ key, workspaceId: "bench", balance: 1e9 }],
  });
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const { body } = await sandbox.handle({
      method: "POST",
      path: "/api/v2/people/search",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: Buffer.from(JSON.stringify({ limit: 100, search_after: cursor })),
    });
    yield body;
    cursor = readPage(body).metadata.search_after;
  }
}

export const readPage = (body: Uint8Array): { readonly metadata: { readonly search_after?: string } } =>
  JSON.parse(Buffer.from(body).toString()) as ReturnType<typeof readPage>;
