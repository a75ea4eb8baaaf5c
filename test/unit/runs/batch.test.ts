// A batch of lookups: every question is paid for once, whatever happens in between.
import assert from "node:assert/strict";
import type { ServiceError } from "../../../src/service/errors";
import type { BatchCounts } from "../../../src/store/batches";
import { removeFolders } from "../store/rig";
import { answeringClient, type AnsweringClient } from "./answeringClient";
import { askAgain, askBatch, metered, readAgain, readBatch, resultOf, tableOf } from "./batchRig";
import { runRig, type Rig, type RigOptions } from "./runRig";

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
});
