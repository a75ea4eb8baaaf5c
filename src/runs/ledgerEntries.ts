// The lines of the ledger: what is noted about every paid call, and how the lines of one call make one account of it.
import * as z from "zod";
import { paidOperations, type PaidOperation } from "../service/operations";

/** One line. The ledger holds no title, name or filter: what it says must not outlive a purge of the runs. */
export type LedgerEntry =
  /** A call is about to leave: it may return so many records, and `reserved` credits of a budget are set aside for it. */
  | {
      readonly kind: "sent";
      readonly at: number;
      readonly call: string;
      readonly run: string;
      readonly connection: string;
      readonly operation: PaidOperation;
      readonly records: number;
      readonly reserved: number;
      /** Nobody was asked about it: it is drawn from what needs no question. */
      readonly unasked: boolean;
    }
  /** Without `credits` the reply did not say what it cost; `counted` is what budgets count in its place. */
  | { readonly kind: "answered"; readonly at: number; readonly call: string; readonly records: number; readonly credits?: number | undefined; readonly counted: number }
  | { readonly kind: "failed"; readonly at: number; readonly call: string; readonly charged: "no" | "maybe"; readonly counted: number }
  /** The user agreed to spend: what was spent without a question before is not summed up any longer. */
  | { readonly kind: "agreed"; readonly at: number; readonly call: string; readonly credits: number };

const common = { at: z.number(), call: z.string() };
const entry = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("sent"),
    ...common,
    run: z.string(),
    connection: z.string(),
    operation: z.enum(paidOperations),
    records: z.number(),
    reserved: z.number(),
    unasked: z.boolean(),
  }),
  z.object({ kind: z.literal("answered"), ...common, records: z.number(), credits: z.number().optional(), counted: z.number() }),
  z.object({ kind: z.literal("failed"), ...common, charged: z.enum(["no", "maybe"]), counted: z.number() }),
  z.object({ kind: z.literal("agreed"), ...common, credits: z.number() }),
]);

/**
 * The bytes of one entry. The line break before it keeps it whole when the line above was cut off by a full disk or a
 * killed process.
 */
export const entryBytes = (line: LedgerEntry): Uint8Array => Buffer.from(`\n${JSON.stringify(line)}\n`, "utf8");

/** The entries of a file's text; lines that are none are skipped. */
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
  readonly operation: PaidOperation;
  /** ms since 1970, when it was about to leave. */
  readonly at: number;
  /** Records asked for. */
  readonly asked: number;
  /** Records returned. */
  readonly records: number;
  /** Absent when the reply did not say what it cost, and when there is no reply. */
  readonly credits?: number | undefined;
  /** Credits that the sum without a question counts for it: its cost, or as much as makes the next call a question when nobody knows. */
  readonly counted: number;
  readonly unasked: boolean;
  /** answered: a reply came. free: it certainly cost nothing. open: it may have been charged, or is under way. */
  readonly outcome: "answered" | "free" | "open";
}

/** The calls of these entries, in the order they were made. Lines without their "sent" are skipped. */
export function callsOf(entries: Iterable<LedgerEntry>): readonly PaidCall[] {
  const calls = new Map<string, PaidCall>();
  for (const line of entries) {
    if (line.kind === "agreed") {
      continue;
    }
    if (line.kind === "sent") {
      const { call, run, connection, operation, at, records: asked, reserved, unasked } = line;
      calls.set(call, { call, run, connection, operation, at, asked, records: 0, counted: reserved, unasked, outcome: "open" });
      continue;
    }
    const known = calls.get(line.call);
    if (known === undefined) {
      continue;
    }
    if (line.kind === "answered") {
      calls.set(line.call, { ...known, outcome: "answered", records: line.records, credits: line.credits, counted: line.credits ?? line.counted });
    } else {
      calls.set(line.call, { ...known, outcome: line.charged === "no" ? "free" : "open", counted: line.counted });
    }
  }
  return [...calls.values()];
}

/** Credits spent, or possibly spent, without a question since the last time the user agreed to a sum. */
export function spentUnasked(entries: readonly LedgerEntry[]): number {
  const lastAgreement = entries.findLastIndex(({ kind }) => kind === "agreed");
  return callsOf(entries.slice(lastAgreement + 1)).reduce((sum, { unasked, counted }) => (unasked ? sum + counted : sum), 0);
}
