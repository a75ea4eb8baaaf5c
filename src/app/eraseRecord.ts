// Erases a person or a company, after a question that shows what is removed. What is left is a receipt without a name.
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { openCsvTable } from "../csv/table";
import { bytesSource } from "../csv/textLines";
import { countText } from "../language/language";
import { questionOfRow } from "../lookups/batchMapping";
import { entryOfValue } from "../lookups/leaveOutEntries";
import { stripSurroundings } from "../lookups/stripSurroundings";
import { mappingOf } from "../runs/batchRun";
import type { ErasedCounts, FoundTraces } from "../store/eraseRecord";
import type { LeaveOutEntry } from "../store/identifiers";
import { normalizedQuestion } from "../store/text";
import { Refusal, type App, type Question } from "./app";
import { agree, type Agreed } from "./spending";
import { neutral } from "./untrusted";

/** What was erased, without saying whom. */
export interface Receipt {
  /** SHA-256 of what was typed, in lower case: whoever knows it can tell that the receipt is about them. */
  readonly of: string;
  /** ms since 1970. */
  readonly at: number;
  readonly counts: ErasedCounts;
  /** Files that were not changed, and that may name them: paths, or URIs of files that are not on this machine. */
  readonly files: readonly string[];
  /** Exports, and databases that were set aside, that were deleted. */
  readonly deletedFiles: readonly string[];
  /** Bytes may be left in the database, because another process uses it. */
  readonly isInUse: boolean;
}

export interface ErasureAgreed extends Agreed {
  /** Exports that may name them are deleted, too, without being asked about. */
  readonly deleteFiles?: boolean | undefined;
}

/**
 * By an id, an email, a profile, or a domain. `deleted`: ids of the runs of lookups that are gone. Rejects with a
 * `Refusal`, a `Declined`, or a `StoreError`.
 */
