// Which proxy leads to the service, and where its address comes from.
import { BlockList, isIP } from "node:net";
import { isLoopback } from "./origin";

export interface ProxySettings {
  /** The address of the proxy; when absent or empty, the environment's proxy is used. */
  readonly proxy?: string | undefined;
  /** Hosts to reach without the proxy; when absent or empty, `NO_PROXY` of the environment is used. */
  readonly noProxy?: readonly string[] | undefined;
  /** The value of the Proxy-Authorization header. */
  readonly proxyAuthorization?: string | undefined;
  /** `off`: no proxy, not even the environment's. */
  readonly proxySupport?: "on" | "off" | "override" | "fallback" | undefined;
}

interface Login {
  readonly username: string;
  readonly password: string;
}

export interface Proxy {
  /** Without a user name and a password. */
  readonly url: URL;
  /** `The proxy proxy.example:8080, from HTTPS_PROXY` */
  readonly name: string;
  /** The setting or the variable to correct when the proxy rejects the password. */
  readonly passwordSource: string;
  readonly login: Login | undefined;
  /** The value of the Proxy-Authorization header. */
  readonly authorization: string | undefined;
}

export interface Route {
  /** For the user and the log, without a user name and a password. */
  readonly text: string;
  /** `unusable`: the text names the setting or the variable to correct, and how. */
  readonly proxy?: Proxy | "unusable";
}

type Environment = Readonly<Record<string, string | undefined>>;

const proxyVariables = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"];

/** The settings come before the environment. This machine is always reached directly, as VS Code does. */
export function routeTo(origin: string, settings: ProxySettings, environment: Environment): Route {
  const direct = (because: string): Route => ({ text: `No proxy is used: ${because}` });
  const target = new URL(origin);
  if (isLoopback(target.hostname)) {
    return direct("the address is this machine.");
  }
  if (settings.proxySupport === "off") {
    return direct("http.proxySupport turns proxies off.");
  }
  const named = settings.proxy ? { source: "http.proxy", text: settings.proxy } : firstOf(proxyVariables, environment);
  if (named === undefined) {
    return direct(
      "neither http.proxy nor HTTPS_PROXY is set. A proxy of the system's settings is used once you write its " +
        "address in http.proxy.",
    );
  }
  const excluding = settings.noProxy?.length
    ? { source: "http.noProxy", text: settings.noProxy.join(",") }
    : firstOf(["no_proxy", "NO_PROXY"], environment);
  return excluding !== undefined && isExcluded(target, excluding.text)
    ? direct(`${excluding.source} excludes ${target.hostname}.`)
    : routeThrough(named, settings.proxyAuthorization);
}

interface Named {
  readonly source: string;
  readonly text: string;
}

function firstOf(names: readonly string[], environment: Environment): Named | undefined {
  return names.map((source) => ({ source, text: environment[source] ?? "" })).find(({ text }) => text.trim() !== "");
}

/** Scheme, user name with password, and host with port. The last `@` counts: a password may contain others. */
const addressForm = /^(?:([a-z][a-z\d+.-]*):\/\/)?(?:(.*)@)?([^@]*)$/isu;
const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443", "socks5:": "1080" };

function routeThrough({ source, text }: Named, authorization: string | undefined): Route {
  const [, scheme = "http", login, host = ""] = addressForm.exec(text.trim()) ?? [];
  // The host alone: a URL would take the backslash of `DOMAIN\user` for the beginning of a path.
  const url = URL.parse(`${scheme.toLowerCase().replace(/^socks5?h?$/u, "socks5")}://${host}`);
  const defaultPort = defaultPorts[url?.protocol ?? ""];
  if (url === null || url.hostname === "" || defaultPort === undefined) {
    return { text: unusableText(source, scheme.toLowerCase(), host), proxy: "unusable" };
  }
  const [username = "", ...password] = login?.split(":") ?? [];
  const ownLogin = login && { username: decoded(username), password: decoded(password.join(":")) };
  const proxyAuthorization = authorization || (ownLogin ? basic(ownLogin) : undefined);
  const name = `The proxy ${url.hostname}:${url.port || defaultPort}, from ${source}`;
  return {
    text: `${name}, with${proxyAuthorization === undefined ? "out" : ""} a user name and password.`,
    proxy: {
      url,
      name,
      passwordSource: source === "http.proxy" ? "http.proxyAuthorization" : source,
      login: ownLogin || undefined,
      authorization: proxyAuthorization,
    },
  };
}

function unusableText(source: string, scheme: string, host: string): string {
  const example = "http://proxy.example:8080";
  if (scheme.startsWith("socks4")) {
    return `${source} names a SOCKS 4 proxy, which cannot be used. Write socks5://${host} or ${example}.`;
  }
  return scheme.startsWith("pac") || scheme === "file"
    ? `${source} names a script that chooses a proxy, which cannot be used. Write the address of one: ${example}.`
    : `The address of the proxy in ${source} is not one. It should look like ${example}.`;
}

const basic = ({ username, password }: Login): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

/** A password may contain an unescaped percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `*`, `example.com` with its subdomains, `.example.com`, `*.example.com`, with or without a port; `10.0.0.0/8`. */
function isExcluded({ hostname, port }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/gu, "");
  return list
    .toLowerCase()
    .split(/[\s,]+/u)
    .some((entry) => {
      // A slash at the end has no prefix length.
      const [address = "", prefix] = entry.split("/");
      if (prefix) {
        return isInNetwork(host, address, Number(prefix));
      }
      const [, name = "", onlyPort] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/u.exec(address) ?? [];
      const isPort = onlyPort === undefined || onlyPort === (port || "443");
      const isName = name === "*" || hostname === name || (name !== "" && hostname.endsWith(`.${name}`));
      return address === host || (isPort && isName);
    });
}

function isInNetwork(host: string, network: string, prefix: number): boolean {
  const family = isIP(network) === 6 ? "ipv6" : "ipv4";
  const list = new BlockList();
  try {
    list.addSubnet(network, prefix, family);
    return list.check(host, family);
  } catch {
    return false; // An address is not of this family.
  }
}
