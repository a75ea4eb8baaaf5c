// The verb `enrichment`: what is tracked and asked for, how long it waits, what it writes, and how it ends.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { TransportFailure, type HttpReply } from "../../../src/service/wire";
import { useTestDesks, type OpenTestDesk } from "../../support/testDesk";
import { runCommand, type Told } from "./commandRig";

const contact = (nth: number): object => ({
  input: { first_name: `Ada ${nth}` },
  contact_info: { most_probable_work_email: { email: `a${nth}@acme.example`, status: "DELIVERABLE" } },
});
const result = (status: string, contacts?: number, name = "Fair visitors"): object => ({
  ...{ id: "enr-1", name, status, cost: { credits: 3 } },
  ...(contacts !== undefined && { data: Array.from({ length: contacts }, (_, nth) => contact(nth)) }),
});

type Answer = { readonly status?: number; readonly body: object } | "offline";
const running: Answer = { body: result("IN_PROGRESS") };
const finished: Answer = { body: result("FINISHED", 2) };
const refusal = (status: number, code: string): Answer => ({ status, body: { code, message: "No." } });

describe("prospect enrichment", () => {
  const rig = useTestDesks();
  let one: OpenTestDesk;
  /** The ids that were asked for. */
  let requested: string[];
  /** The answers for each id, the last of them again and again. */
  let answers: Record<string, readonly Answer[]>;

  beforeEach(() => {
    [requested, answers] = [[], {}];
    one = rig({
      transport: (through) => async (request, signal) => {
        const id = /\/enrich\/bulk\/(.*)$/u.exec(request.path)?.[1];
        if (id === undefined) {
          return through(request, signal);
        }
        const nth = requested.filter((other) => other === id).length;
        requested.push(id);
        const answer = answers[id]?.[nth] ?? answers[id]?.at(-1) ?? refusal(404, "error.enrichment.not_found");
        if (answer === "offline") {
          throw new TransportFailure("unreachable", true, "no network");
        }
        const { status = 200, body } = answer;
        const headers = { "content-type": "application/json" };
        return { status, headers, body: Buffer.from(JSON.stringify(body)) } satisfies HttpReply;
      },
    });
  });

  /** Runs a command while its clock advances whenever something sleeps. */
  async function run(line: string, options: { readonly input?: string; readonly signal?: AbortSignal } = {}) {
    let isOver = false;
    const told = runCommand(one, `enrichment ${line}`, {}, options.input, options.signal);
    const end = (): void => {
      isOver = true;
    };
    told.then(end, end);
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      if (one.clock.waiting > 0) {
        one.clock.advance(1_000);
      }
    }
    return told;
  }
  const of = ({ data }: Told): readonly Readonly<Record<string, unknown>>[] =>
    data["enrichments"] as readonly Readonly<Record<string, unknown>>[];
  const fileText = (name: string): string => readFileSync(path.join(one.folder, name), "utf8");

  it("track asks once for each id, within any text, and lists state, contacts and credits", async () => {
    answers = { "enr-1": [finished], "enr-2": [running] };
    const told = await run('track enr-1 "https://a.example/api/v2/contact/enrich/bulk/enr-2?x=1" enr-1');
    assert.deepEqual(requested, ["enr-1", "enr-2"]);
    assert.deepEqual(told.lines, [
      "enr-1\tfinished\t2 of 2 enriched\t3 credits\tFair visitors",
      "enr-2\tin progress\t0 contacts\t3 credits\tFair visitors",
    ]);
    assert.equal(told.state, "stopped");
    assert.equal(told.data["resumable"], true);
    assert.equal(
      told.notes,
      "Fair visitors is still running (in progress).\nRun it again to ask again, or add --wait.\n",
    );
    assert.deepEqual(of(told)[0], {
      ...{ enrichment: "enr-1", name: "Fair visitors", state: "ended", status: "FINISHED", problem: null },
      outcomes: { enriched: 2, nothingFound: 0, notProcessed: 0 },
      ...{ inProgress: false, complete: true, contacts: 2, partial: false, credits: 3, run: "R1" },
      ...{ connection: "Test account", askedAt: "2026-11-20T12:00:00.000Z" },
    });
    const listed = await run("list");
    assert.deepEqual([listed.state, listed.lines, requested.length], ["complete", told.lines, 2]);
    assert.deepEqual(one.paid, []);
  });

  it("track reads ids from standard input, however many", async () => {
    const ids = Array.from({ length: 250 }, (_, nth) => `enr-${nth}`);
    answers = Object.fromEntries(ids.map((id) => [id, [running]]));
    await run("track -", { input: ids.join("\n") });
    assert.deepEqual(requested, ids);
    await assert.rejects(run("track -", { input: "\n" }), /Standard input contains no id/);
  });

  it("track --wait asks less and less often until all are finished", async () => {
    answers = { "enr-1": [running, running, running, finished], "enr-2": [finished] };
    const told = await run("track enr-1 enr-2 --wait");
    assert.deepEqual(requested, ["enr-1", "enr-2", "enr-1", "enr-1", "enr-1"]);
    assert.deepEqual([told.state, told.notes], ["complete", ""]);
    assert.ok(one.clock.monotonic() >= 35_000, "5 s, 10 s, and 20 s");
    assert.deepEqual(
      of(told).map(({ contacts }) => contacts),
      [2, 2],
    );
  });

  it("a wait that is canceled ends with what is saved", async () => {
    answers = { "enr-1": [finished], "enr-2": [running] };
    const stopping = new AbortController();
    const sleep = one.clock.sleep.bind(one.clock);
    Object.assign(one.clock, {
      sleep: (ms: number, signal?: AbortSignal) => {
        if (requested.length === 2 && ms > 1_000) {
          stopping.abort();
        }
        return sleep(ms, signal);
      },
    });
    const told = await run("track enr-1 enr-2 --wait", { signal: stopping.signal });
    assert.equal(told.state, "canceled");
    assert.deepEqual(
      of(told).map(({ contacts }) => contacts),
      [2, 0],
    );
    assert.equal(told.notes, "Fair visitors is still running (in progress).\n");
    const before = await run("track enr-2", { signal: AbortSignal.abort() });
    assert.deepEqual([before.state, requested.length], ["canceled", 2], "nothing is sent any more");
  });

  const ends: readonly (readonly [string, Answer, string, RegExp])[] = [
    ["not found", refusal(404, "error.enrichment.not_found"), "failed", /enr-1: /],
    ["a rejected key", refusal(401, "error.api.key"), "keyRejected", /enr-1: /],
    ["canceled at the service", { body: result("CANCELED") }, "failed", /has ended: canceled/],
    ["finished without contacts", { body: result("FINISHED", 0) }, "complete", /^$/],
    ["unreachable", "offline", "stopped", /not polled yet.*enr-1: /s],
    ["in progress by an error", refusal(400, "error.enrichment.in_progress"), "stopped", /still running/],
  ];
  for (const [name, answer, state, notes] of ends) {
    it(`track ends by what the service says: ${name}`, async () => {
      answers = { "enr-1": [answer] };
      const told = await run("track enr-1");
      assert.equal(told.state, state);
      assert.match(told.notes, notes);
    });
  }

  it("results asks until all contacts are saved, and writes them to a file or prints them", async () => {
    answers = { "enr-1": [running, finished] };
    const early = await run("results enr-1 --out out.csv --json");
    assert.deepEqual([early.state, early.data["resumable"], early.data["out"]], ["stopped", true, null]);
    assert.match(early.notes, /still running.*\nNothing was written\. Run it again later\.\n/);
    const told = await run("results enr-1 --out deep/out.csv --fields work_email");
    assert.deepEqual(
      [told.state, told.lines, told.data["records"], told.data["out"]],
      ["complete", ["2 records written to deep/out.csv."], 2, "FOLDER/deep/out.csv"],
    );
    assert.deepEqual(fileText("deep/out.csv").trim().split("\n").slice(1), ["a0@acme.example", "a1@acme.example"]);
    await assert.rejects(run("results enr-1 --out deep/out.csv"), /exists already. Add --replace/);
    const printed = await run("results enr-1 --format ndjson");
    assert.deepEqual([printed.lines, printed.output.trim().split("\n").length], [[], 2]);
    assert.equal(requested.length, 2, "what is saved is not asked for again");
  });

  it("results of an enrichment that ended early writes what there is, and fails", async () => {
    answers = { "enr-1": [{ status: 402, body: result("CREDITS_INSUFFICIENT", 1) }] };
    const told = await run("results enr-1 --out out.csv");
    assert.equal(told.state, "failed");
    assert.equal(told.data["records"], 1);
    assert.match(told.notes, /has ended: out of credits\. 1 of 1 enriched\./);
    assert.equal(fileText("out.csv").trim().split("\n").length, 2);
  });

  for (const [name, answer, state] of [
    ["not found", refusal(404, "error.enrichment.not_found"), "failed"],
    ["finished without contacts", { body: result("FINISHED", 0) }, "failed"],
    ["a rejected key", refusal(401, "error.api.key"), "keyRejected"],
  ] as const) {
    it(`results writes nothing for one that has none: ${name}`, async () => {
      answers = { "enr-1": [answer] };
      const told = await run("results enr-1 --out out.csv");
      assert.deepEqual([told.state, told.data["out"]], [state, null]);
      assert.notEqual(told.notes, "");
      assert.throws(() => fileText("out.csv"));
    });
  }

  it("remove ends the tracking and keeps the contacts", async () => {
    answers = { "enr-1": [finished] };
    await run("track enr-1");
    await assert.rejects(run("remove enr-1 enr-2"), /no tracked enrichment with this id/);
    const told = await run("remove enr-1");
    assert.deepEqual(told.lines, ["enr-1 is no longer tracked. Its contacts stay in run R1."]);
    assert.deepEqual((await run("list")).lines, ["There are no tracked enrichments yet."]);
    assert.equal((await one.app.runs.list({})).length, 1);
  });

  it("shows nothing of the service's texts that could move the cursor", async () => {
    answers = { "enr-1": [{ body: result("ON\u001b[2J_HOLD", 1, "a\u001b[2Jb\nc") }] };
    const told = await run("track enr-1");
    assert.equal(JSON.stringify(told).includes("u001b"), false);
    assert.equal(told.lines.length, 1);
  });
});
