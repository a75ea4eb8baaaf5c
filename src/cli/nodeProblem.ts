// Checks whether this Node can run the command line. It may be old, so this file uses no new features.

const oldest = [22, 19] as const;

/** A sentence when Node is too old or has no SQLite. `isBuiltin` of `node:module` does not exist in old versions. */
export function nodeProblem(version: string, isBuiltin: ((name: string) => boolean) | undefined): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
  if (!isOld && isBuiltin !== undefined && isBuiltin("node:sqlite")) {
    return undefined;
  }
  return (
    `Prospect Desk needs Node ${oldest.join(".")} or newer with SQLite; this is Node ${version}. Install a newer one ` +
    "from https://nodejs.org, or use the launcher of the extension, which runs on the Node of VS Code: the command " +
    "“Prospect Desk: Copy MCP Configuration” copies its path, too."
  );
}
