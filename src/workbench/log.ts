// The log, which users can read and send to others. It contains events, but never a key or a record.
import { window, type Disposable } from "vscode";

export interface Log extends Disposable {
  readonly line: (text: string) => void;
  readonly show: () => void;
  /** The last lines of this window, oldest first, each with its time. */
  readonly recent: () => readonly string[];
}

const mostRecent = 50;

export function openLog(now: () => number): Log {
  const channel = window.createOutputChannel("Prospect Desk", { log: true });
  const recent: string[] = [];
  return {
    line(text) {
      recent.push(`${new Date(now()).toISOString()} ${text}`);
      recent.splice(0, recent.length - mostRecent);
      channel.info(text);
    },
    show: () => channel.show(),
    recent: () => recent,
    dispose: () => channel.dispose(),
  };
}
