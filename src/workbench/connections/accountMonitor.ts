// Keeps one truth about the connection in use: verifies its key and reads its balance in the background.
import { EventEmitter, type Disposable } from "vscode";
import { ServiceFailure, type ServiceError } from "../../service/errors";
import { longPauseMs } from "../../service/rateLimitGate";
import type { ServiceClient } from "../../service/serviceClient";
import type { Clock } from "../../service/wire";
import type { AccountState, ConnectionInfo, Observable } from "../account";
import { errorForLog, errorText } from "../errorText";
import { sandboxConnection, SecretsUnavailable, type ConnectionStore } from "./connectionStore";

export interface AccountMonitor extends Observable<AccountState>, Disposable {
  /**
   * Verifies the key and reads the balance anew. Never rejects: what went wrong becomes the state. `ignorePause` asks
   * although the service asked to wait: only for a user who chose to.
   */
  refresh(options?: { readonly ignorePause: boolean }): Promise<void>;
  /** Reads the balance alone, after a call that spent some; the old one stays in sight meanwhile. */
  refreshBalance(): Promise<void>;
}

export interface AccountDeps {
  readonly connections: ConnectionStore;
  readonly clientOf: (connection: ConnectionInfo) => Promise<ServiceClient>;
  readonly clock: Pick<Clock, "now">;
  readonly log: (line: string) => void;
}

interface FreeCallOptions {
  readonly signal: AbortSignal;
  readonly ignorePause?: boolean;
}

export function createAccountMonitor({ connections, clientOf, clock, log }: AccountDeps): AccountMonitor {
  const changed = new EventEmitter<void>();
  let current: AccountState = { kind: "noConnection" };
  let underWay = new AbortController();

  /** `error` is what led to the state: the log has its name, for the reason shown may be in any language. */
  function become(state: AccountState, error?: unknown): void {
    current = state;
    const why = error === undefined ? "" : ` (${errorForLog(error)})`;
    log(`Account: ${state.kind}${why}`);
    changed.fire();
  }

  /** Each refresh supersedes the one before, so a slow answer never overwrites a newer one. */
  async function supersede(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    underWay.abort();
    underWay = new AbortController();
    const { signal } = underWay;
    try {
      await work(signal);
    } catch (error) {
      if (!signal.aborted) {
        become(stateAfter(error, connectionOf(current)), error);
      }
    }
  }

  async function findActive(): Promise<ConnectionInfo | undefined> {
    const { activeId } = connections;
    if (activeId === sandboxConnection.id) {
      return sandboxConnection;
    }
    return activeId === undefined ? undefined : await connections.get(activeId);
  }

  async function readBalance(connection: ConnectionInfo, options: FreeCallOptions): Promise<void> {
    const { signal } = options;
    const client = await clientOf(connection);
    const { balance } = await client.credits(options);
    if (!signal.aborted) {
      become({ kind: "ready", connection, balance, balanceAt: clock.now() });
    }
  }

  const monitor: AccountMonitor = {
    get current() {
      return current;
    },
    onDidChange: changed.event,
    refresh: ({ ignorePause } = { ignorePause: false }) =>
      supersede(async (signal) => {
        const connection = await findActive();
        if (signal.aborted) {
          return;
        }
        if (connection === undefined) {
          become({ kind: "noConnection" });
          return;
        }
        become({ kind: "checking", connection });
        const client = await clientOf(connection);
        await client.verifyKey({ signal, ignorePause });
        await readBalance(connection, { signal, ignorePause });
      }),
    refreshBalance: () => {
      const connection = connectionOf(current);
      return connection === undefined ? monitor.refresh() : supersede((signal) => readBalance(connection, { signal }));
    },
    dispose() {
      underWay.abort();
      changed.dispose();
    },
  };
  return monitor;
}

/** The connection a state speaks of, if any. */
export function connectionOf(state: AccountState): ConnectionInfo | undefined {
  return "connection" in state ? state.connection : undefined;
}

/** Until when a pause of more than an hour lasts; `undefined` when there is none. */
export function longPauseOf(state: AccountState, now: number): number | undefined {
  return state.kind === "rateLimited" && state.until - now > longPauseMs ? state.until : undefined;
}

/** The origin for requests copied as code; the sandbox has none, so it stands for one that `npm run sandbox` serves. */
export function originForCopies(state: AccountState): string {
  const connection = connectionOf(state);
  return connection === undefined || connection.sandbox ? "http://127.0.0.1:7070" : connection.origin;
}

function stateAfter(error: unknown, connection: ConnectionInfo | undefined): AccountState {
  if (error instanceof SecretsUnavailable || connection === undefined) {
    return { kind: "secretsUnavailable", reason: errorText(error) };
  }
  const detail: ServiceError | undefined = error instanceof ServiceFailure ? error.detail : undefined;
  switch (detail?.code) {
    case "unauthorized":
      return {
        kind: "keyRejected",
        connection,
        reason: detail.serviceMessage === "" ? detail.message : detail.serviceMessage,
      };
    case "rateLimited":
      return { kind: "rateLimited", connection, until: detail.until };
    default:
      return { kind: "offline", connection, reason: errorText(error) };
  }
}
