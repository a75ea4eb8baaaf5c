// The process a mocha layer runs in: `node mochaProcess.mjs <options as JSON>`; see runMocha() for the options.
// @ts-check
import { runMocha } from "./mochaLayer.mjs";

process.on("SIGTERM", () => process.exit(143)); // an exit that is announced, so that what the tests started is ended too

const result = await runMocha(JSON.parse(process.argv[2] ?? "{}"));
// Exit now: a handle that a test left open would keep the process running.
process.exit(result.failed > 0 ? 1 : 0);
