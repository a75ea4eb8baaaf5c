// What the store's tests tell a window that is a process of its own, and what both know of its runs.
import { spawn } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";

export interface StoreJob {
  readonly file: string;
  /** Runs one after the other until it is killed; calls that are reserved; stale leases that are taken. */
  readonly what: "runs" | "reservations" | "leases";
  /** Of this process: its runs, its calls or its leases are called by it. */
  readonly name: string;
  readonly count: number;
}

export const pagesOfRun = 5;
export const recordsOfPage = 20;
export const creditsOfPage = 12.5;
export const leaseMs = 1000;

export const storeWorker = pathToFileURL(path.resolve("dist/storeWorker.js"));
const child = path.resolve("dist/test/faults/storeChild.js");

/** The whole lines it said until its end, or until it was killed some ms after so many lines. */
export function storeProcess(
  job: StoreJob,
  killAfter?: { readonly lines: number; readonly ms: number },
): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, [...process.execArgv, child, JSON.stringify(job)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    let isDue = false;
    const killWhenDue = (): void => {
      if (killAfter !== undefined && !isDue && said.split("\n").length > killAfter.lines) {
        isDue = true;
        setTimeout(() => started.kill("SIGKILL"), killAfter.ms);
      }
    };
    killWhenDue();
    started.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
      killWhenDue();
    });
    started.on("error", reject);
    started.on("close", (code, signal) => {
      if (signal === "SIGKILL" || (code === 0 && killAfter === undefined)) {
        resolve(said.split("\n").slice(0, -1));
      } else {
        reject(new Error(`It ended with ${String(code ?? signal)}.`));
      }
    });
  });
}
