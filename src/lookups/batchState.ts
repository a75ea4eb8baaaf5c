// What a batch has asked so far: one line for each question, appended and on the medium before the next one is asked.
import { createHash } from "node:crypto";
import path from "node:path";
import * as z from "zod";
import type { Disk } from "../runs/disk";
import { normaliseIdentifiers } from "../runs/lookupCache";
import { onDisk } from "../runs/storageFailure";
import type { LookupKind } from "../service/operations";
import type { LookupIdentifiers } from "./lookupLine";

export type BatchAnswer =
  /** `run` is the id of the look-up's run, `kept` its place: the id of a batch, or `lookups` for the runs of single look-ups. */
  | { readonly kind: "found" | "noMatch"; readonly run: string; readonly kept: string; readonly credits: number }
  | { readonly kind: "failed"; readonly why: string };

export interface BatchState {
  /** The answer to a question, if there is one. */
  answer(key: string): BatchAnswer | undefined;
  readonly answered: number;
  /** All answers with the keys of their questions. */
  entries(): Iterable<readonly [string, BatchAnswer]>;
  /** Resolves when the answer is on the medium. Rejects with a `StorageFailure`. */
  append(key: string, answer: BatchAnswer): Promise<void>;
  close(): Promise<void>;
}

/** The place of single look-ups in a `BatchAnswer`. */
export const keptAmongLookups = "lookups";

/** Names a question without holding a name or an address. */
export const questionKey = (kind: LookupKind, identifiers: LookupIdentifiers): string => normalisedKey(kind, normaliseIdentifiers(identifiers));

/** The same from identifiers that are normalised already. */
export function normalisedKey(kind: LookupKind, normalised: string): string {
  return createHash("sha256").update(`${kind}\n${normalised}`).digest("base64url").slice(0, 22);
}

const line = z.object({
  key: z.string(),
  answer: z.discriminatedUnion("kind", [
    z.object({ kind: z.enum(["found", "noMatch"]), run: z.string(), kept: z.string(), credits: z.number() }),
    z.object({ kind: z.literal("failed"), why: z.string() }),
  ]),
});

const fileOf = (folder: string): string => path.join(folder, "answers.ndjson");

/** The answers in a batch's folder by the keys of their questions, in the order they came. A last line that a crash cut off does not count. */
export async function readAnswers(disk: Disk, folder: string): Promise<{ readonly answers: Map<string, BatchAnswer>; readonly isCutOff: boolean }> {
  const answers = new Map<string, BatchAnswer>();
  const bytes = await onDisk(() => disk.readFile(fileOf(folder)));
  const text = bytes === undefined ? "" : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  for (const one of text.split("\n")) {
    const parsed = line.safeParse(parse(one));
    if (parsed.success) {
      answers.set(parsed.data.key, parsed.data.answer);
    }
  }
  return { answers, isCutOff: text !== "" && !text.endsWith("\n") };
}

/** Opens the answers in a batch's folder, made when missing. */
export async function openBatchState(disk: Disk, folder: string): Promise<BatchState> {
  const { answers, isCutOff } = await readAnswers(disk, folder);
  const handle = await onDisk(async () => {
    await disk.makeFolder(folder);
    const opened = await disk.open(fileOf(folder), "append");
    if (isCutOff) {
      await opened.write(Buffer.from("\n"));
    }
    await disk.syncFolder(folder);
    return opened;
  });
  return {
    answer: (key) => answers.get(key),
    get answered() {
      return answers.size;
    },
    entries: () => answers.entries(),
    append: (key, answer) =>
      onDisk(async () => {
        await handle.write(Buffer.from(`${JSON.stringify({ key, answer })}\n`));
        await handle.datasync();
        answers.set(key, answer);
      }),
    close: () => onDisk(() => handle.close()),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
