// "Look Up Every Row of a CSV File…": resumes an unfinished batch of the file, or asks for the columns and begins one.
import path from "node:path";
import type { Uri } from "vscode";
import { unfinishedTable, type TableToLookUp } from "../../app/lookUpTable";
import { noIdentifierText } from "../../runs/batchTexts";
import type { StoredBatch } from "../../store/batches";
import { openCsvTable, type CsvTable } from "../../tables/table";
import { momentText } from "../../text/numbers";
import { resumeText } from "../buttonTexts";
import { connectionToUse } from "../connections/connectionToUse";
import type { DeskWork } from "../deskWork";
import { inOneDialog } from "../dialogSteps";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import { askKind, askMapping, askResultColumns, type MappedTable, type Reopen } from "./batchQuestions";
import { showingLookupErrors } from "./lookUpLines";
import { bytesOf } from "./tableFiles";

export async function lookUpFile(uri: Uri, { account, app, batches }: DeskWork): Promise<void> {
  const title = path.posix.basename(uri.path);
  await showingLookupErrors(title, async () => {
    const connection = await connectionToUse(account);
    if (connection === undefined) {
      return;
    }
    const source = uri.toString();
    const reopen: Reopen = (options) => openCsvTable(bytesOf(source), options);
    const table = await reopen({});
    const chosen = await inOneDialog(async () => {
      const unfinished = await askToResume(await unfinishedTable(app, source, connection.origin));
      return unfinished === "new" ? askForMapping(table, reopen) : unfinished;
    });
    if (chosen === undefined) {
      return;
    }
    if ("resumed" in chosen) {
      await batches.resume(chosen.resumed);
      return;
    }
    const remap = (): Promise<MappedTable | undefined> =>
      inOneDialog(() => askMapping(chosen.table, chosen.mapping.kind, reopen, noIdentifierText(safeText(title))));
    await batches.run({ ...chosen, title, source, remap });
  });
}

type Mapped = MappedTable & { readonly columns: TableToLookUp["columns"] };

async function askForMapping(table: CsvTable, reopen: Reopen): Promise<Mapped | undefined> {
  const kind = await askKind(table);
  const mapped = kind === undefined ? undefined : await askMapping(table, kind, reopen);
  const columns = mapped === undefined ? undefined : await askResultColumns(mapped.mapping.kind);
  return mapped === undefined || columns === undefined ? undefined : { ...mapped, columns };
}

/** Whether to resume a batch of this file; `undefined` when the user cancels. */
async function askToResume(
  unfinished: StoredBatch | undefined,
): Promise<{ readonly resumed: string } | "new" | undefined> {
  if (unfinished === undefined) {
    return "new";
  }
  const resume = {
    label: resumeText,
    description: `started ${momentText(unfinished.run.startedAt)}, with the same columns`,
  };
  const startOver = {
    label: "Start Over",
    description: "with other columns; saved answers are used for free",
  };
  const picked = await pickOne([resume, startOver], {
    title: `The lookup of ${safeText(unfinished.run.title)} is not finished`,
  });
  if (picked === undefined) {
    return undefined;
  }
  return picked === resume ? { resumed: unfinished.run.id } : "new";
}
