// "Install for Agents…": the MCP server and the skills for agents outside of VS Code, where each of them looks.
import os from "node:os";
import path from "node:path";
import { l10n, window, workspace, type QuickPickItem } from "vscode";
import type { App } from "../../app/app";
import { installedLines, installForAgents as install } from "../../app/headless/installAgents";
import { agentHostNames, agentHosts, type AgentHost, type InstallPlace } from "../../app/serverEntry";
import { unlessDeclined } from "../../app/spending";
import { writeLauncher, type LauncherDeps } from "../../cli/launcher";
import { inOneDialog } from "../dialogSteps";
import { errorForLog, errorText } from "../errorText";
import { pickMany, pickOne } from "../pickStep";
import { safeText } from "../safeText";
import { serverOf } from "./copyForAgents";

export interface InstallDeps {
  readonly app: App;
  readonly launcher: LauncherDeps;
  readonly log: (line: string) => void;
}

type HostItem = QuickPickItem & { readonly host: AgentHost };
type PlaceItem = QuickPickItem & { readonly place: InstallPlace; readonly folder: string };

export async function installForAgents({ app, launcher, log }: InstallDeps): Promise<void> {
  const chosen = await inOneDialog(choose);
  if (chosen === undefined) {
    return;
  }
  const { hosts, place, folder } = chosen;
  try {
    await writeLauncher(launcher);
    const skills = path.join(launcher.extension, "media", "skills");
    const { signal } = new AbortController();
    const { info, sandbox } = await app.connection();
    const server = serverOf({ origin: info.origin, sandbox }, launcher);
    const files = await unlessDeclined(install(app, { hosts, place, folder, server, skills }, { signal }));
    if (files !== undefined) {
      log(`Install for agents: ${files.length} files.`);
      const lines = [
        l10n.t("Installed for {0}", hosts.map((host) => agentHosts[host].label).join(", ")),
        "",
        ...installedLines(folder, files).map(safeText),
        "",
        sandbox
          ? l10n.t("Restart the agent.")
          : l10n.t(
              "Restart the agent. Where it starts, set the environment variable PROSPECT_DESK_KEY to your API key.",
            ),
      ];
      await window.showTextDocument(await workspace.openTextDocument({ content: `${lines.join("\n")}\n` }));
    }
  } catch (error) {
    log(`Install for agents: ${errorForLog(error)}.`);
    void window.showErrorMessage(l10n.t("Nothing was installed. {0}", errorText(error)));
  }
}

async function choose(): Promise<
  { readonly hosts: readonly AgentHost[]; readonly place: InstallPlace; readonly folder: string } | undefined
> {
  const title = l10n.t("Install for Agents");
  for (;;) {
    const where = await pickOne(places(), { title, placeholder: l10n.t("Where agents find the tools and skills") });
    if (where === undefined) {
      return undefined;
    }
    const items = agentHostNames.map((host): HostItem => {
      const { label, config, skills } = agentHosts[host];
      return { host, label, description: `${config[where.place]}, ${skills}` };
    });
    const picked = await pickMany(items, {
      title: () => title,
      placeholder: l10n.t("Which agents you use"),
      picked: [],
    });
    if (picked !== "back") {
      return picked && { hosts: picked.map(({ host }) => host), place: where.place, folder: where.folder };
    }
  }
}

function places(): readonly PlaceItem[] {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  return [
    ...[{ label: l10n.t("For me, in all folders"), description: os.homedir() }].map((item): PlaceItem => ({
      ...item,
      place: "user",
      folder: item.description,
    })),
    ...folders.map(({ name, uri }): PlaceItem => ({
      label: l10n.t("In the folder {0}", safeText(name)),
      description: safeText(uri.fsPath),
      detail: l10n.t("VS Code may read .mcp.json as well, and list each tool twice then."),
      place: "workspace",
      folder: uri.fsPath,
    })),
  ];
}
