// The modules of undici that the transport imports.
declare module "undici/lib/dispatcher/agent.js" {
  import { Agent } from "undici";
  export = Agent;
}
declare module "undici/lib/dispatcher/client.js" {
  import { Client } from "undici";
  export = Client;
}
declare module "undici/lib/dispatcher/socks5-proxy-agent.js" {
  import type { Socket } from "node:net";
  import type { buildConnector } from "undici";
  class Socks5ProxyAgent {
    constructor(
      url: URL,
      options: {
        readonly username?: string;
        readonly password?: string;
        readonly connect: buildConnector.connector;
      },
    );
    createSocks5Connection(host: string, port: number): Promise<Socket>;
  }
  export = Socks5ProxyAgent;
}
declare module "undici/lib/core/connect.js" {
  import { buildConnector } from "undici";
  export = buildConnector;
}
declare module "undici/lib/api/api-connect.js" {
  import type { Dispatcher } from "undici";
  const connect: Dispatcher["connect"];
  export = connect;
}
