import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { realDisk } from "../../../src/runs/disk";
import { lockIsLive, tryLock, type LockParts } from "../../../src/runs/exclusiveLock";
import { otherProcess, random, removeFolder, temporaryFolder, testClock } from "./runRig";

describe("a lock between windows", () => {
  let folder: string;
  let file: string;
  const clock = testClock(Date.now());
  const living = new Set<number>();
  const parts = (pid: number, host = "here"): LockParts => ({ disk: realDisk, clock, random, processes: { ...otherProcess(pid, living), host } });

  beforeEach(() => {
    folder = temporaryFolder();
    file = path.join(folder, "a.lock");
  });
  afterEach(() => {
    living.clear();
    removeFolder(folder);
  });

  it("is held by one, and free again when that lets go", async () => {
    const held = await tryLock(parts(1), file);
    assert.ok(held);
    assert.equal(await tryLock(parts(2), file), undefined);
    assert.equal(await lockIsLive(parts(2), file), true);
    await held.release();
    await held.release();
    assert.equal(existsSync(file), false);
    const next = await tryLock(parts(2), file);
    assert.ok(next);
    await next.release();
  });

  it("goes to exactly one of many that find its owner dead, and the dead one is told", async () => {
    const dead = await tryLock(parts(1), file);
    living.delete(1);
    const taken = await Promise.all(Array.from({ length: 12 }, (_, at) => tryLock(parts(10 + at), file)));
    const winners = taken.filter((lock) => lock !== undefined);
    assert.ok(winners.length <= 1);
    const winner = winners[0] ?? (await tryLock(parts(99), file));
    assert.ok(winner);
    assert.deepEqual([await winner.isOurs(), await dead?.isOurs()], [true, false]);
    await dead?.release();
    assert.equal(await winner.isOurs(), true);
    await winner.release();
  });

  it("of another machine is stale when that was silent for long", async () => {
    const far = await tryLock(parts(1, "far"), file);
    living.delete(1);
    assert.equal(await lockIsLive(parts(2), file), true);
    clock.advance(121_000);
    assert.equal(await lockIsLive(parts(2), file), false);
    await far?.release();
  });

  it("whose content is not written yet counts as held, for a moment", async () => {
    writeFileSync(file, "");
    assert.equal(await lockIsLive(parts(2), file), clock.now() - Date.now() < 10_000);
    assert.equal(await lockIsLive({ ...parts(2), clock: testClock(Date.now() + 60_000) }, file), false);
  });
});
