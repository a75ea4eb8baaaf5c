// "Copy Diagnostics": the details for a problem report, without keys, records, paths, or addresses.
import { env, version, window, workspace } from "vscode";
import { settings, type SettingName } from "../app/settings";
import type { Desk } from "./desk";
import { setting } from "./settings";

export async function copyDiagnostics(deps: Desk): Promise<void> {
  await env.clipboard.writeText(diagnostics(deps));
  void window.showInformationMessage(
    "Copied versions, settings, and the last lines of the log. Read them before you send them on.",
  );
}

function diagnostics({ version: ownVersion, account: { current }, logView }: Desk): string {
  const { platform, arch, versions } = process;
  const editor = `${env.appName} ${version}${env.remoteName === undefined ? "" : ` (remote: ${env.remoteName})`}`;
  const sandbox = "connection" in current && current.connection.sandbox ? " (sandbox)" : "";
  return [
    `prospect-desk ${ownVersion}, ${editor}, ${env.uiKind === 1 ? "desktop" : "web"}, language ${env.language}`,
    `${platform} ${arch}, Node ${versions.node}`,
    `connection: ${current.kind}${sandbox}`,
    "",
    "settings:",
    ...ownSettings(),
    ...networkSettings(),
    "",
    "log:",
    ...logView.recent(),
    "",
  ].join("\n");
}

function ownSettings(): readonly string[] {
  return (Object.keys(settings) as readonly SettingName[]).flatMap((name) => {
    const value = setting(name);
    if (JSON.stringify(value) === JSON.stringify(settings[name].default)) {
      return [];
    }
    // Texts and lists can be the user's paths.
    const shown = Array.isArray(value) ? `${value.length} entries` : typeof value === "string" ? "set" : value;
    return [`  prospectDesk.${name}: ${String(shown)}`];
  });
}

/** Only whether they are set: a proxy's address can contain a password. */
function networkSettings(): readonly string[] {
  const http = workspace.getConfiguration("http");
  return ["proxy", "noProxy", "proxyAuthorization", "proxySupport", "systemCertificates"].flatMap((name) => {
    const value = http.inspect<unknown>(name)?.globalValue;
    return value === undefined ? [] : [`  http.${name}: ${typeof value === "boolean" ? String(value) : "set"}`];
  });
}
