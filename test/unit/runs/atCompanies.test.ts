import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { checkColumns } from "../../../src/app/readRecords";
import { extraDataOf, rowsOfRun } from "../../../src/app/rowSource";
import { builtInProfiles } from "../../../src/export/columnProfile";
import { crmProfiles } from "../../../src/export/crmProfiles";
import type { ExportFormat } from "../../../src/export/formats";
import { storeExports } from "../../../src/export/storeExport";
import { offeredColumns } from "../../../src/records/columns";
import { askedCompanies } from "../../../src/runs/atCompanies";
import { describeRun } from "../../../src/runs/runState";
import type { RunOrder } from "../../../src/runs/runStore";
import type { Person } from "../../../src/service/recordSchemas";
import type { HttpReply, Transport } from "../../../src/service/wire";
import type { RunCompany } from "../../../src/store/companies";
import { functions } from "../../../src/store/functions";
import { csvPresets } from "../../../src/tables/writer";
import { Sandbox, type SandboxOptions } from "../../sandboxServer/sandbox";
import { testClock } from "../../support/testClock";
import { openInProcess } from "../store/inProcess";
import { keptRecords, removeFolders, type TestStore } from "../store/rig";
import { runRig, type Rig } from "./runRig";

interface Sent {
  readonly domains: readonly string[];
  readonly search_after?: string;
  readonly limit: number;
}

/** Records the people searches that are sent. */
function recording(sent: Sent[]): (through: Transport) => Transport {
  return (through) => (request, signal) => {
    if (request.path !== "/api/v2/people/search") {
      return through(request, signal);
    }
    const { current_company_domains: items = [], ...body } = JSON.parse(String(request.body)) as Sent & {
      readonly current_company_domains?: readonly { readonly value: string }[];
    };
    sent.push({ ...body, domains: items.map(({ value }) => value) });
    return through(request, signal);
  };
}

const allFunctions = { ...functions, exports: storeExports };

