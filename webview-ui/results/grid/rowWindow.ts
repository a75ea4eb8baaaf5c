// The rows the page holds: chunks asked of the host as they come into sight, a little ahead, and forgotten when far away.
import type { GridRow } from "../../messages/results";
import { inertLine } from "../inertText";

const chunkRows = 64;
const heldChunks = 64;
const askedAtOnce = 3;

export interface RowRequest {
  readonly id: number;
  readonly revision: number;
  readonly start: number;
  readonly count: number;
}

export interface RowWindow {
  row(index: number): GridRow | undefined;
  /** Tells which rows are in sight; asks for what is missing there first, then ahead in the direction of movement. */
  want(first: number, last: number): void;
  /** Takes an answer; false when it was stale or not asked for. */
  receive(id: number, revision: number, rows: readonly GridRow[]): boolean;
  failed(id: number): void;
  /** New rows: all is forgotten, or, when rows were only added at the end, only what was not full. */
  reset(revision: number, count: number, onlyAdded: boolean): void;
}

export function createRowWindow(ask: (request: RowRequest) => void): RowWindow {
  const chunks = new Map<number, readonly GridRow[]>();
  const asked = new Map<number, number>();
  let revision = -1;
  let count = 0;
  let nextId = 1;
  let sight: readonly [number, number] = [0, 0];
  let forward = true;

  function pump(): void {
    const last = Math.max(0, Math.ceil(count / chunkRows) - 1);
    const inSight: number[] = [];
    for (let chunk = sight[0]; chunk <= Math.min(sight[1], last); chunk++) {
      inSight.push(chunk);
    }
    const ahead = forward ? [sight[1] + 1, sight[1] + 2, sight[0] - 1] : [sight[0] - 1, sight[0] - 2, sight[1] + 1];
    const underWay = new Set(asked.values());
    for (const chunk of [...inSight, ...ahead]) {
      if (asked.size >= askedAtOnce) {
        return;
      }
      if (count > 0 && chunk >= 0 && chunk <= last && !chunks.has(chunk) && !underWay.has(chunk)) {
        const id = nextId++;
        asked.set(id, chunk);
        ask({ id, revision, start: chunk * chunkRows, count: Math.min(chunkRows, count - chunk * chunkRows) });
      }
    }
  }

  function forgetFar(): void {
    if (chunks.size > heldChunks) {
      const middle = (sight[0] + sight[1]) / 2;
      const far = [...chunks.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
      far.slice(0, chunks.size - heldChunks).forEach((chunk) => chunks.delete(chunk));
    }
  }

  return {
    row: (index) => chunks.get(Math.floor(index / chunkRows))?.[index % chunkRows],
    want(first, last) {
      const next = [Math.floor(first / chunkRows), Math.floor(Math.max(first, last) / chunkRows)] as const;
      if (next[0] !== sight[0] || next[1] !== sight[1]) {
        forward = next[0] >= sight[0];
        sight = next;
      }
      pump();
    },
    receive(id, answered, rows) {
      const chunk = asked.get(id);
      asked.delete(id);
      const fresh = chunk !== undefined && answered === revision;
      if (fresh) {
        chunks.set(
          chunk,
          rows.map((row) => ({ ...row, title: inertLine(row.title), cells: row.cells.map((cell) => inertLine(cell)) })),
        );
        forgetFar();
      }
      pump();
      return fresh;
    },
    failed(id) {
      asked.delete(id);
    },
    reset(nextRevision, nextCount, onlyAdded) {
      revision = nextRevision;
      count = nextCount;
      for (const [chunk, rows] of chunks) {
        if (!onlyAdded || rows.length < chunkRows) {
          chunks.delete(chunk);
        }
      }
      // Answers to the old revision are dropped when they come; their places in the queue are free at once.
      asked.clear();
    },
  };
}
