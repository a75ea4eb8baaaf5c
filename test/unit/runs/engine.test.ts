import assert from "node:assert/strict";
import { TransportFailure } from "../../../src/service/wire";
import { Sandbox, type SandboxOptions } from "../../sandboxServer/sandbox";
import { MemoryGate } from "../../support/memoryGate";
import { testClock, whileTimePasses } from "../../support/testClock";
import { possiblyCharged } from "../store/inspect";
import { removeFolders } from "../store/rig";
import { runRig, type Rig, type RigOptions } from "./runRig";

describe("a run", () => {
  const rig = (options: RigOptions = {}): Rig => runRig(options);
  const fresh = (options: Partial<SandboxOptions> = {}) =>
    new Sandbox({ clock: testClock(), companies: 60, people: 250, prices: { all: 0.25 }, ...options });
  afterEach(removeFolders);

  it("keeps each page on the disk before it tells of it and before it asks for the next", async () => {
    const held: number[] = [];
    const one = rig({
      transport: (through) => async (request, signal) => {
        if (request.path.endsWith("/search")) {
          const [summary] = await one.runs.list();
          held.push(summary?.records ?? -1);
        }
        return through(request, signal);
      },
    });
    await one.run({ limits: { records: 250 } });
    assert.deepEqual(held, [0, 100, 200]);
  });

  it("gives up on a reply that does not come, and calls it ambiguous", async () => {
    const one = rig({
      transport: (through) => (request, signal) => {
        if (!request.path.endsWith("/search")) {
          return through(request, signal);
        }
        setImmediate(() => {
          one.controller.abort();
          one.clock.advance(10_000);
        });
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new TransportFailure("cancelled", true, "cancelled")));
        });
      },
    });
    const summary = await one.run({ balance: { credits: 900, at: 0 } });
    assert.equal(summary.stop?.kind, "ambiguous");
    assert.equal((await possiblyCharged(one.store)).length, 1);
  });

  describe("with a service that has a bad day", () => {
    it("waits as long as it asks, says until when, and counts nothing for the refused page", async () => {
      const sandbox = fresh({
        faults: { faults: [{ path: "/api/v2/people/search", nth: 2, tooManyRequests: "Try again in 30s" }] },
      });
      const one = rig({ sandbox });
      const start = one.clock.now();
      const whileWaiting: unknown[] = [];
      const run = one.run({ limits: { records: 200 } }, (progress) => {
        if (progress.kind === "waiting") {
          whileWaiting.push(progress.until - start >= 30_000);
          whileWaiting.push(one.db.column("select state || ' ' || coalesce(charged, '') from call order by no"));
        }
      });
      const { stop, records, possibleCredits } = await whileTimePasses(one.clock, run);
      assert.deepEqual([stop?.kind, records, possibleCredits], ["limitReached", 200, 0]);
      assert.deepEqual(whileWaiting, [true, ["answered ", "failed no"]]);
    });

    it("ends a wait at once when it is cancelled", async () => {
      const sandbox = fresh({
        faults: { faults: [{ path: "/api/v2/people/search", nth: 2, tooManyRequests: "Try again in 30s" }] },
      });
      const one = rig({ sandbox });
      const summary = await one.run({ limits: { records: 200 } }, ({ kind }) => {
        if (kind === "waiting") {
          setImmediate(() => one.controller.abort());
        }
      });
      assert.deepEqual(summary.stop, { kind: "cancelled" });
      assert.equal(summary.records, 100);
    });

    it("does not begin to wait when it was cancelled before the refusal arrived", async () => {
      const sandbox = fresh({
        faults: { faults: [{ path: "/api/v2/people/search", nth: 2, tooManyRequests: "Try again in 30s" }] },
      });
      let searches = 0;
      const one = rig({
        sandbox,
        transport: (through) => async (request, signal) => {
          const reply = await through(request, signal);
          searches += request.path.endsWith("/search") ? 1 : 0;
          if (reply.status === 429) {
            one.controller.abort();
          }
          return reply;
        },
      });
      const before = one.clock.now();
      const summary = await one.run({ limits: { records: 200 } });
      assert.deepEqual([summary.stop, summary.records, searches], [{ kind: "cancelled" }, 100, 2]);
      assert.ok(one.clock.now() - before < 10_000, "it waited for its turn");
    });

    it("notes what a reply that is no JSON may have cost before the next paid call may leave", async () => {
      const clock = testClock();
      const gate = new MemoryGate(clock);
      const atRelease: unknown[] = [];
      const one = rig({
        clock,
        transport: (through) => async (request, signal) =>
          request.method === "POST"
            ? { status: 200, headers: {}, body: Buffer.from("<html>") }
            : through(request, signal),
        gate: {
          state: () => gate.state(),
          pause: (...pause) => gate.pause(...pause),
          accepted: () => gate.accepted(),
          mayAskFree: (name) => gate.mayAskFree(name),
          open: () => gate.open(),
          acquirePaidSlot: async (...slot) => {
            const release = await gate.acquirePaidSlot(...slot);
            return () => {
              atRelease.push(one.db.get("select charged from call")?.["charged"]);
              return release();
            };
          },
        },
      });
      assert.equal((await one.run()).stop?.kind, "notUnderstood");
      assert.equal(atRelease[0], "maybe");
    });
  });
});

describe("the lease of a run", () => {
  afterEach(removeFolders);

  it("that another window has taken over between two pages stops the run before it pays for the next", async () => {
    let sent = 0;
    const one = runRig({
      transport: (through) => (request, signal) => {
        sent += request.path === "/api/v2/people/search" ? 1 : 0;
        return through(request, signal);
      },
    });
    const summary = await one.run({}, (progress) => {
      if (progress.kind === "page") {
        const later = one.clock.now() + 60_000;
        void one.store.runs.take(progress.summary.header.id, { owner: "window-2", now: later, ms: 15_000 });
      }
    });
    assert.deepEqual([summary.stop?.kind, summary.records, sent], ["storage", 100, 1]);
  });
});
