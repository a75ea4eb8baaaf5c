// Runs a second window in its own process, which prints a line for every change that was acknowledged as stored.
import { spawn } from "node:child_process";

/** Collects the child's lines until it ends or is killed after `killAfter` lines. */
export function acknowledgedLines(
  child: string,
  args: readonly string[],
  killAfter = Number.POSITIVE_INFINITY,
): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, [child, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    started.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
      if (output.split("\n").length > killAfter) {
        started.kill("SIGKILL");
      }
    });
    started.on("error", reject);
    // The last piece is not a complete line, so it was not acknowledged.
    started.on("close", () => resolve(output.split("\n").slice(0, -1)));
  });
}
