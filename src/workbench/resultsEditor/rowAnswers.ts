// Answers the requests of a results page that only read: rows, details and values.
import { l10n } from "vscode";
import type { Handlers, Post } from "../../../webview-ui/messages/procedures";
import type { ResultsInput, ResultsProcedures, ResultsUpdates } from "../../../webview-ui/messages/results";
import { indentedJson } from "../../export/jsonFormats";
import type { DeskStore } from "../../export/storeExport";
import { recordTitle } from "../../rows/record";
import { parseExact } from "../../service/exactJson";
import { StoreError } from "../../store/storeError";
import { errorForLog } from "../errorText";
import { recordRemarks } from "./recordRemarks";
import type { ResultsRows } from "./resultsRows";
import type { ResultsSubject } from "./resultsSubject";

export interface RowAnswersDeps {
  readonly store: Pick<DeskStore, "records" | "recordLists">;
  readonly rows: ResultsRows;
  readonly subject: Pick<ResultsSubject, "id" | "recordKind" | "run" | "list">;
  /** ms since 1970. */
  readonly now: () => number;
  readonly post: Post<ResultsUpdates>;
  /** Requests for another revision are not answered. */
  readonly revision: () => number;
  readonly canNarrow: (column: string) => boolean;
  readonly onFailure: (error: unknown) => void;
  readonly log: (line: string) => void;
}

/** Longer texts of cells are cut before they are sent. The page shows even less. */
const maxCellLength = 400;
const maxRawLength = 400_000;

export class RowAnswers {
  private counting: AbortController | undefined;

  constructor(private readonly deps: RowAnswersDeps) {}

  readonly handlers: Pick<Handlers<ResultsProcedures>, "getRows" | "getDetails" | "getValues"> = {
    getRows: (input) => this.getRows(input),
    getDetails: (input) => this.getDetails(input),
    getValues: (input) => this.getValues(input),
  };

  dispose(): void {
    this.counting?.abort();
  }

  private async getRows({ id, revision, start, count }: ResultsInput<"getRows">): Promise<void> {
    const { rows, post, subject, log, onFailure } = this.deps;
    if (revision !== this.deps.revision()) {
      return;
    }
    try {
      const read = await rows.rows(start, count);
      const lists = await this.listsOf(read.map(({ key }) => key));
      const found = read.map(({ key, title, cells, change, before }) => ({
        title: cut(title),
        cells: cells.map(cut),
        change,
        before: before && cutValues(before),
        lists: lists.get(key),
      }));
      post("rows", { id, revision, start, rows: found });
    } catch (error) {
      if (isFinalError(error)) {
        return onFailure(error);
      }
      log(`Rows ${start}–${start + count} of ${subject.id} could not be read: ${errorForLog(error)}`);
      post("rowsFailed", {
        id,
        sentence: error instanceof Error ? error.message : l10n.t("Some rows could not be read."),
      });
    }
  }

  /** Names of the lists that have these records, other than the one that is shown. */
  private async listsOf(keys: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
    const { store, subject } = this.deps;
    const names = new Map<number, string[]>();
    for (const { key, list, name } of await store.recordLists.listed(subject.recordKind, keys)) {
      if (list !== subject.list) {
        names.set(key, [...(names.get(key) ?? []), name]);
      }
    }
    return names;
  }

  private async getDetails({ id, at, revision }: ResultsInput<"getDetails">): Promise<void> {
    const { store, rows, subject, post, now } = this.deps;
    const [row] = revision === this.deps.revision() ? await rows.rows(at, 1) : [];
    const [json] = row === undefined ? [] : await store.records.jsonOf([row.key]);
    if (row !== undefined && json !== undefined) {
      const record = parseExact(json);
      const raw = indentedJson(json);
      const { recordKind: kind } = subject;
      const isOfManyRuns = subject.run === undefined;
      const remarks = await recordRemarks({ kind, key: row.key, isOfManyRuns, now: now() }, store);
      post("details", {
        id,
        title: cut(recordTitle(kind, record)),
        record,
        raw: raw.slice(0, maxRawLength),
        rawCut: raw.length > maxRawLength,
        remarks: remarks.map(cut),
        change: row.change,
        before: row.before,
      });
    }
  }

  private async getValues({ id, column, text }: ResultsInput<"getValues">): Promise<void> {
    const { rows, post, canNarrow } = this.deps;
    const own = new AbortController();
    if (column === undefined) {
      this.counting?.abort();
      this.counting = own;
    }
    try {
      const found = await rows.values({ column, text }, own.signal);
      post("values", { id, columns: found.map((one) => ({ ...one, canNarrow: canNarrow(one.id) })) });
    } catch (error) {
      if (!own.signal.aborted) {
        throw error;
      }
    }
  }
}

/** The run was deleted or the database is damaged. */
export const isFinalError = (error: unknown): error is StoreError =>
  error instanceof StoreError && (error.code === "NOT_FOUND" || error.code === "CORRUPT");

function cut(text: string): string {
  return text.length > maxCellLength ? text.slice(0, maxCellLength) : text;
}

const cutValues = (values: Readonly<Record<string, string | null>>): Readonly<Record<string, string | null>> =>
  Object.fromEntries(Object.entries(values).map(([id, text]) => [id, text === null ? null : cut(text)]));
