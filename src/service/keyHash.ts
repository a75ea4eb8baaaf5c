// Names a key where it must not be stored.
import { createHash } from "node:crypto";

/** One way: names the rate limit that all windows and processes with this key share. */
export const keyHashOf = (origin: string, key: string): string =>
  createHash("sha256").update(`${origin}\n${key}`).digest("hex").slice(0, 32);
