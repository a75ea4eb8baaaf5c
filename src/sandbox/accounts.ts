// Keys and their workspaces' credits (interface, "Authentication" and "Limits"), and the prices of records.
import { operations, type PaidOperation } from "../service/operations";
import type { HttpReply } from "../service/wire";
import { errorReply } from "./replies";

/** A key that the sandbox accepts. Keys of one workspace share the balance of the first of them. */
export interface SandboxKey {
  readonly key: string;
  readonly workspaceId: string;
  /** Credits of the workspace; 1,000 when absent. */
  readonly balance?: number | undefined;
}

/** A workspace and its credits, which are never negative. */
export interface Account {
  readonly workspaceId: string;
  balance: number;
}

/** Removes the rounding errors of binary fractions from sums of prices such as 0.1. */
export const roundCredits = (credits: number): number => Math.round(credits * 1e6) / 1e6;

export class Accounts {
  private readonly byKey = new Map<string, Account>();

  constructor(keys: readonly SandboxKey[]) {
    const byWorkspace = new Map<string, Account>();
    for (const { key, workspaceId, balance = 1000 } of keys) {
      const account = byWorkspace.get(workspaceId) ?? { workspaceId, balance };
      byWorkspace.set(workspaceId, account);
      this.byKey.set(key, account);
    }
  }

  /** The account of an `Authorization` header, or the 401 reply. */
  authorize(header: string | undefined): Account | HttpReply {
    if (header === undefined || header.trim() === "")
      return errorReply(401, "error.authorization.not_set", "Authorization headers not set");
    const bearer = /^\s*bearer(?:\s+(.*))?$/i.exec(header);
    if (!bearer)
      return errorReply(401, "error.authorization.not_bearer", "Authorization header lacks the 'bearer' prefix");
    return this.of((bearer[1] ?? "").trim()) ?? errorReply(401, "error.api.key", "Unknown api key");
  }

  of(key: string): Account | undefined {
    return this.byKey.get(key);
  }
}

export interface Prices {
  /** The current price of each of these records for the workspace. */
  quote(operation: PaidOperation, workspaceId: string, rows: readonly number[]): readonly number[];
  /** Records a completed call: the records it returned, and their total cost. */
  record(operation: PaidOperation, workspaceId: string, rows: readonly number[], credits: number): void;
}

const creditsPerRecord = 0.25;

export class StandardPrices implements Prices {
  private readonly received = new Map<string, Set<number>>();

  quote(operation: PaidOperation, workspaceId: string, rows: readonly number[]): readonly number[] {
    const received = this.receivedBy(operation, workspaceId);
    return rows.map((row) => (received.has(row) ? 0 : creditsPerRecord));
  }

  record(operation: PaidOperation, workspaceId: string, rows: readonly number[], _credits: number): void {
    const received = this.receivedBy(operation, workspaceId);
    rows.forEach((row) => received.add(row));
  }

  protected receivedBy(operation: PaidOperation, workspaceId: string): Set<number> {
    const key = `${operations[operation].recordKind} ${workspaceId}`;
    const received = this.received.get(key) ?? new Set();
    this.received.set(key, received);
    return received;
  }
}
