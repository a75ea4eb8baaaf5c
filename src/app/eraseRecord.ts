// Erases a person or a company: the search for stored data, the lines for a leave-out list, and the deletion.
import { mappingOf } from "../runs/batchRun";
import type { ErasedCounts, Erasure, FoundToErase, NamedRecord } from "../store/eraseRecord";
import type { LeaveOutEntry } from "../store/identifiers";
import { normalizedQuestion } from "../store/text";
import { questionOfRow } from "../tables/batchMapping";
import { entriesOfLine, entryOfValue } from "../tables/leaveOutEntries";
import type { LeaveOutLine } from "../tables/leaveOutList";
import { stripSurroundings } from "../tables/stripSurroundings";
import { openCsvTable } from "../tables/table";
import { bytesSource } from "../tables/textLines";
import { byteOrderMark, rowLine } from "../tables/writer";
import { countText } from "../text/numbers";
import type { App } from "./app";
import { neutral } from "./untrusted";

type OnProgress = (done: number, total: number) => void;

/** The stored data for an id, an email, a profile, or a domain; or the records with this name. */
export async function findTyped(
  app: App,
  typed: string,
  onProgress?: OnProgress,
): Promise<FoundToErase | readonly NamedRecord[]> {
  const text = stripSurroundings(typed);
  const entry = entryOfValue(text) ?? { kind: "id", value: text };
  const found = await findToErase(app, entry, onProgress);
  return entry.kind === "id" && isNothing(found.counts) ? app.store.erasing.named(text) : found;
}

export async function findToErase(app: App, entry: LeaveOutEntry, onProgress?: OnProgress): Promise<FoundToErase> {
  // Save paid replies from files first, so that only the data about this record is removed from them.
  await app.runs.saveKeptPages();
  return app.store.erasing.find({ entries: [entry] }, { onProgress });
}

/** `deleted`: ids of the deleted lookup runs. Rejects with a `StoreError`. */
export async function eraseFound(
  app: App,
  { entries, tables }: FoundToErase,
  onProgress?: OnProgress,
): Promise<Erasure> {
  const { runs, store, clock } = app;
  const cut = await Promise.all(tables.map((table) => withoutRows(app, table)));
  const erased = await store.erasing.erase({ entries, tables: cut, now: clock.now() }, { onProgress });
  erased.deleted.forEach((id) => runs.notify({ id, kind: "deleted" }));
  erased.changed.forEach((id) => runs.notify({ id, kind: "changed" }));
  return erased;
}

/** Lines for a leave-out list, so that the records do not come back. Each parses to exactly one of these entries. */
export const linesToLeaveOut = ({ entries }: FoundToErase): readonly LeaveOutLine[] =>
  entries.flatMap(({ kind, value }) => {
    const read = entriesOfLine(value);
    return read.length === 1 && read[0]?.kind === kind ? [{ value }] : [];
  });

const isNothing = ({ records, ...rest }: ErasedCounts): boolean =>
  [...Object.values(records), ...Object.values(rest)].every((count) => count === 0);

/** The most names that are displayed. */
const mostTitles = 5;

/** Describes the data to be deleted. */
export function foundLines({ counts, titles, copies }: FoundToErase): readonly string[] {
  if (isNothing(counts)) {
    return ["Nothing is stored."];
  }
  const shown = titles.slice(0, mostTitles).map((title) => neutral(title));
  const more = titles.length > mostTitles ? [`+ ${countText(titles.length - mostTitles)}`] : [];
  const lines: readonly (readonly [number, string])[] = [
    [counts.records.company, "Records of companies"],
    [counts.records.person, "Records of people"],
    [counts.records.contact, "Records of contacts"],
    [counts.listed, "Places on lists"],
    [counts.notes, "Notes"],
    [counts.lookups, "Lookups"],
    [counts.rows, "Rows of looked-up tables"],
    [counts.replies, "Unreadable replies"],
    [copies, "Copies of the database beside it"],
  ];
  return [
    `Found: ${[...shown, ...more].join(", ")}`,
    ...lines.flatMap(([count, what]) => (count === 0 ? [] : [`${what}: ${countText(count)}`])),
    "All of it is deleted from this machine permanently. Runs stay, without them.",
    "Files that you exported or backed up elsewhere are not changed.",
  ];
}

/** The table of a batch without the rows that ask one of these questions. */
async function withoutRows(
  { store, clock }: App,
  { run, questions }: FoundToErase["tables"][number],
): Promise<{ readonly run: string; readonly input: Uint8Array }> {
  const [batch, input] = await Promise.all([store.batches.get(run, clock.now()), store.batches.input(run)]);
  if (batch === undefined || input === undefined) {
    return { run, input: new Uint8Array() };
  }
  const mapping = mappingOf(batch);
  const named = new Set(questions);
  const table = await openCsvTable(bytesSource(input), mapping.reading);
  // The byte-order mark takes precedence over the encoding that the batch was read in.
  let kept = byteOrderMark;
  for await (const rows of table.rows()) {
    for (const { kind, cells } of rows) {
      const question = kind === "data" ? questionOfRow(mapping, cells) : undefined;
      if (question?.kind !== "question" || !named.has(normalizedQuestion(question.identifiers))) {
        kept += rowLine(cells, table.separator, table.lineEnd);
      }
    }
  }
  return { run, input: Buffer.from(kept) };
}
