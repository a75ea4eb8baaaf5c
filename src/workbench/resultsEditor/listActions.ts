// What a results tab does with lists of records: adds rows to them, and in a list removes rows and edits notes.
import type { Handlers } from "../../../webview-ui/messages/procedures";
import type { ResultsInput, ResultsProcedures } from "../../../webview-ui/messages/results";
import { addToList, editNote, removeFromList, type RecordsToList } from "../lists/changeLists";
import type { RecordLists } from "../lists/recordLists";
import type { ResultsRows } from "./resultsRows";
import type { ResultsSubject } from "./resultsSubject";
import type { SelectedRows } from "./selectedRows";

export interface ListActionsDeps {
  readonly recordLists: RecordLists;
  readonly subject: Pick<ResultsSubject, "recordKind" | "list">;
  readonly rows: ResultsRows;
  readonly selection: SelectedRows;
  readonly notice: (text: string) => void;
  /** Requests for another revision are not answered. */
  readonly revision: () => number;
}

type ListHandlers = Pick<Handlers<ResultsProcedures>, "addToList" | "removeFromList" | "editNote" | "setNote">;

export function listHandlers(deps: ListActionsDeps): ListHandlers {
  const { recordLists, subject, rows, selection, notice, revision } = deps;
  const { recordKind: kind, list } = subject;

  /** The selected records, or that of the row; none if the rows have moved. */
  async function chosen(row: ResultsInput<"addToList">): Promise<RecordsToList> {
    await selection.settled;
    if (row === undefined) {
      return { kind, keys: selection.keys };
    }
    return { kind, keys: row.revision === revision() ? await rows.keysAt([[row.at, row.at + 1]]) : [] };
  }
  const tell = (sentence: string | undefined): void => (sentence === undefined ? undefined : notice(sentence));
  return {
    addToList: async (row) => {
      const records = await chosen(row);
      if (records.keys.length > 0) {
        tell(await addToList(records, recordLists));
      }
    },
    removeFromList: async (row) => {
      const records = await chosen(row);
      if (list !== undefined && records.keys.length > 0) {
        tell(await removeFromList(records, list, recordLists));
      }
    },
    editNote: async (row) => {
      const [key] = (await chosen(row)).keys;
      if (list !== undefined && key !== undefined) {
        await editNote(kind, key, list, recordLists);
      }
    },
    setNote: async ({ note, ...row }) => {
      const [key] = (await chosen(row)).keys;
      if (list !== undefined && key !== undefined) {
        await recordLists.setNote(list, kind, key, note);
      }
    },
  };
}
