// What agrees to an unknown cost and to a page that may be charged twice: a question or an option of the command line
// that says so, and nothing else.
import assert from "node:assert/strict";
import { previewTool } from "../../../src/agents/callTool";
import { allTools } from "../../../src/agents/tools/allTools";
import { Declined, type Answer, type Question } from "../../../src/app/app";
import { planSearch } from "../../../src/app/planSearch";
import { searchOfText } from "../../../src/app/readSearch";
import { resumeSearch, runPlanned, type ResumeRequest } from "../../../src/app/searchRuns";
import type { StopReason } from "../../../src/runs/run";
import type { Transport } from "../../../src/service/wire";
import { useTestDesks, type OpenTestDesk } from "../../support/testDesk";
import { runCommand } from "../cli/commandRig";

/** Matches everybody. */
const search = { search: "people", filters: {}, fetch: { records: 250 } };
const unknownCost = "This fetches up to 150 records at an unknown cost where the service does not say what it charges.";

describe("consent", () => {
  let isUnpriced = false;
  let isBroken = false;
  beforeEach(() => {
    isUnpriced = false;
    isBroken = false;
  });
  const transport =
    (through: Transport): Transport =>
    async (request, signal) => {
      if (isBroken && request.method === "POST") {
        return { status: 500, headers: {}, body: Buffer.from('{"message":"Broken"}') };
      }
      const reply = await through(request, signal);
      if (!isUnpriced) {
        return reply;
      }
      if (request.method !== "POST") {
        return { status: 403, headers: {}, body: Buffer.from("{}") };
      }
      const { metadata, ...rest } = JSON.parse(Buffer.from(reply.body).toString("utf8")) as {
        readonly metadata: Readonly<Record<string, unknown>>;
      };
      const body = Buffer.from(JSON.stringify({ ...rest, metadata: { ...metadata, credits: undefined } }));
      return { ...reply, body };
    };
  const rig = useTestDesks({ creditsPerDay: 1_000, transport }, { "a.prospect.json": JSON.stringify(search) });
  /** A run of 100 of 250 records that stopped after a page without a cost. */
  const stoppedAtUnknownCost = async (one: OpenTestDesk): Promise<string> => {
    await runCommand(one, "count a.prospect.json");
    isUnpriced = true;
    const { data, notes, state } = await runCommand(one, "run a.prospect.json --yes");
    assert.deepEqual([state, data["records"], data["creditsAtLeast"]], ["needsBudget", 100, true]);
    assert.deepEqual((data["stop"] as { readonly kind: string }).kind, "costUnknown");
    assert.equal(notes, '"prospect resume R2 --accept-unknown-costs --max-credits N" continues at an unknown cost.\n');
    isUnpriced = false;
    return "R2";
  };
  /** A run of 100 of 250 records whose second page was sent and not answered. */
  const stoppedUnanswered = async (one: OpenTestDesk): Promise<string> => {
    await runCommand(one, "run a.prospect.json --records 100 --yes");
    isBroken = true;
    const { data } = await runCommand(one, "resume R1 --records 150 --yes");
    assert.equal((data["stop"] as { readonly kind: string }).kind, "ambiguous");
    isBroken = false;
    return "R1";
  };
  const refusal = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
    } catch (error) {
      assert.deepEqual((error as { readonly reason?: string }).reason, "budget", String(error));
      return (error as Error).message;
    }
    throw new Error("It was not refused.");
  };
  const asking = (answer: Answer) => {
    const asked: Question[] = [];
    return {
      asked,
      ask: (question: Question) => {
        asked.push(question);
        return Promise.resolve(answer);
      },
    };
  };

  describe("to an unknown cost on the command line", () => {
    it("is neither a limit nor --yes: the refusal names the option, and nothing is sent", async () => {
      const one = rig();
      const run = await stoppedAtUnknownCost(one);
      const paid = one.paid.length;
      for (const [options, allowed] of [
        ["", "--accept-unknown-costs and --max-credits 37.5 or --yes"],
        [" --yes", "--accept-unknown-costs"],
        [" --max-credits 100", "--accept-unknown-costs"],
        [" --yes --max-credits 100", "--accept-unknown-costs"],
        [" --accept-unknown-costs", "--max-credits 37.5 or --yes"],
      ]) {
        const message = await refusal(runCommand(one, `resume ${run}${options}`));
        assert.ok(message.startsWith("There is no one to ask, so nothing was sent."), message);
        assert.ok(message.includes(unknownCost), message);
        assert.ok(message.endsWith(`Allow it with ${allowed}.`), message);
      }
      assert.equal(one.paid.length, paid);
    });

    for (const options of ["--accept-unknown-costs --max-credits 100", "--accept-unknown-costs --yes"]) {
      it(`is given by ${options}: the run goes on over pages without a cost`, async () => {
        const one = rig();
        const run = await stoppedAtUnknownCost(one);
        isUnpriced = true;
        const { state, data } = await runCommand(one, `resume ${run} ${options}`);
        assert.deepEqual([state, data["records"], data["creditsAtLeast"]], ["complete", 250, true]);
      });
    }
  });

  describe("to an unknown cost by a tool", () => {
    const input = { resume: "", max_credits: 100 };

    it("is a question that says so, whatever the daily budget and max_credits", async () => {
      const one = rig();
      await stoppedAtUnknownCost(one);
      const [latest] = await one.app.runs.list({});
      const resume = String(latest?.header.id);
      const paid = one.paid.length;
      const refused = await one.call("run_search", { ...input, resume });
      assert.deepEqual([refused.isError, refused.data["error"]], [true, "budget"]);
      assert.match(refused.text, /at an unknown cost.*Only the user can allow this/);
      assert.equal(one.paid.length, paid);
      const [question] = one.asked;
      assert.deepEqual([question?.about, question?.title], ["unknownCost", "Continue a at an unknown cost?"]);
      assert.ok(question?.sentences.includes(unknownCost));
      const { ask } = asking("yes");
      const tool = allTools.find(({ name }) => name === "run_search");
      assert.ok(tool !== undefined);
      const shown = await previewTool(one.app, tool, { ...input, resume });
      assert.ok("preview" in shown && shown.preview !== undefined);
      assert.equal(shown.preview.credits, undefined, "no sum is promised");
      assert.ok(shown.preview.sentence.includes(unknownCost), shown.preview.sentence);
      isUnpriced = true;
      const agreed = await tool.run(
        { ...one.app, ask },
        { ...input, resume },
        { signal: new AbortController().signal, onProgress: () => undefined },
      );
      assert.equal(agreed.data["records"], 250);
    });
  });

  describe("to a page that may be charged twice", () => {
    const twice =
      "A page of up to 100 records was sent and not answered. Asking again may charge it twice: up to 25 credits.";

    it("is --resend alone; the refusal names its records and credits", async () => {
      const one = rig();
      const run = await stoppedUnanswered(one);
      const paid = one.paid.length;
      for (const [options, allowed] of [
        ["", "--resend and --max-credits 37.5 or --yes"],
        [" --max-credits 400", "--resend"],
        [" --yes", "--resend"],
      ] as const) {
        const message = await refusal(runCommand(one, `resume ${run}${options}`));
        assert.ok(message.includes(twice), message);
        assert.ok(message.endsWith(`Allow it with ${allowed}.`), message);
      }
      assert.equal(one.paid.length, paid);
      const capped = await runCommand(one, `resume ${run} --resend --max-credits 25`);
      assert.deepEqual([capped.state, capped.data["records"]], ["needsBudget", 200]);
    });

    it("is asked for again after a try that was not sent", async () => {
      const one = rig();
      const run = await stoppedUnanswered(one);
      const now = one.clock.now();
      const [latest] = await one.app.runs.list({});
      const id = String(latest?.header.id);
      await one.store.runs.take(id, { owner: "elsewhere", now, ms: 1_000 });
      await one.store.runs.stop(id, "elsewhere", { kind: "offline", message: "Not sent." }, now);
      const paid = one.paid.length;
      const message = await refusal(runCommand(one, `resume ${run} --yes`));
      assert.ok(message.includes(twice), message);
      assert.equal(one.paid.length, paid);
      const { state, data } = await runCommand(one, `resume ${run} --yes --resend`);
      assert.deepEqual([state, data["records"], data["creditsAtLeast"]], ["complete", 250, true]);
    });
  });

  describe("of a person at a window", () => {
    const stoppedWith = async (one: OpenTestDesk, stop: StopReason): Promise<string> => {
      await runCommand(one, "run a.prospect.json --records 100 --yes");
      const [run] = await one.app.runs.list({});
      const id = String(run?.header.id);
      const now = one.clock.now();
      await one.store.runs.take(id, { owner: "elsewhere", now, ms: 1_000 });
      await one.store.runs.stop(id, "elsewhere", stop, now);
      return id;
    };
    const call = { signal: new AbortController().signal, onProgress: () => undefined };
    const go = async (stop: StopReason, given: Partial<ResumeRequest> = {}, answer: Answer = "yes") => {
      const one = rig({ answer });
      const run = await stoppedWith(one, stop);
      const before = one.paid.length;
      const request = { run, records: 150, spender: { kind: "person" }, ...given } as const;
      const ended = await resumeSearch(one.app, request, call).catch((error: unknown) => error);
      return { one, ended, paid: one.paid.length - before, question: one.asked[0] };
    };
    const labels = (question: Question | undefined) => question?.choices.map(({ label }) => label);

    it("is a sum that was named on a button or typed as a limit: nothing more is asked", async () => {
      const { question, paid } = await go({ kind: "budgetUsedUp", agreed: 1 }, { agreed: 40 });
      assert.deepEqual([question, paid], [undefined, 2]);
      const typed = await go({ kind: "creditLimit", limit: 25 }, { maxCredits: 40, agreed: 40 });
      assert.deepEqual([typed.question, typed.paid], [undefined, 2]);
    });

    it("to a sum is none to an unknown cost: the question says so", async () => {
      const { question } = await go({ kind: "costUnknown" }, { agreed: 100 }, "no");
      assert.deepEqual([question?.about, labels(question)], ["unknownCost", ["Continue at an Unknown Cost"]]);
    });

    it("to a sum is none to what may be charged twice: the question says so", async () => {
      const one = rig({ answer: "no" });
      await stoppedUnanswered(one);
      const [run] = await one.app.runs.list({});
      const request = { run: String(run?.header.id), spender: { kind: "person" }, agreed: 100 } as const;
      await assert.rejects(resumeSearch(one.app, request, call), Declined);
      assert.deepEqual([one.asked[0]?.about, labels(one.asked[0])], ["twice", ["Resume"]]);
    });

    it("is asked for by a search without filters, however little it costs, and not by one with a filter", async () => {
      const one = rig();
      const run = async (filters: object) => {
        const { search: read } = searchOfText(JSON.stringify({ ...search, filters }), { title: "a" });
        assert.ok(read !== undefined);
        const { asked, ask } = asking("yes");
        const app = { ...one.app, ask };
        await runPlanned(app, await planSearch(app, read, { records: 1 }), { spender: { kind: "person" } }, call);
        return asked.map(({ sentences }) => sentences[0]);
      };
      assert.deepEqual(await run({}), ["This search has no filters, so it fetches any 1 person."]);
      assert.deepEqual(await run({ person_locations: [{ value: "Berlin" }] }), []);
    });
  });
});
