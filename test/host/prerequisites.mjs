// Checks what must be installed before the scripts can install the rest.
// @ts-check
import { runToEnd, SetupError } from "./processes.mjs";

const oldestNode = [20, 19];

/** @throws {SetupError} on a Node too old to start the scripts; they fetch a newer one for what runs in the editor */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [needMajor = 0, needMinor = 0] = oldestNode;
  if (major < needMajor || (major === needMajor && minor < needMinor)) {
    throw new SetupError(
      `Node ${oldestNode.join(".")} or newer is needed; this is ${process.versions.node}. ` +
        "Install a current version from https://nodejs.org.",
    );
  }
}

/**
 * The web host has two native modules that are compiled on this machine.
 * @throws {SetupError} naming every missing tool and how to install it
 */
export async function requireCompiler() {
  const tools = ["g++", "make", "python3"];
  const found = await Promise.all(tools.map(async (tool) => (await runToEnd(tool, ["--version"])).code === 0));
  const missing = tools.filter((_tool, index) => !found[index]);
  if (missing.length > 0) {
    throw new SetupError(
      `The web host needs ${missing.join(", ")}, which ${missing.length === 1 ? "is" : "are"} not installed. ` +
        "On Debian or Ubuntu: sudo apt-get install g++ make python3. " +
        "On Fedora: sudo dnf install gcc-c++ make python3. " +
        "Or install the desktop VS Code (https://code.visualstudio.com), which needs none of them.",
    );
  }
}
