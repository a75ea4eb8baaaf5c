// A window killed at any point of a run: what was acknowledged is there, at most the page in flight is missing and said
// to be, and the run resumes to its end. PROSPECT_TEST_KILLS says at how many moments besides the named points; 24 when
// absent.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Budgets } from "../../src/runs/budget";
import { resumeRun, startRun, type RunDeps } from "../../src/runs/engine";
import type { RunSummary } from "../../src/runs/run";
import { RunStore } from "../../src/runs/runStore";
import { createSystemClock } from "../../src/service/systemClock";
import { openInProcess, type InProcessStore } from "../unit/store/inProcess";
import type { Store } from "../../src/store/client";
import { damageOf, keptRecords, newFolder, removeFolders } from "../unit/store/rig";
import { clientOver, connection, random } from "../unit/runs/runRig";
import {
  killPoints,
  killSandbox,
  moments,
  needsNoQuestion,
  records,
  task,
  type Kill,
  type KillPoint,
} from "./runsKillPlan";

const child = fileURLToPath(new URL("./runsKilledChild.js", import.meta.url));
/** Whoever comes later: the lease of the window that died is over. */
const system = createSystemClock();
const clock = { ...system, now: () => system.now() + 60_000 };
/** How many windows die at a time: their starts are what takes the time. */
const atOnce = 3;
const randomKills = Number(process.env["PROSPECT_TEST_KILLS"] ?? 24);

function killed(kill: Kill): Promise<string> {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, [...process.execArgv, child, JSON.stringify(kill)], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    started.stderr.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
    started.on("error", reject);
    started.on("close", (code, signal) =>
      signal === "SIGKILL" ? resolve(said) : reject(new Error(`It was not killed: code ${code}, ${said}`)),
    );
  });
}

const numbers = (file: string): number[] =>
  existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : [];
const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);

interface Window extends RunDeps, Pick<InProcessStore<Store>, "store" | "notices" | "close"> {}

describe("a window that is killed", function () {
  this.timeout(300_000);
  const sandbox = killSandbox();
  let base = "";
  let everything: readonly string[] = [];

  const open = (folder: string): Window => {
    const { store, notices, close } = openInProcess({ file: path.join(folder, "prospect-desk.db") });
    const budget = new Budgets({ calls: store.calls, clock, confirmAbove: () => needsNoQuestion }).unconfirmed();
    return {
      store,
      notices,
      close,
      runs: new RunStore({ store, clock, random, owner: "later" }),
      budget,
      client: clientOver(sandbox.transport, clock),
      clock,
    };
  };
  const idsOf = async ({ store }: Window, id: string): Promise<readonly string[]> =>
    (await keptRecords(store, id)).map((record) => String((record as { readonly id?: unknown }).id));

  /** A run with one page, for those that die while resuming. */
  const begun = async (folder: string): Promise<RunSummary> => {
    const window = open(folder);
    const controller = new AbortController();
    const summary = await startRun(
      window,
      { purpose: "search", title: "T", task, connection, limits: { records } },
      controller.signal,
      ({ kind }) => {
        if (kind === "page") {
          controller.abort();
        }
      },
    );
    await window.close();
    return summary;
  };

  const check = async (one: KillPoint, folder: string): Promise<void> => {
    mkdirSync(folder);
    const before = one.resumes ? await begun(folder) : { records: 0, credits: 0, header: undefined };
    await killed({ ...one, folder, resume: before.header?.id });
    assert.equal(existsSync(path.join(folder, "ended")), false);
    const told = Math.max(before.records, ...numbers(path.join(folder, "told")));
    const charged = before.records + sum(numbers(path.join(folder, "charged")));
    const paid = before.credits + sum(numbers(path.join(folder, "paid")));
    const window = open(folder);
    assert.deepEqual(window.notices, []);
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
    const resumed = await resumeRun(window, summary.header.id, {}, new AbortController().signal, () => undefined);
    assert.deepEqual([resumed.stop?.kind, resumed.records, resumed.repeated], ["complete", everything.length, 0]);
    // What the reply in flight may have cost is counted besides what the replies say.
    const mayHaveCost = summary.stop?.kind === "interrupted" && summary.stop.requestInFlight;
    assert.equal(resumed.possibleCredits > 0, mayHaveCost, `${resumed.possibleCredits} credits were possibly charged`);
    assert.ok(summary.credits + resumed.possibleCredits >= paid, "the run knows what was charged or may have been");
    assert.deepEqual(await idsOf(window, summary.header.id), everything);
    await window.close();
    rmSync(folder, { recursive: true });
  };

  const checkAll = async (points: readonly KillPoint[]): Promise<void> => {
    const left = points.map((point, index) => ({ point, folder: path.join(base, `${points.length} ${index}`) }));
    const failures: string[] = [];
    const worker = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const { point, folder } = next;
        try {
          await check(point, folder);
        } catch (error) {
          failures.push(
            `${point.point} ${point.when} ${point.nth}${point.resumes ? " resumed" : ""}: ` +
              (error instanceof Error ? error.message : String(error)),
          );
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    assert.deepEqual(failures, []);
  };

  before(async () => {
    base = newFolder();
    const window = open(path.join(base, "whole"));
    const { header } = await startRun(
      window,
      { purpose: "search", title: "T", task, connection, limits: { records } },
      new AbortController().signal,
      () => undefined,
    );
    everything = await idsOf(window, header.id);
    await window.close();
    assert.ok(everything.length > 400 && everything.length <= records);
  });
  after(removeFolders);

  it(`at each of ${killPoints.length} points keeps what it acknowledged, says what may be lost, and resumes`, () =>
    checkAll(killPoints));
  it(`at ${randomKills} moments keeps what it acknowledged, says what may be lost, and resumes`, () =>
    checkAll(moments(randomKills)));
});
