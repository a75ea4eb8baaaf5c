// The same question asked at the same moment through several doors, and many questions about few records: paid once.
import assert from "node:assert/strict";
import { lookUpOnce, type LookupInput, type PaidLookup } from "../../../src/runs/lookUpOnce";
import type { ServiceError } from "../../../src/service/errors";
import type { ServiceClient } from "../../../src/service/serviceClient";
import type { ColumnMapping } from "../../../src/tables/batchMapping";
import { testClock, whileTimePasses } from "../../support/testClock";
import { sandboxConnection as connection } from "../../support/testDesk";
import { removeFolders } from "../store/rig";
import { answeringClient } from "./answeringClient";
import { askBatch, readBatch, tableOf } from "./batchRig";
import { runRig, unstopped, type Rig } from "./runRig";

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
    lookUpOnce({ ...rig, ...unstopped, signal }, { ...input, connection, refresh });
  const company = (domain: string): LookupInput => ({ kind: "company", identifiers: { domain }, words: domain });
  const slowly = answeringClientThatWaits;

  it("is asked once by neighboring rows that identify one company in two ways", async () => {
    const service = slowly();
    const rig = rigOf(service.client);
    const mapping: ColumnMapping = { kind: "company", columns: { domain: 0, networkUrl: 1 } };
    const rows = Array.from({ length: 8 }, (_, nth) => {
      return `c${nth}.example,\nc${nth}.example,https://network.example/company/c${nth}\n`;
    });
    const { id, count } = await readBatch(rig, await tableOf(`Domain,Page\n${rows.join("")}`), mapping);
    assert.equal(count.toAsk, 16);
    const { stop } = await whileTimePasses(rig.clock, askBatch(rig, id));
    assert.deepEqual([stop, service.asked.length], [{ kind: "complete" }, 8]);
  });

  it("is answered for free by the batch that is asking it", async () => {
    const service = slowly();
    const rig = rigOf(service.client);
    const { id } = await readBatch(rig, await tableOf("Domain\na.example\nb.example\n"));
    const other = windowOf(service.client, rig, "window-2");
    const batch = askBatch(rig, id);
    await service.isAsked("a.example");
    const [answer] = await whileTimePasses(rig.clock, Promise.all([quick(other, company("a.example")), batch]));
    assert.ok(answer.kind === "answered" && answer.answer.kind === "found");
    assert.deepEqual([answer.paid, answer.answer.run, service.asked.length], [undefined, id, 2]);
  });

  it("is not asked a second time by a refresh that starts while it is being asked", async () => {
    const service = slowly();
    const rig = rigOf(service.client);
    const first = quick(rig, company("a.example"));
    await service.isAsked("a.example");
    const [, refreshed] = await whileTimePasses(
      rig.clock,
      Promise.all([first, quick(rig, company("a.example"), true)]),
    );
    assert.deepEqual([refreshed.kind, service.asked.length], ["answered", 1]);
    await whileTimePasses(rig.clock, quick(rig, company("a.example"), true));
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
      const [failed, second] = await whileTimePasses(rig.clock, Promise.all([first, quick(rig, company("A.example"))]));
      assert.deepEqual([failed.kind, second.kind, service.asked.length], ["stopped", then, calls]);
      // Whoever starts now was told.
      assert.equal((await whileTimePasses(rig.clock, quick(rig, company("a.example")))).kind, "answered");
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
    const lost = await whileTimePasses(rig.clock, quick(rig, company("a.example")));
    assert.deepEqual([lost.kind, service.asked.length], ["unanswered", 0]);
    assert.ok(rig.clock.now() - before >= 6_000, "not before its lease has expired");
    const answer = await whileTimePasses(rig.clock, quick(rig, company("a.example")));
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
