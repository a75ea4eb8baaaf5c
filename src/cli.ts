#!/usr/bin/env node
// Entry point of the command line and of the MCP server. Runs with VS Code's Node or another one that is recent enough.
import * as nodeModule from "node:module";
import path from "node:path";
import { nodeProblem } from "./cli/nodeProblem";

// A Node that is too old must not load anything else, because it could not parse it.
const problem = nodeProblem(process.versions.node, nodeModule.isBuiltin);
if (problem === undefined) {
  // Node caches compiled code in the folder for temporary files, so that the next command starts faster. The variable
  // is for the database's thread.
  nodeModule.enableCompileCache();
  const cache = nodeModule.getCompileCacheDir();
  if (cache !== undefined) {
    process.env["NODE_COMPILE_CACHE"] ??= path.dirname(cache);
  }
  void import("./cli/process").then(({ runProcess }) => runProcess(new URL(".", import.meta.url)));
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
