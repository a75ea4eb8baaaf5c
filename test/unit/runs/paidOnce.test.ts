// The same question asked at the same moment through several doors, and many questions about few records: paid once.
import assert from "node:assert/strict";
import { callTool } from "../../../src/agents/callTool";
import { lookUpTool } from "../../../src/agents/tools/lookUp";
import type { App } from "../../../src/app/app";
import { createLeaveOutLists, searchFileAt } from "../../../src/app/headless/leaveOutLists";
import { createNodeFiles, fileBytes } from "../../../src/app/headless/nodeFiles";
import { EnrichmentList } from "../../../src/enrichments/enrichmentList";
import { lookUpOnce, savedAnswer, type LookupInput, type PaidLookup } from "../../../src/runs/lookUpOnce";
import { StoreRateLimitGate } from "../../../src/runs/storeRateLimitGate";
import { randomFor, type Random } from "../../../src/sandbox/random";
import { createServiceClient } from "../../../src/service/client";
import type { ServiceError } from "../../../src/service/errors";
import type { LookupKind } from "../../../src/service/operations";
import type { ServiceClient } from "../../../src/service/serviceClient";
import type { Transport } from "../../../src/service/wire";
import type { ColumnMapping } from "../../../src/tables/batchMapping";
import type { ResultColumns } from "../../../src/tables/batchResult";
import { parseLookup } from "../../../src/tables/parseLookup";
import { Sandbox, type RateLimit } from "../../sandboxServer/sandbox";
import { testClock } from "../../support/testClock";
import { clientOver, sandboxConnection as connection } from "../../support/testDesk";
import { removeFolders } from "../store/rig";
import { answeringClient } from "./answeringClient";
import { askBatch, byDomain, readBatch, resultOf, tableOf } from "./batchRig";
import { runRig, ticking, unfollowed, type Rig } from "./runRig";

const never = new AbortController().signal;
const serverError: { readonly fail: ServiceError } = {
  fail: { code: "server", message: "The service failed (HTTP 500).", creditsSpent: "maybe", status: 500 },
};

const refused: { readonly fail: ServiceError } = {
  fail: { code: "unauthorized", message: "No.", creditsSpent: "no", serviceMessage: "" },
};

