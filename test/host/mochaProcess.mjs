// The process a mocha layer runs in: `node mochaProcess.mjs <options as JSON>`; see runMocha() for the options.
// @ts-check
import { runMocha } from "./mochaLayer.mjs";

// A normal exit runs the "exit" listeners, which end the processes that the tests started.
process.on("SIGTERM", () => process.exit(143));

const result = await runMocha(JSON.parse(process.argv[2] ?? "{}"));
// Exit now: a handle that a test left open would keep the process running.
process.exit(result.failed > 0 ? 1 : 0);
