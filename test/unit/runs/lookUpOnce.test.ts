// Single lookups: saved answers are free, and paid ones are saved.
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import {
  claimQuestion,
  lookUpOnce,
  savedAnswer,
  type LookupInput,
  type PaidLookup,
} from "../../../src/runs/lookUpOnce";
import { lookupStopText } from "../../../src/runs/runState";
import type { ServiceError } from "../../../src/service/errors";
import { sandboxConnection as connection } from "../../support/testDesk";
import { removeFolders } from "../store/rig";
import { answeringClient, type AnsweringClient } from "./answeringClient";
import { runRig, storeSearch, unfollowed, type Rig } from "./runRig";

const ada: LookupInput = {
  kind: "person",
  identifiers: { person_name: "Ada Lovelace", company_domain: "acme.example" },
  words: "Ada Lovelace at acme.example",
};

describe("a single lookup", () => {
  afterEach(removeFolders);

  const rigOf = ({ client }: AnsweringClient): Rig => runRig({ client: () => client });
  const ask = (rig: Rig, question = ada, refresh = false): Promise<PaidLookup> =>
    lookUpOnce({ ...rig, ...unfollowed }, { ...question, connection, refresh });
  const owned = (rig: Rig, identifiers = ada.identifiers): ReturnType<typeof savedAnswer> =>
    savedAnswer(rig.store, { ...ada, identifiers }, connection.origin);

  it("that found somebody is saved, however the question is written", async () => {
    const json = '{"id":"p1","full_name":"Ada Lovelace","number":12345678901234567890}';
    const service = answeringClient(() => ({ body: `{"people":[${json}],"metadata":{"credits":2}}` }));
    const rig = rigOf(service);
    assert.equal(await owned(rig), undefined);
    const paid = await ask(rig);
    assert.ok(paid.kind === "answered" && paid.answer.kind === "found");
    assert.deepEqual([paid.answer.by, paid.answer.credits, paid.answer.json], ["asked", 2, json]);
    assert.deepEqual(
      await owned(rig, { company_domain: "https://www.ACME.example/", person_name: " ada  lovelace" }),
      paid.answer,
    );
    assert.equal(service.asked.length, 1);
    assert.deepEqual(
      (await rig.runs.list({ purposes: ["lookup"] })).map(({ header, credits }) => [header.title, header.id, credits]),
      [[ada.words, paid.answer.run, 2]],
    );
  });

  it("that found nobody is saved too", async () => {
    const rig = rigOf(answeringClient(() => undefined));
    const paid = await ask(rig);
    assert.deepEqual([paid.kind, paid.kind === "answered" && paid.answer.kind], ["answered", "noMatch"]);
    assert.equal((await owned(rig))?.kind, "noMatch");
  });

  it("that is refreshed pays again, and its answer replaces the saved one", async () => {
    const service = answeringClient((_, nth) => (nth === 1 ? { id: "p1", full_name: "Ada" } : undefined));
    const rig = rigOf(service);
    await ask(rig);
    assert.equal((await owned(rig))?.kind, "found");
    await ask(rig, ada, true);
    assert.deepEqual([service.asked.length, (await owned(rig))?.kind], [2, "noMatch"]);
  });

  for (const [what, answer] of [
    [
      "lost",
      {
        fail: {
          code: "network",
          message: "Lost.",
          creditsSpent: "maybe",
          sent: true,
        } satisfies ServiceError,
      },
    ],
    ["not understood", { body: "<html>" }],
    [
      "refused",
      {
        fail: {
          code: "badRequest",
          message: "No.",
          creditsSpent: "no",
        } satisfies ServiceError,
      },
    ],
  ] as const) {
    it(`whose reply is ${what} is not an answer`, async () => {
      const rig = rigOf(answeringClient(() => answer));
      const paid = await ask(rig);
      assert.equal(
        paid.kind === "stopped" ? paid.summary.stop?.kind : undefined,
        what === "lost" ? "ambiguous" : what === "refused" ? "refused" : "notUnderstood",
      );
      assert.equal(await owned(rig), undefined);
    });
  }

  for (const [what, error, title, sentence] of [
    [
      "the key is rejected",
      { code: "unauthorized", message: "No.", creditsSpent: "no", serviceMessage: "" },
      "Key rejected",
      "No. Enter a valid key for Sandbox, then look it up again.",
    ],
    [
      "the service cannot be reached",
      { code: "network", message: "No.", creditsSpent: "no", sent: false },
      "Offline",
      "No. The lookup was not sent, so nothing was charged.",
    ],
    [
      "the reply is lost",
      { code: "network", message: "Lost.", creditsSpent: "maybe", sent: true },
      "Reply lost",
      "Lost. It may have been charged. Looking it up again may be charged again.",
    ],
  ] as const) {
    it(`says what to do about a lookup when ${what}`, async () => {
      const service = answeringClient(() => ({ fail: error as ServiceError }));
      const rig = rigOf({ ...service, client: { ...service.client, credits: async () => ({ balance: 100 }) } });
      const paid = await ask(rig);
      assert.ok(paid.kind === "stopped");
      assert.deepEqual(lookupStopText(paid.summary, rig.clock.now()), { title, sentence });
    });
  }

  it("is answered by a record of a search, with the run that has it", async () => {
    const rig = rigOf(answeringClient(() => undefined));
    const search = await storeSearch(rig, {
      title: "Makers",
      body: '{"companies":[{"id":"1","domain":"acme.example"}]}',
      receivedAt: 5,
    });
    const answer = await savedAnswer(
      rig.store,
      { kind: "company", identifiers: { domain: "acme.example" }, words: "" },
      connection.origin,
    );
    assert.ok(answer?.kind === "found");
    assert.deepEqual(
      [answer.by, answer.run, answer.receivedAt, answer.json],
      ["identifier", search.id, 5, '{"id":"1","domain":"acme.example"}'],
    );
  });
});

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
