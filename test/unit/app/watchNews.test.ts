// Months of the sandbox under a watch: every change is told once, as the sandbox knows it.
import assert from "node:assert/strict";
import fc from "fast-check";
import { readWatch, type Watch } from "../../../src/app/readWatch";
import { refreshWatch } from "../../../src/app/refreshWatch";
import { openNews, rowsOfNews, type NewsItem } from "../../../src/app/watchNews";
import { Sandbox } from "../../sandboxServer/sandbox";
import { useRigs, price, type AgentRig } from "../agents/agentRig";
import { testClock } from "../runs/runRig";

const dayMs = 86_400_000;
const [people, companies] = [300, 150];
const call = { signal: new AbortController().signal, onProgress: () => undefined };
const spender = { kind: "command", yes: true, acceptsUnknownCosts: false } as const;

/** What a change of these columns is called. */
const telling = {
  people: { company: ["company_name", "company_domain"], title: ["title"], place: ["city", "region", "country"] },
  company: { renamed: ["name", "domain"], headcount: ["headcount"], place: ["city", "region", "country"] },
} as const;

describe("the news of a watch", function () {
  this.timeout(120_000);
  const rig = useRigs();

  function open(seed: number): { readonly one: AgentRig; readonly sandbox: Sandbox } {
    const sandbox = new Sandbox({
      ...{ clock: testClock(), seed, companies, people, prices: { all: price } },
      keys: [{ key: "sandbox-key", workspaceId: "w", balance: 1e9 }],
    });
    const one = rig({ creditsPerDay: 1e6, transport: () => sandbox.transport });
    return { one, sandbox };
  }

  const idsOf = (kind: keyof typeof telling): readonly string[] =>
    Array.from({ length: kind === "people" ? people : companies }, (_, index) => {
      const number = String(index).padStart(7, "0");
      return kind === "people" ? `p${number}` : `c${number}`;
    });
  const watchOf = async (one: AgentRig, kind: keyof typeof telling, more: object = {}): Promise<Watch> => {
    one.write("all.watch.json", JSON.stringify({ records: { ids: idsOf(kind) }, kind, budget: 1e6, ...more }));
    return readWatch(one.app, "all.watch.json");
  };

  /** What the sandbox knows, as lines "id changes" and "id column: before". */
  async function known(sandbox: Sandbox, kind: keyof typeof telling, from: number, to: number): Promise<string[]> {
    const { gone, changed } = await sandbox.changes(kind, {}, from, to);
    const told = [...changed].flatMap(([id, before]) => {
      const changes = Object.entries<readonly string[]>(telling[kind])
        .filter(([, columns]) => columns.some((one) => one in before && (one !== "headcount" || isResized(before))))
        .map(([change]) => change);
      const values = Object.entries(before).map(([column, text]) => `${id} ${column}: ${text}`);
      return changes.length === 0 ? [] : [`${id} ${changes.join(", ")}`, ...values];
    });
    const watched = new Set(idsOf(kind));
    return [...gone.map((id) => `${id} gone`), ...told].filter((line) => watched.has(line.split(" ")[0] ?? ""));
  }
  /** A number that became a range, or a range a number, tells no growth. */
  const isResized = ({ headcount = null }: Readonly<Record<string, string | null>>): boolean => headcount !== null;

  /** How the sandbox calls it, which knows no direction. */
  const directionless: Readonly<Record<string, string>> = {
    ...{ moved: "company", left: "company" },
    ...{ grew: "headcount", shrank: "headcount" },
  };
  /** Who is gone may have other news, too, which are a line of their own. */
  const linesOf = (items: readonly NewsItem[]): readonly string[] =>
    items.flatMap(({ id, changes, before }) => {
      const others = changes.filter((one) => one !== "gone").map((one) => directionless[one] ?? one);
      return [
        ...(changes.includes("gone") ? [`${id} gone`] : []),
        ...(others.length === 0 ? [] : [`${id} ${others.join(", ")}`]),
        ...Object.entries(before).map(([column, text]) => `${id} ${column}: ${text}`),
      ];
    });

  it("is every change of twelve months once, each with its old and new value, and none twice", async () => {
    const seen: Record<string, number> = {};
    const example = fc.tuple(
      fc.constantFrom("people" as const, "company" as const),
      fc.nat(1_000),
      fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(example, async ([kind, seed, months]) => {
        const { one, sandbox } = open(seed);
        const watch = await watchOf(one, kind);
        await refreshWatch(one.app, watch, spender, undefined, call);
        let last = 0;
        for (const [nth, isRefreshed] of months.entries()) {
          sandbox.setMonth(nth + 1);
          one.clock.advance(31 * dayMs);
          if (!isRefreshed) {
            continue;
          }
          await refreshWatch(one.app, watch, spender, undefined, call);
          const { items, count } = await openNews(one.app, watch, 10_000, true);
          assert.equal(count, items.length);
          assert.deepEqual(linesOf(items).toSorted(), (await known(sandbox, kind, last, nth + 1)).toSorted());
          last = nth + 1;
          for (const { id, changes, now, run, at } of items) {
            changes.forEach((change) => (seen[change] = (seen[change] ?? 0) + 1));
            seen["several"] = (seen["several"] ?? 0) + (changes.length > 1 ? 1 : 0);
            assert.ok(run !== "" && at !== "");
            const record = kind === "people" ? sandbox.person(id ?? "") : sandbox.company(id ?? "");
            assert.equal(record === undefined, changes.includes("gone"));
            if ("company_name" in now) {
              const current = sandbox.person(id ?? "")?.employment?.current;
              assert.equal(now["company_name"], current?.company?.name ?? "");
            }
          }
          assert.equal((await openNews(one.app, watch, 1)).count, 0);
        }
      }),
      {
        numRuns: 4,
        examples: (["people", "company"] as const).map((kind) => [[kind, 1, Array<boolean>(12).fill(true)]]),
      },
    );
    const changes = ["gone", "moved", "left", "title", "place", "grew", "shrank", "several"];
    assert.deepEqual(
      changes.filter((change) => (seen[change] ?? 0) < 3),
      [],
      JSON.stringify(seen),
    );
  });

  it("is told once in the end, too, when nobody has handled any of it", async () => {
    const { one, sandbox } = open(1);
    const watch = await watchOf(one, "people");
    await refreshWatch(one.app, watch, spender, undefined, call);
    const expected: string[] = [];
    for (let month = 1; month <= 6; month += 1) {
      sandbox.setMonth(month);
      one.clock.advance(31 * dayMs);
      await refreshWatch(one.app, watch, spender, undefined, call);
      expected.push(...(await known(sandbox, "people", month - 1, month)));
    }
    const { items } = await openNews(one.app, watch, 10_000);
    assert.deepEqual(linesOf(items).toSorted(), expected.toSorted());
  });

  it("is only what the watch asks for, of its service, without what leave-out lists name", async () => {
    const { one, sandbox } = open(1);
    const all = await watchOf(one, "people");
    await refreshWatch(one.app, all, spender, undefined, call);
    sandbox.setMonth(6);
    one.clock.advance(31 * dayMs);
    await refreshWatch(one.app, all, spender, undefined, call);
    const read = async (watch: Watch): Promise<readonly NewsItem[]> => (await openNews(one.app, watch, 10_000)).items;
    const everything = await read(all);
    const moved = everything.filter(({ changes }) => changes.includes("moved")).length;
    const source = await rowsOfNews(one.app, all);
    const conditions = [{ kind: "oneOf", column: "news", values: ["moved"] }] as const;
    const { views } = one.store;
    const { view, count } = await views.open(source.view, { columns: ["name"], now: 0, conditions });
    assert.equal(count, moved);
    const [changes] = await views.values(view, { column: "news", text: "", now: 0 });
    const found = changes?.values.find(({ value }) => value === "moved");
    assert.deepEqual([found?.label, found?.count], ["New company", moved]);
    await views.close(view);
    const titles = await read(await watchOf(one, "people", { news: ["title"] }));
    assert.ok(titles.length > 3 && titles.length < everything.length);
    assert.deepEqual([...new Set(titles.flatMap(({ changes: of }) => of))], ["title"]);
    assert.ok(titles.every(({ before }) => "title" in before));
    const [first, ...others] = titles;
    one.write("out.csv", `id\n${first?.id}\n`);
    assert.deepEqual(await read(await watchOf(one, "people", { news: ["title"], leaveOut: ["out.csv"] })), others);
    const elsewhere = { ...one.app, origin: () => "https://other.example" };
    assert.equal((await openNews(elsewhere, all, 1)).count, 0);
  });
});
