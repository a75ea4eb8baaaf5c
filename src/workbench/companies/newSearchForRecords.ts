// "New Search for These Records": opens a new search whose only filter contains the records of a list, results, or a
// table.
import path from "node:path";
import { window, type Uri } from "vscode";
import type { App } from "../../app/app";
import type { RowSource } from "../../app/rowSource";
import {
  mostNamed,
  namedColumns,
  recordsNamed,
  rowsNamed,
  searchForRecords,
  type NamedColumn,
  type NamedRecords,
} from "../../app/searchForRecords";
import { openCsvTable } from "../../tables/table";
import { countText } from "../../text/numbers";
import { columnItem } from "../lookups/batchQuestions";
import { bytesOf } from "../lookups/tableFiles";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import { newSearchFrom } from "../searchFiles/newSearchDocument";

export const newSearchForSource = async (source: RowSource, app: App): Promise<void> =>
  openSearchFor(await recordsNamed(app, source), source.title, app);

export async function newSearchForTable(uri: Uri, app: App): Promise<void> {
  const name = path.posix.basename(uri.path);
  const table = await openCsvTable(bytesOf(uri.toString()));
  const columns = namedColumns(table);
  const items = columns.map((column) => ({ ...columnItem(table, column.column), detail: namesText(column), column }));
  const picked =
    items.length < 2
      ? items[0]
      : await pickOne(items, {
          title: `New search for the records in ${safeText(name)}`,
          placeholder: "Select the column that names them",
        });
  if (picked !== undefined) {
    await openSearchFor(await rowsNamed(table, picked.column), name, app);
  } else if (columns.length === 0) {
    void window.showErrorMessage(
      `No column of ${safeText(name)} has IDs, profile addresses, or domains. Name the column of IDs “id”.`,
    );
  }
}

const byTexts = { id: "ID", profile: "profile address", domain: "domain" } as const;

const namesText = ({ kind, by }: NamedColumn): string =>
  `${kind === "company" ? "Companies" : "People"} by ${byTexts[by]}`;

async function openSearchFor(named: NamedRecords, title: string, app: App): Promise<void> {
  const { kind, by, values, total, unnamed } = named;
  const name = safeText(title);
  if (values.length === 0) {
    void window.showInformationMessage(`${name}: no record has ${by === "id" ? "an ID" : `a ${byTexts[by]}`}.`);
    return;
  }
  if (total > mostNamed) {
    const first = `Use the First ${countText(mostNamed)}`;
    const question = `A search can name ${countText(mostNamed)} records. ${name} has ${countText(total)}.`;
    if ((await window.showWarningMessage(question, { modal: true }, first)) !== first) {
      return;
    }
  }
  await newSearchFrom(app.runs, kind === "company" ? "company" : "people", searchForRecords(named));
  if (unnamed > 0) {
    void window.showInformationMessage(
      `Left out of the new search, because they have no ${byTexts[by]}: ${countText(unnamed)} of ${name}.`,
    );
  }
}
