// The notice in the database: stored by the process that found something out, and told once to each kind of process.
import type { DatabaseSync } from "node:sqlite";
import { noticeOf, type Notice, type NoticeData } from "./notices";

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
