/// <reference types="./undiciParts" />
// Asks a proxy for a tunnel to the service, so that the proxy sees neither requests nor the key.
import type { Socket } from "node:net";
import type { buildConnector as Undici } from "undici";
import connect from "undici/lib/api/api-connect.js";
import Client from "undici/lib/dispatcher/client.js";
import Socks5ProxyAgent from "undici/lib/dispatcher/socks5-proxy-agent.js";
import { codeOf, Obstacle, oneLine } from "./obstacles";
import type { Proxy } from "./proxy";

/** Each proxy's last answer to its password. Attempts are sequential: several wrong ones can lock the account. */
const answers = new Map<string, Promise<Obstacle | undefined>>();

/** Call it before an attempt that the user requests. */
export const forgetRejectedPasswords = (): void => answers.clear();

/** Resolves to the tunnel's socket. Rejects with an `Obstacle`. `open` opens a socket to the proxy. */
export function openTunnel(
  proxy: Proxy,
  target: Undici.Options,
  open: Undici.connector,
  timeout: number,
): Promise<Socket> {
  const request = async (before?: Promise<Obstacle | undefined>): Promise<Socket> => {
    const rejection = await before;
    if (rejection !== undefined) {
      throw rejection;
    }
    return requestTunnel(proxy, target, open, timeout).catch((error: unknown) => {
      throw error instanceof Obstacle ? error : obstacleOf(proxy, codeOf(error));
    });
  };
  if (proxy.authorization === undefined) {
    return request();
  }
  const id = `${proxy.url.href} ${proxy.authorization}`;
  const tunnel = request(answers.get(id));
  const answer = tunnel.then(
    () => undefined,
    (error: Obstacle) => (error.code === loginRejected ? error : undefined),
  );
  answers.set(id, answer);
  return tunnel;
}

async function requestTunnel(
  proxy: Proxy,
  { hostname, port }: Undici.Options,
  open: Undici.connector,
  timeout: number,
): Promise<Socket> {
  const { url, login, authorization } = proxy;
  if (url.protocol === "socks5:") {
    const agent = new Socks5ProxyAgent(url, { ...login, connect: open });
    return agent.createSocks5Connection(hostname, Number(port || 443));
  }
  const client = new Client(url.origin, { connect: open, headersTimeout: timeout });
  const host = `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port || "443"}`;
  const headers = { host, ...(authorization !== undefined && { "proxy-authorization": authorization }) };
  const reply = await connect.call(client, { origin: url.origin, path: host, headers });
  if (reply.statusCode >= 200 && reply.statusCode < 300) {
    return reply.socket as Socket;
  }
  reply.socket.on("error", () => undefined).destroy();
  throw reply.statusCode === 407
    ? loginNeeded(proxy, "HTTP 407", String(reply.headers["proxy-authenticate"] ?? "Basic"))
    : refused(proxy, `HTTP ${reply.statusCode}`, reply.statusCode < 500);
}

const loginRejected = "PROXY_LOGIN_REJECTED";

function obstacleOf(proxy: Proxy, code: string): Obstacle {
  const [, reply] = /^UND_ERR_SOCKS5_REPLY_(\d+)$/u.exec(code) ?? [];
  if (reply !== undefined) {
    return refused(proxy, `SOCKS reply ${reply}`, reply === "2");
  }
  if (code.startsWith("UND_ERR_SOCKS5_AUTH")) {
    return loginNeeded(proxy, "SOCKS", "Basic");
  }
  const text = `${proxy.name}, could not be reached, so nothing was sent. Check the network and the proxy's address.`;
  return new Obstacle(text, code, false);
}

/** `methods`: the authentication methods that the proxy's header lists. */
function loginNeeded({ name, passwordSource, authorization }: Proxy, reply: string, methods: string): Obstacle {
  if (!/\bbasic\b/iu.test(methods)) {
    const text =
      `${name}, accepts no user name with a password (${reply}, ${oneLine(methods)}), so nothing was sent. Run a ` +
      "local proxy that signs in to it, such as Px or Cntlm, and write its address in http.proxy.";
    return new Obstacle(text, loginRejected, true);
  }
  return authorization === undefined
    ? new Obstacle(
        `${name}, asks for a user name and password (${reply}), so nothing was sent. Set them in ${passwordSource}.`,
        reply,
        true,
      )
    : new Obstacle(
        `${name}, rejected the user name and password (${reply}), so nothing was sent. They are not sent again. ` +
          `Correct them in ${passwordSource}.`,
        loginRejected,
        true,
      );
}

const refused = ({ name }: Proxy, reply: string, isFinal: boolean): Obstacle =>
  new Obstacle(
    `${name}, refused to connect to the service (${reply}), so nothing was sent. Ask whoever runs the proxy, or ` +
      "exclude the service from it.",
    reply,
    isFinal,
  );
