// The command line in this process: its arguments, streams, signals and environment.
import { readFileSync } from "node:fs";
import { readEnvironment } from "../app/headless/environment";
import { deadlinesFor } from "../service/exchange";
import { main } from "./main";
import { Terminal } from "./terminal";

/** Sets the exit code. `dist` is the folder of the build, with a slash at its end. */
export async function runProcess(dist: URL): Promise<void> {
  const terminal = new Terminal({ input: process.stdin, output: process.stdout, errors: process.stderr });
  const environment = readEnvironment(process.env, process.cwd());
  // Whatever this process reports or starts does not have the key.
  delete process.env["PROSPECT_DESK_KEY"];
  process.exitCode = await main({
    args: process.argv.slice(2),
    cwd: process.cwd(),
    environment,
    terminal,
    version: readVersion(dist),
    worker: new URL("storeWorker.js", dist),
    signal: signalOfProcess(),
    openTransport: async (origin, waitSeconds) =>
      (await import("../service/undiciTransport")).createUndiciTransport(origin, {
        deadlines: deadlinesFor(waitSeconds),
      }),
    openSandbox: async (clock, key) => {
      const { Sandbox } = await import("../sandbox/sandbox");
      return new Sandbox({ clock, keys: [{ key, workspaceId: "sandbox-workspace", balance: 5_000 }] }).transport;
    },
    serveMcp: async (deps) => (await import("../agents/toolServer")).serveMcp(deps),
  });
}

/** The first signal stops the run and saves what was paid for; the second ends the process. */
function signalOfProcess(): AbortSignal {
  const stopping = new AbortController();
  const stop = (): void => {
    if (stopping.signal.aborted) {
      process.exit(130);
    }
    stopping.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, stop);
  }
  return stopping.signal;
}

function readVersion(dist: URL): string {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", dist), "utf8")) as {
    readonly version?: unknown;
  };
  return String(version);
}
