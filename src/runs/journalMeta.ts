// What the frames of a journal say in their metas, and their schemas: files may be damaged or of another version.
import * as z from "zod";
import type { Frame } from "./journalFrames";
import type { RunConnection, RunHeader, RunLimits, StopReason } from "./run";

/** The run's counts so far. Every frame carries them, so the last frame alone tells what a journal holds. */
export interface Tally {
  readonly pages: number;
  /** Unique records. */
  readonly records: number;
  /** Records the service returned, the repeated ones too. */
  readonly received: number;
  readonly repeated: number;
  readonly odd: number;
  readonly credits: number;
  /** Records asked for by requests whose reply was lost: they may have been charged. */
  readonly uncertain: number;
  /** Bytes of torn frames cut off so far. */
  readonly torn: number;
  readonly firstTotal?: number | undefined;
  readonly lastTotal?: number | undefined;
  readonly cursor?: string | undefined;
  readonly limits: RunLimits;
}

interface Stamp {
  /** ms since 1970. */
  readonly at: number;
  readonly tally: Tally;
}

export interface HeaderMeta extends Stamp {
  readonly salt: number;
  readonly header: RunHeader;
}

/** What one page is asked with. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly offset?: number | undefined;
}

/** Written before a request leaves: while it is the last frame, a reply may have been lost. */
export interface IntentMeta extends Stamp {
  readonly request: PageRequest;
}

export interface PageMeta extends Stamp {
  readonly request: PageRequest;
  /** HTTP status of the reply. */
  readonly status: number;
  readonly credits?: number | undefined;
  readonly total?: number | undefined;
  /** The cursor of the next page. */
  readonly next?: string | undefined;
  /** Start within the body, length and CRC-32 of each record shown, three numbers each. */
  readonly records: readonly number[];
  /** The ids of those records, "" where there is none. */
  readonly ids: readonly string[];
}

export interface StopMeta extends Stamp {
  readonly reason: StopReason;
}

export interface ResumedMeta extends Stamp {
  /** Who pays for what follows, where that is not the run's first connection. */
  readonly connection?: RunConnection | undefined;
}

const count = z.number().int().min(0);
const limits = z.object({ records: count, credits: z.number().optional(), leaveOutKnown: z.boolean().optional() });
const tally = z.object({
  pages: count,
  records: count,
  received: count,
  repeated: count,
  odd: count,
  credits: z.number(),
  uncertain: count,
  torn: count,
  firstTotal: z.number().optional(),
  lastTotal: z.number().optional(),
  cursor: z.string().optional(),
  limits,
});
const stamp = { at: z.number(), tally };
const request = z.object({ limit: count, cursor: z.string().optional(), offset: count.optional() });

const filterItem = z.looseObject({});
const task = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["companySearch", "peopleSearch"]), filters: z.record(z.string(), z.array(filterItem)) }),
  z.object({ kind: z.enum(["companyLookup", "peopleLookup"]), identifiers: z.record(z.string(), z.union([z.string(), z.number()])) }),
  z.object({ kind: z.literal("enrichment"), enrichmentId: z.string() }),
]);
const header = z.object({
  format: z.literal(1),
  id: z.string(),
  title: z.string(),
  task,
  recordKind: z.enum(["company", "people", "contact"]),
  connection: z.object({ id: z.string(), label: z.string(), origin: z.string(), workspaceId: z.string() }),
  source: z.string().optional(),
  startedAt: z.number(),
  limits,
});

const message = z.string();
const balance = z.number().optional();
const reason: z.ZodType<StopReason> = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["complete", "limitReached", "cancelled", "cursorRepeated", "windowClosed"]) }),
  z.object({ kind: z.literal("creditCap"), cap: z.number() }),
  z.object({ kind: z.literal("rateLimited"), until: z.number() }),
  z.object({ kind: z.enum(["keyRejected", "creditsExhausted", "offline", "storage", "refused"]), message }),
  z.object({ kind: z.literal("ambiguous"), message, balanceBefore: balance, balanceAfter: balance }),
  z.object({ kind: z.literal("interrupted"), requestInFlight: z.boolean() }),
]) as unknown as z.ZodType<StopReason>;

const headerMeta = z.object({ ...stamp, salt: count, header }) as unknown as z.ZodType<HeaderMeta>;
const intentMeta = z.object({ ...stamp, request }) as unknown as z.ZodType<IntentMeta>;
const stopMeta = z.object({ ...stamp, reason }) as unknown as z.ZodType<StopMeta>;
const stampMeta = z.object(stamp) as unknown as z.ZodType<Stamp>;
const pageMeta = z.object({
  ...stamp,
  request,
  status: count,
  credits: z.number().optional(),
  total: z.number().optional(),
  next: z.string().optional(),
  records: z.array(count),
  ids: z.array(z.string()),
}) as unknown as z.ZodType<PageMeta>;

function parse<T>(schema: z.ZodType<T>, frame: Frame): T | undefined {
  const result = schema.safeParse(frame.meta);
  return result.success ? result.data : undefined;
}

export const headerOf = (frame: Frame): HeaderMeta | undefined => (frame.type === "header" ? parse(headerMeta, frame) : undefined);
export const intentOf = (frame: Frame): IntentMeta | undefined => (frame.type === "intent" ? parse(intentMeta, frame) : undefined);
export const pageOf = (frame: Frame): PageMeta | undefined => (frame.type === "page" ? parse(pageMeta, frame) : undefined);
export const stopOf = (frame: Frame): StopMeta | undefined => (frame.type === "stop" ? parse(stopMeta, frame) : undefined);
/** What every frame says. */
export const stampOf = (frame: Frame): Stamp | undefined => parse(stampMeta, frame);
