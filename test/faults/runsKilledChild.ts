// A window that runs a search against its own sandbox and dies some time after it began. Started by the kill tests with
// what to do as its one argument; loaded in any other way it does nothing.
import { runWindow } from "./runsKillPlan";

export interface Kill {
  readonly folder: string;
  readonly afterMs: number;
  /** The run to resume; a new one is started when absent. */
  readonly resume?: string | undefined;
}

const die = (): void => void process.kill(process.pid, "SIGKILL");

if (process.argv[1]?.includes("runsKilledChild") === true && process.argv[2] !== undefined) {
  const { folder, afterMs, resume } = JSON.parse(process.argv[2]) as Kill;
  await runWindow(folder, resume, (point) => {
    if (point === "started") {
      setTimeout(die, afterMs);
    }
  });
  die();
}
