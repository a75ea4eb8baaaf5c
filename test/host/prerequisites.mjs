// Checks what must be installed before the scripts can install the rest.
// @ts-check
import { SetupError } from "./processes.mjs";

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
