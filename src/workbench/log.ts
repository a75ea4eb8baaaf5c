// The log that a user can read and send on. It names what happened, never a key and never a record.
import { window, type Disposable } from "vscode";

export interface Log extends Disposable {
  readonly line: (text: string) => void;
  readonly show: () => void;
}

export function openLog(): Log {
  const channel = window.createOutputChannel("Prospect Desk", { log: true });
  return {
    line: (text) => channel.info(text),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}
