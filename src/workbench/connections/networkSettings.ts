// VS Code's proxy and certificate settings, and how long to wait for a reply. Workspace values are ignored: a cloned
// folder must not redirect the key.
import { workspace } from "vscode";
import { deadlinesFor, longestWait, shortestWait } from "../../service/exchange";
import type { TransportOptions } from "../../service/undiciTransport";

export function readNetworkSettings(): TransportOptions {
  const http = workspace.getConfiguration("http");
  const read = (name: string): unknown => {
    const values = http.inspect<unknown>(name);
    return values?.globalValue ?? values?.defaultValue;
  };
  const text = (name: string): string | undefined => {
    const value = read(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const noProxy = read("noProxy");
  return {
    proxy: text("proxy"),
    noProxy: Array.isArray(noProxy) ? noProxy.filter((entry): entry is string => typeof entry === "string") : undefined,
    proxyAuthorization: text("proxyAuthorization"),
    proxySupport: read("proxySupport") === "off" ? "off" : "on",
    systemCertificates: read("systemCertificates") !== false,
    deadlines: deadlinesFor(waitSeconds()),
  };
}

export const waitSetting = "prospectDesk.service.waitSeconds";

/** As the user set it, within its limits. */
export function waitSeconds(): number {
  const values = workspace.getConfiguration().inspect<unknown>(waitSetting);
  const value = values?.globalValue ?? values?.defaultValue;
  const isNumber = typeof value === "number" && Number.isFinite(value);
  return isNumber ? Math.min(longestWait, Math.max(shortestWait, value)) : shortestWait;
}
