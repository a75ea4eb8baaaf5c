// The log that a user can read and send on: it names what happened, never a key and never a record.
import { commands, window, type Disposable } from "vscode";
import { commandIds } from "./commandIds";

export interface Log extends Disposable {
  readonly line: (text: string) => void;
}

export function openLog(): Log {
  const channel = window.createOutputChannel("Prospect Desk", { log: true });
  const command = commands.registerCommand(commandIds.showLog, () => channel.show());
  return {
    line: (text) => channel.info(text),
    dispose: () => {
      command.dispose();
      channel.dispose();
    },
  };
}
