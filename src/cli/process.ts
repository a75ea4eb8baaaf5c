// The command line in this process: its arguments, streams, signals and environment.
import { readFileSync } from "node:fs";
import { readEnvironment } from "../app/headless/environment";
import { deadlinesFor } from "../service/exchange";
import { main } from "./main";
import { exitCodes } from "./results";
import { Terminal } from "./terminal";

const transport = () => import("../service/undiciTransport");

/** Sets the exit code. `dist` is the folder of the build, with a slash at its end. */
export async function runProcess(dist: URL): Promise<void> {
  const terminal = new Terminal({ input: process.stdin, output: process.stdout, errors: process.stderr });
  const environment = readEnvironment(process.env, process.cwd());
  // Keep the key out of reports and child processes.
  delete process.env["PROSPECT_DESK_KEY"];
  const signals = signalsOfProcess();
  const code = await main({
    args: process.argv.slice(2),
    cwd: process.cwd(),
    environment,
    terminal,
    version: readVersion(dist),
    worker: new URL("storeWorker.js", dist),
    signal: signals.signal,
    preload: () => void transport(),
    openTransport: async (origin, waitSeconds) =>
      (await transport()).createUndiciTransport(origin, { deadlines: deadlinesFor(waitSeconds) }),
    openSandbox: async (clock, key) => {
      const { Sandbox } = await import("../sandbox/sandbox");
      return new Sandbox({ clock, keys: [{ key, workspaceId: "sandbox-workspace", balance: 5_000 }] }).transport;
    },
    serveMcp: async (deps) => (await import("../agents/toolServer")).serveMcp(deps),
  });
  process.exitCode = code === exitCodes.canceled ? signals.code() : code;
}

/** The first signal stops the run and saves what was paid for; the second ends the process. */
function signalsOfProcess() {
  const stopping = new AbortController();
  let code: number = exitCodes.canceled;
  for (const [signal, itsCode] of [
    ["SIGINT", exitCodes.canceled],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) {
        process.exit(itsCode);
      }
      code = itsCode;
      stopping.abort();
    });
  }
  return { signal: stopping.signal, code: () => code };
}

function readVersion(dist: URL): string {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", dist), "utf8")) as {
    readonly version?: unknown;
  };
  return String(version);
}
