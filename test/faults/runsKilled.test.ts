// A window killed at any point of a run: what was acknowledged is there, at most the page in flight is missing and said
// to be, and the run resumes to its end. A copy of the files is what a killed window leaves: the
// system writes what a process gave it.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { Budgets } from "../../src/runs/budget";
import type { Execution } from "../../src/runs/execution";
import { resumeRun, startRun } from "../../src/runs/loop";
import type { RunSummary } from "../../src/runs/run";
import { RunStore } from "../../src/runs/runStore";
import { createSystemClock } from "../../src/service/systemClock";
import type { Store } from "../../src/store/client";
import { clientOver, random, sandboxConnection as connection } from "../support/testDesk";
import { unstopped } from "../unit/runs/runRig";
import { openInProcess, type InProcessStore } from "../unit/store/inProcess";
import { damageOf, keptRecords, newFolder, removeFolders } from "../unit/store/rig";
import { killPoints, killSandbox, needsNoQuestion, records, runWindow, task } from "./runsKillPlan";

/** Whoever comes later: the lease of the window that died is over. */
const system = createSystemClock();
const clock = { ...system, now: () => system.now() + 60_000 };
const keepsWhatItSaid = "keeps what it acknowledged, says what may be lost, and resumes";

const numbers = (file: string): number[] =>
  existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : [];
const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);

interface Window extends Execution, Pick<InProcessStore<Store>, "store" | "close"> {}

describe("a window that is killed", function () {
  this.timeout(300_000);
  const sandbox = killSandbox();
  let base = "";
  let everything: readonly string[] = [];

  const open = (folder: string): Window => {
    const { store, close } = openInProcess({ file: path.join(folder, "desk.db") });
    const budgets = new Budgets({ calls: store.calls, clock, confirmAbove: () => needsNoQuestion });
    return {
      store,
      close,
      runs: new RunStore({ store, clock, random, owner: "later" }),
      budgets,
      budget: { kind: "unconfirmed" },
      client: clientOver(sandbox.transport, clock),
      ...unstopped,
    };
  };
  const idsOf = async ({ store }: Window, id: string): Promise<readonly string[]> =>
    (await keptRecords(store, id)).map((record) => String((record as { readonly id?: unknown }).id));

  /** A run with one page, for those that die while resuming. */
  const begun = async (folder: string): Promise<RunSummary> => {
    const window = open(folder);
    const controller = new AbortController();
    const onProgress: Execution["onProgress"] = ({ kind }) => {
      if (kind === "page") {
        controller.abort();
      }
    };
    const summary = await startRun(
      { ...window, signal: controller.signal, onProgress },
      { purpose: "search", title: "T", task, connection, limits: { records } },
    );
    await window.close();
    return summary;
  };

  /** `before`: the run that the window resumed. */
  const check = async (folder: string, before: RunSummary | undefined): Promise<void> => {
    const told = Math.max(before?.records ?? 0, ...numbers(path.join(folder, "told")));
    const charged = (before?.records ?? 0) + sum(numbers(path.join(folder, "charged")));
    const paid = (before?.credits ?? 0) + sum(numbers(path.join(folder, "paid")));
    const window = open(folder);
    assert.deepEqual(await damageOf(window.store), []);
    const [summary, ...others] = await window.runs.list();
    assert.deepEqual(others, []);
    if (summary === undefined) {
      assert.deepEqual([told, charged], [0, 0], "a run that was not begun has asked for nothing");
      return;
    }
    const kept = summary.records;
    assert.ok(kept >= told, `${told} records were told of, ${kept} are kept`);
    assert.ok(charged - kept <= 100, `${charged} records were charged, ${kept} are kept`);
    if (charged > kept) {
      assert.deepEqual(summary.stop, { kind: "interrupted", requestInFlight: true });
    }
    assert.deepEqual(await idsOf(window, summary.header.id), everything.slice(0, kept));
    const [spent] = await window.store.calls.spend({ since: 0, by: "connection" });
    const answered = spent?.records ?? 0;
    assert.equal(answered, kept, "the ledger and the records agree");
    assert.ok(
      charged <= answered + (spent?.possiblyCharged ?? 0),
      "the ledger knows what was charged or may have been",
    );
    assert.ok((await window.store.calls.sharedUsed()) >= paid, `${paid} credits were paid, fewer are counted`);
    const resumed = await resumeRun(window, summary.header.id, {});
    assert.deepEqual([resumed.stop?.kind, resumed.records, resumed.repeated], ["complete", everything.length, 0]);
    // What the reply in flight may have cost is counted besides what the replies say.
    const mayHaveCost = summary.stop?.kind === "interrupted" && summary.stop.requestInFlight;
    assert.equal(resumed.possibleCredits > 0, mayHaveCost, `${resumed.possibleCredits} credits were possibly charged`);
    assert.ok(summary.credits + resumed.possibleCredits >= paid, "the run knows what was charged or may have been");
    assert.deepEqual(await idsOf(window, summary.header.id), everything);
    await window.close();
    rmSync(folder, { recursive: true });
  };

  before(async () => {
    base = newFolder();
    const window = open(path.join(base, "whole"));
    const order = { purpose: "search", title: "T", task, connection, limits: { records } } as const;
    const { header } = await startRun(window, order);
    everything = await idsOf(window, header.id);
    await window.close();
    assert.ok(everything.length > 400 && everything.length <= records);
  });
  after(removeFolders);

  for (const resumes of [false, true]) {
    const points = killPoints.filter((one) => one.resumes === resumes);
    const run = `a run ${resumes ? "that is resumed" : "from its start"}`;
    it(`at each of ${points.length} points of ${run} ${keepsWhatItSaid}`, async () => {
      const folder = path.join(base, `${resumes}`);
      mkdirSync(folder);
      const before = resumes ? await begun(folder) : undefined;
      const met: string[] = [];
      const copies: string[] = [];
      await runWindow(folder, before?.header.id, (point, when) => {
        met.push(`${point} ${when}`);
        const nth = met.filter((one) => one === met.at(-1)).length;
        if (points.some((one) => one.point === point && one.when === when && one.nth === nth)) {
          const copy = path.join(base, `${point} ${when} ${nth}${resumes ? " resumed" : ""}`);
          cpSync(folder, copy, { recursive: true });
          copies.push(copy);
        }
      });
      assert.equal(copies.length, points.length);
      for (const copy of copies) {
        await check(copy, before).catch((error: unknown) => {
          throw new Error(path.basename(copy), { cause: error });
        });
      }
    });
  }
});
