// What the details of a record say besides its fields: the lists that have it, its notes, an address that is out of
// date, and where it came from.
import { l10n } from "vscode";
import { agoText } from "../../runs/amounts";
import type { RecordKind } from "../../service/operations";
import type { Store } from "../../store/client";

export interface RecordToRemark {
  readonly kind: RecordKind;
  readonly key: number;
  /** The tab shows records of many runs. */
  readonly isOfManyRuns: boolean;
  /** ms since 1970. */
  readonly now: number;
}

export async function recordRemarks(
  { kind, key, isOfManyRuns, now }: RecordToRemark,
  { records, recordLists }: Store,
): Promise<readonly string[]> {
  const listed = await recordLists.listed(kind, [key]);
  const inLists = listed.map(({ name, note }) =>
    note === undefined ? l10n.t("★ In the list {0}", name) : l10n.t("★ {0}: {1}", name, note),
  );
  const origin = isOfManyRuns ? (await records.origins([key])).get(key) : undefined;
  const email = await records.emailAtFormerEmployer(kind, key);
  const remarks = [...inLists, ...(email === undefined ? [] : [l10n.t("⚠ {0} is at a former employer", email)])];
  return origin === undefined ? remarks : [...remarks, originText(origin.runTitle, now - origin.receivedAt)];
}

/** The run that a record is from, and how long ago it was fetched, in ms. */
export const originText = (runTitle: string, age: number): string =>
  l10n.t("From {0}, fetched {1}", runTitle, agoText(age));
