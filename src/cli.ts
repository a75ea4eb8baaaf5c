// Entry of the command line and of the MCP server. With the Node of VS Code or any other of the same age.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { main } from "./agents/commandLine/main";
import { Terminal } from "./agents/commandLine/terminal";
import { readEnvironment } from "./agents/environment";
import { deadlinesFor } from "./service/exchange";
import { createReplyReader } from "./service/replyReader";

const terminal = new Terminal({ input: process.stdin, output: process.stdout, errors: process.stderr });
const environment = readEnvironment(process.env, process.cwd());
// Whatever this process reports or starts does not have the key.
delete process.env["PROSPECT_DESK_KEY"];

const stopping = new AbortController();
/** The first signal stops the run and saves what was paid for; the second ends the process. */
function stop(): void {
  if (stopping.signal.aborted) {
    process.exit(130);
  }
  stopping.abort();
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, stop);
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    readonly version?: unknown;
  };
  return String(version);
}

const readReply = createReplyReader(new URL("./replyWorker.js", import.meta.url));

process.exitCode = await main({
  args: process.argv.slice(2),
  cwd: process.cwd(),
  environment,
  terminal,
  version: readVersion(),
  worker: new URL("./storeWorker.js", import.meta.url),
  readReply,
  signal: stopping.signal,
  openTransport: async (origin, waitSeconds) =>
    (await import("./service/undiciTransport")).createUndiciTransport(origin, {
      deadlines: deadlinesFor(waitSeconds),
      readReply,
    }),
  openSandbox: async (clock, key) => {
    const { Sandbox } = await import("./sandbox/sandbox");
    return new Sandbox({ clock, keys: [{ key, workspaceId: "sandbox-workspace", balance: 5_000 }] }).transport;
  },
  readSchema: () => readFile(new URL("./schemas/prospect-search.json", import.meta.url), "utf8"),
  serveMcp: async (deps) => (await import("./agents/mcpServer")).serveMcp(deps),
});
