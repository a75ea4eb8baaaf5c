// A window that runs a search against its own sandbox and dies at a named point of the write path. Started by the kill
// tests with what to do as its one argument; loaded in any other way it does nothing.
import { appendFileSync } from "node:fs";
import path from "node:path";
import { Budgets } from "../../src/runs/budget";
import { realDisk, type Disk, type DiskFile } from "../../src/runs/disk";
import { resumeRun, startRun, type RunParts } from "../../src/runs/engine";
import { openLedger } from "../../src/runs/ledger";
import { realProcesses } from "../../src/runs/processTable";
import { openRunStore } from "../../src/runs/runStore";
import type { Transport } from "../../src/service/wire";
import { createSystemClock } from "../../src/service/systemClock";
import { clientOver, connection, random } from "../unit/runs/runRig";
import { killSandbox, needsNoQuestion, records, task, type Kill } from "./runsKillPlan";

const frameTypes = ["header", "intent", "page", "stop", "resumed"];

/** The name of what is being written: the file's ending, and the kind of frame or line. */
function nameOf(file: string, bytes: Uint8Array): string {
  const ending = path.extname(file).slice(1);
  if (ending === "run") {
    return `run.${frameTypes[bytes[3] ?? 9] ?? "?"}`;
  }
  // Lines written in one go are named after the last.
  return ending === "ndjson" ? `ledger.${[...Buffer.from(bytes).toString("utf8").matchAll(/"kind":"(\w+)"/g)].at(-1)?.[1] ?? "?"}` : ending;
}

function dying({ point, when, nth }: Kill): (name: string, at: Kill["when"]) => boolean {
  let count = 0;
  return (name, at) => {
    if (name !== point) {
      return false;
    }
    count += at === "before" ? 1 : 0;
    return at === when && count === nth;
  };
}

const die = (): never => {
  process.kill(process.pid, "SIGKILL");
  throw new Error("still alive");
};

function deadlyDisk(isDeath: (name: string, at: Kill["when"]) => boolean): Disk {
  const around = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (isDeath(name, "before")) die();
    const result = await work();
    if (isDeath(name, "after")) die();
    return result;
  };
  const deadlyFile = (file: string, inner: DiskFile): DiskFile => {
    const write = (bytes: Uint8Array, work: () => Promise<void>): Promise<void> =>
      around(nameOf(file, bytes), async () => {
        if (isDeath(nameOf(file, bytes), "half")) {
          await inner.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
          die();
        }
        if (isDeath(nameOf(file, bytes), "unsynced")) {
          await inner.write(bytes);
          die();
        }
        await work();
      });
    return {
      ...inner,
      write: (bytes, position) => write(bytes, () => inner.write(bytes, position)),
      writeDurably: (...pieces) => write(Buffer.concat(pieces), () => inner.writeDurably(...pieces)),
      datasync: () => around(`${path.extname(file).slice(1)}.sync`, () => inner.datasync()),
      truncate: (size) => around("truncate", () => inner.truncate(size)),
    };
  };
  return {
    ...realDisk,
    open: async (file, mode) => deadlyFile(file, await realDisk.open(file, mode)),
    remove: (file) => around(`remove.${path.extname(file).slice(1)}`, () => realDisk.remove(file)),
  };
}

async function main(text: string): Promise<void> {
  const kill = JSON.parse(text) as Kill;
  const { folder, resume } = kill;
  const isDeath = dying(kill);
  const disk = deadlyDisk(isDeath);
  const clock = createSystemClock();
  const sandbox = killSandbox();
  const note = (file: string, line: string): void => appendFileSync(path.join(folder, file), `${line}\n`);
  const transport: Transport = async (request, signal) => {
    if (isDeath("service", "before")) die();
    const reply = await sandbox.transport(request, signal);
    note("charged", String(sandbox.charges.at(-1)?.records));
    note("paid", String(sandbox.charges.at(-1)?.credits));
    if (isDeath("service", "after")) die();
    return reply;
  };
  const store = openRunStore({ folder: path.join(folder, "runs"), disk, clock, random, processes: realProcesses() });
  const ledger = openLedger({ folder: path.join(folder, "ledger"), disk });
  const budget = new Budgets({ ledger, clock, confirmAbove: () => needsNoQuestion, exclusively: (work) => work() }).unasked();
  const parts: RunParts = { store, budget, client: clientOver(transport, clock), clock };
  const signal = new AbortController().signal;
  const tell = ({ kind, ...rest }: { readonly kind: string; readonly summary?: { readonly records: number } }): void => {
    if (kind === "page") {
      note("told", String(rest.summary?.records));
      if (isDeath("told", "before")) die();
    }
  };
  await (resume === undefined
    ? startRun(parts, { title: "T", task, connection, limits: { records } }, signal, tell)
    : resumeRun(parts, resume, {}, signal, tell));
  note("ended", "alive");
}

if (process.argv[1]?.includes("runsKilledChild") === true && process.argv[2] !== undefined) {
  await main(process.argv[2]);
}
