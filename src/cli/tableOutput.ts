// The result of lookups over a table: the table with columns and a status appended, in a file or printed.
import * as disk from "node:fs/promises";
import path from "node:path";
import { rowCountsText } from "../runs/batchTexts";
import { inEnglish } from "../language/language";
import { AtomicFile } from "../searches/atomicFile";
import { nowhere, writeTable, type Deliver } from "../app/lookUpTable";
import type { RunSummary } from "../runs/run";
import type { Options } from "./arguments";
import type { CommandContext } from "./verb";
import { CommandFailure } from "./exitCodes";
import { checkTarget } from "./output";
import { howToResume, runResult, stateOfRun, type CommandResult } from "./results";

/** Where the result goes. */
export interface TableOutput {
  /** For sentences; absent when nothing is written. */
  readonly shown?: string;
  readonly isPrinted: boolean;
  /** Resolves to the path of the file. */
  readonly deliver: Deliver<string | undefined>;
}

/** Without `--out` the table is printed, unless standard output has the JSON. */
export async function prepareTable(
  { cwd, terminal }: CommandContext,
  { out, replace = false, json = false }: Options,
): Promise<TableOutput> {
  if (out === undefined || out === "-") {
    if (out === "-" && json) {
      throw new CommandFailure("usage", "--json needs a file in --out: otherwise the table is printed.");
    }
    const print: Deliver<undefined> = async (write) => {
      await write((bytes) => terminal.print(bytes.slice()));
      return undefined;
    };
    return json
      ? { isPrinted: false, deliver: nowhere }
      : { shown: "standard output", isPrinted: true, deliver: print };
  }
  const file = path.resolve(cwd, out);
  await checkTarget(file, out, replace);
  return {
    shown: out,
    isPrinted: false,
    deliver: async (write) => {
      await disk.mkdir(path.dirname(file), { recursive: true });
      const result = await AtomicFile.open(disk, file, { replace });
      try {
        await write((bytes) => result.write(bytes));
        return await result.commit();
      } finally {
        await result.abandon();
      }
    },
  };
}

/** Writes the table as far as it is looked up: what was not asked yet says so in its row. */
export async function tableResult(
  context: CommandContext,
  summary: RunSummary,
  { shown, isPrinted, deliver }: TableOutput,
): Promise<CommandResult> {
  const { app, terminal, signal } = context;
  const now = app.clock.now();
  const { id } = summary.header;
  const state = stateOfRun(summary);
  terminal.clearProgress();
  // What was paid for is written also after Ctrl+C.
  const always = signal.aborted ? undefined : signal;
  const { place: file, counts } = await writeTable(app, id, deliver, always);
  const { replacedCharacters: _replaced, notAsked: open, ...rows } = counts;
  const sentence = inEnglish(() => rowCountsText({ ...rows, open }));
  const { stop } = summary;
  const again =
    stop?.kind === "unanswered" ? `"prospect resume ${id} --yes" looks those up again.` : howToResume(summary, now);
  terminal.note(
    [
      `${sentence}${shown === undefined ? "." : `; written to ${shown}.`}`,
      ...(state === "complete" || again === undefined ? [] : [again]),
    ].join(" "),
  );
  const result = runResult(summary, now);
  return {
    ...result,
    data: { ...result.data, rows: { ...rows, open }, out: file ?? null },
    lines: isPrinted ? [] : result.lines,
  };
}
