// Copies what other programs need in order to use Prospect Desk: an MCP configuration, and the path of the launcher.
import { env, l10n, window } from "vscode";
import type { AccountState } from "../account";
import { connectionOf } from "../connections/accountMonitor";
import { launcherPath, writeLauncher, type LauncherDeps } from "../../cli/launcher";

const shownMs = 10_000;

/** The configuration names the environment variable of the key and never contains the key. */
export async function copyMcpConfiguration(account: AccountState, launcher: LauncherDeps): Promise<void> {
  await writeLauncher(launcher);
  const connection = connectionOf(account);
  const server = {
    ...startedBy(launcher, ["mcp", ...(connection?.sandbox === true ? ["--sandbox"] : [])]),
    ...(connection?.sandbox !== true && {
      env: {
        PROSPECT_DESK_ORIGIN: connection?.origin ?? "https://",
        PROSPECT_DESK_KEY: "${PROSPECT_DESK_KEY}",
      },
    }),
  };
  await env.clipboard.writeText(`${JSON.stringify({ mcpServers: { "prospect-desk": server } }, undefined, 2)}\n`);
  void window.showInformationMessage(
    connection?.sandbox === true
      ? l10n.t("Copied an MCP configuration that uses the sandbox. Add it to the configuration of your client.")
      : l10n.t(
          "Copied an MCP configuration without your key. Set the environment variable PROSPECT_DESK_KEY where your " +
            "client starts, and write its name as your client's configuration does.",
        ),
  );
}

export async function copyLauncherPath(launcher: LauncherDeps): Promise<void> {
  await writeLauncher(launcher);
  await env.clipboard.writeText(launcherPath(launcher));
  window.setStatusBarMessage(l10n.t("Copied the path of the command line's launcher."), shownMs);
}

/** Programs cannot start a batch file without the command processor. */
function startedBy(launcher: LauncherDeps, args: readonly string[]): { command: string; args: readonly string[] } {
  const file = launcherPath(launcher);
  return launcher.platform === "win32"
    ? { command: "cmd", args: ["/d", "/c", file, ...args] }
    : { command: file, args };
}
