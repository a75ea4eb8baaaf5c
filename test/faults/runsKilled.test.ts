// A window killed at any point of the write path: what was acknowledged is there, at most the page in flight is missing
// and said to be, and the run resumes to its end.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Budgets } from "../../src/runs/budget";
import { realDisk } from "../../src/runs/disk";
import { resumeRun, startRun, type RunParts } from "../../src/runs/engine";
import { openLedger, type Ledger } from "../../src/runs/ledger";
import { realProcesses } from "../../src/runs/processTable";
import type { RunSummary } from "../../src/runs/run";
import { openRunStore } from "../../src/runs/runStore";
import { createSystemClock } from "../../src/service/systemClock";
import { clientOver, connection, random, removeFolder, temporaryFolder } from "../unit/runs/runRig";
import { killPoints, killSandbox, needsNoQuestion, records, task, type Kill, type KillPoint } from "./runsKillPlan";

const child = fileURLToPath(new URL("./runsKilledChild.js", import.meta.url));
const clock = createSystemClock();
/** How many windows die at a time: their starts are what takes the time. */
const atOnce = 3;

function killed(kill: Kill): Promise<string> {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, [child, JSON.stringify(kill)], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    started.stderr.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
    started.on("error", reject);
    started.on("close", (code, signal) => (signal === "SIGKILL" ? resolve(said) : reject(new Error(`It was not killed: code ${code}, ${said}`))));
  });
}

const numbers = (file: string): number[] => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : []);
const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);

describe("a window that is killed", function () {
  this.timeout(180_000);
  const sandbox = killSandbox();
  const base = temporaryFolder();
  const partsIn = (folder: string): RunParts & { readonly ledger: Ledger } => {
    const ledger = openLedger({ folder: path.join(folder, "ledger"), disk: realDisk });
    return {
      store: openRunStore({ folder: path.join(folder, "runs"), disk: realDisk, clock, random, processes: realProcesses() }),
      ledger,
      budget: new Budgets({ ledger, clock, confirmAbove: () => needsNoQuestion, exclusively: (work) => work() }).unasked(),
      client: clientOver(sandbox.transport, clock),
      clock,
    };
  };
  let everything: readonly string[] = [];

  const idsOf = async ({ store }: RunParts, id: string): Promise<readonly string[]> => {
    const journal = await store.open(id);
    try {
      assert.deepEqual(await journal.verify(), []);
      return (await journal.read(0, journal.count)).map((row) => String((JSON.parse(Buffer.from(row).toString("utf8")) as { readonly id?: unknown }).id));
    } finally {
      await journal.close();
    }
  };

  /** A run with one page and a torn frame behind it, for those that die while resuming. */
  const begun = async (folder: string): Promise<RunSummary> => {
    const parts = partsIn(folder);
    const controller = new AbortController();
    const summary = await startRun(parts, { title: "T", task, connection, limits: { records } }, controller.signal, ({ kind }) => {
      if (kind === "page") {
        controller.abort();
      }
    });
    await parts.ledger.close();
    appendFileSync(path.join(folder, "runs", `${summary.header.id}.run`), Buffer.from([0xfe, 0x50, 0x44, 2, 9, 9, 9]));
    return summary;
  };

  const check = async (one: KillPoint): Promise<void> => {
    const folder = path.join(base, `${one.point} ${one.when} ${one.nth} ${one.resumes ? "resumed" : "new"}`);
    mkdirSync(folder);
    const before = one.resumes ? await begun(folder) : { records: 0, credits: 0, header: undefined };
    await killed({ ...one, folder, resume: before.header?.id });
    assert.equal(existsSync(path.join(folder, "ended")), false);
    const told = Math.max(before.records, ...numbers(path.join(folder, "told")));
    const charged = before.records + sum(numbers(path.join(folder, "charged")));
    const paid = before.credits + sum(numbers(path.join(folder, "paid")));
    const parts = partsIn(folder);
    const [summary, ...others] = await parts.store.list();
    assert.deepEqual(others, []);
    if (summary === undefined) {
      assert.deepEqual([told, charged], [0, 0], "a run without a header has asked for nothing");
      // A lock without content is another window's that is just being written, for the first seconds.
      const later = { ...clock, now: () => clock.now() + 60_000 };
      await openRunStore({ folder: parts.store.folder, disk: realDisk, clock: later, random, processes: realProcesses() }).purge();
      assert.deepEqual(readdirSync(path.join(folder, "runs")), []);
      return;
    }
    const held = summary.records;
    assert.ok(held >= told, `${told} records were told of, ${held} are held`);
    assert.ok(charged - held <= 100, `${charged} records were charged, ${held} are held`);
    if (charged > held) {
      assert.deepEqual(summary.stop, { kind: "interrupted", requestInFlight: true });
    }
    assert.deepEqual(await idsOf(parts, summary.header.id), everything.slice(0, held));
    const [spent] = await parts.ledger.spend({ since: 0, by: "connection" });
    const answered = spent?.records ?? 0;
    assert.ok(answered <= charged && charged <= answered + (spent?.possiblyCharged ?? 0), "the ledger knows what was charged or may have been");
    assert.ok((await parts.ledger.spentUnasked()) >= paid, `${paid} credits were paid, fewer are counted`);
    const resumed = await resumeRun(parts, summary.header.id, {}, new AbortController().signal, () => undefined);
    assert.deepEqual([resumed.stop?.kind, resumed.records, resumed.repeated], ["complete", everything.length, 0]);
    // What the reply in flight may have cost is counted besides what the replies say.
    const mayHaveCost = summary.stop?.kind === "interrupted" && summary.stop.requestInFlight;
    assert.equal(resumed.possibleCredits > 0, mayHaveCost, `${resumed.possibleCredits} credits were possibly charged`);
    assert.ok(summary.credits + resumed.possibleCredits >= paid, "the run knows what was charged or may have been");
    assert.deepEqual(await idsOf(parts, summary.header.id), everything);
    await parts.ledger.close();
    removeFolder(folder);
  };

  before(async () => {
    const folder = path.join(base, "whole");
    const parts = partsIn(folder);
    const { header } = await startRun(parts, { title: "T", task, connection, limits: { records } }, new AbortController().signal, () => undefined);
    everything = await idsOf(parts, header.id);
    await parts.ledger.close();
    assert.ok(everything.length > 400 && everything.length <= records);
  });
  after(() => removeFolder(base));

  it(`at each of ${killPoints.length} points keeps what it acknowledged, says what may be lost, and resumes`, async () => {
    assert.ok(killPoints.length >= 200);
    const left = [...killPoints];
    const failures: string[] = [];
    const worker = async (): Promise<void> => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) {
        try {
          await check(one);
        } catch (error) {
          failures.push(`${one.point} ${one.when} ${one.nth}${one.resumes ? " resumed" : ""}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    assert.deepEqual(failures, []);
  });
});
