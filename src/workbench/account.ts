// The state of the connection in use, for the status bar and the pages.
import type { Event } from "vscode";

/** A stored connection without its key. */
export interface ConnectionInfo {
  readonly id: string;
  readonly label: string;
  readonly origin: string;
  readonly workspaceId: string;
  /** The embedded service with synthetic data. */
  readonly sandbox: boolean;
}

export type AccountState =
  | { readonly kind: "noConnection" }
  | { readonly kind: "checking"; readonly connection: ConnectionInfo }
  | {
      readonly kind: "ready";
      readonly connection: ConnectionInfo;
      readonly balance: number;
      /** ms since 1970 */ readonly balanceAt: number;
      /** The service asked to pause until then: paid calls wait, free ones still get replies. */
      readonly pausedUntil?: number | undefined;
    }
  | { readonly kind: "keyRejected"; readonly connection: ConnectionInfo; readonly reason: string }
  /** The service was not reached. */
  | { readonly kind: "offline"; readonly connection: ConnectionInfo; readonly reason: string }
  /** The service was reached, but failed or sent an unexpected reply. */
  | { readonly kind: "serviceError"; readonly connection: ConnectionInfo; readonly reason: string }
  | { readonly kind: "rateLimited"; readonly connection: ConnectionInfo; readonly until: number }
  | { readonly kind: "secretsUnavailable"; readonly reason: string };

/** The origin for requests copied as code; for the sandbox, the origin that `npm run sandbox` serves. */
export const originForCopies = (state: AccountState): string =>
  "connection" in state && !state.connection.sandbox ? state.connection.origin : "http://127.0.0.1:7070";

/** A value with an event for its changes. */
export interface Observable<T> {
  readonly current: T;
  readonly onDidChange: Event<void>;
}
