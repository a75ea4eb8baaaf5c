// A file written whole or not at all: a temporary file beside it, fsync, then one rename. Searches and exports use it.
import path from "node:path";
import * as l10n from "@vscode/l10n";

/** The functions used of `node:fs/promises`, so that tests can cut them at any point. */
export interface Disk {
  open(file: string, flags: string, mode?: number): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  /** Makes a second name of a file; refused with EEXIST where the name is taken, which makes it a safe “create”. */
  link(existing: string, name: string): Promise<void>;
  unlink(file: string): Promise<void>;
  stat(file: string): Promise<{ readonly mode: number; readonly mtimeMs: number }>;
  realpath(file: string): Promise<string>;
  readdir(folder: string): Promise<string[]>;
  readFile(file: string, encoding: "utf8"): Promise<string>;
  mkdir(folder: string, options: { readonly recursive: true }): Promise<unknown>;
}

export interface OpenFile {
  write(bytes: Uint8Array, offset: number, length: number, position: null): Promise<{ readonly bytesWritten: number }>;
  read(bytes: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
  chmod(mode: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The disk refused; `message` is a whole sentence for the user, `code` the system's word for it. */
export class DiskFailure extends Error {
  override readonly name = "DiskFailure";
  constructor(
    readonly code: string,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}

export interface AtomicFile {
  /** Bytes taken so far. */
  readonly bytes: number;
  /** Resolves when the disk has taken all of them; the caller may then use the memory again. */
  write(bytes: Uint8Array): Promise<void>;
  /** Makes the content durable and puts it in the file's place. Resolves with the name really used. */
  commit(): Promise<string>;
  /** Removes what was written; the old file is untouched. Never rejects, and does nothing after `commit`. */
  abandon(): Promise<void>;
}

export interface AtomicOptions {
  /** Put it in the place of an existing file (the default), or else take `placeOf(2)`, `placeOf(3)`, … . */
  readonly replace?: boolean;
  /** The nth name to try when the file must not replace another: `file` with ` (n)` before its ending when absent. */
  readonly placeOf?: (number: number) => string;
  /** Bits for a new file; an existing file's are kept. Readable by its owner alone, since records are personal data. */
  readonly mode?: number;
}

const mostNames = 10_000;

/** Begins a file; nothing is seen of it under its name until `commit`. Rejects with a `DiskFailure`. */
export async function openAtomicFile(disk: Disk, file: string, options: AtomicOptions = {}): Promise<AtomicFile> {
  const replace = options.replace ?? true;
  // A symbolic link stays one: the file it points to is what gets replaced.
  const target = replace ? await disk.realpath(file).catch(() => file) : file;
  const mode = replace
    ? await disk.stat(target).then(
        (found) => found.mode & 0o777,
        () => undefined,
      )
    : undefined;
  const { temporary, handle } = await openTemporary(disk, target, options.mode ?? 0o600);
  let bytes = 0;
  let state: "open" | "closed" | "done" = "open";
  const abandon = async (): Promise<void> => {
    if (state === "open") {
      await handle.close().catch(() => undefined);
    }
    if (state !== "done") {
      state = "done";
      await disk.unlink(temporary).catch(() => undefined);
    }
  };
  const explained = async (error: unknown): Promise<DiskFailure> => {
    await abandon();
    return diskFailure(error, target);
  };
  return {
    get bytes() {
      return bytes;
    },
    write: async (chunk) => {
      try {
        let done = 0;
        while (done < chunk.length) {
          const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, null);
          done += bytesWritten;
        }
      } catch (error) {
        throw await explained(error);
      }
      bytes += chunk.length;
    },
    async commit() {
      try {
        if (mode !== undefined) {
          // Some file systems have no permissions; the content matters more than they do.
          await handle.chmod(mode).catch(() => undefined);
        }
        await handle.sync();
        await handle.close();
        state = "closed";
        const name = replace
          ? target
          : await placeWithoutReplacing(
              disk,
              temporary,
              target,
              options.placeOf ?? ((number) => numbered(target, number)),
            );
        if (replace) {
          await disk.rename(temporary, target);
        }
        state = "done";
        await syncFolder(disk, path.dirname(name));
        return replace ? file : name;
      } catch (error) {
        throw await explained(error);
      }
    },
    abandon,
  };
}

/** Writes a whole file in one go. Rejects with a `DiskFailure`; then the old file is whole. */
export async function writeFileAtomically(
  disk: Disk,
  file: string,
  data: Uint8Array | string,
  options?: AtomicOptions,
): Promise<string> {
  const atomic = await openAtomicFile(disk, file, options);
  try {
    await atomic.write(typeof data === "string" ? Buffer.from(data) : data);
    return await atomic.commit();
  } finally {
    await atomic.abandon();
  }
}

/** Only this module gives names such as `.people.csv.4711-0.prospect-desk.part`. */
const temporaryName = /^\..*\.\d+-\d+\.prospect-desk\.part$/;
/** A file under way is written to every few milliseconds. */
const leftoverMs = 3_600_000;

async function openTemporary(
  disk: Disk,
  target: string,
  mode: number,
): Promise<{ readonly temporary: string; readonly handle: OpenFile }> {
  // The longest file name is 255 bytes nearly everywhere; a temporary one must not be what breaks that.
  const stem = path.basename(target).slice(0, 40);
  for (let number = 0; ; number += 1) {
    const temporary = path.join(path.dirname(target), `.${stem}.${process.pid}-${number}.prospect-desk.part`);
    try {
      return { temporary, handle: await disk.open(temporary, "wx", mode) };
    } catch (error) {
      if (codeOf(error) !== "EEXIST" || number >= mostNames) {
        throw diskFailure(error, target);
      }
    }
  }
}

/** Removes temporary files that a dead process has left in the folder of `file`. `now` in ms since 1970. Never rejects. */
export async function removeLeftovers(disk: Disk, file: string, now: number): Promise<void> {
  const folder = path.dirname(file);
  const names = await disk.readdir(folder).catch((): string[] => []);
  for (const name of names.filter((one) => temporaryName.test(one))) {
    const leftover = path.join(folder, name);
    const writtenAt = await disk.stat(leftover).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    );
    if (writtenAt < now - leftoverMs) {
      await disk.unlink(leftover).catch(() => undefined);
    }
  }
}

/** Gives the finished file the first name that is free, without ever replacing one, also when two windows do so at once. */
async function placeWithoutReplacing(
  disk: Disk,
  temporary: string,
  target: string,
  placeOf: (number: number) => string,
): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? target : placeOf(number);
    try {
      await disk.link(temporary, name);
      await disk.unlink(temporary).catch(() => undefined);
      return name;
    } catch (error) {
      const code = codeOf(error);
      if (code === "EEXIST" && number < mostNames) {
        continue;
      }
      if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EINVAL"].includes(code)) {
        throw error;
      }
    }
    // A file system without links: an exclusive open takes the name, the rename then replaces our own empty file.
    try {
      await (await disk.open(name, "wx")).close();
    } catch (error) {
      if (codeOf(error) === "EEXIST" && number < mostNames) {
        continue;
      }
      throw error;
    }
    try {
      await disk.rename(temporary, name);
    } catch (error) {
      await disk.unlink(name).catch(() => undefined);
      throw error;
    }
    return name;
  }
}

