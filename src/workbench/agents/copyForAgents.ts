// Copies what other programs need in order to use Prospect Desk: an MCP configuration, and the path of the launcher.
import { env, l10n, window } from "vscode";
import { jsonServer, serverName, type ServerStart, claudeKey } from "../../app/serverEntry";
import { launcherPath, startedBy, writeLauncher, type LauncherDeps } from "../../cli/launcher";
import type { AccountState, ConnectionInfo } from "../account";
import { connectionOf } from "../connections/accountMonitor";

const shownMs = 10_000;

/** The configuration names the environment variable of the key and never contains the key. */
export async function copyMcpConfiguration(account: AccountState, launcher: LauncherDeps): Promise<void> {
  await writeLauncher(launcher);
  const connection = connectionOf(account);
  const server = jsonServer(serverOf(connection, launcher), claudeKey);
  await env.clipboard.writeText(`${JSON.stringify({ mcpServers: { [serverName]: server } }, undefined, 2)}\n`);
  void window.showInformationMessage(
    connection?.sandbox === true
      ? l10n.t("Copied an MCP configuration that uses the sandbox. Add it to the configuration of your client.")
      : l10n.t(
          "Copied an MCP configuration without your key. Set the environment variable PROSPECT_DESK_KEY where your " +
            "client starts, and write its name as your client's configuration does.",
        ),
  );
}

/** The server with a connection of this window. */
export function serverOf(
  connection: Pick<ConnectionInfo, "origin" | "sandbox"> | undefined,
  launcher: LauncherDeps,
): ServerStart {
  const isSandbox = connection?.sandbox === true;
  return {
    ...startedBy(launcher, ["mcp", ...(isSandbox ? ["--sandbox"] : [])]),
    origin: isSandbox ? undefined : (connection?.origin ?? "https://"),
  };
}

export async function copyLauncherPath(launcher: LauncherDeps): Promise<void> {
  await writeLauncher(launcher);
  await env.clipboard.writeText(launcherPath(launcher));
  window.setStatusBarMessage(l10n.t("Copied the path of the command line's launcher."), shownMs);
}
