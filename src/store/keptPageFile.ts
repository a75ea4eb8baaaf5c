// The file of a reply that was paid for and that the database refused.
import { createHash } from "node:crypto";
import * as z from "zod";
import { recordKinds } from "../service/operations";

const text = z.string();
const number = z.number();
const fields = z.record(z.string(), z.unknown());

/** What a file contains before the reply itself. */
const header = z.object({
  /** Of the reply; see `PageToStore`. */
  page: z.object({
    owner: text,
    call: number,
    request: z.object({
      limit: number,
      cursor: text.optional(),
      offset: number.optional(),
      group: number.optional(),
    }),
    status: number,
    receivedAt: number,
    mostCredits: number.optional(),
    skipKnown: z.boolean().optional(),
  }),
  /** The call that paid, as it is in the ledger. */
  call: z.object({ at: number, connection: text, operation: text, asked: number, reserved: number }),
  run: z.object({
    id: text,
    purpose: z.enum(["search", "count", "lookup", "batch"]),
    title: text,
    recordKind: z.enum(recordKinds as [(typeof recordKinds)[number], ...typeof recordKinds]),
    task: fields,
    source: text.optional(),
    connection: z.object({ id: text, label: text, origin: text, workspaceId: text }),
    limits: fields,
    leaveOut: z.array(z.object({ uri: text, hash: text })).optional(),
    startedAt: number,
  }),
  /** Pages that the run had before. */
  pages: number,
  /** What a lookup asked. */
  identifiers: z.record(z.string(), z.union([text, number])).optional(),
});

export interface KeptPage extends z.infer<typeof header> {
  readonly body: Uint8Array;
}

export const namePrefix = "prospect-desk-page-";
export const nameEnding = ".kept";
/** Starts the file; a SHA-256 of everything after this line follows it. */
const mark = "prospect-desk kept page 1 ";
const newline = 10;
export const largestHeader = 16 * 1024 * 1024;

export const namesOfRun = (run: string): string => `${namePrefix}${run}-`;
export const nameOfKept = ({ run, page }: KeptPage): string => `${namesOfRun(run.id)}${page.call}${nameEnding}`;

const digestOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** The content of the file. */
export function encodeKept({ body, ...rest }: KeptPage): Uint8Array {
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(rest)}\n`), body]);
  return Buffer.concat([Buffer.from(`${mark}${digestOf(content)}\n`), content]);
}

/** `undefined` when it is not such a file, or not the whole of it. */
export function decodeKept(bytes: Uint8Array): KeptPage | undefined {
  const start = bytes.indexOf(newline) + 1;
  const end = bytes.indexOf(newline, start);
  const content = bytes.subarray(start);
  if (start === 0 || end < 0 || Buffer.from(bytes.subarray(0, start)).toString() !== `${mark}${digestOf(content)}\n`) {
    return undefined;
  }
  try {
    const { success, data } = header.safeParse(JSON.parse(Buffer.from(bytes.subarray(start, end)).toString()));
    return success ? { ...data, body: bytes.subarray(end + 1) } : undefined;
  } catch {
    return undefined;
  }
}
