// Single lookups: saved answers are free, and paid ones are saved.
import assert from "node:assert/strict";
import { lookUpOnce, savedAnswer, type LookupInput, type PaidLookup } from "../../../src/runs/lookUpOnce";
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
