// A note on searches whose last run is older than the service's data can be.
import * as l10n from "@vscode/l10n";
import { countText } from "../language/language";

const dayMs = 86_400_000;
/** Every month has at most this many days, so the monthly refresh was certainly due since. */
const daysOfMonth = 31;

/** Of a run: when it last changed, in ms since 1970, and the address of its service. */
export interface LastRun {
  readonly updatedAt: number;
  readonly header: { readonly connection: { readonly origin: string } };
}

/**
 * "Last run 31 days ago. The service refreshes its data monthly." `undefined` while no refresh was due since, and for
 * the embedded sandbox, which does not refresh by itself. `now` in ms since 1970.
 */
export function refreshNote(run: LastRun, now: number): string | undefined {
  const days = Math.floor((now - run.updatedAt) / dayMs);
  const isRemote = /^https?:/.test(run.header.connection.origin);
  return isRemote && days >= daysOfMonth
    ? l10n.t("Last run {0} days ago. The service refreshes its data monthly.", countText(days))
    : undefined;
}