describe("people at companies", () => {
  const newSandbox = (options: Partial<SandboxOptions> = {}): Sandbox =>
    new Sandbox({
      clock: testClock(),
      companies: 250,
      people: 900,
      prices: { all: 0.25 },
      keys: [{ key: "sandbox-key", workspaceId: "workspace-synthetic", balance: 1e6 }],
      ...options,
    });
  const sandbox = newSandbox();
  afterEach(removeFolders);

  /** The domains of the sandbox's companies, in the order of a search. */
  async function domainsOf(one: Rig): Promise<readonly string[]> {
    const all = await one.run({ task: { kind: "companySearch", filters: {} }, limits: { records: 1000 } });
    const records = await keptRecords(one.store, all.header.id);
    return [...new Set(records.map((record) => String((record as { readonly domain?: unknown }).domain)))];
  }

  const listOf = (domains: readonly string[]): readonly RunCompany[] =>
    domains.map((domain, index) => ({ row: index + 2, entry: `Company ${index}`, domain }));

  const orderOf = (domains: readonly string[], most?: number): Partial<RunOrder> => ({
    task: { kind: "peopleSearch", filters: {}, companies: { count: domains.length, most } },
    companies: listOf(domains),
    limits: { records: 10_000 },
  });

  /** The row of the list beside the domain of each person's employer, as the grid shows them. */
  async function rowsOf(one: Rig, run: string): Promise<readonly (readonly string[])[]> {
    const { view, count } = await one.store.views.open(
      { kind: "run", run },
      { columns: ["list_row", "list_entry", "company_domain"], now: one.clock.now() },
    );
    return (await one.store.views.rows(view, 0, count)).map(({ cells }) => cells);
  }

  it("asks for each company, four at a time, and finds the same people as one search for all", async () => {
    const sent: Sent[] = [];
    let [inFlight, most] = [0, 0];
    const one = runRig({
      sandbox,
      transport: (through) => async (request, signal) => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        const reply = await recording(sent)(through)(request, signal);
        inFlight -= 1;
        return reply;
      },
    });
    const domains = (await domainsOf(one)).slice(0, 150);
    const all = await one.run({ task: { kind: "peopleSearch", filters: {} }, limits: { records: 10_000 } });
    const everybody = (await keptRecords(one.store, all.header.id)) as readonly Person[];
    const expected = everybody.filter(({ employment }) => domains.includes(employment?.current?.company?.domain ?? ""));
    sent.length = most = 0;

    const run = await one.run(orderOf(domains));
    assert.deepEqual(run.stop, { kind: "complete" });
    assert.ok(sent.every((page) => page.domains.length === 1));
    assert.deepEqual(new Set(sent.map((page) => page.domains[0])), new Set(domains));
    assert.equal(most, 4);
    assert.deepEqual((await one.rowIds(run.header.id)).toSorted(), expected.map(({ id }) => id).toSorted());
    assert.equal(run.credits, run.returned * 0.25);
    assert.equal(askedCompanies(run), domains.length);
  });

  it("tells for each person the row of the company, and in the end who has nobody", async () => {
    const one = runRig({ sandbox });
    const domains = ["nobody.invalid", ...(await domainsOf(one)).slice(0, 30)];
    const run = await one.run(orderOf(domains));
    const rows = await rowsOf(one, run.header.id);
    assert.ok(rows.length > 30);
    for (const [row, entry, domain] of rows) {
      const index = domains.indexOf(domain ?? "");
      assert.deepEqual([row, entry], [String(index + 2), `Company ${index}`], domain);
    }
    const employers = new Set(rows.map(([, , domain]) => domain));
    const { companies } = one.store;
    assert.deepEqual(await companies.counts(run.header.id), {
      withPeople: employers.size,
      withoutPeople: domains.length - employers.size,
      leftOut: 0,
      open: 0,
    });
    assert.deepEqual(
      (await companies.withoutPeople(run.header.id)).map(({ domain }) => domain),
      domains.filter((domain) => !employers.has(domain)),
    );
  });

  it("has the other columns of the list: shown, sorted, filtered, found, and exported in every profile", async () => {
    const one = runRig({ sandbox });
    const domains = (await domainsOf(one)).slice(0, 30);
    const owner = `It's "O" \\ Ünal.x[0]`;
    const names = ["Owner", "Title", owner, "Empty"];
    const cellsOf = (nth: number): readonly string[] => [["Bo", "ann"][nth % 2] ?? "", `T${nth}`, "=1+1", ""];
    const companies = domains.map((domain, nth) => ({
      ...{ row: nth + 2, entry: domain, domain },
      cells: Object.fromEntries(names.map((name, at) => [name, cellsOf(nth)[at] ?? ""])),
    }));
    const of = { count: domains.length, columns: names };
    const task = { kind: "peopleSearch", filters: {}, companies: of } as const;
    const run = await one.run({ task, companies, limits: { records: 10_000 } });
    const source = rowsOfRun(run);
    const offered = offeredColumns("person", extraDataOf(source)).slice(0, 6);
    assert.deepEqual(
      offered.map(({ header, label }) => [header, label]).slice(2),
      ["Owner", "Title (list)", owner, "Empty"].map((name) => [name, name]),
    );
    const ids = names.map((name) => `list/${name}`);
    assert.deepEqual(offered.map(({ id }) => id).slice(2), ids);
    const { store, close } = openInProcess<TestStore>({ file: one.file }, allFunctions);
    const open = (order: object) => store.views.open(source.view, { columns: ["list_row", ...ids], now: 0, ...order });
    const rows = async (order: object = {}): Promise<readonly (readonly string[])[]> => {
      const { view, count } = await open(order);
      return (await store.views.rows(view, 0, count)).map(({ cells }) => cells);
    };
    const all = await rows();
    assert.ok(all.length > 20);
    all.forEach(([row, ...cells]) => assert.deepEqual(cells, cellsOf(Number(row) - 2)));
    const owners = async (order: object) => [...new Set((await rows(order)).map(([, cell]) => cell))];
    assert.deepEqual(await owners({ sort: { column: "list/Owner", descending: false } }), ["ann", "Bo"]);
    assert.deepEqual(await owners({ filter: "ANN" }), ["ann"]);
    assert.deepEqual(await owners({ conditions: [{ kind: "oneOf", column: "list/Owner", values: ["Bo"] }] }), ["Bo"]);
    const empty = { kind: "empty", isEmpty: true } as const;
    assert.equal((await rows({ conditions: [{ ...empty, column: "list/Empty" }] })).length, all.length);
    assert.equal((await rows({ conditions: [{ ...empty, column: `list/${owner}` }] })).length, 0);

    const { view } = await open({});
    const textOf = async (format: ExportFormat): Promise<string> =>
      Buffer.from(await store.exports.toBytes({ view, format })).toString();
    const extraData = extraDataOf(source);
    for (const profile of [...builtInProfiles("person", extraData), ...crmProfiles("person", extraData)]) {
      const text = await textOf({ kind: "csv", profile, options: csvPresets.Plain });
      const [header = [], ...lines] = parse(text) as unknown as readonly (readonly string[])[];
      assert.deepEqual(
        lines.map((line) => ["Owner", "Title (list)", owner].map((name) => line[header.indexOf(name)])),
        all.map(([, ann, title]) => [ann, title, "'=1+1"]),
        profile.name,
      );
    }
    const [first] = JSON.parse(await textOf({ kind: "json" })) as readonly Readonly<Record<string, unknown>>[];
    const [row = "", ...cells] = all[0] ?? [];
    const entry = domains[Number(row) - 2];
    assert.deepEqual(
      [first?.["list_row"], first?.["list_entry"], ...ids.map((id) => first?.[id] ?? "")],
      [Number(row), entry, ...cells],
    );
    const desk = { store, clock: one.clock };
    await checkColumns(desk, source, ["list/Owner"]);
    for (const id of ["list/Nobody", "list/Empty"]) {
      await assert.rejects(checkColumns(desk, source, [id]), /There is no column/u);
    }
    await close();
  });

  it("continues a company with more than a page of people from its cursor", async () => {
    const sent: Sent[] = [];
    const big = newSandbox({ companies: 1, people: 250 });
    const one = runRig({ sandbox: big, transport: recording(sent) });
    const domains = await domainsOf(one);
    const stopped = await one.run({ ...orderOf(domains), limits: { records: 130 } });
    assert.deepEqual([stopped.stop?.kind, stopped.records, askedCompanies(stopped)], ["limitReached", 130, 0]);
    const more = await one.resume(stopped.header.id, { records: 10_000 });
    const total = more.returned;
    assert.ok(total > 200);
    assert.deepEqual([more.stop?.kind, more.records, more.credits], ["complete", total, total * 0.25]);
    assert.ok(
      sent.slice(1).every((page) => page.search_after !== undefined),
      "by its cursor",
    );
    assert.deepEqual(
      sent.slice(0, 3).map(({ limit }) => limit),
      [100, 30, 100],
    );
  });

  it("asks for each company alone when there is a limit per company, and pays for no more", async () => {
    const sent: Sent[] = [];
    const one = runRig({ sandbox, transport: recording(sent) });
    const domains = (await domainsOf(one)).slice(0, 40);
    sent.length = 0;
    const run = await one.run(orderOf(domains, 2));
    assert.equal(run.stop?.kind, "complete");
    assert.ok(sent.every((page) => page.domains.length === 1 && page.limit <= 2));
    const perCompany = new Map<string, number>();
    for (const [row = ""] of await rowsOf(one, run.header.id)) {
      perCompany.set(row, (perCompany.get(row) ?? 0) + 1);
    }
    assert.equal(Math.max(...perCompany.values()), 2);
    assert.equal(run.credits, run.records * 0.25);
  });

  it("does not ask for companies that a leave-out list names", async () => {
    const sent: Sent[] = [];
    const one = runRig({ sandbox, transport: recording(sent) });
    const domains = (await domainsOf(one)).slice(0, 120);
    const list = { uri: "file:///w/customers.txt", hash: "1" };
    const named = [domains[3] ?? "", ...domains.slice(100)];
    const entries = named.map((value) => ({ kind: "domain", value }) as const);
    await one.store.leaveOut.save({ ...list, everywhere: false, entries });
    const run = await one.run({ ...orderOf(domains), leaveOut: [list.uri] });
    assert.equal(run.stop?.kind, "complete");
    const asked = new Set(sent.flatMap((page) => page.domains));
    assert.deepEqual(asked, new Set(domains.filter((domain) => !named.includes(domain))));
    assert.equal((await one.store.companies.counts(run.header.id)).leftOut, named.length);
    await one.store.retention.deleteRun(run.header.id, { now: one.clock.now() });
    await assert.rejects(one.store.companies.counts(run.header.id), { code: "NOT_FOUND" });
  });

  it("stops when a service ignores the companies and sends the same people for each", async () => {
    const sent: Sent[] = [];
    const one = runRig({
      sandbox,
      transport: (through) =>
        recording(sent)((request, signal) => {
          if (request.path !== "/api/v2/people/search") {
            return through(request, signal);
          }
          const body = JSON.parse(String(request.body)) as object;
          return through(
            { ...request, body: Buffer.from(JSON.stringify({ ...body, current_company_domains: [] })) },
            signal,
          );
        }),
    });
    const domains = await domainsOf(one);
    const run = await one.run(orderOf(domains));
    assert.equal(run.stop?.kind, "sameRecords");
    assert.ok(sent.length <= 9 + 5 + 3, "all 900 people, five pages with nothing new, and those in flight");
  });

  /** The first request for this company has no answer, or another one. */
  const oddly =
    (sent: Sent[], domain: () => string, reply: () => HttpReply): ((through: Transport) => Transport) =>
    (through) => {
      let isFirst = true;
      return recording(sent)(async (request, signal) => {
        if (request.path === "/api/v2/people/search" && sent.at(-1)?.domains[0] === domain() && isFirst) {
          isFirst = false;
          return reply();
        }
        return through(request, signal);
      });
    };
  const jsonReply = (status: number, body: object): HttpReply => ({
    ...{ status, headers: { "content-type": "application/json" } },
    body: Buffer.from(JSON.stringify(body)),
  });

  it("ends early where a company has fewer people than the service reports, and asks for those again", async () => {
    const sent: Sent[] = [];
    let domains: readonly string[] = [];
    const early = oddly(
      sent,
      () => domains[2] ?? "",
      () => jsonReply(200, { people: [], metadata: { total: 7, credits: 0 } }),
    );
    const one = runRig({ sandbox, transport: early });
    domains = (await domainsOf(one)).slice(0, 12);
    const run = await one.run(orderOf(domains));
    assert.deepEqual(run.stop, { kind: "endedEarly", companies: { rows: 1, returned: 0, total: 7 } });
    assert.match(
      describeRun(run, 0).sentence,
      /^The service sent no more people at 1 company: 0 people, although it reports 7\./u,
    );
    assert.deepEqual(
      (await one.store.companies.withoutPeople(run.header.id)).map(({ domain }) => domain),
      [domains[2]],
    );
    sent.length = 0;
    const resumed = await one.resume(run.header.id);
    assert.deepEqual([resumed.stop?.kind, sent.map((page) => page.domains[0])], ["complete", [domains[2]]]);
  });
});
