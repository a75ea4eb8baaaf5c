// The log that a user can read and send on. It names what happened, never a key and never a record.
import { window, type Disposable } from "vscode";

export interface Log extends Disposable {
  readonly line: (text: string) => void;
  readonly show: () => void;
  /** The last lines of this window, each with its time, the oldest first. */
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
