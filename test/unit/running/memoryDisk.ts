// A disk in memory: what the journal, the ledger and locks need of one, without waiting for a real one.
import path from "node:path";
import type { Disk, DiskFile, DiskStat, OpenMode } from "../../../src/runs/disk";

class Stored {
  bytes: Uint8Array = new Uint8Array(1024);
  size = 0;
  links = 1;
  modifiedAt = 0;

  put(bytes: Uint8Array, at: number): void {
    if (at + bytes.length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.bytes.length * 2, at + bytes.length));
      larger.set(this.bytes.subarray(0, this.size));
      this.bytes = larger;
    }
    this.bytes.set(bytes, at);
    this.size = Math.max(this.size, at + bytes.length);
  }
}

const failure = (code: string, name: string): Error => Object.assign(new Error(`${code}: ${name}`), { code });

export function memoryDisk(now: () => number): Disk {
  const files = new Map<string, Stored>();
  const stat = ({ size, links, modifiedAt }: Stored): DiskStat => ({ size, links, modifiedAt });

  const opened = (file: Stored, mode: OpenMode): DiskFile => {
    const write = async (bytes: Uint8Array, position?: number): Promise<void> => {
      file.put(bytes, mode === "append" || position === undefined ? file.size : position);
      file.modifiedAt = now();
    };
    return {
      write,
      async writeDurably(...pieces) {
        for (const piece of pieces) {
          await write(piece);
        }
      },
      async read(into, position) {
        const part = file.bytes.subarray(position, Math.min(file.size, position + into.length));
        into.set(part);
        return part.length;
      },
      datasync: async () => undefined,
      async truncate(size) {
        file.size = Math.min(file.size, size);
      },
      stat: async () => stat(file),
      close: async () => undefined,
    };
  };

  return {
    async open(name, mode) {
      const known = files.get(name);
      if (mode === "create" && known !== undefined) {
        throw failure("EEXIST", name);
      }
      if ((mode === "read" || mode === "update") && known === undefined) {
        throw failure("ENOENT", name);
      }
      const file = known ?? new Stored();
      if (known === undefined) {
        file.modifiedAt = now();
        files.set(name, file);
      }
      return opened(file, mode);
    },
    makeFolder: async () => undefined,
    names: async (folder) => [...files.keys()].filter((name) => path.dirname(name) === folder).map((name) => path.basename(name)),
    async stat(name) {
      const file = files.get(name);
      return file && stat(file);
    },
    async readFile(name) {
      const file = files.get(name);
      return file && file.bytes.slice(0, file.size);
    },
    async rename(from, to) {
      const file = files.get(from);
      if (file === undefined) {
        throw failure("ENOENT", from);
      }
      files.delete(from);
      files.set(to, file);
    },
    async remove(name) {
      const file = files.get(name);
      if (file !== undefined) {
        file.links = 0;
        files.delete(name);
      }
    },
    removeFolder: async () => undefined,
    syncFolder: async () => undefined,
  };
}
