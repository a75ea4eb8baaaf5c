// Pages looked at in a thread of their own: the verdict is the one this thread would come to, and a lost thread loses nothing.
import assert from "node:assert/strict";
import { once } from "node:events";
import fc from "fast-check";
import { createPageCheck, type PageCheck } from "../../../src/service/pageCheck";
import { parsePage } from "../../../src/service/replyParsing";
import { isSoundPage } from "../../../src/service/soundPage";
import type { HttpReply } from "../../../src/service/wire";
import { largePage, pageOf, runningCheck, startRealThread, toldThread, type ToldThread } from "./checkThreads";
import { failureOf, json, rig, settled } from "./fakes";

const ada = { id: "p1", full_name: "Ada Łovelace 東京 😀", skills: ["mathematics"], employment: { current: { title: "Analyst", company: { name: "Engine", headcount: 3 } }, all: null } };

describe("the verdict on a page", () => {
  const readsClean = (reply: HttpReply): boolean => {
    const parsed = parsePage("person", reply);
    return parsed.ok && parsed.value.odd.length === 0;
  };

  for (const [name, body, type] of [
    ["good records", JSON.stringify({ people: [ada, ada], metadata: {} })],
    ["no records", '{"people":null,"metadata":{}}'],
    ["a byte-order mark", '\ufeff{"people":[]}'],
    ["bytes that are no UTF-8", Buffer.concat([Buffer.from('{"people":[{"full_name":"ë'), Buffer.of(0xff, 0xc3), Buffer.from('"}]}')])],
    ["an odd record", JSON.stringify({ people: [ada, { full_name: 7 }], metadata: {} })],
    ["a record that is none", '{"people":[null]}'],
    ["an amount that no number holds", '{"people":[{"employment":{"current":{"company":{"headcount":12345678901234567890}}}}]}'],
    ["an id that no number holds", '{"people":[{"social_profiles":{"professional_network":{"id":12345678901234567890}}}]}'],
    ["brackets that close and no JSON", '{"people":[{"id":x}],"metadata":{}}'],
    ["letters beyond ASCII between values", '{"people":[]\u00a0}'],
    ["nesting too deep", `{"people":[],"deep":${"[".repeat(64)}${"]".repeat(64)}}`],
    ["text that breaks off", '{"people":[{"id":"p'],
    ["HTML", "<html>", "text/html"],
    ["an image", '{"people":[]}', "image/png"],
    ["no list", '{"people":{}}'],
    ["another kind", '{"companies":[]}'],
  ] as const) {
    it(`is that of reading it: ${name}`, () => {
      const reply = pageOf(body as string, type);
      assert.equal(isSoundPage("person", reply), readsClean(reply));
    });
  }

  it("is that of reading it, whatever comes", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.string(), fc.constantFrom("\u00a0", '"', "\\", "\u0000", "\u2028"));
    const record = fc.oneof(
      fc.jsonValue(),
      fc.record({ id: fc.oneof(text, fc.integer()), full_name: fc.oneof(text, fc.constant(null), fc.integer()), skills: fc.oneof(fc.array(text), fc.array(fc.integer())) }, { requiredKeys: [] }),
    );
    const body = fc.tuple(fc.array(record, { maxLength: 4 }), fc.nat(), fc.option(fc.uint8Array({ maxLength: 3 }), { nil: undefined })).map(([people, at, damage]) => {
      const bytes = Buffer.from(JSON.stringify({ people, metadata: { total: 1 } }));
      return damage === undefined ? bytes : Buffer.concat([bytes.subarray(0, at % bytes.length), damage, bytes.subarray(at % bytes.length)]);
    });
    fc.assert(
      fc.property(body, (bytes) => {
        const reply = pageOf(bytes);
        assert.equal(isSoundPage("person", reply), readsClean(reply));
      }),
      { numRuns: 3000 },
    );
  }).timeout(10_000);
});

describe("the thread that looks at pages", () => {
  let check: Awaited<ReturnType<typeof runningCheck>>;
  before(async () => {
    check = await runningCheck();
  });
  after(() => check.close());

  it("says which pages are sound, each its own, and leaves their bytes alone", async () => {
    const company = { id: "c", name: "Engine", headcount: 12 };
    const cases: readonly (readonly ["company" | "person", HttpReply, boolean])[] = [
      ["person", largePage([ada, ada]), true],
      ["person", largePage([ada, { full_name: 7 }]), false],
      ["company", largePage([company], "companies"), true],
      ["company", largePage([{ headcount: "many" }], "companies"), false],
      ["person", pageOf(largePage([ada]).body.subarray(0, 69_000)), false],
      ["person", pageOf(largePage([ada]).body, "text/html"), false],
    ];
    const before = cases.map(([, { body }]) => Buffer.from(body));
    const answers = await Promise.all(cases.map(([kind, reply]) => check.isSound(kind, reply)));
    assert.deepEqual(answers, cases.map(([, , isSound]) => isSound));
    assert.deepEqual(cases.map(([, { body }]) => Buffer.from(body)), before);
  });

  it("ends when it has nothing to do", async () => {
    const [code] = (await once(startRealThread({ idleMs: 1 }), "exit")) as [number];
    assert.equal(code, 0);
  });
});

