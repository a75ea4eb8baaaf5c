// Leave-out lists from the file to the export: what they name is neither shown nor answered, and never costs more.
import assert from "node:assert/strict";
import fc from "fast-check";
import { storeExports } from "../../../src/export/storeExport";
import { leaveOutItems } from "../../../src/runs/leaveOutItems";
import type { RunSummary } from "../../../src/runs/run";
import type { SearchKind } from "../../../src/service/filterCatalogue";
import { searchOperation } from "../../../src/service/operations";
import type { Transport } from "../../../src/service/wire";
import type { LeaveOutEntry } from "../../../src/store/identifiers";
import { leftOut } from "../../../src/store/leaveOut";
import { readLeaveOutList } from "../../../src/tables/leaveOutList";
import { Sandbox } from "../../sandboxServer/sandbox";
import { testClock } from "../../support/testClock";
import { sandboxConnection as connection } from "../../support/testDesk";
import { keptRecords, now, removeFolders } from "../store/rig";
import { runRig, type Rig } from "./runRig";

interface Profile {
  readonly professional_network?: { readonly url?: string; readonly id?: number };
}
interface Company {
  readonly id?: string;
  readonly name?: string;
  readonly domain?: string;
  readonly social_profiles?: Profile;
}
interface Person extends Omit<Company, "name" | "domain"> {
  readonly full_name?: string;
  readonly employment?: { readonly current?: { readonly company?: Company } };
}
type AnyRecord = Company & Person;

const bare = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/u, "").toLowerCase();
const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** What a record can be left out by, worked out from its JSON without the store. */
function namesOf(record: AnyRecord, search: SearchKind): ReadonlySet<string> {
  const company = search === "company" ? record : (record.employment?.current?.company ?? {});
  const network = company.social_profiles?.professional_network;
  const found = [
    company.domain === undefined ? "" : `domain ${company.domain.toLowerCase()}`,
    network?.url === undefined ? "" : `companyUrl ${bare(network.url)}`,
    network?.id === undefined ? "" : `companyNetworkId ${network.id}`,
    company.id === undefined ? "" : `id ${company.id}`,
  ];
  if (search === "people") {
    const own = record.social_profiles?.professional_network;
    const name = plain(record.full_name ?? "");
    found.push(
      own?.url === undefined ? "" : `personUrl ${bare(own.url)}`,
      own?.id === undefined ? "" : `personNetworkId ${own.id}`,
      `id ${record.id ?? ""}`,
      company.name === undefined ? "" : `nameAtCompany ${name}\n${plain(company.name)}`,
      company.domain === undefined ? "" : `nameAtCompany ${name}\n${company.domain.toLowerCase()}`,
    );
  }
  return new Set(found.filter((text) => text !== ""));
}

/** A line of a list that names a record in one of the ways people write it. */
function lineFor(record: AnyRecord, way: number): string {
  const company = record.employment?.current?.company ?? record;
  const lines = [
    company.domain,
    `https://www.${company.domain ?? "nobody.example"}/about`,
    record.id,
    record.social_profiles?.professional_network?.url,
    company.social_profiles?.professional_network?.url,
    record.full_name === undefined ? undefined : `${record.full_name}, ${company.name ?? ""}`,
    record.full_name === undefined ? undefined : `${record.full_name} @ ${company.domain ?? ""}`,
    company.id,
  ];
  return lines[way % lines.length] ?? "";
}

const wordOf: Readonly<Record<SearchKind, "company" | "person">> = { company: "company", people: "person" };

