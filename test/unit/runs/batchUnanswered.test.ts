// Lookups that were sent and have no answer, however it was lost: counted as possibly charged, and never sent again
// without consent.
import assert from "node:assert/strict";
import { windowClosing } from "../../../src/runs/execution";
import { ServiceFailure, type ServiceError } from "../../../src/service/errors";
import type { ServiceClient } from "../../../src/service/serviceClient";
import { lostElsewhere } from "../../../src/store/lookups";
import { testClock, whileTimePasses } from "../../support/testClock";
import { removeFolders } from "../store/rig";
import { answeringClient, type AnsweringClient } from "./answeringClient";
import { askAgain, askBatch, metered, readAgain, readBatch, resultOf, tableOf } from "./batchRig";
import { runRig, type Rig, type RigOptions } from "./runRig";

const domains = (count: number): string =>
  `Domain\n${Array.from({ length: count }, (_, nth) => `c${nth}.example\n`).join("")}`;
const lost: { readonly fail: ServiceError } = {
  fail: { code: "network", message: "Lost.", creditsSpent: "maybe", sent: true },
};
const rejected: { readonly fail: ServiceError } = {
  fail: { code: "unauthorized", message: "No.", creditsSpent: "no", serviceMessage: "" },
};
const found = ({ domain }: { readonly domain?: string | undefined }): object => ({ id: domain, name: domain });
const domainsOf = ({ asked }: AnsweringClient): readonly unknown[] => asked.map(({ domain }) => domain);

async function settle(): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A call that is aborted has no reply, as with the real client. */
function abortable(client: ServiceClient): ServiceClient {
  return {
    ...client,
    companyLookup: (request, options = {}) =>
      new Promise((resolve, reject) => {
        options.signal?.addEventListener("abort", () =>
          reject(new ServiceFailure({ code: "cancelled", message: "Canceled.", creditsSpent: "maybe", sent: true })),
        );
        client.companyLookup(request, options).then(resolve, reject);
      }),
  };
}

describe("lookups that were sent and not answered", () => {
  afterEach(removeFolders);

  const rigOf = ({ client }: AnsweringClient, options: RigOptions = {}): Rig =>
    runRig({ budget: metered, ...options, client: () => abortable(client) });
  const countsOf = async (rig: Rig, id: string): Promise<readonly (number | undefined)[]> => {
    const batch = await rig.store.batches.get(id, rig.clock.now());
    return [batch?.found, batch?.possiblyCharged, batch?.open];
  };

  it("are possibly charged when the window is reloaded with four in flight, and only the others are sent on resume", async () => {
    const silent = answeringClient(({ domain }) =>
      domain === "c0.example" ? found({ domain }) : new Promise<never>(() => undefined),
    );
    const rig = rigOf(silent);
    const table = await tableOf(domains(7));
    const { id } = await readBatch(rig, table);
    const stop = new AbortController();
    const batch = askBatch(rig, id, stop.signal);
    await settle();
    assert.equal(silent.asked.length, 5);
    stop.abort(windowClosing);
    // The replies get some time to arrive.
    const summary = await whileTimePasses(rig.clock, batch);
    assert.notEqual(summary.stop?.kind, "complete");
    assert.deepEqual(await countsOf(rig, id), [1, 4, 2]);
    const next = answeringClient(found);
    const other = rigOf(next, { file: rig.file, owner: "window-2", clock: rig.clock });
    assert.deepEqual(await readAgain(other, id, table), {
      ...{ rows: 7, toAsk: 2, answered: 1, duplicates: 0, skipped: 0 },
      possiblyCharged: 4,
    });
    assert.deepEqual((await askBatch(other, id)).stop, { kind: "unanswered", rows: 4 });
    assert.deepEqual(domainsOf(next), ["c5.example", "c6.example"]);
    const { counts, bytes } = await resultOf(other, id, table);
    assert.deepEqual([counts.found, counts.possiblyCharged, counts.open, counts.failed], [3, 4, 0, 0]);
    assert.match(bytes.toString(), /c1\.example,,possibly charged: \w/);
    // With consent they are asked, each once.
    await readAgain(other, id, table);
    assert.deepEqual((await askAgain(other, id)).stop, { kind: "complete" });
    assert.deepEqual(domainsOf(next).slice(2), ["c1.example", "c2.example", "c3.example", "c4.example"]);
    assert.equal((await resultOf(other, id, table)).counts.found, 7);
  });

  it("count as possibly charged as soon as no window runs the batch, and as open before", async () => {
    const silent = answeringClient(() => new Promise<never>(() => undefined));
    const rig = rigOf(silent);
    const table = await tableOf(domains(2));
    const { id } = await readBatch(rig, table);
    void askBatch(rig, id);
    await settle();
    assert.deepEqual(await countsOf(rig, id), [0, 0, 2]);
    const other = rigOf(silent, { file: rig.file, owner: "window-2", clock: testClock(rig.clock.now() + 20_000) });
    assert.deepEqual(await countsOf(other, id), [0, 1, 1]);
    assert.match((await resultOf(other, id, table)).bytes.toString(), /c0\.example,,possibly charged: no reply/);
  });

  it("stay possibly charged when they are to be asked again, but the key is rejected first", async () => {
    const rig = rigOf(answeringClient(() => lost));
    const table = await tableOf(domains(1));
    const { id } = await readBatch(rig, table);
    await askBatch(rig, id);
    const refusing = answeringClient(() => rejected);
    assert.equal((await askAgain({ ...rig, client: refusing.client }, id)).stop?.kind, "keyRejected");
    assert.equal(refusing.asked.length, 1);
    assert.deepEqual(await countsOf(rig, id), [0, 1, 0]);
    assert.equal((await readAgain(rig, id, table)).toAsk, 0);
  });

  it("are known to another batch with the same rows, which takes their answer for free once there is one", async () => {
    const rig = rigOf(answeringClient(() => lost));
    const table = await tableOf(domains(1));
    const first = await readBatch(rig, table);
    await askBatch(rig, first.id);
    const service = answeringClient(found);
    const other = { ...rig, client: service.client };
    const { id, count } = await readBatch(rig, table);
    assert.deepEqual([count.toAsk, count.possiblyCharged], [0, 1]);
    assert.deepEqual((await askBatch(other, id)).stop, { kind: "unanswered", rows: 1 });
    assert.equal(service.asked.length, 0);
    assert.ok(
      (await resultOf(rig, id, table)).bytes.toString().includes(`c0.example,,possibly charged: ${lostElsewhere}`),
    );
    assert.deepEqual((await askAgain(other, id)).stop, { kind: "complete" });
    assert.equal(service.asked.length, 1);
    const again = await readAgain(rig, first.id, table);
    assert.deepEqual([again.toAsk, again.answered, again.possiblyCharged], [0, 1, undefined]);
  });
});
