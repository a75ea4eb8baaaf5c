// The claim on a question: it holds for as long as the answer takes, and no longer than the window that asks.
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { claimQuestion } from "../../../src/runs/lookUpOnce";
import { connection, runRig, type Rig } from "./runRig";
import { removeFolders } from "../store/rig";
import { answeringClient } from "./answeringClient";

describe("a question that is being asked", () => {
  afterEach(removeFolders);

  const never = new AbortController().signal;
  const question = { kind: "company", origin: connection.origin, identifiers: { domain: "acme.example" } } as const;
  const rigOf = (): Rig => runRig({ client: () => answeringClient(() => undefined).client });
  const stateFor = async ({ store, clock }: Rig, owner: string): Promise<string> =>
    (await store.lookups.claim(question, { owner, now: clock.now(), ms: 15_000 })).kind;

  it("is asked by no one else for as long as the answer takes, and then may be", async () => {
    const rig = rigOf();
    let answer: (text: string) => void = () => assert.fail("it is not asked yet");
    const asking = claimQuestion(rig.runs, question, never, () => new Promise<string>((resolve) => (answer = resolve)));
    while (rig.clock.waiting === 0) {
      await setImmediate();
    }
    for (let seconds = 5; seconds <= 60; seconds += 5) {
      rig.clock.advance(5_000);
      for (let turn = 0; turn < 5; turn += 1) {
        await setImmediate();
      }
      assert.equal(await stateFor(rig, "other"), "busy", `after ${seconds} s`);
    }
    answer("found");
    assert.deepEqual(await asking, { kind: "asked", result: "found" });
    await setImmediate();
    assert.equal(await stateFor(rig, "other"), "claimed");
  });

  it("may be asked by others when the call fails", async () => {
    const rig = rigOf();
    const failed = claimQuestion(rig.runs, question, never, () => Promise.reject(new Error("lost")));
    await assert.rejects(failed, /lost/);
    await setImmediate();
    assert.equal(await stateFor(rig, "other"), "claimed");
  });

  it("may be asked by others 15 seconds after the window that asked has died", async () => {
    const rig = rigOf();
    assert.equal(await stateFor(rig, "dead"), "claimed");
    rig.clock.advance(14_999);
    assert.equal(await stateFor(rig, "other"), "busy");
    rig.clock.advance(1);
    assert.equal(await stateFor(rig, "other"), "claimed");
  });

  it("is waited for until it is free, or until the wait is canceled", async () => {
    const rig = rigOf();
    await stateFor(rig, "other");
    const cancel = new AbortController();
    const asked: string[] = [];
    const ask = (who: string) => (): Promise<number> => Promise.resolve(asked.push(who));
    const canceled = claimQuestion(rig.runs, question, cancel.signal, ask("canceled"));
    const patient = claimQuestion(rig.runs, question, never, ask("patient"));
    while (rig.clock.waiting < 2) {
      await setImmediate();
    }
    cancel.abort(new Error("canceled"));
    await assert.rejects(canceled, /canceled/);
    await rig.store.lookups.releaseClaim("other");
    rig.clock.advance(50);
    assert.deepEqual(await patient, { kind: "asked", result: 1 });
    assert.deepEqual(asked, ["patient"]);
  });
});
