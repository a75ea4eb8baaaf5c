// Finds a desktop VS Code on this machine, and whether windows can be shown.
// @ts-check
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** @returns {boolean} whether a window can be opened */
export function hasDisplay() {
  return process.platform !== "linux" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** @returns {string | undefined} the `code` command, which opens a folder in a window and returns */
export function findCodeCommand() {
  const names = process.platform === "win32" ? ["code.cmd"] : ["code", "code-insiders"];
  const onPath = names.flatMap((name) =>
    (process.env.PATH ?? "").split(path.delimiter).map((folder) => path.join(folder, name)),
  );
  const usual = {
    darwin: ["/Applications", path.join(os.homedir(), "Applications")].map((folder) =>
      path.join(folder, "Visual Studio Code.app/Contents/Resources/app/bin/code"),
    ),
    win32: [process.env.LOCALAPPDATA, process.env.ProgramFiles].flatMap((folder) =>
      folder
        ? ["Programs\\Microsoft VS Code", "Microsoft VS Code"].map((part) => path.join(folder, part, "bin", "code.cmd"))
        : [],
    ),
    linux: ["/usr/bin/code", "/usr/share/code/bin/code", "/opt/visual-studio-code/bin/code", "/snap/bin/code"],
  };
  return [...onPath, ...(usual[/** @type {"linux"} */ (process.platform)] ?? [])].find((file) => existsSync(file));
}
