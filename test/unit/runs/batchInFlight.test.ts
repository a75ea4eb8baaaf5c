// Lookups of a batch in flight together: how many, what they may cost, and how they stop.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { ServiceError } from "../../../src/service/errors";
import { testClock } from "../../support/testClock";
import { removeFolders } from "../store/rig";
import { answeringClient, type AnsweringClient } from "./answeringClient";
import { askBatch, metered, readAgain, readBatch, resultOf, tableOf } from "./batchRig";
import { runRig, type Rig, type RigOptions } from "./runRig";

/** Fixed, so that the test only fails after a change of the code; `npm run model` plays more batches. */
const seed = Number(process.env["PROSPECT_MODEL_SEED"] ?? 2);
const numRuns = Math.ceil(Number(process.env["PROSPECT_MODEL_RUNS"] ?? 1_500) / 100);

const domains = (count: number): string =>
  `Domain\n${Array.from({ length: count }, (_, nth) => `c${nth}.example\n`).join("")}`;
const serverError: { readonly fail: ServiceError } = {
  fail: { code: "server", message: "The service failed (HTTP 500).", creditsSpent: "maybe", status: 500 },
};
const lost: { readonly fail: ServiceError } = {
  fail: { code: "network", message: "Lost.", creditsSpent: "maybe", sent: true },
};

/** Lets everything happen that waits for nothing but the store. */
async function settle(): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("lookups of a batch in flight together", () => {
  afterEach(removeFolders);

  const rigOf = ({ client }: AnsweringClient, options: RigOptions = {}): Rig =>
    runRig({ budget: metered, ...options, client: () => client });

  it("use the whole budget: a lookup without room waits for what the others leave over", async () => {
    const service = answeringClient(async ({ domain }, nth) => {
      await settle();
      return nth === 1 || domain === "c9.example" ? { id: String(domain), name: "A" } : undefined;
    });
    const rig = rigOf(service);
    const { id } = await readBatch(rig, await tableOf(domains(10)));
    // Two found ones cost 2 credits each; what has no match is free.
    const summary = await askBatch({ ...rig, budget: await rig.budgets.agreed(5) }, id);
    assert.deepEqual([summary.stop, summary.credits, service.asked.length], [{ kind: "complete" }, 4, 10]);
  });

  it("pause when the service fails three times in a row, and leave the other rows to a resume", async () => {
    let isDown = true;
    const service = answeringClient(({ domain }) => (isDown ? serverError : { id: String(domain), name: "A" }));
    const rig = rigOf(service);
    const table = await tableOf(domains(8));
    const { id } = await readBatch(rig, table);
    assert.equal((await askBatch(rig, id)).stop?.kind, "ambiguous");
    assert.equal(service.asked.length, 3);
    isDown = false;
    assert.equal((await readAgain(rig, id, table)).toAsk, 5);
    assert.deepEqual((await askBatch(rig, id)).stop, { kind: "unanswered", rows: 3 });
    assert.equal((await resultOf(rig, id, table)).counts.possiblyCharged, 3);
  });

  it("charge each question at most once, and never more than agreed, whatever happens to them", () =>
    playBatches(numRuns, seed));

  // All in flight ended while it was read how many may be.
  it("go on in batches that once waited for ever", () => playBatches(6, 20_261_122));

  async function playBatches(numRuns: number, seed: number): Promise<void> {
    type Fate = "found" | "noMatch" | "serverError" | "lost" | "cancel" | "killed";
    const fates = fc.array(
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom<Fate>("found", "noMatch") },
        { weight: 1, arbitrary: fc.constantFrom<Fate>("serverError", "lost", "cancel", "killed") },
      ),
      { minLength: 12, maxLength: 40 },
    );
    const delays = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1 });
    const prices = fc.oneof(
      fc.constant([2]),
      fc.array(fc.constantFrom(0, 1, 2, 2, 2, 9), { minLength: 1, maxLength: 9 }),
    );
    await fc.assert(
      fc.asyncProperty(fates, delays, prices, async (planned, rounds, asked) => {
        /** How often each question was charged. */
        const charged = new Map<string, number>();
        /** The credits of each call, by budget. */
        const spent: number[][] = [];
        let [nth, window, stop] = [0, 1, new AbortController()];
        let kill = (): void => undefined;
        const pending = new Promise<never>(() => undefined);
        const serviceFor = (owner: number): AnsweringClient =>
          answeringClient(async ({ domain }) => {
            if (owner !== window) {
              return pending;
            }
            const [name, budget] = [String(domain), spent.length - 1];
            const fate = planned[nth % planned.length];
            const [delay, price] = [rounds[nth % rounds.length] ?? 0, asked[nth % asked.length] ?? 0];
            nth += 1;
            for (let round = 0; round < delay; round += 1) {
              await settle();
            }
            if (fate !== "noMatch") {
              charged.set(name, (charged.get(name) ?? 0) + 1);
              spent[budget]?.push(price);
            }
            if (fate === "cancel") {
              stop.abort();
            }
            if (fate === "killed" && owner === window) {
              window += 1;
              kill();
            }
            if (owner !== window) {
              return pending;
            }
            return fate === "noMatch"
              ? undefined
              : fate === "serverError"
                ? serverError
                : fate === "lost"
                  ? lost
                  : { body: JSON.stringify({ companies: [{ id: name, name }], metadata: { credits: price } }) };
          });
        const table = await tableOf(domains(12));
        let rig = rigOf(serviceFor(window));
        const { id } = await readBatch(rig, table);
        for (let attempt = 0; attempt < 60; attempt += 1) {
          const { toAsk } = await readAgain(rig, id, table);
          stop = new AbortController();
          const death = new Promise<undefined>((resolve) => (kill = () => resolve(undefined)));
          // The plan names the highest price so far.
          const known = Math.max(2, ...spent.flat());
          const agreed = toAsk * known;
          spent.push([]);
          const budget = await rig.budgets.agreed(agreed);
          const summary = await Promise.race([askBatch({ ...rig, budget }, id, stop.signal), death]);
          const calls = spent.at(-1) ?? [];
          const [sum, highest] = [calls.reduce((one, other) => one + other, 0), Math.max(0, ...calls)];
          // Four lookups may be in flight when the price rises.
          assert.ok(sum <= agreed + (highest > known ? 4 * highest : 0), `${calls.join(" + ")} of ${agreed} credits`);
          if (summary?.stop?.kind === "complete" || summary?.stop?.kind === "unanswered") {
            break;
          }
          if (summary === undefined) {
            const clock = testClock(rig.clock.now() + 20_000);
            rig = rigOf(serviceFor(window), { file: rig.file, owner: `window-${window}`, clock });
          }
        }
        // What may have been charged is never asked again without consent, which nobody gives here.
        assert.deepEqual(
          [...charged].filter(([, times]) => times > 1),
          [],
        );
        const { counts } = await resultOf(rig, id, table);
        assert.deepEqual([counts.rows, counts.open], [12, 0]);
      }),
      { numRuns, seed },
    );
  }
});