describe("leave-out lists", function () {
  let rig: Rig;
  let ignoresExcludes = false;
  const everything: Record<SearchKind, readonly AnyRecord[]> = { company: [], people: [] };

  /** A service that does not know `exclude`: what it sends must still be hidden, and nothing else may change. */
  const forgetful =
    (through: Transport): Transport =>
    (request, signal) => {
      if (!ignoresExcludes || request.body === undefined) {
        return through(request, signal);
      }
      const body = JSON.parse(Buffer.from(request.body).toString()) as Record<string, unknown>;
      const kept = Object.entries(body).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.filter((item: { exclude?: boolean }) => item.exclude !== true) : value,
      ]);
      return through({ ...request, body: Buffer.from(JSON.stringify(Object.fromEntries(kept))) }, signal);
    };

  async function run(
    search: SearchKind,
    records: number,
    list?: {
      readonly uri: string;
      readonly items: ReturnType<typeof leaveOutItems>["items"];
      readonly isNamed: boolean;
    },
  ): Promise<RunSummary> {
    return rig.run({
      task: { kind: searchOperation(search), filters: {}, leaveOutItems: list?.items },
      limits: { records },
      leaveOut: list?.isNamed === true ? [list.uri] : undefined,
    });
  }

  before(async () => {
    const sandbox = new Sandbox({
      clock: testClock(),
      companies: 60,
      people: 240,
      keys: [{ key: "sandbox-key", workspaceId: "workspace-synthetic", balance: 1e6 }],
      prices: { all: 0.25 },
    });
    rig = runRig({ sandbox, transport: forgetful });
    for (const search of ["company", "people"] as const) {
      const { header } = await run(search, 1000);
      everything[search] = (await keptRecords(rig.store, header.id)) as readonly AnyRecord[];
    }
  });
  after(removeFolders);

  async function checkHidden(
    search: SearchKind,
    summary: RunSummary,
    isLeftOut: (record: AnyRecord) => boolean,
  ): Promise<number> {
    const { view, count, leftOut } = await rig.store.views.open(
      { kind: "run", run: summary.header.id },
      { columns: ["name"], now },
    );
    const task = { progress: () => undefined, breathe: () => Promise.resolve() };
    const text = Buffer.from(await storeExports.toText(rig.db, { view, format: { kind: "json" } }, task)).toString();
    const exported = JSON.parse(text) as readonly AnyRecord[];
    const window = await rig.store.views.rows(view, 0, count);
    await rig.store.views.close(view);
    const known = new Map(everything[search].map((record) => [record.id, record]));
    assert.equal(exported.length, count);
    assert.equal(count + leftOut, summary.records);
    assert.deepEqual(exported.filter(isLeftOut), []);
    assert.deepEqual(
      window.map(({ id }) => known.get(id)).filter((record) => record !== undefined && isLeftOut(record)),
      [],
    );
    return leftOut;
  }

  it("hide what they name in any run, and never make it cost more", async () => {
    const line = fc.record({ of: fc.nat(), way: fc.nat({ max: 7 }), isCompany: fc.boolean() });
    const lists = fc.array(line, { minLength: 1, maxLength: 30 });
    const searches = fc.constantFrom<SearchKind>("company", "people");
    let nth = 0;
    let hidden = 0;
    await fc.assert(
      fc.asyncProperty(
        lists,
        searches,
        fc.nat({ max: 40 }),
        fc.integer({ min: 1, max: 260 }),
        fc.boolean(),
        fc.boolean(),
        async (picked, search, most, records, isNamed, forgets) => {
          nth += 1;
          const uri = `file:///w/list-${nth}.txt`;
          const text = picked
            .map(({ of, way, isCompany }) => {
              const all = everything[isCompany ? "company" : "people"];
              return lineFor(all[of % all.length] ?? {}, way);
            })
            .join("\n");
          const { entries } = await readLeaveOutList(Buffer.from(text), false);
          const values = new Set(entries.map(({ kind, value }) => `${kind} ${value}`));
          const isLeftOut = (record: AnyRecord): boolean =>
            [...namesOf(record, search)].some((name) => values.has(name));
          ignoresExcludes = forgets;
          const without = await run(search, records);
          await rig.store.leaveOut.save({ uri, hash: "1", everywhere: !isNamed, entries });
          try {
            const { items } = leaveOutItems(search, {}, entries, most);
            const summary = await run(search, records, { uri, items, isNamed });
            assert.ok(summary.credits <= without.credits, `${summary.credits} > ${without.credits}`);
            hidden += await checkHidden(search, summary, isLeftOut);
            await checkAnswers(search, entries, uri, isLeftOut);
          } finally {
            await rig.store.leaveOut.save({ uri, hash: "", everywhere: false, entries: [] });
            ignoresExcludes = false;
          }
        },
      ),
      { numRuns: 12 },
    );
    assert.ok(hidden > 0);
  });

  async function checkAnswers(
    search: SearchKind,
    entries: readonly LeaveOutEntry[],
    uri: string,
    isLeftOut: (record: AnyRecord) => boolean,
  ): Promise<void> {
    const field = search === "company" ? "professional_network_url" : "person_professional_network_url";
    for (const record of everything[search].filter(isLeftOut).slice(0, 10)) {
      const url = record.social_profiles?.professional_network?.url;
      const answer =
        url === undefined
          ? undefined
          : await rig.store.lookups.findAnswer(
              { kind: wordOf[search], origin: connection.origin, identifiers: { [field]: url } },
              [uri],
            );
      assert.notEqual(answer?.kind, "found");
    }
    const domains = entries.filter(({ kind }) => kind === "domain");
    assert.deepEqual(
      leftOut(
        rig.db,
        "company",
        domains.map(({ value }) => ({ domain: `https://www.${value}/` })),
        [uri],
      ),
      domains.map(() => true),
    );
  }

  it("of domains make their people cost nothing", async () => {
    const domainOf = (person: AnyRecord): string | undefined => person.employment?.current?.company?.domain;
    const domains = [...new Set(everything.people.map(domainOf).filter((domain) => domain !== undefined))].slice(0, 40);
    const { entries } = await readLeaveOutList(Buffer.from(domains.join("\n")), false);
    const { items, sent } = leaveOutItems("people", {}, entries, 100);
    const others = everything.people.filter((person) => !domains.includes(domainOf(person) ?? ""));
    assert.ok(others.length < everything.people.length / 2);
    const { credits, returned } = await run("people", 1000, { uri: "file:///w/domains.txt", items, isNamed: true });
    assert.deepEqual([sent, returned, credits], [domains.length, others.length, others.length * 0.25]);
  });
});

