// Measures what one paid lookup and one saved answer cost after 0, 20,000, and 200,000 earlier lookups.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { Budgets } from "../../src/runs/budget";
import { lookUpOnce, savedAnswer, type LookupInput } from "../../src/runs/lookUpOnce";
import { RunStore } from "../../src/runs/runStore";
import { StoreRateLimitGate } from "../../src/runs/storeRateLimitGate";
import { createServiceClient } from "../../src/service/client";
import { createSystemClock } from "../../src/service/systemClock";
import type { Transport } from "../../src/service/wire";
import type { StoreDb } from "../../src/store/storeDb";
import { unfollowed } from "../unit/runs/runRig";
import { openInProcess } from "../unit/store/inProcess";

const histories = [0, 20_000, 200_000];
const measured = 200;
const connection = { id: "bench", label: "Bench", origin: "https://bench.example", workspaceId: "bench" };

const question = (nth: number): LookupInput => {
  const domain = `c${nth}.example`;
  return { kind: "company", identifiers: { domain }, words: domain };
};

/** Finds every company. */
const transport: Transport = async ({ body }) => {
  const { domain } = JSON.parse(Buffer.from(body ?? []).toString()) as { readonly domain: string };
  const company = { id: domain, name: `Company ${domain}`, domain, description: "x".repeat(500) };
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ companies: [company], metadata: { credits: 1 } })),
  };
};

/** Repeats what the first lookup has stored, as lookups `from` to before `to`. */
function addLookups(db: StoreDb, from: number, to: number): void {
  // Far from the numbers of the runs that are there.
  const runOf = `(n + ${1_000_000 + from})`;
  const changed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    run: { no: runOf, id: "'earlier-' || n" },
    call: { no: runOf, run_no: runOf },
    page: { run_no: runOf, call_no: runOf },
    record_json: { key: `${runOf} * 4294967296` },
    company_record: {
      key: `${runOf} * 4294967296`,
      id: "'earlier' || n",
      domain: "'earlier' || n || '.example'",
      domain_key: "'earlier' || n || '.example'",
    },
    answer: {
      question: `'[["domain","earlier' || n || '.example"]]'`,
      record: `${runOf} * 4294967296`,
      run_no: runOf,
      call_no: runOf,
    },
  };
  db.write(() => {
    for (const [table, values] of Object.entries(changed)) {
      const columns = db.all<{ readonly name: string }>("select name from pragma_table_info(?)", table);
      db.exec(`
        with recursive numbers(n) as (select ${from} union all select n + 1 from numbers where n + 1 < ${to})
        insert into ${table} select ${columns.map(({ name }) => values[name] ?? `t.${name}`).join(", ")}
        from numbers cross join (select * from ${table} limit 1) t`);
    }
  });
}

export async function run(report: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "store-history-bench-"));
  const clock = createSystemClock();
  const { store, db, close } = openInProcess({ file: path.join(folder, "history.db") });
  try {
    const runs = new RunStore({ store, clock, random: (bytes) => randomBytes(bytes), owner: "bench" });
    const budgets = new Budgets({ calls: store.calls, clock, confirmAbove: () => 1e9 });
    const gate = new StoreRateLimitGate({ pauses: store.pauses, keyHash: "bench", clock, owner: "bench" });
    const client = createServiceClient({
      ...{ transport, key: "bench-key", userAgent: "bench", clock, random: Math.random, gate },
    });
    let asked = 0;
    const ask = async (): Promise<void> => {
      const budget = await budgets.agreed(1);
      await lookUpOnce({ runs, client, budget, ...unfollowed }, { ...question(asked++), connection });
    };
    const each = async (work: (nth: number) => Promise<unknown>): Promise<string> => {
      const [begin, before] = [performance.now(), process.cpuUsage()];
      for (let nth = 0; nth < measured; nth += 1) {
        await work(nth);
      }
      const { user, system } = process.cpuUsage(before);
      const ms = (sum: number): string => `${(sum / measured).toFixed(2)} ms`;
      return `${ms(performance.now() - begin)} (processor ${ms((user + system) / 1000)})`;
    };
    await ask();
    let earlier = 0;
    for (const history of histories) {
      if (history > earlier) {
        addLookups(db, earlier, history);
        earlier = history;
      }
      const paid = await each(ask);
      const saved = await each((nth) => savedAnswer(store, question(nth), connection.origin));
      const recent = await each(() => store.lookups.recentLookups(connection.origin, 20, "company"));
      const spent = await each(() => store.calls.spend({ since: 0, by: "day" }));
      report(
        `after ${history.toLocaleString("en")} lookups: a paid one ${paid}, a saved answer ${saved}, ` +
          `the recent ones ${recent}, what was spent ${spent}`,
      );
    }
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}
