// A batch of lookups: every question is paid for once, whatever happens in between.
import assert from "node:assert/strict";
import { lookUpOnce } from "../../../src/runs/lookUpOnce";
import type { RunSummary } from "../../../src/runs/run";
import type { ServiceError } from "../../../src/service/errors";
import type { BatchCounts } from "../../../src/store/batches";
import type { Store } from "../../../src/store/client";
import { StoreError } from "../../../src/store/storeError";
import { sandboxConnection as connection } from "../../support/testDesk";
import { removeFolders } from "../store/rig";
import { answeringClient, type AnsweringClient } from "./answeringClient";
import { askAgain, askBatch, metered, byDomain, readAgain, readBatch, resultOf, tableOf } from "./batchRig";
import { runRig, storeSearch, unfollowed, type Rig, type RigOptions } from "./runRig";

const domains = (count: number): string =>
  `Domain\n${Array.from({ length: count }, (_, nth) => `c${nth}.example\n`).join("")}`;
const refused: { readonly fail: ServiceError } = {
  fail: {
    code: "badRequest",
    message: "The service did not accept the request.",
    creditsSpent: "no",
  },
};

describe("a batch of lookups", () => {
  afterEach(removeFolders);

  const rigOf = ({ client }: AnsweringClient, options: RigOptions = {}): Rig =>
    runRig({ budget: metered, ...options, client: () => client });
  const countsOf = async ({ store, clock }: Rig, id: string): Promise<BatchCounts | undefined> =>
    store.batches.get(id, clock.now());
  const domainsOf = ({ asked }: AnsweringClient): readonly unknown[] => asked.map(({ domain }) => domain);
  const records = async ({ store }: Rig, id: string): Promise<readonly string[]> => {
    const { view, count } = await store.views.open({ kind: "batch", run: id }, { columns: ["name"], now: 0 });
    return (await store.views.rows(view, 0, count)).map(({ title }) => title);
  };

  it("counts its questions before anything is paid, and looks up each one once, however it is written", async () => {
    const service = answeringClient(({ domain }) =>
      domain === "b.example" ? undefined : { id: String(domain), name: String(domain) },
    );
    const rig = rigOf(service);
    const table = await tableOf("Domain\na.example\nhttps://WWW.A.example/about\nb.example\n\nn/a\na.example\n");
    const { id, count } = await readBatch(rig, table);
    assert.deepEqual(count, { rows: 5, toAsk: 2, answered: 0, duplicates: 2, skipped: 1 });
    assert.equal(service.asked.length, 0);
    const answered: number[] = [];
    const summary = await askBatch(rig, id, undefined, (so_far) => answered.push(so_far));
    assert.deepEqual([summary.stop, summary.credits, summary.header.limits.records], [{ kind: "complete" }, 2, 2]);
    assert.deepEqual(domainsOf(service), ["a.example", "b.example"]);
    assert.deepEqual(answered, [0, 1, 2]);
    assert.equal((await resultOf(rig, id, table)).counts.found, 3);
  });

  it("continues after a cancel, in another window, without paying twice", async () => {
    const table = await tableOf(domains(9));
    const stop = new AbortController();
    const first = answeringClient((_, nth) => {
      if (nth === 4) {
        stop.abort();
      }
      return { id: String(nth), name: `N${nth}` };
    });
    const rig = rigOf(first);
    const { id } = await readBatch(rig, table);
    assert.deepEqual((await askBatch(rig, id, stop.signal)).stop, { kind: "cancelled" });
    // Those in flight finish, and no other one is sent.
    assert.equal(first.asked.length, 4);
    const second = answeringClient(() => ({ id: "x", name: "second" }));
    const other = rigOf(second, { file: rig.file, owner: "window-2" });
    const [found] = await other.store.batches.list(0);
    assert.deepEqual([found?.run.id, found?.questions, found?.open, found?.finished], [id, 9, 5, false]);
    assert.deepEqual(await readAgain(other, id, table), { rows: 9, toAsk: 5, answered: 4, duplicates: 0, skipped: 0 });
    assert.deepEqual((await askBatch(other, id)).stop, { kind: "complete" });
    assert.deepEqual(domainsOf(second), ["c4.example", "c5.example", "c6.example", "c7.example", "c8.example"]);
    assert.equal((await resultOf(other, id, table)).counts.found, 9);
  });

  it("is run by one window at a time", async () => {
    const table = await tableOf(domains(2));
    const rig = rigOf(answeringClient(() => undefined));
    const { id } = await readBatch(rig, table);
    const run = await rig.runs.resume(id);
    const other = rigOf(
      answeringClient(() => undefined),
      { file: rig.file, clock: rig.clock, owner: "window-2" },
    );
    const inUse = (error: StoreError): boolean => error.code === "IN_USE";
    /** The other window waits as long as a lease lasts, while the first one renews it. */
    const afterLease = async (work: Promise<unknown>): Promise<void> => {
      const refused = assert.rejects(work, inUse);
      for (let step = 0; step < 4; step += 1) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        rig.clock.advance(2_000);
      }
      await refused;
    };
    await afterLease(readAgain(other, id, table));
    await afterLease(askBatch(other, id));
    await assert.rejects(other.runs.delete(id), inUse);
    await run.stop({ kind: "cancelled" });
    assert.deepEqual((await askBatch(other, id)).stop, { kind: "complete" });
  });

  it("follows changes of its table: added rows are looked up, removed ones are not", async () => {
    const service = answeringClient(() => undefined);
    const rig = rigOf(service);
    const { id } = await readBatch(rig, await tableOf("Domain\na.example\nb.example\n"));
    const changed = await tableOf("Domain\nc.example\nb.example\n");
    assert.deepEqual(await readAgain(rig, id, changed), {
      ...{ rows: 2, toAsk: 2, answered: 0, duplicates: 0, skipped: 0 },
    });
    await askBatch(rig, id);
    assert.deepEqual(domainsOf(service), ["c.example", "b.example"]);
  });

  it("does not accept a malformed reply as an answer, and looks it up again only with consent", async () => {
    const rig = rigOf(answeringClient(() => ({ body: '{"companies":"none"}' })));
    const table = await tableOf(domains(2));
    const { id } = await readBatch(rig, table);
    assert.equal((await askBatch(rig, id)).stop?.kind, "notUnderstood");
    const { open, notUnderstood, failed } = (await countsOf(rig, id)) ?? assert.fail();
    assert.deepEqual([open, notUnderstood, failed], [1, 1, 0]);
    assert.deepEqual(await readAgain(rig, id, table), {
      ...{ rows: 2, toAsk: 1, answered: 0, duplicates: 0, skipped: 0 },
      notUnderstood: 1,
    });
    const next = answeringClient(() => ({ id: "1", name: "A" }));
    assert.deepEqual((await askBatch({ ...rig, client: next.client }, id)).stop, { kind: "unanswered", rows: 1 });
    assert.deepEqual(domainsOf(next), ["c1.example"]);
    assert.match((await resultOf(rig, id, table)).bytes.toString(), /c0\.example,,reply not understood: \w/);
    assert.deepEqual((await askAgain({ ...rig, client: next.client }, id)).stop, { kind: "complete" });
    assert.deepEqual(domainsOf(next), ["c1.example", "c0.example"]);
  });

  it("saves all answers that the disk refused when it continues, and does not pay for them again", async () => {
    let isFull = false;
    const store = (through: Store): Store => {
      const refuse = (): Promise<never> => Promise.reject(new StoreError("FULL", "The disk is full."));
      const records = new Proxy(through.records, {
        get: (target, name) => (isFull && name === "storePage" ? refuse : Reflect.get(target, name)),
      });
      return new Proxy(through, { get: (target, name) => (name === "records" ? records : Reflect.get(target, name)) });
    };
    const service = answeringClient((_, nth) => {
      isFull = nth >= 2;
      return { id: String(nth), name: `N${nth}` };
    });
    const rig = rigOf(service, { store });
    const table = await tableOf(domains(3));
    const { id } = await readBatch(rig, table);
    assert.equal((await askBatch(rig, id)).stop?.kind, "storage");
    isFull = false;
    assert.deepEqual(await readAgain(rig, id, table), { rows: 3, toAsk: 0, answered: 3, duplicates: 0, skipped: 0 });
    const summary = await askBatch(rig, id);
    assert.deepEqual(
      [summary.stop, summary.credits, domainsOf(service)],
      [{ kind: "complete" }, 6, ["c0.example", "c1.example", "c2.example"]],
    );
  });

  it("marks a rejected row as failed and continues; stops after ten in a row, resuming retries them", async () => {
    const table = await tableOf(domains(30));
    const service = answeringClient((_, nth) => (nth === 2 || nth > 5 ? refused : undefined));
    const rig = rigOf(service);
    const { id } = await readBatch(rig, table);
    const summary = await askBatch(rig, id);
    assert.equal(summary.stop?.kind, "refused");
    assert.equal(service.asked.length, 15);
    const { bytes, counts } = await resultOf(rig, id, table);
    assert.match(bytes.toString(), /c1\.example,,failed: The service did not accept the request\.\n/);
    assert.match(bytes.toString(), /c29\.example,,not looked up yet\n/);
    assert.equal(counts.failed, 10);
    assert.equal((await readAgain(rig, id, table)).toAsk, 26);
  });

  it("keeps a failed row unchanged when something else stopped the batch", async () => {
    const stop = new AbortController();
    const service = answeringClient((_, nth) => {
      if (nth === 2) {
        stop.abort();
      }
      return nth === 1 ? refused : undefined;
    });
    const rig = rigOf(service);
    const table = await tableOf(domains(3));
    const { id } = await readBatch(rig, table);
    await askBatch(rig, id, stop.signal);
    assert.deepEqual(await readAgain(rig, id, table), {
      ...{ rows: 3, toAsk: 1, answered: 1, duplicates: 0, skipped: 0 },
      failed: 1,
    });
  });

  it("opens as one list of records in the order of its questions, also after a stop", async () => {
    const stop = new AbortController();
    const rig = rigOf(
      answeringClient(({ domain }, nth) => {
        if (nth === 5) {
          stop.abort();
        }
        return domain === "b.example" ? undefined : { id: String(domain), name: String(domain) };
      }),
    );
    const table = await tableOf(`Domain\n${[..."abcdefgh"].map((name) => `${name}.example\n`).join("")}`);
    const { id } = await readBatch(rig, table);
    await askBatch(rig, id, stop.signal);
    const all = [..."acdefgh"].map((name) => `${name}.example`);
    const first = await records(rig, id);
    assert.ok(first.length >= 4 && first.length < all.length, `${first.length} records`);
    assert.deepEqual(first, all.slice(0, first.length));
    await askBatch(rig, id);
    assert.deepEqual(await records(rig, id), all);
  });

  describe("is free when the answer is known", () => {
    const acme = { id: "1", name: "Acme", domain: "acme.example" };
    const asking = async (
      rig: Rig,
      service: AnsweringClient,
      paidBy = connection,
    ): Promise<{
      readonly asked: number;
      readonly summary: RunSummary;
      readonly counts: BatchCounts | undefined;
      readonly names: readonly string[];
    }> => {
      const before = service.asked.length;
      const { id } = await readBatch(rig, await tableOf("Domain\nacme.example\n"), byDomain, paidBy);
      const summary = await askBatch(rig, id);
      return {
        asked: service.asked.length - before,
        summary,
        counts: await countsOf(rig, id),
        names: await records(rig, id),
      };
    };

    it("from another batch, also of another connection to the same service", async () => {
      const service = answeringClient(() => acme);
      const rig = rigOf(service);
      assert.deepEqual((await asking(rig, service)).asked, 1);
      const again = await asking(rig, service, { ...connection, id: "c2" });
      assert.deepEqual([again.asked, again.counts?.found, again.summary.credits, again.names], [0, 1, 0, ["Acme"]]);
      assert.equal((await asking(rig, service, { ...connection, id: "c3", origin: "https://other.example" })).asked, 1);
    });

    it("from a single lookup, with or without a match", async () => {
      for (const record of [acme, undefined]) {
        const service = answeringClient(() => record);
        const rig = rigOf(service);
        const question = { kind: "company", identifiers: { domain: "acme.example" }, words: "Acme" } as const;
        await lookUpOnce({ ...rig, ...unfollowed }, { ...question, connection });
        const { asked, counts } = await asking(rig, service);
        assert.deepEqual([asked, counts?.found, counts?.noMatch], record === undefined ? [0, 0, 1] : [0, 1, 0]);
      }
    });

    it("from a search that returned the record", async () => {
      const service = answeringClient(() => acme);
      const rig = rigOf(service);
      await storeSearch(rig, {
        title: "Makers",
        body: JSON.stringify({ companies: [acme], metadata: {} }),
        receivedAt: 0,
      });
      const { asked, names } = await asking(rig, service);
      assert.deepEqual([asked, names], [0, ["Acme"]]);
    });

    it("from another window since the table was read", async () => {
      const service = answeringClient(() => acme);
      const rig = rigOf(service);
      const { id, count } = await readBatch(rig, await tableOf("Domain\nacme.example\n"));
      assert.equal(count.toAsk, 1);
      await asking(rigOf(service, { file: rig.file, owner: "window-2" }), service);
      assert.deepEqual((await askBatch(rig, id)).stop, { kind: "complete" });
      assert.equal(service.asked.length, 1);
    });
  });

  it("leaves nothing behind when it is deleted", async () => {
    const rig = rigOf(answeringClient(() => ({ id: "1", name: "A" })));
    const { id } = await readBatch(rig, await tableOf(domains(3)));
    await askBatch(rig, id);
    await rig.runs.delete(id);
    assert.deepEqual(await rig.store.batches.list(0), []);
    for (const table of ["run", "batch", "run_row", "page", "record_json", "company_record"]) {
      assert.deepEqual(rig.db.all(`select * from ${table}`), [], table);
    }
    await assert.rejects(askBatch(rig, id), (error: StoreError) => error.code === "NOT_FOUND");
  });

  it("keeps its answers when its table cannot be read to the end", async () => {
    const rig = rigOf(answeringClient(() => undefined));
    const table = await tableOf(domains(2));
    const { id } = await readBatch(rig, table);
    await askBatch(rig, id);
    const broken = {
      ...table,
      rows: async function* () {
        yield* [];
        throw new Error("The disk is gone.");
      },
    };
    await assert.rejects(readAgain(rig, id, broken), /The disk is gone/);
    assert.deepEqual(
      [(await rig.runs.summary(id))?.stop, (await countsOf(rig, id))?.noMatch],
      [{ kind: "complete" }, 2],
    );
  });
});
