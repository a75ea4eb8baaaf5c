// Finds a desktop VS Code on this machine, and whether windows can be shown.
// @ts-check
import { existsSync } from "node:fs";
import path from "node:path";

/** @returns {boolean} whether a window can be opened */
export function hasDisplay() {
  return process.platform !== "linux" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Installers for Linux and Windows put the command on the PATH; on macOS it is in the application. */
const inApplication = "/Applications/Visual Studio Code.app/Contents/Resources/app/bin/code";

/** @returns {string | undefined} the `code` command, which opens a folder in a window and returns */
export function findCodeCommand() {
  const name = process.platform === "win32" ? "code.cmd" : "code";
  const onPath = (process.env.PATH ?? "").split(path.delimiter).map((folder) => path.join(folder, name));
  return [...onPath, inApplication].find((file) => existsSync(file));
}
