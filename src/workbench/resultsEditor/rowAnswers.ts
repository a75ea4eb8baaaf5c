// Handles the read requests of a results page: rows, details and values.
import type { Handlers } from "../../../webview-ui/messages/procedures";
import type { ResultsAnswers, ResultsProcedures } from "../../../webview-ui/messages/results";
import { indentedJson } from "../../export/jsonFormats";
import { recordTitle } from "../../records/record";
import { agoText } from "../../runs/amounts";
import { parseExact } from "../../service/exactJson";
import { canNarrow } from "./narrowing";
import type { ShownRecords } from "./shownRecords";

/** Longer texts of cells are cut before they are sent. The page shows even less. */
const maxCellLength = 400;
const maxRawLength = 400_000;

/** `current`: the records that are shown when a request arrives. */
export function rowAnswers(current: () => ShownRecords) {
  return {
    getRows: async ({ start, count }) => {
      const shown = current();
      const read = await shown.rows.rows(start, count);
      const lists = await listsOf(
        shown,
        read.map(({ key }) => key),
      );
      return read.map(({ key, title, cells, change, before }) => ({
        title: cut(title),
        cells: cells.map(cut),
        change,
        before: before && cutValues(before),
        lists: lists.get(key),
      }));
    },
    getDetails: async ({ at }) => {
      const shown = current();
      const { store } = shown.desk.app;
      const [row] = await shown.rows.rows(at, 1);
      const [json] = row === undefined ? [] : await store.records.jsonOf([row.key]);
      if (row === undefined || json === undefined) {
        return undefined;
      }
      const kind = shown.subject.recordKind;
      const record = parseExact(json);
      const raw = indentedJson(json);
      const remarks = await recordRemarks(shown, row.key);
      return {
        title: cut(recordTitle(kind, record)),
        record,
        raw: raw.slice(0, maxRawLength),
        rawCut: raw.length > maxRawLength,
        remarks: remarks.map(cut),
        change: row.change,
        before: row.before,
        versions: await store.records.versions(kind, row.key),
      };
    },
    getValues: async (query) => {
      const { rows, subject, content } = current();
      const values = await rows.values(query);
      const { canRunAgain: hasSearch } = content.header();
      return values?.map((one) => ({ ...one, canNarrow: hasSearch && canNarrow(subject.recordKind, one.id) }));
    },
  } satisfies Partial<Handlers<ResultsProcedures, ResultsAnswers>>;
}

/** Names of the other lists that contain these records. */
async function listsOf(
  { desk, subject }: ShownRecords,
  keys: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const names = new Map<number, string[]>();
  for (const { key, list, name } of await desk.app.store.recordLists.listed(subject.recordKind, keys)) {
    if (list !== subject.list) {
      names.set(key, [...(names.get(key) ?? []), name]);
    }
  }
  return names;
}

const cut = (text: string): string => text.slice(0, maxCellLength);

const cutValues = (values: Readonly<Record<string, string | null>>): Readonly<Record<string, string | null>> =>
  Object.fromEntries(Object.entries(values).map(([id, text]) => [id, text === null ? null : cut(text)]));

/** The lists that contain the record, its notes, an outdated address, and its source. */
async function recordRemarks({ desk, subject }: ShownRecords, key: number): Promise<readonly string[]> {
  const { store, clock } = desk.app;
  const { recordKind: kind, run } = subject;
  const listed = await store.recordLists.listed(kind, [key]);
  const remarks = listed.map(({ name, note }) => (note === undefined ? `★ In the list ${name}` : `★ ${name}: ${note}`));
  const email = await store.records.emailAtFormerEmployer(kind, key);
  if (email !== undefined) {
    remarks.push(`⚠ ${email} is at a former employer`);
  }
  const origin = run === undefined ? (await store.records.origins([key])).get(key) : undefined;
  if (origin !== undefined) {
    remarks.push(originText(origin.runTitle, clock.now() - origin.receivedAt));
  }
  return remarks;
}

/** The run of a record, and the time since it was fetched, in ms. */
export const originText = (runTitle: string, age: number): string => `From ${runTitle}, fetched ${agoText(age)}`;
