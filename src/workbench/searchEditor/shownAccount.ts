// The state of the connection, reduced to what the filter builder's run bar shows.
import type { ShownAccount } from "../../../webview-ui/messages/filterBuilder";
import type { AccountState } from "../account";

export function shownAccount(state: AccountState): ShownAccount {
  switch (state.kind) {
    case "noConnection":
      return { kind: "noConnection" };
    case "checking":
      return { kind: "checking", label: state.connection.label, sandbox: state.connection.sandbox };
    case "ready":
      return {
        kind: "ready",
        label: state.connection.label,
        sandbox: state.connection.sandbox,
        balance: state.balance,
        balanceAt: state.balanceAt,
      };
    case "keyRejected":
    case "offline":
    case "serviceError":
      return { kind: state.kind, label: state.connection.label, reason: state.reason };
    case "rateLimited":
      return { kind: "rateLimited", label: state.connection.label, until: state.until };
    case "secretsUnavailable":
      return { kind: "secretsUnavailable", reason: state.reason };
  }
}
