// A second window as a process of its own, which says a line for each thing it was promised is kept.
import { spawn } from "node:child_process";

/** What the child acknowledged, until its end or until it was killed after so many lines. */
export function acknowledgedLines(
  child: string,
  args: readonly string[],
  killAfter = Number.POSITIVE_INFINITY,
): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, [child, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    started.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
      if (said.split("\n").length > killAfter) {
        started.kill("SIGKILL");
      }
    });
    started.on("error", reject);
    // The last piece is no whole line: it was not acknowledged.
    started.on("close", () => resolve(said.split("\n").slice(0, -1)));
  });
}
