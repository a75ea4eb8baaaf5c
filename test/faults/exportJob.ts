// What a window that is a process of its own exports, and how it is killed.
import { spawn } from "node:child_process";
import path from "node:path";

export interface ExportJob {
  readonly database: string;
  readonly file: string;
}

const child = path.resolve("dist/test/faults/exportChild.js");

/** Ends with the export, or is killed after so many reports of its progress. */
export function exportProcess(job: ExportJob, killAfter: number | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, [...process.execArgv, child, JSON.stringify(job)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let reports = 0;
    started.stdout.on("data", (chunk: Buffer) => {
      reports += chunk.toString().split("\n").length - 1;
      if (killAfter !== undefined && reports > killAfter) {
        started.kill("SIGKILL");
      }
    });
    started.on("error", reject);
    started.on("close", (code, signal) =>
      code === 0 || signal === "SIGKILL" ? resolve() : reject(new Error(`It ended with ${String(code ?? signal)}.`)),
    );
  });
}