const entries: readonly LeaveOutEntry[] = [
  { kind: "personUrl", value: "network.example/in/ada" },
  { kind: "email", value: "ada@acme.example" },
  { kind: "nameAtCompany", value: "ada lovelace\nacme" },
  { kind: "companyNetworkId", value: "1035" },
  { kind: "domain", value: "acme.example" },
  { kind: "domain", value: "contoso.example" },
];

describe("leave-out entries that are sent to the service", () => {
  it("are excluded on the fields of a people search, companies first", () => {
    const { items, sent } = leaveOutItems("people", {}, entries, 100);
    assert.deepEqual(items, {
      current_company_domains: [
        { value: "acme.example", exclude: true, exact_match: true },
        { value: "contoso.example", exclude: true, exact_match: true },
      ],
      current_company_professional_network_ids: [{ value: 1035, exclude: true }],
      person_professional_network_urls: [{ value: "https://network.example/in/ada", exclude: true, exact_match: true }],
    });
    assert.equal(sent, 4);
  });

  it("are excluded on the fields of a company search, which has none for people", () => {
    const { items, sent } = leaveOutItems("company", {}, entries, 100);
    assert.deepEqual(Object.keys(items), ["domains", "professional_network_ids"]);
    assert.equal(sent, 3);
  });

  it("are as many as allowed, and ids are on both fields or on none", () => {
    assert.deepEqual(leaveOutItems("people", {}, entries, 1), {
      items: { current_company_domains: [{ value: "acme.example", exclude: true, exact_match: true }] },
      sent: 1,
    });
    const ids: readonly LeaveOutEntry[] = [{ kind: "id", value: "c0000123" }];
    assert.deepEqual(leaveOutItems("people", {}, ids, 1), { items: {}, sent: 0 });
    assert.deepEqual(Object.keys(leaveOutItems("people", {}, ids, 2).items), ["current_company_ids", "person_ids"]);
    assert.deepEqual(leaveOutItems("people", {}, entries, 0), { items: {}, sent: 0 });
  });

  it("are not sent a second time when the search excludes them", () => {
    const filters = { domains: [{ value: "https://www.Acme.example/", exclude: true }] };
    assert.deepEqual(leaveOutItems("company", filters, entries, 1), {
      items: { domains: [{ value: "contoso.example", exclude: true, exact_match: true }] },
      sent: 2,
    });
  });

  it("are not sent on a field that has values to include", () => {
    const filters = { current_company_domains: [{ value: "northwind.example", exact_match: true }] };
    assert.deepEqual(Object.keys(leaveOutItems("people", filters, entries, 100).items), [
      "current_company_professional_network_ids",
      "person_professional_network_urls",
    ]);
  });
});