describe("the page check", () => {
  const started: ToldThread[] = [];
  const begin = (): PageCheck =>
    createPageCheck(() => {
      const thread = toldThread();
      started.push(thread);
      return thread;
    });
  const large = largePage([ada]);
  afterEach(() => void started.splice(0));

  it("has small pages, and the first large one, read where they are", () => {
    const check = begin();
    for (let page = 0; page < 3; page += 1) {
      assert.equal(check.isSound("person", pageOf('{"people":[]}')), undefined);
    }
    assert.equal(check.isSound("person", large), undefined);
    assert.equal(started.length, 0);
    assert.equal(check.isSound("person", large), undefined);
    assert.equal(started.length, 1);
    assert.equal(check.isSound("person", large), undefined, "the thread does not run yet");
  });

  it("keeps the process alive only while it waits for an answer", async () => {
    const check = begin();
    check.isSound("person", large);
    check.isSound("person", large);
    const [thread] = started;
    assert.ok(thread);
    assert.equal(thread.isKeptAlive, false);
    thread.tell("online");
    const [one, other] = [check.isSound("person", large), check.isSound("company", large)];
    assert.deepEqual(thread.questions.map(({ kind, type, bytes }) => [kind, type, Buffer.from(bytes).equals(large.body)]), [["person", "application/json", true], ["company", "application/json", true]]);
    assert.equal(thread.isKeptAlive, true);
    const [first, second] = thread.questions;
    thread.answer({ call: second?.call ?? 0, isSound: true });
    assert.equal(thread.isKeptAlive, true);
    thread.answer({ call: first?.call ?? 0, isSound: false });
    assert.deepEqual(await Promise.all([one, other]), [false, true]);
    assert.equal(thread.isKeptAlive, false);
  });

  it("gives pages back when the thread ends, and begins anew only after an orderly end", async () => {
    const check = begin();
    check.isSound("person", large);
    check.isSound("person", large);
    started[0]?.tell("online");
    const waiting = check.isSound("person", large);
    started[0]?.tell("exit");
    assert.equal(await waiting, false);
    assert.equal(check.isSound("person", large), undefined);
    assert.equal(started.length, 2);
    started[1]?.tell("online");
    const hopeless = check.isSound("person", large);
    started[1]?.tell("error");
    started[1]?.tell("exit");
    assert.equal(await hopeless, false);
    assert.equal(check.isSound("person", large), undefined);
    assert.equal(started.length, 2);
  });

  it("does without where no thread can be started, and once it is closed", async () => {
    let tries = 0;
    const without = createPageCheck(() => {
      tries += 1;
      throw new Error("no threads here");
    });
    for (let page = 0; page < 4; page += 1) {
      assert.equal(without.isSound("person", large), undefined);
    }
    assert.equal(tries, 1);
    const check = begin();
    check.isSound("person", large);
    check.isSound("person", large);
    started[0]?.tell("online");
    const waiting = check.isSound("person", large);
    await check.close();
    assert.equal(await waiting, false);
    assert.equal(check.isSound("person", large), undefined);
    assert.equal(started.length, 1);
  });
});

describe("a call whose page is looked at beside it", () => {
  const body = { people: [ada, { ...ada, id: "p2" }], metadata: { total: 2, credits: 0.5, search_after: "c" } };
  const says = (isSound: boolean): Pick<PageCheck, "isSound"> => ({ isSound: async () => isSound });

  it("has the same records, oddities and metadata", async () => {
    for (const people of [body.people, [ada, { full_name: 7 }]]) {
      const reply = json(200, { ...body, people });
      const here = await rig([reply]).client.peopleSearch({});
      const beside = await rig([reply], { pageCheck: says(here.odd.length === 0) }).client.peopleSearch({});
      assert.deepEqual({ records: beside.records, odd: beside.odd, metadata: beside.metadata }, here);
    }
  });

  it("fails with the same reason where the reply is no page", async () => {
    const reply: HttpReply = { ...json(200, {}), body: Buffer.from('{"people":[{"id":x}],"metadata":{}}') };
    assert.deepEqual(await failureOf(rig([reply], { pageCheck: says(false) }).client.peopleSearch({})), await failureOf(rig([reply]).client.peopleSearch({})));
  });

  it("keeps the reply before there is a verdict, and is over when there are both", async () => {
    const steps: string[] = [];
    let verdict: (isSound: boolean) => void = () => undefined;
    let stored: () => void = () => undefined;
    const pageCheck = { isSound: () => new Promise<boolean>((resolve) => (verdict = resolve)) };
    const onReply = (): Promise<void> => {
      steps.push("kept");
      return new Promise((resolve) => (stored = resolve));
    };
    const call = rig([json(200, body)], { pageCheck }).client.peopleSearch({}, { onReply }).then(() => steps.push("over"));
    await settled();
    assert.deepEqual(steps, ["kept"]);
    verdict(true);
    await settled();
    assert.deepEqual(steps, ["kept"]);
    stored();
    await call;
    assert.deepEqual(steps, ["kept", "over"]);
  });

  it("fails when its reply cannot be kept, sound or not", async () => {
    for (const isSound of [true, false]) {
      await assert.rejects(rig([json(200, body)], { pageCheck: says(isSound) }).client.peopleSearch({}, { onReply: async () => Promise.reject(new Error("disk full")) }), /disk full/);
    }
  });
});
