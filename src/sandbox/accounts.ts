// Keys, their workspaces' credits, and the rate limit (interface, "Authentication" and "Limits").
import type { HttpReply } from "../service/wire";
import { duration, errorReply } from "./replies";

/** A key that the sandbox accepts. Keys of one workspace share the balance of the first of them. */
export interface SandboxKey {
  readonly key: string;
  readonly workspaceId: string;
  /** Credits of the workspace; 1,000 when absent. */
  readonly balance?: number | undefined;
  /** Credits this key may consume in all; no limit when absent. */
  readonly consumptionLimit?: number | undefined;
  /** The balance that the service reports is so many paid calls behind; 0 when absent. */
  readonly balanceLag?: number | undefined;
}

/** At most `calls` answered calls of a workspace within any `windowMs`. Refused calls do not count. */
export interface RateLimit {
  readonly calls: number;
  readonly windowMs: number;
}

interface Workspace {
  readonly id: string;
  balance: number;
  /** Times of the calls that count against the rate limit. */
  readonly calls: number[];
}

export interface Account {
  readonly workspaceId: string;
  /** Credits that can be spent with this key: never negative. */
  spendable(): number;
  /** Credits that the service reports: those that can be spent, or could be before the last calls. */
  reported(): number;
  spend(credits: number): void;
  /** The 429 reply when the workspace has called too often; otherwise counts this call. */
  refuseOverRateLimit(now: number): HttpReply | undefined;
}

export interface Accounts {
  /** The account of an `Authorization` header, or the 401 reply. */
  authorize(header: string | undefined): Account | HttpReply;
  balance(key: string): number | undefined;
  setBalance(key: string, credits: number): void;
  revoke(key: string): void;
}

/** Removes the rounding errors of binary fractions from sums of prices such as 0.1. */
export const roundCredits = (credits: number): number => Math.round(credits * 1e6) / 1e6;

export function openAccounts(keys: readonly SandboxKey[], rateLimit: RateLimit | undefined): Accounts {
  const workspaces = new Map<string, Workspace>();
  const accounts = new Map<string, Account>();
  const workspaceOfKey = new Map<string, Workspace>();
  for (const { key, workspaceId, balance = 1000, consumptionLimit = Infinity, balanceLag = 0 } of keys) {
    const workspace = workspaces.get(workspaceId) ?? { id: workspaceId, balance, calls: [] };
    workspaces.set(workspaceId, workspace);
    workspaceOfKey.set(key, workspace);
    let spent = 0;
    const unreported: number[] = [];
    const spendable = (): number => Math.max(0, roundCredits(Math.min(workspace.balance, consumptionLimit - spent)));
    accounts.set(key, {
      workspaceId,
      spendable,
      reported: () => roundCredits(unreported.reduce((sum, credits) => sum + credits, spendable())),
      spend: (credits) => {
        unreported.push(credits);
        unreported.splice(0, unreported.length - balanceLag);
        spent = roundCredits(spent + credits);
        workspace.balance = Math.max(0, roundCredits(workspace.balance - credits));
      },
      refuseOverRateLimit: (now) => {
        if (rateLimit === undefined) return undefined;
        const { calls } = workspace;
        while (calls.length > 0 && (calls[0] ?? 0) <= now - rateLimit.windowMs) calls.shift();
        if (calls.length < rateLimit.calls) {
          calls.push(now);
          return undefined;
        }
        const wait = (calls[0] ?? now) + rateLimit.windowMs - now;
        return errorReply(429, "error.rate.limit", `Too many requests. Try again in ${duration(wait)}`);
      },
    });
  }
  return {
    authorize(header) {
      if (header === undefined || header.trim() === "")
        return errorReply(401, "error.authorization.not_set", "Authorization headers not set");
      const bearer = /^\s*bearer(?:\s+(.*))?$/i.exec(header);
      if (!bearer)
        return errorReply(401, "error.authorization.not_bearer", "Authorization header lacks the 'bearer' prefix");
      return accounts.get((bearer[1] ?? "").trim()) ?? errorReply(401, "error.api.key", "Unknown api key");
    },
    balance: (key) => accounts.get(key)?.spendable(),
    setBalance: (key, credits) => {
      const workspace = workspaceOfKey.get(key);
      if (workspace) workspace.balance = Math.max(0, credits);
    },
    revoke: (key) => {
      accounts.delete(key);
    },
  };
}
