// The target of a command that accepts a table or records.
import type { Uri } from "vscode";
import { onlyKeys, type RowSource } from "../../app/rowSource";
import type { RecordKind } from "../../service/operations";
import type { Desk } from "../desk";
import type { CommandArguments } from "./targetArguments";

/**
 * The file, list, or results that the command was called on or that are active; for active results, the selection.
 * `preferred` is the kind of record to use from a list with several kinds.
 */
export async function fileOrRecords(
  args: CommandArguments,
  { targets, shown }: Desk,
  ask: () => Promise<Uri | undefined>,
  preferred?: RecordKind,
): Promise<{ readonly uri: Uri } | RowSource | undefined> {
  if (!targets.isOfRecords(args)) {
    const uri = await targets.file(args, ask);
    return uri && { uri };
  }
  const source = await targets.source(args, "Use which records?", preferred);
  const selected = source === undefined || args.length > 0 ? [] : (shown.stateOf(source)?.selected ?? []);
  return source && selected.length > 0 ? onlyKeys(source, selected) : source;
}