describe("a question asked through several doors at once", function () {
  afterEach(removeFolders);

  const rigOf = (client: ServiceClient, options: Parameters<typeof runRig>[0] = {}): Rig =>
    runRig({ ...options, client: () => client });
  const windowOf = (client: ServiceClient, rig: Rig, owner: string): Rig =>
    rigOf(client, { file: rig.file, clock: rig.clock, owner });
  const quick = (rig: Rig, input: LookupInput, refresh = false, signal = never): Promise<PaidLookup> =>
    lookUpOnce({ ...rig, ...unfollowed, signal }, { ...input, connection, refresh });
  const company = (domain: string): LookupInput => ({ kind: "company", identifiers: { domain }, words: domain });
  const slowly = answeringClientThatWaits;

  it("is asked once by two batches in two windows", async () => {
    const service = slowly();
    const rig = rigOf(service.client);
    const other = windowOf(service.client, rig, "window-2");
    const text = `Domain\n${Array.from({ length: 30 }, (_, nth) => `c${nth}.example\n`).join("")}`;
    const [one, two] = [await readBatch(rig, await tableOf(text)), await readBatch(other, await tableOf(text))];
    assert.deepEqual([one.count.toAsk, two.count.toAsk], [30, 30]);
    const ended = await ticking(rig.clock, Promise.all([askBatch(rig, one.id), askBatch(other, two.id)]));
    assert.deepEqual(
      ended.map(({ stop }) => stop?.kind),
      ["complete", "complete"],
    );
    assert.equal(service.asked.length, 30);
    for (const [window, { id }] of [
      [rig, one],
      [other, two],
    ] as const) {
      const { bytes, counts } = await resultOf(window, id, await tableOf(text));
      assert.equal(counts.found, 30);
      assert.doesNotMatch(Buffer.from(bytes).toString(), /deleted/u, "every row has its record");
    }
  });

  it("is asked once by neighboring rows that identify one company in two ways", async () => {
    const service = slowly();
    const rig = rigOf(service.client);
    const mapping: ColumnMapping = { kind: "company", columns: { domain: 0, networkUrl: 1 } };
    const rows = Array.from({ length: 8 }, (_, nth) => {
      return `c${nth}.example,\nc${nth}.example,https://network.example/company/c${nth}\n`;
    });
    const { id, count } = await readBatch(rig, await tableOf(`Domain,Page\n${rows.join("")}`), mapping);
    assert.equal(count.toAsk, 16);
    const { stop } = await ticking(rig.clock, askBatch(rig, id));
    assert.deepEqual([stop, service.asked.length], [{ kind: "complete" }, 8]);
  });

  it("is not asked when another one brought its record while it waited for its turn", async () => {
    const service = slowly();
    const rig = rigOf(service.client);
    let [letPass, waiting] = [() => undefined as void, () => undefined as void];
    const passing = new Promise<void>((resolve) => (letPass = resolve));
    const isWaiting = new Promise<void>((resolve) => (waiting = resolve));
    const client: ServiceClient = {
      ...service.client,
      companyLookup: async (...values) => {
        waiting();
        await passing;
        return service.client.companyLookup(...values);
      },
    };
    const other = windowOf(client, rig, "window-2");
    const mapping: ColumnMapping = { kind: "company", columns: { networkUrl: 0 } };
    const table = await tableOf("Page\nhttps://network.example/company/a\n");
    const { id } = await readBatch(other, table, mapping);
    const batch = askBatch(other, id);
    await isWaiting;
    await ticking(rig.clock, quick(rig, company("a.example")));
    letPass();
    assert.deepEqual([(await ticking(rig.clock, batch)).stop, service.asked.length], [{ kind: "complete" }, 1]);
    assert.equal((await resultOf(other, id, table, mapping)).counts.found, 1);
  });

  it("is answered for free by the batch that is asking it", async () => {
    const service = slowly();
    const rig = rigOf(service.client);
    const { id } = await readBatch(rig, await tableOf("Domain\na.example\nb.example\n"));
    const other = windowOf(service.client, rig, "window-2");
    const batch = askBatch(rig, id);
    await service.isAsked("a.example");
    const [answer] = await ticking(rig.clock, Promise.all([quick(other, company("a.example")), batch]));
    assert.ok(answer.kind === "answered" && answer.answer.kind === "found");
    assert.deepEqual([answer.isPaid, answer.answer.run, service.asked.length], [false, id, 2]);
  });

  it("is not asked a second time by a refresh that starts while it is being asked", async () => {
    const service = slowly();
    const rig = rigOf(service.client);
    const first = quick(rig, company("a.example"));
    await service.isAsked("a.example");
    const [, refreshed] = await ticking(rig.clock, Promise.all([first, quick(rig, company("a.example"), true)]));
    assert.deepEqual([refreshed.kind, service.asked.length], ["answered", 1]);
    await ticking(rig.clock, quick(rig, company("a.example"), true));
    assert.equal(service.asked.length, 2);
  });

  for (const [what, failure, then, calls] of [
    ["is asked by the next one when the service refused it", refused, "answered", 2],
    ["is not sent by the next one without consent when it was not answered", serverError, "unanswered", 1],
  ] as const) {
    it(what, async () => {
      const service = slowly((nth) => (nth === 1 ? failure : undefined));
      const rig = rigOf(service.client);
      const first = quick(rig, company("a.example"));
      await service.isAsked("a.example");
      const [failed, second] = await ticking(rig.clock, Promise.all([first, quick(rig, company("A.example"))]));
      assert.deepEqual([failed.kind, second.kind, service.asked.length], ["stopped", then, calls]);
      // Whoever starts now was told.
      assert.equal((await ticking(rig.clock, quick(rig, company("a.example")))).kind, "answered");
      assert.equal(service.asked.length, 2);
    });
  }

  it("needs new consent when the window that asked it died, and stops waiting when canceled", async () => {
    const dead = answeringClient(() => new Promise<never>(() => undefined));
    const clock = testClock();
    const killed = rigOf(dead.client, { clock });
    void quick(killed, company("a.example"));
    while (dead.asked.length === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const service = slowly();
    // The clock of the dead window stands still, so it does not renew its lease.
    const rig = rigOf(service.client, { file: killed.file, clock: testClock(clock.now()), owner: "window-2" });
    const stop = new AbortController();
    const waiting = quick(rig, company("a.example"), false, stop.signal);
    stop.abort();
    assert.deepEqual([(await waiting).kind, service.asked.length], ["stopped", 0]);
    const before = rig.clock.now();
    const lost = await ticking(rig.clock, quick(rig, company("a.example")));
    assert.deepEqual([lost.kind, service.asked.length], ["unanswered", 0]);
    assert.ok(rig.clock.now() - before >= 6_000, "not before its lease has expired");
    const answer = await ticking(rig.clock, quick(rig, company("a.example")));
    assert.deepEqual([answer.kind, service.asked.length], ["answered", 1]);
  });
});

/** Finds every company, a little later; fails where `failureOf` says so. */
function answeringClientThatWaits(
  failureOf: (nth: number) => { readonly fail: ServiceError } | undefined = () => undefined,
) {
  const waiting = new Map<string, () => void>();
  const service = answeringClient(async ({ domain = "" }, nth) => {
    waiting.get(domain)?.();
    for (let round = 0; round < 5; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    return (
      failureOf(nth) ?? {
        id: domain,
        name: domain,
        domain,
        social_profiles: {
          professional_network: { url: `https://network.example/company/${domain.replace(".example", "")}` },
        },
      }
    );
  });
  return {
    ...service,
    isAsked: (domain: string): Promise<void> => new Promise((resolve) => waiting.set(domain, resolve)),
  };
}

interface Known {
  readonly kind: LookupKind;
  readonly id: string;
  /** The same record in three ways, each in two spellings. */
  readonly ways: readonly (readonly [string, string])[];
}

/** A sandbox that charges every answer, and counts how often it was charged for each record. */
class CountingService {
  readonly clock = testClock();
  readonly sandbox: Sandbox;
  readonly paid = new Map<string, number>();
  /** Replies with 429, and requests before the wait that they asked for was over. */
  refused = 0;
  tooEarly = 0;
  private openAt = 0;

  constructor(rateLimit?: RateLimit) {
    this.sandbox = new Sandbox({
      clock: this.clock,
      companies: 300,
      people: 900,
      keys: [{ key: "sandbox-key", workspaceId: "workspace-synthetic", balance: 1e6 }],
      prices: { all: 1 },
      rateLimit,
    });
  }

  readonly transport: Transport = async (request, signal) => {
    this.tooEarly += this.clock.now() < this.openAt ? 1 : 0;
    const reply = await this.sandbox.transport(request, signal);
    if (reply.status === 429) {
      this.refused += 1;
      const { message } = JSON.parse(Buffer.from(reply.body).toString()) as { readonly message: string };
      this.openAt = Math.max(this.openAt, this.clock.now() + 1000 * Number(/in ([\d.]+)s/.exec(message)?.[1] ?? 0));
    }
    if (request.path.includes("/lookup") && reply.status === 200) {
      const { companies, people } = JSON.parse(Buffer.from(reply.body).toString()) as {
        readonly companies?: readonly { readonly id: string }[];
        readonly people?: readonly { readonly id: string }[];
      };
      for (const { id } of [...(companies ?? []), ...(people ?? [])]) {
        this.paid.set(id, (this.paid.get(id) ?? 0) + 1);
      }
    }
    return reply;
  };

  /** A hundred companies and a hundred people. */
  async known(): Promise<readonly Known[]> {
    const client = clientOver(this.sandbox.transport, this.clock);
    const body = async (reply: Promise<{ readonly body: Uint8Array }>): Promise<Record<string, readonly Listed[]>> =>
      JSON.parse(Buffer.from((await reply).body).toString()) as Record<string, readonly Listed[]>;
    const { companies = [] } = await body(client.companySearch({ limit: 100 }));
    const { people = [] } = await body(client.peopleSearch({ limit: 100 }));
    const known = (kind: LookupKind, { id, domain, social_profiles: profiles }: Listed): Known => {
      const { url } = profiles.professional_network;
      const number = String(profiles.professional_network.id);
      const byDomain = [domain ?? url, `https://WWW.${domain?.toUpperCase()}/about`] as const;
      return {
        kind,
        id,
        ways: [domain === undefined ? [url, url] : byDomain, [url, `${url}/`], [number, ` ${number}`]],
      };
    };
    return [...companies.map((one) => known("company", one)), ...people.map((one) => known("person", one))];
  }
}

interface Listed {
  readonly id: string;
  readonly domain?: string;
  readonly social_profiles: { readonly professional_network: { readonly url: string; readonly id: number } };
}

const idColumn: ResultColumns = { headers: ["Id"], cells: (record) => [String((record as Listed).id)] };

/** Which column has which of a record's identifiers. */
const columnsOf: Readonly<Record<LookupKind, ColumnMapping["columns"]>> = {
  company: { domain: 0, networkUrl: 1, networkId: 2 },
  person: { profileUrl: 1, profileId: 2 },
};

describe("four hundred questions about two hundred records", function () {
  this.timeout(300_000);
  afterEach(removeFolders);

  interface Question {
    readonly record: number;
    readonly spelling: number;
    readonly door: "quick" | "selection" | "file" | "agent";
  }
  const questions = (random: Random): readonly Question[] =>
    Array.from({ length: 400 }, () => ({
      record: random.int(200),
      spelling: random.int(2),
      door: random.pick(["quick", "selection", "file", "agent"]),
    }));
  /** Asked at the same moment, by one kind of identifier: only an answer shows that two kinds are one record's. */
  const together = 20;

  it("through every door, in any order, are paid at most once for each record", async () => {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const random = randomFor(seed, 0, 0);
    const asked = questions(random);
    const service = new CountingService();
    const records = await service.known();
    assert.equal(records.length, 200);
    const { clock, sandbox } = service;
    const options = { clock, sandbox, transport: () => service.transport };
    const rig = runRig(options);
    const other = runRig({ ...options, file: rig.file, owner: "window-2" });
    const desk = deskOver(runRig({ ...options, file: rig.file, owner: "agents" }));
    const answered = new Set<string>();
    for (let start = 0; start < asked.length; start += together) {
      const way = random.int(3);
      const work = asked.slice(start, start + together).map(({ record, spelling, door }) => {
        const known = records[record] as Known;
        answered.add(known.id);
        // A number alone is no question that an agent may ask.
        return { known, door: way === 2 && door === "agent" ? "quick" : door, text: known.ways[way]?.[spelling] ?? "" };
      });
      const rowsOf = (kind: LookupKind, door: Question["door"]): string =>
        work
          .filter((one) => one.known.kind === kind && one.door === door)
          .map(({ text }) => `${[0, 1, 2].map((column) => (column === way ? text : "")).join(",")}\n`)
          .join("");
      const batch = async (window: Rig, kind: LookupKind, door: Question["door"]): Promise<void> => {
        const columns = kind === "person" && way === 0 ? { profileUrl: 0 } : columnsOf[kind];
        const table = await tableOf(`A,B,C\n${rowsOf(kind, door)}`);
        const { id } = await readBatch(window, table, { kind, columns });
        assert.deepEqual((await askBatch(window, id)).stop, { kind: "complete" });
        const { counts } = await resultOf(window, id, table, { kind, columns }, idColumn);
        assert.equal(counts.found, counts.rows);
      };
      const lookUp = async ({ known: { kind }, text }: (typeof work)[number]): Promise<void> => {
        const parsed = way === 2 ? idQuestion(kind, text) : parseLookup(kind, text);
        assert.equal(parsed.kind, "understood", text);
        const input = { kind, identifiers: parsed.kind === "understood" ? parsed.identifiers : {}, words: text };
        const saved = await savedAnswer(rig.store, input, connection.origin);
        const found = saved ?? (await lookUpOnce({ ...rig, ...unfollowed }, { ...input, connection }));
        assert.ok(["found", "answered"].includes(found.kind), found.kind);
      };
      // One after the other, because agents wait for the price before they ask several questions at once.
      const ofAgent = async (): Promise<void> => {
        for (const { known, door, text } of work) {
          const call = { signal: never, onProgress: () => undefined };
          const answer =
            door === "agent" ? await callTool(desk, lookUpTool, { kind: known.kind, items: [text] }, call) : undefined;
          assert.equal(answer?.data["found"] ?? true, true, answer?.text);
        }
      };
      await ticking(
        clock,
        Promise.all([
          ofAgent(),
          batch(rig, "company", "selection"),
          batch(rig, "person", "selection"),
          batch(other, "company", "file"),
          batch(other, "person", "file"),
          ...work.filter(({ door }) => door === "quick").map(lookUp),
        ]),
      );
    }
    const counts = [...service.paid.values()];
    assert.deepEqual([Math.max(...counts), new Set(service.paid.keys())], [1, answered], `seed ${seed}`);
  });

  it("in several batches at once stay under one rate limit, and no request is sent during a wait", async () => {
    const service = new CountingService({ calls: 25, windowMs: 10_000 });
    const { clock, sandbox, transport } = service;
    const records = (await new CountingService().known()).filter(({ kind }) => kind === "company");
    const windows: Rig[] = [];
    for (const owner of ["window-1", "window-2", "window-3"]) {
      const first = windows[0]?.file;
      const rig = runRig({
        ...{ clock, sandbox, owner, ...(first !== undefined && { file: first }) },
        client: () =>
          createServiceClient({
            ...{ transport, key: "sandbox-key", userAgent: "prospect-desk/test", clock, random: () => 0.5 },
            gate: {
              acquirePaidSlot: (...values) => gate.acquirePaidSlot(...values),
              state: () => gate.state(),
              pause: (...values) => gate.pause(...values),
              accepted: () => gate.accepted(),
              mayAskFree: (name) => gate.mayAskFree(name),
              open: () => gate.open(),
            },
          }),
      });
      const gate = new StoreRateLimitGate({ pauses: rig.store.pauses, keyHash: "key", clock, owner });
      windows.push(rig);
    }
    const ended = await ticking(
      clock,
      Promise.all(
        windows.map(async (rig, nth) => {
          const own = records.slice(nth * 20, nth * 20 + 40).map(({ ways }) => `${ways[0]?.[0]}\n`);
          const { id } = await readBatch(rig, await tableOf(`Domain\n${own.join("")}`), byDomain);
          return askBatch(rig, id);
        }),
      ),
    );
    assert.deepEqual(
      ended.map(({ stop }) => stop?.kind),
      ["complete", "complete", "complete"],
    );
    assert.deepEqual([service.paid.size, Math.max(...service.paid.values()), service.tooEarly], [80, 1, 0]);
    // Four in flight may be refused together; after that, the limit is known to all windows.
    assert.ok(service.refused > 0 && service.refused <= 4 * 4, `${service.refused} requests were refused`);
  });
});

/** What the tools for agents use, over the database of a window. */
function deskOver({ store, runs, budgets, client, clock }: Rig): App {
  return {
    ...{ store: store as App["store"], runs, budgets, clock, random: (bytes) => new Uint8Array(bytes) },
    enrichments: new EnrichmentList({ store, clock, owner: "agents" }),
    files: createNodeFiles([]),
    lists: createLeaveOutLists(store, clock, []),
    searchAt: searchFileAt,
    settings: () => Promise.resolve({ creditsPerDay: 1e6, creditsPerMonth: null, sentItems: 100 }),
    connection: () => Promise.resolve({ info: connection, client, sandbox: false, free: false }),
    origin: () => connection.origin,
    bytesOf: fileBytes,
    spent: () => undefined,
    ask: () => Promise.resolve("no"),
  };
}

function idQuestion(kind: LookupKind, text: string): ReturnType<typeof parseLookup> {
  const field = kind === "company" ? "professional_network_id" : "person_professional_network_id";
  return { kind: "understood", identifiers: { [field]: Number(text) }, words: text };
}
