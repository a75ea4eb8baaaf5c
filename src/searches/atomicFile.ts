// Writes files atomically: to a temporary file next to the target, then fsync and one rename.
import path from "node:path";

/** The functions of `node:fs/promises` used here, so that tests can make each of them fail. */
export interface Disk {
  open(file: string, flags: string, mode?: number): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  /** Fails with EEXIST when the name is taken, so it never replaces a file. */
  link(existing: string, name: string): Promise<void>;
  unlink(file: string): Promise<void>;
  /** Describes a link itself, not the file it points to. */
  lstat(file: string): Promise<{ readonly mode: number; readonly size: number; readonly mtimeMs: number }>;
  realpath(file: string): Promise<string>;
  readdir(folder: string): Promise<string[]>;
  readFile(file: string, encoding: "utf8"): Promise<string>;
  mkdir(folder: string, options: { readonly recursive: true; readonly mode?: number }): Promise<unknown>;
}

export interface OpenFile {
  write(bytes: Uint8Array, offset: number, length: number, position: null): Promise<{ readonly bytesWritten: number }>;
  read(bytes: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
  chmod(mode: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** A failed disk operation; `message` is a sentence for the user, `code` the error code of the system. */
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

export interface AtomicOptions {
  /**
   * Whether to replace an existing file, which is the default. Otherwise `numberedName(2)`, `numberedName(3)`, … is
   * used.
   */
  readonly replace?: boolean;
  /** The nth name to try instead of a name that is taken; `file` with ` (n)` before its extension when absent. */
  readonly numberedName?: (number: number) => string;
  /** Whether to write to the file that a symbolic link points to, which is the default. Otherwise links are refused. */
  readonly followLink?: boolean;
  /**
   * Permissions of a new file; an existing file keeps its own. Only its owner may read it: records are personal data.
   */
  readonly mode?: number;
}

const mostNames = 10_000;

/** A file that appears under its name only when it is committed. Every function rejects with a `DiskFailure`. */
export class AtomicFile {
  private written = 0;
  private state: "open" | "closed" | "done" = "open";

  private constructor(
    private readonly disk: Disk,
    private readonly file: string,
    /** The file that a symbolic link points to; the link itself stays. */
    private readonly target: string,
    private readonly temporary: string,
    private readonly handle: OpenFile,
    /** Permissions of the file to replace. */
    private readonly oldMode: number | undefined,
    private readonly options: AtomicOptions,
  ) {}

  static async open(disk: Disk, file: string, options: AtomicOptions = {}): Promise<AtomicFile> {
    const replace = options.replace ?? true;
    const target = replace && options.followLink !== false ? await disk.realpath(file).catch(() => file) : file;
    const oldMode = replace ? await modeToReplace(disk, target) : undefined;
    const { temporary, handle } = await openTemporary(disk, target, options.mode ?? 0o600);
    return new AtomicFile(disk, file, target, temporary, handle, oldMode, options);
  }

  /** The temporary file, for a library that writes to it instead of `write`. */
  get temporaryFile(): string {
    return this.temporary;
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.written;
  }

  /** Resolves when all bytes are written; the caller may reuse the memory then. */
  async write(chunk: Uint8Array): Promise<void> {
    try {
      let done = 0;
      while (done < chunk.length) {
        const { bytesWritten } = await this.handle.write(chunk, done, chunk.length - done, null);
        done += bytesWritten;
      }
    } catch (error) {
      throw await this.abandonFor(error);
    }
    this.written += chunk.length;
  }

  /** Makes the content durable and gives the file its name. Resolves with the name used. */
  async commit(): Promise<string> {
    const { disk, temporary, target, options } = this;
    const replace = options.replace ?? true;
    try {
      if (this.oldMode !== undefined) {
        // Some file systems have no permissions.
        await this.handle.chmod(this.oldMode).catch(() => undefined);
      }
      await this.handle.sync();
      await this.handle.close();
      this.state = "closed";
      const numberedName = options.numberedName ?? ((number: number) => numbered(target, number));
      const name = replace ? target : await renameWithoutReplacing(disk, temporary, target, numberedName);
      if (replace) {
        await modeToReplace(disk, target);
        await disk.rename(temporary, target);
      }
      this.state = "done";
      await syncFolder(disk, path.dirname(name));
      return replace ? this.file : name;
    } catch (error) {
      throw await this.abandonFor(error);
    }
  }

  /** Removes the temporary file; the old file does not change. Never rejects, and has no effect after `commit`. */
  async abandon(): Promise<void> {
    if (this.state === "open") {
      await this.handle.close().catch(() => undefined);
    }
    if (this.state !== "done") {
      this.state = "done";
      await this.disk.unlink(this.temporary).catch(() => undefined);
    }
  }

  private async abandonFor(error: unknown): Promise<DiskFailure> {
    await this.abandon();
    return diskFailure(error, this.target);
  }
}

/** Writes a whole file at once. Rejects with a `DiskFailure`; the old file is complete then. */
export async function writeFileAtomically(
  disk: Disk,
  file: string,
  data: Uint8Array | string,
  options?: AtomicOptions,
): Promise<string> {
  const atomic = await AtomicFile.open(disk, file, options);
  try {
    await atomic.write(typeof data === "string" ? Buffer.from(data) : data);
    return await atomic.commit();
  } finally {
    await atomic.abandon();
  }
}

const fileTypeBits = 0o170000;
const regularFile = 0o100000;
const folderType = 0o040000;

/**
 * Permissions of the file to replace; `undefined` if there is none. Rejects if it is a device, pipe, socket, link, or
 * folder: a rename by an administrator would replace a device of the system.
 */
async function modeToReplace(disk: Disk, target: string): Promise<number | undefined> {
  const mode = await disk.lstat(target).then(
    (found) => found.mode,
    () => undefined,
  );
  if (mode === undefined) {
    return undefined;
  }
  const type = mode & fileTypeBits;
  if (type !== regularFile) {
    throw diskFailure({ code: type === folderType ? "EISDIR" : "EFTYPE" }, target);
  }
  return mode & 0o777;
}

/** `.people.csv.4711-0.prospect-desk.part`; a database also has files beside it. */
const temporaryName = /^\..*\.(\d+)-\d+\.prospect-desk\.part(?:-(?:wal|shm|journal))?$/;
/** A file that is still being written was changed milliseconds ago, so an hour is safe. */
const leftoverMs = 3_600_000;
/** A computer may sleep during an export, but PIDs are reused, so a living process does not count forever. */
const leftoverOfLivingMs = 86_400_000;

async function openTemporary(
  disk: Disk,
  target: string,
  mode: number,
): Promise<{ readonly temporary: string; readonly handle: OpenFile }> {
  // File names have at most 255 bytes on most systems; the temporary name must not exceed that.
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

/** Creates an empty file next to `target` that the caller removes, or `removeLeftovers` if the process ends before. */
export async function createTemporary(disk: Disk, target: string): Promise<string> {
  const { temporary, handle } = await openTemporary(disk, target, 0o600);
  try {
    await handle.close();
  } catch (error) {
    await disk.unlink(temporary).catch(() => undefined);
    throw diskFailure(error, target);
  }
  return temporary;
}

/** Removes temporary files of ended processes from the folder of `file`. `now` in ms since 1970. Never rejects. */
export async function removeLeftovers(disk: Disk, file: string, now: number): Promise<void> {
  const folder = path.dirname(file);
  const names = await disk.readdir(folder).catch((): string[] => []);
  for (const name of names) {
    const pid = temporaryName.exec(name)?.[1];
    if (pid === undefined) {
      continue;
    }
    const leftover = path.join(folder, name);
    const writtenAt = await disk.lstat(leftover).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    );
    if (writtenAt < now - (isAlive(Number(pid)) ? leftoverOfLivingMs : leftoverMs)) {
      await disk.unlink(leftover).catch(() => undefined);
    }
  }
}

/** Whether the process is running on this machine, also for another user. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** Uses the first free name and never replaces a file, even when two windows do this at once. */
async function renameWithoutReplacing(
  disk: Disk,
  temporary: string,
  target: string,
  numberedName: (number: number) => string,
): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? target : numberedName(number);
    try {
      await takeName(disk, temporary, name);
      return name;
    } catch (error) {
      if (codeOf(error) !== "EEXIST" || number >= mostNames) {
        throw error;
      }
    }
  }
}

/** Error codes of file systems without links. */
const noLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EINVAL"];

/** Fails with EEXIST when the name is taken. */
async function takeName(disk: Disk, temporary: string, name: string): Promise<void> {
  try {
    await disk.link(temporary, name);
    await disk.unlink(temporary).catch(() => undefined);
    return;
  } catch (error) {
    if (!noLinks.includes(codeOf(error))) {
      throw error;
    }
  }
  // An exclusive open reserves the name, then the rename replaces our own empty file.
  await (await disk.open(name, "wx")).close();
  try {
    await disk.rename(temporary, name);
  } catch (error) {
    await disk.unlink(name).catch(() => undefined);
    throw error;
  }
}

/**
 * For `nth` 2: `people.csv` → `people (2).csv`, `people (2).csv` → `people (3).csv`, and `a.prospect.json` →
 * `a (2).prospect.json`.
 */
export function numbered(file: string, nth: number): string {
  const name = path.basename(file);
  const ending = /(?:\.prospect\.json|\.[^.\s]{1,10})$/.exec(name)?.[0] ?? "";
  const stem = name.slice(0, name.length - ending.length);
  // Up to three digits: a year in brackets is part of the name.
  const [, plain = stem, number = "1"] = /^(.+) \((\d{1,3})\)$/su.exec(stem) ?? [];
  return path.join(path.dirname(file), `${plain} (${Number(number) + nth - 1})${ending}`);
}

/** Makes the rename durable. Windows cannot open a folder, and some file systems cannot sync one. */
async function syncFolder(disk: Disk, folder: string): Promise<void> {
  try {
    const handle = await disk.open(folder, "r");
    await handle.sync().finally(() => handle.close());
  } catch {
    // The content is already durable.
  }
}

export function codeOf(error: unknown): string {
  const code: unknown = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "UNKNOWN";
}

/** A system error as a sentence that says what to do. Returns a `DiskFailure` unchanged. */
export function diskFailure(error: unknown, file: string): DiskFailure {
  if (error instanceof DiskFailure) {
    return error;
  }
  const name = path.basename(file);
  const folder = path.dirname(file);
  const sentences: Readonly<Record<string, string>> = {
    ENOSPC: `The disk is full, so “${name}” was not written. Free some space and try again.`,
    EDQUOT: `Your disk quota is used up, so “${name}” was not written. Free some space and try again.`,
    EROFS: `The disk of “${folder}” is read-only, so “${name}” was not written. Choose another folder.`,
    ENOENT:
      `The folder “${folder}” no longer exists, so “${name}” was not written. Create it again or choose another ` +
      "one.",
    ENOTDIR: `“${folder}” is not a folder, so “${name}” was not written. Choose another folder.`,
    EACCES:
      `You have no permission to write to “${folder}”, so “${name}” was not written. Choose another folder or ` +
      "change its " +
      "permissions.",
    EPERM:
      `“${name}” cannot be replaced; it may be open in another program. Close it there and try again, or choose ` +
      "another name.",
    EBUSY: `“${name}” is open in another program. Close it there and try again, or choose another name.`,
    EFTYPE: `“${name}” is a link, a device, or a pipe, so it was not written. Choose another name.`,
    EISDIR: `“${name}” is a folder. Choose another name.`,
    ENAMETOOLONG: `The name “${name.slice(0, 40)}…” is too long. Choose a shorter one.`,
    EMFILE: `Too many files are open, so “${name}” was not written. Close some and try again.`,
    EIO: `The disk reported an error, so “${name}” was not written. Check the disk or choose another folder.`,
  };
  const code = codeOf(error);
  return new DiskFailure(
    code,
    sentences[code] ?? `“${name}” was not written: the system reported ${code}. Try again or choose another folder.`,
    { cause: error },
  );
}
