// Whether a run can be resumed is said by the same rule by which it is: over every stop and purpose, by a command and a
// tool.
import assert from "node:assert/strict";
import { Refusal } from "../../../src/app/app";
import { runFacts } from "../../../src/app/runFacts";
import type { StopReason } from "../../../src/runs/run";
import type { RunPurpose } from "../../../src/store/kinds";
import type { NewRun } from "../../../src/store/runs";
import { useRigs, connection, peopleSearch, type AgentRig } from "../agents/agentRig";
import { runCommand } from "../cli/commandRig";
import { newRun } from "../store/rig";

const stops: { readonly [K in StopReason["kind"]]: Extract<StopReason, { readonly kind: K }> } = {
  complete: { kind: "complete" },
  partialResult: { kind: "partialResult", outcomes: { enriched: 4, nothingFound: 0, notProcessed: 6 } },
  endedEarly: { kind: "endedEarly" },
  unanswered: { kind: "unanswered", rows: 2 },
  limitReached: { kind: "limitReached" },
  creditLimit: { kind: "creditLimit", limit: 1 },
  budgetUsedUp: { kind: "budgetUsedUp", agreed: 1 },
  costUnknown: { kind: "costUnknown" },
  sameRecords: { kind: "sameRecords" },
  cancelled: { kind: "cancelled" },
  disconnected: { kind: "disconnected" },
  rateLimited: { kind: "rateLimited", until: 0 },
  keyRejected: { kind: "keyRejected", message: "Wrong key." },
  creditsExhausted: { kind: "creditsExhausted", message: "No credits." },
  offline: { kind: "offline", message: "Offline." },
  ambiguous: { kind: "ambiguous", message: "Lost." },
  notUnderstood: { kind: "notUnderstood", message: "Odd." },
  interrupted: { kind: "interrupted", requestInFlight: false },
  windowClosed: { kind: "windowClosed" },
  storage: { kind: "storage", message: "Full." },
  refused: { kind: "refused", message: "No." },
};

const resumed: readonly RunPurpose[] = ["search", "count", "batch"];
const never: readonly StopReason["kind"][] = ["complete", "partialResult", "sameRecords"];

describe("a stopped run", function () {
  const rig = useRigs();
  let one: AgentRig;
  beforeEach(() => {
    one = rig({ creditsPerDay: 1_000, answer: "yes" });
    one.write("a.prospect.json", JSON.stringify(peopleSearch));
  });

  const stopped = async (id: string, stop: StopReason): Promise<void> => {
    const { runs } = one.store;
    const [owner, now] = ["elsewhere", one.clock.now()];
    await runs.take(id, { owner, now, ms: 1_000 });
    if (stop.kind === "interrupted") {
      one.clock.advance(2_000);
    } else {
      await runs.stop(id, owner, stop, now);
    }
  };
  const make: Readonly<Record<RunPurpose, () => Promise<string>>> = {
    search: () => ended("run a.prospect.json --records 3 --again"),
    count: () => ended("count a.prospect.json --again"),
    lookup: () => stored({ purpose: "lookup", task: { kind: "companyLookup", identifiers: {} } }),
    batch: () => {
      one.write("rows.csv", "Domain\nnorthwind.example\nnobody.example\n");
      return ended("lookup company --in rows.csv --json");
    },
    enrichment: () => stored({ purpose: "enrichment", task: { kind: "enrichment", enrichmentId: "e1" } }),
  };
  const ended = async (line: string): Promise<string> => {
    await runCommand(one, line);
    const [latest] = await one.app.runs.list({});
    return String(latest?.header.id);
  };
  let made = 0;
  const stored = async (change: Partial<NewRun>): Promise<string> => {
    made += 1;
    const run = newRun("person", { ...change, id: `stored-${made}`, connection, startedAt: one.clock.now() });
    await one.store.runs.create(run, { owner: "elsewhere", now: one.clock.now(), ms: 1_000 });
    one.clock.advance(2_000);
    return run.id;
  };
  const isAccepted = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      assert.ok(error instanceof Refusal, String(error));
      return false;
    }
  };
  const options = "--records 5 --yes --max-credits 100 --accept-unknown-costs --resend";

  for (const purpose of Object.keys(make) as readonly RunPurpose[]) {
    it(`of purpose ${purpose} is resumable exactly where a command and a tool resume it`, async () => {
      for (const stop of Object.values(stops)) {
        const [forCommand, forTool] = [await make[purpose](), await make[purpose]()];
        await stopped(forCommand, stop);
        await stopped(forTool, stop);
        const before = await one.app.runs.summary(forCommand);
        assert.equal(before?.stop?.kind, stop.kind);
        const { resumable } = runFacts(before, one.clock.now());
        const goesOn =
          resumed.includes(purpose) &&
          !never.includes(stop.kind) &&
          !(purpose === "count" && stop.kind === "limitReached");
        assert.equal(resumable, goesOn, stop.kind);
        // A command that has nothing to do succeeds, too.
        const isFine = resumable || stop.kind === "complete";
        assert.equal(await isAccepted(runCommand(one, `resume ${forCommand} ${options}`)), isFine, stop.kind);
        const told = await one.call("run_search", { resume: forTool, records: 5, max_credits: 100 });
        assert.equal(!told.isError, resumable, `${stop.kind}: ${told.text}`);
        for (const id of resumable ? [forCommand, forTool] : []) {
          const after = await one.app.runs.summary(id);
          if (purpose === "batch") {
            assert.equal(after?.stop?.kind, "complete", stop.kind);
          } else if (purpose === "count") {
            assert.deepEqual([after?.stop?.kind, after?.lastTotal], ["limitReached", 26], `${stop.kind} ${id}`);
          } else {
            assert.deepEqual([after?.stop?.kind, after?.records], ["limitReached", 8], `${stop.kind} ${id}`);
          }
        }
      }
    });
  }

  it("is not resumable while it runs, at its total, or where the service gave no way to continue", async () => {
    const id = await make.search();
    await one.store.runs.take(id, { owner: "elsewhere", now: one.clock.now(), ms: 1_000 });
    const running = await one.app.runs.summary(id);
    assert.ok(running !== undefined);
    assert.equal(runFacts(running, 0).resumable, false);
    const limited = { ...running, stop: stops.limitReached };
    assert.equal(runFacts(limited, 0).resumable, true);
    assert.equal(runFacts({ ...limited, lastTotal: 3 }, 0).resumable, false);
    const deep = { ...running, stop: stops.refused, returned: 10_001, records: 10_001, lastTotal: 20_000 };
    assert.equal(runFacts({ ...deep, cursor: "next" }, 0).resumable, true);
    assert.equal(runFacts({ ...deep, cursor: undefined }, 0).resumable, false);
  });
});
