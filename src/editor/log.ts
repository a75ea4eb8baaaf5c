// The log that a user can read and send on: it names what happened, never a key and never a record.
import { commands, window, type Disposable } from "vscode";
import { StorageFailure } from "../runs/storageFailure";
import { DiskFailure } from "../searches/atomicFile";
import { ServiceFailure } from "../service/errors";
import { commandIds } from "./identifiers";

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

/** What an error is, without its message: that may hold a file's name, a title or words of the service, and with them a person's name. */
export function failureName(error: unknown): string {
  if (error instanceof ServiceFailure) {
    return `the service: ${error.detail.code}`;
  }
  if (error instanceof StorageFailure || error instanceof DiskFailure) {
    return `the disk: ${error.code}`;
  }
  return error instanceof Error ? error.name : "unknown error";
}
