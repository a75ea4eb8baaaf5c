// Copies what other programs need in order to use Prospect Desk: an MCP configuration, and the path of the launcher.
import { env, l10n, window } from "vscode";
import { launcherPath, startedBy, writeLauncher, type LauncherDeps } from "../../cli/launcher";
import type { AccountState } from "../account";
import { connectionOf } from "../connections/accountMonitor";

const shownMs = 10_000;

/** As clients of MCP name an environment variable in their configuration. The key itself is never in it. */
const keyReference = "${PROSPECT_DESK_KEY}";

export async function copyMcpConfiguration(account: AccountState, launcher: LauncherDeps): Promise<void> {
  await writeLauncher(launcher);
  const connection = connectionOf(account);
  const isSandbox = connection?.sandbox === true;
  const server = {
    ...startedBy(launcher, ["mcp", ...(isSandbox ? ["--sandbox"] : [])]),
    ...(!isSandbox && {
      env: { PROSPECT_DESK_ORIGIN: connection?.origin ?? "https://", PROSPECT_DESK_KEY: keyReference },
    }),
  };
  await env.clipboard.writeText(`${JSON.stringify({ mcpServers: { "prospect-desk": server } }, undefined, 2)}\n`);
  void window.showInformationMessage(
    isSandbox
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
