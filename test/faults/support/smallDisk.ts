// Real disks of a few megabytes, full or read-only. Only an administrator of Linux can mount them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const mount = (...args: readonly string[]): boolean => spawnSync("mount", args).status === 0;

const unmount = (folder: string) => (): void => void spawnSync("umount", ["-l", folder]);

/** Mounts an empty disk of so many megabytes; the result unmounts it. */
export function mountSmallDisk(folder: string, megabytes = 12): () => void {
  assert.ok(mount("-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder));
  return unmount(folder);
}

/** Nobody can change anything in the folder until the result is called. */
export function mountReadOnly(folder: string): () => void {
  assert.ok(mount("--bind", folder, folder));
  assert.ok(mount("-o", "remount,ro,bind", folder));
  return unmount(folder);
}

export function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) {
    return false;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), "pd-mount-"));
  const isMounted = mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", folder);
  if (isMounted) {
    unmount(folder)();
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
