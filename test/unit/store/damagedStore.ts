// A database with something of everything, which tests damage; and what is in it.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Store } from "../../../src/store/client";
import { addPage, beginRun, newFolder, now, openTestStore, owner, reservePage, type TestStore, jsonOfRun } from "./rig";

export const pageBytes = 8192;

export interface Contents {
  /** Ids of runs, in order. */
  readonly runs: readonly string[];
  /** Of each of them, ids of its records. */
  readonly records: readonly (readonly string[])[];
  readonly payments: number;
  readonly credits: number;
}

const text = (seed: number, length: number): string =>
  Array.from({ length: Math.ceil(length / 8) }, (_, n) => ((seed * 7919 + n * 104_729) % 99_999_989).toString(36)).join(
    " ",
  );

const person = (run: number, n: number, bytes: number): object => ({
  id: `p${run}-${n}`,
  full_name: `Person ${run} ${n}`,
  text: text(run * 100_000 + n, bytes),
});

/** Runs of `pages` pages with 20 records each, all paid, and lists, profiles, settings and an agreement. */
export async function fillStore(store: TestStore, pages: number, bytes = 1_500, count = 3): Promise<Contents> {
  const runs: string[] = [];
  const records: string[][] = [];
  for (let n = 0; n < count; n += 1) {
    const run = await beginRun(store);
    runs.push(run.id);
    const ids: string[] = [];
    for (let page = 0; page < pages; page += 1) {
      const call = await reservePage(store, { run: run.id, asked: 20, credits: 20 });
      // Every fourth record needs several pages of the file.
      const people = Array.from({ length: 20 }, (_, at) =>
        person(n, page * 20 + at, at % 4 === 0 ? bytes * 12 : bytes),
      );
      ids.push(...people.map((_, at) => `p${n}-${page * 20 + at}`));
      const cursor = `c${page + 1}`;
      await addPage(store, run, people, { call, metadata: { credits: 20, total: 10_000, search_after: cursor } });
    }
    await store.runs.stop(run.id, owner, { kind: "limitReached" }, now);
    records.push(ids);
  }
  await store.calls.agree({ credits: 500, at: now });
  await store.settings.save({ a: 1 });
  await store.recordLists.create({ id: `list of ${runs[0]}`, name: "List", at: now });
  return { runs, records, payments: pages * count, credits: pages * count * 20 };
}

/** A closed database of its own. */
export async function newDamagedFile(pages: number): Promise<{ readonly file: string; readonly contents: Contents }> {
  const file = path.join(newFolder(), "store", "desk.db");
  const { store, close } = openTestStore({ file });
  const contents = await fillStore(store, pages);
  await close();
  return { file, contents };
}

/** Overwrites a page, from 1, with zeros. */
export function zeroPage(file: string, no: number): void {
  const bytes = readFileSync(file);
  bytes.fill(0, (no - 1) * pageBytes, no * pageBytes);
  writeFileSync(file, bytes);
}

/** Ids of the records of each run that can be read, as JSON and as rows. */
export async function readableIds(store: Store, runs: readonly string[]): Promise<readonly (readonly string[])[]> {
  const found: (readonly string[])[] = [];
  for (const run of runs) {
    const present = (await jsonOfRun(store, run)).flatMap((one) => one ?? []);
    found.push(present.map((one) => String((JSON.parse(one) as { readonly id: string }).id)));
  }
  return found;
}
