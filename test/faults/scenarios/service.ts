// The sandbox over HTTP, anew for each scenario behind one address. Each record costs a credit, also a second time.
import { operations, paidOperations } from "../../../src/service/operations";
import { createSystemClock } from "../../../src/service/systemClock";
import { serveSandbox } from "../../sandboxServer/httpServer";
import { Sandbox, type IncomingRequest } from "../../sandboxServer/sandbox";
import type { Change } from "./scenario";

export const key = "secret-key-4711-abcdefgh";
export const otherKey = "secret-key-0815-abcdefgh";

export interface ScenarioService {
  readonly origin: string;
  /** Paid requests since `begin`. */
  readonly sent: string[];
  /** Called before the answer to a paid request leaves. */
  onAnswered: (paid: number) => void;
  /** Of companies that have people. */
  readonly domains: readonly string[];
  /** A service that nobody has used yet. */
  begin(people: number): void;
  change(change: Change): void;
  close(): Promise<void>;
}

const paidPaths: ReadonlyMap<string, string> = new Map(paidOperations.map((name) => [operations[name].path, name]));

function describe({ path, body }: IncomingRequest): string | undefined {
  const name = paidPaths.get(path.split("?")[0] ?? "");
  const { limit } = JSON.parse(Buffer.from(body ?? "{}").toString("utf8") || "{}") as { readonly limit?: number };
  return name && (limit === undefined ? name : `${name} ${limit}`);
}

export async function openService(): Promise<ScenarioService> {
  const clock = createSystemClock();
  const sent: string[] = [];
  const newSandbox = (people: number): Sandbox =>
    new Sandbox({
      ...{ clock, people, companies: 60, prices: { all: 1 } },
      keys: [
        { key, workspaceId: "w", balance: 10_000 },
        { key: otherKey, workspaceId: "other", balance: 10_000 },
      ],
    });
  let sandbox = newSandbox(60);
  const answer: Sandbox["answer"] = async (request) => {
    const paid = describe(request);
    if (paid !== undefined) {
      sent.push(paid);
    }
    const answered = await sandbox.answer(request);
    if (paid !== undefined) {
      service.onAnswered(sent.length);
    }
    return answered;
  };
  const server = await serveSandbox({ answer }, { port: 0, clock });
  const service: ScenarioService = {
    origin: server.origin,
    sent,
    onAnswered: () => undefined,
    domains: await domainsOf(sandbox),
    begin(people) {
      sent.length = 0;
      service.onAnswered = () => undefined;
      sandbox = newSandbox(people);
    },
    change({ faults, prices, balance, revoked }) {
      if (faults !== undefined) {
        sandbox.setFaults({ faults });
      }
      if (prices !== undefined) {
        sandbox.setPrices(prices);
      }
      if (balance !== undefined) {
        sandbox.setBalance(key, balance);
      }
      if (revoked === true) {
        sandbox.revokeKey(key);
      }
    },
    close: () => server.close(),
  };
  return service;
}

/** Of the companies where some of its people work. The same companies and people are there in every scenario. */
async function domainsOf(sandbox: Sandbox): Promise<readonly string[]> {
  const search = { current_company_headcounts: [{ min: 1 }], limit: 50 };
  const reply = await sandbox.handle({
    method: "POST",
    path: operations.peopleSearch.path,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(search)),
  });
  const text = Buffer.from(reply.body).toString("utf8");
  const found = [...text.matchAll(/"(?:company_)?domain":\s*"([^"]+)"/gu)].map(([, domain = ""]) => domain);
  return [...new Set(found)];
}
