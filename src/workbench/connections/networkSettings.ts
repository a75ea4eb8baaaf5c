// VS Code's proxy and certificate settings, and how long to wait for a reply. Workspace values are ignored: a cloned
// folder must not redirect the key.
import { workspace } from "vscode";
import { deadlinesFor } from "../../service/exchange";
import type { TransportOptions } from "../../service/undiciTransport";
import { setting } from "../settings";

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
    deadlines: deadlinesFor(setting("service.waitSeconds")),
  };
}
