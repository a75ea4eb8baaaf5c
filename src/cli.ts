#!/usr/bin/env node
// Entry of the command line and of the MCP server. With the Node of VS Code or any other of the same age.
import * as nodeModule from "node:module";
import path from "node:path";
import { nodeProblem } from "./cli/nodeProblem";

// Nothing else is loaded by a Node that is too old: it could not even read it.
const problem = nodeProblem(process.versions.node, nodeModule.isBuiltin);
if (problem === undefined) {
  // Node keeps what it has compiled in the folder for temporary files: the next command starts faster. The variable is
  // for the database's thread.
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
