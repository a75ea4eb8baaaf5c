// Which proxy leads to the service, and where its address comes from.
import type { ProxyName } from "./obstacles";
import { isLoopback } from "./origin";

export interface ProxySettings {
  /** The address of the proxy; when absent or empty, that of the environment is used. */
  readonly proxy?: string | undefined;
  /** Hosts to reach without the proxy; when absent or empty, `NO_PROXY` of the environment is used. */
  readonly noProxy?: readonly string[] | undefined;
  /** The value of the Proxy-Authorization header. */
  readonly proxyAuthorization?: string | undefined;
  /** `off`: no proxy, not even that of the environment. */
  readonly proxySupport?: "on" | "off" | "override" | "fallback" | undefined;
}

export interface Proxy extends ProxyName {
  readonly url: URL;
  readonly authorization: string | undefined;
}

/** `disabled` and `excluded` name the setting or the variable that says so. */
export type Route =
  | { readonly kind: "proxy"; readonly proxy: Proxy }
  | { readonly kind: "direct"; readonly why: "none" | "thisMachine" }
  | { readonly kind: "direct"; readonly why: "disabled" | "excluded"; readonly source: string }
  | { readonly kind: "unusable"; readonly source: string };

/** For the log: English, without a user name and a password. */
export function routeForLog(route: Route): string {
  switch (route.kind) {
    case "proxy": {
      const { address, source, authorization } = route.proxy;
      return `proxy ${address} from ${source}${authorization === undefined ? "" : ", with a password"}`;
    }
    case "unusable":
      return `unusable proxy address from ${route.source}`;
    case "direct":
      return `no proxy (${"source" in route ? route.source : route.why})`;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const proxyVariables = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];
const noProxyVariables = ["no_proxy", "NO_PROXY"];

/** The settings come before the environment. This machine is always reached directly, as VS Code does. */
export function routeTo(origin: string, settings: ProxySettings, environment: Environment): Route {
  const target = new URL(origin);
  if (isLoopback(target.hostname)) {
    return { kind: "direct", why: "thisMachine" };
  }
  if (settings.proxySupport === "off") {
    return { kind: "direct", why: "disabled", source: "http.proxySupport" };
  }
  const named = settings.proxy ? { source: "http.proxy", text: settings.proxy } : firstOf(proxyVariables, environment);
  if (named === undefined) {
    return { kind: "direct", why: "none" };
  }
  const excluded = settings.noProxy?.length
    ? { source: "http.noProxy", text: settings.noProxy.join(",") }
    : firstOf(noProxyVariables, environment);
  if (excluded !== undefined && isExcluded(target, excluded.text)) {
    return { kind: "direct", why: "excluded", source: excluded.source };
  }
  const proxy = proxyOf(named, settings.proxyAuthorization);
  return proxy === undefined ? { kind: "unusable", source: named.source } : { kind: "proxy", proxy };
}

interface Named {
  readonly source: string;
  readonly text: string;
}

function firstOf(names: readonly string[], environment: Environment): Named | undefined {
  return names.map((source) => ({ source, text: environment[source] ?? "" })).find(({ text }) => text.trim() !== "");
}

const schemes: ReadonlySet<string> = new Set(["http:", "https:", "socks5:", "socks:"]);

function proxyOf({ source, text }: Named, authorization: string | undefined): Proxy | undefined {
  const typed = text.trim();
  // "proxy.example:8080" would be a URL with the scheme "proxy.example".
  const url = URL.parse(typed.includes("://") ? typed : `http://${typed}`);
  if (url === null || !schemes.has(url.protocol) || url.hostname === "") {
    return undefined;
  }
  const port = url.port || (url.protocol === "https:" ? "443" : url.protocol === "http:" ? "80" : "1080");
  const fromAddress = url.username === "" ? undefined : basic(url);
  return { url, source, address: `${url.hostname}:${port}`, authorization: authorization || fromAddress };
}

function basic({ username, password }: URL): string {
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64")}`;
}

/** A password may contain a percent sign that nobody escaped. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `*`, `example.com` with its subdomains, `.example.com`, `*.example.com`, each with or without a port. */
function isExcluded({ hostname, port }: URL, list: string): boolean {
  return list
    .toLowerCase()
    .replaceAll(",", " ")
    .split(" ")
    .some((entry) => {
      const colon = entry.lastIndexOf(":");
      const [host, onlyPort] = colon < 0 ? [entry, ""] : [entry.slice(0, colon), entry.slice(colon + 1)];
      const name = host.startsWith("*.") ? host.slice(2) : host.startsWith(".") ? host.slice(1) : host;
      const isPort = onlyPort === "" || onlyPort === (port || "443");
      return name !== "" && isPort && (name === "*" || hostname === name || hostname.endsWith(`.${name}`));
    });
}
