#!/usr/bin/env node
// Entry of the command line and of the MCP server. With the Node of VS Code or any other of the same age.
import * as nodeModule from "node:module";
import { nodeProblem } from "./cli/nodeProblem";

// Nothing else is loaded by a Node that is too old: it could not even read it.
const problem = nodeProblem(process.versions.node, nodeModule.isBuiltin);
if (problem === undefined) {
  void import("./cli/process").then(({ runProcess }) => runProcess(new URL(".", import.meta.url)));
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
