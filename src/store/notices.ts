// What the user must know about the file of the database, in words. It is stored in the database as data, so that every
// process says it in its own language.
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { countText } from "../language/language";
import { allRecords, recordsOf } from "../language/phrases";
import type { Recovered, Share } from "./completeSalvage";

export type NoticeData =
  | {
      readonly kind: "recovered";
      /** log: the write-ahead log was damaged. missing, emptied: the file was. */
      readonly cause: "damaged" | "emptied" | "missing" | "log";
      /** Where the file is now; absent where there was none. */
      readonly aside?: string | undefined;
      readonly recovered: Recovered;
    }
  | {
      readonly kind: "older" | "other";
      readonly found: { readonly runs: number; readonly calls: number };
      readonly noted: { readonly runs: number; readonly calls: number };
    }
  | { readonly kind: "foreignLog"; readonly aside: string };

export interface Notice {
  /** A whole text for the user. */
  readonly message: string;
  /** A file that the user can look at. */
  readonly file?: string | undefined;
}

/** Whether data may be missing. */
export const isLoss = (notice: NoticeData): boolean =>
  notice.kind === "recovered"
    ? Object.values(notice.recovered).some(({ found, all }: Share) => found < all)
    : notice.kind !== "foreignLog";

/** `file` is the database. */
export function noticeOf(file: string, notice: NoticeData): Notice {
  switch (notice.kind) {
    case "recovered":
      return { message: recoveredText(file, notice), file: notice.aside };
    case "foreignLog":
      return {
        message:
          `A log that does not belong to the database ${file} was beside it. It was moved to ${notice.aside} and ` +
          "not applied. " +
          "Your data is unchanged.",
        file: notice.aside,
      };
    case "older":
    case "other":
      return { message: olderText(file, notice), file };
  }
}

type Kind<K extends NoticeData["kind"]> = Extract<NoticeData, { readonly kind: K }>;

function recoveredText(file: string, { cause, aside, recovered }: Kind<"recovered">): string {
  const { runs, records, payments } = recovered;
  const what = {
    damaged: `The database ${file} was damaged.`,
    log: `The log of the database ${file} was damaged.`,
    emptied: `The database ${file} was emptied by another program or a failed disk.`,
    missing: `The database ${file} is missing.`,
  }[cause];
  const isNothing = runs.found + records.found + payments.found === 0;
  const isAll = [runs, records, payments].every(({ found, all }) => found === all);
  return [
    what,
    isNothing
      ? runs.all + records.all + payments.all === 0
        ? "Nothing in it could be recovered."
        : `Nothing of its ${countText(runs.all)} runs and ${countText(payments.all)} payments could be recovered.`
      : `${recordsShare(records)} and ${paymentsShare(payments)} were recovered.`,
    isNothing || runs.found === runs.all
      ? ""
      : `Of ${countText(runs.all - runs.found)} of ${countText(runs.all)} runs only the records are left.`,
    isAll || isNothing ? "" : "Each run says what it lost, and what fetching it again would cost.",
    aside === undefined ? "" : `The damaged file is at ${aside}.`,
    isNothing ? "A new database was created. If you have a backup, restore it. Saved searches are not affected." : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

const recordsShare = ({ found, all }: Share): string =>
  found < all
    ? recordsOf(countText(found), countText(all))
    : all === 1
      ? "The only record"
      : allRecords(countText(all));

const paymentsShare = ({ found, all }: Share): string =>
  found < all
    ? `${countText(found)} of ${countText(all)} payments`
    : all === 1
      ? "the only payment"
      : `all ${countText(all)} payments`;

function olderText(file: string, { kind, found, noted }: Kind<"older" | "other">): string {
  const numbers = ({ runs, calls }: { readonly runs: number; readonly calls: number }): string =>
    `${countText(runs)} runs and ${countText(calls)} payments`;
  return [
    kind === "older"
      ? `The database ${file} is older than it was.`
      : `The database ${file} is not the one that was here before.`,
    `It contains ${numbers(found)}; there were ${numbers(noted)} when it was last closed.`,
    "Nothing was changed. If a later copy or a backup exists, close all windows and put it in its place.",
  ].join(" ");
}

/** `earlier` and `file` are the databases of an earlier version and of this one. */
export const earlierNotice = (earlier: string, file: string): Notice => ({
  message:
    `This version of Prospect Desk cannot read the database of an earlier one, ${earlier}. It was left as it is, and ` +
    `a new database was created beside it: ${path.basename(file)}. Saved searches are not affected.`,
  file: earlier,
});

export type Audience = "window" | "process";

/** Windows that are opened within this time, in ms, are all told: which of them the user looks at is not known. */
const recentMs = 3_600_000;

export function storeNotice(connection: DatabaseSync, notice: NoticeData, now: number): void {
  connection.prepare("update identity set notice = ?, noticed_at = ?, seen = ''").run(JSON.stringify(notice), now);
}

interface Listener {
  readonly audience?: Audience | undefined;
  readonly onNotice?: ((notice: Notice) => void) | undefined;
  /** What was read before; `undefined` when the file was not open before. */
  readonly last: string | undefined;
  readonly now: number;
}

/** Tells a notice that is new to this process. Returns it as it is stored. */
export function tellNotice(
  connection: DatabaseSync,
  file: string,
  { audience = "process", onNotice, last, now }: Listener,
): string {
  const row = connection.prepare("select notice, noticed_at as at, seen from identity").get();
  const text = String(row?.["notice"] ?? "");
  const isRecent = audience === "window" && Math.abs(now - Number(row?.["at"])) < recentMs;
  const isUnseen = isRecent || !String(row?.["seen"]).includes(audience);
  if (text !== "" && (last === undefined ? isUnseen : text !== last)) {
    onNotice?.(noticeOf(file, JSON.parse(text) as NoticeData));
    connection.prepare("update identity set seen = seen || ?").run(` ${audience}`);
  }
  return text;
}
