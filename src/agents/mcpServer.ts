// The MCP server over standard input and output. Standard output carries the protocol only.
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { windowClosing } from "../runs/execution";
import { createServer, type ToolServerDeps } from "./toolServer";

interface McpServerDeps extends ToolServerDeps {
  readonly log: (line: string) => void;
  /** Ends the server, as when the client closes standard input. */
  readonly signal: AbortSignal;
}

/** Serves until the client closes standard input; then runs are stopped and what was paid for is saved. */
export async function serveMcp(deps: McpServerDeps): Promise<void> {
  const closing = new AbortController();
  const calls = new Set<Promise<unknown>>();
  const closed = new Promise<void>((resolve) => {
    const close = (): void => {
      // Runs stop as when a window is closed; before the SDK's own abort, which would count as canceled by the user.
      closing.abort(windowClosing);
      resolve();
    };
    process.stdin.once("end", close).once("close", close);
    process.stdout.once("error", close);
    deps.signal.addEventListener("abort", close, { once: true });
  });
  const handle = serveStdio(() => createServer(deps, closing.signal, calls), {
    onerror: (error) => deps.log(`MCP: ${error.name}.`),
  });
  await closed;
  await Promise.allSettled(calls);
  await handle.close().catch(() => undefined);
}
