// A row as the grid shows it: texts neutralized, dates in the reader's language, links found. Created once per row.
import {
  isStatusColumn,
  statusColumnOf,
  statusMark,
  statusQuality,
  statusText,
  statusWords,
  type StatusQuality,
} from "../../../src/records/contactStatus";
import { outcomeLabel } from "../../../src/service/contactOutcome";
import { countText } from "../../../src/text/numbers";
import { inertLine } from "../../components/inertText";
import { cellLink } from "../../messages/cellLink";
import type { GridColumn, GridRow } from "../../messages/results";
import { dateText } from "../dates";

export interface ShownCell {
  /** "" when unknown. */
  readonly text: string;
  /** The earlier value; "" if it was unknown, `undefined` if it has not changed. */
  readonly before: string | undefined;
  readonly isLink: boolean;
  /** For an address or a phone number: whether it can be used. */
  readonly status?: ShownStatus;
}

export interface ShownStatus {
  readonly quality: StatusQuality | undefined;
  readonly mark: string;
  readonly words: string;
  /** The label with the service's own value. */
  readonly exact: string;
}

export interface ShownRow {
  readonly data: GridRow;
  readonly title: string;
  /** Names of the lists that have the record; "" if there are none. */
  readonly lists: string;
  /** By column id. */
  readonly cells: ReadonlyMap<string, ShownCell>;
}

/** `columns` are those of `data.cells`, in their order. */
export function shownRow(data: GridRow, columns: readonly GridColumn[]): ShownRow {
  const before = data.before ?? {};
  const values = new Map(columns.map(({ id }, at) => [id, data.cells[at] ?? ""]));
  return {
    data,
    title: inertLine(data.title),
    lists: (data.lists ?? []).map((name) => inertLine(name)).join(", "),
    cells: new Map(
      columns.map(({ id, type }) => {
        const text = values.get(id) ?? "";
        const earlier = before[id];
        const status = text === "" ? undefined : shownStatus(values.get(statusColumnOf(id) ?? ""));
        return [
          id,
          {
            text: shownText(type, id, text),
            before: earlier === undefined ? undefined : shownText(type, id, earlier ?? ""),
            isLink: status?.quality !== "unusable" && cellLink(type, id, text) !== undefined,
            ...(status && { status }),
          },
        ];
      }),
    ),
  };
}

const shownStatus = (status = ""): ShownStatus | undefined =>
  status === ""
    ? undefined
    : {
        quality: statusQuality(status),
        mark: statusMark(status),
        words: inertLine(statusWords(status)),
        exact: inertLine(statusText(status)),
      };

/** Years, ids and row numbers have no thousands separators. */
const noAmount = /(^|_)(id|founded|row)$/i;

function wordsFor(id: string, text: string): string {
  if (id === "outcome") {
    return outcomeLabel(text);
  }
  return isStatusColumn(id) ? statusText(text) : text;
}

function shownText(type: GridColumn["type"], id: string, text: string): string {
  const isAmount = type === "number" && /^-?\d{4,15}$/.test(text) && !noAmount.test(id);
  return inertLine(type === "date" ? dateText(text) : isAmount ? countText(Number(text)) : wordsFor(id, text));
}
