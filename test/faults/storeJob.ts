// What the store's tests tell a window that is a process of its own, and what it said.
import { execFile, type ChildProcess } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Store } from "../../src/store/client";
import { connection, newRun, now, openCall, replyOf, replyTo } from "../unit/store/rig";

export interface StoreJob {
  readonly file: string;
  /** Calls that are reserved until their run is gone, or everything is purged. */
  readonly what: "reservations" | "purge";
  /** Of this process: its calls are called by it. */
  readonly name: string;
  /** At most. */
  readonly count: number;
}

export const storeWorker = pathToFileURL(path.resolve("dist/storeWorker.js"));
const child = path.resolve("dist/test/faults/storeChild.js");

/** A run whose price is known, so that its calls do not wait for each other. */
export async function reservingRun(store: Store, name: string): Promise<string> {
  const run = newRun("person", { id: `run of ${name}`, connection: { ...connection, id: name } });
  await store.runs.create(run, { owner: name, now, ms: 60_000 });
  const at = Date.now();
  const call = await openCall(store, { run: run.id, owner: name, operation: "peopleLookup", at, wanted: 1 });
  const reply = replyOf("person", [{ id: name }], { credits: 1 });
  await store.records.storePage(replyTo(run.id, reply, { owner: name, call }));
  return run.id;
}

/** The lines it said until its end. */
export async function storeProcess(
  job: StoreJob,
  onSpawn: (child: ChildProcess) => unknown = () => undefined,
): Promise<readonly string[]> {
  const ended = promisify(execFile)(process.execPath, [...process.execArgv, child, JSON.stringify(job)], {
    maxBuffer: 16 * 1024 * 1024,
  });
  onSpawn(ended.child);
  return (await ended).stdout.split("\n").slice(0, -1);
}
