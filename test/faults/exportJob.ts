// What a window that is a process of its own exports, and when it is killed.
import { spawn } from "node:child_process";
import path from "node:path";

export interface ExportJob {
  readonly database: string;
  readonly file: string;
  /** It kills itself after so many reports of its progress; absent when it does not. */
  readonly killAfter?: number;
}

const child = path.resolve("dist/test/faults/exportChild.js");

/** Ends with the export, or when it has killed itself. */
export function exportProcess(job: ExportJob): Promise<void> {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, [...process.execArgv, child, JSON.stringify(job)], { stdio: "inherit" });
    started.on("error", reject);
    started.on("close", (code, signal) =>
      code === 0 || signal === "SIGKILL" ? resolve() : reject(new Error(`It ended with ${String(code ?? signal)}.`)),
    );
  });
}
