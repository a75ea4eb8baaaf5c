// The folder "backups" beside the database: automatic copies, copies made before a restore, and damaged databases that
// a restore has replaced.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { threadId } from "node:worker_threads";
import { companions, makePrivateFile, makePrivateFolder, removeFiles, syncFolder } from "./files";

export type CopyKind = "automatic" | "before-restore" | "damaged";

export interface DatabaseCopy {
  readonly file: string;
  readonly kind: CopyKind;
  /** When it was made, in ms since 1970. */
  readonly at: number;
}

export const folderOf = (database: string): string => path.join(path.dirname(database), "backups");

/** A free name in the folder, which is created if needed. */
export function newCopy(database: string, kind: CopyKind, now: number): string {
  const folder = folderOf(database);
  makePrivateFolder(folder);
  const name = path.join(folder, `${kind}-${new Date(now).toISOString().replace(/[-:.]/g, "")}`);
  let free = `${name}.db`;
  for (let count = 2; companions.some((end) => existsSync(free + end)); count += 1) {
    free = `${name}-${count}.db`;
  }
  return free;
}

let lastTemporary = 0;

/** A new empty file in the folder, to be removed by the caller; after a crash, `removeLeftovers` removes it. */
export function temporaryCopy(database: string): string {
  const folder = folderOf(database);
  makePrivateFolder(folder);
  lastTemporary += 1;
  const file = path.join(folder, `.copy.${process.pid}-${threadId}${lastTemporary}.prospect-desk.part`);
  makePrivateFile(file);
  return file;
}

const copyName = /^(automatic|before-restore|damaged)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z(?:-\d+)?\.db$/;

/** Newest first. */
export function copiesOf(database: string): readonly DatabaseCopy[] {
  const folder = folderOf(database);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .flatMap((name): DatabaseCopy | [] => {
      const [, kind, ...moment] = copyName.exec(name) ?? [];
      const [year = 0, month = 0, ...rest] = moment.map(Number);
      return kind === undefined
        ? []
        : { file: path.join(folder, name), kind: kind as CopyKind, at: Date.UTC(year, month - 1, ...rest) };
    })
    .sort((one, other) => other.at - one.at);
}

/** The weekly copies. */
export const automaticCopiesOf = (database: string): readonly DatabaseCopy[] =>
  copiesOf(database).filter(({ kind }) => kind === "automatic");

/** Removes copies durably. */
export function removeCopies(database: string, copies: readonly DatabaseCopy[]): void {
  copies.forEach(({ file }) => removeFiles(file));
  if (copies.length > 0) {
    syncFolder(folderOf(database));
  }
}
