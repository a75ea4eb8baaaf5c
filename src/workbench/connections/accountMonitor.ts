// The state of the connection in use: verifies the key and reads the balance in the background.
import { EventEmitter, window, type Disposable } from "vscode";
import type { KnownBalance } from "../../runs/execution";
import { ServiceFailure, type ServiceError } from "../../service/errors";
import { longPauseMs } from "../../service/rateLimitGate";
import type { ServiceClient } from "../../service/serviceClient";
import type { Clock } from "../../service/wire";
import type { AccountState, ConnectionInfo, Observable } from "../account";
import { errorForLog, errorText } from "../errorText";
import { setContext } from "../setContext";
import { sandboxConnection, SecretsUnavailable, type ConnectionStore } from "./connectionStore";
import type { ServiceAccess } from "./serviceAccess";

export class AccountMonitor implements Observable<AccountState>, Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #current: AccountState = { kind: "noConnection" };
  #checking = new AbortController();
  #lastCheck: Promise<void> = Promise.resolve();

  constructor(
    private readonly connections: ConnectionStore,
    private readonly access: ServiceAccess,
    private readonly clock: Clock,
    private readonly log: (line: string) => void,
  ) {}

  get current(): AccountState {
    return this.#current;
  }

  /**
   * Verifies the key and reads the balance. Never rejects: an error becomes the state. `tryNow` first ends the pause
   * that the service asked for, so only set it when the user chose that.
   */
  refresh({ tryNow } = { tryNow: false }): Promise<void> {
    return this.#check(async (signal) => {
      const connection = await this.#activeConnection();
      if (signal.aborted) {
        return;
      }
      if (connection === undefined) {
        this.#change({ kind: "noConnection" });
        return;
      }
      this.#change({ kind: "checking", connection });
      const client = await this.access.clientOf(connection);
      if (tryNow) {
        await client.endPause();
      }
      const options = { signal };
      // In parallel, so that a slow service costs one wait.
      const [, { balance }] = await Promise.all([client.verifyKey(options), client.credits(options)]);
      await this.#showBalance(connection, client, balance, signal);
    });
  }

  /** Reads only the balance, after a call that spent credits; the old balance stays visible until then. */
  refreshBalance(): Promise<void> {
    const connection = connectionOf(this.#current);
    return connection === undefined
      ? this.refresh()
      : this.#check(async (signal) => {
          const client = await this.access.clientOf(connection);
          await this.#showBalance(connection, client, (await client.credits({ signal })).balance, signal);
        });
  }

  /** Whether there is a stored connection, which may not be in use. */
  async hasStored(): Promise<boolean> {
    return (await this.connections.list().catch(() => [])).length > 0;
  }

  /** Resolves when no check is in progress. */
  async whenChecked(): Promise<void> {
    for (let last: Promise<void> | undefined; last !== this.#lastCheck;) {
      last = this.#lastCheck;
      await last;
    }
  }

  dispose(): void {
    this.#checking.abort();
    this.#changed.dispose();
  }

  /** Each check cancels the previous one, so that a slow reply never overwrites a newer one. */
  #check(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#checking.abort();
    this.#checking = new AbortController();
    this.#lastCheck = this.#runCheck(work, this.#checking.signal);
    return this.#lastCheck;
  }

  async #runCheck(work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    try {
      await work(signal);
    } catch (error) {
      if (!signal.aborted) {
        this.#change(stateAfter(error, connectionOf(this.#current)), error);
      }
    }
  }

  async #activeConnection(): Promise<ConnectionInfo | undefined> {
    const { connections } = this;
    const { activeId } = connections;
    if (activeId === sandboxConnection.id) {
      return sandboxConnection;
    }
    return activeId === undefined ? undefined : await connections.get(activeId);
  }

  async #showBalance(
    connection: ConnectionInfo,
    client: ServiceClient,
    balance: number,
    signal: AbortSignal,
  ): Promise<void> {
    const pausedUntil = await client.pausedUntil();
    if (!signal.aborted) {
      this.#change({ kind: "ready", connection, balance, balanceAt: this.clock.now(), pausedUntil });
    }
  }

  /** The log contains the error instead of the state's reason, which may be in any language. */
  #change(state: AccountState, error?: unknown): void {
    this.#current = state;
    const why = error === undefined ? "" : ` (${errorForLog(error)})`;
    this.log(`Account: ${state.kind}${why}`);
    this.#changed.fire();
  }
}

/** The balance as last read, if it is known. */
export function balanceOf(state: AccountState): KnownBalance | undefined {
  return state.kind === "ready" ? { credits: state.balance, at: state.balanceAt } : undefined;
}

/** The connection of a state, if any. */
export function connectionOf(state: AccountState): ConnectionInfo | undefined {
  return "connection" in state ? state.connection : undefined;
}

/** The end of the pause that the service asked for; `undefined` when there is none. */
function pauseEndOf(state: AccountState): number | undefined {
  return state.kind === "rateLimited" ? state.until : state.kind === "ready" ? state.pausedUntil : undefined;
}

/** The end of a pause of more than a minute, which the user can end early; `undefined` when there is none. */
export function longPauseOf(state: AccountState, now: number): number | undefined {
  const until = pauseEndOf(state);
  return until !== undefined && until - now > longPauseMs ? until : undefined;
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
    case "server":
    case "notTheService":
    case "notFound":
    case "badRequest":
    case "insufficientCredits":
      return { kind: "serviceError", connection, reason: errorText(error) };
    default:
      return { kind: "offline", connection, reason: errorText(error) };
  }
}

/** An older balance is read again when the window gets focus. */
const staleAfterMs = 10 * 60_000;

/** Refreshes the account when the connection changes, a rate limit ends or the window gets focus; sets context keys. */
export function followConnection(account: AccountMonitor, connections: ConnectionStore, clock: Clock): Disposable[] {
  let waiting = new AbortController();
  const refreshAfterRateLimit = (): void => {
    waiting.abort();
    waiting = new AbortController();
    const until = pauseEndOf(account.current);
    if (until !== undefined) {
      clock.sleep(Math.max(0, until - clock.now()), waiting.signal).then(
        () => account.refresh(),
        () => undefined,
      );
    }
  };
  const updateContext = (): void => {
    const connected = account.current.kind !== "noConnection";
    setContext("hasConnection", connected);
    const isSandbox = connectionOf(account.current)?.sandbox === true;
    setContext("isSandbox", isSandbox);
    setContext("isConnectionKnown", true);
  };
  return [
    connections.onDidChange(() => void account.refresh()),
    account.onDidChange(updateContext),
    account.onDidChange(refreshAfterRateLimit),
    { dispose: () => waiting.abort() },
    window.onDidChangeWindowState(({ focused }) => {
      const state = account.current;
      const stale =
        state.kind === "offline" ||
        // Another window may have ended the pause.
        pauseEndOf(state) !== undefined ||
        state.kind === "serviceError" ||
        (state.kind === "ready" && clock.now() - state.balanceAt > staleAfterMs);
      if (focused && stale) {
        void account.refresh();
      }
    }),
  ];
}
