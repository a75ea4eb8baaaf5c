// The gate of one key across windows: pauses are lines in a file that only grows, the turn to pay is a lock file.
import path from "node:path";
import * as z from "zod";
import { createMemoryGate, type RateLimitGate } from "../service/rateLimitGate";
import { readBytes } from "./journalFrames";
import { tryLock, type HeldLock, type LockParts } from "./exclusiveLock";

export interface FileGateParts extends LockParts {
  /** Made when missing, for the user alone. */
  readonly folder: string;
  /** A hash of the key that cannot be turned back into it, in letters and digits: the file's name. */
  readonly keyHash: string;
}

const line = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("pause"), at: z.number(), waitMs: z.number(), token: z.string() }),
  z.object({ kind: z.literal("accepted"), token: z.string() }),
]);
type Line = z.infer<typeof line>;

/** How often another window's turn is looked at, in ms. */
const lookMs = 40;
/** A pause that has been over for so long, in ms, says nothing about the service's mood now. */
const forgottenMs = 600_000;
/** A file that has grown to this many bytes is begun anew once its last pause is over. */
const fullBytes = 64 * 1024;

function linesOf(text: string): readonly Line[] {
  return text.split("\n").flatMap((part) => {
    try {
      const parsed = part === "" ? undefined : line.safeParse(JSON.parse(part));
      return parsed?.success === true ? [parsed.data] : [];
    } catch {
      return [];
    }
  });
}

/**
 * A gate that all windows share. Each process measures a pause on its own monotonic clock from when it first sees it, so
 * a changed wall clock opens nothing early; what the file tells can only make a pause longer. A disk that fails leaves a
 * gate that holds within this process.
 */
export function fileRateLimitGate(parts: FileGateParts): RateLimitGate {
  const { folder, keyHash, disk, clock, random } = parts;
  const memory = createMemoryGate(clock);
  const file = path.join(folder, `${keyHash}.gate`);
  const lockPath = path.join(folder, `${keyHash}.turn`);
  const mine = new Set<string>();
  let seenBytes = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const newToken = (): string => {
    const token = Buffer.from(random(8)).toString("hex");
    mine.add(token);
    return token;
  };

  const learn = async (entry: Line): Promise<void> => {
    if (mine.delete(entry.token)) {
      return;
    }
    if (entry.kind === "accepted") {
      await memory.accepted();
      return;
    }
    if (clock.now() - (entry.at + entry.waitMs) > forgottenMs) {
      return;
    }
    // A clock set back since would make the pause longer than it was asked for.
    await memory.pause(Math.min(entry.waitMs, Math.max(0, entry.at + entry.waitMs - clock.now())));
  };

  /** Takes in what other windows wrote since. */
  const catchUp = async (): Promise<void> => {
    const found = await disk.stat(file);
    if (found === undefined || found.size === seenBytes) {
      seenBytes = found === undefined ? 0 : seenBytes;
      return;
    }
    const from = found.size < seenBytes ? 0 : seenBytes;
    const opened = await disk.open(file, "read");
    try {
      const bytes = await readBytes(opened, from, found.size - from);
      // A line that is being written is read next time.
      const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
      seenBytes = from + whole.length;
      for (const entry of linesOf(whole.toString("utf8"))) {
        await learn(entry);
      }
    } finally {
      await opened.close();
    }
    if (seenBytes > fullBytes && !((await memory.state()).remainingMs > 0)) {
      await disk.remove(file);
      seenBytes = 0;
    }
  };

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  };

  const write = async (entry: Line): Promise<void> => {
    await disk.makeFolder(folder);
    const opened = await disk.open(file, "append");
    try {
      await opened.write(Buffer.from(`\n${JSON.stringify(entry)}\n`));
    } finally {
      await opened.close();
    }
  };

  const otherWindowsTurn = async (signal: AbortSignal): Promise<HeldLock | undefined> => {
    for (;;) {
      try {
        await disk.makeFolder(folder);
        const lock = await tryLock(parts, lockPath);
        if (lock !== undefined) {
          return lock;
        }
      } catch {
        return undefined;
      }
      await clock.sleep(lookMs, signal);
    }
  };

  return {
    async enterPaid(signal) {
      const leave = await memory.enterPaid(signal);
      try {
        const lock = await otherWindowsTurn(signal);
        return async () => {
          await lock?.release().catch(() => undefined);
          await leave();
        };
      } catch (error) {
        await leave();
        throw error;
      }
    },
    state: () =>
      inTurn(async () => {
        await catchUp().catch(() => undefined);
        return memory.state();
      }),
    pause: (waitMs) =>
      inTurn(async () => {
        const state = await memory.pause(waitMs);
        await write({ kind: "pause", at: clock.now(), waitMs: state.remainingMs, token: newToken() }).catch(() => undefined);
        return state;
      }),
    accepted: () =>
      inTurn(async () => {
        // Written only when there is something to forget, so that the file stays small.
        const { inARow } = await memory.state();
        await memory.accepted();
        if (inARow > 0) {
          await write({ kind: "accepted", token: newToken() }).catch(() => undefined);
        }
      }),
  };
}
