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

/** An absolute path, or standard output. */
export interface TableTarget {
  readonly file: string | undefined;
  readonly shown: string;
  readonly replace: boolean;
}

/** `undefined`: nothing is written. Without `--out` the table is printed, unless standard output has the JSON. */
export async function prepareTable(
  { cwd }: CommandContext,
  { out, replace = false, json = false }: Options,
): Promise<TableTarget | undefined> {
  if (out === undefined || out === "-") {
    if (out === "-" && json) {
      throw new CommandFailure("usage", "--json needs a file in --out: otherwise the table is printed.");
    }
    return json ? undefined : { file: undefined, shown: "standard output", replace };
  }
  const file = path.resolve(cwd, out);
  await checkTarget(file, out, replace);
  return { file, shown: out, replace };
}

/** Writes the table as far as it is looked up: what was not asked yet says so in its row. */
export async function tableResult(
  context: CommandContext,
  summary: RunSummary,
  target: TableTarget | undefined,
): Promise<CommandResult> {
  const { app, terminal, signal } = context;
  const now = app.clock.now();
  const { id } = summary.header;
  const state = stateOfRun(summary);
  terminal.clearProgress();
  // What was paid for is written also after Ctrl+C.
  const always = signal.aborted ? undefined : signal;
  const { place: file, counts } = await writeTable(app, id, placeOf(terminal, target), always);
  const { replacedCharacters: _replaced, notAsked: open, ...rows } = counts;
  const sentence = inEnglish(() => rowCountsText({ ...rows, open }));
  const { stop } = summary;
  const again =
    stop?.kind === "unanswered" ? `"prospect resume ${id} --yes" looks those up again.` : howToResume(summary, now);
  terminal.note(
    [
      `${sentence}${target === undefined ? "." : `; written to ${target.shown}.`}`,
      ...(state === "complete" || again === undefined ? [] : [again]),
    ].join(" "),
  );
  const result = runResult(summary, now);
  return {
    ...result,
    data: { ...result.data, rows: { ...rows, open }, out: file ?? null },
    lines: target !== undefined && target.file === undefined ? [] : result.lines,
  };
}

/** Resolves to the path of the file. */
function placeOf(terminal: CommandContext["terminal"], target: TableTarget | undefined): Deliver<string | undefined> {
  if (target === undefined) {
    return nowhere;
  }
  const { file, replace } = target;
  return async (write) => {
    if (file === undefined) {
      await write((bytes) => terminal.print(bytes.slice()));
      return undefined;
    }
    await disk.mkdir(path.dirname(file), { recursive: true });
    const result = await AtomicFile.open(disk, file, { replace });
    try {
      await write((bytes) => result.write(bytes));
      return await result.commit();
    } finally {
      await result.abandon();
    }
  };
}
