// What records cost: what a workspace has received before is free.
import { operations, type PaidOperation } from "../service/operations";

export interface Prices {
  /** What each of these records costs the workspace now. */
  quote(operation: PaidOperation, workspaceId: string, rows: readonly number[]): readonly number[];
  /** Records a call that was carried out: the records it returned, and what they cost together. */
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
