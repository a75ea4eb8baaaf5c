// One paid call of a run: intent, sent, received, stored; told to journal and ledger in that order.
import type { CallOptions, ServiceClient } from "../service/serviceClient";
import type { Clock, HttpReply } from "../service/wire";
import type { PageRequest } from "./journalMeta";
import type { JournalWriter, PageOutcome, PageReply } from "./journalWriter";
import type { Ledger } from "./ledger";
import type { LedgerEntry } from "./ledgerEntries";
import { replySpans } from "./recordSpans";
import type { RunHeader, RunProgress, RunTask } from "./run";
import { maybeCharged } from "./stopReasons";

export interface PageCallParts {
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly writer: JournalWriter;
  readonly header: RunHeader;
  /** Id of the connection that pays. */
  readonly payer: string;
  readonly task: RunTask;
  readonly partialParameter?: string | undefined;
  /** Ids that are left out. */
  readonly known: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** How long the reply in flight may still take after an abort, in ms. */
  readonly grace: () => number;
  readonly onProgress: (progress: RunProgress) => void;
}

/** How a call went. */
export interface Asked {
  /** Bytes may have left. */
  readonly sent: boolean;
  /** The page, when it is on the medium. */
  readonly stored?: PageOutcome | undefined;
  readonly stillRunning: boolean;
  /** What it was rejected with; with the reply when that came and could not be stored. */
  readonly failure?: { readonly error: unknown; readonly unsaved?: PageReply | undefined } | undefined;
}

/** The records that fit no schema, and whether an enrichment is still running. */
type Verdict = { readonly odd: number; readonly stillRunning: boolean };

async function send({ client, partialParameter }: PageCallParts, task: RunTask, request: PageRequest, options: CallOptions): Promise<Verdict> {
  const paging = { limit: request.limit, search_after: request.cursor, offset: request.offset };
  switch (task.kind) {
    case "companySearch":
      return verdict(await client.companySearch({ ...task.filters, ...paging }, options));
    case "peopleSearch":
      return verdict(await client.peopleSearch({ ...task.filters, ...paging }, options));
    case "companyLookup":
      return verdict(await client.companyLookup(task.identifiers, options));
    case "peopleLookup":
      return verdict(await client.peopleLookup(task.identifiers, options));
    case "enrichment": {
      const { odd, stillRunning } = await client.enrichment(task.enrichmentId, { ...options, partialParameter });
      return { odd: odd.length, stillRunning };
    }
  }
}

const verdict = ({ odd }: { readonly odd: readonly unknown[] }): Verdict => ({ odd: odd.length, stillRunning: false });

/** Waits for both, also when one fails, so that nothing is still being written when the failure is handled. */
async function both(one: Promise<unknown>, other: Promise<unknown>): Promise<void> {
  const results = await Promise.allSettled([one, other]);
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) {
    throw failed.reason;
  }
}

/**
 * Asks for one page and stores it. Never rejects: what goes wrong is in the result. Its intent is written when its turn has
 * come and before its first byte leaves, so a window killed while it waits leaves no doubt. Retrieving an enrichment costs nothing, so the ledger does not hear of it.
 */
export async function askPage(parts: PageCallParts, request: PageRequest): Promise<Asked> {
  const { ledger, clock, writer, header, payer, task, known, signal, onProgress } = parts;
  const isPaid = task.kind !== "enrichment";
  const call = `${header.id}.${writer.position}`;
  const note = async (...entries: readonly LedgerEntry[]): Promise<void> => {
    if (isPaid) {
      await ledger.append(...entries);
    }
  };
  let announced = false;
  let sent = false;
  let waiting = false;
  let stored: PageOutcome | undefined;
  let unstored: { readonly error: unknown; readonly reply: PageReply } | undefined;
  const controller = new AbortController();
  const over = new AbortController();
  const cancel = (): void => {
    if (!sent || waiting) {
      controller.abort(signal.reason);
      return;
    }
    // What is in flight is paid for: it gets time to arrive.
    clock.sleep(parts.grace(), over.signal).then(
      () => controller.abort(signal.reason),
      () => undefined,
    );
  };

  const keep = async (reply: HttpReply): Promise<void> => {
    const spans = replySpans(reply.body, header.recordKind);
    const receivedAt = clock.now();
    const page: PageReply = { request, status: reply.status, body: reply.body, spans, receivedAt };
    // Both begin before anything is awaited: the caller parses the reply meanwhile.
    const writing = writer.page(page, known);
    const noting = note({ kind: "received", at: receivedAt, call, records: spans.ids.length, credits: spans.metadata.credits });
    try {
      stored = await writing;
    } catch (error) {
      unstored = { error, reply: page };
      throw error;
    } finally {
      // The journal has the cost as well; a ledger that fails stops the run before its next intent.
      await noting.catch(() => undefined);
    }
    if (isPaid) {
      // The journal tells it too, so it can wait for the next line.
      ledger.appendLater({ kind: "stored", at: clock.now(), call });
    }
  };

  signal.addEventListener("abort", cancel, { once: true });
  try {
    if (signal.aborted) {
      cancel();
    }
    const { odd, stillRunning } = await send(parts, task, request, {
      signal: controller.signal,
      onSending: async () => {
        announced = true;
        const at = clock.now();
        const about = { at, call, run: header.id, connection: payer, operation: task.kind, records: request.limit };
        await both(writer.intent(request), note({ kind: "intent", ...about }, { kind: "sent", at, call }));
        sent = true;
      },
      onReply: keep,
      onWait: (wait) => {
        waiting = wait !== undefined;
        if (wait !== undefined) {
          onProgress({ kind: "waiting", until: wait.until });
          if (signal.aborted) {
            cancel();
          }
        }
      },
    });
    writer.odd(odd);
    return { sent, stored, stillRunning };
  } catch (error) {
    if (unstored !== undefined) {
      return { sent, stillRunning: false, failure: { error: unstored.error, unsaved: unstored.reply } };
    }
    const charged = maybeCharged(error, { sent, kept: stored !== undefined }) ? "maybe" : "no";
    if (announced) {
      await note({ kind: "failed", at: clock.now(), call, charged }).catch(() => undefined);
    }
    return { sent, stored, stillRunning: false, failure: { error } };
  } finally {
    signal.removeEventListener("abort", cancel);
    over.abort();
  }
}