export async function eraseRecord(
  app: App,
  typed: string,
  { deleteFiles = false, ...agreed }: ErasureAgreed,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<{ readonly receipt: Receipt; readonly deleted: readonly string[] }> {
  const { runs, store, clock } = app;
  const entry = entryToErase(typed);
  // A reply that was paid for is stored first: then only what is about them is removed from it.
  await runs.takeInKept();
  const request = { entries: [entry] };
  const found = await store.erasing.find(request, { onProgress });
  if (isNothing(found.counts) && entry.kind === "id") {
    throw new Refusal("Nothing is stored with this id. Enter an id, an email, a profile, or a domain.");
  }
  const chosen = await agree(app, () => erasureQuestion(typed, found, deleteFiles), agreed);
  const tables = await Promise.all(found.tables.map((table) => withoutRows(app, table)));
  const now = clock.now();
  const { files, deletedFiles, deleted, changed, ...erased } = await store.erasing.erase(
    { ...request, tables, deleteCopies: chosen === withFiles, now },
    { onProgress },
  );
  deleted.forEach((id) => runs.notify({ id, kind: "deleted" }));
  changed.forEach((id) => runs.notify({ id, kind: "changed" }));
  const of = createHash("sha256").update(typed.trim().toLowerCase()).digest("hex");
  const shown = { files: files.map(shownFile), deletedFiles: deletedFiles.map(shownFile) };
  return { receipt: { of, at: now, ...erased, ...shown }, deleted };
}

/** What is nothing else can be an id. */
function entryToErase(typed: string): LeaveOutEntry {
  const text = stripSurroundings(typed);
  return entryOfValue(text) ?? { kind: "id", value: text };
}

const countsOf = ({ records, ...rest }: ErasedCounts): readonly number[] => [
  ...Object.values(records),
  ...Object.values(rest),
];
const isNothing = (counts: ErasedCounts): boolean => countsOf(counts).every((count) => count === 0);

/** One for each kind of thing that there is. */
function countLines({ records, listed, notes, lookups, rows, replies }: ErasedCounts): readonly string[] {
  const lines: readonly (readonly [number, string])[] = [
    [records.company, "Records of companies"],
    [records.person, "Records of people"],
    [records.contact, "Records of contacts"],
    [listed, "Places on lists"],
    [notes, "Notes"],
    [lookups, "Lookups"],
    [rows, "Rows of looked-up tables"],
    [replies, "Unreadable replies"],
  ];
  return lines.flatMap(([count, what]) => (count === 0 ? [] : [`${what}: ${countText(count)}`]));
}

/** Names that are shown of all that were found. */
const mostTitles = 5;

/** The choice that deletes the exports, too. */
const withFiles = "files";

function erasureQuestion(
  typed: string,
  { counts, titles, files, copies }: FoundTraces,
  deleteFiles: boolean,
): Question {
  const shown = titles.slice(0, mostTitles).map((title) => neutral(title));
  return {
    about: "deletion",
    title: `Erase “${neutral(typed)}”?`,
    sentences: [
      ...(isNothing(counts)
        ? ["Nothing is stored."]
        : [
            `Found: ${[
              ...shown,
              ...(titles.length > mostTitles ? [`+ ${countText(titles.length - mostTitles)}`] : []),
            ].join(", ")}`,
            ...countLines(counts),
            "They are deleted from this machine permanently, in every version. Runs stay, without them.",
          ]),
      "Whatever the service sends of them later is dropped, although it is charged.",
      ...filesLines("Exports and copies that may name them:", copies),
      ...filesLines(notChanged(), files),
    ],
    choices: [
      ...(deleteFiles ? [] : [{ id: "erase", label: "Erase", credits: 0 }]),
      ...(deleteFiles || copies.length > 0
        ? [{ id: withFiles, label: withFilesLabel(copies.length), credits: 0 }]
        : []),
    ],
  };
}

const withFilesLabel = (count: number): string =>
  count === 1 ? "Erase, and Delete 1 File" : `Erase, and Delete ${countText(count)} Files`;

const notChanged = (): string => "Files that may name them and are not changed:";

const filesLines = (title: string, files: readonly string[]): readonly string[] =>
  files.length === 0 ? [] : [`${title} ${files.map((file) => neutral(shownFile(file))).join(", ")}`];

export const receiptLines = ({ of, at, counts, files, deletedFiles, isInUse }: Receipt): readonly string[] => [
  `Erased at ${new Date(at).toISOString()}`,
  ...countLines(counts),
  ...filesLines("Deleted files:", deletedFiles),
  ...filesLines(notChanged(), files),
  ...(isInUse
    ? ["Another window or command is using the database, so bytes may be left in it. Close it and erase again."]
    : []),
  `SHA-256 of what was typed: ${of}`,
];

const shownFile = (file: string): string => (file.startsWith("file:///") ? fileURLToPath(file) : file);

/** The table of a batch without the rows that ask one of these questions. */
async function withoutRows(
  { store, clock }: App,
  { run, questions }: FoundTraces["tables"][number],
): Promise<{ readonly run: string; readonly input: Uint8Array }> {
  const [batch, input] = await Promise.all([store.batches.get(run, clock.now()), store.batches.input(run)]);
  if (batch === undefined || input === undefined) {
    return { run, input: new Uint8Array() };
  }
  const table = await openCsvTable(bytesSource(input));
  const [mapping, named] = [mappingOf(batch), new Set(questions)];
  const kept: Uint8Array[] = [table.dialect.mark];
  for await (const rows of table.rows()) {
    for (const { kind, cells, bytes, lineEnd } of rows) {
      const question = kind === "data" ? questionOfRow(mapping, cells) : undefined;
      if (question?.kind !== "question" || !named.has(normalizedQuestion(question.identifiers))) {
        kept.push(bytes, lineEnd);
      }
    }
  }
  return { run, input: Buffer.concat(kept) };
}
