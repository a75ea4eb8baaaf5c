// The lines of the ledger: what is noted about every paid call, and how the lines of one call make one account of it.
import * as z from "zod";
import type { RunTask } from "./run";

export type Operation = RunTask["kind"];

/** One line. The ledger holds no title, name or filter: what it says must not outlive a purge of the runs. */
export type LedgerEntry =
  /** A call is about to be made that may return so many records. */
  | { readonly kind: "intent"; readonly at: number; readonly call: string; readonly run: string; readonly connection: string; readonly operation: Operation; readonly records: number }
  /** Its first byte may leave now. */
  | { readonly kind: "sent"; readonly at: number; readonly call: string }
  | { readonly kind: "received"; readonly at: number; readonly call: string; readonly records: number; readonly credits?: number | undefined }
  /** The reply is on the medium. */
  | { readonly kind: "stored"; readonly at: number; readonly call: string }
  | { readonly kind: "failed"; readonly at: number; readonly call: string; readonly charged: "no" | "maybe" };

const common = { at: z.number(), call: z.string() };
const entry = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("intent"),
    ...common,
    run: z.string(),
    connection: z.string(),
    operation: z.enum(["companySearch", "peopleSearch", "companyLookup", "peopleLookup", "enrichment"]),
    records: z.number(),
  }),
  z.object({ kind: z.enum(["sent", "stored"]), ...common }),
  z.object({ kind: z.literal("received"), ...common, records: z.number(), credits: z.number().optional() }),
  z.object({ kind: z.literal("failed"), ...common, charged: z.enum(["no", "maybe"]) }),
]);

/**
 * The bytes of one entry. The line break before it keeps it whole when the line above was cut off by a full disk or a
 * killed process.
 */
export const entryBytes = (line: LedgerEntry): Uint8Array => Buffer.from(`\n${JSON.stringify(line)}\n`, "utf8");

/** The entries of a file's text; lines that are none are passed over. */
export function readEntries(text: string): readonly LedgerEntry[] {
  return text.split("\n").flatMap((line) => {
    if (line === "") {
      return [];
    }
    try {
      const parsed = entry.safeParse(JSON.parse(line));
      return parsed.success ? [parsed.data as LedgerEntry] : [];
    } catch {
      return [];
    }
  });
}

/** One paid call, from all its lines. */
export interface PaidCall {
  readonly call: string;
  readonly run: string;
  readonly connection: string;
  readonly operation: Operation;
  /** ms since 1970, when it was about to be made. */
  readonly at: number;
  /** Records asked for. */
  readonly asked: number;
  readonly records: number;
  readonly credits?: number | undefined;
  /** answered: its cost is known. free: it surely cost nothing. open: it may have been charged, or is under way. */
  readonly outcome: "answered" | "free" | "open";
  readonly stored: boolean;
}

/** The calls of these entries, in the order they were made. Lines without their intent are passed over. */
export function callsOf(entries: Iterable<LedgerEntry>): readonly PaidCall[] {
  const calls = new Map<string, PaidCall>();
  for (const line of entries) {
    if (line.kind === "intent") {
      const { call, run, connection, operation, at, records: asked } = line;
      calls.set(call, { call, run, connection, operation, at, asked, records: 0, outcome: "free", stored: false });
      continue;
    }
    const known = calls.get(line.call);
    if (known === undefined) {
      continue;
    }
    switch (line.kind) {
      case "sent":
        calls.set(line.call, { ...known, outcome: "open" });
        break;
      case "received":
        calls.set(line.call, { ...known, outcome: "answered", records: line.records, credits: line.credits });
        break;
      case "stored":
        calls.set(line.call, { ...known, stored: true });
        break;
      case "failed":
        // A reply that came and then failed its schema has told its cost already.
        calls.set(line.call, known.outcome === "answered" ? known : { ...known, outcome: line.charged === "no" ? "free" : "open" });
        break;
    }
  }
  return [...calls.values()];
}