/** `people.csv` → `people (2).csv`; of `a.prospect.json` the whole ending stays behind the number. */
export function numbered(file: string, number: number): string {
  const name = path.basename(file);
  const ending = /(?:\.prospect\.json|\.[^.\s]{1,10})$/.exec(name)?.[0] ?? "";
  return path.join(path.dirname(file), `${name.slice(0, name.length - ending.length)} (${number})${ending}`);
}

/** Makes the rename itself durable. Windows cannot open a folder, and some file systems refuse to sync one. */
async function syncFolder(disk: Disk, folder: string): Promise<void> {
  try {
    const handle = await disk.open(folder, "r");
    await handle.sync().finally(() => handle.close());
  } catch {
    // The content itself is durable already.
  }
}

export function codeOf(error: unknown): string {
  const code: unknown = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "UNKNOWN";
}

/** A system's error as a sentence that says what to do. A `DiskFailure` passes through. */
export function diskFailure(error: unknown, file: string): DiskFailure {
  if (error instanceof DiskFailure) {
    return error;
  }
  const name = path.basename(file);
  const folder = path.dirname(file);
  const sentences: Readonly<Record<string, string>> = {
    ENOSPC: l10n.t("The disk is full, so “{0}” was not written. Free some space and try again.", name),
    EDQUOT: l10n.t("Your disk quota is used up, so “{0}” was not written. Free some space and try again.", name),
    EROFS: l10n.t("The disk of “{0}” is read-only, so “{1}” was not written. Choose another folder.", folder, name),
    ENOENT: l10n.t(
      "The folder “{0}” no longer exists, so “{1}” was not written. Create it again or choose another one.",
      folder,
      name,
    ),
    ENOTDIR: l10n.t("“{0}” is not a folder, so “{1}” was not written. Choose another folder.", folder, name),
    EACCES: l10n.t(
      "You have no permission to write to “{0}”, so “{1}” was not written. Choose another folder or change its permissions.",
      folder,
      name,
    ),
    EPERM: l10n.t(
      "“{0}” cannot be replaced; it may be open in another program. Close it there and try again, or choose another name.",
      name,
    ),
    EBUSY: l10n.t("“{0}” is open in another program. Close it there and try again, or choose another name.", name),
    EISDIR: l10n.t("“{0}” is a folder. Choose another name.", name),
    ENAMETOOLONG: l10n.t("The name “{0}…” is too long. Choose a shorter one.", name.slice(0, 40)),
    EMFILE: l10n.t("Too many files are open, so “{0}” was not written. Close some and try again.", name),
    EIO: l10n.t("The disk reported an error, so “{0}” was not written. Check the disk or choose another folder.", name),
  };
  const code = codeOf(error);
  return new DiskFailure(
    code,
    sentences[code] ??
      l10n.t("“{0}” was not written: the system reported {1}. Try again or choose another folder.", name, code),
    { cause: error },
  );
}
