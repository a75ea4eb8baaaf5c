// A real disk of a few megabytes, and one that is full. Only an administrator of Linux can mount it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const mount = (folder: string, size: string): boolean =>
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder]).status === 0;

/** Mounts a disk of 12 MB; the result unmounts it. */
export function mountSmallDisk(folder: string): () => void {
  assert.ok(mount(folder, "12m"));
  return () => void spawnSync("umount", ["-l", folder]);
}

export function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) {
    return false;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), "pd-mount-"));
  const isMounted = mount(folder, "1m");
  if (isMounted) {
    spawnSync("umount", [folder]);
  }
  rmdirSync(folder);
  return isMounted;
}

/** Writes this file until nothing more fits on its disk. */
export function fillDisk(filler: string): void {
  for (let bytes = 1 << 20; bytes >= 1; bytes >>= 1) {
    try {
      for (;;) {
        writeFileSync(filler, Buffer.alloc(bytes), { flag: "a" });
      }
    } catch {
      // No room for so many: fewer may fit.
    }
  }
}
