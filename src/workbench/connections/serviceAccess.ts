// Makes the service client of a connection. The network client and the sandbox are large, so they load on first use.
import { l10n, workspace, type Disposable, type ExtensionContext } from "vscode";
import type { Sandbox } from "../../sandbox/sandbox";
import type { ConnectionReport } from "../../service/diagnosis";
import { routeForLog } from "../../service/proxy";
import type { RateLimitGate } from "../../service/rateLimitGate";
import type { ServiceClient } from "../../service/serviceClient";
import { keyHashOf } from "../../service/keyHash";
import { whileKeyExists, type Clock, type Transport } from "../../service/wire";
import type { ConnectionInfo } from "../account";
import { sandboxConnection, type ConnectionStore } from "./connectionStore";
import { readNetworkSettings } from "./networkSettings";
import { affectsSettings } from "../settings";

export interface ServiceAccess extends Disposable {
  clientOf(connection: ConnectionInfo): Promise<ServiceClient>;
  /** A client for an origin and key that are not stored yet. */
  clientFor(origin: string, key: string): Promise<ServiceClient>;
  /** How the origin is reached, and what is in the way. Sends no key. */
  diagnose(origin: string): Promise<ConnectionReport>;
  /** Moves the sandbox's data one month ahead; resolves with the months it is ahead. */
  moveSandbox(): Promise<number>;
}

export interface ServiceAccessDeps {
  readonly connections: ConnectionStore;
  readonly clock: Clock;
  readonly version: string;
  /** The rate limit gate that all windows share for one key, named by a hash of origin and key. */
  readonly data: { gateFor(name: string): Promise<RateLimitGate> };
  readonly log: (line: string) => void;
  /** Its state keeps how far the sandbox has moved, and its balance. */
  readonly context: Pick<ExtensionContext, "globalState">;
}

const monthEntry = "prospectDesk.sandboxMonth";
const balanceEntry = "prospectDesk.sandboxBalance";
/** Of the sandbox, at first and after each month. */
const sandboxCredits = 5_000;
const sandboxKey = "sandbox-key";

/** One transport for each origin, until the settings of the network change. */
function openTransports({ log }: Pick<ServiceAccessDeps, "log">) {
  const transports = new Map<string, Promise<Transport & { close(): Promise<void> }>>();
  // Not closed: a request in flight may be paid for. Their connections end with their requests.
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
          log(`Network: ${routeForLog(created.route)}`);
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

export function createServiceAccess(deps: ServiceAccessDeps): ServiceAccess {
  const { connections, clock, version, data } = deps;
  const state = deps.context.globalState;
  const transports = openTransports(deps);
  const gates = new Map<string, Promise<RateLimitGate>>();
  let sandbox: Promise<Sandbox> | undefined;

  function openSandbox(): Promise<Sandbox> {
    const month = state.get<number>(monthEntry) ?? 0;
    const balance = state.get<number>(balanceEntry) ?? sandboxCredits;
    const keys = [{ key: sandboxKey, workspaceId: sandboxConnection.workspaceId, balance }];
    sandbox ??= import("../../sandbox/sandbox").then(({ Sandbox }) => new Sandbox({ clock, month, keys }));
    return sandbox;
  }

  async function keepBalance(opened: Sandbox): Promise<void> {
    const balance = opened.balance(sandboxKey);
    if (balance !== (state.get<number>(balanceEntry) ?? sandboxCredits)) {
      await state.update(balanceEntry, balance);
    }
  }

  function gateOf(origin: string, key: string): Promise<RateLimitGate> {
    const name = keyHashOf(origin, key);
    let gate = gates.get(name);
    if (gate === undefined) {
      gate = data.gateFor(name);
      gates.set(name, gate);
    }
    return gate;
  }

  async function clientFor(origin: string, key: string, transport?: Transport): Promise<ServiceClient> {
    const [{ createServiceClient }, gate] = await Promise.all([import("../../service/client"), gateOf(origin, key)]);
    return createServiceClient({
      transport: transport ?? (await transports.of(origin)),
      key,
      userAgent: `prospect-desk/${version}`,
      clock,
      random: Math.random,
      gate,
    });
  }

  return {
    clientFor,
    async clientOf(connection) {
      if (connection.sandbox) {
        const opened = await openSandbox();
        const transport: Transport = (request, signal) =>
          opened.transport(request, signal).finally(() => keepBalance(opened));
        return clientFor(sandboxConnection.origin, sandboxKey, transport);
      }
      const stored = await connections.get(connection.id);
      if (stored === undefined) {
        throw new Error(l10n.t("The key of {0} is no longer in the secret storage. Connect again.", connection.label));
      }
      const { origin, key } = stored;
      // Another window may delete the key at any time, and a new key replaces it.
      const keyExists = async (): Promise<boolean> => (await connections.get(connection.id))?.key === key;
      return clientFor(origin, key, whileKeyExists(await transports.of(origin), keyExists));
    },
    async diagnose(origin) {
      const { diagnose } = await import("../../service/diagnosis");
      const report = await diagnose(origin, readNetworkSettings());
      if (report.failure === undefined) {
        // They may remember that a proxy rejected the password.
        transports.forget();
      }
      return report;
    },
    async moveSandbox() {
      const moved = await openSandbox();
      moved.refresh();
      await state.update(monthEntry, moved.month);
      moved.setBalance(sandboxKey, sandboxCredits);
      await keepBalance(moved);
      return moved.month;
    },
    dispose: () => transports.dispose(),
  };
}
