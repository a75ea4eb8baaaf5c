// Copies the setup for other programs: an MCP configuration, or the path of the launcher.
import { env, window } from "vscode";
import { launcherPath, writeLauncher, type Launcher } from "../../cli/launcher";
import type { AccountState } from "../account";
import { connectionOf } from "../connections/accountMonitor";

/**
 * The syntax for an environment variable in MCP clients' configuration. It has a default, because some clients drop a
 * server silently when the variable is not set. The configuration never contains the key itself.
 */
const keyReference = "${PROSPECT_DESK_KEY:-}";

/** Resolves when the user closes the message. */
export async function copyMcpConfiguration(account: AccountState, launcher: Launcher): Promise<void> {
  await writeLauncher(launcher);
  const connection = connectionOf(account);
  const isSandbox = connection?.sandbox === true;
  const server = {
    command: launcherPath(launcher),
    args: isSandbox ? ["mcp", "--sandbox"] : ["mcp"],
    ...(!isSandbox && {
      env: { PROSPECT_DESK_ORIGIN: connection?.origin ?? "https://", PROSPECT_DESK_KEY: keyReference },
    }),
  };
  await env.clipboard.writeText(`${JSON.stringify({ mcpServers: { "prospect-desk": server } }, undefined, 2)}\n`);
  const copyPath = "Copy Launcher Path";
  const answer = await window.showInformationMessage(
    isSandbox
      ? "Copied an MCP configuration that uses the sandbox. Add it to the configuration of your client."
      : "Copied an MCP configuration without your key. Set the environment variable PROSPECT_DESK_KEY where your " +
          "client starts, and write its name as your client's configuration does.",
    copyPath,
  );
  if (answer === copyPath) {
    await env.clipboard.writeText(launcherPath(launcher));
  }
}
