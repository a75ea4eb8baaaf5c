// The launcher of the command line and the MCP server: a small script at a fixed path in the global storage, which
// starts the current version of the extension. The extension's own folder has another name in every version.
import * as disk from "node:fs/promises";
import path from "node:path";
import { writeFileAtomically } from "../searches/atomicFile";

export interface Launcher {
  /** Absolute paths. */
  readonly globalStorage: string;
  readonly extension: string;
  /** The program that runs VS Code's extensions; it behaves like Node when `ELECTRON_RUN_AS_NODE` is set. */
  readonly program: string;
  readonly platform: NodeJS.Platform;
}

/** Where the launcher is, also before it is written. */
export function launcherPath({ globalStorage, platform }: Launcher): string {
  return platform === "win32"
    ? path.win32.join(globalStorage, "bin", "prospect.cmd")
    : path.posix.join(globalStorage, "bin", "prospect");
}

/** Writes the launcher unless it is already that of this version. */
export async function writeLauncher(launcher: Launcher): Promise<void> {
  const file = launcherPath(launcher);
  const script = launcher.platform === "win32" ? windowsScript(launcher) : posixScript(launcher);
  if ((await disk.readFile(file, "utf8").catch(() => undefined)) === script) {
    return;
  }
  await disk.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFileAtomically(disk, file, script, { mode: 0o700 });
}

/** The name of the extension's folder without its version. */
const extensionName = "prospect-desk.prospect-desk";

/** Inside single quotes a POSIX shell interprets nothing; a quote itself must be outside of them. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function posixScript({ globalStorage, extension, program }: Launcher): string {
  return `#!/bin/sh
# Starts the command line of Prospect Desk. VS Code writes this file again when it changes.
cli=${quoted(path.posix.join(extension, "dist", "cli.js"))}
program=${quoted(program)}
if [ ! -f "$cli" ]; then
  # The extension was updated: the newest of its folders has the current version.
  for other in ${quoted(path.posix.dirname(extension))}/${extensionName}-*/dist/cli.js; do
    if [ -f "$other" ] && { [ ! -f "$cli" ] || [ "$other" -nt "$cli" ]; }; then cli=$other; fi
  done
fi
if [ ! -f "$cli" ]; then
  echo "Prospect Desk is not installed any more." >&2
  exit 1
fi
if [ -z "\${PROSPECT_DESK_HOME:-}" ]; then
  PROSPECT_DESK_HOME=${quoted(globalStorage)}
  export PROSPECT_DESK_HOME
fi
if [ -x "$program" ]; then
  ELECTRON_RUN_AS_NODE=1 exec "$program" --no-warnings "$cli" "$@"
fi
exec node --no-warnings "$cli" "$@"
`;
}

/** A percent sign begins a variable in a batch file. */
const escaped = (text: string): string => text.replaceAll("%", "%%");

function windowsScript({ globalStorage, extension, program }: Launcher): string {
  const cli = path.win32.join(extension, "dist", "cli.js");
  const others = path.win32.join(path.win32.dirname(extension), `${extensionName}-*`);
  return [
    "@echo off",
    "rem Starts the command line of Prospect Desk. VS Code writes this file again when it changes.",
    "setlocal",
    "chcp 65001 >nul",
    `set "cli=${escaped(cli)}"`,
    "rem After an update, the newest of the extension's folders has the current version.",
    `if not exist "%cli%" for /f "delims=" %%d in ('dir /b /ad /od "${escaped(others)}" 2^>nul') do ` +
      `set "cli=${escaped(path.win32.dirname(extension))}\\%%d\\dist\\cli.js"`,
    'if not exist "%cli%" (',
    "  echo Prospect Desk is not installed any more. 1>&2",
    "  exit /b 1",
    ")",
    `if not defined PROSPECT_DESK_HOME set "PROSPECT_DESK_HOME=${escaped(globalStorage)}"`,
    `if exist "${escaped(program)}" (`,
    '  set "ELECTRON_RUN_AS_NODE=1"',
    `  "${escaped(program)}" --no-warnings "%cli%" %*`,
    ") else (",
    '  node --no-warnings "%cli%" %*',
    ")",
    "exit /b %errorlevel%",
    "",
  ].join("\r\n");
}
