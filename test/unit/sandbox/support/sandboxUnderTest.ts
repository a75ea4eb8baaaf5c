// Sandboxes for tests: small data, and a clock.
import type { Company, EnrichedContact, Person } from "../../../../src/service/recordSchemas";
import type { Transport } from "../../../../src/service/wire";
import { Sandbox, type SandboxOptions } from "../../../sandboxServer/sandbox";
import { testClock, type TestClock } from "../../../support/testClock";

const start = Date.UTC(2026, 4, 17, 9, 30);
export const key = "contract-key";

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly json: ReplyBody;
}

/** With every field; the tests, not the type, assert what may be absent. */
type Whole<T> = T extends readonly (infer Item)[]
  ? readonly Whole<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]-?: Whole<NonNullable<T[Name]>> }
    : T;

export type CompanyBody = Whole<Company>;
export type PersonBody = Whole<Person>;
export type ContactBody = Whole<EnrichedContact>;

/** Every field that a reply of the service can have; the tests assert which are present. */
export interface ReplyBody {
  readonly companies: readonly CompanyBody[];
  readonly people: readonly PersonBody[];
  readonly metadata: {
    readonly total: number;
    readonly credits: number;
    readonly offset: number;
    readonly search_after: string;
  };
  readonly code: string;
  readonly message: string;
  readonly id: string;
  readonly status: string;
  readonly data: readonly ContactBody[];
}

export interface UnderTest {
  readonly sandbox: Sandbox;
  readonly clock: TestClock;
  readonly transport: Transport;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  send(
    method: "GET" | "POST",
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: Uint8Array,
  ): Promise<Answered>;
}

export function openSandbox(options: Partial<SandboxOptions> = {}): UnderTest {
  const clock = testClock(start, "atOnce");
  const sandbox = new Sandbox({
    clock,
    companies: 300,
    people: 2000,
    keys: [{ key, workspaceId: "workspace-1", balance: 1000 }],
    ...options,
  });
  const { transport } = sandbox;
  const send: UnderTest["send"] = async (method, path, headers, body) => {
    const reply = await transport(
      { method, path, headers, ...(body === undefined ? {} : { body }) },
      new AbortController().signal,
    );
    const text = new TextDecoder().decode(reply.body);
    const json =
      (reply.headers["content-type"] ?? "").startsWith("application/json") && text !== ""
        ? parse(text)
        : (undefined as unknown as ReplyBody);
    return { status: reply.status, headers: reply.headers, text, json };
  };
  const authorised = { authorization: `Bearer ${key}` };
  return {
    sandbox,
    clock,
    transport,
    send,
    post: (path, body, headers = authorised) =>
      send(
        "POST",
        path,
        { "content-type": "application/json", ...headers },
        new TextEncoder().encode(JSON.stringify(body)),
      ),
    get: (path, headers = authorised) => send("GET", path, headers),
  };
}

function parse(text: string): ReplyBody {
  try {
    return JSON.parse(text) as ReplyBody;
  } catch {
    return undefined as unknown as ReplyBody;
  }
}

export const paths = {
  companySearch: "/api/v2/company/search",
  companyLookup: "/api/v2/company/lookup",
  peopleSearch: "/api/v2/people/search",
  peopleLookup: "/api/v2/people/lookup",
  enrichment: "/api/v2/contact/enrich/bulk/",
  credits: "/api/v1/account/credits",
  verify: "/api/v2/account/keys/verify",
} as const;
