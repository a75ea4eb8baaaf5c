// Creates the service client of a connection. The network client and the sandbox are large, so they load on first use.
import { workspace, type Disposable, type Memento } from "vscode";
import type { Sandbox } from "../../sandbox/sandbox";
import type { ConnectionReport } from "../../service/diagnosis";
import { deadlinesFor } from "../../service/exchange";
import { keyHashOf } from "../../service/keyFormat";
import type { RateLimitGate } from "../../service/rateLimitGate";
import type { ServiceClient } from "../../service/serviceClient";
import type { TransportOptions } from "../../service/undiciTransport";
import { whileKeyExists, type Clock, type Transport } from "../../service/wire";
import type { ConnectionInfo } from "../account";
import { affectsSettings, setting } from "../settings";
import { sandboxConnection, type ConnectionStore } from "./connectionStore";

const monthEntry = "prospectDesk.sandboxMonth";
const balanceEntry = "prospectDesk.sandboxBalance";
/** The sandbox's balance at first and after each month. */
const sandboxCredits = 5_000;
const sandboxKey = "sandbox-key";

/** One transport for each origin, until the settings of the network change. */
function openTransports(log: (line: string) => void) {
  const transports = new Map<string, Promise<Transport & { close(): Promise<void> }>>();
  // Not closed, because a request in flight may be paid for. The connections end with their requests.
  const forget = (): void => transports.clear();
  const settingsChange = workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration("http") || affectsSettings(change, ["service.waitSeconds"])) {
      forget();
    }
  });
  return {
    forget,
    of(origin: string): Promise<Transport> {
      let transport = transports.get(origin);
      if (transport === undefined) {
        transport = import("../../service/undiciTransport").then(({ createUndiciTransport }) => {
          const created = createUndiciTransport(origin, readNetworkSettings());
          log(`Network: ${created.route.text}`);
          return created;
        });
        transports.set(origin, transport);
      }
      return transport;
    },
    dispose(): void {
      settingsChange.dispose();
      for (const transport of transports.values()) {
        transport.then((open) => open.close()).catch(() => undefined);
      }
      transports.clear();
    },
  };
}

export class ServiceAccess implements Disposable {
  readonly #transports: ReturnType<typeof openTransports>;
  readonly #gates = new Map<string, RateLimitGate>();
  #sandbox: Promise<Sandbox> | undefined;

  /**
   * @param gateFor the rate limit gate that all windows share for a key, identified by a hash of origin and key
   * @param state stores the sandbox's month and balance
   */
  constructor(
    private readonly connections: ConnectionStore,
    private readonly gateFor: (name: string) => RateLimitGate,
    private readonly state: Memento,
    private readonly version: string,
    private readonly clock: Clock,
    log: (line: string) => void,
  ) {
    this.#transports = openTransports(log);
  }

  async clientOf(connection: ConnectionInfo): Promise<ServiceClient> {
    const { connections } = this;
    if (connection.sandbox) {
      const opened = await this.#openSandbox();
      const transport: Transport = (request, signal) =>
        opened.transport(request, signal).finally(() => this.#keepBalance(opened));
      return this.clientFor(sandboxConnection.origin, sandboxKey, transport);
    }
    const stored = await connections.get(connection.id);
    if (stored === undefined) {
      throw new Error(`The key of ${connection.label} is no longer in the secret storage. Connect again.`);
    }
    const { origin, key } = stored;
    // Another window may delete the key at any time, and a new key replaces it.
    const keyExists = async (): Promise<boolean> => (await connections.get(connection.id))?.key === key;
    return this.clientFor(origin, key, whileKeyExists(await this.#transports.of(origin), keyExists));
  }

  /** A client for an origin and key that may not be stored yet. */
  async clientFor(origin: string, key: string, transport?: Transport): Promise<ServiceClient> {
    const { clock, version } = this;
    const { createServiceClient } = await import("../../service/client");
    return createServiceClient({
      transport: transport ?? (await this.#transports.of(origin)),
      key,
      userAgent: `prospect-desk/${version}`,
      clock,
      random: Math.random,
      gate: this.#gateOf(origin, key),
    });
  }

  /** How the origin is reached, and what prevents it. Sends no key. */
  async diagnose(origin: string): Promise<{ readonly report: ConnectionReport; readonly lines: readonly string[] }> {
    const { diagnose, reportLines } = await import("../../service/diagnosis");
    const report = await diagnose(origin, readNetworkSettings());
    return { report, lines: reportLines(report) };
  }

  /** Moves the sandbox's data one month ahead; resolves to the number of months it is ahead. */
  async moveSandbox(): Promise<number> {
    const moved = await this.#openSandbox();
    moved.refresh();
    await this.state.update(monthEntry, moved.month);
    moved.setBalance(sandboxKey, sandboxCredits);
    await this.#keepBalance(moved);
    return moved.month;
  }

  dispose(): void {
    this.#transports.dispose();
  }

  #openSandbox(): Promise<Sandbox> {
    const { clock } = this;
    const month = this.state.get<number>(monthEntry) ?? 0;
    const balance = this.state.get<number>(balanceEntry) ?? sandboxCredits;
    const keys = [{ key: sandboxKey, workspaceId: sandboxConnection.workspaceId, balance }];
    this.#sandbox ??= import("../../sandbox/sandbox").then(({ Sandbox }) => new Sandbox({ clock, month, keys }));
    return this.#sandbox;
  }

  async #keepBalance(opened: Sandbox): Promise<void> {
    const balance = opened.balance(sandboxKey);
    if (balance !== (this.state.get<number>(balanceEntry) ?? sandboxCredits)) {
      await this.state.update(balanceEntry, balance);
    }
  }

  #gateOf(origin: string, key: string): RateLimitGate {
    const name = keyHashOf(origin, key);
    const gate = this.#gates.get(name) ?? this.gateFor(name);
    this.#gates.set(name, gate);
    return gate;
  }
}

/** VS Code's settings; a workspace's values are ignored, because a folder must not redirect the key. @internal */
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
