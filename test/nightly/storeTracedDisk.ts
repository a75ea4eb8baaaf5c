// The disk of a traced program, rebuilt from its system calls: at any of them the power can be cut, and what was not
// synced is gone. Names count too: a new file is lost with its name unless its folder was synced.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** What a power cut leaves of what was not synced. */
export interface Left {
  /** How much of the changed names, from 0 to 1, in their order. */
  names(): number;
  /** Whether a change to a file had reached the disk by chance. */
  data(): boolean;
}

interface Change {
  readonly at: number;
  /** Absent: the file was cut to `at` bytes. */
  readonly bytes?: Buffer;
}

interface TracedFile {
  synced: Buffer;
  pending: Change[];
}

/** `undefined`: the name was removed. */
type Named = TracedFile | "folder" | undefined;

/** Names that changed together: a rename changes two. */
type NameChange = ReadonlyMap<string, Named>;

const oneCall = /^(\w+)\((.*)\)\s+= (-?\d+)/;

export interface TracedDisk {
  /** Takes a line of the trace. */
  follow(line: string): void;
  /** Some names have changed and their folder was not synced since. */
  readonly namesPending: boolean;
  /** Writes what a power cut leaves now into a folder. */
  cutInto(folder: string, left: Left): void;
}

/** `root`: only what is below it counts. */
export function createTracedDisk(root: string): TracedDisk {
  const names = new Map<string, Named>();
  const syncedNames = new Map<string, Named>();
  let pendingNames: NameChange[] = [];
  const open = new Map<number, { readonly name: string; readonly file: Named }>();

  const isBelow = (name: string): boolean => name.startsWith(`${root}/`);
  const rename = (change: NameChange): void => {
    for (const [name, file] of change) {
      names.set(name, file);
    }
    pendingNames.push(change);
  };

  const calls: Readonly<Record<string, (args: readonly string[], result: number) => void>> = {
    openat: ([, quotedName = "", flags = ""], result) => {
      const name = unquoted(quotedName).toString();
      if (isBelow(name) && names.get(name) === undefined && flags.includes("O_CREAT")) {
        rename(new Map([[name, { synced: Buffer.alloc(0), pending: [] }]]));
      }
      const file = names.get(name);
      open.set(result, { name, file });
      if (flags.includes("O_TRUNC")) {
        change(result, { at: 0 });
      }
    },
    close: ([fd]) => void open.delete(Number(fd)),
    pwrite64: ([fd, bytes = "", , at], result) =>
      change(Number(fd), { at: Number(at), bytes: unquoted(bytes).subarray(0, result) }),
    ftruncate: ([fd, size]) => change(Number(fd), { at: Number(size) }),
    fsync: ([fd]) => sync(Number(fd)),
    fdatasync: ([fd]) => sync(Number(fd)),
    mkdir: ([name = ""]) =>
      isBelow(unquoted(name).toString()) && rename(new Map([[unquoted(name).toString(), "folder"]])),
    unlink: ([name = ""]) =>
      isBelow(unquoted(name).toString()) && rename(new Map([[unquoted(name).toString(), undefined]])),
    rename: ([from = "", to = ""]) => {
      const [old, fresh] = [unquoted(from).toString(), unquoted(to).toString()];
      if (isBelow(old)) {
        rename(
          new Map([
            [old, undefined],
            [fresh, names.get(old)],
          ]),
        );
      }
    },
  };

  function change(fd: number, one: Change): void {
    const file = open.get(fd)?.file;
    if (typeof file === "object") {
      file.pending.push(one);
    }
  }

  function sync(fd: number): void {
    const found = open.get(fd);
    if (found === undefined) {
      return;
    }
    if (typeof found.file === "object") {
      found.file.synced = applied(found.file.synced, found.file.pending);
      found.file.pending = [];
      return;
    }
    const isOfFolder = (one: NameChange): boolean => [...one.keys()].some((name) => path.dirname(name) === found.name);
    for (const [name, file] of pendingNames.filter(isOfFolder).flatMap((one) => [...one])) {
      syncedNames.set(name, file);
    }
    pendingNames = pendingNames.filter((one) => !isOfFolder(one));
  }

  return {
    follow(line) {
      const [, name = "", args = "", result] = oneCall.exec(line) ?? [];
      if (Number(result) >= 0) {
        calls[name]?.(args.split(", "), Number(result));
      }
    },
    get namesPending() {
      return pendingNames.length > 0;
    },
    cutInto(folder, { names: share, data }) {
      const left = new Map(syncedNames);
      const reached = Math.round(share() * pendingNames.length);
      for (const [name, file] of pendingNames.slice(0, reached).flatMap((one) => [...one])) {
        left.set(name, file);
      }
      const isReached = (name: string): boolean =>
        name === root || (left.get(name) !== undefined && isReached(path.dirname(name)));
      for (const [name, file] of left) {
        if (typeof file === "object" && isReached(name)) {
          const target = path.join(folder, path.relative(root, name));
          mkdirSync(path.dirname(target), { recursive: true });
          writeFileSync(target, applied(file.synced, file.pending.filter(data)));
        }
      }
    },
  };
}

function applied(bytes: Buffer, changes: readonly Change[]): Buffer {
  let length = bytes.length;
  const room = Math.max(length, ...changes.map((change) => change.at + (change.bytes?.length ?? 0)));
  const result = Buffer.alloc(room);
  bytes.copy(result);
  for (const { at, bytes: added } of changes) {
    if (added === undefined) {
      result.fill(0, at);
      length = at;
    } else {
      added.copy(result, at);
      length = Math.max(length, at + added.length);
    }
  }
  return result.subarray(0, length);
}

/** The trace has every byte of a text as `\xNN`. */
function unquoted(text: string): Buffer {
  return Buffer.from(text.replace(/^"|"$/g, "").replaceAll("\\x", ""), "hex");
}
